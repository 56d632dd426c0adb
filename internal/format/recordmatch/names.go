package recordmatch

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"tourney/internal/format/ratinglist"
	"tourney/internal/spelling"
	"tourney/internal/tournament"
)

// A likeness is how well a name in a record fits a player, the best last.
type likeness int8

const (
	unlike  likeness = iota
	byNick           // the nickname is in the notes about the player
	spelled          // the name in another spelling
	exact            // the name itself, whatever its accents, capitals and order
)

// A meaning is the set of players that a name in a record may refer to. The zero meaning is empty.
type meaning struct {
	// text is the name; "" if the record has none, or a placeholder such as "?".
	text string
	how  likeness
	ids  []tournament.PlayerID
}

// means reports whether the name may refer to the player.
func (m *meaning) means(id tournament.PlayerID) bool { return slices.Contains(m.ids, id) }

// A register finds the players of a tournament by names as records write them.
type register struct {
	t     *tournament.Tournament
	index *ratinglist.Index
	// known caches the meanings by the text.
	known map[string]meaning
}

func newRegister(t *tournament.Tournament) *register {
	list := &ratinglist.List{}
	for i := range t.Players {
		p := &t.Players[i]
		for _, written := range writtenAs(p) {
			list.Entries = append(list.Entries, ratinglist.Entry{Line: int(p.ID), Family: written[0], Given: written[1]})
		}
	}
	return &register{t, ratinglist.NewIndex(list), map[string]meaning{}}
}

// writtenAs returns the names of a player, family and given, as records may write them: in their own letters, in Latin
// ones, and for a name in two scripts the East Asian signs alone.
func writtenAs(p *tournament.Player) (names [][2]string) {
	add := func(family, given string) {
		if written := [2]string{family, given}; family+given != "" && !slices.Contains(names, written) {
			names = append(names, written)
		}
	}
	add(p.Family, p.Given)
	add(spelling.InLatin(p.Family), spelling.InLatin(p.Given))
	add(signs(p.Family), signs(p.Given))
	add(signs(p.Family)+signs(p.Given), "")
	return names
}

// signs returns the letters of a name in the scripts of East Asia.
func signs(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana) {
			return r
		}
		return -1
	}, name)
}

// Programs write these names for an unnamed player.
var placeholderNames = []string{"", "black", "white", "b", "w", "unknown", "player", "player 1", "player 2", "anonymous", "musta", "valkea", "valkoinen"}

// meaning returns the possible players of a name: the players of that name in any order of its words. Else it returns
// players in another spelling, in another alphabet or with a typo, else players with the nickname in their notes.
func (r *register) meaning(text string) meaning {
	m, ok := r.known[text]
	if !ok {
		m = r.find(text)
		r.known[text] = m
	}
	return m
}

func (r *register) find(text string) meaning {
	words := spelling.Words(text)
	folded := strings.Join(words, " ")
	if slices.Contains(placeholderNames, folded) {
		return meaning{}
	}
	m := meaning{text: text, how: exact}
	for i := range r.t.Players {
		if p := &r.t.Players[i]; spelling.Same(text, p.Name()) {
			m.ids = append(m.ids, p.ID)
		}
	}
	if len(m.ids) == 0 && utf8.RuneCountInString(folded) > 1 {
		m.how, m.ids = spelled, r.search(spelling.Fold(spelling.InLatin(text)))
	}
	if len(m.ids) == 0 && len(words) == 1 && len(folded) > 2 {
		m.how, m.ids = byNick, r.noted(folded)
	}
	if len(m.ids) == 0 {
		m.how = unlike
	}
	return m
}

// search finds other spellings of a name; without any, of the name without one of its words, which may be a club, a
// country or a title.
func (r *register) search(folded string) (ids []tournament.PlayerID) {
	const many = 50
	queries := []string{folded}
	if words := strings.Fields(folded); len(words) >= 3 && len(words) <= 6 {
		for i := range words {
			queries = append(queries, strings.Join(slices.Delete(slices.Clone(words), i, i+1), " "))
		}
	}
	for i, query := range queries {
		for _, hit := range r.index.Search(query, many) {
			if id := tournament.PlayerID(hit.Entry.Line); !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
		if i == 0 && len(ids) > 0 {
			break
		}
	}
	return ids
}

// noted returns the players with a word in their notes.
func (r *register) noted(word string) (ids []tournament.PlayerID) {
	for i := range r.t.Players {
		p := &r.t.Players[i]
		if slices.Contains(spelling.Words(p.Notes), word) {
			ids = append(ids, p.ID)
		}
	}
	return ids
}
