package web

import (
	"context"
	"strconv"

	"github.com/gin-gonic/gin"

	"tourney/internal/director"
	"tourney/internal/web/page"
)

// pageBase returns the base of a page outside any tournament.
func (s *site) pageBase(c *gin.Context, title string) page.Base {
	b := page.Frame(s.catalog, s.language(c), c.Request.URL.RequestURI(), title)
	if actor, ok := s.actor(c); ok {
		b.User = actor.Name
		b.Alarm = s.alarm(b.Language)
	}
	return b
}

// reviewer returns what judges the records of a snapshot's games.
func (s *site) reviewer(snapshot *director.Snapshot) func(context.Context, int) (*director.Review, error) {
	return func(ctx context.Context, game int) (*director.Review, error) {
		return s.director.Review(ctx, snapshot.Tournament, game)
	}
}

// deskBase returns the base of a desk page about a tournament. section is the
// path below /desk/{slug} that the page belongs to ("" for the desk itself),
// round the one shown, 0 for none.
func (s *site) deskBase(c *gin.Context, snapshot *director.Snapshot, title, section string, round int) page.Base {
	t := snapshot.Tournament
	b := s.pageBase(c, title)
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
