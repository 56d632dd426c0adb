package ratinglist

import (
	"math/bits"
	"slices"
	"strings"
)

// The costs of differences between a word of the query and a word of a name. A
// wrong letter costs more than all others together.
const (
	never         = 1 << 30
	typoBits      = 8
	typoCost      = 1 << typoBits
	prefixCost    = 8 // only the beginning was typed
	spellingCost  = 4 // ö for oe
	givenNameCost = 1 // in the given name
)

// typosAllowed returns how many letters of a word may be wrong.
func typosAllowed(letters int) int {
	switch {
	case letters < 4:
		return 0
	case letters < 7:
		return 1
	}
	return 2
}

// A comparison holds the cost of matching one word of the query with each word of
// the index.
type comparison struct {
	costs []int32
	// players is the number of players with a matching word.
	players int
}

func (ix *Index) compare(w indexed) comparison {
	costs, players := make([]int32, len(ix.words)), 0
	var rows [3][]int
	for i := range rows {
		rows[i] = make([]int, longestWord+4)
	}
	forgiving := typosAllowed(len(w.folded)) > 0
	for i := range ix.words {
		costs[i] = never
		if forgiving {
			costs[i] = leastCost(&w, &ix.words[i], &rows)
		}
	}
	from, _ := slices.BinarySearchFunc(ix.words, w.key, func(o indexed, key string) int { return strings.Compare(o.key, key) })
	for i := from; i < len(ix.words) && strings.HasPrefix(ix.words[i].key, w.key); i++ {
		costs[i] = 0
		if len(ix.words[i].key) > len(w.key) {
			costs[i] = prefixCost
		}
		if !strings.HasPrefix(ix.words[i].folded, w.folded) {
			costs[i] += spellingCost
		}
	}
	for i, cost := range costs {
		if cost < never {
			players += len(ix.entries[i])
		}
	}
	return comparison{costs, players}
}

// leastCost returns the least cost of matching word with other in one of their
// forms.
func leastCost(word, other *indexed, rows *[3][]int) int32 {
	best := int32(never)
	for i := range max(len(word.forms), len(other.forms)) {
		a, b := &word.forms[min(i, len(word.forms)-1)], &other.forms[min(i, len(other.forms)-1)]
		most := typosAllowed(len(a.letters))
		if most == 0 || len(b.letters) < len(a.letters)-most || bits.OnesCount32(a.set&^b.set) > most {
			continue
		}
		best = min(best, editCost(a.letters, b.letters, most, rows))
	}
	return best
}

// editCost returns the cost of matching word with other or its beginning with at
// most most typos: a letter too many, too few, wrong, or two exchanged
// (restricted Damerau–Levenshtein distance). Only cells of the table near its
// diagonal can hold so few. rows is room for three rows.
func editCost(word, other []rune, most int, rows *[3][]int) int32 {
	width := min(len(other), len(word)+most)
	before, last, now := rows[0], rows[1], rows[2]
	for j := range min(width, most+1) + 1 {
		last[j] = j
	}
	from, to := 0, min(width, most)
	for i := 1; i <= len(word); i++ {
		from, to = max(0, i-most), min(width, i+most)
		least := never
		for j := from; j <= to; j++ {
			d := never
			switch {
			case j == 0:
				d = i
			case word[i-1] == other[j-1]:
				d = last[j-1]
			default:
				d = last[j-1] + 1
				if j < i+most {
					d = min(d, last[j]+1)
				}
				if j > from {
					d = min(d, now[j-1]+1)
				}
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
	if to == len(other) && last[to] <= most {
		cost = int32(last[to]) * typoCost
	}
	if d := slices.Min(last[from : to+1]); d <= most {
		cost = min(cost, int32(d)*typoCost+prefixCost)
	}
	return cost
}

// A form is a word's letters. set has a bit for every letter in it; letters of
// other alphabets share bits. A word that lacks some letters of another has at
// least as many typos.
type form struct {
	letters []rune
	set     uint32
}

func formOf(word string) form {
	f := form{letters: []rune(word)}
	for _, r := range f.letters {
		f.set |= 1 << (uint32(r) % 32)
	}
	return f
}
