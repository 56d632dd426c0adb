package logbook

import (
	"net/url"
	"strconv"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/event/reason"
	"tourney/internal/fault"
	"tourney/internal/tournament"
	"tourney/internal/web/history"
	"tourney/internal/web/page"
)

// An entryPage is one change: its values, its undo, and the tournament after it.
type entryPage struct {
	page.Base
	logRow
	// UndoneBy is the address of the change that undid this one; may be empty.
	UndoneBy string
	// Alone is set if it can be undone alone. Refused is the reason if not; Chain are then the changes to undo
	// together, this one last. Both may be empty.
	Alone   bool
	Refused string
	Chain   []chainView
	// Explained is set if the undo needs a reason.
	Explained bool
	// About are the logs of its players and games, Rest those after mostAbout.
	About, Rest []page.Link
	// Then are the pages of the tournament after it, File is the tournament as a file.
	Then []page.Link
	File string
}

// A chainView is a change to be undone with another one.
type chainView struct {
	Version                 int
	Address, When, By, What string
}

// mostAbout limits the links to other logs that are shown at first.
const mostAbout = 12

func (s *Handlers) showEntry(c *gin.Context, _ *director.Snapshot) error {
	view, err := s.entryPage(c, page.Natural(c.Param("version")))
	if err != nil {
		return err
	}
	return s.Render(c, "entrylog", view)
}

// entryPage returns the page of a change. The snapshot is the current one: the change may have been undone since the
// form was loaded.
func (s *Handlers) entryPage(c *gin.Context, version int) (*entryPage, error) {
	ctx := c.Request.Context()
	snapshot, err := s.Snapshot(c)
	if err != nil {
		return nil, err
	}
	t := snapshot.Tournament
	e, err := s.Director.Logged(ctx, t.Info.Slug, version)
	if err != nil {
		return nil, err
	}
	view := &entryPage{Base: s.DeskBase(c, snapshot, page.Text(s.Language(c), history.Entry{LogEntry: e}), "log")}
	view.Address = view.Event.Home + "/log/" + strconv.Itoa(version)
	view.logRow = newRow(&view.Base, e, history.Describer{Lang: view.Language, Tournament: t})
	view.Day = view.Date(e.At.In(page.Zone(t)))
	view.addPast(version)
	view.addAbout(t, e)
	switch {
	case e.UndoneBy > 0:
		view.UndoneBy = view.Event.Home + "/log/" + strconv.Itoa(e.UndoneBy)
		return view, nil
	case view.First:
		return view, nil
	}
	if now, err := t.Undone(e.Changes); err == nil {
		view.Alone, view.Explained = true, reason.Needed(t, now) != nil
		return view, nil
	} else if err := view.addChain(s, c, snapshot, refusedEntry{e, err}); err != nil {
		return nil, err
	}
	return view, nil
}

// A refusedEntry is a change whose undo is refused, with the reason.
type refusedEntry struct {
	director.LogEntry
	err error
}

// addChain adds the reason against an undo, and the changes to undo first.
func (p *entryPage) addChain(s *Handlers, c *gin.Context, snapshot *director.Snapshot, refused refusedEntry) error {
	t := snapshot.Tournament
	chain, err := s.Editor(c).Log().Chain(c.Request.Context(), t, refused.Version)
	if err != nil {
		return err
	}
	now := t
	for _, e := range chain {
		if now, err = now.Undone(e.Changes); err != nil {
			return err
		}
		p.Chain = append(p.Chain, chainView{
			Version: e.Version, Address: p.Event.Home + "/log/" + strconv.Itoa(e.Version), When: p.Clock(e.At),
			By: history.AuthorName(p.Language, t, e.By), What: page.Text(p.Language, history.Entry{LogEntry: e}),
		})
	}
	p.Explained = len(chain) > 0 && reason.Needed(t, now) != nil
	p.Refused = p.Error(explainUndo(t, refused, chain))
	return nil
}

// addPast adds the pages of the tournament after a change.
func (p *entryPage) addPast(version int) {
	then := p.Event.Home + "/then/" + strconv.Itoa(version)
	p.File = then + "/file"
	for _, l := range []struct{ key, path string }{
		{"log.then.front", "/"}, {"frame.standings", "/standings"}, {"frame.players", "/players"}, {"frame.games", "/games"},
	} {
		p.Then = append(p.Then, page.Link{Text: p.T(l.key), Address: then + l.path})
	}
}

// addAbout adds links to the logs of the players and the game of a change.
func (p *entryPage) addAbout(t *tournament.Tournament, e director.LogEntry) {
	seen := map[string]bool{}
	link := func(text, name string, value int) {
		address := p.Event.Home + "/log?" + url.Values{name: {strconv.Itoa(value)}}.Encode()
		if seen[address] {
			return
		}
		seen[address] = true
		list := &p.About
		if len(*list) == mostAbout {
			list = &p.Rest
		}
		*list = append(*list, page.Link{Text: text, Address: address})
	}
	for _, c := range e.Changes {
		var players []tournament.PlayerID
		switch {
		case c.Player != nil:
			players = []tournament.PlayerID{c.Player.Value().ID}
		case c.Game != nil:
			g := c.Game.Value()
			link(p.T("log.game", g.Round, g.Table, t.NameOf(g.Black), t.NameOf(g.White)), "game", g.ID)
			players = []tournament.PlayerID{g.Black, g.White}
		}
		for _, id := range players {
			if t.Player(id) != nil {
				link(t.NameOf(id), "player", int(id))
			}
		}
	}
}

// postReason adds a reason to a change without one.
func (s *Handlers) postReason(c *gin.Context, _ *director.Snapshot) error {
	version := page.Natural(c.Param("version"))
	err := s.Editor(c).Log().Explain(c.Request.Context(), version)
	if err == nil {
		return s.Redirect(c, "/desk/"+c.Param("slug")+"/log/"+strconv.Itoa(version))
	}
	if _, refused := fault.As(err); !refused {
		return err
	}
	view, failed := s.entryPage(c, version)
	if failed != nil {
		return failed
	}
	view.Notice = &page.Banner{Level: "error", Text: view.Error(err)}
	return s.RenderRefused(c, err, "entrylog", view)
}
