package draw

import (
	"math/big"
	"testing"
)

func TestGrouped(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1\u202f000", -1234567: "\u22121\u202f234\u202f567"} {
		t.Run(want, func(t *testing.T) {
			if got := formatBig(big.NewInt(n)); got != want {
				t.Errorf("grouped(%d) = %q, want %q", n, got, want)
			}
		})
	}
}
