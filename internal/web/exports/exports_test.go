package exports

import (
	"slices"
	"testing"

	"tourney/internal/app/director"
	"tourney/internal/format"
	"tourney/internal/testkit/webtest"
	"tourney/internal/tournament"
	"tourney/internal/web/site"
)

// A download reuses the file that the list of exports wrote: without a director, a second one could not be written.
func TestExportsAreWrittenOnce(t *testing.T) {
	room, languages := New(&site.Site{}), webtest.Languages(t)
	snapshot := &director.Snapshot{Tournament: &tournament.Tournament{}}
	f, err := format.Named("xlsx")
	if err != nil {
		t.Fatal(err)
	}
	first := exportKey{f, languages[0], false}
	key := first.key(snapshot)
	written, err := room.files.Get(key, func() (*export, error) { return &export{}, nil })
	if err != nil {
		t.Fatal(err)
	}
	if again, err := room.export(t.Context(), snapshot, first); again != written || err != nil {
		t.Errorf("written again: %v", err)
	}
	csv, err := format.Named("csv")
	if err != nil {
		t.Fatal(err)
	}
	for what, other := range map[string]exportKey{
		"language": {f, languages[1], false}, "format": {csv, languages[0], false}, "option": {f, languages[0], true},
	} {
		t.Run(what, func(t *testing.T) {
			if other.key(snapshot) == key {
				t.Errorf("another %s has the same file", what)
			}
		})
	}
	if first.key(&director.Snapshot{Tournament: snapshot.Tournament}) == key {
		t.Error("another version has the same file")
	}
}

// After the last result the page offers the papers of the end, and no prints for tomorrow.
func TestNoTomorrowAfterTheEnd(t *testing.T) {
	for _, tt := range []struct {
		rounds  int
		results string
		want    moment
	}{{1, "B+", atEnd}, {1, "?", atRound}, {2, "B+", atRound}} {
		result, err := tournament.ParseResult(tt.results)
		if err != nil {
			t.Fatal(err)
		}
		tn := &tournament.Tournament{Rounds: []tournament.Round{{Number: 1, Published: true, Games: []tournament.Game{{Table: 1, Result: result}}}}}
		tn.Settings.Rounds = tt.rounds
		if got := momentOf(tn); got != tt.want {
			t.Errorf("round 1 of %d with the result %s is moment %d, want %d", tt.rounds, tt.results, got, tt.want)
		}
		for i := range paperKinds {
			if k := &paperKinds[i]; k.name == "all" && k.exists(tn, 1) != (tt.want == atRound) {
				t.Errorf("round 1 of %d with the result %s: everything for tomorrow is wrong", tt.rounds, tt.results)
			}
		}
	}
}

// The tables that differ between two draws: other players, colours or terms, new and removed tables.
func TestChangedTables(t *testing.T) {
	was := &tournament.Round{Games: []tournament.Game{{Table: 1, Black: 1, White: 2}, {Table: 2, Black: 3, White: 4}, {Table: 3, Black: 5, White: 6}, {Table: 5, Black: 7, White: 8}}}
	now := &tournament.Round{Games: []tournament.Game{
		{Table: 1, Black: 1, White: 2, Result: tournament.Result{Outcome: tournament.BlackWins}}, {Table: 2, Black: 4, White: 3},
		{Table: 3, Black: 5, White: 6, Handicap: 2}, {Table: 4, Black: 9, White: 10},
	}}
	if got := changedTables(was, now); !slices.Equal(got, []int{2, 3, 4, 5}) {
		t.Errorf("changed tables: %v", got)
	}
	if got := changedTables(nil, now); !slices.Equal(got, []int{1, 2, 3, 4}) {
		t.Errorf("without a draw before: %v", got)
	}
}
