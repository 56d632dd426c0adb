package rules

import "slices"

// A standoff is a group whose liberties are all in one small space which it
// surrounds, with enemy stones inside: bent four in the corner and its like,
// or a seki. Threats elsewhere do not count in the confirmation phase, so play
// inside decides, and it can be searched to the end.
type standoff struct {
	position  *Board
	boards    *searchBoards
	space     []Point // at most maxSpace
	inside    spaceStones
	owner     Color   // of the group
	group     []Point // one stone of each of its chains
	besieging []Point // one stone of each enemy chain around the group
}

// searchBoards are the boards of a search: the position with the space empty,
// and one for moves. The standoffs of a position, searched one after the other,
// share them.
type searchBoards struct{ empty, moved Board }

// maxSpace bounds the space of a standoff, maxSituations the search.
const (
	maxSpace      = 6
	maxSituations = 3000
)

type spaceStones [maxSpace]Color

// A situation is a state of a standoff: stones, player to move, and for each
// color the points where it may not retake in a ko, one bit a point.
type situation struct {
	stones spaceStones
	toMove Color
	bans   [2]uint8
}

func (b *Board) standoffs() (list []*standoff) {
	boards := new(searchBoards)
	for _, owner := range []Color{Black, White} {
		seen := make([]bool, (b.rows+2)*stride)
		b.Points(func(p Point) {
			if seen[p] || b.cells[p].color == owner {
				return
			}
			space, border := b.spaceOf(p, owner, seen)
			if s := b.standoff(space, border, owner); s != nil {
				s.boards = boards
				list = append(list, s)
			}
		})
	}
	return list
}

// spaceOf returns the connected points without stones of a color, and one
// stone of each chain of that color beside them.
func (b *Board) spaceOf(p Point, owner Color, seen []bool) (space, border []Point) {
	space = []Point{p}
	seen[p] = true
	for i := 0; i < len(space); i++ {
		for _, n := range neighbours(space[i]) {
			switch c := b.cells[n].color; {
			case c == owner:
				if head := b.cells[n].head; !slices.Contains(border, head) {
					border = append(border, head)
				}
			case c != edge && !seen[n]:
				seen[n] = true
				space = append(space, n)
			}
		}
	}
	return space, border
}

// standoff returns the standoff in a space, or nil for another space: too large, without a liberty or an enemy stone,
// or beside a chain that has liberties elsewhere.
func (b *Board) standoff(space, group []Point, owner Color) *standoff {
	if len(space) > maxSpace || len(group) == 0 {
		return nil
	}
	s := &standoff{position: b, space: space, owner: owner, group: group}
	held := 0
	for i, p := range space {
		if s.inside[i] = b.cells[p].color; s.inside[i] != Empty {
			held++
		}
	}
	if held == 0 || held == len(space) {
		return nil
	}
	for _, head := range group {
		free := true
		b.Chain(head, func(p Point) {
			for _, n := range neighbours(p) {
				switch {
				case slices.Contains(space, n):
				case b.cells[n].color == Empty:
					free = false
				case b.cells[n].color == owner.Opponent():
					if first := b.first(n); !slices.Contains(s.besieging, first) {
						s.besieging = append(s.besieging, first)
					}
				}
			}
		})
		if !free {
			return nil
		}
	}
	return s
}

// fate searches the standoff: falls if the group dies although its owner moves
// first, holds if it lives although the enemy does. With neither it depends on
// the player to move, or on stones outside the space.
func (s *standoff) fate() (falls, holds bool) {
	t := search{standoff: s, index: map[situation]int32{}}
	t.boards.empty.copyFrom(s.position)
	for _, p := range s.space {
		t.boards.empty.Set(p, Empty)
	}
	first := t.add(situation{stones: s.inside, toMove: s.owner})
	second := t.add(situation{stones: s.inside, toMove: s.owner.Opponent()})
	for i := 0; i < len(t.list); i++ {
		if len(t.list) > maxSituations {
			return false, false
		}
		t.expand(i)
	}
	for t.settle() {
	}
	return t.lost[first], !t.lost[second] && !t.broken
}

// A search holds all situations that a standoff can lead to, the situations
// that follow each, and whether the group is lost in it.
type search struct {
	*standoff
	index  map[situation]int32
	list   []situation
	next   [][]int32
	lost   []bool
	broken bool // a part of the group can be taken, which opens the space
}

func (t *search) add(s situation) int32 {
	if i, ok := t.index[s]; ok {
		return i
	}
	i := int32(len(t.list))
	t.index[s] = i
	t.list = append(t.list, s)
	t.next = append(t.next, nil)
	t.lost = append(t.lost, false)
	return i
}

// expand lists the situations that can follow situation i: by a pass, by a pass
// for each ko that the player may not retake, and by every move inside.
func (t *search) expand(i int) {
	s := t.list[i]
	player := s.toMove
	passed := s
	passed.toMove = player.Opponent()
	if s.bans[player-1] == 0 {
		t.next[i] = append(t.next[i], t.add(passed))
	}
	for k := range t.space {
		bit := uint8(1) << k
		if s.bans[player-1]&bit != 0 {
			lifted := passed
			lifted.bans[player-1] &^= bit
			t.next[i] = append(t.next[i], t.add(lifted))
		}
		if s.stones[k] != Empty {
			continue
		}
		switch after, taken, ok := t.play(s, k); {
		case !ok:
		case taken == len(t.group):
			t.lost[i] = true
		case taken > 0:
			t.broken = true
		default:
			t.next[i] = append(t.next[i], t.add(after))
		}
	}
}

// play makes a move at point k of the space. It returns the situation after
// it and how many chains of the group it takes; not ok if the rules of the
// confirmation phase forbid it.
func (t *search) play(s situation, k int) (after situation, taken int, ok bool) {
	b, player := &t.boards.moved, s.toMove
	b.copyFrom(&t.boards.empty)
	for i, p := range t.space {
		b.Set(p, s.stones[i])
	}
	ch := b.Play(t.space[k], player)
	if ch.Suicide > 0 || ch.ko != Pass && s.bans[player-1]&(1<<k) != 0 {
		return s, 0, false
	}
	for _, p := range t.group {
		if b.cells[p].color == Empty {
			taken++
		}
	}
	after = s
	after.toMove = player.Opponent()
	for i, p := range t.space {
		after.stones[i] = b.cells[p].color
		if p == ch.ko {
			after.bans[player.Opponent()-1] |= 1 << i
		}
	}
	return after, taken, true
}

// settle visits all situations once and reports whether one more is lost: the enemy can move to a lost one, or the
// owner cannot avoid one. A cycle does not count as lost.
func (t *search) settle() (more bool) {
	for i := range t.list {
		if t.lost[i] {
			continue
		}
		lost := func(n int32) bool { return t.lost[n] }
		if t.list[i].toMove == t.owner {
			t.lost[i] = !slices.ContainsFunc(t.next[i], func(n int32) bool { return !t.lost[n] })
		} else {
			t.lost[i] = slices.ContainsFunc(t.next[i], lost)
		}
		more = more || t.lost[i]
	}
	return more
}

// copyFrom copies the position of a board of the same size.
func (b *Board) copyFrom(o *Board) {
	n := (o.rows + 2) * stride
	b.cols, b.rows, b.hash = o.cols, o.rows, o.hash
	copy(b.cells[:n], o.cells[:n])
	copy(b.size[:n], o.size[:n])
}
