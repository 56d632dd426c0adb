package tablet

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/event/day"
	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/rank"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
	"tourney/internal/web/public"
)

// A tabletPage is the page of a pinned device. Its script shows one part at a time.
type tabletPage struct {
	page.Base
	Action string
	// Here describes check-in, Results the round, Play the waiting players; "" if it does not apply now. Main is
	// the part that fits the hour.
	Here, Results, Play, Main string
	// Open is set for open play, Idle while no game of it can have a result.
	Open, Idle bool
	// Next is the sentence after check-in.
	Next    string
	Letters []string
	Adds    bool
	// State has the people and games for the script, as JSON.
	State string
	// Hall is the language of the start, by its code.
	Hall string
}

// A state is what the script needs to work without a connection.
type state struct {
	People []person `json:"people"`
	Games  []game   `json:"games"`
	// Most limits a margin.
	Most int `json:"most"`
	// Open is nil outside open play.
	Open *openState `json:"open,omitempty"`
}

// A person is a player as public pages show them.
type person struct {
	ID     tournament.PlayerID `json:"id"`
	Name   string              `json:"name"`
	Given  string              `json:"given"`
	Sub    string              `json:"sub"`
	Letter string              `json:"letter"`
	Here   bool                `json:"here"`
	// Refused is the reason why the tablet does not check the player in.
	Refused string `json:"refused,omitempty"`
	wait
}

// A game is a game of the current round, or of this evening.
type game struct {
	ID    int    `json:"id"`
	Table int    `json:"table"`
	Seen  string `json:"seen"`
	Black side   `json:"black"`
	White side   `json:"white"`
	// Jigo is set if the game may end in a jigo, Half if margins end in a half.
	Jigo bool `json:"jigo"`
	Half bool `json:"half"`
	// Known describes the result and its source; Winner, How and Margin are the fields of a form with the result.
	Known  string `json:"known,omitempty"`
	Winner string `json:"winner,omitempty"`
	How    string `json:"how,omitempty"`
	Margin string `json:"margin,omitempty"`
	// Closed is set if only the desk can enter a result, Running if the game has none.
	Closed  bool `json:"closed,omitempty"`
	Running bool `json:"running,omitempty"`
}

// A side is a player of a game.
type side struct {
	ID   tournament.PlayerID `json:"id"`
	Name string              `json:"name"`
	Sub  string              `json:"sub"`
}

func (s *Handlers) visit(c *gin.Context, snapshot *director.Snapshot) *public.Visit {
	lang := s.Language(c).In(page.Zone(snapshot.Tournament))
	return &public.Visit{
		Snapshot: public.In(lang, snapshot), Catalog: s.Catalog, Lang: lang, Path: c.Request.URL.Path, Now: s.Director.Now(),
	}
}

func (s *Handlers) show(c *gin.Context, snapshot *director.Snapshot) error {
	t, v := snapshot.Tournament, s.visit(c, snapshot)
	view := &tabletPage{Base: v.Base(v.Lang.T("tablet.title"), "/tablet"), Action: v.To("/tablet"), Adds: s.adds(t), Hall: s.HallLanguage(c)}
	view.Preview = nil
	st := state{People: people(v, t), Games: games(v, t), Most: t.MostMargin()}
	view.Letters = letters(v.Lang, st.People)
	if t.IsOpen() {
		if err := st.fillEvening(c.Request.Context(), v, snapshot); err != nil {
			return err
		}
		view.describeEvening(t, st)
	} else {
		view.describe(t, st, v.Now)
	}
	text, err := json.Marshal(st)
	if err != nil {
		return err
	}
	view.State = string(text)
	return s.Render(c, "tablet", view)
}

