package tablet

import (
	"slices"
	"strings"
	"testing"

	"tourney/internal/i18n"
	"tourney/templates"
)

func TestLetterOf(t *testing.T) {
	for name, want := range map[string]string{
		"Šimková Jana": "S", "d'Aubrécourt Paul": "A", "d’Aubrécourt Paul": "A", "Ärmel Uwe": "Ä", "Öst Bo": "Ö", "Åkesson Lo": "Å",
		"Łukasik Ewa": "L", "Øster Bo": "O", "Éluard P.": "E", "O'Brien Pat": "O", "Иванов Олег": "I", "李 明": "李", "van Dam Jan": "V", "": "#",
	} {
		if got := letterOf(name); got != want {
			t.Errorf("%q is under %q, want %q", name, got, want)
		}
	}
	catalog, err := i18n.Load(templates.FS)
	if err != nil {
		t.Fatal(err)
	}
	keys := letters(catalog.Language("en"), []person{{Letter: "Ö"}, {Letter: "李"}, {Letter: "Å"}, {Letter: "S"}, {Letter: "Ö"}})
	if got := strings.Join(keys[26:], ""); !slices.Contains(keys, "Z") || got != "ÅÖ李" {
		t.Errorf("after Z come %s", got)
	}
}
