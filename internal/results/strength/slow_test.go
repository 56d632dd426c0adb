package strength

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// A dayOf is a person on a day.
type dayOf struct{ person, day int }

// A plain is the posterior of tiny cases, term by term as the package comment defines it.
type plain struct {
	games []Game
	ranks []Declared
	days  []dayOf // the unknowns; the edge follows
}

func newPlain(games []Game, ranks []Declared) *plain {
	p := &plain{}
	add := func(person, day int) {
		if d := (dayOf{person, day}); !slices.Contains(p.days, d) {
			p.days = append(p.days, d)
		}
	}
	for _, g := range games {
		if g.Result.Rated() && g.Black != g.White {
			p.games = append(p.games, g)
			add(g.Black, g.Day)
			add(g.White, g.Day)
		}
	}
	for _, d := range ranks {
		p.ranks = append(p.ranks, d)
		add(d.Person, d.Day)
	}
	slices.SortFunc(p.days, func(a, b dayOf) int { return (a.person-b.person)*10_000 + a.day - b.day })
	return p
}

// rankOn returns the index of the rank of a person on a day.
func (p *plain) rankOn(person, day int) float64 {
	best, found := Declared{}, false
	for _, d := range p.ranks {
		before, bestBefore := d.Day <= day, best.Day <= day
		if d.Person == person && (!found || before && (!bestBefore || d.Day >= best.Day) || !before && !bestBefore && d.Day < best.Day) {
			best, found = d, true
		}
	}
	if !found {
		return -20
	}
	return float64(best.Rank.Index())
}

func deviationOf(index float64) float64 { return 1 + 1.4*math.Min(math.Max(-index, 0), 15)/15 }

func (p *plain) log(x []float64) float64 {
	edge := x[len(p.days)]
	sum := -square((edge-0.25)/0.25) / 2
	for _, g := range p.games {
		b, w := slices.Index(p.days, dayOf{g.Black, g.Day}), slices.Index(p.days, dayOf{g.White, g.Day})
		size := g.Size
		if size == 0 {
			size = 19
		}
		d := x[b] - x[w] + g.Terms.Advantage(size)
		if g.Terms.Number > 0 {
			d += edge
		}
		level := (p.rankOn(g.Black, g.Day) + p.rankOn(g.White, g.Day)) / 2
		z := 7 / (12 - math.Min(level, 7)) * d
		forBlack, forWhite := 1/(1+math.Exp(-z)), 1/(1+math.Exp(z))
		switch g.Result {
		case black:
			sum += math.Log(forBlack)
		case white:
			sum += math.Log(forWhite)
		case jigo:
			sum += math.Log(forBlack)/2 + math.Log(forWhite)/2
		}
	}
	for i, d := range p.days {
		first := i == 0 || p.days[i-1].person != d.person
		if !first {
			before := p.days[i-1]
			yearly := deviationOf(p.rankOn(d.person, before.day))
			sum -= square(x[i]-x[i-1]) / (2 * yearly * yearly * float64(d.day-before.day) / 365.25)
			continue
		}
		var own []Declared
		for _, r := range p.ranks {
			if r.Person == d.person && !r.Accepted {
				own = append(own, r)
			}
		}
		slices.SortFunc(own, func(a, b Declared) int { return a.Day - b.Day })
		for k, r := range own {
			at := i
			if k > 0 {
				at = slices.Index(p.days, dayOf{r.Person, r.Day})
			}
			index := float64(r.Rank.Index())
			sum -= square((x[at]-index)/deviationOf(index)) / 2
		}
		if len(own) == 0 {
			sum -= square((x[i]+20)/6) / 2
		}
	}
	return sum
}

func square(x float64) float64 { return x * x }

// derive returns gradient and negative Hessian by differences.
func (p *plain) derive(x []float64) (gradient []float64, hessian [][]float64) {
	const h = 1e-3
	n := len(x)
	at := func(i, j int, a, b float64) float64 {
		y := slices.Clone(x)
		y[i] += a
		y[j] += b
		return p.log(y)
	}
	gradient, hessian = make([]float64, n), make([][]float64, n)
	for i := range n {
		gradient[i] = (at(i, i, h, 0) - at(i, i, -h, 0)) / (2 * h)
		hessian[i] = make([]float64, n)
		for j := range n {
			hessian[i][j] = -(at(i, j, h, h) - at(i, j, h, -h) - at(i, j, -h, h) + at(i, j, -h, -h)) / (4 * h * h)
		}
	}
	return gradient, hessian
}

// solve returns the solution of a linear system by elimination.
func solve(a [][]float64, b []float64) []float64 {
	n := len(b)
	m := make([][]float64, n)
	for i := range n {
		m[i] = append(slices.Clone(a[i]), b[i])
	}
	for i := range n {
		best := i
		for k := i; k < n; k++ {
			if math.Abs(m[k][i]) > math.Abs(m[best][i]) {
				best = k
			}
		}
		m[i], m[best] = m[best], m[i]
		for k := range n {
			if k != i {
				f := m[k][i] / m[i][i]
				for j := i; j <= n; j++ {
					m[k][j] -= f * m[i][j]
				}
			}
		}
	}
	x := make([]float64, n)
	for i := range n {
		x[i] = m[i][n] / m[i][i]
	}
	return x
}

// On tiny cases the estimate equals the maximum of the posterior by differences, and the deviations equal the dense
// matrix of a person.
func TestEstimateEqualsTheDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, drawn := games.Draw(t, "games"), ranks.Draw(t, "ranks")
		g = g[:min(len(g), 8)]
		var d []Declared
		for _, r := range drawn[:min(len(drawn), 4)] {
			if !slices.ContainsFunc(d, func(o Declared) bool { return o.Person == r.Person && o.Day == r.Day }) {
				d = append(d, r)
			}
		}
		p := newPlain(g, d)
		x := make([]float64, len(p.days)+1)
		for i, day := range p.days {
			x[i] = p.rankOn(day.person, day.day)
		}
		var hessian [][]float64
		for range 60 {
			var gradient []float64
			gradient, hessian = p.derive(x)
			step := solve(hessian, gradient)
			now, scale := p.log(x), 1.0
			next := func() []float64 {
				y := slices.Clone(x)
				for i := range y {
					y[i] += scale * step[i]
				}
				return y
			}
			for ; scale > 1e-6 && !(p.log(next()) >= now-1e-12); scale /= 2 {
			}
			x = next()
		}
		h := Estimate(g, d)
		if e := h.Edge().Ranks; math.Abs(e-x[len(p.days)]) > 1e-4 {
			t.Fatalf("edge %v, want %v", e, x[len(p.days)])
		}
		for i, day := range p.days {
			var own []int
			for k, other := range p.days {
				if other.person == day.person {
					own = append(own, k)
				}
			}
			block, unit := make([][]float64, len(own)), make([]float64, len(own))
			for a, k := range own {
				for _, l := range own {
					block[a] = append(block[a], hessian[k][l])
				}
				if k == i {
					unit[a] = 1
				}
			}
			want := math.Sqrt(solve(block, unit)[slices.Index(own, i)])
			if s := h.At(day.person, day.day); math.Abs(s.Ranks-x[i]) > 1e-4 || math.Abs(s.Deviation-want) > 1e-3*want {
				t.Fatalf("%+v: %+v, want %v ± %v", day, s, x[i], want)
			}
		}
	})
}
