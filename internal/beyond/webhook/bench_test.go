package webhook

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"

	"tourney/internal/data/store"
	"tourney/internal/testkit/databasetest"
	"tourney/internal/tournament"
)

// many returns a hall with 10,000 tournaments, all delivered to one webhook.
func many(b *testing.B) *hall {
	h := &hall{TB: b, path: databasetest.Place(b, filepath.Join(b.TempDir(), "test.db"), store.OpenScratch)}
	h.open()
	b.Cleanup(h.close)
	settings, err := tournament.PresetNamed("swiss")
	h.check(err)
	h.check(h.kept.Tx(b.Context(), func(tx *store.Tx) error {
		for i := range 10_000 {
			now := &tournament.Tournament{Info: tournament.Info{Slug: fmt.Sprint("cup-", i), Name: "Cup"}, Settings: settings}
			entry := store.Entry{By: "Anna", At: h.now(), Action: "tournament.create"}
			if _, err := tx.Save(&tournament.Tournament{}, tournament.Whole{Tournament: now}, entry); err != nil {
				return err
			}
		}
		return nil
	}))
	r := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	b.Cleanup(r.Close)
	h.request(r.URL)
	return h
}

// BenchmarkIdleLook checks for deliveries without any changes.
func BenchmarkIdleLook(b *testing.B) {
	h := many(b)
	for b.Loop() {
		if list, err := h.hooks.ready(b.Context()); err != nil || len(list) > 0 {
			b.Fatal(list, err)
		}
	}
}

// BenchmarkLook is BenchmarkIdleLook with unrelated writes between the checks.
func BenchmarkLook(b *testing.B) {
	h := many(b)
	is := h.state().Webhook
	for b.Loop() {
		b.StopTimer()
		h.check(h.hooks.kept.Note(b.Context(), is, is, nil))
		b.StartTimer()
		if list, err := h.hooks.ready(b.Context()); err != nil || len(list) > 0 {
			b.Fatal(list, err)
		}
	}
}

// BenchmarkDelivery finds, sends and stores the delivery of a change.
func BenchmarkDelivery(b *testing.B) {
	h := many(b)
	id := h.state().ID
	for i := 0; b.Loop(); i++ {
		b.StopTimer()
		h.add("cup-5000", fmt.Sprint("P", i))
		b.StartTimer()
		if more, err := h.hooks.deliverSome(b.Context(), id); err != nil || !more {
			b.Fatal(more, err)
		}
	}
}
