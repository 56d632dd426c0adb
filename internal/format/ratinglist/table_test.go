package ratinglist

import (
	"testing"

	"tourney/internal/tournament"
)

// Tables and registration sheets split names alike.
func TestTablesSplitNames(t *testing.T) {
	rows := [][]string{{"van der Berg Bo"}, {"van_der_Berg Bo"}, {"BERG Bo Ek"}, {"Berg Bo Ek"}, {"Bo de la Tour"}}
	l, _, err := FromRows(rows, Mapping{Columns: []tournament.Field{FamilyGiven}})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"van der Berg|Bo", "van der Berg|Bo", "BERG|Bo Ek", "Berg|Bo Ek", "de la Tour|Bo"} {
		if got := l.Entries[i].Family + "|" + l.Entries[i].Given; got != want {
			t.Errorf("%q is parted as %s, want %s", rows[i][0], got, want)
		}
	}
}
