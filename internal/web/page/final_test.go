package page

import (
	"testing"

	"tourney/internal/i18n"
	"tourney/internal/tournament"
	"tourney/templates"
)

// A correction is described with the names in the heads of the columns.
func TestFinalChanges(t *testing.T) {
	catalog, err := i18n.Load(templates.FS)
	if err != nil {
		t.Fatal(err)
	}
	list := func(rank, score string) *tournament.FinalList {
		return &tournament.FinalList{
			Criteria: []tournament.Criterion{tournament.MMS, tournament.ByRank},
			Lines:    []tournament.FinalLine{{Place: 1, Player: 1, Name: "Aho Aino", Scores: []string{score, rank}}},
		}
	}
	got := FinalChanges(catalog.Language("cs"), list("5k", "30"), list("4k", "30.5"))
	if len(got) != 1 || got[0].Scores != "MMS 30 → 30,5, Třída 5k → 4k" {
		t.Errorf("the changes are %+v", got)
	}
}
