package exports

import (
	"testing"

	"tourney/internal/director"
	"tourney/internal/exchange"
	"tourney/internal/tournament"
	"tourney/internal/web/site"
	"tourney/internal/web/webtest"
)

// A download reuses the file that the list of exports wrote: without a director, a
// second one could not be written.
func TestExportsAreWrittenOnce(t *testing.T) {
	room, languages := New(&site.Site{}), webtest.Languages(t)
	snapshot := &director.Snapshot{Tournament: &tournament.Tournament{}}
	f, err := exchange.Named("xlsx")
	if err != nil {
		t.Fatal(err)
	}
	first := wanted{f, languages[0], false}
	key := first.key(snapshot)
	written, err := room.files.Get(key, func() (*export, error) { return &export{}, nil })
	if err != nil {
		t.Fatal(err)
	}
	if again, err := room.export(t.Context(), snapshot, first); again != written || err != nil {
		t.Errorf("written again: %v", err)
	}
	csv, err := exchange.Named("csv")
	if err != nil {
		t.Fatal(err)
	}
	for what, other := range map[string]wanted{
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
