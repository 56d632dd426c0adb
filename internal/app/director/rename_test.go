package director

import (
	"testing"
	"time"
)

// A rename closes the event streams of open pages, so that they follow the redirect to the new slug.
func TestRenameEndsTheStreams(t *testing.T) {
	d := fresh(t)
	cup(t, d, 4)
	events, cancel := d.Subscribe("cup")
	defer cancel()
	info := state(t, d).Info
	info.Slug = "new-cup"
	must(t, d.On(anna, "cup").SetUp(t.Context(), info, state(t, d).Settings))
	deadline := time.After(5 * time.Second)
	for {
		select {
		case _, ok := <-events:
			if !ok {
				return
			}
		case <-deadline:
			t.Fatal("the stream of the old name goes on")
		}
	}
}
