package spelling

import (
	"strings"
	"testing"
)

// A search finds a name by its words, its initials in any order, and its spelling in Latin letters.
func TestSearchText(t *testing.T) {
	for name, words := range map[string][]string{
		"Niskanen Tuuli":     {"niskanen", "tuuli", "nt", "tn"},
		"Mäki Anna-Maria":    {"maki", "maria", "mam"},
		"Соколова Анна":      {"соколова", "sokolova", "anna", "sa", "as", "са"},
		"Παπαδόπουλος Νίκος": {"παπαδοπουλος", "papadopoulos", "nikos", "pn"},
		"Li 李 Jing 静":        {"li", "李", "lj"},
		"Sai":                {"sai"},
		"":                   nil,
	} {
		text := SearchText(name)
		for _, word := range words {
			if !strings.Contains(text, " "+word) {
				t.Errorf("%q is not in %q, of %s", word, text, name)
			}
		}
	}
}
