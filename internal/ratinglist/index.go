package ratinglist

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"tourney/internal/tournament"
)

// An Index finds players of a list. It is immutable and safe for concurrent use.
type Index struct {
	list *List
	// words are all words of names in the order of their keys, and entries[w]
	// the positions in the list of the players with word w.
	words   []indexed
	entries [][]int32
	// names are the words of every player's name.
	names [][]nameWord
	// sorted are the players in alphabetical order, places their positions in it.
	sorted, places []int32
	// ids are the federations' numbers in order.
	ids []numbered
	// byName maps all words of a name, in alphabetical order, to players.
	byName map[string][]int32
}

// An indexed word is compared by its key, in which spellings of the same letter
// are equal: ö, oe and o.
type indexed struct {
	folded, key string
	// forms are the letters of the key and, if it has others, of the folded
	// word, in which a typo may have split an oe.
	forms []form
}

// A nameWord is one word of a player's name.
type nameWord struct {
	word  int32
	given bool
}

type numbered struct {
	id    string
	entry int32
}

// spellings replaces ASCII spellings of letters with marks.
var spellings = strings.NewReplacer("ae", "a", "oe", "o", "ue", "u", "aa", "a")

// NewIndex prepares a list for searching: about a fifth of a second for
// 50,000 players.
func NewIndex(l *List) *Index {
	ix := &Index{list: l, names: make([][]nameWord, len(l.Entries)), byName: map[string][]int32{}}
	number := map[string]int32{}
	add := func(entry int, word string, given bool) {
		w, known := number[word]
		if !known {
			w = int32(len(ix.words))
			number[word] = w
			ix.words = append(ix.words, indexWord(word))
			ix.entries = append(ix.entries, nil)
		}
		ix.names[entry] = append(ix.names[entry], nameWord{w, given})
		if e := ix.entries[w]; len(e) == 0 || e[len(e)-1] != int32(entry) {
			ix.entries[w] = append(e, int32(entry))
		}
	}
	for i := range l.Entries {
		e := &l.Entries[i]
		family, given := foldedWords(e.Family), foldedWords(e.Given)
		for _, w := range addJoined(family) {
			add(i, w, false)
		}
		for _, w := range addJoined(given) {
			add(i, w, true)
		}
		key := nameKey(append(family, given...))
		ix.byName[key] = append(ix.byName[key], int32(i))
		for _, id := range []string{e.EGD, e.FFG, e.AGA} {
			if id != "" {
				ix.ids = append(ix.ids, numbered{strings.ToUpper(id), int32(i)})
			}
		}
	}
	ix.sort()
	return ix
}

