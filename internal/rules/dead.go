package rules

// A Judgement is what Propose thinks of one chain.
type Judgement struct {
	Chain      Point // its first stone from the upper left
	Color      Color
	Stones     int
	Dead       bool
	Confidence int // percent: 50 is a guess, 100 is proven
}

const playouts = 400

// Propose judges every chain of a final position, from the upper left.
func Propose(b *Board) []Judgement {
	t := &playout{random: 0x9e3779b97f4a7c15}
	b.Points(func(p Point) { t.points = append(t.points, p) })
	lives := make([]int, grid)
	for i := range playouts {
		t.Board = *b
		t.run(Black + Color(i&1))
		for _, p := range t.points {
			if c := b.cells[p].color; c != Empty && t.owns(p) == c {
				lives[p]++
			}
		}
	}
	var out []Judgement
	b.Points(func(p Point) {
		if c := b.cells[p].color; c != Empty && b.first(p) == p {
			n := lives[p]
			j := Judgement{Chain: p, Color: c, Stones: int(b.size[b.cells[p].head]), Dead: 2*n < playouts}
			j.Confidence = max(n, playouts-n) * 100 / playouts
			out = append(out, j)
		}
	})
	return out
}

// first returns the first stone of a chain from the upper left.
func (b *Board) first(p Point) Point {
	best := p
	b.chain(p, func(q Point) { best = min(best, q) })
	return best
}

// owns returns whose a point is at the end of a playout.
func (t *playout) owns(p Point) Color {
	if c := t.cells[p].color; c != Empty {
		return c
	}
	var c Color
	for _, d := range around {
		if n := t.cells[(p+d)&mask].color; n != edge {
			c |= n
		}
	}
	if c == Black || c == White {
		return c
	}
	return Empty
}
