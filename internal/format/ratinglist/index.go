package ratinglist

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"tourney/internal/spelling"
)

// An Index finds players of a list. It is immutable and safe for concurrent use.
type Index struct {
	list *List
	// words are all words of names in the order of their keys, and holders the
	// positions in the list of the players with each.
	words   []indexed
	holders table
	// outlines are the outlines of the keys of words; respelled are the words whose folded form differs from the key,
	// and respelledOutlines the outlines of that form.
	outlines, respelledOutlines []outline
	respelled                   []int32
	// sounds are the words in the order of their sounds.
	sounds []sounding
	// names are the words of every player's name.
	names table
	// sorted are the players in alphabetical order, places their positions in it.
	sorted, places []int32
	// ids are the federations' numbers in order.
	ids []numbered
	// byName are the players in the order of all words of their names.
	byName []int32
	// searches are idle searches.
	searches sync.Pool
}

// An indexed word is compared by its key, in which spellings of the same letter
// are equal: ö, oe and o. A word of given names and one of family names are two.
type indexed struct {
	folded, key string
	given       bool
}

// A sounding is the sound of a word.
type sounding struct {
	sound string
	word  int32
}

type numbered struct {
	id    string
	entry int32
}

// A table has a row of numbers for every number from 0.
type table struct {
	ends []int32 // of the rows
	all  []int32
}

func (t *table) row(i int32) []int32 {
	if i == 0 {
		return t.all[:t.ends[0]]
	}
	return t.all[t.ends[i-1]:t.ends[i]]
}

// NewIndex prepares a list for searching: about a fifth of a second for
// 50,000 players.
func NewIndex(l *List) *Index {
	ix := &Index{list: l}
	ix.searches.New = func() any { return newSearch(ix) }
	type spoken struct {
		word  string
		given bool
	}
	number := map[spoken]int32{}
	add := func(words []string, given bool) {
		for _, word := range words {
			w, known := number[spoken{word, given}]
			if !known {
				w = int32(len(ix.words))
				number[spoken{word, given}] = w
				ix.words = append(ix.words, indexed{word, spelling.WithoutDigraphs(word), given})
			}
			ix.names.all = append(ix.names.all, w)
		}
	}
	keys := make([]string, len(l.Entries))
	for i := range l.Entries {
		e := &l.Entries[i]
		family, given := foldedWords(e.Family), foldedWords(e.Given)
		add(addJoined(family), false)
		add(addJoined(given), true)
		ix.names.ends = append(ix.names.ends, int32(len(ix.names.all)))
		keys[i] = spelling.Key(append(family, given...))
		for _, id := range []string{e.EGD, e.FFG, e.AGA} {
			if id != "" {
				ix.ids = append(ix.ids, numbered{strings.ToUpper(id), int32(i)})
			}
		}
	}
	ix.names.all = slices.Clip(ix.names.all)
	ix.sortWords()
	ix.sortPlayers(keys)
	ix.listHolders()
	ix.listOutlines()
	ix.listSounds()
	return ix
}

// foldedWords returns the folded words of a name, at most mostWords.
func foldedWords(name string) []string {
	words := spelling.Words(name)
	return words[:min(len(words), mostWords)]
}

// addJoined appends the name written together to the words of a name of several
// words: van der Berg is also found as vanderberg.
func addJoined(words []string) []string {
	if len(words) < 2 {
		return words
	}
	return append(slices.Clip(words), strings.Join(words, ""))
}

// numbers returns the numbers below n in the order of compare; equal ones keep their order.
func numbers(n int, compare func(a, b int32) int) []int32 {
	all := make([]int32, n)
	for i := range all {
		all[i] = int32(i)
	}
	slices.SortFunc(all, func(a, b int32) int { return cmp.Or(compare(a, b), cmp.Compare(a, b)) })
	return all
}

func (ix *Index) sortWords() {
	to := numbers(len(ix.words), func(a, b int32) int {
		v, w := &ix.words[a], &ix.words[b]
		return cmp.Or(strings.Compare(v.key, w.key), strings.Compare(v.folded, w.folded))
	})
	words, place := make([]indexed, len(to)), make([]int32, len(to))
	for now, was := range to {
		words[now], place[was] = ix.words[was], int32(now)
	}
	ix.words = words
	for i, w := range ix.names.all {
		ix.names.all[i] = place[w]
	}
}

func (ix *Index) sortPlayers(keys []string) {
	ix.sorted = numbers(len(keys), func(a, b int32) int { return slices.Compare(ix.names.row(a), ix.names.row(b)) })
	ix.places = make([]int32, len(keys))
	for at, p := range ix.sorted {
		ix.places[p] = int32(at)
	}
	ix.byName = numbers(len(keys), func(a, b int32) int { return strings.Compare(keys[a], keys[b]) })
	slices.SortFunc(ix.ids, func(a, b numbered) int { return cmp.Or(strings.Compare(a.id, b.id), cmp.Compare(a.entry, b.entry)) })
}

// listHolders fills holders from names. A player has a word once.
func (ix *Index) listHolders() {
	last := make([]int32, len(ix.words)) // player with the word, from 1
	each := func(do func(word, player int32)) {
		clear(last)
		for p := range ix.names.ends {
			for _, w := range ix.names.row(int32(p)) {
				if last[w] != int32(p)+1 {
					last[w] = int32(p) + 1
					do(w, int32(p))
				}
			}
		}
	}
	ends := make([]int32, len(ix.words))
	each(func(w, _ int32) { ends[w]++ })
	sum := int32(0)
	for w, n := range ends {
		ends[w], sum = sum, sum+n // the start of the row, for now
	}
	ix.holders = table{ends, make([]int32, sum)}
	each(func(w, p int32) {
		ix.holders.all[ends[w]] = p
		ends[w]++
	})
}

func (ix *Index) listOutlines() {
	ix.outlines = make([]outline, len(ix.words))
	for i := range ix.words {
		w := &ix.words[i]
		ix.outlines[i] = outlineOf(w.key)
		if w.key != w.folded {
			ix.respelled = append(ix.respelled, int32(i))
			ix.respelledOutlines = append(ix.respelledOutlines, outlineOf(w.folded))
		}
	}
}

func (ix *Index) listSounds() {
	sounds := make([]sounding, len(ix.words))
	for i := range ix.words {
		sounds[i] = sounding{spelling.Sound(ix.words[i].key), int32(i)}
	}
	slices.SortFunc(sounds, func(a, b sounding) int { return cmp.Or(strings.Compare(a.sound, b.sound), cmp.Compare(a.word, b.word)) })
	ix.sounds = sounds
}

// List returns the list that is searched.
func (ix *Index) List() *List { return ix.list }

// named returns the players of a name, given by its spelling.Key, in the order of the
// list.
func (ix *Index) named(key string) []int32 {
	at, _ := slices.BinarySearchFunc(ix.byName, key, func(p int32, key string) int { return strings.Compare(ix.keyOf(p), key) })
	end := at
	for end < len(ix.byName) && ix.keyOf(ix.byName[end]) == key {
		end++
	}
	return ix.byName[at:end]
}

func (ix *Index) keyOf(player int32) string {
	e := &ix.list.Entries[player]
	return spelling.Key(append(foldedWords(e.Family), foldedWords(e.Given)...))
}
