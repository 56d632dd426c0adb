package strength

import (
	"cmp"
	"math"
	"slices"

	"tourney/internal/rank"
)

// A model has the constants of the estimate.
type model struct {
	// dan and kyu are the standard deviations of a declared rank, for 1 dan and stronger, for weak and weaker.
	dan, kyu, weak float64
	// top is the end of the EGF's scale, 3300 points. The slope grows to strong, not further.
	top, strong float64
	// yearly is the standard deviation of the change in a year, as a share of the deviation of a declared rank.
	yearly float64
	// unranked is the strength of a person without a declared rank, edge the prior of the club's edge.
	unranked, edge normal
}

// A normal is a normal distribution.
type normal struct{ mean, deviation float64 }

func (n normal) precision() float64 { return 1 / (n.deviation * n.deviation) }

var usual = model{
	dan: 1, kyu: 2.4, weak: -15, top: 12, strong: 7, yearly: 1,
	unranked: normal{float64(rank.Beginner.Index()), 6}, edge: normal{0.25, 0.25},
}

// spread returns the standard deviation of a declared rank.
func (m model) spread(level float64) float64 {
	return m.dan + (m.kyu-m.dan)*min(max(level/m.weak, 0), 1)
}

// slope returns k of a game.
func (m model) slope(level float64) float64 { return 7 / (m.top - min(level, m.strong)) }

// drift returns the variance of the change in a number of days, 20 years at most.
func (m model) drift(level float64, days int) float64 {
	const year, most = 365.25, 20 * 365.25
	yearly := m.yearly * m.spread(level)
	return yearly * yearly * min(float64(days), most) / year
}

// bounded returns the day within ±10,000,000, so that differences of days cannot overflow.
func bounded(day int) int {
	const end = 10_000_000
	return min(max(day, -end), end)
}

