package rules

// A quickBoard is a position for playouts. Its chains keep sums over their
// liberties, so that atari shows without a walk along the chain.
type quickBoard struct {
	cells  [grid]quickCell
	chains [grid]quickChain // at a chain's head
}

type quickCell struct {
	head, next Point
	color      Color
}

// A quickChain counts and sums the liberties of each stone of a chain, so that a liberty which two stones touch counts
// twice. All of them are one point if and only if the mean of the squares is the square of the mean. Sums may wrap
// around; sums of up to four liberties, the most that one point can be, are exact.
type quickChain struct {
	libs, size   uint16
	sum, squares uint32
}

// copyOf sets the board to a position.
func (b *quickBoard) copyOf(o *Board) {
	for i := range (o.rows + 2) * stride {
		c := o.cells[i]
		b.cells[i] = quickCell{head: c.head, next: c.next, color: c.color}
		b.chains[i] = quickChain{}
	}
	o.Points(func(p Point) {
		if b.cells[p].color == Empty {
			for _, n := range neighbours(p) {
				b.gain(n, p)
			}
			return
		}
		b.chains[b.cells[p].head&mask].size++
	})
}

// copyFrom copies the first n cells.
func (b *quickBoard) copyFrom(o *quickBoard, n int) {
	copy(b.cells[:n], o.cells[:n])
	copy(b.chains[:n], o.chains[:n])
}

// gain adds a liberty to the chain of a stone. It is harmless for empty points and the edge.
func (b *quickBoard) gain(stone, liberty Point) {
	c := &b.chains[b.cells[stone&mask].head&mask]
	c.libs++
	c.sum += uint32(liberty)
	c.squares += uint32(liberty) * uint32(liberty)
}

func (b *quickBoard) lose(stone, liberty Point) {
	c := &b.chains[b.cells[stone&mask].head&mask]
	c.libs--
	c.sum -= uint32(liberty)
	c.squares -= uint32(liberty) * uint32(liberty)
}

// inAtari returns the one liberty of the chain at p, if it has but one.
func (b *quickBoard) inAtari(p Point) (Point, bool) {
	c := &b.chains[b.cells[p&mask].head&mask]
	if c.libs > 4 || uint32(c.libs)*c.squares != c.sum*c.sum || c.libs == 0 {
		return Pass, false
	}
	return Point(c.sum / uint32(c.libs)), true
}

// Play puts a stone on an empty point and takes off the chains left without a liberty.
func (b *quickBoard) Play(p Point, c Color) Change {
	var ch Change
	b.cells[p&mask] = quickCell{head: p, next: p, color: c}
	own := &b.chains[p&mask]
	*own = quickChain{size: 1}
	for _, n := range neighbours(p) {
		switch b.cells[n].color {
		case Empty:
			b.gain(p, n)
		case Black, White:
			b.lose(n, p)
		}
	}
	for _, n := range neighbours(p) {
		if b.cells[n].color == c {
			b.join(b.cells[p&mask].head, b.cells[n].head)
		}
	}
	for _, n := range neighbours(p) {
		if b.cells[n].color == c.Opponent() && b.chains[b.cells[n].head&mask].libs == 0 {
			ch.Captured += b.remove(n)
			ch.taken = n
		}
	}
	head := b.cells[p&mask].head
	switch now := &b.chains[head&mask]; {
	case now.libs == 0:
		ch.Suicide = b.remove(p)
	case ch.Captured == 1 && now.size == 1 && now.libs == 1:
		ch.ko = ch.taken
	}
	return ch
}

// join makes one chain of two, given by their heads; they may be the same.
func (b *quickBoard) join(to, from Point) {
	if to == from {
		return
	}
	if b.chains[to&mask].size < b.chains[from&mask].size {
		to, from = from, to
	}
	t, f := &b.chains[to&mask], &b.chains[from&mask]
	t.size += f.size
	t.libs += f.libs
	t.sum += f.sum
	t.squares += f.squares
	for q := from; ; {
		b.cells[q&mask].head = to
		if q = b.cells[q&mask].next; q == from {
			break
		}
	}
	b.cells[to&mask].next, b.cells[from&mask].next = b.cells[from&mask].next, b.cells[to&mask].next
}

// remove takes the chain of a stone off and returns how many stones it had.
func (b *quickBoard) remove(p Point) (stones int) {
	for q := p; ; {
		next := b.cells[q&mask].next
		b.cells[q&mask] = quickCell{}
		for _, n := range neighbours(q) {
			if b.cells[n].color == Black || b.cells[n].color == White {
				b.gain(n, q)
			}
		}
		stones++
		if q = next; q == p {
			return stones
		}
	}
}
