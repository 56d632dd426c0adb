package director

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"tourney/internal/tournament"
)

// taken returns the topics of the waiting events.
func taken(t *testing.T, d *Director, events <-chan Event) (topics []Topic) {
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
		want []Topic
	}{
		{"name", func() error {
			return d.On(anna, "cup").Because("wrong entry").SetUp(ctx, tournament.Info{Slug: "cup", Name: "X"}, state(t, d).Settings)
		}, []Topic{Settings}},
		{"settings", func() error {
			return d.On(anna, "cup").Because("wrong entry").SetUp(ctx, state(t, d).Info, preset(t, "egf"))
		}, []Topic{Settings, Standings}},
		{"player", func() error { return d.On(anna, "cup").Because("wrong entry").SetStatus(ctx, 1, tournament.Withdrawn) }, []Topic{Players, Standings}},
		{"player", func() error { return d.On(anna, "cup").Because("wrong entry").SetStatus(ctx, 1, tournament.CheckedIn) }, []Topic{Players, Standings}},
		{"pair", func() error { return d.On(anna, "cup").Because("wrong entry").Round(1).Pair(ctx, 1) }, []Topic{Draft}},
		{"swap in the draft", swapColours, []Topic{Draft}},
		{"publish", func() error { return d.On(anna, "cup").Because("wrong entry").Round(1).Publish(ctx) }, []Topic{Pairings, Standings}},
		{"swap", swapColours, []Topic{Pairings, Results, Standings}},
		{"result", record, []Topic{Results, Standings}},
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

func TestSlowSubscriberIsToldToRefresh(t *testing.T) {
	d := fresh(t)
	cup(t, d, 2)
	events, cancel := d.Subscribe("cup")
	defer cancel()
	for i := range eventBuffer { // two events each
		must(t, d.On(anna, "cup").SetAttendance(t.Context(), 1, 1, []tournament.Attendance{tournament.Absent, tournament.Plays}[i%2]))
	}
	if e := <-events; e.What != Refresh {
		t.Errorf("the first event is %+v", e)
	}
	if len(events) > eventBuffer {
		t.Errorf("%d events wait", len(events))
	}
}
