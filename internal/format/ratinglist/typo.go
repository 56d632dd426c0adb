package ratinglist

import (
	"math/bits"
	"unicode/utf8"
)

// The costs of differences between a word of the query and a word of a name. All lesser differences of a query together
// cost less than one of sound, all of sound less than a typo, all typos less than a word missing in the name.
const (
	never         = 1 << 30
	givenNameCost = 1   // in the given name
	spellingCost  = 8   // ö for oe
	prefixCost    = 16  // only the beginning was typed
	genderCost    = 72  // with the ending of the other gender
	nicknameCost  = 128 // another name that the person may go by
	otherCost     = 256 // a missing word begins like no given name
	soundBits     = 11
	soundCost     = 1 << soundBits // in another alphabet
	typoBits      = 15
	typoCost      = 1 << typoBits // a wrong letter
	missingCost   = 1 << 20
)

// ranked returns the cost that hits are sorted by: all differences of sound in a
// query are like one typo, and come after it, because a typo may make a word
// that sounds like another one.
func ranked(cost int32) int32 {
	sounds := cost % typoCost >> soundBits
	if sounds > 0 && cost%missingCost < typoCost {
		return cost + typoCost
	}
	return cost
}

// typosAllowed returns how many letters of a word may be wrong. In short words
// they are compared with whole words only.
func typosAllowed(letters int) int {
	switch {
	case letters < 2:
		return 0
	case letters < 7:
		return 1
	}
	return 2
}

// shortWord is the number of letters below which a word with a typo may not be a
// beginning: too many are.
const shortWord = 4

// An outline shows quickly that words differ. letters has a bit for every letter; letters of other alphabets share
// bits. For each letter missing from a word it has at least one typo.
type outline struct {
	letters uint32
	length  uint8
}

func outlineOf(word string) outline {
	var o outline
	for _, r := range word {
		o.letters |= 1 << (uint32(r) % 32)
	}
	o.length = uint8(min(utf8.RuneCountInString(word), 255))
	return o
}

// A pattern is a word of the query, prepared for comparing it with many words.
type pattern struct {
	outline
	most int // typos
	// times are the numbers of its letters, by their bits in an outline.
	times [32]uint8
	// positions has for every letter the set of its places in the word; letters
	// beyond ASCII are in others.
	positions [128]uint64
	others    map[rune]uint64
}

// newPattern prepares a word of at most longestWord letters.
func newPattern(word string) *pattern {
	p := &pattern{outline: outlineOf(word)}
	p.most = typosAllowed(int(p.length))
	i := 0
	for _, r := range word {
		p.times[uint32(r)%32]++
		if r < 128 {
			p.positions[r] |= 1 << i
		} else {
			if p.others == nil {
				p.others = map[rune]uint64{}
			}
			p.others[r] |= 1 << i
		}
		i++
	}
	return p
}

// mayBeNear is false for a word with too many typos, judged by its outline.
func (p *pattern) mayBeNear(o outline) bool {
	if int(o.length) < int(p.length)-p.most || p.length < shortWord && int(o.length) > int(p.length)+p.most {
		return false
	}
	lacking := 0 // letters missing from the word
	for set := p.letters &^ o.letters; set != 0 && lacking <= p.most; set &= set - 1 {
		lacking += int(p.times[bits.TrailingZeros32(set)])
	}
	return lacking <= p.most && (p.length > 2 || lacking == 0) // of two letters none is wrong
}

// cost returns the cost of matching the pattern with a word or its beginning with
// at most p.most typos: a letter too many, too few, wrong, or two exchanged
// (restricted Damerau–Levenshtein distance). Each column of the table of
// distances is kept as bits of its differences: H. Hyyrö, A bit-vector algorithm
// for computing Levenshtein and Damerau edit distances, Nordic Journal of
// Computing 10 (2003).
func (p *pattern) cost(word string) int32 {
	if p.most == 0 {
		return never
	}
	last := uint64(1) << (p.length - 1)
	var down, up, zero, before uint64 = ^uint64(0), 0, 0, 0
	distance, least, n := int(p.length), int(p.length), 0
	for _, r := range word {
		if n == int(p.length)+p.most {
			n++ // the word is longer
			break
		}
		var here uint64
		if r < 128 {
			here = p.positions[r]
		} else {
			here = p.others[r]
		}
		exchanged := (^zero & here) << 1 & before
		zero = ((here&down + down) ^ down) | here | up | exchanged
		right, left := up|^(zero|down), zero&down
		switch {
		case right&last != 0:
			distance++
		case left&last != 0:
			distance--
		}
		right, left = right<<1|1, left<<1
		down, up = left|^(zero|right), zero&right
		before = here
		least = min(least, distance)
		n++
	}
	whole := n <= int(p.length)+p.most && distance <= p.most
	begun := p.length >= shortWord && least <= p.most
	switch {
	case whole && (!begun || distance*typoCost <= least*typoCost+prefixCost):
		return int32(distance) * typoCost
	case begun:
		return int32(least)*typoCost + prefixCost
	}
	return never
}