// describe decides which parts apply, and which one fits the hour.
func (p *tabletPage) describe(t *tournament.Tournament, st state, now time.Time) {
	n, here, expected := t.Current(), 0, 0
	for _, one := range st.People {
		if one.Here {
			here++
		}
		if one.Refused == "" {
			expected++
		}
	}
	over := t.Info.Archived || day.ClockAt(t, now).Phase == day.Over
	if at := day.StartOf(t, n+1); !at.IsZero() && n < t.Settings.Rounds {
		p.Next = p.T("hall.start", n+1, p.Clock(at)) + "."
	}
	if n < t.Settings.Rounds && !over {
		p.Main, p.Here = "here", strings.TrimSpace(p.Next+" "+p.T("tablet.here.count", here, expected))
	}
	if len(st.Games) > 0 && t.Settings.PlayersDecide() && !over {
		p.Results = p.T("tablet.result.when")
		if p.Main == "" || t.Round(n).Missing() > 0 {
			p.Main = "result"
		}
	}
}

// people are the players with their public names, in the order of the language. Withdrawn players are left out.
func people(v *public.Visit, t *tournament.Tournament) []person {
	list := []person{}
	places := t.Places()
	for i := range t.Players {
		p, shown := &t.Players[i], &v.Tournament.Players[i]
		if p.Status == tournament.Withdrawn || p.Forgotten || t.StandIn(p.ID) {
			continue
		}
		one := person{
			ID: p.ID, Name: shown.Name(), Given: shown.Given, Sub: facts(shown.Rank.String(), shown.Club), Letter: letterOf(shown.Name()),
			Here: p.Status == tournament.CheckedIn,
		}
		if one.Given == "" {
			one.Given = one.Name
		}
		if !one.Here && places.Reserve(p.ID) > 0 {
			one.Refused = v.Lang.T("link.reserve")
		}
		list = append(list, one)
	}
	i18n.Sort(v.Lang, list, func(p person) string { return p.Name })
	return list
}

// facts joins the facts that are not "".
func facts(all ...string) string {
	return strings.Join(slices.DeleteFunc(all, func(fact string) bool { return fact == "" }), " · ")
}

// games are the games of the current round in the order of their tables, or of open play.
func games(v *public.Visit, t *tournament.Tournament) []game {
	list, shown := []game{}, roundGames(t)
	if t.IsOpen() {
		shown = openGames(t, v.Now)
	}
	for _, g := range shown {
		view := page.NewGameView(v.Lang, v.Tournament, g)
		one := game{
			ID: g.ID, Table: g.Table, Seen: page.FormatSeen(g), Jigo: t.MayBeJigo(g), Half: !g.Komi.Whole(),
			Closed: g.Dispute.Open() || t.ChoosesKomi(g), Running: !g.Result.Known(), Known: known(v.Lang, v.Tournament, g),
			Black: side{g.Black, view.Black.Name, facts(v.Lang.T("game.stone.black"), view.Black.Rank)},
			White: side{g.White, view.White.Name, facts(v.Lang.T("game.stone.white"), view.White.Rank, view.TermsWords)},
		}
		one.fill(g)
		list = append(list, one)
	}
	return list
}

// roundGames are the games of the current round in the order of their tables.
func roundGames(t *tournament.Tournament) (list []*tournament.Game) {
	r := t.Round(t.Current())
	if r == nil {
		return nil
	}
	for i := range r.Games {
		list = append(list, &r.Games[i])
	}
	slices.SortFunc(list, func(a, b *tournament.Game) int { return a.Table - b.Table })
	return list
}

// fill fills the fields of a form with the result of the game.
func (v *game) fill(g *tournament.Game) {
	switch r := g.Result; r.Outcome {
	case tournament.BlackWins:
		v.Winner = strconv.Itoa(int(g.Black))
	case tournament.WhiteWins:
		v.Winner = strconv.Itoa(int(g.White))
	case tournament.Jigo:
		v.Winner = "jigo"
	}
	switch g.Result.Manner {
	case tournament.ByResignation:
		v.How = "R"
	case tournament.ByTime:
		v.How = "T"
	case tournament.ByPoints:
		v.Margin = strings.TrimSuffix(g.Result.String()[2:], ".0")
	}
}

