package web

import (
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/director"
	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/tournament"
)

// A logPage is a page of what was done in a tournament, the latest first.
type logPage struct {
	base
	Rows []logRow
	// Newer and Older are the addresses of the pages beside this one; may be
	// empty.
	Newer, Older string
	Number       int
}

// A logRow is one change: who, when and what, in words.
type logRow struct {
	Version        int
	When, By, What string
	Was            []changedView
	// More counts the details left out.
	More int
	// Undone says that the change was taken back; First that it made the
	// tournament and stays.
	Undone, First bool
	// Stays says why it cannot be taken back; may be empty.
	Stays string
}

// A logged is an entry of the log as a message.
type logged struct{ director.LogEntry }

// Message says the entry. Who takes something back quotes what it was.
func (l logged) Message() (key string, args []any) {
	args = l.Args
	switch l.Action {
	case "undo", "redo":
		if len(args) == 0 {
			break
		}
		inner := l
		inner.Action, _ = args[0].(string)
		inner.Args = args[1:]
		return "log." + l.Action, []any{inner}
	case "result.record", "result.correct", "result.contest", "result.report":
		args = append([]any(nil), args...)
		for i := range args {
			if text, ok := args[i].(string); ok && i > 3 && i < 6 {
				if r, err := tournament.ParseResult(text); err == nil {
					args[i] = r
				}
			}
		}
		if len(args) > 6 {
			return "log.result.correct.why", args
		}
	}
	return "log." + l.Action, args
}

// say says a message of its own.
func say(lang *i18n.Language, m i18n.Message) string {
	key, args := m.Message()
	return lang.T(key, args...)
}

func (s *adminRoom) showLog(c *gin.Context) error {
	page, err := s.logPage(c, natural(c.Query("page")))
	if err != nil {
		return err
	}
	return s.render(c, "log", page)
}

func (s *adminRoom) logPage(c *gin.Context, number int) (*logPage, error) {
	snapshot, err := s.visible(c)
	if err != nil {
		return nil, err
	}
	entries, more, err := s.director.Log(c.Request.Context(), snapshot.Tournament.Info.Slug, number)
	if err != nil {
		return nil, err
	}
	page := &logPage{base: s.deskBase(c, snapshot, s.language(c).T("frame.log"), "log", 0), Number: number}
	address := page.Event.Home + "/log"
	page.Address = address
	if number > 0 {
		page.Newer = address + "?page=" + strconv.Itoa(number-1)
		page.Address = address + "?page=" + strconv.Itoa(number)
	}
	if more {
		page.Older = address + "?page=" + strconv.Itoa(number+1)
	}
	words := changeWords{lang: page.Language, t: snapshot.Tournament}
	undone := natural(c.Query("undone"))
	for _, e := range entries {
		row := page.row(e, words)
		if err := undoable(snapshot.Tournament, e); err != nil && !row.Undone && !row.First {
			row.Stays = page.Error(hindrance(snapshot.Tournament, e, entries, err))
		}
		page.Rows = append(page.Rows, row)
		if undone > 0 && e.Undoes == undone {
			page.Notice = page.unpaired(snapshot.Tournament, e)
		}
	}
	return page, nil
}

// mostDetails is how many details of one change are told.
const mostDetails = 6

func (p *logPage) row(e director.LogEntry, words changeWords) logRow {
	row := logRow{
		Version: e.Version, When: p.Instant(e.At), By: by(p.Language, e.By), What: say(p.Language, logged{e}),
		Undone: e.UndoneBy > 0, First: e.Version == 1,
	}
	for _, change := range e.Changes {
		if !row.First && !strings.HasPrefix(e.Action, "steer.") { // it changed everything, or the words say all
			row.Was = append(row.Was, words.tell(change)...)
		}
	}
	if len(row.Was) > mostDetails {
		row.More = len(row.Was) - mostDetails
		row.Was = row.Was[:mostDetails]
	}
	return row
}

// postLogUndo takes one change back.
func (s *adminRoom) postLogUndo(c *gin.Context) error {
	version, number := natural(c.PostForm("version")), natural(c.PostForm("page"))
	snapshot, err := s.visible(c)
	if err != nil {
		return err
	}
	slug := snapshot.Tournament.Info.Slug
	err = s.editor(c).Undo(c.Request.Context(), version)
	if err == nil {
		return s.back(c, "/desk/"+slug+"/log?undone="+strconv.Itoa(version))
	}
	if _, ok := fault.As(err); !ok {
		return err
	}
	page, failed := s.logPage(c, number)
	if failed != nil {
		return failed
	}
	entries, failed := s.logUntil(c.Request.Context(), slug, version)
	if failed != nil {
		return failed
	}
	page.Notice = &banner{Level: "error", Text: page.Error(err)}
	for _, e := range entries {
		if e.Version == version {
			page.Notice.Text = page.T("log.refused", logged{e}, page.Error(hindrance(snapshot.Tournament, e, entries, err)))
			page.Notice.Action, page.Notice.Address = page.T("log.show"), page.Address+"#v"+strconv.Itoa(version)
		}
	}
	return s.renderStatus(c, statusOf(err), "log", page)
}
