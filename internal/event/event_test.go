package event

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
