package strength

import (
	"math"
	"math/rand/v2"

	"tourney/internal/handicap"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// A member is a person of a simulated club with a hidden strength.
type member struct {
	strength  float64 // changes from evening to evening
	declared  rank.Rank
	joins     int     // the evening of the first visit
	attends   float64 // the chance of a visit
	drift     float64 // the deviation of the change between two evenings
	improves  float64 // ranks an evening
	formToday float64
}

// A world is a simulated club. Its games differ from the model: the noise of a game has fat tails (Student's t with five
// degrees of freedom) and another width by strength and club, each person has a form of the day with fat tails, and
// strengths jump at times and improve. A handicap stone is worth 0.92 to 1.08 ranks, less for weak players, and Black's
// edge is uniform from -0.1 to 0.6 ranks.
type world struct {
	members     []member
	noise       float64
	stone, edge float64
	chance      *rand.Rand
}

// student draws a variable with Student's t distribution.
func student(chance *rand.Rand, freedom int) float64 {
	sum := 0.0
	for range freedom {
		x := chance.NormFloat64()
		sum += x * x
	}
	return chance.NormFloat64() / math.Sqrt(sum/float64(freedom))
}

// newWorld invents a club. A quarter of its members are newcomers, whose declared ranks have great errors: two ranks too
// low on average in a third of the clubs, too high in another third.
func newWorld(seed uint64, persons, evenings int) *world {
	chance := rand.New(rand.NewPCG(seed, 11))
	between := func(a, b float64) float64 { return a + (b-a)*chance.Float64() }
	w := &world{chance: chance, noise: between(0.75, 1.35), stone: between(0.92, 1.08), edge: between(-0.1, 0.6)}
	middle, lean := between(-10, -4), float64(chance.IntN(3)-1)*2
	for i := range persons {
		m := member{
			strength: min(max(middle+5*chance.NormFloat64(), -25), 6),
			attends:  between(0.3, 0.95), drift: between(0.03, 0.15), improves: between(-0.01, 0.02),
		}
		off := 0.7 * chance.NormFloat64()
		if i%4 == 3 {
			m.joins = chance.IntN(evenings * 3 / 4)
			m.strength -= 3
			m.improves = between(0, 0.08)
			off = lean + 1.5*student(chance, 4)
		}
		m.declared = rank.FromIndex(int(math.Round(m.strength + off)))
		w.members = append(w.members, m)
	}
	return w
}

// pass changes the strengths from one evening to the next, and draws the forms of the day.
func (w *world) pass() {
	for i := range w.members {
		m := &w.members[i]
		m.strength += m.improves + m.drift*w.chance.NormFloat64()
		if w.chance.Float64() < 0.01 {
			m.strength += 1.5 * (2*w.chance.Float64() - 1)
		}
		m.strength = min(max(m.strength, -28), 7)
		m.formToday = 0.5 * student(w.chance, 4)
	}
}

// worth returns the true advantage of terms between two strengths.
func (w *world) worth(terms handicap.Terms, level float64) float64 {
	ranks := terms.Advantage(19)
	if terms.Number > 0 {
		ranks += w.edge
	}
	return ranks * w.stone * (1 + 0.004*(level+8))
}

// play returns Black's result, and Black's true chance on this day.
func (w *world) play(black, white *member, terms handicap.Terms) (tournament.Result, float64) {
	level := (black.strength + white.strength) / 2
	width := w.noise * (1.6 + 0.22*max(-level, 0))
	d := black.strength + black.formToday - white.strength - white.formToday + w.worth(terms, level)
	result := tournament.Result{Outcome: tournament.WhiteWins}
	if student(w.chance, 5)*width < d {
		result.Outcome = tournament.BlackWins
	}
	if terms.Komi.Whole() && w.chance.Float64() < 0.015 {
		result.Outcome = tournament.Jigo
	}
	return result, studentBelow(d / width)
}

// studentBelow is the distribution function of Student's t with five degrees of freedom.
func studentBelow(t float64) float64 {
	x := t / math.Sqrt(5)
	return 0.5 + (math.Atan(x)+x/(1+x*x)*(1+2/(3*(1+x*x))))/math.Pi
}
