package simulate

import (
	"math/rand/v2"

	"tourney/internal/handicap"
	"tourney/internal/results/rating"
	"tourney/internal/tournament"
)

// boardValues are the values of a stone, the first move and one rank of
// difference in points on a board. On 19×19 a stone is a rank and the first
// move half of it, as the EGF rates handicaps; on small boards Hunt's tables,
// in which a stone is ten points (Sensei's Library, "Handicap for smaller board
// sizes").
var boardValues = []struct{ size, stone, first, rank float64 }{
	{9, 10, 6, 2}, {13, 10, 6, 4}, {19, 13, 6.5, 13},
}

// advantage returns by how many ranks terms make Black stronger. komi is in
// points. Between the boards of the table it is interpolated.
func advantage(size, stones int, komi float64) float64 {
	low, high := boardValues[0], boardValues[1]
	if float64(size) > high.size {
		low, high = high, boardValues[2]
	}
	at := min(max((float64(size)-low.size)/(high.size-low.size), 0), 1)
	between := func(a, b float64) float64 { return a + (b-a)*at }
	stone, first, one := between(low.stone, high.stone), between(low.first, high.first), between(low.rank, high.rank)
	return (first - komi + stone*float64(max(stones-1, 0))) / one
}

// odds are the chances of a game.
type odds struct{ black, white float64 }

// jigo returns the chance of a jigo.
func (o odds) jigo() float64 { return max(1-o.black-o.white, 0) }

// oddsOf returns the chances of two players by the rating model, for stones and
// komi together. With whole komi a jigo is as likely as a game that half a point
// more or less would decide.
func oddsOf(s *tournament.Settings, black, white float64, terms handicap.Terms) odds {
	wins := func(komi float64) float64 {
		const points = 100 // of rating, to a rank
		expected, _ := rating.EGF2021.Expected(black+points*advantage(s.Size, terms.Number, komi), white, 0)
		return expected
	}
	komi := float64(terms.Komi) / 2
	if !terms.Komi.Whole() {
		p := wins(komi)
		return odds{p, 1 - p}
	}
	sure, tied := wins(komi+0.5), wins(komi-0.5)
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
