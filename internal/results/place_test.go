package results_test

import (
	"slices"
	"testing"

	"tourney/internal/results"
	"tourney/internal/tournament"
)

// TestPlaces writes a shared place as its number and "=" on all of its lines.
func TestPlaces(t *testing.T) {
	s := &results.Standings{}
	var lines []tournament.FinalLine
	for i, place := range []int{1, 2, 2, 2, 5} {
		s.Rows = append(s.Rows, results.Row{Line: i + 1, Place: place})
		lines = append(lines, tournament.FinalLine{Place: place})
	}
	want := []string{"1", "2=", "2=", "2=", "5"}
	var got []string
	for i := range s.Rows {
		got = append(got, s.Place(&s.Rows[i]))
	}
	if !slices.Equal(got, want) {
		t.Errorf("the standings: %q", got)
	}
	if got := results.FinalPlaces(lines); !slices.Equal(got, want) {
		t.Errorf("the final standings: %q", got)
	}
	if got := s.Place(&results.Row{}); got != "0" {
		t.Errorf("an unlisted player: %q", got)
	}
}
