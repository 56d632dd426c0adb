package rules

import (
	"testing"

	"pgregory.net/rapid"
)

// A quickBoard plays as a Board does and finds the same chains in atari.
func TestQuickBoard(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(2, 7).Draw(t, "size")
		b, err := NewBoard(size, size)
		if err != nil {
			t.Fatal(err)
		}
		point := rapid.Custom(func(t *rapid.T) Point {
			return At(rapid.IntRange(0, size-1).Draw(t, "column"), rapid.IntRange(0, size-1).Draw(t, "row"))
		})
		color := rapid.SampledFrom([]Color{Black, White})
		for range rapid.IntRange(0, size*size).Draw(t, "stones set up") {
			if p := point.Draw(t, "at"); b.Stone(p) == Empty {
				b.Play(p, color.Draw(t, "color"))
			}
		}
		var q quickBoard
		q.copyOf(b)
		for range rapid.IntRange(0, 4*size*size).Draw(t, "moves") {
			p, c := point.Draw(t, "move"), color.Draw(t, "player")
			if b.Stone(p) != Empty {
				continue
			}
			want, got := b.Play(p, c), q.Play(p, c)
			if got.Captured != want.Captured || got.Suicide != want.Suicide || got.ko != want.ko {
				t.Fatalf("%v at %s: %+v, want %+v", c, p.Name(size), got, want)
			}
			b.Points(func(p Point) {
				if q.cells[p].color != b.Stone(p) {
					t.Fatalf("%s: %v, want %v", p.Name(size), q.cells[p].color, b.Stone(p))
				}
				if b.Stone(p) == Empty {
					return
				}
				liberty, ok := b.inAtari(p)
				if l, o := q.inAtari(p); l != liberty || o != ok {
					t.Fatalf("%s in %s: liberty %s %v, want %s %v", p.Name(size), b, l.Name(size), o, liberty.Name(size), ok)
				}
			})
		}
	})
}

// The self-atari test of playouts agrees with playing the stone, as long as it
// takes nothing: taking can give any number of liberties.
func TestSelfAtari(t *testing.T) {
	met := 0
	rapid.Check(t, func(t *rapid.T) {
		b, err := NewBoard(5, 5)
		if err != nil {
			t.Fatal(err)
		}
		b.Points(func(p Point) {
			b.Set(p, rapid.SampledFrom([]Color{Black, White, Empty}).Draw(t, p.Name(5)))
		})
		b.Points(func(p Point) {
			if b.Stone(p) != Empty && b.cells[b.cells[p].head].libs == 0 {
				b.Set(p, Empty)
			}
		})
		r := newPlayout(b)
		b.Points(func(p Point) {
			after := *b
			if b.Stone(p) != Empty || !r.legal(p, Black) || after.Play(p, Black).Captured > 0 {
				return
			}
			met++
			if _, want := after.inAtari(p); r.selfAtari(p, Black) != want {
				t.Fatalf("%s: Black at %s is self-atari: %v, want %v", b, p.Name(5), !want, want)
			}
		})
	})
	if met == 0 {
		t.Error("no move was tried")
	}
}
