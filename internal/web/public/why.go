package public

import (
	"slices"
	"strconv"
	"strings"

	"tourney/internal/i18n"
	"tourney/internal/results"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// A whyPage explains a player's place by comparing them with the players just above
// and just below.
type whyPage struct {
	page.Base
	Player     page.PlayerView
	Neighbours []neighboursView
	After      string // the title of these standings; "" before the first result
	Standings  string // their address
}

// A neighboursView compares two adjacent players of the standings.
type neighboursView struct {
	Title        string
	Upper, Lower whySide
	Criteria     []whyLine
	// Verdict names the criterion that decides.
	Verdict string
	// Met are the games between the two. If a criterion of direct comparison decides,
	// they are the games among all players who were equal before it, named in Among.
	Met   []string
	Among string
}

// A whySide is one of the two.
type whySide struct {
	page.PlayerView
	Place string // "2=" for a shared one
}

// A whyLine is one criterion with both players' numbers.
type whyLine struct {
	page.CriterionView
	Upper, Lower       string
	UpperSum, LowerSum string
	// Decides marks the first criterion in which they differ, Idle the criteria after it.
	Decides, Idle bool
}

func showWhy(v *Visit) (string, any, error) {
	p, err := v.player()
	if err != nil {
		return "", nil, err
	}
	n := v.After
	view := whyPage{
		Base: v.Base(v.Lang.T("standings.why.title", p.Name()), "/standings"), Player: page.NewPlayerView(v.Tournament, p.ID),
		Standings: v.To("/standings?after=" + strconv.Itoa(n)),
	}
	if n > 0 {
		view.After = v.standingsTitle(n)
	}
	standings := v.ranked(p.ID, n)
	at := standings.Row(p.ID).Line - 1
	for i := max(at-1, 0); i <= at && i+1 < len(standings.Rows); i++ {
		view.Neighbours = append(view.Neighbours, v.compareNeighbours(standings, &standings.Rows[i], &standings.Rows[i+1]))
	}
	return "why", &view, nil
}

// compareNeighbours compares two rows, the upper one first.
func (v *Visit) compareNeighbours(s *results.Standings, upper, lower *results.Row) neighboursView {
	view := neighboursView{
		Upper: whySide{page.NewPlayerView(v.Tournament, upper.Player), s.Place(upper)},
		Lower: whySide{page.NewPlayerView(v.Tournament, lower.Player), s.Place(lower)},
	}
	view.Title = v.Lang.T("standings.why.above", view.Upper.Name, view.Lower.Name)
	above, below := v.criterionViews(s, upper), v.criterionViews(s, lower)
	decided := false
	for i := range s.Criteria {
		line := whyLine{
			CriterionView: above[i].CriterionView, Upper: above[i].Value, Lower: below[i].Value,
			UpperSum: above[i].Sum, LowerSum: below[i].Sum, Idle: decided,
		}
		if !decided && results.Better(s.Criteria[i:i+1], upper.Scores[i:i+1], lower.Scores[i:i+1]) != 0 {
			decided, line.Decides = true, true
			view.Verdict = v.Lang.T("standings.why.decides", line.Name, line.Upper, line.Lower)
			if slices.Contains(directCriteria, s.Criteria[i]) {
				view.Met, view.Among = v.directComparison(s, upper, i)
			}
		}
		view.Criteria = append(view.Criteria, line)
	}
	if !decided {
		view.Verdict = v.Lang.T("standings.why.equal", s.Place(upper))
	}
	for r := 1; r <= s.After && view.Among == ""; r++ {
		if g := v.Tournament.Round(r).Game(upper.Player); g != nil && g.Has(lower.Player) {
			view.Met = append(view.Met, describeGame(v.Lang, v.Tournament, g, upper.Player))
		}
	}
	return view
}

// directCriteria are the criteria of direct comparison: games among equals decide.
var directCriteria = []tournament.Criterion{tournament.DC, tournament.DCEGF, tournament.SDC}

// directComparison names the players who are equal to a player before the i-th
// criterion, and describes the games between them.
func (v *Visit) directComparison(s *results.Standings, row *results.Row, i int) (games []string, among string) {
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
				games = append(games, describeGame(v.Lang, v.Tournament, g, winner(g)))
			}
		}
	}
	key := "standings.why.among"
	if len(games) == 0 {
		key = "standings.why.unmet"
	}
	return games, v.Lang.T(key, strings.Join(names, ", "))
}

// winner returns the winner of a game, Black for a game without a winner.
func winner(g *tournament.Game) tournament.PlayerID {
	if g.Decided().Outcome == tournament.WhiteWins {
		return g.White
	}
	return g.Black
}

// describeGame formats the result of a game, from the side of the player named first.
func describeGame(lang *i18n.Language, t *tournament.Tournament, g *tournament.Game, first tournament.PlayerID) string {
	names := t.Player(first).Name() + " – " + t.Player(g.Opponent(first)).Name()
	ended := page.Text(lang, g.Decided())
	switch g.Decided().Outcome {
	case tournament.Jigo:
		ended = "½–½"
	case tournament.BlackWins, tournament.WhiteWins:
		ended = "0–1"
		if winner(g) == first {
			ended = "1–0"
		}
	}
	return lang.T("standings.why.met", g.Round, names, ended)
}

// whyPath returns the address of the page that explains a player's place.
func (v *Visit) whyPath(id tournament.PlayerID, n int) string {
	return v.To("/why/"+strconv.Itoa(int(id))) + "?after=" + strconv.Itoa(n)
}
