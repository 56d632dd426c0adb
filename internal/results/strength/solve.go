package strength

import "math"

// A solver finds the maximum of the posterior by Newton's method. The unknowns are the strengths of all persons by day,
// one person after the other, and at the end the club's edge. Each step is a linear system, solved by conjugate
// gradients with the tridiagonal matrices of the persons as preconditioner.
type solver struct {
	h      *History
	n      int       // strengths; the edge has index n
	x      []float64 // the unknowns
	slope  []float64 // the gradient of the log posterior
	diag   []float64 // the diagonal of the negative Hessian, and its entries beside the diagonal within a person
	beside []float64
	weight []float64 // by game: the part of the negative Hessian
	factor []float64 // the diagonal of the persons' matrices after elimination
}

func (m model) estimate(games []Game, ranks []Declared) *History {
	h := m.gather(games, ranks)
	s := newSolver(h)
	s.maximize()
	s.derive()
	s.eliminate()
	h.edge = Strength{s.x[s.n], math.Sqrt(1 / s.diag[s.n])}
	for _, id := range h.ids {
		p := h.people[id]
		copy(p.mean, s.x[p.start:])
		s.variances(p)
	}
	return h
}

func newSolver(h *History) *solver {
	n := 0
	for _, p := range h.people {
		n += len(p.days)
	}
	s := &solver{h: h, n: n, weight: make([]float64, len(h.games))}
	for _, v := range []*[]float64{&s.x, &s.slope, &s.diag, &s.beside, &s.factor} {
		*v = make([]float64, n+1)
	}
	for _, p := range h.people {
		copy(s.x[p.start:], p.mean)
	}
	s.x[n] = h.model.edge.mean
	return s
}

// maximize iterates until no strength changes by a billionth of a rank. Fifty steps are far more than it needs.
func (s *solver) maximize() {
	now, next := s.posterior(s.x), make([]float64, s.n+1)
	for range 50 {
		s.derive()
		s.eliminate()
		step := s.direction()
		size := 0.0
		for _, d := range step {
			size = max(size, math.Abs(d))
		}
		// A Newton step may overshoot far from the maximum; half of it, or a quarter, does not.
		for scale := min(1, 10/max(size, 1e-300)); scale > 1e-6; scale /= 2 {
			for i := range next {
				next[i] = s.x[i] + scale*step[i]
			}
			if value := s.posterior(next); value >= now || size < 1e-6 {
				now = value
				s.x, next = next, s.x
				break
			}
		}
		if size < 1e-9 {
			return
		}
	}
}

// difference returns k·d of a game.
func (s *solver) difference(g *game, x []float64) float64 {
	return g.slope * (x[g.black] - x[g.white] + g.advantage + g.edge*x[s.n])
}

// posterior returns the logarithm of the posterior density, but for a constant.
func (s *solver) posterior(x []float64) float64 {
	sum := 0.0
	for i := range s.h.games {
		g := &s.h.games[i]
		z := s.difference(g, x)
		// score·log(p) + (1-score)·log(1-p), without overflow
		sum += g.score*z - max(z, 0) - math.Log1p(math.Exp(-math.Abs(z)))
	}
	for _, id := range s.h.ids {
		p := s.h.people[id]
		for i, e := range p.evidence {
			at := x[p.start+i]
			sum -= at * (e.precision*at/2 - e.weighted)
			if i < len(p.link) {
				change := x[p.start+i+1] - at
				sum -= p.link[i] * change * change / 2
			}
		}
	}
	if e := s.h.model.edge; e.deviation > 0 {
		sum -= (x[s.n] - e.mean) * (x[s.n] - e.mean) * e.precision() / 2
	}
	return sum
}

