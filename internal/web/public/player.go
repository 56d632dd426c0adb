package public

import (
	"strings"

	"tourney/internal/results"
	"tourney/internal/tournament"
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
	Why    string // address that explains the place
	Rounds []playerRound
	Score  page.CriterionView // what the rounds' scores count
	Course *courseView
	Whys   []whyView
	// Team is the player's team; nil where none plays.
	Team *page.PlayerView
	// Gain is what the tournament does to the rating; nil before the first
	// game.
	Gain *page.GainView
}

// A cardView says what a player does in a round, 0 before the first.
type cardView struct {
	Round int
	Text  string // what there is instead of a game
	Table int
	// Board is the board in the match of his team, Match that match; 0 and nil
	// where no teams play.
	Board             int
	Match             *page.MatchView
	Black, Open       bool
	Opponent          page.PlayerView
	Terms, TermsWords string
	Start             string
	Result            page.ResultView
	Won               bool
	// Meeting is the address that says why this opponent, or the bye; may be
	// empty.
	Meeting string
	// Expected is the score to be expected of the game, as a percentage, and
	// Gained the rating points it brought, "" when it is not rated.
	Expected, Gained string
}

// A playerRound is one round of a player.
type playerRound struct {
	Number int
	Card   cardView
	Score  string // after the round
	Place  int
}

// A whyView explains a player's value of one criterion with his numbers.
type whyView struct {
	page.CriterionView
	Value, Sum string
}

func showPlayer(v *Visit) (string, any, error) {
	p, err := v.player()
	if err != nil {
		return "", nil, err
	}
	view := playerPage{
		Base: v.Base(p.Name(), "/players"), Player: page.NewPlayerView(v.Tournament, p.ID), Rating: v.Lang.Decimal(p.Rating.String()),
		Score: page.NewCriterionView(v.Lang, v.score()),
	}
	if p.Status != tournament.CheckedIn {
		view.Status = v.Lang.T(page.StatusKeys[p.Status])
	} else if view.Player.Helper {
		view.Status = v.Lang.T("entry.steering.ghost")
	}
	if team := v.Tournament.TeamOf(p.ID); team != nil {
		team := page.NewTeamView(v.Tournament, team.ID)
		view.Team = &team
		if view.Player.Club == team.Name { // told once
			view.Player.Club = ""
		}
	}
	current := v.Tournament.Current()
	for n := 1; n <= current; n++ {
		row := v.Standings(n).Row(p.ID)
		view.Rounds = append(view.Rounds, playerRound{
			Number: n, Card: v.card(p, n), Score: v.Lang.Decimal(v.scoreOf(row).String()), Place: row.Place,
		})
	}
	view.Card = cardView{Text: v.Lang.T("now.before")}
	if current > 0 {
		view.Card = view.Rounds[current-1].Card
	}
	view.Gain = v.gain(p.ID)
	n, err := v.After()
	if err != nil {
		return "", nil, err
	}
	if n > 0 && !view.Player.Helper {
		standings := v.ranked(p.ID, n)
		row := standings.Row(p.ID)
		view.Place = v.Lang.T("player.place", row.Place, len(standings.Rows), n)
		view.Why = v.why(p.ID, n)
		view.Whys = v.whys(standings, row)
		view.Course = v.course(p.ID, n)
	}
	return "player", view, nil
}

// score is what players of this tournament collect and are paired by.
func (v *Visit) score() tournament.Criterion {
	if v.Tournament.Settings.System == tournament.McMahon {
		return tournament.MMS
	}
	return tournament.NBW
}

// scoreOf returns a row's value of it.
func (v *Visit) scoreOf(r *results.Row) tournament.Score {
	if v.score() == tournament.MMS {
		return r.MMS
	}
	return r.NBW
}

// card says what a player does in a published round.
func (v *Visit) card(p *tournament.Player, n int) cardView {
	r := v.Tournament.Round(n)
	card := cardView{Round: n, Meeting: v.meeting(p.ID, n)}
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
		card.Text = v.Lang.T(cellKeys[v.Standings(n).Row(p.ID).Cells[n-1].Kind])
		return card
	}
	game := page.NewGameView(v.Lang, v.Tournament, g)
	card.Table, card.Open, card.Terms, card.TermsWords, card.Result = g.Table, g.ColoursOpen, game.Terms, game.TermsWords, game.Result
	card.Black = g.Black == p.ID
	v.rate(&card, p.ID, g)
	card.Opponent, card.Won = game.Black, game.Result.White
	if card.Black {
		card.Opponent, card.Won = game.White, game.Result.Black
	}
	return card
}

// whys explains each score of a row.
func (v *Visit) whys(s *results.Standings, row *results.Row) []whyView {
	var out []whyView
	for i, c := range s.Criteria {
		w := whyView{CriterionView: page.NewCriterionView(v.Lang, c), Value: v.scoreText(s, row, i)}
		if parts, ok := v.parts(s, row, i); ok {
			w.Sum = strings.Join(parts, " + ")
		}
		out = append(out, w)
	}
	return out
}

// parts returns the numbers that add up to a score, round by round, and
// whether they do: rules that count unplayed rounds in other ways have no such
// plain sum.
func (v *Visit) parts(s *results.Standings, row *results.Row, i int) (parts []string, ok bool) {
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
			add(v.opposing(s, c, cell, start))
		}
	default:
		return nil, false
	}
	return parts, sum == row.Scores[i]
}

// quarters turns half points into quarter points.
func quarters(s tournament.Score) results.Value { return results.Value(2 * s) }

// opposing returns what one round adds to a sum of opponents' scores.
func (v *Visit) opposing(s *results.Standings, c tournament.Criterion, cell results.Cell, start tournament.Score) results.Value {
	byWins := c == tournament.SOSW
	switch {
	case cell.Kind != results.Game && byWins:
		return 0
	case cell.Kind != results.Game:
		return quarters(start)
	case byWins:
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
