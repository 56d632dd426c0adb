package director

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"tourney/internal/rank"
	"tourney/internal/tournament"
)

const table = "name;rank;rating;country;club\nÄijälä Väinö;2k;1911;FI;Hki\nBrzęk Łucja;1d;2098;PL;Kra\n"

func keepList(t *testing.T, d *Director, data string) RatingList {
	t.Helper()
	kept, err := d.KeepRatingList(t.Context(), anna, "club.csv", []byte(data))
	must(t, err)
	return kept
}

func TestRatingListsAreKeptAndSearched(t *testing.T) {
	d := fresh(t)
	kept := keepList(t, d, table)
	all, err := d.RatingLists(t.Context())
	must(t, err)
	if diff := cmp.Diff([]RatingList{kept}, all); diff != "" {
		t.Errorf("(-kept +listed):\n%s", diff)
	}
	if kept.Format != "csv" || kept.Players != 2 || kept.By != "Anna" || kept.File != "club.csv" {
		t.Errorf("kept %+v", kept)
	}
	restarted := New(d.store, d.now)
	for range 2 { // read from the database, and from memory
		ix, _, err := restarted.RatingIndex(t.Context(), kept.ID)
		must(t, err)
		if hits := ix.Search("vaino aij", 5); len(hits) != 1 || hits[0].Entry.Family != "Äijälä" {
			t.Errorf("found %v", hits)
		}
	}
	next := keepList(t, d, table+"Third One;5k;;;\n")
	if _, _, err := d.RatingIndex(t.Context(), kept.ID); err == nil {
		t.Error("the old list is still searched")
	}
	ix, _, err := d.RatingIndex(t.Context(), next.ID)
	must(t, err)
	if n := len(ix.List().Entries); n != 3 {
		t.Errorf("the new list has %d players", n)
	}
	must(t, d.DropRatingList(t.Context(), ""))
	_, _, err = d.RatingIndex(t.Context(), next.ID)
	wantFault(t, err, "list.gone")
	_, err = d.KeepRatingList(t.Context(), anna, "", []byte{0, 1, 2})
	wantFault(t, err, "list.unknown")
}

func TestUpdateRatingsIsOneStep(t *testing.T) {
	d := fresh(t)
	slug, err := d.Create(t.Context(), anna, tournament.Info{Name: "Cup"}, preset(t, "egf"), "")
	must(t, err)
	for _, p := range []tournament.Player{
		{Family: "Äijälä", Given: "Väinö", Rank: rank.Kyu(2)}, {Family: "Brzęk", Given: "Łucja", Rank: rank.Dan1, Club: "Waw"},
		{Family: "Nobody", Given: "X", Rank: rank.Kyu(9)},
	} {
		_, err := d.AddPlayer(t.Context(), anna, slug, p, false, "")
		must(t, err)
	}
	kept := keepList(t, d, table)
	ix, _, err := d.RatingIndex(t.Context(), kept.ID)
	must(t, err)
	before, err := d.Snapshot(t.Context(), slug)
	must(t, err)
	chosen := map[tournament.PlayerID]int{}
	for _, m := range ix.Match(before.Tournament.Players) {
		if len(m.Candidates) > 0 {
			chosen[m.Player] = m.Candidates[0].Line
		}
	}
	for range 2 { // the button pressed twice
		n, err := d.UpdateRatings(t.Context(), anna, slug, kept.ID, chosen, "once")
		must(t, err)
		if n != 2 {
			t.Errorf("%d players changed, want 2", n)
		}
	}
	after, err := d.Snapshot(t.Context(), slug)
	must(t, err)
	if after.Tournament.Version != before.Tournament.Version+1 {
		t.Errorf("version %d after %d", after.Tournament.Version, before.Tournament.Version)
	}
	brzek := after.Tournament.Players[1]
	if brzek.Rating.Points() != 2098 || brzek.Club != "Waw" || brzek.Country != "PL" || brzek.Rank != rank.Dan1 {
		t.Errorf("%+v", brzek)
	}
	log, _, err := d.Log(t.Context(), slug, 0)
	must(t, err)
	if log[0].Action != "player.ratings" || len(log[0].Changes) != 2 {
		t.Errorf("logged %+v", log[0])
	}
	must(t, d.Undo(t.Context(), anna, slug, log[0].Version))
	_, err = d.UpdateRatings(t.Context(), anna, slug, kept.ID, map[tournament.PlayerID]int{1: 99}, "")
	wantFault(t, err, "list.entry")
	_, err = d.UpdateRatings(t.Context(), anna, slug, kept.ID, map[tournament.PlayerID]int{99: 2}, "")
	wantFault(t, err, "player.missing")
}
