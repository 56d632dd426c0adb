package web

import (
	"context"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/director"
	"tourney/internal/i18n"
	"tourney/internal/tournament"
)

// A base is what every page has around its content. Every page struct embeds
// it: {{.T "key"}} says a message, {{.Title}} names the page.
type base struct {
	*i18n.Language
	Title string
	// Address is the page's own path and query.
	Address   string
	Languages []languageLink
	// Event is the tournament the page is about; nil outside one.
	Event *event
	// User is who is logged in, on the pages of the desk; public pages are
	// shared by all and leave it empty.
	User string
	// Sheet is what printed lists say beside the title, such as when the round
	// starts.
	Sheet string
	// Refresh is after how many seconds the page is fetched anew where no script
	// does it; 0 is never.
	Refresh int
	// Notice is said above the content; may be nil.
	Notice *banner
	// Alarm says to who is logged in that nothing can be saved; nil while all is
	// well.
	Alarm *banner
}

// A languageLink leads to the page in another language.
type languageLink struct {
	Code, Name, Address string
	Current             bool
}

// An event is the tournament in the frame: its name and where one can go.
type event struct {
	Slug, Name string
	// Zone is the time zone that times of day are told in.
	Zone     string
	Version  int
	Home     string
	Rounds   []roundLink
	Sections []link
	// Follow is the address of the live events.
	Follow string
}

// A link is a place to go, and whether one is there.
type link struct {
	Text, Address string
	Current       bool
}

// A roundLink is a link of the round switch. The address is empty for a round
// that cannot be looked at yet.
type roundLink struct {
	Number  int
	Address string
	Current bool
}

// A banner is one line above the content. Level is "notice", "warning" or
// "error"; Action and Address offer what to do, both may be empty.
type banner struct {
	Level, Text     string
	Action, Address string
	// Login says that the action is the login, after which what was typed is
	// put back.
	Login bool
}

// pageBase returns the base of a page outside any tournament.
func (s *site) pageBase(c *gin.Context, title string) base {
	b := frame(s.catalog, s.language(c), c.Request.URL.RequestURI(), title)
	if actor, ok := s.actor(c); ok {
		b.User = actor.Name
		b.Alarm = s.alarm(b.Language)
	}
	return b
}

// frame returns the base of a page that does not depend on who asks.
func frame(catalog *i18n.Catalog, lang *i18n.Language, address, title string) base {
	b := base{Language: lang, Title: title, Address: address}
	for _, l := range catalog.Languages() {
		b.Languages = append(b.Languages, languageLink{l.Code(), l.Name(), withLanguage(address, l.Code()), l.Code() == lang.Code()})
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
func (s *site) deskBase(c *gin.Context, snapshot *director.Snapshot, title, section string, round int) base {
	t := snapshot.Tournament
	b := s.pageBase(c, title)
	b.Language = b.In(zone(t))
	home := "/desk/" + t.Info.Slug
	b.Event = newEvent(t, home)
	for n := 1; n <= max(t.Settings.Rounds, len(t.Rounds)); n++ {
		r := roundLink{Number: n, Current: n == round}
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
		if sec.path == "teams" && !ofTeams(t) {
			continue
		}
		b.Event.Sections = append(b.Event.Sections, link{b.T(sec.key), sec.address, sec.path == section})
	}
	return b
}

func newEvent(t *tournament.Tournament, home string) *event {
	return &event{
		Slug: t.Info.Slug, Name: t.Info.Name, Zone: zone(t).String(), Version: t.Version, Home: home,
		Follow: "/t/" + t.Info.Slug + "/events",
	}
}

// zone returns the tournament's time zone. The model holds only zones that
// load, so UTC stands in for none but the empty one.
func zone(t *tournament.Tournament) *time.Location {
	z, err := time.LoadLocation(t.Info.Zone)
	if err != nil {
		return time.UTC
	}
	return z
}
