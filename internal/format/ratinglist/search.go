package ratinglist

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"tourney/internal/spelling"
)

// A Hit is a player found.
type Hit struct {
	// List is the list with Entry.
	List  *List
	Entry *Entry
	// Partial is set when the player has the family name only, not all words of
	// the query.
	Partial bool
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
// begun, with or without accents, in the spelling of another alphabet, with the
// ending of the other gender, a nickname for the given name, with a wrong letter
// or two in longer words; or a federation's number, complete or at least its
// first three characters. Every word of the query must match the name.
func (ix *Index) Search(query string, limit int) []Hit {
	if hits := ix.searchNumber(query, limit); len(hits) > 0 {
		return hits
	}
	s := ix.begin()
	defer s.end()
	return s.players(foldedWords(query), limit)
}

// SearchAll searches several lists as Search does one: the likeliest hits of all lists come first, equal ones by name,
// equal names in the order of the lists. When a number matches in one list, names do not count in the others. When no
// player has all words of the query, the hits are the bearers of a family name in it, and partial: first the bearers
// with the most matching words, then the bearers whose given name begins like a word. A query in Cyrillic or Greek
// letters without a match is repeated in Latin ones.
func SearchAll(indexes []*Index, query string, limit int) []Hit {
	fits := func(hits []Hit) bool { return len(hits) > 0 && !hits[0].Partial }
	hits := searchAll(indexes, query, limit)
	if latin := spelling.InLatin(query); !fits(hits) && latin != query {
		if again := searchAll(indexes, latin, limit); fits(again) || len(hits) == 0 {
			return again
		}
	}
	return hits
}

func searchAll(indexes []*Index, query string, limit int) []Hit {
	var all []Hit
	for _, ix := range indexes {
		all = append(all, ix.searchNumber(query, limit)...)
	}
	if len(all) == 0 {
		all = searchNames(indexes, foldedWords(query), limit)
	}
	return all[:max(min(len(all), limit), 0)]
}

func searchNames(indexes []*Index, words []string, limit int) []Hit {
	var all []Hit
	searches := make([]*search, len(indexes))
	for i, ix := range indexes {
		searches[i] = ix.begin()
		defer searches[i].end()
		all = append(all, searches[i].players(words, limit)...)
	}
	for _, fits := range []familyFit{isWhole, isBegun, isMisspelt} {
		if len(all) > 0 {
			break
		}
		for _, s := range searches {
			all = append(all, s.bearers(words, fits, limit)...)
		}
	}
	type named struct {
		Hit
		name string
	}
	list := make([]named, len(all))
	for i, h := range all {
		list[i] = named{h, spelling.WithoutDigraphs(spelling.Fold(h.Entry.Name()))}
	}
	slices.SortStableFunc(list, func(a, b named) int {
		return cmp.Or(cmp.Compare(a.cost, b.cost), strings.Compare(a.name, b.name))
	})
	for i := range list {
		all[i] = list[i].Hit
	}
	return all
}

// PartialNote returns the remark to show above partial hits; ok is false for
// others.
func PartialNote(hits []Hit) (note Finding, ok bool) {
	if len(hits) == 0 || !hits[0].Partial {
		return note, false
	}
	family := hits[0].Entry.Family
	for _, h := range hits {
		if !spelling.Equal(h.Entry.Family, family) {
			return Finding{Key: "lookup.similar"}, true
		}
	}
	return Finding{Key: "lookup.bearers", Args: []any{family}}, true
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
		if len(hits) >= limit || n.id != id && (whole || !strings.HasPrefix(n.id, id)) {
			break
		}
		hits = append(hits, Hit{List: ix.list, Entry: &ix.list.Entries[n.entry], cost: byNumber})
	}
	return hits
}

// A search is the work of one query. Its memory is reused.
type search struct {
	ix       *Index
	compared map[string]*comparison
	free     []*comparison
	// seen marks the players looked at, who are listed in looked.
	seen   []bool
	looked []int32
}

