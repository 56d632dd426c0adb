package simulate

import (
	"math/rand/v2"

	"tourney/internal/handicap"
	"tourney/internal/results/rating"
	"tourney/internal/tournament"
)

// odds are the chances of a game.
type odds struct{ black, white float64 }

// jigo returns the chance of a jigo.
func (o odds) jigo() float64 { return max(1-o.black-o.white, 0) }

// oddsOf returns the chances of two players by the rating model, for stones and
// komi together. With whole komi a jigo is as likely as a game that half a point
// more or less would decide.
func oddsOf(s *tournament.Settings, black, white float64, terms handicap.Terms) odds {
	wins := func(komi handicap.Komi) float64 {
		const points = 100 // of rating, to a rank
		advantage := handicap.Terms{Number: terms.Number, Komi: komi}.Advantage(s.Size)
		expected, _ := rating.EGF2021.Expected(black+points*advantage, white, 0)
		return expected
	}
	if !terms.Komi.Whole() {
		p := wins(terms.Komi)
		return odds{p, 1 - p}
	}
	sure, tied := wins(terms.Komi+1), wins(terms.Komi-1)
	switch s.Tie {
	case tournament.TieWhiteWins:
		return odds{sure, 1 - sure}
	case tournament.TieBlackWins:
		return odds{tied, 1 - tied}
	}
	return odds{sure, 1 - tied}
}

// result returns a random result.
func (o odds) result(chance *rand.Rand) tournament.Result {
	switch x := chance.Float64(); {
	case x < o.black:
		return tournament.Result{Outcome: tournament.BlackWins}
	case x < o.black+o.jigo():
		return tournament.Result{Outcome: tournament.Jigo}
	}
	return tournament.Result{Outcome: tournament.WhiteWins}
}
