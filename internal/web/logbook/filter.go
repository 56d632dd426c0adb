package logbook

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/i18n"
	"tourney/internal/tournament"
	"tourney/internal/web/form"
	"tourney/internal/web/history"
	"tourney/internal/web/page"
)

// A filter narrows the log by its address. The zero filter shows everything.
type filter struct {
	by, kind                   string
	player, game, round, table int
}

// readFilter parses the filter in an address.
func readFilter(c *gin.Context) filter {
	return filter{
		by: page.Clip(c.Query("by")), kind: page.Clip(c.Query("kind")), player: page.Natural(c.Query("player")),
		game: page.Natural(c.Query("game")), round: page.Natural(c.Query("round")), table: page.Natural(c.Query("table")),
	}
}

// kinds are the kinds of changes, by the message of their name.
var kinds = []struct {
	key, name string
	holds     []director.Subject
}{
	{"log.kind.results", "results", []director.Subject{director.OfResult, director.OfRecord}},
	{"frame.draw", "draw", []director.Subject{director.OfRound, director.OfGames, director.OfSeeds, director.OfConstraints}},
	{"frame.players", "players", []director.Subject{director.OfPlayers, director.OfTeams}},
	{"frame.settings", "settings", []director.Subject{director.OfTournament}},
	{"log.kind.day", "day", []director.Subject{director.OfDay}},
}

// log returns the filter for the director's log.
func (f filter) log() director.LogFilter {
	narrowed := director.LogFilter{By: f.by, Player: tournament.PlayerID(f.player), Game: f.game, Round: f.round, Table: f.table}
	for _, kind := range kinds {
		if kind.name == f.kind {
			narrowed.Actions = director.ActionsOf(kind.holds...)
		}
	}
	return narrowed
}

// query returns the filter and a page as the query of an address.
func (f filter) query(number int) string {
	values := url.Values{}
	for name, value := range map[string]string{"by": f.by, "kind": f.kind} {
		if value != "" {
			values.Set(name, value)
		}
	}
	for name, n := range map[string]int{"player": f.player, "game": f.game, "round": f.round, "table": f.table, "page": number} {
		if n > 0 {
			values.Set(name, strconv.Itoa(n))
		}
	}
	if len(values) == 0 {
		return ""
	}
	return "?" + values.Encode()
}

// A filterView is the form that narrows the log.
type filterView struct {
	// Kinds are links that keep the rest of the filter; the first is everything.
	Kinds                   []page.Link
	Players, Rounds, People []form.OptionView
	Kind                    string
	Table, Game             int
	// GameText names the only shown game; may be empty.
	GameText string
	// Narrowed is set if the filter excludes entries, All is the address without it. Fact names what the filter is set to,
	// or can be.
	Narrowed  bool
	All, Fact string
}

// newFilterView returns the form for a filter. authors are all authors of changes.
func newFilterView(lang *i18n.Language, t *tournament.Tournament, f filter, authors []string) *filterView {
	v := &filterView{Kind: f.kind, Table: f.table, Narrowed: f != filter{}, All: "/desk/" + t.Info.Slug + "/log"}
	everything := f
	everything.kind = ""
	v.Kinds = []page.Link{{Text: lang.T("log.everything"), Address: v.All + everything.query(0), Current: f.kind == ""}}
	for _, kind := range kinds {
		of := f
		of.kind = kind.name
		v.Kinds = append(v.Kinds, page.Link{Text: lang.T(kind.key), Address: v.All + of.query(0), Current: of == f})
	}
	v.Players = []form.OptionView{{Text: lang.T("log.players")}}
	names := slices.Clone(t.Players)
	i18n.Sort(lang, names, func(p tournament.Player) string { return p.Name() })
	for i := range names {
		p := &names[i]
		v.Players = append(v.Players, form.OptionView{Value: strconv.Itoa(int(p.ID)), Text: p.Name(), Current: int(p.ID) == f.player})
	}
	if f.player > 0 && t.Player(tournament.PlayerID(f.player)) == nil { // removed since
		v.Players = append(v.Players, form.OptionView{Value: strconv.Itoa(f.player), Text: strconv.Itoa(f.player), Current: true})
	}
	v.Rounds = []form.OptionView{{Text: lang.T("log.rounds")}}
	for n := range len(t.Rounds) {
		n++
		v.Rounds = append(v.Rounds, form.OptionView{Value: strconv.Itoa(n), Text: strconv.Itoa(n), Current: n == f.round})
	}
	v.People = []form.OptionView{{Text: lang.T("log.everybody")}}
	for _, name := range authorsOf(authors, f.by) {
		v.People = append(v.People, form.OptionView{Value: name, Text: history.AuthorOrSomebody(lang, t, name), Current: name == f.by})
	}
	if g := t.Game(f.game); g != nil {
		v.Game, v.GameText = g.ID, lang.T("log.game", g.Round, g.Table, t.NameOf(g.Black), t.NameOf(g.White))
	}
	v.Fact = v.fact(lang, f)
	return v
}

// fact returns the values of the filter in words, or without any the names of its fields.
func (v *filterView) fact(lang *i18n.Language, f filter) string {
	var set []string
	for _, list := range [][]form.OptionView{v.Players, v.People} {
		for i := range list {
			if list[i].Current && list[i].Value != "" {
				set = append(set, list[i].Text)
			}
		}
	}
	if f.round > 0 {
		set = append(set, lang.T("frame.round", f.round))
	}
	if f.table > 0 {
		set = append(set, lang.T("game.table")+" "+strconv.Itoa(f.table))
	}
	if v.GameText != "" {
		set = append(set, v.GameText)
	}
	if set == nil {
		set = []string{lang.T("log.player"), lang.T("log.round"), lang.T("game.table"), lang.T("log.by")}
	}
	return strings.Join(set, " · ")
}

// authorsOf returns the authors to choose from; all reporting players are one.
func authorsOf(authors []string, chosen string) (names []string) {
	for _, name := range append(authors, chosen) {
		if _, reported := tournament.Reporter(name); reported {
			name = tournament.ByLink
		}
		if name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}
