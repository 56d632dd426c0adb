package workbook

import (
	"slices"

	"tourney/internal/tournament"
)

// Conventions returns the message keys about the computation of standings by these criteria. The choice of tie-breaks,
// and of their details, can reverse a podium.
func Conventions(t *tournament.Tournament, shown []tournament.Criterion) []string {
	some := func(is func(tournament.Criterion) bool) bool { return slices.ContainsFunc(shown, is) }
	sumsMMS := func(c tournament.Criterion) bool { return c.Sums() == tournament.SumOfMMS }
	sumsScores := func(c tournament.Criterion) bool { return sumsMMS(c) || c.Sums() == tournament.SumOfWins }
	s, handicaps := t.Settings, givesHandicaps(t)
	var keys []string
	switch {
	case !handicaps || !some(sumsMMS):
	case s.Scoring.PlainSOS:
		keys = append(keys, "standings.stones.none")
	default:
		keys = append(keys, "standings.stones")
	}
	if s.Scoring.UnplayedHalf && some(sumsScores) {
		keys = append(keys, "standings.unplayed")
	}
	if handicaps && s.Scoring.EvenDC && some(func(c tournament.Criterion) bool { return c == tournament.DC || c == tournament.SDC }) {
		keys = append(keys, "standings.even")
	}
	return keys
}

// givesHandicaps reports whether the draw gives handicaps, or any game has one.
func givesHandicaps(t *tournament.Tournament) bool {
	return t.Settings.Handicap.Ceiling > 0 || slices.ContainsFunc(t.Rounds, func(r tournament.Round) bool {
		return slices.ContainsFunc(r.Games, func(g tournament.Game) bool { return g.Handicap > 0 })
	})
}
