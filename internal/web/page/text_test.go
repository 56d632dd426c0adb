package page

import (
	"testing"

	"tourney/internal/i18n"
	"tourney/templates"
)

// The code of the last tournament is said as its day.
func TestLastSeen(t *testing.T) {
	catalog, err := i18n.Load(templates.FS)
	if err != nil {
		t.Fatal(err)
	}
	en := catalog.Language("en")
	for code, want := range map[string]string{
		"T251006A": "6 October 2025", "E960707": "7 July 1996", "T160423AC": "23 April 2016",
		"T251306A": "T251306A", "Paris": "Paris", "": "",
	} {
		if got := LastPlayed(en, code); got != want {
			t.Errorf("%q is said %q, want %q", code, got, want)
		}
	}
}
