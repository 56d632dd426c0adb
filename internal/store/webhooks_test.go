package store

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tourney/internal/fault"
)

// addWebhook is AddWebhook for a chain of steps.
func addWebhook(tx *Tx, w Webhook) error {
	_, err := AddWebhook(tx, w)
	return err
}

// A webhook is kept with how far it has come and what trouble it has; what was noted of one that somebody has resumed
// meanwhile changes neither that nor how far it has come.
func TestWebhooks(t *testing.T) {
	s := fresh(t)
	create(t, s, sample(t, "cup", 4))
	ctx, kept := t.Context(), WebhooksOf(s)
	all := func() []Webhook {
		t.Helper()
		list, err := kept.All(ctx, FirstOrganisation)
		check(t, err)
		return list
	}
	w := Webhook{
		Organisation: FirstOrganisation, Slug: "cup", Address: "https://club.example/in", Secret: "secret", Kinds: []string{"result", "round"},
		Nearby: true, By: "Anna", Created: at, Sender: "here", Reached: map[int]string{1: "1-x"},
	}
	check(t, s.Tx(ctx, func(tx *Tx) (err error) {
		w.ID, err = AddWebhook(tx, w)
		return err
	}))
	err := s.Tx(ctx, func(tx *Tx) error { return addWebhook(tx, Webhook{Organisation: FirstOrganisation, Slug: "none"}) })
	if !fault.Is(err, "tournament.missing") {
		t.Errorf("of no tournament: %v", err)
	}
	if diff := cmp.Diff([]Webhook{w}, all()); diff != "" {
		t.Error(diff)
	}
	if other, err := kept.All(ctx, 2); len(other) > 0 || err != nil {
		t.Errorf("another organisation has %v, %v", other, err)
	}
	failed := w
	failed.Reached, failed.Delivered = map[int]string{1: "2-y", 7: "1-z"}, at.Add(time.Hour)
	failed.WebhookTrouble = WebhookTrouble{Since: at, Tries: 3, Next: at.Add(time.Minute), Why: "webhook.answer", Status: 500, Paused: true}
	check(t, kept.Note(ctx, w, failed))
	if diff := cmp.Diff([]Webhook{failed}, all()); diff != "" {
		t.Error(diff)
	}
	check(t, s.Tx(ctx, func(tx *Tx) error { return ResumeWebhook(tx, w.ID, "there") }))
	resumed := failed
	resumed.Sender, resumed.WebhookTrouble = "there", WebhookTrouble{}
	if diff := cmp.Diff([]Webhook{resumed}, all()); diff != "" {
		t.Error(diff)
	}
	late := failed
	late.Reached, late.Tries = map[int]string{1: "3-z"}, 4
	check(t, kept.Note(ctx, failed, late))
	resumed.Reached = late.Reached
	if diff := cmp.Diff([]Webhook{resumed}, all()); diff != "" {
		t.Error(diff)
	}
	heads, err := kept.Heads(ctx, FirstOrganisation)
	if err != nil || len(heads) != 1 || heads[0].Slug != "cup" || heads[0].Version != 1 || !heads[0].At.Equal(at) {
		t.Errorf("the latest changes are %+v, %v", heads, err)
	}
	check(t, s.Tx(ctx, func(tx *Tx) error { return tx.Catalogue().Delete("cup", at) }))
	if got := all(); len(got) > 0 {
		t.Errorf("of a deleted tournament there are %v", got)
	}
	check(t, s.Tx(ctx, func(tx *Tx) error { return DropWebhook(tx, w.ID) }))
	if err := kept.Note(ctx, late, late); !fault.Is(err, "webhook.missing") {
		t.Errorf("once it is removed: %v", err)
	}
}