// A comparison holds the cost of matching one word of the query with each word of
// the index.
type comparison struct {
	word, key string // of the query
	// costs are never but for words.
	costs []int32
	words []int32
	// players is the number of players with one of words.
	players int
	// forgiving is set once words with typos are among words.
	forgiving bool
}

func newSearch(ix *Index) *search {
	return &search{ix: ix, compared: map[string]*comparison{}, seen: make([]bool, len(ix.list.Entries))}
}

func (ix *Index) begin() *search { return ix.searches.Get().(*search) }

// end clears the search for the next query.
func (s *search) end() {
	const mostKept = 2 * mostWords
	for _, c := range s.compared {
		for _, w := range c.words {
			c.costs[w] = never
		}
		if len(s.free) < mostKept {
			*c = comparison{costs: c.costs, words: c.words[:0]}
			s.free = append(s.free, c)
		}
	}
	clear(s.compared)
	s.ix.searches.Put(s)
}

// players returns the players with all words, best first.
func (s *search) players(words []string, limit int) []Hit {
	if len(words) == 0 || limit <= 0 {
		return nil
	}
	const few = 2 // words, which many may have
	var all []found
	near := 0
	if len(words) <= few {
		all = s.having(words, false)
	}
	for _, f := range all {
		if f.cost() < typoCost {
			near++
		}
	}
	if near < limit {
		all = s.having(words, true)
	}
	for i := 0; len(all) == 0 && i+1 < len(words); i++ {
		// Liming is also written Li Ming.
		together := append(slices.Clone(words[:i]), words[i]+words[i+1])
		all = s.having(append(together, words[i+2:]...), true)
	}
	return s.hits(all, limit, false)
}

// A found player: the cost of the name, then the place in the alphabet, so that
// the least is the best.
type found uint64

func (f found) cost() int  { return int(f >> 32) }
func (f found) place() int { return int(uint32(f)) }

func (s *search) found(player, cost int32) found {
	return found(ranked(cost))<<32 | found(s.ix.places[player])
}

func (s *search) hits(all []found, limit int, partial bool) []Hit {
	slices.Sort(all)
	var hits []Hit
	for _, f := range all[:min(len(all), limit)] {
		hits = append(hits, Hit{s.ix.list, &s.ix.list.Entries[s.ix.sorted[f.place()]], partial, f.cost()})
	}
	return hits
}

// having finds the players with all words; with typos only if forgiving.
func (s *search) having(words []string, forgiving bool) []found {
	var all []*comparison
	var rarest *comparison
	for _, w := range words {
		c := s.comparison(w, forgiving)
		if c.players == 0 {
			return nil
		}
		if rarest == nil || c.players < rarest.players {
			rarest = c
		}
		all = append(all, c)
	}
	var list []found
	for player := range s.holders(rarest.words) {
		if cost := leastCost(all, s.ix.names.row(player)); cost < never {
			list = append(list, s.found(player, cost))
		}
	}
	return list
}

// holders yields the players with one of the words, each once.
func (s *search) holders(words []int32) func(yield func(int32) bool) {
	return func(yield func(int32) bool) {
		defer func() {
			for _, player := range s.looked {
				s.seen[player] = false
			}
			s.looked = s.looked[:0]
		}()
		for _, w := range words {
			for _, player := range s.ix.holders.row(w) {
				if s.seen[player] {
					continue
				}
				s.seen[player] = true
				s.looked = append(s.looked, player)
				if !yield(player) {
					return
				}
			}
		}
	}
}

// comparison compares a word with the words of the index; with typos only if forgiving.
func (s *search) comparison(word string, forgiving bool) *comparison {
	if letters := []rune(word); len(letters) > longestWord {
		word = string(letters[:longestWord])
	}
	c := s.compared[word]
	if c == nil {
		c = s.compare(word)
		s.compared[word] = c
	}
	if forgiving && !c.forgiving {
		s.addTypos(c)
	}
	return c
}

