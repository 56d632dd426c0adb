package director

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"tourney/internal/app/updates"
	"tourney/internal/tournament"
)

// taken returns the topics of the queued events.
func taken(t *testing.T, d *Director, events <-chan updates.Event) (topics []updates.Topic) {
	t.Helper()
	for {
		select {
		case e := <-events:
			if e.Slug != "cup" || e.Version != state(t, d).Version {
				t.Errorf("event %+v at version %d", e, state(t, d).Version)
			}
			topics = append(topics, e.What)
		default:
			return topics
		}
	}
}

func TestEvents(t *testing.T) {
	d := fresh(t)
	ctx := t.Context()
	cup(t, d, 4)
	events, cancel := d.Subscribe("cup")
	others, cancelOthers := d.Subscribe("another")
	defer cancelOthers()
	swapColours := func() error { return d.On(anna, "cup").Because("wrong entry").Round(1).SwapColours(ctx, 1) }
	record := func() error { return enter(d, anna, 1, 1, state(t, d).Round(1).At(1).Revision, tournament.BlackWins) }
	for _, tt := range []struct {
		what string
		do   func() error
		want []updates.Topic
	}{
		{"name", func() error {
			return d.On(anna, "cup").Because("wrong entry").SetUp(ctx, tournament.Info{Slug: "cup", Name: "X"}, state(t, d).Settings)
		}, []updates.Topic{updates.Settings}},
		{"settings", func() error {
			return d.On(anna, "cup").Because("wrong entry").SetUp(ctx, state(t, d).Info, preset(t, "egf"))
		}, []updates.Topic{updates.Settings, updates.Standings}},
		{"player", func() error { return d.On(anna, "cup").Because("wrong entry").SetStatus(ctx, 1, tournament.Withdrawn) }, []updates.Topic{updates.Players, updates.Standings}},
		{"player", func() error { return d.On(anna, "cup").Because("wrong entry").SetStatus(ctx, 1, tournament.CheckedIn) }, []updates.Topic{updates.Players, updates.Standings}},
		{"pair", func() error { return d.On(anna, "cup").Because("wrong entry").Round(1).Pair(ctx, 1) }, []updates.Topic{updates.Draft}},
		{"swap in the draft", swapColours, []updates.Topic{updates.Draft}},
		{"publish", func() error { return d.On(anna, "cup").Because("wrong entry").Round(1).Publish(ctx) }, []updates.Topic{updates.Pairings, updates.Standings}},
		{"swap", swapColours, []updates.Topic{updates.Pairings, updates.Results, updates.Standings}},
		{"result", record, []updates.Topic{updates.Results, updates.Standings}},
		{"nothing new", record, nil},
		{"a refusal", func() error { return nil }, nil},
	} {
		must(t, tt.do())
		if d := cmp.Diff(tt.want, taken(t, d, events)); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.what, d)
		}
	}
	if len(others) != 0 {
		t.Error("another tournament's subscriber was told")
	}
	cancel()
	cancel()
	if _, open := <-events; open {
		t.Error("the channel is open after cancel")
	}
	must(t, d.On(anna, "cup").Because("wrong entry").Round(1).SwapColours(ctx, 1))
}
