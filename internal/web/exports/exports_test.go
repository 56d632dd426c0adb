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
	key := fileKey(snapshot, f, languages[0])
	written, err := room.files.Get(key, func() (*export, error) { return &export{}, nil })
	if err != nil {
		t.Fatal(err)
	}
	if again, err := room.export(t.Context(), snapshot, f, languages[0]); again != written || err != nil {
		t.Errorf("written again: %v", err)
	}
	csv, err := exchange.Named("csv")
	if err != nil {
		t.Fatal(err)
	}
	for what, other := range map[string]site.PageKey{
		"version":  fileKey(&director.Snapshot{Tournament: snapshot.Tournament}, f, languages[0]),
		"language": fileKey(snapshot, f, languages[1]),
		"format":   fileKey(snapshot, csv, languages[0]),
	} {
		t.Run(what, func(t *testing.T) {
			if other == key {
				t.Errorf("another %s has the same file", what)
			}
		})
	}
}
