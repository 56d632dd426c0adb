package spelling

import (
	"math/bits"
	"slices"
	"unicode"
)

// Names finds similar names that may belong to one person: the same Key, or at most two letters of difference. Names
// with other figures, as Player 1 and Player 2, are not similar. The zero Names is empty.
type Names struct {
	keys    [][]rune
	figures []string
	letters []uint64 // the letters of each name as a set, modulo 64
}

// Add adds a name and returns its number; the first is 0.
func (n *Names) Add(family, given string) int {
	name := []rune(Key(Words(family + " " + given)))
	n.keys, n.figures, n.letters = append(n.keys, name), append(n.figures, figuresOf(name)), append(n.letters, letterSet(name))
	return len(n.keys) - 1
}

// Like returns the numbers of the names similar to this one, in order.
func (n *Names) Like(family, given string) []int {
	name := []rune(Key(Words(family + " " + given)))
	most, set, figures := maxDistance(name), letterSet(name), figuresOf(name)
	var found []int
	for i, other := range n.keys {
		// A different letter changes the set in two places at most.
		if bits.OnesCount64(set^n.letters[i]) > 2*most {
			continue
		}
		if figures != n.figures[i] && figures != "" && n.figures[i] != "" {
			continue
		}
		if slices.Equal(name, other) || withinDistance(name, other, most) {
			found = append(found, i)
		}
	}
	return found
}

// figuresOf returns the figures of a name, "" for a name without one.
func figuresOf(name []rune) string {
	var figures []rune
	for _, r := range name {
		if unicode.IsDigit(r) {
			figures = append(figures, r)
		}
	}
	return string(figures)
}

func letterSet(name []rune) uint64 {
	var set uint64
	for _, r := range name {
		set |= 1 << (r % 64)
	}
	return set
}

// maxDistance returns the number of letters in which two spellings of a name may
// differ.
func maxDistance(name []rune) int {
	switch n := len(name); {
	case n < 6:
		return 0
	case n < 10:
		return 1
	}
	return 2
}

// withinDistance reports whether x and y differ by at most most letters (Levenshtein).
// It computes only the cells near the diagonal.
func withinDistance(x, y []rune, most int) bool {
	if most == 0 || len(x)-len(y) > most || len(y)-len(x) > most {
		return false
	}
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = min(j, most+1)
	}
	for i := range x {
		from, to := max(0, i-most), min(len(y), i+most+1)
		diagonal := row[from]
		row[from] = most + 1
		if from == 0 {
			row[0] = i + 1
		}
		least := row[from]
		for j := from; j < to; j++ {
			above := row[j+1]
			cost := diagonal
			if x[i] != y[j] {
				cost++
			}
			row[j+1] = min(cost, above+1, row[j]+1)
			diagonal = above
			least = min(least, row[j+1])
		}
		if least > most {
			return false
		}
	}
	return row[len(y)] <= most
}
