package public

import (
	"context"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"tourney/internal/app/director"
	"tourney/internal/event/day"
	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// In returns the public snapshot of a tournament in a language. Unnamed players get a word of the language.
func In(lang *i18n.Language, s *director.Snapshot) *director.Snapshot {
	return s.PublicIn(lang.Code(), func(p *tournament.Player) string {
		number := strconv.Itoa(int(p.ID))
		if p.Forgotten {
			return lang.T("privacy.forgotten", number)
		}
		return lang.T("privacy.anonymous", number)
	})
}

// A Visit holds all inputs of a public page: the tournament, the language and the address. Every reader therefore gets
// the same page.
type Visit struct {
	*director.Snapshot
	// Catalog has the languages in which the page is offered.
	Catalog *i18n.Catalog
	// Review judges the record of a game.
	Review func(ctx context.Context, game int) (*director.Review, error)
	Lang   *i18n.Language
	// Params are the variable parts of the path by their names.
	Params map[string]string
	Query  url.Values
	// After is the round of the standings by the address; the default is the last round with a result.
	After int
	Path  string
	// Origin is the public address of the server, such as "https://go.example.org"; "" if it is not configured.
	Origin string
	// Now is the time: news that have ended are left out. The page is cached; a script removes news that end later.
	Now time.Time
	// SignsUp is set while players can sign up.
	SignsUp bool
	// Live are the games that are played live, on the pages that show them.
	Live map[int]director.LiveGame
	// Offline is set if the page becomes a file: parts that need a server are left out.
	Offline bool
	// Framed is set if another site shows the page in a frame.
	Framed bool
	// Notice is shown above the page; may be nil.
	Notice *page.Banner
	// Ctx is the context of the request, to load data besides the snapshot.
	Ctx context.Context
	// roundNames are the short names of rounds in the standings, surnames the short names of players; nil until a page needs
	// them.
	roundNames map[int]string
	surnames   map[tournament.PlayerID]string
}

// A View makes the page of a visit: the name of its template and its data.
type View func(v *Visit) (name string, page any, err error)

// Mark is the part of the cache key for changes without a new version of the snapshot.
func (v *Visit) Mark() string { return v.liveMark() + SignUpMark(v.SignsUp) }

// SignUpMark is the mark of a page without live games, while players can sign up or not.
func SignUpMark(open bool) string {
	if open {
		return "#sign-up"
	}
	return ""
}

// Address returns the path and the known part of the query.
func (v *Visit) Address() string {
	if len(v.Query) == 0 {
		return v.Path
	}
	return v.Path + "?" + v.Query.Encode()
}

// To returns an address below the tournament's own.
func (v *Visit) To(path string) string { return "/t/" + v.Tournament.Info.Slug + path }

// Base returns the frame of a public page. section is the path below
// /t/{slug} that the page belongs to.
func (v *Visit) Base(title, section string) page.Base {
	t := v.Tournament
	b := page.Frame(v.Catalog.Languages(), v.Lang, v.Address(), title)
	b.Event, b.News, b.Offline = page.NewEvent(t, v.To("")), page.News(t, v.Now), v.Offline
	b.Notice = v.Notice
	if v.Offline {
		b.Event.Follow, b.News = "", nil
	}
	b.Preview = &page.Preview{Site: v.Origin, Address: v.Origin + v.with("sort", ""), Text: v.summary()}
	for n := 1; n <= max(t.Settings.Rounds, t.Current()) && !t.IsOpen(); n++ {
		r := page.RoundLink{Number: n}
		if n <= t.Current() {
			r.Address = v.To("/round/" + strconv.Itoa(n))
		}
		b.Event.Rounds = append(b.Event.Rounds, r)
	}
	for _, sec := range []struct{ key, path string }{
		{"frame.now", ""},
		{"signup.title", "/sign-up"},
		{"frame.standings", "/standings"},
		{"frame.teams", "/teams"},
		{"frame.players", "/players"},
		{"frame.games", "/games"},
		{"evening.title", "/evenings"},
		{"live.title", "/live"},
		{"frame.crosstable", "/crosstable"},
		{"frame.bracket", "/bracket"},
		{"frame.statistics", "/statistics"},
		{"frame.about", "/about"},
	} {
		if sec.path == "" && day.Shown(t) != nil {
			sec.key = "frame.final"
		}
		switch {
		case t.IsOpen() && (OfRounds(sec.path) || sec.path == "/statistics"),
			sec.path == "/bracket" && len(page.Knockouts(t)) == 0,
			sec.path == "/teams" && !page.OfTeams(t),
			sec.path == "/evenings" && !t.IsOpen(),
			sec.path == "/sign-up" && !v.SignsUp,
			sec.path == "/live" && (v.Offline || !HasLive(t)),
			sec.path == "/crosstable" && section != sec.path && v.crowded(),
			t.Current() == 0 && section != sec.path && slices.Contains(afterRound1, sec.path):
			continue
		}
		b.Event.Sections = append(b.Event.Sections, page.Link{
			Text: b.T(sec.key), Address: v.To(sec.path), Current: sec.path == section,
		})
	}
	return b
}

// afterRound1 are the sections that are empty before the first round.
var afterRound1 = []string{"/games", "/crosstable", "/bracket", "/statistics"}

// summary describes the tournament in a line: when, where, how many players and rounds.
func (v *Visit) summary() string {
	t := v.Tournament
	facts := []string{v.Lang.Dates(t.Info.Begin.Time, t.Info.End.Time), page.Place(t.Info.Place, t.Info.Country)}
	if n := v.Participation().Count(); n > 0 {
		facts = append(facts, v.Lang.T("player.count", n))
	}
	if t.IsOpen() {
		facts = append(facts, v.Lang.T("system.open"))
	} else {
		facts = append(facts, v.Lang.T("now.rounds", t.Settings.Rounds))
	}
	return strings.Join(slices.DeleteFunc(facts, func(s string) bool { return s == "" }), " · ")
}

// Round returns the published round with the number in the address.
func (v *Visit) Round() (int, error) {
	n, err := strconv.Atoi(v.Params["round"])
	if err != nil {
		return 0, fault.New(fault.NotFound, "fault.page")
	}
	if v.Tournament.IsOpen() {
		return 0, fault.New(fault.NotFound, "fault.page")
	}
	if n < 1 || n > v.Tournament.Current() {
		return 0, fault.New(fault.NotFound, "round.unpublished", n)
	}
	return n, nil
}

// ParseAfter sets After from the query.
func (v *Visit) ParseAfter() (err error) {
	t := v.Tournament
	if text := v.Query.Get("after"); text != "" {
		v.After, err = strconv.Atoi(text)
		if err != nil || v.After < 0 || v.After > t.Current() {
			return fault.New(fault.NotFound, "round.unpublished", fault.Clip(text))
		}
		return nil
	}
	v.After = t.Current()
	if v.After > 0 && t.Rounds[v.After-1].Missing() > 0 && len(t.Rounds[v.After-1].Finished()) == 0 {
		v.After--
	}
	return nil
}
