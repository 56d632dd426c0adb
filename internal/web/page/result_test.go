package page

import (
	"testing"

	"tourney/internal/i18n"
	"tourney/internal/tournament"
	"tourney/templates"
)

func TestResultView(t *testing.T) {
	catalog, err := i18n.Load(templates.FS)
	if err != nil {
		t.Fatal(err)
	}
	fi := catalog.Language("fi")
	for _, tt := range []struct{ result, text, words string }{
		{"?", "", "ei vielä kirjattu"},
		{"B+R", "+R", "musta voitti luovutuksella"},
		{"W+3.5", "+3,5", "valkoinen voitti 3,5 pisteellä"},
		{"W+1", "+1", "valkoinen voitti 1 pisteellä"},
		{"B+", "+", "musta voitti"},
		{"B+F", "+F", "musta voitti pelaamatta"},
		{"W+T/unrated", "+T", "valkoinen voitti ajalla, ei ratingiin"},
		{"Jigo", "jigo", "jigo"},
		{"BothLose+F", "0–0", "molemmat häviävät, pelaamatta"},
		{"BothWin", "1–1", "molemmat voittavat"},
		{"Void", "–", "ei tulosta"},
		{"NotPlayed", "–", "ei pelattu"},
	} {
		t.Run(tt.result, func(t *testing.T) {
			r, err := tournament.ParseResult(tt.result)
			if err != nil {
				t.Fatal(err)
			}
			if got := NewResultView(fi, r); got.Text != tt.text || got.Words != tt.words || got.Known != r.Known() {
				t.Errorf("%s is shown as %q, said as %q; want %q, %q", tt.result, got.Text, got.Words, tt.text, tt.words)
			}
		})
	}
}
