package public

import (
	"slices"
	"strconv"
	"strings"

	"tourney/internal/results"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// A whyPage shows why a player stands where he stands: beside whoever is placed
// just above him, and just below.
type whyPage struct {
	page.Base
	Player    page.PlayerView
	Pairs     []neighboursView
	After     int
	Standings string // their address
}

// A neighboursView sets two players who follow one another in the standings
// side by side.
type neighboursView struct {
	Title        string
	Upper, Lower whySide
	Criteria     []whyLine
	// Verdict says what decides.
	Verdict string
	// Met are the games between the two, or, where a criterion decides that asks
	// who beat whom, those among all who were equal before it: Among are they.
	Met   []string
	Among string
}

// A whySide is one of the two.
type whySide struct {
	page.PlayerView
	Place int
}

// A whyLine is one criterion with both players' numbers.
type whyLine struct {
	page.CriterionView
	Upper, Lower       string
	UpperSum, LowerSum string
	// Decides marks the first criterion in which they differ; those after it do
	// not matter.
	Decides, Idle bool
}

func showWhy(v *Visit) (string, any, error) {
	p, err := v.player()
	if err != nil {
		return "", nil, err
	}
	n, err := v.After()
	if err != nil {
		return "", nil, err
	}
	view := whyPage{
		Base: v.Base(v.Lang.T("why.title", p.Name()), "/standings"), Player: page.NewPlayerView(v.Tournament, p.ID), After: n,
		Standings: v.To("/standings?after=" + strconv.Itoa(n)),
	}
	standings := v.ranked(p.ID, n)
	at := standings.Row(p.ID).Line - 1
	for i := max(at-1, 0); i <= at && i+1 < len(standings.Rows); i++ {
		view.Pairs = append(view.Pairs, v.neighbours(standings, &standings.Rows[i], &standings.Rows[i+1]))
	}
	return "why", &view, nil
}

// neighbours compares two rows, the upper one first.
func (v *Visit) neighbours(s *results.Standings, upper, lower *results.Row) neighboursView {
	view := neighboursView{
		Upper: whySide{page.NewPlayerView(v.Tournament, upper.Player), upper.Place},
		Lower: whySide{page.NewPlayerView(v.Tournament, lower.Player), lower.Place},
	}
	view.Title = v.Lang.T("why.above", view.Upper.Name, view.Lower.Name)
	above, below := v.whys(s, upper), v.whys(s, lower)
	decided := false
	for i := range s.Criteria {
		line := whyLine{
			CriterionView: above[i].CriterionView, Upper: above[i].Value, Lower: below[i].Value,
			UpperSum: above[i].Sum, LowerSum: below[i].Sum, Idle: decided,
		}
		if !decided && results.Better(s.Criteria[i:i+1], upper.Scores[i:i+1], lower.Scores[i:i+1]) != 0 {
			decided, line.Decides = true, true
			view.Verdict = v.Lang.T("why.decides", line.Name, line.Upper, line.Lower)
			if slices.Contains(whoBeatWhom, s.Criteria[i]) {
				v.among(&view, s, upper, i)
			}
		}
		view.Criteria = append(view.Criteria, line)
	}
	if !decided {
		view.Verdict = v.Lang.T("why.equal", upper.Place)
	}
	for r := 1; r <= s.After && view.Among == ""; r++ {
		if g := v.Tournament.Round(r).Game(upper.Player); g != nil && g.Has(lower.Player) {
			view.Met = append(view.Met, v.met(g, upper.Player))
		}
	}
	return view
}

// whoBeatWhom are the criteria that look at the games among equals.
var whoBeatWhom = []tournament.Criterion{tournament.DC, tournament.DCEGF, tournament.SDC}

// among shows all who are equal to a player before the i-th criterion, and
// their games with one another.
func (v *Visit) among(view *neighboursView, s *results.Standings, row *results.Row, i int) {
	var names []string
	equals := map[tournament.PlayerID]bool{}
	for j := range s.Rows {
		if r := &s.Rows[j]; results.Better(s.Criteria[:i], row.Scores[:i], r.Scores[:i]) == 0 {
			names, equals[r.Player] = append(names, page.NewPlayerView(v.Tournament, r.Player).Name), true
		}
	}
	for n := 1; n <= s.After; n++ {
		for j := range v.Tournament.Round(n).Games {
			if g := &v.Tournament.Round(n).Games[j]; equals[g.Black] && equals[g.White] {
				view.Met = append(view.Met, v.met(g, winner(g)))
			}
		}
	}
	key := "why.among"
	if len(view.Met) == 0 {
		key = "why.unmet"
	}
	view.Among = v.Lang.T(key, strings.Join(names, ", "))
}

// winner is the winner of a game, Black where there is none.
func winner(g *tournament.Game) tournament.PlayerID {
	if g.Result.Outcome == tournament.WhiteWins {
		return g.White
	}
	return g.Black
}

// met says how a game between two players ended, for the one named first.
func (v *Visit) met(g *tournament.Game, first tournament.PlayerID) string {
	names := v.Tournament.Player(first).Name() + " – " + v.Tournament.Player(g.Opponent(first)).Name()
	ended := page.Text(v.Lang, g.Result)
	switch g.Result.Outcome {
	case tournament.Jigo:
		ended = "½–½"
	case tournament.BlackWins, tournament.WhiteWins:
		ended = "0–1"
		if winner(g) == first {
			ended = "1–0"
		}
	}
	return v.Lang.T("why.met", g.Round, names, ended)
}

// why is the address at which a player's place is explained.
func (v *Visit) why(id tournament.PlayerID, n int) string {
	return v.To("/why/"+strconv.Itoa(int(id))) + "?after=" + strconv.Itoa(n)
}
