package desk

import (
	"strings"

	"tourney/internal/i18n"
	"tourney/internal/tournament"
)

// A keyView explains a possible input.
type keyView struct{ Keys, Text string }

// A hintView explains letters typed behind a table number.
type hintView struct {
	Letters []string
	Text    string
}

// exampleMargin returns a margin of points for the keys: with half a point if most games of the round have such a komi.
func exampleMargin(r *tournament.Round) string {
	halves := 0
	for i := range r.Games {
		if r.Games[i].Komi.Whole() {
			halves--
		} else {
			halves++
		}
	}
	if halves > 0 {
		return "3.5"
	}
	return "3"
}

// usualKeys is the number of keys shown first.
const usualKeys = 9

// newKeyViews explains all inputs of the field; margin is an example for the round, such as b3.5, and jigo is set if a
// game of it may end in one.
func newKeyViews(lang *i18n.Language, words lineWords, margin string, jigo bool) []keyView {
	black, white := words.Black[0], words.White[0]
	keys := []keyView{
		{"12", lang.T("desk.key.table")},
		{"12" + strings.Join(words.Black, " 12"), lang.T("result.black")},
		{"12" + strings.Join(words.White, " 12"), lang.T("result.white")},
		{"12" + margin, lang.T("desk.key.points", strings.TrimPrefix(margin, black))},
	}
	for _, k := range []struct{ keys, key string }{
		{"12" + black + "r", "desk.key.resign"}, {"12?", "desk.key.clear"}, {"u ⏎", "desk.key.undo"}, {"n ⏎", "desk.key.next"}, {"/", "desk.key.find"},
		{"12j", "desk.key.jigo"}, {"12" + black + "t", "desk.key.time"}, {"12" + black + "f", "desk.key.forfeit"}, {"12" + black + "i", "desk.key.illegal"},
		{"12 0-0", "desk.key.bothlose"}, {"12 1-1", "desk.key.bothwin"}, {"12nr", "desk.key.void"}, {"12x", "desk.key.notplayed"},
		{"12" + black + "*", "desk.key.unrated"}, {black + " " + white + " j …", "desk.key.chosen"},
		{"12" + black + " !…", "desk.key.why"}, {"! …", "desk.key.why.last"}, {"↑ ↓", "desk.key.arrows"}, {"? ⏎", "desk.key.help"},
	} {
		if jigo || k.key != "desk.key.jigo" {
			keys = append(keys, keyView{k.keys, lang.T(k.key)})
		}
	}
	return keys
}
