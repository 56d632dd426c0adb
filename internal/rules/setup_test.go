package rules

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tourney/internal/rules/sgf"
)

// Lifting stones off a full board takes each up once, not the rest of a chain
// again for each of its stones.
func TestSetUpTakesEachChainUpOnce(t *testing.T) {
	const all = MaxSize * MaxSize
	for _, tt := range []struct {
		name, record string
		lifted       int
	}{
		{"an empty board is filled", "(;SZ[52]AB[aa:ZZ])", 0},
		{"and emptied", "(;SZ[52]AB[aa:ZZ];AE[aa:ZZ])", all},
		{"and filled with the other color", "(;SZ[52]AB[aa:ZZ];AW[aa:ZZ])", all},
		{"in one node", "(;SZ[52]AB[aa:ZZ]AW[aa:ZZ])", all},
		{"stones of the same color stay", "(;SZ[52]AB[aa:ZZ];AB[aa:ZZ])", 0},
		{"a hole is cut", "(;SZ[52]AB[aa:ZZ];AE[bb:YY])", all},
		{"two chains lose a stone each", "(;SZ[9]AB[aa:ia]AW[ab:ib];AE[aa][ab])", 18},
		{"one stone is replaced", "(;SZ[9]AB[aa:ia];W[ea])", 9},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := verdict(t, tt.record, "japanese", Options{})
			if v.Board.lifted != tt.lifted {
				t.Errorf("%s lifts %d stones, want %d", tt.record, v.Board.lifted, tt.lifted)
			}
		})
	}
}

// SetUp and Set lead to the same points, chains and liberties.
func TestSetUpIsSetManyTimes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const size = 5
		many, err := NewBoard(size, size)
		if err != nil {
			t.Fatal(err)
		}
		one, err := NewBoard(size, size)
		if err != nil {
			t.Fatal(err)
		}
		for range rapid.IntRange(1, 6).Draw(t, "nodes") {
			var text strings.Builder
			text.WriteString("(;SZ[5]")
			for _, name := range []string{"AE", "AB", "AW"} {
				if points := rapid.SliceOfN(rapid.IntRange(0, size*size-1), 0, 12).Draw(t, name); len(points) > 0 {
					text.WriteString(name)
					for _, i := range points {
						text.WriteString("[" + At(i%size, i/size).SGF() + "]")
					}
				}
			}
			c, _ := sgf.Parse([]byte(text.String()+")"), sgf.Options{})
			n := c.Game(0).Root()
			many.SetUp(n)
			for i, name := range []string{"AE", "AB", "AW"} {
				for p := range n.Points(name).All() {
					one.Set(PointOf(p), Color(i))
				}
			}
			if many.String() != one.String() || many.hash != one.hash {
				t.Fatalf("%s: %s by SetUp, %s by Set", text.String(), many, one)
			}
			many.Points(func(p Point) {
				if many.Stone(p) == Empty {
					return
				}
				a, b := many.cells[p].head, one.cells[p].head
				if many.size[a] != one.size[b] || many.cells[a].libs != one.cells[b].libs {
					t.Fatalf("%s: chain at %s has %d stones and %d liberties, want %d and %d", text.String(), p.Name(size),
						many.size[a], many.cells[a].libs, one.size[b], one.cells[b].libs)
				}
			})
		}
	})
}

// Copying a position does not reset the count.
func TestOverworked(t *testing.T) {
	b, err := NewBoard(MaxSize, MaxSize)
	if err != nil {
		t.Fatal(err)
	}
	b.Points(func(p Point) { b.Set(p, Black) })
	full := *b
	toggles := 0
	for ; !b.Overworked(); toggles++ {
		b.CopyFrom(&full)
		b.Set(At(0, 0), Empty)
	}
	if want := mostLifted/(MaxSize*MaxSize) + 1; toggles != want {
		t.Errorf("overworked after %d stones were taken off a full board, want %d", toggles, want)
	}
}
