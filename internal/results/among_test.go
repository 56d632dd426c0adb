package results

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"tourney/internal/tournament"
)

// The standings among all players equal the standings of the tournament, and a part is ranked as if the others did not
// exist.
func TestAmong(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tn := rapidTournament(t)
		tn.Settings.Stages = nil
		var all, some []tournament.PlayerID
		alone := tn.Clone()
		alone.Players = nil
		for _, p := range tn.Players {
			all = append(all, p.ID)
			if rapid.Bool().Draw(t, "in") {
				some = append(some, p.ID)
				alone.Players = append(alone.Players, p)
			}
		}
		for i := range alone.Rounds {
			r := &alone.Rounds[i]
			out := func(id tournament.PlayerID) bool { return !slices.Contains(some, id) }
			r.Games = slices.DeleteFunc(r.Games, func(g tournament.Game) bool { return out(g.Black) || out(g.White) })
			r.Byes = slices.DeleteFunc(r.Byes, out)
		}
		n := rapid.IntRange(0, len(tn.Rounds)).Draw(t, "after")
		same(t, Among(tn, 1, n, all), After(tn, n))
		same(t, Among(tn, 1, n, some), After(alone, n))
	})
}

// same compares two standings.
func same(t *rapid.T, got, want *Standings) {
	if len(got.Rows) != len(want.Rows) {
		t.Fatalf("%d rows, want %d", len(got.Rows), len(want.Rows))
	}
	for i, row := range got.Rows {
		if o := want.Rows[i]; row.Player != o.Player || row.Place != o.Place || !slices.Equal(row.Scores, o.Scores) || !slices.Equal(row.Cells, o.Cells) {
			t.Fatalf("line %d: %+v, want %+v", i+1, row, o)
		}
	}
}

// Games before a stage do not count in its pools.
func TestAmongFromARound(t *testing.T) {
	tn := six()
	rounds(tn, []tournament.Game{{Black: 1, White: 2, Result: tournament.Result{Outcome: tournament.BlackWins}}},
		[]tournament.Game{{Black: 2, White: 1, Result: tournament.Result{Outcome: tournament.BlackWins}}})
	tn.Settings.Scoring.WinsAbsent, tn.Settings.Criteria = 2, []tournament.Criterion{tournament.NBW}
	tn.Players[2].Absent = tn.Players[2].Absent.With(1)
	s := Among(tn, 2, 2, []tournament.PlayerID{1, 2, 3})
	if s.Rows[0].Player != 2 || s.Rows[0].Text(0) != "1" || s.Rows[1].Text(0) != "0" || s.Rows[2].Text(0) != "0" {
		t.Errorf("%+v", s.Rows)
	}
}