// leastCost returns the least cost of matching every word of the query with another
// word of the name.
func leastCost(query []*comparison, name []int32) int32 {
	least := int32(never)
	switch len(query) {
	case 1:
		for _, w := range name {
			least = min(least, query[0].costs[w])
		}
		return least
	case 2:
		for i, v := range name {
			cost := query[0].costs[v]
			if cost == never {
				continue
			}
			for j, w := range name {
				if i != j && query[1].costs[w] < never {
					least = min(least, cost+query[1].costs[w])
				}
			}
		}
		return least
	}
	for _, c := range query {
		if !slices.ContainsFunc(name, func(w int32) bool { return c.costs[w] < never }) {
			return never
		}
	}
	var sets costsOfSets
	sets.fill(query, name)
	return sets[1<<len(query)-1]
}

// costsOfSets has for every set of words of the query the least cost of matching
// them with words of a name.
type costsOfSets [1 << mostWords]int32

func (least *costsOfSets) fill(query []*comparison, name []int32) {
	all := 1<<len(query) - 1
	least[0] = 0
	for set := 1; set <= all; set++ {
		least[set] = never
	}
	for _, w := range name {
		for set := all; set > 0; set-- {
			for i, c := range query {
				if set&(1<<i) != 0 && c.costs[w] < never {
					least[set] = min(least[set], c.costs[w]+least[set&^(1<<i)])
				}
			}
		}
	}
}

// bearers returns the players with a family name that fits one of the words, best
// first.
func (s *search) bearers(words []string, fits familyFit, limit int) []Hit {
	if len(words) < 2 || limit <= 0 {
		return nil
	}
	var query []*comparison
	var families []int32
	for _, word := range words {
		c := s.comparison(word, true)
		query = append(query, c)
		for _, w := range c.words {
			if !s.ix.words[w].given && fits(word, c.costs[w]) {
				families = append(families, w)
			}
		}
	}
	var list []found
	for player := range s.holders(families) {
		list = append(list, s.found(player, s.partialCost(query, s.ix.names.row(player))))
		if len(list) > mostBearers {
			return nil
		}
	}
	return s.hits(list, limit, true)
}

// mostBearers is the number of players above which a family name is too common to help.
const mostBearers = 2000

// A familyFit reports whether a family name that matches a word at a cost is meant
// by it, although another word is not in the name.
type familyFit func(word string, cost int32) bool

func isWhole(_ string, cost int32) bool    { return cost < typoCost && cost&prefixCost == 0 }
func isBegun(word string, cost int32) bool { return cost < typoCost && len(word) >= shortWord }
func isMisspelt(word string, _ int32) bool { return len(word) >= shortWord }

// partialCost returns the least cost of matching words of the query with other
// words of the name, with missingCost for every one left out.
func (s *search) partialCost(query []*comparison, name []int32) int32 {
	var missing [mostWords]int32
	for i, c := range query {
		missing[i] = missingCost + otherCost
		for _, w := range name {
			if v := &s.ix.words[w]; v.given && v.key[0] == c.key[0] {
				missing[i] = missingCost
			}
		}
	}
	var sets costsOfSets
	sets.fill(query, name)
	least := int32(never)
	for set := range 1 << len(query) {
		cost := sets[set]
		for i := range query {
			if set&(1<<i) == 0 {
				cost += missing[i]
			}
		}
		least = min(least, cost)
	}
	return least
}

// compare finds the words that a word may mean without a typo.
func (s *search) compare(word string) *comparison {
	var c *comparison
	if n := len(s.free); n > 0 {
		c, s.free = s.free[n-1], s.free[:n-1]
	} else {
		c = &comparison{costs: make([]int32, len(s.ix.words))}
		for i := range c.costs {
			c.costs[i] = never
		}
	}
	c.word, c.key = word, spelling.WithoutDigraphs(word)
	ix := s.ix
	from, _ := slices.BinarySearchFunc(ix.words, c.key, func(o indexed, key string) int { return strings.Compare(o.key, key) })
	for i := from; i < len(ix.words) && strings.HasPrefix(ix.words[i].key, c.key); i++ {
		cost := int32(0)
		if len(ix.words[i].key) > len(c.key) {
			cost = prefixCost
		}
		if !strings.HasPrefix(ix.words[i].folded, word) {
			cost += spellingCost
		}
		s.add(c, int32(i), cost)
	}
	s.addSounds(c)
	return c
}

