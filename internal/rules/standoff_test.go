package rules

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestStandoffs(t *testing.T) {
	for _, tt := range []struct {
		name, position string
		falls, holds   bool
	}{
		{"bent four in the corner", ".......O/OOOOO.O./XXOOOOO./.XXXXO../OOO.XO..", true, false},
		{"the same, with the fourth stone in", ".......O/OOOOO.O./XXOOOOO./OXXXXO../OOO.XO..", true, false},
		{"two in the middle of a space of four", "OOOOOO./XXXXXO./.OO.XO.", true, false},
		{"one at the end of a space of four", "OOOOOO./XXXXXO./O...XO.", false, true},
		{"one at the end of a space of three: settled by who moves", "OOOOO./XXXXO./O..XO.", false, false},
		{"two in a space of three", "OOOOO./XXXXO./OO.XO.", true, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			list := parse(t, tt.position).standoffs()
			if len(list) != 1 {
				t.Errorf("%s: %d standoffs", tt.name, len(list))
				return
			}
			if falls, holds := list[0].fate(); falls != tt.falls || holds != tt.holds {
				t.Errorf("%s: falls %v, holds %v", tt.name, falls, holds)
			}
		})
	}
}

// The search agrees with a plain look ahead by the rules of the confirmation
// phase, on random small boards.
func TestStandoffsAgainstLookingAhead(t *testing.T) {
	t.Parallel()
	met := 0
	rapid.Check(t, func(t *rapid.T) {
		cols, rows := rapid.IntRange(3, 5).Draw(t, "columns"), rapid.IntRange(2, 3).Draw(t, "rows")
		b, err := NewBoard(cols, rows)
		if err != nil {
			t.Fatal(err)
		}
		b.Points(func(p Point) {
			b.Set(p, Color(rapid.SampledFrom([]Color{Black, Black, Black, White, White, Empty}).Draw(t, p.Name(rows))))
		})
		b.Points(func(p Point) {
			if b.Stone(p) != Empty && b.cells[b.cells[p].head].libs == 0 {
				b.Set(p, Empty)
			}
		})
		for _, s := range b.standoffs() {
			if len(s.group) > 1 || len(s.space) > 4 {
				continue // looking ahead would take too long
			}
			met++
			falls, holds := s.fate()
			l := lookAhead{standoff: s, known: map[string]bool{}}
			if got := l.lost(b.Confirm(), s.owner, 14); got && !falls || falls && !l.lost(b.Confirm(), s.owner, 24) {
				t.Fatalf("%s: the group of %v falls %v, looking ahead %v", b, s.owner, falls, got)
			}
			if got := l.lost(b.Confirm(), s.owner.Opponent(), 14); got && holds {
				t.Fatalf("%s: the group of %v holds, looking ahead it is lost", b, s.owner)
			}
		}
	})
	if met == 0 && !testing.Short() {
		t.Error("no standoff was met")
	}
}

// lookAhead tries every move inside a standoff, and passes for kos.
type lookAhead struct {
	*standoff
	known map[string]bool
}

// lost reports whether the group is taken within some moves.
func (l *lookAhead) lost(c *Confirmation, player Color, depth int) (lost bool) {
	switch {
	case c.Stone(l.group[0]) == Empty:
		return true
	case depth == 0:
		return false
	}
	key := fmt.Sprint(c.Board, c.Bans(), player, depth)
	if known, ok := l.known[key]; ok {
		return known
	}
	defer func() { l.known[key] = lost }()
	enemy := player != l.owner
	try := func(move func(*Confirmation) bool) (decided bool) {
		board := *c.Board
		next := &Confirmation{Board: &board, bans: slices.Clone(c.bans)}
		return move(next) && l.lost(next, player.Opponent(), depth-1) == enemy
	}
	passed := false
	for _, ban := range c.Bans() {
		if ban.Player == player {
			passed = true
			if try(func(n *Confirmation) bool { return n.PassFor(player, ban.Ko) }) {
				return enemy
			}
		}
	}
	if !passed && try(func(*Confirmation) bool { return true }) {
		return enemy
	}
	for _, p := range l.space {
		if try(func(n *Confirmation) bool { return n.Play(player, p) == 0 }) {
			return enemy
		}
	}
	return !enemy
}
