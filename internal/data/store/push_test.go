package store

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tourney/internal/tournament"
)

// A player has the newest subscriptions only; a later one at the same endpoint replaces it.
func TestPushSubscriptions(t *testing.T) {
	s := fresh(t)
	cup := sample(t, "cup", 4)
	cup.Info.Begin = tournament.DateOf(at)
	create(t, s, cup)
	ctx := t.Context()
	keep := func(player int, endpoint string, minute int) {
		t.Helper()
		check(t, s.Tx(ctx, func(tx *Tx) error {
			return tx.KeepPush("cup", PushSubscription{
				Player: tournament.PlayerID(player), Endpoint: endpoint, Key: "key", Auth: "auth", Language: "fi", Sender: "here", Told: "1", Since: at.Add(time.Duration(minute) * time.Minute),
			}, 2)
		}))
	}
	want := func(endpoints ...string) {
		t.Helper()
		all, err := PushSubscriptions(ctx, s, "cup")
		check(t, err)
		var got []string
		for _, is := range all {
			got = append(got, is.Endpoint+" "+is.Told)
		}
		if d := cmp.Diff(endpoints, got); d != "" {
			t.Error(d)
		}
	}
	keep(1, "a", 1)
	keep(1, "b", 2)
	keep(2, "c", 3)
	keep(1, "d", 4)
	want("b 1", "c 1", "d 1")
	keep(1, "b", 5) // the same browser
	want("c 1", "d 1", "b 1")
	keep(2, "b", 6) // two players with one browser
	want("c 1", "d 1", "b 1", "b 1")
	check(t, s.Tx(ctx, func(tx *Tx) error { return tx.DropPush("cup", 2, "b") }))
	check(t, s.Tx(ctx, func(tx *Tx) error {
		return errors.Join(
			tx.NotePush("cup", PushSubscription{Player: 1, Endpoint: "b", Key: "key"}, "2"),
			tx.NotePush("cup", PushSubscription{Player: 1, Endpoint: "d", Key: "former"}, "2"),
			tx.DropPush("cup", 0, "c"), tx.DropPush("cup", 1, "unknown"))
	}))
	want("d 1", "b 2")
	for sender, n := range map[string]int{"here": 1, "there": 0} {
		lists, err := PushLists(ctx, s, sender, at)
		if check(t, err); len(lists) != n || n > 0 && lists[0].Slug != "cup" {
			t.Errorf("%s sends for %+v", sender, lists)
		}
	}
	later := at.AddDate(1, 0, 0)
	for now, want := range map[time.Time]bool{at: false, later: true} {
		if has, err := HasPastPushes(ctx, s, now); err != nil || has != want {
			t.Errorf("at %v there are past subscriptions: %v, %v", now, has, err)
		}
	}
	check(t, s.Tx(ctx, func(tx *Tx) error { return tx.DropPastPushes(at) }))
	want("d 1", "b 2")
	if lists, err := PushLists(ctx, s, "here", later); err != nil || len(lists) > 0 {
		t.Errorf("a year later there are messages for %+v, %v", lists, err)
	}
	check(t, s.Tx(ctx, func(tx *Tx) error { return tx.DropPastPushes(later) }))
	want()
	keep(1, "a", 1)
	check(t, s.Tx(ctx, func(tx *Tx) error { return tx.DropPushes("cup", 1) }))
	want()
	if err := s.Tx(ctx, func(tx *Tx) error { return tx.KeepPush("none", PushSubscription{}, 2) }); err == nil {
		t.Error("a missing tournament takes a subscription")
	}
}