// addSounds adds the words that sound like one of the query or are another form
// of its name.
func (s *search) addSounds(c *comparison) {
	const shortest = 3 // letters of a sound that others may begin with
	for i, sound := range spelling.Sounds(c.key) {
		for _, o := range s.ix.beginning(sound) {
			switch {
			case o.sound == sound:
				s.add(c, o.word, soundCost)
			case i == 0 && utf8.RuneCountInString(sound) >= shortest:
				s.add(c, o.word, soundCost+prefixCost)
			}
		}
		for _, other := range spelling.Counterparts(sound) {
			for _, w := range s.ix.sounding(other) {
				switch {
				case s.ix.words[w].given:
				case sameStem(s.ix.words[w].key, c.key):
					s.add(c, w, genderCost)
				default:
					s.add(c, w, genderCost+soundCost)
				}
			}
		}
		for _, group := range spelling.Nicknames(sound) {
			for _, other := range group {
				for _, w := range s.ix.sounding(other) {
					if s.ix.words[w].given {
						s.add(c, w, nicknameCost)
					}
				}
			}
		}
	}
}

// beginning returns the words whose sound begins with one, the equal ones first.
func (ix *Index) beginning(sound string) []sounding {
	from, _ := slices.BinarySearchFunc(ix.sounds, sound, func(o sounding, sound string) int { return strings.Compare(o.sound, sound) })
	to := from
	for to < len(ix.sounds) && strings.HasPrefix(ix.sounds[to].sound, sound) {
		to++
	}
	return ix.sounds[from:to]
}

// sounding returns the words of a sound.
func (ix *Index) sounding(sound string) []int32 {
	from, _ := slices.BinarySearchFunc(ix.sounds, sound, func(o sounding, sound string) int { return strings.Compare(o.sound, sound) })
	var words []int32
	for i := from; i < len(ix.sounds) && ix.sounds[i].sound == sound; i++ {
		words = append(words, ix.sounds[i].word)
	}
	return words
}

// sameStem reports whether two words differ in their last letters only.
func sameStem(a, b string) bool {
	const ending = 2
	n, same := min(len(a), len(b)), 0
	for same < n && a[same] == b[same] {
		same++
	}
	return same >= n-ending
}

// addTypos adds the words that differ by typos. A typo may have split an oe, so
// the word as it was typed is compared too.
func (s *search) addTypos(c *comparison) {
	c.forgiving = true
	ix, key := s.ix, newPattern(c.key)
	for w := range ix.outlines {
		if key.mayBeNear(ix.outlines[w]) {
			s.addMisspelt(c, int32(w), key.cost(ix.words[w].key))
		}
	}
	typed := key
	if c.word != c.key {
		typed = newPattern(c.word)
		for w := range ix.outlines {
			if typed.mayBeNear(ix.outlines[w]) {
				s.addMisspelt(c, int32(w), typed.cost(ix.words[w].folded))
			}
		}
	}
	for i, w := range ix.respelled {
		if typed.mayBeNear(ix.respelledOutlines[i]) {
			s.addMisspelt(c, w, typed.cost(ix.words[w].folded))
		}
	}
}

// addMisspelt adds a word if it has typos; without, compare has found it. The cost of one typo replaces the cost of a
// difference of sound.
func (s *search) addMisspelt(c *comparison, word, cost int32) {
	if cost < typoCost || cost == never {
		return
	}
	if was := c.costs[word]; was >= soundCost && was < typoCost && cost < 2*typoCost {
		c.costs[word] = never - 1 // any cost is less
	}
	s.add(c, word, cost)
}

// add lowers the cost of a word to cost.
func (s *search) add(c *comparison, word, cost int32) {
	if s.ix.words[word].given {
		cost += givenNameCost
	}
	if c.costs[word] == never {
		c.words = append(c.words, word)
		c.players += len(s.ix.holders.row(word))
	}
	c.costs[word] = min(c.costs[word], cost)
}
