package results

import (
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"tourney/internal/tournament"
)

// TestEveryCriterionIsComputed finds criteria without a computation, or in only one of the two tables of criteria among
// equals.
func TestEveryCriterionIsComputed(t *testing.T) {
	for _, c := range slices.Concat(tournament.Criteria(), tournament.TeamCriteria()) {
		facts, _ := c.Facts()
		if among := amongEquals[c] != nil; among != facts.AmongEquals {
			t.Errorf("%s: among equals is %t here and %t in package tournament", c, among, facts.AmongEquals)
		}
		if alone := computed[c] != nil; alone == facts.AmongEquals {
			t.Errorf("%s: computed alone is %t, among equals %t: it must be one of the two", c, alone, facts.AmongEquals)
		}
	}
	for _, c := range slices.Concat(slices.Collect(maps.Keys(computed)), slices.Collect(maps.Keys(amongEquals))) {
		if _, known := c.Facts(); !known {
			t.Errorf("%s is computed, and package tournament does not have it: add a row to its criteria", c)
		}
	}
}

// TestCriteriaSumWhatTheyState changes the scores of opponents in random tournaments. Half a point for unplayed rounds
// changes only sums, a player's start only the others' sums of McMahon scores.
func TestCriteriaSumWhatTheyState(t *testing.T) {
	all := slices.DeleteFunc(tournament.Criteria(), func(c tournament.Criterion) bool { return amongEquals[c] != nil })
	byUnplayed, byStart := map[tournament.Criterion]bool{}, map[tournament.Criterion]bool{}
	rapid.Check(t, func(t *rapid.T) {
		tn := rapidTournament(t)
		if len(tn.Players) == 0 {
			return
		}
		tn.Settings.Criteria = all
		was := tn.Clone()
		first := tn.Players[0].ID
		compare := func(differs map[tournament.Criterion]bool) {
			before, after := After(was, len(was.Rounds)), After(tn, len(tn.Rounds))
			for _, r := range before.Rows {
				i := slices.IndexFunc(after.Rows, func(o Row) bool { return o.Player == r.Player })
				for j, c := range all {
					if r.Player != first && r.Scores[j] != after.Rows[i].Scores[j] {
						differs[c] = true
					}
				}
			}
		}
		tn.Settings.Scoring.UnplayedHalf = !tn.Settings.Scoring.UnplayedHalf
		compare(byUnplayed)
		tn.Settings.Scoring.UnplayedHalf = !tn.Settings.Scoring.UnplayedHalf
		tn.Players[0].StartCorrection++
		compare(byStart)
	})
	for _, c := range all {
		if sums := c.Sums(); byUnplayed[c] != (sums != tournament.NoSum) || byStart[c] != (sums == tournament.SumOfMMS) {
			t.Errorf("%s: its row has Sums %d; unplayed rounds of opponents change it: %t, their start: %t", c, sums, byUnplayed[c], byStart[c])
		}
	}
}
