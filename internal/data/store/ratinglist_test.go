package store

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestRatingLists(t *testing.T) {
	s := fresh(t)
	var club int
	if err := s.Tx(t.Context(), func(tx *Tx) (err error) { club, err = tx.People().AddOrganisation("Another"); return err }); err != nil {
		t.Fatal(err)
	}
	replaced := false
	save := func(l RatingList, content string) RatingList {
		t.Helper()
		packed, err := PackRatingList([]byte(content))
		if err != nil {
			t.Fatal(err)
		}
		err = s.Tx(t.Context(), func(tx *Tx) error {
			l.Organisation = max(l.Organisation, FirstOrganisation)
			l.ID, replaced, err = tx.SaveRatingList(l, packed)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	want := func(lists ...RatingList) {
		t.Helper()
		got, err := s.RatingLists(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(lists, got); d != "" {
			t.Errorf("(-want +got):\n%s", d)
		}
	}
	day := time.Date(2026, 3, 15, 0, 0, 0, 0, time.UTC)
	table := save(RatingList{Name: "Club", Format: "csv", Reading: `{"skip":1}`, Players: 2, Taken: at, By: "Anna"}, "one\ntwo")
	first := save(RatingList{Origin: "EGF", Name: "EGF", Format: "egd", File: "ratinglist.zip", Date: day, Players: 3, Taken: at, By: "Anna"}, "old")
	want(first, table)
	content, err := s.RatingListContent(t.Context(), table.ID)
	if err != nil || string(content) != "one\ntwo" {
		t.Errorf("the table is %q, %v", content, err)
	}

	second := save(RatingList{Origin: "EGF", Name: "EGF", Format: "json", Players: 4, Taken: at, By: "Bert"}, "new")
	want(second, table)
	if !replaced {
		t.Error("nobody is told that the list is replaced")
	}
	if second.ID == first.ID {
		t.Error("the new list has the number of the old one")
	}
	_, err = s.RatingListContent(t.Context(), first.ID)
	wantFault(t, err, "ratinglist.gone")

	other := save(RatingList{Name: "Another club", Format: "xlsx", Players: 7, Taken: at, By: "Bert"}, "other")
	namesake := save(RatingList{Name: "EGF", Format: "csv", Players: 8, Taken: at, By: "Bert"}, "of that name")
	want(second, other, table, namesake)
	again := save(RatingList{Name: "Club", Format: "csv", Players: 3, Taken: at, By: "Bert"}, "three")
	want(second, other, again, namesake)

	theirs := save(RatingList{Organisation: club, Origin: "EGF", Name: "EGF", Format: "json", Players: 5, Taken: at, By: "Olga"}, "theirs")
	if replaced {
		t.Error("a list replaces that of another organisation")
	}
	drop := func(organisation int, want bool) {
		t.Helper()
		err := s.Tx(t.Context(), func(tx *Tx) error {
			if got, err := tx.DropRatingList(organisation, other.ID); err != nil || got != want {
				t.Errorf("a list is dropped: %v, %v", got, err)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	drop(club, false)
	drop(FirstOrganisation, true)
	drop(FirstOrganisation, false)
	want(second, theirs, again, namesake)
}
