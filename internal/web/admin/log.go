package admin

import (
	"strconv"

	"github.com/gin-gonic/gin"

	"tourney/internal/director"
	"tourney/internal/web/history"
	"tourney/internal/web/page"
)

// A logPage is one page of a tournament's log, the latest change first.
type logPage struct {
	page.Base
	Rows []logRow
	// Newer and Older are the addresses of the neighbouring pages; may be empty.
	Newer, Older string
	Number       int
}

// A logRow is one change: its author, time and description.
type logRow struct {
	Version        int
	When, By, What string
	Was            []history.ChangedView
	// More counts the details left out.
	More int
	// Undone is set when the change was undone, First when it created the
	// tournament and cannot be undone.
	Undone, First bool
	// Stays is the reason why it cannot be undone; may be empty.
	Stays string
}

func (s *Room) showLog(c *gin.Context) error {
	view, err := s.logPage(c, page.Natural(c.Query("page")))
	if err != nil {
		return err
	}
	return s.Render(c, "log", view)
}

// logPage returns a page of the log by its number, 0 for the latest changes.
func (s *Room) logPage(c *gin.Context, number int) (*logPage, error) {
	snapshot, err := s.Snapshot(c)
	if err != nil {
		return nil, err
	}
	entries, more, err := s.Director.Log(c.Request.Context(), snapshot.Tournament.Info.Slug, number)
	if err != nil {
		return nil, err
	}
	view := &logPage{Base: s.DeskBase(c, snapshot, s.Language(c).T("frame.log"), "log"), Number: number}
	address := view.Event.Home + "/log"
	view.Address = address
	if number > 0 {
		view.Newer = address + "?page=" + strconv.Itoa(number-1)
		view.Address = address + "?page=" + strconv.Itoa(number)
	}
	if more {
		view.Older = address + "?page=" + strconv.Itoa(number+1)
	}
	words := history.Describer{Lang: view.Language, Tournament: snapshot.Tournament}
	undone := page.Natural(c.Query("undone"))
	for _, e := range entries {
		row := view.row(e, words)
		if err := history.CheckUndo(snapshot.Tournament, e); err != nil && !row.Undone && !row.First {
			row.Stays = view.Error(explainUndo(snapshot.Tournament, e, entries, err))
		}
		view.Rows = append(view.Rows, row)
		if undone > 0 && e.Undoes == undone {
			view.Notice = view.warnUnpaired(snapshot.Tournament, e)
		}
	}
	return view, nil
}

// mostDetails limits the details shown of one change.
const mostDetails = 6

func (p *logPage) row(e director.LogEntry, words history.Describer) logRow {
	row := logRow{
		Version: e.Version, When: p.Instant(e.At), By: history.AuthorName(p.Language, e.By), What: page.Text(p.Language, history.Entry{LogEntry: e}),
		Undone: e.UndoneBy > 0, First: e.Version == 1,
	}
	for _, change := range e.Changes {
		if !row.First && director.Concerns(e.Action) != director.OfConstraints { // others change everything, or are described in full
			row.Was = append(row.Was, words.Describe(change)...)
		}
	}
	if len(row.Was) > mostDetails {
		row.More = len(row.Was) - mostDetails
		row.Was = row.Was[:mostDetails]
	}
	return row
}

func (s *Room) postLogUndo(c *gin.Context, snapshot *director.Snapshot) error {
	version, number := page.Natural(c.PostForm("version")), page.Natural(c.PostForm("page"))
	slug := snapshot.Tournament.Info.Slug
	err := s.Editor(c).Undo(c.Request.Context(), version)
	if err == nil {
		return s.Redirect(c, "/desk/"+slug+"/log?undone="+strconv.Itoa(version))
	}
	view, failed := s.logPage(c, number)
	if failed != nil {
		return failed
	}
	entries, failed := s.LogUntil(c.Request.Context(), slug, version)
	if failed != nil {
		return failed
	}
	view.Notice = &page.Banner{Level: "error", Text: view.Error(err)}
	for _, e := range entries {
		if e.Version == version {
			view.Notice.Text = view.T("log.refused", history.Entry{LogEntry: e}, view.Error(explainUndo(snapshot.Tournament, e, entries, err)))
			view.Notice.Action, view.Notice.Address = view.T("log.show"), view.Address+"#v"+strconv.Itoa(version)
		}
	}
	return s.RenderRefused(c, err, "log", view)
}
