package director

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"tourney/internal/event"
	"tourney/internal/tournament"
)

// taken returns the topics of the waiting events.
func taken(t *testing.T, d *Director, events <-chan event.Event) (topics []event.Topic) {
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
		want []event.Topic
	}{
		{"name", func() error {
			return d.On(anna, "cup").Because("wrong entry").SetUp(ctx, tournament.Info{Slug: "cup", Name: "X"}, state(t, d).Settings)
		}, []event.Topic{event.Settings}},
		{"settings", func() error {
			return d.On(anna, "cup").Because("wrong entry").SetUp(ctx, state(t, d).Info, preset(t, "egf"))
		}, []event.Topic{event.Settings, event.Standings}},
		{"player", func() error { return d.On(anna, "cup").Because("wrong entry").SetStatus(ctx, 1, tournament.Withdrawn) }, []event.Topic{event.Players, event.Standings}},
		{"player", func() error { return d.On(anna, "cup").Because("wrong entry").SetStatus(ctx, 1, tournament.CheckedIn) }, []event.Topic{event.Players, event.Standings}},
		{"pair", func() error { return d.On(anna, "cup").Because("wrong entry").Round(1).Pair(ctx, 1) }, []event.Topic{event.Draft}},
		{"swap in the draft", swapColours, []event.Topic{event.Draft}},
		{"publish", func() error { return d.On(anna, "cup").Because("wrong entry").Round(1).Publish(ctx) }, []event.Topic{event.Pairings, event.Standings}},
		{"swap", swapColours, []event.Topic{event.Pairings, event.Results, event.Standings}},
		{"result", record, []event.Topic{event.Results, event.Standings}},
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