// derive computes the gradient and the negative Hessian at x.
func (s *solver) derive() {
	for _, id := range s.h.ids {
		p := s.h.people[id]
		for i, e := range p.evidence {
			at := p.start + i
			s.slope[at], s.diag[at], s.beside[at] = e.weighted-e.precision*s.x[at], e.precision, 0
		}
		for i, link := range p.link {
			at := p.start + i
			pull := link * (s.x[at+1] - s.x[at])
			s.slope[at] += pull
			s.slope[at+1] -= pull
			s.diag[at] += link
			s.diag[at+1] += link
			s.beside[at] = -link
		}
	}
	s.slope[s.n], s.diag[s.n] = 0, 1 // an edge without deviation stays
	if e := s.h.model.edge; e.deviation > 0 {
		s.diag[s.n] = e.precision()
		s.slope[s.n] = (e.mean - s.x[s.n]) * e.precision()
	}
	for i := range s.h.games {
		g := &s.h.games[i]
		chance := logistic(s.difference(g, s.x))
		pull := g.slope * (g.score - chance)
		s.weight[i] = g.slope * g.slope * chance * (1 - chance)
		s.slope[g.black] += pull
		s.slope[g.white] -= pull
		s.diag[g.black] += s.weight[i]
		s.diag[g.white] += s.weight[i]
		if s.hasEdge(g) {
			s.slope[s.n] += pull
			s.diag[s.n] += s.weight[i]
		}
	}
}

// hasEdge reports whether a game is evidence of the club's edge.
func (s *solver) hasEdge(g *game) bool { return g.edge > 0 && s.h.model.edge.deviation > 0 }

// eliminate factors the persons' tridiagonal matrices.
func (s *solver) eliminate() {
	for i := range s.factor {
		s.factor[i] = s.diag[i]
		if i > 0 {
			s.factor[i] -= s.beside[i-1] * s.beside[i-1] / s.factor[i-1]
		}
	}
}

// precondition solves the persons' tridiagonal systems: the Hessian without the games' links between persons.
func (s *solver) precondition(out, b []float64) {
	for i := range b {
		out[i] = b[i]
		if i > 0 {
			out[i] -= s.beside[i-1] / s.factor[i-1] * out[i-1]
		}
	}
	for i := s.n; i >= 0; i-- {
		if i < s.n {
			out[i] -= s.beside[i] * out[i+1]
		}
		out[i] /= s.factor[i]
	}
}

// multiply computes the negative Hessian times v.
func (s *solver) multiply(out, v []float64) {
	for i := range v {
		out[i] = s.diag[i] * v[i]
		if i > 0 {
			out[i] += s.beside[i-1] * v[i-1]
		}
		if i < s.n {
			out[i] += s.beside[i] * v[i+1]
		}
	}
	for i := range s.h.games {
		g, w := &s.h.games[i], s.weight[i]
		out[g.black] -= w * v[g.white]
		out[g.white] -= w * v[g.black]
		if s.hasEdge(g) {
			out[g.black] += w * v[s.n]
			out[g.white] -= w * v[s.n]
			out[s.n] += w * (v[g.black] - v[g.white])
		}
	}
}

// direction returns Newton's step, by conjugate gradients.
func (s *solver) direction() []float64 {
	step, rest, turn := make([]float64, s.n+1), make([]float64, s.n+1), make([]float64, s.n+1)
	solved, product := make([]float64, s.n+1), make([]float64, s.n+1)
	copy(rest, s.slope)
	s.precondition(solved, rest)
	copy(turn, solved)
	left := dot(rest, solved)
	for enough, tries := 1e-24*left, 0; left > enough && left > 1e-26 && tries < 1000; tries++ {
		s.multiply(product, turn)
		a := left / dot(turn, product)
		for i := range step {
			step[i] += a * turn[i]
			rest[i] -= a * product[i]
		}
		s.precondition(solved, rest)
		before := left
		left = dot(rest, solved)
		for i := range turn {
			turn[i] = solved[i] + left/before*turn[i]
		}
	}
	return step
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

// variances computes a person's variances, and the covariances of neighbouring days: the diagonals of the inverse of
// the person's tridiagonal matrix, from its eliminations from both ends.
func (s *solver) variances(p *person) {
	from := 0.0 // the part of the next day in the elimination from the end
	for i := len(p.days) - 1; i >= 0; i-- {
		at := p.start + i
		p.variance[i] = 1 / (s.factor[at] - from)
		if i < len(p.days)-1 {
			p.covariance[i] = -s.beside[at] * p.variance[i+1] / s.factor[at]
		}
		if i > 0 {
			back := s.diag[at] - from
			from = s.beside[at-1] * s.beside[at-1] / back
		}
	}
}