// foldedWords returns the folded words of a name, at most mostWords.
func foldedWords(name string) []string {
	words := strings.Fields(tournament.Fold(name))
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

func indexWord(folded string) indexed {
	w := indexed{folded: folded, key: spellings.Replace(folded)}
	w.forms = []form{formOf(w.key)}
	if w.folded != w.key {
		w.forms = append(w.forms, formOf(w.folded))
	}
	return w
}

// nameKey is equal for all orders and spellings of a name.
func nameKey(words []string) string {
	words = slices.Clone(words)
	for i, w := range words {
		words[i] = spellings.Replace(w)
	}
	slices.Sort(words)
	return strings.Join(words, " ")
}

func (ix *Index) sort() {
	to := make([]int, len(ix.words)) // the words in their new order
	for i := range to {
		to[i] = i
	}
	slices.SortFunc(to, func(a, b int) int {
		return cmp.Or(strings.Compare(ix.words[a].key, ix.words[b].key), strings.Compare(ix.words[a].folded, ix.words[b].folded))
	})
	words, entries, place := make([]indexed, len(to)), make([][]int32, len(to)), make([]int32, len(to))
	for now, was := range to {
		words[now], entries[now], place[was] = ix.words[was], ix.entries[was], int32(now)
	}
	ix.words, ix.entries = words, entries
	for i := range ix.names {
		for j := range ix.names[i] {
			ix.names[i][j].word = place[ix.names[i][j].word]
		}
	}

	ix.sorted, ix.places = make([]int32, len(ix.names)), make([]int32, len(ix.names))
	for i := range ix.sorted {
		ix.sorted[i] = int32(i)
	}
	slices.SortFunc(ix.sorted, func(a, b int32) int {
		return cmp.Or(slices.CompareFunc(ix.names[a], ix.names[b], func(v, w nameWord) int { return cmp.Compare(v.word, w.word) }), cmp.Compare(a, b))
	})
	for at, p := range ix.sorted {
		ix.places[p] = int32(at)
	}
	slices.SortFunc(ix.ids, func(a, b numbered) int { return cmp.Or(strings.Compare(a.id, b.id), cmp.Compare(a.entry, b.entry)) })
}

// List returns the list that is searched.
func (ix *Index) List() *List { return ix.list }

// A Hit is a player found.
type Hit struct {
	// List is the list with Entry.
	List  *List
	Entry *Entry
	// cost is the distance of name and query, byNumber for a hit by number.
	cost int
}

// byNumber is nearer than any name.
const byNumber = -1

// Bounds on queries.
const (
	mostWords   = 8
	longestWord = 40 // letters
)

// Search returns the players whom the query may mean, at most limit, the
// likeliest first. It matches words of the name in any order, complete or only
// begun, with or without accents, with a wrong letter or two in longer words; or
// a federation's number, complete or at least its first three characters. Every
// word of the query must match the name.
func (ix *Index) Search(query string, limit int) []Hit {
	if limit <= 0 {
		return nil
	}
	if hits := ix.searchNumber(query, limit); len(hits) > 0 {
		return hits
	}
	words := foldedWords(query)
	compared := map[string]comparison{}
	found := ix.searchName(words, compared)
	for i := 0; len(found) == 0 && i+1 < len(words); i++ {
		// Liming is also written Li Ming.
		together := append(slices.Clone(words[:i]), words[i]+words[i+1])
		found = ix.searchName(append(together, words[i+2:]...), compared)
	}
	var hits []Hit
	for _, f := range found[:min(len(found), limit)] {
		hits = append(hits, Hit{ix.list, &ix.list.Entries[ix.sorted[f.place()]], f.cost()})
	}
	return hits
}

// SearchAll searches several lists as Search does one: the likeliest hits of all
// lists come first, equal ones by name, equal names in the order of the lists.
// When a number matches in one list, names do not count in the others.
func SearchAll(indexes []*Index, query string, limit int) []Hit {
	var all []Hit
	for _, ix := range indexes {
		all = append(all, ix.Search(query, limit)...)
	}
	if slices.ContainsFunc(all, func(h Hit) bool { return h.cost == byNumber }) {
		all = slices.DeleteFunc(all, func(h Hit) bool { return h.cost != byNumber })
	}
	name := func(h Hit) string { return spellings.Replace(tournament.Fold(h.Entry.Name())) }
	slices.SortStableFunc(all, func(a, b Hit) int {
		return cmp.Or(cmp.Compare(a.cost, b.cost), strings.Compare(name(a), name(b)))
	})
	return all[:max(min(len(all), limit), 0)]
}

func (ix *Index) searchNumber(query string, limit int) []Hit {
	id := strings.ToUpper(strings.TrimSpace(query))
	if !strings.ContainsFunc(id, unicode.IsDigit) {
		return nil
	}
	from, whole := slices.BinarySearchFunc(ix.ids, id, func(n numbered, id string) int { return strings.Compare(n.id, id) })
	if !whole && len(id) < 3 {
		return nil
	}
	var hits []Hit
	for _, n := range ix.ids[from:] {
		if len(hits) == limit || n.id != id && (whole || !strings.HasPrefix(n.id, id)) {
			break
		}
		hits = append(hits, Hit{List: ix.list, Entry: &ix.list.Entries[n.entry], cost: byNumber})
	}
	return hits
}

// A found player: the cost of the name, then the place in the alphabet, so that
// the least is the best.
type found uint64

func (f found) cost() int  { return int(f >> 32) }
func (f found) place() int { return int(uint32(f)) }

// searchName finds players by words of the name, best first. compared caches the
// comparisons of words.
func (ix *Index) searchName(words []string, compared map[string]comparison) []found {
	if len(words) == 0 {
		return nil
	}
	costs := make([][]int32, len(words))
	rarest, fewest := 0, never
	for i, w := range words {
		c, known := compared[w]
		if !known {
			if letters := []rune(w); len(letters) > longestWord {
				c = ix.compare(indexWord(string(letters[:longestWord])))
			} else {
				c = ix.compare(indexWord(w))
			}
			compared[w] = c
		}
		costs[i] = c.costs
		switch {
		case c.players == 0:
			return nil
		case c.players < fewest:
			rarest, fewest = i, c.players
		}
	}
	var all []found
	seen := make([]bool, len(ix.names))
	for w, cost := range costs[rarest] {
		if cost == never {
			continue
		}
		for _, entry := range ix.entries[w] {
			if seen[entry] {
				continue
			}
			seen[entry] = true
			if cost := assign(costs, ix.names[entry]); cost < never {
				all = append(all, found(cost)<<32|found(ix.places[entry]))
			}
		}
	}
	slices.Sort(all)
	return all
}

// assign returns the least cost of matching every word of the query with another
// word of the name. costs has a row for every word of the query.
func assign(costs [][]int32, name []nameWord) int32 {
	for _, c := range costs {
		if !slices.ContainsFunc(name, func(w nameWord) bool { return c[w.word] < never }) {
			return never
		}
	}
	// least[set] is the least cost of matching the set of words of the query with
	// the words of the name so far.
	var least [1 << mostWords]int32
	all := 1<<len(costs) - 1
	for set := 1; set <= all; set++ {
		least[set] = never
	}
	for _, w := range name {
		for set := all; set > 0; set-- {
			for i := range costs {
				if set&(1<<i) == 0 || costs[i][w.word] == never {
					continue
				}
				cost := costs[i][w.word] + least[set&^(1<<i)]
				if w.given {
					cost += givenNameCost
				}
				least[set] = min(least[set], cost)
			}
		}
	}
	return least[all]
}
