package pairing

import (
	"math/bits"
	"slices"
	"unicode/utf16"

	"tourney/internal/tournament"
)

// A name is the text that OpenGotha draws lots from: family and given name without a separator, as UTF-16. It holds the
// sums of which a lot is computed.
type name struct {
	units []uint16
	sum   int64 // of the units
	by    int64 // of the units times their places from 1
}

func nameOf(p *tournament.Player) name {
	n := name{units: utf16.Encode([]rune(p.Family + p.Given))}
	for i, u := range n.units {
		n.sum += int64(u)
		n.by += int64(u) * int64(i+1)
	}
	return n
}

// lot draws a number from 0 to most from two names, the same for (a, b) and (b, a): each letter of the names, the
// smaller first, times its place, added up, times 1,234,567, modulo most+1.
func lot(a, b name, most int64) int64 {
	if slices.Compare(a.units, b.units) > 0 {
		a, b = b, a
	}
	sum := a.by + b.by + int64(len(a.units))*b.sum
	return sum * 1_234_567 % (most + 1)
}

// chance draws a number from 0 to most for two players: from their names, or from names and seed.
func (o *objective) chance(a, b *entrant, most int64) int64 {
	if o.s.Pairing.Deterministic {
		return lot(a.name, b.name, most)
	}
	const scale = 1 << 62
	mixed := mix(o.seed ^ mix(uint64(lot(a.name, b.name, scale-1))))
	high, _ := bits.Mul64(mixed, uint64(most)+1)
	return int64(high)
}

// mix scatters a number over 64 bits (the finisher of SplitMix64).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
