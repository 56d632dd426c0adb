package results

import (
	"slices"
	"testing"

	"tourney/internal/tournament"
)

// TestEveryCriterionIsComputed finds criteria that are offered but computed by
// nothing, or among equals only in one of the two tables.
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
}