// advantage returns Black's advantage by handicap and komi in ranks, within ±100.
func (g Game) advantage() float64 {
	const most = 100
	return min(max(g.Terms.Advantage(cmp.Or(g.Size, 19)), -most), most)
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// A person holds the days of a person, in ascending order, and the strengths on them.
type person struct {
	model    model
	id       int
	ranks    []Declared // one a day, in the order of days
	days     []int
	evidence []normalSum // by day
	start    int         // index of the first day among the days of all persons
	mean     []float64
	variance []float64
	// link is the precision of the change from a day to the next, covariance the covariance of the strengths of both.
	link, covariance []float64
}

// A normalSum is a sum of measurements: precisions, and precisions times values.
type normalSum struct{ precision, weighted float64 }

func (s *normalSum) add(n normal) {
	s.precision += n.precision()
	s.weighted += n.precision() * n.mean
}

// declared returns the rank that holds on a day: the last one before or on it, or else the first.
func (p *person) declared(day int) (Declared, bool) {
	if len(p.ranks) == 0 {
		return Declared{}, false
	}
	i, found := slices.BinarySearchFunc(p.ranks, day, func(d Declared, day int) int { return cmp.Compare(d.Day, day) })
	if !found {
		i = max(i-1, 0)
	}
	return p.ranks[i], true
}

// level returns the declared rank on a day as a strength.
func (p *person) level(day int) float64 {
	if d, ok := p.declared(day); ok {
		return float64(d.Rank.Index())
	}
	return p.model.unranked.mean
}

func (h *History) level(id, day int) float64 {
	if p := h.people[id]; p != nil {
		return p.level(day)
	}
	return h.model.unranked.mean
}

// at returns mean and variance on a day: a bridge between two days, and the Wiener process before the first and after
// the last.
func (p *person) at(day int) (mean, variance float64) {
	i, found := slices.BinarySearch(p.days, day)
	switch last := len(p.days) - 1; {
	case found:
		return p.mean[i], p.variance[i]
	case i == 0:
		return p.mean[0], p.variance[0] + p.model.drift(p.level(day), p.days[0]-day)
	case i > last:
		return p.mean[last], p.variance[last] + p.model.drift(p.level(day), day-p.days[last])
	}
	before, after := p.days[i-1], p.days[i]
	b := float64(day-before) / float64(after-before)
	a := 1 - b
	mean = a*p.mean[i-1] + b*p.mean[i]
	variance = a*a*p.variance[i-1] + b*b*p.variance[i] + 2*a*b*p.covariance[i-1] + a*b/p.link[i-1]
	return mean, variance
}

// A game is a counted game with the indexes of its players' days among the days of all persons.
type game struct {
	Game
	black, white int
	score        float64 // Black's
	advantage    float64 // in ranks
	edge         float64 // 1 in a game with handicap, else 0
	slope        float64
}

// gather returns the counted games in an order independent of the input's, and all persons with their days.
func (m model) gather(games []Game, ranks []Declared) *History {
	h := &History{model: m, people: map[int]*person{}}
	of := func(id int) *person {
		if h.people[id] == nil {
			h.people[id] = &person{model: m, id: id}
			h.ids = append(h.ids, id)
		}
		return h.people[id]
	}
	for _, d := range ranks {
		if d.Rank.Valid() {
			d.Day = bounded(d.Day)
			p := of(d.Person)
			p.ranks = append(p.ranks, d)
			p.days = append(p.days, d.Day)
			h.ranks = append(h.ranks, d)
		}
	}
	for _, g := range games {
		if !g.Result.Rated() || g.Black == g.White {
			continue
		}
		points, _ := g.Result.Points()
		g.Day = bounded(g.Day)
		h.games = append(h.games, game{Game: g, score: float64(points) / 2, advantage: g.advantage()})
		for _, id := range []int{g.Black, g.White} {
			p := of(id)
			p.days = append(p.days, g.Day)
		}
	}
	slices.SortFunc(h.games, func(a, b game) int { return a.compare(b.Game) })
	slices.Sort(h.ids)
	days := 0
	for _, id := range h.ids {
		p := h.people[id]
		p.prepare()
		p.start = days
		days += len(p.days)
	}
	for i := range h.games {
		g := &h.games[i]
		black, white := h.people[g.Black], h.people[g.White]
		g.black, g.white = black.index(g.Day), white.index(g.Day)
		g.slope = m.slope((black.level(g.Day) + white.level(g.Day)) / 2)
		if g.Terms.Number > 0 {
			g.edge = 1
		}
	}
	return h
}

// compare orders games by all fields that the estimate reads.
func (g Game) compare(o Game) int {
	return cmp.Or(
		cmp.Compare(g.Day, o.Day), cmp.Compare(g.Black, o.Black), cmp.Compare(g.White, o.White),
		cmp.Compare(g.Terms.Number, o.Terms.Number), cmp.Compare(g.Terms.Komi, o.Terms.Komi),
		cmp.Compare(g.Size, o.Size), cmp.Compare(g.Result.Outcome, o.Result.Outcome),
	)
}

// index returns the index of one of the person's days among the days of all persons.
func (p *person) index(day int) int {
	i, _ := slices.BinarySearch(p.days, day)
	return p.start + i
}

// prepare sorts days and ranks, and computes evidence, links and a first mean.
func (p *person) prepare() {
	slices.Sort(p.days)
	p.days = slices.Compact(p.days)
	slices.SortStableFunc(p.ranks, func(a, b Declared) int { return cmp.Compare(a.Day, b.Day) })
	own := lastOfDays(slices.DeleteFunc(slices.Clone(p.ranks), func(d Declared) bool { return d.Accepted }))
	p.ranks = lastOfDays(p.ranks)
	n := len(p.days)
	p.evidence = make([]normalSum, n)
	p.mean, p.variance = make([]float64, n), make([]float64, n)
	p.link, p.covariance = make([]float64, n-1), make([]float64, n-1)
	for i, d := range own {
		at := d.Day
		if i == 0 {
			at = p.days[0] // a rank declared after the first game is the prior all the same
		}
		level := float64(d.Rank.Index())
		p.evidence[p.index(at)].add(normal{level, p.model.spread(level)})
	}
	if len(own) == 0 {
		p.evidence[0].add(p.model.unranked)
	}
	for i := range p.link {
		p.link[i] = 1 / p.model.drift(p.level(p.days[i]), p.days[i+1]-p.days[i])
	}
	for i := range p.mean {
		p.mean[i] = p.evidence[0].weighted / p.evidence[0].precision
	}
}

// lastOfDays keeps the last of the declarations of each day; they are in the order of days.
func lastOfDays(ranks []Declared) []Declared {
	var kept []Declared
	for _, d := range ranks {
		if n := len(kept); n > 0 && kept[n-1].Day == d.Day {
			kept = kept[:n-1]
		}
		kept = append(kept, d)
	}
	return kept
}
