package logargs

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"tourney/internal/fault"
	"tourney/internal/handicap"
	"tourney/internal/tournament"
)

// Values are parsed with their types, which decide their form in a language.
func TestRoundTrip(t *testing.T) {
	args := []any{3, -1, "it's ?", "17", true, handicap.Komi(13), tournament.Result{Outcome: tournament.BlackWins}, tournament.AskRank, tournament.Warned}
	text, err := Format(args)
	if err != nil {
		t.Fatal(err)
	}
	got, err := Parse(text, "cup/1")
	if diff := cmp.Diff(args, got); diff != "" || err != nil {
		t.Errorf("%s is read as (-want +got): %v\n%s", text, err, diff)
	}
}

func TestBroken(t *testing.T) {
	for text, want := range map[string]string{
		"":               "database.kept.broken",
		"{}":             "database.kept.broken",
		"[1":             "database.kept.broken",
		"[{}]":           "database.kept.broken",
		`[{"other": 1}]`: "database.kept.unknown",
	} {
		if got, err := Parse(text, "cup/1"); !fault.Is(err, want) {
			t.Errorf("%q is %v, %v, want %s", text, got, err, want)
		}
	}
}