// known describes the result of a game with its source, "" without one.
func known(lang *i18n.Language, t *tournament.Tournament, g *tournament.Game) string {
	by, reported := tournament.Reporter(g.EnteredBy)
	switch {
	case g.Dispute.Open():
		return lang.T("report.question")
	case t.ChoosesKomi(g):
		return lang.T("tablet.desk")
	case !g.Result.Known():
		return ""
	case !reported:
		return lang.T("report.stands.desk", g.Result)
	case g.ConfirmedBy != "":
		return lang.T("report.stands.both", g.Result, lang.Clock(g.EnteredAt))
	case t.Player(by) == nil:
		return lang.T("report.says.somebody", g.Result)
	}
	return lang.T("report.stands.other", t.NameOf(by), g.Result, lang.Clock(g.EnteredAt))
}

// sendNotes sends what only the player reads, after they have touched their name: the fee and the membership, or with
// another player the doubts about a game of the two.
func (s *Handlers) sendNotes(c *gin.Context, snapshot *director.Snapshot) error {
	t := snapshot.Tournament
	lang, p := s.Language(c), t.Player(tournament.PlayerID(page.Natural(c.Param("player"))))
	if p == nil {
		return fault.New(fault.NotFound, "player.missing", page.Natural(c.Param("player")))
	}
	if with := tournament.PlayerID(page.Natural(c.Query("with"))); with != 0 {
		notes, err := judge(c.Request.Context(), s.visit(c, snapshot), snapshot, [2]tournament.PlayerID{p.ID, with})
		if err != nil {
			return err
		}
		return send(c, 200, notes)
	}
	notes := []string{}
	if due := day.Owed(t, p, t.Info.DateAt(s.Director.Now())).Sum - p.Fee.Paid; due > 0 {
		notes = append(notes, lang.T("tablet.due", page.Money(lang, t, due)))
	}
	if lapse := page.Lapse(lang, t, p, s.Director.Now()); lapse != "" {
		notes = append(notes, lang.T("tablet.membership", lapse))
	}
	return send(c, 200, notes)
}

// A found is a player of a rating list.
type found struct {
	Entry string `json:"entry"`
	Name  string `json:"name"`
	Sub   string `json:"sub"`
	// Here is set for a registered player.
	Here bool `json:"here"`
}

// mostFound limits the players that a search finds.
const mostFound = 6

// sendFound sends the players of the stored rating lists that match a typed name.
func (s *Handlers) sendFound(c *gin.Context, snapshot *director.Snapshot) error {
	ctx, t := c.Request.Context(), snapshot.Tournament
	all := []found{}
	query := strings.TrimSpace(page.Clip(c.Query("find")))
	if query == "" || !s.adds(t) {
		return send(c, 200, all)
	}
	lists, err := s.Director.RatingLists().At(ctx, t.Info.Slug)
	if err != nil {
		return err
	}
	listed, _, err := lists.Lookup(ctx, query, mostFound)
	if err != nil {
		return err
	}
	for _, f := range listed {
		all = append(all, found{
			f.Key(), f.Entry.Name(), facts(f.Entry.Rank.String(), f.Entry.Club, f.Entry.Country),
			slices.ContainsFunc(t.Players, func(p tournament.Player) bool { return f.Entry.Is(&p) }),
		})
	}
	return send(c, 200, all)
}

// Ranks are the keys for the rank of a newcomer, the weakest first.
func (p *tabletPage) Ranks() (list []string) {
	for r := rank.Kyu30; r <= rank.Dan7; r++ {
		list = append(list, r.String())
	}
	return list
}

// Digits are the first keys of the pad.
func (p *tabletPage) Digits() []int { return []int{1, 2, 3, 4, 5, 6, 7, 8, 9} }
