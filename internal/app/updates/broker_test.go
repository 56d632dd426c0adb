package updates

import "testing"

func TestSlowSubscriberIsToldToRefresh(t *testing.T) {
	var b Broker
	events, cancel := b.Subscribe("cup")
	defer cancel()
	for version := range buffer {
		b.Send("cup", version, Requests, Standings)
	}
	if e := <-events; e.What != Refresh {
		t.Errorf("the first event is %+v", e)
	}
	if len(events) > buffer {
		t.Errorf("%d events wait", len(events))
	}
}

// A subscriber that has lost events at a second gap gets a Refresh after that one, even if the Refresh for the first
// gap is sent only after the second.
func TestRefreshesAfterEachGap(t *testing.T) {
	var b Broker
	events, cancel := b.Subscribe("cup")
	defer cancel()
	b.AddGap()
	first := b.LatestGap()
	b.AddGap()
	b.Refresh("cup", 1, first)
	b.Refresh("cup", 2, b.LatestGap())
	b.Refresh("cup", 3, b.LatestGap())
	for version := 1; version <= 2; version++ {
		if e := <-events; e != (Event{"cup", version, Refresh}) {
			t.Errorf("%+v, want version %d", e, version)
		}
	}
	if len(events) > 0 {
		t.Errorf("a third event is %+v", <-events)
	}
}
