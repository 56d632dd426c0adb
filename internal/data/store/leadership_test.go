package store

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"tourney/internal/fault"
	"tourney/internal/testkit/databasetest"
)

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// After another computer has taken over all writes are refused, also after a restart, until a later leadership begins
// here. An earlier leadership changes nothing, such as one received twice.
func TestNothingIsWrittenAfterYielding(t *testing.T) {
	path := databasetest.Place(t, filepath.Join(t.TempDir(), "test.db"), Open)
	s := reopen(t, path)
	create(t, s, sample(t, "cup", 4))
	check(t, s.Tx(t.Context(), func(tx *Tx) error {
		return tx.Publish("cup", Publication{Hub: "https://hub.example", Origin: "o", Sent: 1})
	}))
	check(t, s.Tx(t.Context(), func(tx *Tx) error {
		return addWebhook(tx, Webhook{Organisation: FirstOrganisation, Address: "https://club.example", Sender: "z"})
	}))
	if r := s.Leadership(); r != (Leadership{}) {
		t.Errorf("at first %+v reigns", r)
	}
	there := Leadership{Epoch: 1, Holder: "b", Name: "Laptop B", Address: "http://192.0.2.7", At: at}
	check(t, Yield(t.Context(), s, there))
	write := func() error {
		return s.Tx(t.Context(), func(tx *Tx) error { return tx.SetSecret("x", "y") })
	}
	for range 2 {
		if err := write(); !fault.Is(err, "standby.yielded") {
			t.Errorf("what is written is answered %v", err)
		}
		if tn := load1(t, s, "cup"); len(tn.Players) != 4 {
			t.Error("it cannot be read")
		}
		there.Yielded = true
		if r := s.Leadership(); r != there {
			t.Errorf("%+v reigns, not %+v", r, there)
		}
		check(t, s.Close())
		s = reopen(t, path)
	}
	here := Leadership{Epoch: 2, Holder: "a", Name: "Laptop A", At: at.Add(time.Hour)}
	check(t, TakeOver(t.Context(), s, here, func(tx *Tx) error { return tx.SetSecret("x", "z") }))
	check(t, Yield(t.Context(), s, there))
	check(t, Yield(t.Context(), s, here)) // its present leadership
	check(t, write())
	if value, _, err := s.Secret(t.Context(), "x"); err != nil || value != "z" {
		t.Errorf("the first thing written is %q, %v", value, err)
	}
	if p, _, err := PublicationOf(t.Context(), s, "cup"); err != nil || !p.Claim {
		t.Errorf("the publication is not claimed: %+v, %v", p, err)
	}
	if all, err := s.Webhooks().All(t.Context(), FirstOrganisation); err != nil || len(all) != 1 || all[0].Sender != "a" {
		t.Errorf("the webhook is not told from here: %+v, %v", all, err)
	}
}

// A take-over that the disk does not keep has not happened: the data are written to as before.
func TestYieldingIsNotKept(t *testing.T) {
	f := newFaultyStore(t)
	f.disk.reset(func(_ int, now operation) int32 {
		if now.kind == "write" {
			return codes[now.kind][0]
		}
		return 0
	})
	there := Leadership{Epoch: 1, Holder: "b", Name: "Laptop B", At: at}
	wantWords(t, "yielding without a disk", Yield(t.Context(), f.Store, there))
	f.disk.reset(nil)
	if r := f.Store.Leadership(); r != (Leadership{}) {
		t.Errorf("%+v reigns", r)
	}
	check(t, f.write())
	check(t, Yield(t.Context(), f.Store, there))
	if err := f.write(); !fault.Is(err, "standby.yielded") {
		t.Errorf("what is written is answered %v", err)
	}
}

// A new leader sends what the old leader sent, and leaves the rows of a third installation alone. It identifies the old
// leader by the installation in the data.
func TestReignOverACopy(t *testing.T) {
	s := freshFile(t, filepath.Join(t.TempDir(), "test.db"))
	for i, slug := range []string{"cup", "open", "club", "past", "leaving"} {
		create(t, s, sample(t, slug, 4))
		sender := []string{"copier", "another"}[i%2]
		check(t, s.Tx(t.Context(), func(tx *Tx) error {
			p := Publication{Hub: "https://hub.example", Origin: slug, Sender: sender, Sent: []int{1, 1, 0, 1, 1}[i], Claim: slug == "club", Ended: i > 2}
			if slug == "leaving" {
				p.Address = "/t/leaving"
			}
			return errors.Join(tx.Publish(slug, p), tx.KeepSite(slug, Site{Address: "https://web.example/" + slug, Sender: sender, Sent: 1}),
				addWebhook(tx, Webhook{Organisation: FirstOrganisation, Address: "https://club.example/" + slug, Sender: sender}))
		}))
	}
	check(t, s.Tx(t.Context(), func(tx *Tx) error { return tx.SetSecret("installation", `{"name":"copier","place":"/a.db"}`) }))
	check(t, TakeOver(t.Context(), s, Leadership{Epoch: 1, Holder: "next", At: at}, nil))
	hooks, err := s.Webhooks().All(t.Context(), FirstOrganisation)
	check(t, err)
	for i, slug := range []string{"cup", "open", "club", "past", "leaving"} {
		p, _, err := PublicationOf(t.Context(), s, slug)
		check(t, err)
		site, _, err := SiteOf(t.Context(), s, slug)
		check(t, err)
		want := []string{"next", "another"}[i%2]
		if claims := slug == "cup" || slug == "club" || slug == "leaving"; p.Claim != claims || site.Sender != want || hooks[i].Sender != want {
			t.Errorf("%s is claimed: %v, its pages are sent by %s, its changes told by %s", slug, p.Claim, site.Sender, hooks[i].Sender)
		}
	}
}

