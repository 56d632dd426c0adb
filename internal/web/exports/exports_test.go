package exports

import (
	"slices"
	"strings"
	"testing"

	"tourney/internal/app/director"
	"tourney/internal/format"
	"tourney/internal/testkit/webtest"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
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

// After the last result the page offers no prints for tomorrow.
func TestNoTomorrowAfterTheEnd(t *testing.T) {
	for _, tt := range []struct {
		rounds  int
		results string
		want    bool
	}{{1, "B+", false}, {1, "?", true}, {2, "B+", true}} {
		result, err := tournament.ParseResult(tt.results)
		if err != nil {
			t.Fatal(err)
		}
		tn := &tournament.Tournament{Rounds: []tournament.Round{{Number: 1, Published: true, Games: []tournament.Game{{Table: 1, Result: result}}}}}
		tn.Settings.Rounds = tt.rounds
		p := &exportsPage{Base: page.Base{Language: webtest.Languages(t)[0], Event: &page.Event{}}}
		p.addPaper(tn)
		if got := slices.ContainsFunc(p.Now, func(l page.Link) bool { return strings.HasSuffix(l.Address, "/print/all") }); got != tt.want {
			t.Errorf("after round 1 of %d with the result %s, everything for tomorrow: %v", tt.rounds, tt.results, got)
		}
	}
}
