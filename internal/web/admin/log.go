package admin

import (
	"net/url"
	"slices"
	"strconv"

	"github.com/gin-gonic/gin"

	"tourney/internal/director"
	"tourney/internal/tournament"
	"tourney/internal/web/history"
	"tourney/internal/web/page"
)

// A logPage is one page of a tournament's log, the latest change first.
type logPage struct {
	page.Base
	Rows []logRow
	// Kinds and People narrow the log; the first of each is everything.
	Kinds, People []page.Link
	// Newer and Older are the addresses of the neighbouring pages; may be empty.
	Newer, Older string
	Number       int
}

// A logRow is one change: its author, time and description.
type logRow struct {
	Version        int
	When, By, What string
	// Why is the reason; may be empty.
	Why string
	// Day is the date, on the first row of each day.
	Day string
	Was []history.ChangedView
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

// A logFilter narrows the log to what one person did, or to changes of one kind. The zero
// filter shows everything.
type logFilter struct{ by, kind string }

// logKinds are the kinds of changes, by the message of their name.
var logKinds = []struct {
	key, name string
	holds     []director.Subject
}{
	{"log.kind.results", "results", []director.Subject{director.OfResult, director.OfRecord}},
	{"frame.draw", "draw", []director.Subject{director.OfRound, director.OfGames, director.OfSeeds, director.OfConstraints}},
	{"frame.players", "players", []director.Subject{director.OfPlayers, director.OfTeams}},
	{"frame.settings", "settings", []director.Subject{director.OfTournament}},
}

// log returns the filter as the log has it.
func (f logFilter) log() director.LogFilter {
	narrowed := director.LogFilter{By: f.by}
	for _, kind := range logKinds {
		if kind.name == f.kind {
			narrowed.Actions = director.ActionsOf(kind.holds...)
		}
	}
	return narrowed
}

// author returns who made a change, for filtering: all players who report are one.
func author(e director.LogEntry) string {
	if _, reported := tournament.Reporter(e.By); reported {
		return tournament.ByLink
	}
	return e.By
}

// query returns the filter and a page as the end of an address.
func (f logFilter) query(number int) string {
	values := url.Values{}
	for name, value := range map[string]string{"by": f.by, "kind": f.kind} {
		if value != "" {
			values.Set(name, value)
		}
	}
	if number > 0 {
		values.Set("page", strconv.Itoa(number))
	}
	if len(values) == 0 {
		return ""
	}
	return "?" + values.Encode()
}

// logPage returns a page of the log by its number, 0 for the latest changes.
func (s *Room) logPage(c *gin.Context, number int) (*logPage, error) {
	snapshot, err := s.Snapshot(c)
	if err != nil {
		return nil, err
	}
	filter := logFilter{page.Clip(c.Query("by")), page.Clip(c.Query("kind"))}
	entries, more, err := s.Director.Log(c.Request.Context(), snapshot.Tournament.Info.Slug, number, filter.log())
	if err != nil {
		return nil, err
	}
	view := &logPage{Base: s.DeskBase(c, snapshot, s.Language(c).T("frame.log"), "log"), Number: number}
	address := view.Event.Home + "/log"
	view.Address = address + filter.query(number)
	if number > 0 {
		view.Newer = address + filter.query(number-1)
	}
	if more {
		view.Older = address + filter.query(number+1)
	}
	view.addFilters(snapshot.Tournament, address, filter, entries)
	words := history.Describer{Lang: view.Language, Tournament: snapshot.Tournament}
	undone := page.Natural(c.Query("undone"))
	day := ""
	for _, e := range entries {
		row := view.row(e, words)
		if today := view.Date(e.At.In(page.Zone(snapshot.Tournament))); today != day {
			row.Day, day = today, today
		}
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

// addFilters adds the kinds of changes, and the people who made those on the page.
func (p *logPage) addFilters(t *tournament.Tournament, address string, now logFilter, entries []director.LogEntry) {
	link := func(text string, f logFilter) page.Link {
		return page.Link{Text: text, Address: address + f.query(0), Current: f == now}
	}
	p.Kinds = append(p.Kinds, link(p.T("log.everything"), logFilter{by: now.by}))
	for _, kind := range logKinds {
		p.Kinds = append(p.Kinds, link(p.T(kind.key), logFilter{now.by, kind.name}))
	}
	people := []string{}
	if now.by != "" {
		people = append(people, now.by)
	}
	for _, e := range entries {
		people = append(people, author(e))
	}
	slices.Sort(people)
	people = slices.Compact(people)
	if len(people) < 2 && now.by == "" {
		return
	}
	p.People = append(p.People, link(p.T("log.everybody"), logFilter{kind: now.kind}))
	for _, name := range people {
		p.People = append(p.People, link(history.AuthorName(p.Language, t, name), logFilter{name, now.kind}))
	}
}

// mostDetails limits the details shown of one change.
const mostDetails = 6

func (p *logPage) row(e director.LogEntry, words history.Describer) logRow {
	row := logRow{
		Version: e.Version, When: p.Seconds(e.At), By: history.AuthorName(p.Language, words.Tournament, e.By), What: page.Text(p.Language, history.Entry{LogEntry: e}),
		Why: e.Reason, Undone: e.UndoneBy > 0, First: e.Version == 1,
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
			view.Notice.Action, view.Notice.Address = view.T("log.show"), view.Event.Home+"/log"+logFilter{}.query(number)+"#v"+strconv.Itoa(version)
		}
	}
	return s.RenderRefused(c, err, "log", view)
}
