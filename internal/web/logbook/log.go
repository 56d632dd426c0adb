package logbook

import (
	"slices"
	"strconv"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/tournament"
	"tourney/internal/web/history"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// A logPage is one page of a tournament's log, the latest change first.
type logPage struct {
	page.Base
	Filter *filterView
	Rows   []logRow
	// Newer and Older are the addresses of the neighbouring pages; may be empty.
	Newer, Older string
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
	// Undone is set after an undo, First for the creation, which cannot be undone, Stays if an obstacle prevents the
	// undo.
	Undone, First, Stays bool
}

func (s *Handlers) showLog(c *gin.Context, snapshot *director.Snapshot) error {
	t, f, number := snapshot.Tournament, readFilter(c), page.Natural(c.Query("page"))
	slug := t.Info.Slug
	entries, more, err := s.Director.Log(c.Request.Context(), slug, number, f.log())
	if err != nil {
		return err
	}
	authors, err := s.Editor(c).Log().Authors(c.Request.Context())
	if err != nil {
		return err
	}
	view := &logPage{Base: s.DeskBase(c, snapshot, s.Language(c).T("frame.log"), "log")}
	address := view.Event.Home + "/log"
	view.Address = address + f.query(number)
	if number > 0 {
		view.Newer = address + f.query(number-1)
	}
	if more {
		view.Older = address + f.query(number+1)
	}
	view.Filter = newFilterView(view.Language, t, f, authors)
	words := history.Describer{Lang: view.Language, Tournament: t}
	undone := page.Natural(c.Query("undone"))
	day := ""
	for _, e := range entries {
		row := newRow(&view.Base, about(e, f.player), words)
		if len(row.Was) > mostDetails {
			row.More = len(row.Was) - mostDetails
			row.Was = row.Was[:mostDetails]
		}
		if today := view.Date(e.At.In(page.Zone(t))); today != day {
			row.Day, day = today, today
		}
		row.More += len(e.Changes) - len(about(e, f.player).Changes)
		row.Stays = !row.Undone && !row.First && history.CheckUndo(t, e) != nil
		view.Rows = append(view.Rows, row)
		if undone > 0 && e.Undoes == undone {
			view.Notice = warnUnpaired(&view.Base, t, e)
		}
	}
	return s.Render(c, "log", view)
}

// about returns an entry with its changes of a player, and their games; with all changes if none is about them.
func about(e director.LogEntry, player int) director.LogEntry {
	id := tournament.PlayerID(player)
	var own []tournament.Change
	for _, c := range e.Changes {
		if c.Player != nil && c.Player.Value().ID == id || c.Game != nil && c.Game.Value().Has(id) {
			own = append(own, c)
		}
	}
	if len(own) > 0 {
		e.Changes = own
	}
	return e
}

// toldWhole are the actions whose sentence has all values of their changes.
var toldWhole = []string{"result.record", "result.report", "result.tablet", "record.attach", "round.publish"}

// mostDetails limits the shown details of one change in the list.
const mostDetails = 6

func newRow(p *page.Base, e director.LogEntry, words history.Describer) logRow {
	row := logRow{
		Version: e.Version, When: p.Clock(e.At), By: history.AuthorName(p.Language, words.Tournament, e.By), What: page.Text(p.Language, history.Entry{LogEntry: e}),
		Why: e.Reason, Undone: e.UndoneBy > 0, First: e.Version == 1,
	}
	if !row.First && !slices.Contains(toldWhole, e.Action) && director.Concerns(e.Action) != director.OfConstraints { // others have many values, or a full description
		row.Was = words.DescribeAll(e.Changes)
	}
	return row
}

// postUndo undoes one change, or all changes of a chain in their order. If one change cannot be undone alone, it shows
// the page of that change.
func (s *Handlers) postUndo(c *gin.Context, snapshot *director.Snapshot) error {
	var versions []int
	for _, text := range c.PostFormArray("version") {
		versions = append(versions, page.Natural(text))
	}
	if len(versions) == 0 {
		return fault.New(fault.Invalid, "form.incomplete")
	}
	var err error
	version := slices.Min(versions)
	if len(versions) == 1 {
		err = s.Editor(c).Undo(c.Request.Context(), version)
	} else {
		err = s.Editor(c).Log().UndoAll(c.Request.Context(), versions)
	}
	if err == nil {
		return s.Redirect(c, "/desk/"+snapshot.Tournament.Info.Slug+"/log?undone="+strconv.Itoa(version))
	}
	if _, refused := fault.As(err); !refused {
		return err
	}
	view, failed := s.entryPage(c, version)
	if failed != nil {
		return failed
	}
	if fault.Is(err, "undo.overtaken") && view.Refused != "" {
		view.Notice = &page.Banner{Level: "error", Text: view.T("log.refused", view.What, view.Refused)}
	} else {
		view.Notice = &page.Banner{Level: "error", Text: view.Error(err)}
	}
	return s.RenderStatus(c, site.StatusOf(err), "entrylog", view)
}
