package lists

import (
	"math/bits"
	"slices"
	"strings"
)

// What it costs that a word is not the one looked for. A wrong letter weighs
// more than everything else together.
const (
	never       = 1 << 30
	slipBits    = 8
	slipCost    = 1 << slipBits
	begunCost   = 8 // only the beginning was typed
	spelledCost = 4 // ö for oe
	givenCost   = 1 // in the given name
)

// slips is how many letters of a word may be wrong.
func slips(letters int) int {
	switch {
	case letters < 4:
		return 0
	case letters < 7:
		return 1
	}
	return 2
}

// costs compares a word with all words of the index. bearers counts the
// players who bear one that it may mean.
func (ix *Index) costs(w indexed) (costs []int32, bearers int) {
	costs = make([]int32, len(ix.words))
	for i := range costs {
		costs[i] = never
	}
	if most := slips(len(w.letters)); most > 0 {
		var row [3][]int
		for i := range row {
			row[i] = make([]int, longestWord+4)
		}
		for i := range ix.words {
			other := &ix.words[i]
			if len(other.letters) < len(w.letters)-most || bits.OnesCount32(w.set&^other.set) > most {
				continue
			}
			if cost := misspelt(w.letters, other.letters, most, &row); cost < never {
				costs[i] = cost
			}
		}
	}
	from, _ := slices.BinarySearchFunc(ix.words, w.key, func(o indexed, key string) int { return strings.Compare(o.key, key) })
	for i := from; i < len(ix.words) && strings.HasPrefix(ix.words[i].key, w.key); i++ {
		costs[i] = 0
		if len(ix.words[i].key) > len(w.key) {
			costs[i] = begunCost
		}
		if !strings.HasPrefix(ix.words[i].folded, w.folded) {
			costs[i] += spelledCost
		}
	}
	for i, cost := range costs {
		if cost < never {
			bearers += len(ix.entries[i])
		}
	}
	return costs, bearers
}

// misspelt returns the cost of reading word as other or as its beginning with
// at most most slips: a letter too many, too few, wrong, or two exchanged
// (restricted Damerau–Levenshtein distance). rows is room for three rows.
func misspelt(word, other []rune, most int, rows *[3][]int) int32 {
	width := min(len(other), len(word)+most)
	before, last, now := rows[0], rows[1], rows[2]
	for j := range width + 1 {
		last[j] = j
	}
	for i := 1; i <= len(word); i++ {
		now[0] = i
		least := i
		for j := 1; j <= width; j++ {
			d := last[j-1]
			if word[i-1] != other[j-1] {
				d = min(d, last[j], now[j-1]) + 1
				if i > 1 && j > 1 && word[i-1] == other[j-2] && word[i-2] == other[j-1] {
					d = min(d, before[j-2]+1)
				}
			}
			now[j] = d
			least = min(least, d)
		}
		if least > most {
			return never
		}
		before, last, now = last, now, before
	}
	cost := int32(never)
	if width == len(other) && last[width] <= most {
		cost = int32(last[width]) * slipCost
	}
	if d := slices.Min(last[:width+1]); d <= most {
		cost = min(cost, int32(d)*slipCost+begunCost)
	}
	return cost
}

// letterSet has a bit for every letter; letters of other alphabets share bits.
// A word that lacks some letters of another differs from it by at least as
// many slips.
func letterSet(letters []rune) uint32 {
	var set uint32
	for _, r := range letters {
		set |= 1 << (uint32(r) % 32)
	}
	return set
}
