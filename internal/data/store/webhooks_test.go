package store

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// addWebhook is AddWebhook for a chain of steps.
func addWebhook(tx *Tx, w Webhook) error {
	_, err := tx.AddWebhook(w)
	return err
}

// A webhook is stored with its progress and trouble; after a user has resumed it, an older Note changes neither.
func TestWebhooks(t *testing.T) {
	s := fresh(t)
	create(t, s, sample(t, "cup", 4))
	ctx, kept := t.Context(), s.Webhooks()
	all := func() []Webhook {
		t.Helper()
		list, err := kept.All(ctx, FirstOrganisation)
		check(t, err)
		return list
	}
	w := Webhook{
		Organisation: FirstOrganisation, Slug: "cup", Address: "https://club.example/in", Secret: "secret", Kinds: []string{"result", "round"},
		Nearby: true, By: "Anna", Created: at, Sender: "here",
	}
	check(t, s.Tx(ctx, func(tx *Tx) (err error) {
		w.ID, err = tx.AddWebhook(w)
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
	failed.Delivered = at.Add(time.Hour)
	failed.WebhookTrouble = WebhookTrouble{Since: at, Tries: 3, Next: at.Add(time.Minute), Why: "webhook.answer", Status: 500, Paused: true}
	check(t, kept.Note(ctx, w, failed, nil))
	if diff := cmp.Diff([]Webhook{failed}, all()); diff != "" {
		t.Error(diff)
	}
	check(t, s.Tx(ctx, func(tx *Tx) error { return tx.ResumeWebhook(w.ID, "there") }))
	resumed := failed
	resumed.Sender, resumed.WebhookTrouble = "there", WebhookTrouble{}
	if diff := cmp.Diff([]Webhook{resumed}, all()); diff != "" {
		t.Error(diff)
	}
	late := failed
	late.Tries = 4
	check(t, kept.Note(ctx, failed, late, &Head{Number: 1, Reached: &Cursor{3, at}}))
	if diff := cmp.Diff([]Webhook{resumed}, all()); diff != "" {
		t.Error(diff)
	}
	want := []Head{{Number: 1, Slug: "cup", Cursor: Cursor{1, at}, Reached: &Cursor{3, at}}}
	if diff := cmp.Diff(want, due(t, s, w.ID)); diff != "" {
		t.Error(diff)
	}
	check(t, s.Tx(ctx, func(tx *Tx) error { return tx.Catalogue().Delete("cup", at) }))
	if got := all(); len(got) > 0 {
		t.Errorf("of a deleted tournament there are %v", got)
	}
	check(t, s.Tx(ctx, func(tx *Tx) error { return tx.DropWebhook(w.ID) }))
	if err := kept.Note(ctx, late, late, nil); !fault.Is(err, "webhook.missing") {
		t.Errorf("once it is removed: %v", err)
	}
}

// due returns the undelivered changes of a webhook.
func due(t *testing.T, s *Store, id int) []Head {
	t.Helper()
	heads, err := s.Webhooks().Due(t.Context(), id, id+1)
	check(t, err)
	return heads[id]
}

// toldRows returns the number of rows in webhook_reached.
func toldRows(t *testing.T, s *Store) (n int) {
	t.Helper()
	check(t, s.reader.Raw("select count(*) from webhook_reached").Scan(&n).Error)
	return n
}

// A webhook receives changes of all tournaments of its organisation after it was added, and the progress in each is
// stored separately. The progress is deleted with the tournament and with the webhook.
func TestWebhookOfManyTournaments(t *testing.T) {
	const many = 150
	s, ctx := fresh(t), t.Context()
	kept := s.Webhooks()
	var all []*tournament.Tournament
	for i := range many {
		all = append(all, sample(t, fmt.Sprint("cup-", i), 2))
		create(t, s, all[i])
	}
	w, one := Webhook{Organisation: FirstOrganisation, Created: at}, Webhook{Organisation: FirstOrganisation, Slug: "cup-7", Created: at}
	check(t, s.Tx(ctx, func(tx *Tx) (err error) {
		if err := tx.Catalogue().Delete("cup-0", at); err != nil {
			return err
		}
		if w.ID, err = tx.AddWebhook(w); err == nil {
			one.ID, err = tx.AddWebhook(one)
		}
		return err
	}))
	if n := toldRows(t, s); n != many-1+1 || len(due(t, s, w.ID))+len(due(t, s, one.ID)) > 0 {
		t.Fatalf("%d rows; it is to be told %v and %v", n, due(t, s, w.ID), due(t, s, one.ID))
	}
	for i, name := range map[int]string{7: "Hall", 9: "Park"} {
		place(t, s, all[i], name, Entry{By: "Anna", At: at.Add(time.Duration(i) * time.Second), Action: "edit"})
	}
	create(t, s, sample(t, "new", 2))
	check(t, s.Tx(ctx, func(tx *Tx) error {
		id, err := tx.People().AddOrganisation("Other")
		tx.CreateFor(id)
		if err == nil {
			_, err = tx.Save(&tournament.Tournament{}, tournament.Whole{Tournament: sample(t, "others", 2)}, Entry{By: "Anna", At: at, Action: "edit"})
		}
		return err
	}))
	began, later := Cursor{1, at}, func(seconds int) Cursor { return Cursor{2, at.Add(time.Duration(seconds) * time.Second)} }
	want := []Head{
		{Number: many + 1, Slug: "new", Cursor: began}, {Number: 8, Slug: "cup-7", Cursor: later(7), Reached: &began},
		{Number: 10, Slug: "cup-9", Cursor: later(9), Reached: &began},
	}
	if diff := cmp.Diff(want, due(t, s, w.ID)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(want[1:2], due(t, s, one.ID)); diff != "" {
		t.Error(diff)
	}
	for _, h := range want[:2] {
		h.Reached = &h.Cursor
		check(t, kept.Note(ctx, w, w, &h))
	}
	if diff := cmp.Diff(want[2:], due(t, s, w.ID)); diff != "" {
		t.Error(diff)
	}
	check(t, s.Tx(ctx, func(tx *Tx) error { return tx.Catalogue().Delete("cup-9", later(20).At) }))
	want[2].Deleted, want[2].At = true, later(20).At
	if diff := cmp.Diff(want[2:], due(t, s, w.ID)); diff != "" {
		t.Error(diff)
	}
	check(t, s.Tx(ctx, func(tx *Tx) error { return tx.Catalogue().Drop(10) }))
	want[2].Reached = &want[2].Cursor
	check(t, kept.Note(ctx, w, w, &want[2])) // too late
	if n := toldRows(t, s); n != many || len(due(t, s, w.ID)) > 0 {
		t.Errorf("once one is dropped %d rows, and it is to be told %v", n, due(t, s, w.ID))
	}
	check(t, s.Tx(ctx, func(tx *Tx) error { return tx.DropWebhook(w.ID) }))
	if n := toldRows(t, s); n != 1 {
		t.Errorf("of a webhook that was removed %d rows are left", n-1)
	}
}

// The progress of a webhook survives a restore, also for a tournament whose address has changed since. It is deleted
// for a tournament that is not in the backup.
func TestReplacementKeepsWhatWebhooksWereTold(t *testing.T) {
	s, path, backup := replaced(t)
	check(t, s.Tx(t.Context(), func(tx *Tx) error {
		return addWebhook(tx, Webhook{Organisation: FirstOrganisation, Created: at})
	}))
	was := load1(t, s, "cup")
	now := was.Clone()
	now.Info.Slug = "renamed"
	save(t, s, was, now, Entry{By: "Anna", At: at, Action: "edit"})
	reached := due(t, s, 1)[0].Reached
	r, err := s.Replacement(t.Context(), backup)
	check(t, err)
	_, lost, err := r.Apply(t.Context())
	check(t, errors.Join(err, lost.Access))
	s = reopen(t, path)
	if heads := due(t, s, 1); toldRows(t, s) != 1 || len(heads) != 1 || heads[0].Slug != "cup" || heads[0].Version != 1 || !cmp.Equal(heads[0].Reached, reached) {
		t.Errorf("it is to be told %+v, %d rows", heads, toldRows(t, s))
	}
}
