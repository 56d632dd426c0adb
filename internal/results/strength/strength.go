// Package strength estimates the strengths of a club's players over time from their dated games and declared ranks,
// proposes changes of ranks, and counts how well the club's handicaps even out games.
//
// Start from Estimate. All other results are methods of its History:
//
//	history := strength.Estimate(games, ranks)
//	history.At(person, today).Rank() // the rank of the present strength
//	history.Proposals(today)         // for a person to accept
//	history.Handicaps()              // Black's results by handicap
//
// Strengths are in ranks: 0 is the middle of 1 dan, -1 of 1 kyu, 1 of 2 dan. A difference of one rank is by definition
// the difference that one handicap stone evens out. The estimate is the most probable history under this model (whole
// history rating, R. Coulom 2008):
//
//   - The first declared rank, and each later declaration except accepted proposals, is a measurement of the strength on
//     its day. Its standard deviation is 1 rank for dan players and grows to 2.4 ranks for 15 kyu and weaker, as the
//     AGA assumes for new players. A person without a declared rank has 20 kyu ± 6.
//   - Between two days the strength changes by a Wiener process. Its standard deviation in a year is the standard
//     deviation of a declared rank.
//   - Black wins with a chance of 1/(1+exp(-k·d)). d is Black's strength less White's, with the advantage of handicap
//     and komi (handicap.Terms.Advantage) and the club's own edge, see History.Edge. k is 7/(12-s) at a mean declared
//     rank s of both players, the slope of the EGF's formula of 2021: 0.58 for 1 dan, 0.41 for 5 kyu, 0.22 for 20 kyu.
//
// A jigo counts as half a win. The posterior is concave, so that it has one maximum, which the order of the games does
// not change. The standard deviation of a strength is exact for this person's own games, ranks and days; opponents
// count as if they had exactly their estimated strengths.
package strength

import (
	"math"
	"slices"

	"tourney/internal/handicap"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// A Game is one game of the club. It counts if its result is rated and it has two players.
type Game struct {
	// Day is the number of the day, counted from any fixed day. Values beyond ±10,000,000 count as these ends.
	Day int
	// Black and White are the caller's numbers of persons.
	Black, White int
	Terms        handicap.Terms
	// Size is the number of lines of the board; 0 means 19.
	Size   int
	Result tournament.Result
	// ColoursOpen marks an even game whose players chose the colours, so that Black may have been White. It does not
	// count in Handicaps.
	ColoursOpen bool
}

// A Declared is a rank that holds from a day on. The last one of a day counts.
type Declared struct {
	Person, Day int
	// Rank is the rank; declarations without a rank are ignored. A professional counts as the amateur rank.
	Rank rank.Rank
	// Accepted is true for an accepted proposal. It sets the rank, but not the strength: its games
	// count already.
	Accepted bool
}

// A Strength is a strength with its uncertainty, in ranks.
type Strength struct {
	// Ranks is 0 in the middle of 1 dan, -1 in the middle of 1 kyu. It may be beyond the ends of the scale of ranks.
	Ranks float64
	// Deviation is the standard deviation.
	Deviation float64
}

// Rank returns the amateur rank nearest to the strength.
func (s Strength) Rank() rank.Rank {
	return rank.FromIndex(int(math.Round(min(max(s.Ranks, -100), 100))))
}

// A History holds the estimated strengths of a club's players.
type History struct {
	model  model
	people map[int]*person
	ids    []int      // in ascending order
	games  []game     // in the order of days
	ranks  []Declared // all that were declared
	edge   Strength
}

// Estimate computes the strengths of all persons in games and declared ranks. Equal inputs in any order give equal
// strengths, except for several ranks that a person declares on one day.
func Estimate(games []Game, ranks []Declared) *History { return usual.estimate(games, ranks) }

// People lists the persons in ascending order.
func (h *History) People() []int { return slices.Clone(h.ids) }

// A Point is the strength of a person on a day with a game or a declared rank.
type Point struct {
	Day int
	Strength
}

// Line returns the strengths of a person by day, for a picture.
func (h *History) Line(person int) []Point {
	p := h.people[person]
	if p == nil {
		return nil
	}
	line := make([]Point, len(p.days))
	for i, day := range p.days {
		line[i] = Point{day, Strength{p.mean[i], math.Sqrt(p.variance[i])}}
	}
	return line
}

// At returns the strength of a person on a day, which may be after the last game. A person without games and ranks has
// 20 kyu ± 6.
func (h *History) At(person, day int) Strength {
	p := h.people[person]
	if p == nil {
		return Strength{h.model.unranked.mean, h.model.unranked.deviation}
	}
	mean, variance := p.at(bounded(day))
	return Strength{mean, math.Sqrt(variance)}
}

// Chance returns the expected share of a point for Black, from 0 to 1, with the uncertainty of both strengths. The
// result of the game does not matter.
func (h *History) Chance(g Game) float64 {
	day := bounded(g.Day)
	black, white := h.At(g.Black, day), h.At(g.White, day)
	d := black.Ranks - white.Ranks + g.advantage()
	variance := black.Deviation*black.Deviation + white.Deviation*white.Deviation
	if g.Terms.Number > 0 {
		d += h.edge.Ranks
		variance += h.edge.Deviation * h.edge.Deviation
	}
	k := h.model.slope((h.level(g.Black, day) + h.level(g.White, day)) / 2)
	return logistic(k * d / math.Sqrt(1+math.Pi/8*k*k*variance)) // MacKay's approximation of the logistic-normal integral
}

// Edge returns by how many ranks Black is better in this club's games with handicap, first move without komi included,
// than handicap.Terms.Advantage assumes. Its prior is 0.25 ± 0.25: halfway between the EGF, which counts n stones as
// n - 0.5 ranks, and the AGA, which counts them as n.
func (h *History) Edge() Strength { return h.edge }

// FairKomi returns the komi for games with handicap with which a difference of n ranks is even at handicap n on 19×19,
// with half a point against jigo. It is between -13.5 and 6.5.
func (h *History) FairKomi() handicap.Komi {
	const point = 13 // to a rank
	points := math.Floor(point*(h.edge.Ranks-0.5)) + 0.5
	return handicap.Komi(2 * min(max(points, -13.5), 6.5))
}
