package store

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestRatingLists(t *testing.T) {
	s := fresh(t)
	save := func(l RatingList, content string) RatingList {
		t.Helper()
		packed, err := PackRatingList([]byte(content))
		if err != nil {
			t.Fatal(err)
		}
		err = s.Tx(t.Context(), func(tx *Tx) error {
			l.ID, err = tx.SaveRatingList(l, packed)
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

	for range 2 { // the second finds nothing to remove
		if err := s.Tx(t.Context(), func(tx *Tx) error { return tx.DropRatingList(other.ID) }); err != nil {
			t.Fatal(err)
		}
	}
	want(second, again, namesake)
}
