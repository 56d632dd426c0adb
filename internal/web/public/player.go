package public

import (
	"net/url"
	"strings"

	"tourney/internal/event/day"
	"tourney/internal/event/federations"
	"tourney/internal/results"
	"tourney/internal/tournament"
	"tourney/internal/tournament/fees"
	"tourney/internal/web/page"
)

// A playerPage is one player's tournament.
type playerPage struct {
	page.Base
	Player page.PlayerView
	Rating string
	Status string
	Card   cardView
	Place  string // "" before the first result
	After  string // the title of the standings with the place
	Why    string // the address of the page that explains the place
	Rounds []playerRound
	Score  page.CriterionView // the criterion of the scores after each round
	Places *page.CourseView
	Whys   []criterionValue
	// Team is the player's team; nil without teams.
	Team *page.PlayerView
	// Others is the address of the player's tournaments on this server, "" for a player without a number.
	Others string
	// Gain is the change of the rating; nil before the first game.
	Gain *page.GainView
	// Games are all games in open play, which has neither Rounds nor Byes.
	Games []page.GameView
	Byes  []page.PlayerView
}

// A cardView is a player's game or other activity in a round, 0 before the first.
type cardView struct {
	Round int
	Text  string // instead of a game
	sideView
	// Board is the board in the team's match, Match that match; 0 and nil without teams.
	Board int
	Match *page.MatchView
	Start string
	// Meeting is the address of the page that explains the opponent or the bye; may
	// be empty.
	Meeting string
	// Sign and Words are the result of a decided game for the player.
	Sign, Words string
	// Expected is the score that the ratings expect, in percent, and Gained the
	// rating points of the game; both "" before its end, Gained if it is not rated.
	Expected, Gained string
	// Reports is set while the players can report the missing result.
	Reports bool
}

// A playerRound is one round of a player.
type playerRound struct {
	Number int
	Card   cardView
	Score  string // after the round
	Place  string // "" for a player outside the standings
}

// A criterionValue is a player's value of one criterion, with the sum that makes it.
type criterionValue struct {
	page.CriterionView
	Value, Sum string
}

func showPlayer(v *Visit) (string, any, error) {
	p, err := v.player()
	if err != nil {
		return "", nil, err
	}
	view := playerPage{
		Base: v.Base(p.Name(), "/players"), Player: page.NewPlayerView(v.Tournament, p.ID), Rating: v.Lang.Decimal(federations.RatingOf(v.Tournament, p)),
		Score: page.NewCriterionView(v.Lang, v.score()),
	}
	if n := v.Tournament.Places().Reserve(p.ID); n > 0 {
		view.Status = v.Lang.T("player.reserve", n)
	} else if p.Status != tournament.CheckedIn {
		view.Status = v.Lang.T(page.StatusKeys[p.Status])
	} else if view.Player.StandIn {
		view.Status = v.Lang.T("entry.steering.ghost")
	}
	for _, federation := range fees.Federations() {
		if number := p.Number(federation); number != "" && view.Others == "" {
			view.Others = "/person/" + string(federation) + "/" + url.PathEscape(number)
		}
	}
	if team := v.Tournament.TeamOf(p.ID); team != nil {
		team := page.NewTeamView(v.Tournament, team.ID)
		view.Team = &team
		if view.Player.Club == team.Name { // the team has the club's name
			view.Player.Club = ""
		}
	}
	if v.Tournament.IsOpen() {
		view.fillOpen(v, p)
		return "player", view, nil
	}
	current := v.Tournament.Current()
	for n := 1; n <= current; n++ {
		row := v.Standings(n).Row(p.ID)
		round := playerRound{Number: n, Card: v.cardOf(p, n), Score: v.Lang.Decimal(v.scoreOf(row).String())}
		if row.Place > 0 {
			round.Place = v.Standings(n).Place(row)
		}
		view.Rounds = append(view.Rounds, round)
	}
	view.Card = cardView{Text: v.Lang.T("now.before")}
	if current > 0 {
		view.Card = view.Rounds[current-1].Card
	}
	if view.Gain = v.gain(p.ID); view.Gain != nil && view.Gain.New { // a new rating has no earlier one to compare with
		view.Gain = nil
	}
	if v.After > 0 && v.Participation().Has(p.ID) {
		view.fillPlace(v)
	}
	if day.Shown(v.Tournament) != nil {
		if prizes := v.prizesOf(p.ID); prizes != "" {
			view.Card = cardView{Text: prizes}
		} else if view.Place != "" {
			view.Card = cardView{Text: view.Place}
		}
	}
	return "player", view, nil
}

// fillPlace adds the place in the standings, its reasons and its course.
func (p *playerPage) fillPlace(v *Visit) {
	n, id := v.After, p.Player.ID
	standings := v.ranked(id, n)
	row := standings.Row(id)
	p.Place, p.After = v.placeText(standings, row), v.standingsTitle(n)
	p.Why = v.whyPath(id, n)
	p.Whys = v.criterionViews(standings, row)
	after := make([]*results.Standings, n)
	for i := range after {
		after[i] = v.Standings(i + 1)
	}
	p.Places = page.NewCourseView(v.Lang, after, id)
}

