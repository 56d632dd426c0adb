package spelling

import (
	"testing"

	"pgregory.net/rapid"
)

func TestClosest(t *testing.T) {
	commands := []string{"pair", "rate", "score", "standings", "simulate", "serve", "verify", "version", "lists", "load"}
	for _, tt := range []struct{ word, want string }{
		{"standigs", "standings"},
		{"simulaet", "simulate"},
		{"piar", "pair"},
		{"srve", "serve"},
		{"versoin", "version"},
		{"list", "lists"},
		{"road", "load"},
		{"lost", ""}, // lists in two letters, load in two
		{"dance", ""},
		{"ra", ""},
		{"", ""},
	} {
		if got := Closest(tt.word, commands); got != tt.want {
			t.Errorf("Closest(%q) = %q, want %q", tt.word, got, tt.want)
		}
	}
}

// A word with one letter changed is found in any list without a word that is as close.
func TestClosestFindsOneLetter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringMatching(`[a-z]{4,12}`).Draw(t, "word")
		at := rapid.IntRange(0, len(word)-1).Draw(t, "at")
		typed := word[:at] + "0" + word[at+1:]
		if got := Closest(typed, []string{"1234567890123456", word, "!"}); got != word {
			t.Errorf("Closest(%q) = %q, want %q", typed, got, word)
		}
	})
}
