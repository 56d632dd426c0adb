package relay

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tourney/internal/director"
	"tourney/internal/fault"
	"tourney/internal/publication"
	"tourney/internal/store"
	"tourney/internal/tournament"
)

// A fakeHub takes states and waits for reports, of which there are none.
type fakeHub struct {
	*httptest.Server
	// sending and asking are the codes that states and questions for reports are answered instead: "" for none, gone
	// for no answer at all.
	sending, asking atomic.Value
	// of is the path of the questions for reports of the tournament.
	of atomic.Value
	// waits counts the questions that wait for a report, or have.
	waits atomic.Int64
}

const gone = "gone"

func newFakeHub(t *testing.T) *fakeHub {
	h := &fakeHub{}
	h.answers("", "")
	h.Server = httptest.NewServer(h)
	t.Cleanup(func() {
		h.CloseClientConnections()
		h.Close()
	})
	return h
}

func (h *fakeHub) answers(sending, asking string) {
	h.sending.Store(sending)
	h.asking.Store(asking)
}

func (h *fakeHub) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	code := h.asking.Load()
	if r.Method == http.MethodPut {
		code = h.sending.Load()
	}
	if code == gone {
		panic(http.ErrAbortHandler)
	}
	if code != "" {
		w.WriteHeader(http.StatusConflict)
		fmt.Fprintf(w, `{"error":"No.","code":%q}`, code)
		return
	}
	if r.Method == http.MethodPut {
		if sent, err := publication.Read(r.Body); err == nil {
			_ = json.NewEncoder(w).Encode(publication.Answer{Stamp: sent.Stamp, Version: 1, Address: "/t/cup"})
		}
		return
	}
	if r.URL.Path != h.of.Load() {
		w.WriteHeader(http.StatusNotFound)
		fmt.Fprint(w, `{"error":"No.","code":"publication.none"}`)
		return
	}
	_, _ = io.Copy(io.Discard, r.Body) // else nobody notices that the line is cut
	h.waits.Add(1)
	<-r.Context().Done()
}

// When sending or listening has found the hub again, the other does not wait for its own time to try, and the desk does
// not wait for a report to learn that reports come.
func TestFoundAgain(t *testing.T) {
	for name, c := range map[string]struct {
		sending, asking string
		well            func(now Trouble, waits int64) bool
	}{
		"reports come again": {"", gone, func(now Trouble, waits int64) bool { return now.Hearing == nil && waits > 0 }},
		"sending rested":     {"publication.deleted", gone, func(now Trouble, _ int64) bool { return now.Sending == nil }},
		"listening rested":   {gone, "people.token", func(now Trouble, waits int64) bool { return waits > 0 }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			hub := newFakeHub(t)
			d := director.New(opened(t), time.Now)
			settings, err := tournament.PresetNamed("egf")
			check(t, err)
			anna, info := director.Actor{Name: "Anna"}, tournament.Info{Slug: "cup", Name: "Cup"}
			_, err = d.Create(t.Context(), anna, director.Creation{Info: info, Settings: settings})
			check(t, err)
			check(t, d.Publishing.Begin(t.Context(), "cup", hub.URL, "token"))
			p, _, err := d.Publishing.Of(t.Context(), "cup")
			check(t, err)
			hub.of.Store("/api/v1/publications/" + p.Origin + "/reports")
			r := New(d, slog.New(slog.DiscardHandler))
			ctx, stop := context.WithCancel(t.Context())
			var running sync.WaitGroup
			running.Go(func() { r.Run(ctx) })
			defer running.Wait()
			defer stop()
			until(t, func() bool { return hub.waits.Load() > 0 })
			hub.answers(c.sending, c.asking)
			hub.CloseClientConnections()
			info.Name = "Cup in spring"
			check(t, d.On(anna, "cup").SetUp(t.Context(), info, settings))
			until(t, func() bool { return is(r.Trouble(p).Sending, c.sending) && is(r.Trouble(p).Hearing, c.asking) })
			hub.waits.Store(0)
			hub.answers("", "")
			until(t, func() bool { return c.well(r.Trouble(p), hub.waits.Load()) })
		})
	}
}

// is reports whether an error is what the relay makes of a code.
func is(err error, code string) bool {
	key := map[string]string{gone: "relay.unreachable", "publication.deleted": "relay.deleted", "people.token": "relay.token"}[code]
	return err == nil && key == "" || fault.Is(err, key)
}

func opened(t *testing.T) *store.Store {
	s, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "test.db"))
	check(t, err)
	t.Cleanup(func() { check(t, s.Close()) })
	return s
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// until waits for a condition, less long than whoever has failed waits to try again.
func until(t *testing.T, is func() bool) {
	t.Helper()
	for range 2000 {
		if is() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("it does not come")
}
