package tournament

import (
	"testing"
	"time"
)

// A game is marked as corrected if its result changes after the publication of a later round, but not if an entry only
// adds details or the result was missing.
func TestCorrectedIsMarked(t *testing.T) {
	tn := sample(t, 4)
	at := time.Date(2026, 5, 2, 13, 0, 0, 0, time.UTC)
	record := func(table, seen int, r Result) *Game {
		t.Helper()
		at = at.Add(time.Minute)
		if _, _, err := tn.Record(Entry{Round: 1, Table: table, Seen: seen, Result: r, At: at}); err != nil {
			t.Fatal(err)
		}
		return tn.Round(1).At(table)
	}
	publish(t, tn, 1)
	record(1, 0, Result{Outcome: WhiteWins})
	if g := record(1, 1, Result{Outcome: BlackWins}); !g.Corrected.IsZero() {
		t.Error("a slip of the round being played is marked")
	}
	publish(t, tn, 2)
	if g := record(2, 0, Result{Outcome: BlackWins}); !g.Corrected.IsZero() {
		t.Error("a result that was missing is marked")
	}
	if g := record(2, 1, Result{Outcome: BlackWins, Manner: ByResignation}); !g.Corrected.IsZero() {
		t.Error("a result with more details is marked")
	}
	if g := record(1, 2, Result{}); !g.Corrected.Equal(at) {
		t.Error("a result that was cleared is not marked")
	}
	if g := record(1, 3, Result{Outcome: WhiteWins}); !g.Corrected.Equal(at) {
		t.Errorf("corrected at %v, want %v", g.Corrected, at)
	}
}
