package reason

import (
	"testing"
	"time"

	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// In open play games begin and are cancelled without a reason; a result of an earlier evening is not changed without one.
func TestOpenPlayNeedsFewReasons(t *testing.T) {
	now := time.Date(2026, 3, 3, 18, 0, 0, 0, time.UTC)
	s, err := tournament.PresetNamed("club")
	check(t, err)
	tn, err := tournament.New(tournament.Info{Slug: "club", Name: "Club"}, s)
	check(t, err)
	for _, name := range []string{"A", "B", "C", "D"} {
		_, err := tn.AddPlayer(tournament.Player{Family: name, Rank: rank.Kyu1, Status: tournament.CheckedIn}, tournament.RefuseNamesakes)
		check(t, err)
	}
	tn.NoteArrivals(now)
	step := func(name, want string, do func(tn *tournament.Tournament) error) {
		t.Helper()
		next := tn.Clone()
		check(t, do(next))
		next.NoteArrivals(now)
		if got := touched(Needed(tn, next)); got != want {
			t.Errorf("%s needs a reason for %q, want %q", name, got, want)
		}
		tn = next
	}
	begin := func(black, white tournament.PlayerID) func(tn *tournament.Tournament) error {
		return func(tn *tournament.Tournament) error {
			_, err := tn.Begin(tournament.Pair{Black: black, White: white}, now)
			return err
		}
	}
	result := func(table int, o tournament.Outcome) func(tn *tournament.Tournament) error {
		return func(tn *tournament.Tournament) error {
			seen := tn.Round(1).At(table).Revision
			_, _, err := tn.Record(tournament.Entry{Round: 1, Table: table, Seen: seen, Result: tournament.Result{Outcome: o}, At: now})
			return err
		}
	}
	step("a game", "", begin(1, 2))
	step("a game in the same turn", "", begin(3, 4))
	step("a cancelled game", "", func(tn *tournament.Tournament) error { return tn.Cancel(tn.Running()[1].ID) })
	step("a result", "", result(1, tournament.BlackWins))
	step("a game in the next turn", "", begin(1, 2))
	step("a correction on the same evening", "", result(1, tournament.WhiteWins))
	step("the end of the last game", "", func(tn *tournament.Tournament) error { return tn.Cancel(tn.Running()[0].ID) })
	step("the end of the evening", "", func(tn *tournament.Tournament) error { return tn.EndEvening(now) })
	now = now.AddDate(0, 0, 7)
	step("an arrival", "", func(tn *tournament.Tournament) error { return tn.SetStatus(1, tournament.CheckedIn) })
	step("a correction of the earlier evening", "reason.evening 1", result(1, tournament.BlackWins))
}
