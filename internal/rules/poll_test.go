package rules

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Of chains whose fates depend on each other none gets a fate that contradicts
// the others', even where its own share of playouts alone would.
func TestOpenChainsAreJudgedTogether(t *testing.T) {
	// In half the playouts, and in fewer and more than half.
	const half, fewer, more = 0xffffffff, 0x1fffffff, 0x1ffffffff
	for _, tt := range []struct {
		name  string
		lived []uint64
		dead  []bool
	}{
		{"alone, the next move decides", []uint64{half}, []bool{true}},
		{"alone, more live than die", []uint64{0xfffffffff}, []bool{false}},
		{"two together", []uint64{half, more}, []bool{true, true}},
		{"a race: one side lives", []uint64{more, ^uint64(half)}, []bool{false, true}},
		{"a race: the greater number decides", []uint64{fewer, ^uint64(half), ^uint64(half)}, []bool{true, false, false}},
		{"not together", []uint64{half, half << 16, 0xf0f0f0f0f0f0ffff}, []bool{true, true, false}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b, err := NewBoard(9, 9)
			if err != nil {
				t.Fatal(err)
			}
			for i := range tt.lived {
				b.Set(At(2*i, 0), Black)
			}
			y := &poll{board: b, chains: b.chains(), agreed: make([]int, len(tt.lived)), batch: 64, batches: 1}
			for _, w := range tt.lived {
				y.lived = append(y.lived, fates{w})
			}
			y.judge()
			var dead []bool
			for _, j := range y.chains {
				dead = append(dead, j.Dead)
			}
			if diff := cmp.Diff(tt.dead, dead); diff != "" {
				t.Errorf("dead (-want +got):\n%s", diff)
			}
		})
	}
}
