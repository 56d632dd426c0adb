package form

import (
	"net/url"
	"testing"
	"time"

	"tourney/internal/i18n"
	"tourney/internal/tournament"
	"tourney/templates"
)

// A last day without a year takes the year of the first day, or the next year.
func TestDaysWithoutAYear(t *testing.T) {
	all, err := i18n.Load(templates.FS)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ lang, begin, end, want string }{
		{"en", "28 November 2026", "30.11.", "2026-11-30"},
		{"en", "28.11.2026", "30 November", "2026-11-30"},
		{"en", "28.11.2026", "30/11", "2026-11-30"},
		{"fi", "28.11.2026", "30.11", "2026-11-30"},
		{"fi", "28. marraskuuta 2026", "30. marraskuuta", "2026-11-30"},
		{"en", "28 December 2026", "2 January", "2027-01-02"},
		{"en", "28.11.2026", "30.11.2027", "2027-11-30"},
		{"en", "", "30.11.", "30.11."},
		{"en", "28.11.", "30.11.", "30.11."},
		{"en", "28.11.2026", "31.11.", "31.11."},
		{"en", "28.11.2026", "soon", "soon"},
		{"en", "28.11.2026", "", ""},
	} {
		sent := url.Values{"begin": {tt.begin}, "end": {tt.end}}
		SpellDays(all.Language(tt.lang), Pick(InfoFields, "begin", "end"), sent)
		if got := sent.Get("end"); got != tt.want {
			t.Errorf("%s to %s in %s: %s, want %s", tt.begin, tt.end, tt.lang, got, tt.want)
		}
		var info tournament.Info
		if _, err := Read(Pick(InfoFields, "begin", "end"), sent, &info); err != nil {
			t.Fatal(err)
		}
		if _, err := time.Parse(time.DateOnly, tt.want); (err == nil) == info.End.IsZero() && tt.want != "" {
			t.Errorf("%s to %s: %v", tt.begin, tt.end, info.End)
		}
	}
}
