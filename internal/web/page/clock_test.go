package page

import (
	"testing"
	"time"

	"tourney/internal/i18n"
	"tourney/internal/tournament"
	"tourney/templates"
)

// After the main time a clock shows the next period.
func TestClockAfterTheMainTime(t *testing.T) {
	catalog, err := i18n.Load(templates.FS)
	if err != nil {
		t.Fatal(err)
	}
	start := time.Date(2026, 5, 2, 10, 0, 0, 0, time.UTC)
	for _, tt := range []struct {
		overtime tournament.Overtime
		want     string
	}{{tournament.Japanese, "Overtime"}, {tournament.Canadian, "Overtime"}, {tournament.Fischer, "Overtime"}, {tournament.SuddenDeath, "Time over"}} {
		tn := tournament.Tournament{Settings: tournament.Settings{
			Rounds: 3, Schedule: []time.Time{start}, Clock: tournament.Clock{Main: tournament.Span(45 * time.Minute), Overtime: tt.overtime},
		}}
		v := NewClockView(catalog.Language("en"), &tn, start.Add(-time.Minute))
		if v == nil || v.Ended != tt.want || v.Before != "Round 1 starts in" || v.From != start.UnixMilli() {
			t.Errorf("%s: the clock is %+v, want %q in the end", tt.overtime, v, tt.want)
		}
	}
}
