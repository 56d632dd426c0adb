package results

import (
	"tourney/internal/tournament"
)

// A Tally counts games by their winner.
type Tally struct{ Black, Jigo, White int }

// Games returns the number of games.
func (n Tally) Games() int { return n.Black + n.Jigo + n.White }

// add counts a game that has a winner or is a jigo.
func (n *Tally) add(o tournament.Outcome) {
	switch o {
	case tournament.BlackWins:
		n.Black++
	case tournament.Jigo:
		n.Jigo++
	case tournament.WhiteWins:
		n.White++
	}
}

// Statistics count the games of the published rounds. A game counts if two players sat down, there is a winner or a
// jigo, and both players are regular players.
type Statistics struct {
	// Played counts all games, ByHandicap the games of each handicap.
	Played     Tally
	ByHandicap map[int]Tally
	// Stronger and Weaker count the games between players of different rank by the rank of the winner.
	Stronger, Weaker int
	// Byes and Missing count the byes, and the games without a result.
	Byes, Missing int
}

// StatisticsOf counts the games of the published rounds up to round n.
func StatisticsOf(t *tournament.Tournament, n int) Statistics {
	s := Statistics{ByHandicap: map[int]Tally{}}
	for q := range min(n, t.Current()) {
		r := &t.Rounds[q]
		s.Byes += len(r.Byes)
		s.Missing += r.Missing()
		for i := range r.Games {
			s.add(t, &r.Games[i])
		}
	}
	return s
}

// add counts one game.
func (s *Statistics) add(t *tournament.Tournament, g *tournament.Game) {
	result := g.Decided()
	var one Tally
	one.add(result.Outcome)
	if one.Games() == 0 || !result.Played() || t.StandIn(g.Black) || t.StandIn(g.White) {
		return
	}
	s.Played.add(result.Outcome)
	by := s.ByHandicap[g.Handicap]
	by.add(result.Outcome)
	s.ByHandicap[g.Handicap] = by
	black, white := t.Player(g.Black).Rank, t.Player(g.White).Rank
	switch {
	case black == white || result.Outcome == tournament.Jigo:
	case (black > white) == (result.Outcome == tournament.BlackWins):
		s.Stronger++
	default:
		s.Weaker++
	}
}