// A former leader that continues after the loss of the new one resumes sending its rows, but nothing that a copy of the
// data sends. A new leader leaves both alone.
func TestReignAfterALoss(t *testing.T) {
	for holder, claims := range map[string]bool{"lost": true, "next": false} {
		s := freshFile(t, filepath.Join(t.TempDir(), "test.db"))
		for slug, sender := range map[string]string{"cup": "here", "open": "copier"} {
			create(t, s, sample(t, slug, 4))
			check(t, s.Tx(t.Context(), func(tx *Tx) error {
				return tx.Publish(slug, Publication{Hub: "https://hub.example", Origin: slug, Sender: sender, Address: "/t/" + slug})
			}))
		}
		check(t, s.Tx(t.Context(), func(tx *Tx) error { return tx.SetSecret("installation", `{"name":"here","place":"/a.db"}`) }))
		check(t, Yield(t.Context(), s, Leadership{Epoch: 1, Holder: holder, At: at}))
		check(t, TakeOver(t.Context(), s, Leadership{Epoch: 2, Holder: "next", At: at}, nil))
		for slug, claimed := range map[string]bool{"cup": claims, "open": false} {
			p, _, err := PublicationOf(t.Context(), s, slug)
			check(t, err)
			if p.Claim != claimed || claimed && p.Sender != "next" {
				t.Errorf("after a reign of %s, %s is sent by %s, claimed: %v", holder, slug, p.Sender, p.Claim)
			}
		}
	}
}

// Of two computers that take over at once the same one stays leader, in whatever order the reigns arrive.
func TestTwoReignsAtOnce(t *testing.T) {
	b, c := Leadership{Epoch: 1, Holder: "b", At: at}, Leadership{Epoch: 1, Holder: "c", At: at.Add(-time.Hour)}
	if !b.Before(c) || c.Before(b) || b.Before(b) || !(Leadership{}).Before(b) {
		t.Error("they are in no order")
	}
}

// A queued write is refused after another computer takes over.
func TestYieldingDuringWrites(t *testing.T) {
	s := fresh(t)
	yielded := make(chan error, 1)
	check(t, s.Tx(t.Context(), func(tx *Tx) error {
		go func() {
			yielded <- Yield(context.WithoutCancel(t.Context()), s, Leadership{Epoch: 1, Holder: "b", At: at})
		}()
		if err := tx.SetSecret("x", "y"); err != nil {
			return err
		}
		if len(yielded) > 0 {
			t.Error("it yields in the middle of a transaction")
		}
		return nil
	}))
	check(t, <-yielded)
	if err := s.Tx(t.Context(), func(*Tx) error { return nil }); !fault.Is(err, "standby.yielded") {
		t.Errorf("afterwards: %v", err)
	}
}

// Partners are stored by their installations, up to MostPartners.
func TestPartners(t *testing.T) {
	s := fresh(t)
	keep := func(p Follower) []Follower {
		t.Helper()
		check(t, s.Tx(t.Context(), func(tx *Tx) error { return tx.SaveFollower(p) }))
		all, err := Followers(t.Context(), s)
		check(t, err)
		return all
	}
	keep(Follower{"b", "Old name", nil})
	if all := keep(Follower{"b", "Laptop B", []string{"http://192.0.2.7"}}); len(all) != 1 || all[0].Name != "Laptop B" || len(all[0].Addresses) != 1 {
		t.Errorf("the partners are %+v", all)
	}
	for i := range MostFollowers - 1 {
		keep(Follower{fmt.Sprint("c", i), "C", nil})
	}
	err := s.Tx(t.Context(), func(tx *Tx) error { return tx.SaveFollower(Follower{"d", "D", nil}) })
	if !fault.Is(err, "standby.many") {
		t.Errorf("one too many: %v", err)
	}
	if all, err := Followers(t.Context(), s); err != nil || len(all) != MostFollowers {
		t.Errorf("%d partners, %v", len(all), err)
	}
	check(t, s.Tx(t.Context(), func(tx *Tx) error { return tx.DeleteFollower("c6") }))
	if all, err := Followers(t.Context(), s); err != nil || len(all) != MostFollowers-1 {
		t.Errorf("%d partners, %v", len(all), err)
	}
}
