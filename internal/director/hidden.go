package director

import (
	"slices"
	"strings"
	"unicode"

	"tourney/internal/consent"
	"tourney/internal/spelling"
	"tourney/internal/tournament"
)

// Public returns the review for everybody: neither the record nor its check names a
// player who is hidden in the public form of the tournament.
func (r *Review) Public(t, public *tournament.Tournament, g *tournament.Game) *Review {
	if !hidesName(public, g) {
		return r
	}
	return NewReview(public, g, hideNames(t, public, g, r))
}

// hidesName reports whether a player of the game is hidden.
func hidesName(t *tournament.Tournament, g *tournament.Game) bool {
	hidden := func(p *tournament.Player) bool { return p != nil && p.Hiding.Hides() }
	return hidden(t.Player(g.Black)) || hidden(t.Player(g.White))
}

// hideNames returns the record of a game without the names of its hidden players:
// what the record calls them, and every word of their names in other texts, become
// what the public tournament shows.
func hideNames(t, public *tournament.Tournament, g *tournament.Game, r *Review) string {
	ids := map[string]tournament.PlayerID{"PB": g.Black, "PW": g.White}
	if r.Verdict.Swapped {
		ids["PB"], ids["PW"] = g.White, g.Black
	}
	named, words := map[string]string{}, map[string]string{} // by property; by folded word
	for name, id := range ids {
		p := t.Player(id)
		if p == nil || !public.Player(id).Hiding.Hides() {
			continue
		}
		named[name] = public.NameOf(id)
		for _, word := range lettersOf(p.Name() + " " + r.Record.Root().Text(name)) {
			switch first := []rune(word); {
			case len(first) <= 1:
			case public.Player(id).Hiding == consent.Anonymous:
				words[spelling.Fold(word)] = "…"
			default:
				words[spelling.Fold(word)] = string(first[:1]) + "."
			}
		}
	}
	return r.Record.Rewrite(func(name, value string) string {
		if shown, ok := named[name]; ok {
			return shown
		}
		if slices.Contains(points, name) {
			return value
		}
		return replaceWords(softBreaks.Replace(value), words)
	})
}

// points are the properties whose values are moves and points, not text.
var points = strings.Fields("B W AB AW AE TR SQ CR MA SL DD VW TB TW AR LN KO PL HA KM SZ")

// softBreaks joins the lines that a record breaks in the middle of a text.
var softBreaks = strings.NewReplacer("\\\r\n", "", "\\\n\r", "", "\\\n", "", "\\\r", "")

// lettersOf returns the words of a text.
func lettersOf(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return !isLetter(r) })
}

// isLetter reports whether a sign is part of a word, accents on their own among them.
func isLetter(r rune) bool { return unicode.IsLetter(r) || unicode.IsMark(r) }

// replaceWords replaces the words of a text that are among some, by their folded
// form.
func replaceWords(text string, words map[string]string) string {
	var out strings.Builder
	for text != "" {
		i := strings.IndexFunc(text, isLetter)
		if i < 0 {
			break
		}
		out.WriteString(text[:i])
		text = text[i:]
		end := strings.IndexFunc(text, func(r rune) bool { return !isLetter(r) })
		if end < 0 {
			end = len(text)
		}
		if with, ok := words[spelling.Fold(text[:end])]; ok {
			out.WriteString(with)
		} else {
			out.WriteString(text[:end])
		}
		text = text[end:]
	}
	return out.String() + text
}