// score returns the criterion by which players of this tournament are paired.
func (v *Visit) score() tournament.Criterion {
	if v.Tournament.Settings.System == tournament.McMahon {
		return tournament.MMS
	}
	return tournament.NBW
}

// scoreOf returns a row's value of score.
func (v *Visit) scoreOf(r *results.Row) tournament.Score {
	if v.score() == tournament.MMS {
		return r.MMS
	}
	return r.NBW
}

// cardOf returns a player's game or other activity in a published round.
func (v *Visit) cardOf(p *tournament.Player, n int) cardView {
	r := v.Tournament.Round(n)
	card := cardView{Round: n, Meeting: v.meetingPath(p.ID, n)}
	if !r.Start.IsZero() {
		card.Start = v.Lang.Clock(r.Start)
	}
	if team := v.Tournament.TeamOf(p.ID); team != nil {
		if card.Board, _ = v.Tournament.Board(n, p.ID); card.Board > 0 {
			m := v.matchOf(n, team.ID)
			card.Match = &m
		}
	}
	g := r.Game(p.ID)
	if g == nil && card.Board > 0 {
		card.Text = v.Lang.T("team.free", card.Board)
		return card
	}
	if g == nil {
		card.Text = v.Lang.T(page.CellKeys[v.Standings(n).Row(p.ID).Cells[n-1].Kind])
		return card
	}
	black, white := sidesOf(page.NewGameView(v.Lang, v.Tournament, g))
	card.sideView = white
	if g.Black == p.ID {
		card.sideView = black
	}
	card.Reports = v.Tournament.Settings.PlayersDecide() && n == v.Tournament.Current() && !v.Tournament.Info.Archived
	if g.Decided().Known() {
		card.Reports = false
		card.Sign, card.Words = page.Outcome(v.Lang, g, p.ID)
		v.addRating(&card, p.ID, g)
	}
	return card
}

// placeText names a place among all places.
func (v *Visit) placeText(s *results.Standings, row *results.Row) string {
	return v.Lang.T("player.place", s.Place(row), len(s.Rows))
}

// prizesOf lists the prizes of a player, "" for none.
func (v *Visit) prizesOf(id tournament.PlayerID) string {
	var list []string
	ceremonies, _ := Ceremonies(v.Lang, v.Snapshot)
	for _, c := range ceremonies {
		for _, w := range c.Winners {
			if w.ID == id {
				list = append(list, strings.TrimSpace(c.Name+": "+w.Place+" "+w.Money))
			}
		}
	}
	return strings.Join(list, " · ")
}

// criterionViews returns each score of a row with its explanation.
func (v *Visit) criterionViews(s *results.Standings, row *results.Row) []criterionValue {
	var out []criterionValue
	for i, c := range page.Criteria(v.Lang, s.Criteria) {
		w := criterionValue{CriterionView: c, Value: v.scoreText(s, row, i)}
		if parts, ok := v.summands(s, row, i); ok {
			w.Sum = strings.Join(parts, " + ")
		}
		out = append(out, w)
	}
	return out
}

// summands returns the numbers that add up to a score, round by round. ok is unset
// if they do not: rules that count unplayed rounds in other ways have no such sum.
func (v *Visit) summands(s *results.Standings, row *results.Row, i int) (parts []string, ok bool) {
	var sum results.Value
	add := func(x results.Value) {
		sum += x
		parts = append(parts, v.Lang.Decimal(x.String()))
	}
	start := v.Standings(0).Row(row.Player).MMS
	switch c := s.Criteria[i]; c {
	case tournament.MMS:
		add(quarters(start))
		add(quarters(row.MMS - start))
	case tournament.SOSW, tournament.SOSM:
		for _, cell := range row.Cells {
			switch {
			case cell.Kind == results.Game:
				add(v.opponentScore(s, c, cell))
			case c == tournament.SOSM:
				add(quarters(start))
			default:
				add(0)
			}
		}
	default:
		return nil, false
	}
	return parts, sum == row.Scores[i]
}

// quarters converts half points to quarter points.
func quarters(s tournament.Score) results.Value { return results.Value(2 * s) }

// opponentScore returns what a game adds to criterion c, a sum of opponents' scores.
func (v *Visit) opponentScore(s *results.Standings, c tournament.Criterion, cell results.Cell) results.Value {
	if c == tournament.SOSW {
		return quarters(s.Row(cell.Opponent).NBW)
	}
	score := quarters(s.Row(cell.Opponent).MMS)
	if v.Tournament.Settings.Scoring.PlainSOS {
		return score
	}
	stones := quarters(tournament.Score(2 * cell.Handicap))
	if cell.Black {
		return score - stones
	}
	return score + stones
}
