package site

import (
	"context"
	"strconv"

	"github.com/gin-gonic/gin"

	"tourney/internal/director"
	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/web/page"
)

// alarm says why nothing can be saved, and offers a backup where one can be made;
// nil while all is well.
func (s *Site) alarm(lang *i18n.Language) *page.Banner {
	err := s.Director.Trouble()
	if err == nil {
		return nil
	}
	b := &page.Banner{Level: "error", Text: lang.Error(err)}
	if fault.Is(err, "database.moved") {
		b.Action, b.Address = lang.T("exports.backup"), "/backup"
	}
	return b
}

// PlannedRound returns the round that the address names.
func (s *Site) PlannedRound(c *gin.Context) (*director.Snapshot, int, error) {
	snapshot, err := s.Snapshot(c)
	if err != nil {
		return nil, 0, err
	}
	n := page.Natural(c.Param("round"))
	if planned := max(snapshot.Tournament.Settings.Rounds, len(snapshot.Tournament.Rounds)); n < 1 || n > planned {
		return nil, 0, fault.New(fault.NotFound, "round.range", fault.Clip(c.Param("round")), planned)
	}
	return snapshot, n, nil
}

// Reviewer returns what judges the records of a snapshot's games.
func (s *Site) Reviewer(snapshot *director.Snapshot) func(context.Context, int) (*director.Review, error) {
	return func(ctx context.Context, game int) (*director.Review, error) {
		return s.Director.Review(ctx, snapshot.Tournament, game)
	}
}

// DeskBase returns the base of a desk page about a tournament. section is the
// path below /desk/{slug} that the page belongs to ("" for the desk itself),
// round the one shown, 0 for none.
func (s *Site) DeskBase(c *gin.Context, snapshot *director.Snapshot, title, section string, round int) page.Base {
	t := snapshot.Tournament
	b := s.PageBase(c, title)
	b.Language = b.In(page.Zone(t))
	home := "/desk/" + t.Info.Slug
	b.Event = page.NewEvent(t, home)
	for n := 1; n <= max(t.Settings.Rounds, len(t.Rounds)); n++ {
		r := page.RoundLink{Number: n, Current: n == round}
		switch {
		case n <= t.Current():
			r.Address = home + "/round/" + strconv.Itoa(n)
		case n <= len(t.Rounds)+1:
			r.Address = home + "/draw/" + strconv.Itoa(n)
		}
		b.Event.Rounds = append(b.Event.Rounds, r)
	}
	next := strconv.Itoa(min(len(t.Rounds)+1, t.Settings.Rounds))
	if n := len(t.Rounds); n > t.Current() {
		next = strconv.Itoa(n)
	}
	for _, sec := range []struct{ key, path, address string }{
		{"frame.desk", "", home},
		{"frame.players", "players", home + "/players"},
		{"frame.teams", "teams", home + "/teams"},
		{"frame.draw", "draw", home + "/draw/" + next},
		{"frame.standings", "standings", "/t/" + t.Info.Slug + "/standings"},
		{"frame.exports", "exports", home + "/exports"},
		{"frame.settings", "settings", home + "/settings"},
		{"frame.log", "log", home + "/log"},
	} {
		if sec.path == "teams" && !page.OfTeams(t) {
			continue
		}
		b.Event.Sections = append(b.Event.Sections, page.Link{Text: b.T(sec.key), Address: sec.address, Current: sec.path == section})
	}
	return b
}

// Snapshot returns the snapshot of the tournament in the address. A hidden
// tournament is missing for everybody who is not logged in.
func (s *Site) Snapshot(c *gin.Context) (*director.Snapshot, error) {
	slug := c.Param("slug")
	snapshot, err := s.Director.Snapshot(c.Request.Context(), slug)
	if err != nil {
		return nil, err
	}
	if snapshot.Tournament.Info.Hidden {
		if _, ok := s.Actor(c); !ok {
			return nil, fault.New(fault.NotFound, "tournament.missing", fault.Clip(slug))
		}
	}
	return snapshot, nil
}
