package draw

import (
	"math/big"
	"net/http"
	"slices"
	"strconv"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/pairing"
	"tourney/internal/tournament"
	"tourney/internal/web/form"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// A whyNotPage shows the cost of a game between two players.
type whyNotPage struct {
	page.Base
	Round int
	// Path is the address of the round's draw.
	Path  string
	Form  *whyNotForm
	A, B  seatedView
	Fault string
	// Plan is the heading of the facts if the system's plan decides; such pairs have no cost.
	Plan string
	// Facts come first: the two meet already, have met before, or must not meet.
	Facts []string
	Why   []page.ReasonView
	// Cost compares with the current draw.
	Cost *changeCost
	// Instead are the games that would replace games of the draw.
	Instead []exchangeView
	// Meet is the button that makes this draw, Swap the button that only exchanges opponents; both may be nil.
	Meet, Swap *meetView
}

// A whyNotForm chooses two players of a round.
type whyNotForm struct {
	*i18n.Language
	// Action is the address that the form posts to.
	Action string
	A, B   []form.OptionView
}

// An exchangeView is a game of the draw with the two meeting.
type exchangeView struct {
	page.GameView
	// Pair is set for the game of the two players.
	Pair bool
}

// A meetView is the button that pairs two players: its action and the players.
type meetView struct {
	Do      string
	Players []tournament.PlayerID
}

// newWhyNotForm returns the form for the cost of a game of two players in round n; 0 leaves a choice open.
func newWhyNotForm(lang *i18n.Language, t *tournament.Tournament, n int, two [2]tournament.PlayerID) *whyNotForm {
	f := &whyNotForm{Language: lang, Action: page.DrawPath(t, n) + "/why"}
	of := t.Entrants()
	everybody := []form.OptionView{{Text: lang.T("entry.merge.choose")}}
	for i := range of.Players {
		p := &of.Players[i]
		if p.Plays(n) && !t.StandIn(p.ID) {
			everybody = append(everybody, form.OptionView{Value: strconv.Itoa(int(p.ID)), Text: p.Name() + " " + p.Rank.String()})
		}
	}
	i18n.Sort(lang, everybody[1:], func(o form.OptionView) string { return o.Text })
	chosen := func(list []form.OptionView, id tournament.PlayerID) []form.OptionView {
		list = slices.Clone(list)
		for i := range list {
			list[i].Current = id > 0 && list[i].Value == strconv.Itoa(int(id))
		}
		return list
	}
	f.A, f.B = chosen(everybody, two[0]), chosen(everybody, two[1])
	return f
}

// side returns the ID that is paired for a player: the team's when teams play,
// otherwise the player's own.
func side(t *tournament.Tournament, id tournament.PlayerID) tournament.PlayerID {
	if team := t.TeamOf(id); t.Settings.Teams.Boards > 0 && team != nil {
		return team.ID
	}
	return id
}

func (s *Handlers) showWhyNot(c *gin.Context, snapshot *director.Snapshot, n int) error {
	t := snapshot.Tournament
	if t.Round(n) == nil {
		return fault.New(fault.NotFound, "round.missing", n)
	}
	a, b := side(t, tournament.PlayerID(page.Natural(c.Query("a")))), side(t, tournament.PlayerID(page.Natural(c.Query("b"))))
	view := &whyNotPage{
		Base: s.DeskBase(c, snapshot, s.Language(c).T("draw.why.compare"), "draw").AtRound(n), Round: n,
		Path: page.DrawPath(t, n),
	}
	view.ReadOnly = false // a search form: it changes nothing
	view.Form = newWhyNotForm(view.Language, t, n, [2]tournament.PlayerID{a, b})
	if c.Query("a") == "" || c.Query("b") == "" {
		return s.Render(c, "whynot", view)
	}
	status, err := view.answer(c, snapshot, a, b)
	if err != nil {
		return err
	}
	return s.RenderStatus(c, status, "whynot", view)
}

// answer fills the page with the answer, or with the reason against one.
func (p *whyNotPage) answer(c *gin.Context, snapshot *director.Snapshot, a, b tournament.PlayerID) (status int, err error) {
	t := snapshot.Tournament
	if facts := pairing.WhyNot(t, p.Round, a, b); facts != nil {
		p.Title = p.T("draw.whynot.two", t.Entrants().Player(a).Name(), t.Entrants().Player(b).Name())
		p.A, p.B = p.person(snapshot, t.Entrants(), a), p.person(snapshot, t.Entrants(), b)
		p.Plan = p.T("draw.whynot.plan", t.Settings.Stage(p.Round).System)
		if g := t.Entrants().Round(p.Round).Game(a); g != nil && g.Has(b) {
			p.Facts = []string{p.T("draw.whynot.meet", g.Table)}
			return http.StatusOK, nil
		}
		p.Facts = page.Texts(p.Language, facts)
		return http.StatusOK, nil
	}
	var other *pairing.Alternative
	if err = checkAskable(t, p.Round, a, b); err == nil {
		other, err = snapshot.Instead(c.Request.Context(), p.Round, a, b)
	}
	if err == nil && other == nil {
		err = fault.New(fault.Conflict, "draw.whynot.odd", p.Round)
	}
	if err != nil {
		if _, ok := fault.As(err); !ok {
			return 0, err
		}
		p.Fault = p.Error(err)
		return site.StatusOf(err), nil
	}
	of := t.Entrants()
	p.Title = p.T("draw.whynot.two", of.Player(a).Name(), of.Player(b).Name())
	p.A, p.B = p.person(snapshot, of, a), p.person(snapshot, of, b)
	stands, err := pairing.Evaluate(of, p.Round)
	if err != nil {
		return 0, err
	}
	p.Cost = newChangeCost(p.Language, stands, other.Draw)
	if !other.FromBest(stands) {
		p.Cost.Numbers = append(p.Cost.Numbers, p.T("draw.cost.share", p.T("draw.cost.most"), formatBig(new(big.Int).Neg(other.Cost))))
	}
	p.fillInstead(of, other, a, b)
	if p.Swap = meeting(t.Round(p.Round), a, b); t.Settings.Teams.Boards > 0 {
		p.Swap = nil
	}
	if p.Swap != nil && !dropsResults(t.Round(p.Round), other) {
		p.Meet = &meetView{"meet", []tournament.PlayerID{a, b}}
	}
	return http.StatusOK, p.fillFacts(t, a, b)
}

// dropsResults reports whether a game that would be replaced has a result.
func dropsResults(r *tournament.Round, other *pairing.Alternative) bool {
	return slices.ContainsFunc(other.Draw.Games, func(p pairing.Pairing) bool {
		if !slices.Contains(other.Changed, p.Game.Table) {
			return false
		}
		black, white := r.Game(p.Game.Black), r.Game(p.Game.White)
		return black != nil && black.Result.Known() || white != nil && white.Result.Known()
	})
}

// checkAskable returns a fault for questions that have no cost as an answer.
func checkAskable(t *tournament.Tournament, n int, a, b tournament.PlayerID) error {
	of := t.Entrants()
	if a == b {
		return fault.New(fault.Invalid, "draw.whynot.same")
	}
	for _, id := range []tournament.PlayerID{a, b} {
		switch p := of.Player(id); {
		case p == nil:
			return fault.New(fault.NotFound, "player.missing", int(id))
		case of.Round(n).HasBye(id):
			return fault.New(fault.Conflict, "draw.whynot.bye", p.Name(), n)
		case !p.Plays(n) && of.Round(n).Game(id) == nil:
			return fault.New(fault.Conflict, "player.away", p.Name(), n)
		}
	}
	return nil
}

// person returns one of the two with their score.
func (p *whyNotPage) person(snapshot *director.Snapshot, of *tournament.Tournament, id tournament.PlayerID) seatedView {
	v := entrantsOf(snapshot, of, p.Round).view(p.Language, id)
	v.Candidates = p.Path + "/meet/" + strconv.Itoa(int(id))
	return v
}

// fillInstead lists the games that would change, and the reasons for the game of
// the two.
func (p *whyNotPage) fillInstead(of *tournament.Tournament, other *pairing.Alternative, a, b tournament.PlayerID) {
	for i := range other.Draw.Games {
		g := &other.Draw.Games[i].Game
		isPair := g.Has(a) && g.Has(b)
		if isPair {
			p.Why = page.Reasons(p.Language, other.Draw.Explain(g.Table))
		}
		if slices.Contains(other.Changed, g.Table) {
			p.Instead = append(p.Instead, exchangeView{page.NewGameView(p.Language, of, g), isPair})
		}
	}
}

// fillFacts adds the facts about the two.
func (p *whyNotPage) fillFacts(t *tournament.Tournament, a, b tournament.PlayerID) error {
	if g := t.Entrants().Round(p.Round).Game(a); g != nil && g.Has(b) {
		p.Facts = append(p.Facts, p.T("draw.whynot.meet", g.Table))
		p.Instead = nil
	}
	list, err := pairing.Opponents(t, p.Round, a)
	if err != nil {
		return err
	}
	of := slices.IndexFunc(list, func(c pairing.Candidate) bool { return c.Player == b })
	if list[of].Apart {
		p.Facts = append(p.Facts, p.T("draw.whynot.apart"))
	}
	if c := &list[of]; c.Met > 0 {
		p.Facts = append(p.Facts, p.T("explain.duplicate.none", c.Met, c.LastMet))
	}
	return nil
}

// meeting returns the button that pairs two players; nil when a result prevents it. Players with opponents exchange
// them.
func meeting(r *tournament.Round, a, b tournament.PlayerID) *meetView {
	ga, gb := r.Game(a), r.Game(b)
	switch {
	case ga != nil && (ga.Result.Known() || ga.Has(b)), gb != nil && gb.Result.Known():
		return nil
	case ga == nil && gb == nil:
		return &meetView{"two", []tournament.PlayerID{a, b}}
	case gb != nil:
		return &meetView{"swap", []tournament.PlayerID{a, gb.Opponent(b)}}
	}
	return &meetView{"swap", []tournament.PlayerID{b, ga.Opponent(a)}}
}
