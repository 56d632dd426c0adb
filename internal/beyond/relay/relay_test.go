package relay

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tourney/internal/app/director"
	"tourney/internal/beyond/publication"
	"tourney/internal/beyond/publishing"
	"tourney/internal/data/store"
	"tourney/internal/fault"
	"tourney/internal/testkit/databasetest"
	"tourney/internal/tournament"
)

// A fakeHub accepts states, and never has a report.
type fakeHub struct {
	*httptest.Server
	t *testing.T
	// sending and asking are error codes that replace the responses to states and to requests for reports: "" for none,
	// gone for no response at all.
	sending, asking atomic.Value
	// of is the path of the tournament's requests for reports.
	of atomic.Value
	// waits counts the requests for reports, withdrawn the withdrawals, states the states.
	waits, withdrawn, states atomic.Int64
	// ahead is added to the stamps in responses.
	ahead atomic.Int64
}

const gone = "gone"

func newFakeHub(t *testing.T) *fakeHub {
	h := &fakeHub{t: t}
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
	if r.Method != http.MethodPost {
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
			h.states.Add(1)
			_ = json.NewEncoder(w).Encode(publication.Answer{Stamp: sent.Stamp + h.ahead.Load(), Version: 1, Address: "/t/cup"})
		}
		return
	}
	if r.Method == http.MethodDelete {
		h.withdrawn.Add(1)
		w.WriteHeader(http.StatusNoContent)
		return
	}
	if r.URL.Path != h.of.Load() {
		w.WriteHeader(http.StatusNotFound)
		fmt.Fprint(w, `{"error":"No.","code":"publication.none"}`)
		return
	}
	_, _ = io.Copy(io.Discard, r.Body) // otherwise the server does not notice a broken connection
	h.waits.Add(1)
	<-r.Context().Done()
}

// When sending or listening reaches the hub again, the other one retries at once. The desk shows the recovery without
// waiting for a report.
func TestFoundAgain(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	for name, c := range map[string]struct {
		sending, asking string
		well            func(now Trouble, waits int64) bool
	}{
		"reports come again": {"", gone, func(now Trouble, waits int64) bool { return now.Reports == nil && waits > 0 }},
		"sending rested":     {"publication.deleted", gone, func(now Trouble, _ int64) bool { return now.Sending == nil }},
		"listening rested":   {gone, "people.token", func(now Trouble, waits int64) bool { return waits > 0 }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			hub, d := newFakeHub(t), published(t)
			p := hub.takes(d)
			r, stop := runs(t, d)
			defer stop()
			until(t, func() bool { return hub.waits.Load() > 0 })
			hub.answers(c.sending, c.asking)
			hub.CloseClientConnections()
			check(t, d.On(anna, "cup").SetUp(t.Context(), tournament.Info{Slug: "cup", Name: "Cup in spring"}, egf(t)))
			until(t, func() bool { return is(r.Trouble(p).Sending, c.sending) && is(r.Trouble(p).Reports, c.asking) })
			hub.waits.Store(0)
			hub.answers("", "")
			until(t, func() bool { return c.well(r.Trouble(p), hub.waits.Load()) })
		})
	}
}

var anna = director.Actor{Name: "Anna"}

func egf(t *testing.T) tournament.Settings {
	settings, err := tournament.PresetNamed("egf")
	check(t, err)
	return settings
}

// A computer is a director with its publications.
type computer struct {
	*director.Director
	Publishing *publishing.Publishing
}

func newComputer(s *store.Store) computer {
	d := director.New(s, time.Now)
	return computer{d, publishing.New(d)}
}

// published returns a computer with a cup that is not published yet.
func published(t *testing.T) computer {
	d := newComputer(databasetest.OpenFile(t, store.OpenScratch))
	_, err := d.Create(t.Context(), anna, director.Creation{Info: tournament.Info{Slug: "cup", Name: "Cup"}, Settings: egf(t)})
	check(t, err)
	return d
}

// takes publishes the cup at the hub.
func (h *fakeHub) takes(d computer) publishing.Publication {
	check(h.t, d.Publishing.Begin(h.t.Context(), "cup", h.URL, "token"))
	p := h.publication(d)
	h.of.Store("/api/v1/publications/" + p.Origin + "/reports")
	return p
}

func (h *fakeHub) publication(d computer) publishing.Publication {
	p, _, err := d.Publishing.Of(h.t.Context(), "cup")
	check(h.t, err)
	return p
}

// runs runs a relay until stop is called.
func runs(t *testing.T, d computer) (r *Relay, stop func()) {
	r = New(d.Director, d.Publishing, slog.New(slog.DiscardHandler))
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { r.Run(ctx) })
	return r, func() { cancel(); running.Wait() }
}

// arrived returns a computer with a cup that is published at a hub; its relay has stopped.
func arrived(t *testing.T) (*fakeHub, computer) {
	hub, d := newFakeHub(t), published(t)
	hub.takes(d)
	_, stop := runs(t, d)
	defer stop()
	until(t, func() bool { return hub.publication(d).Address != "" })
	return hub, d
}

// A withdrawal interrupted by a kill is completed by the next program, as soon as the hub is reachable.
func TestWithdrawnAfterAKill(t *testing.T) {
	t.Parallel()
	hub, d := arrived(t)
	_, _, err := d.Publishing.BeginWithdrawal(t.Context(), "cup")
	check(t, err)
	hub.answers(gone, gone)
	_, stop := runs(t, d)
	defer stop()
	hub.answers("", "")
	until(t, func() bool { return hub.withdrawn.Load() > 0 })
	until(t, func() bool { return hub.publication(d).Address == "" })
	if left, err := d.Publishing.Leaving(t.Context()); err != nil || len(left) > 0 || !hub.publication(d).Ended {
		t.Errorf("left are %v, %v", left, err)
	}
}

// A tournament that is published again during its withdrawal stays published.
func TestPublishedAgainWhileLeaving(t *testing.T) {
	t.Parallel()
	hub, d := arrived(t)
	leaving, was, err := d.Publishing.BeginWithdrawal(t.Context(), "cup")
	check(t, err)
	hub.takes(d) // the director publishes again
	check(t, d.Publishing.NoteWithdrawn(t.Context(), leaving))
	check(t, d.Publishing.UndoWithdrawal(t.Context(), leaving, was))
	if p := hub.publication(d); p.Ended || !p.Claim {
		t.Errorf("it is published as %+v", p)
	}
	leaving, _, err = d.Publishing.BeginWithdrawal(t.Context(), "cup")
	check(t, err)
	check(t, d.Publishing.NoteWithdrawn(t.Context(), leaving))
	if left, err := d.Publishing.Leaving(t.Context()); err != nil || len(left) > 0 || !hub.publication(d).Ended {
		t.Errorf("left are %v, %v", left, err)
	}
}

// A publication that the director ends during its withdrawal has ended, even if the withdrawal fails.
func TestEndedWhileLeaving(t *testing.T) {
	t.Parallel()
	hub, d := arrived(t)
	leaving, was, err := d.Publishing.BeginWithdrawal(t.Context(), "cup")
	check(t, err)
	check(t, d.Publishing.End(t.Context(), "cup"))
	check(t, d.Publishing.UndoWithdrawal(t.Context(), leaving, was))
	if p := hub.publication(d); !p.Ended {
		t.Errorf("it is published again: %+v", p)
	}
}

// The desk shows why a withdrawal fails. Until it succeeds or the director gives up, the tournament cannot be deleted
// or published elsewhere: that would lose the address of the hub.
func TestLeavingInVain(t *testing.T) {
	t.Parallel()
	other := newFakeHub(t)
	hub, d := arrived(t)
	p, _, err := d.Publishing.BeginWithdrawal(t.Context(), "cup")
	check(t, err)
	hub.answers("people.token", "people.token")
	r, stop := runs(t, d)
	defer stop()
	until(t, func() bool { return fault.Is(r.Trouble(p).Sending, "relay.token") })
	remove := func() error { return d.Catalogue().Delete(t.Context(), store.Session{User: "Anna"}, "cup") }
	if err := d.Publishing.Begin(t.Context(), "cup", other.URL, "token"); !fault.Is(err, "hub.leaving.first") {
		t.Errorf("publishing it elsewhere: %v", err)
	}
	if err := remove(); !fault.Is(err, "hub.ends.first") {
		t.Errorf("deleting it: %v", err)
	}
	check(t, d.Publishing.End(t.Context(), "cup"))
	other.takes(d)
	until(t, func() bool { return other.publication(d).Address != "" })
	if err := remove(); !fault.Is(err, "hub.ends.first") {
		t.Errorf("deleting what is published: %v", err)
	}
	check(t, d.Publishing.End(t.Context(), "cup"))
	check(t, remove())
}

// A copy of the data sends no publication automatically, not even an unsent one, and its tournaments can be deleted.
func TestCopySendsNothing(t *testing.T) {
	s := databasetest.OpenFile(t, store.OpenScratch)
	d := newComputer(s)
	_, err := d.Create(t.Context(), anna, director.Creation{Info: tournament.Info{Slug: "cup", Name: "Cup"}, Settings: egf(t)})
	check(t, err)
	hub := newFakeHub(t)
	check(t, d.Publishing.Remember(t.Context()))
	p := hub.takes(d)
	path := filepath.Join(t.TempDir(), "elsewhere.db")
	_, err = store.Backup(t.Context(), s.Path(), path)
	check(t, err)
	kept, err := store.Open(t.Context(), path)
	check(t, err)
	t.Cleanup(func() { check(t, kept.Close()) })
	elsewhere := newComputer(kept)
	r, stop := runs(t, elsewhere)
	until(t, func() bool { return fault.Is(r.Trouble(p).Sending, "relay.another") })
	stop()
	if n := hub.states.Load(); n > 0 {
		t.Errorf("the hub has %d states of the copy", n)
	}
	_, stop = runs(t, d)
	until(t, func() bool { return hub.publication(d).Address != "" })
	stop()
	check(t, elsewhere.Catalogue().Delete(t.Context(), store.Session{User: "Anna"}, "cup"))
}

// An impossible stamp from a hub is ignored, and the next hub accepts the tournament.
func TestStampOfAHub(t *testing.T) {
	t.Parallel()
	for _, ahead := range []int64{1 << 60, math.MaxInt64 - 1<<50} {
		bad, good, d := newFakeHub(t), newFakeHub(t), published(t)
		bad.ahead.Store(ahead)
		p := bad.takes(d)
		r, stop := runs(t, d)
		until(t, func() bool { return fault.Is(r.Trouble(p).Sending, "relay.answer") })
		good.takes(d)
		until(t, func() bool { return good.publication(d).Address != "" })
		if p := good.publication(d); p.Stamp > lastStamp {
			t.Errorf("its stamp is %d", p.Stamp)
		}
		stop()
	}
}

// Whoever presses Publish again, after another computer sent the tournament, has it sent at once for the second time
// too.
func TestClaimedAgain(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	hub, d := newFakeHub(t), published(t)
	p := hub.takes(d)
	r, stop := runs(t, d)
	defer stop()
	until(t, func() bool { return hub.waits.Load() > 0 })
	for _, name := range []string{"Cup in spring", "Cup in May"} {
		hub.answers("publication.another", "")
		check(t, d.On(anna, "cup").SetUp(t.Context(), tournament.Info{Slug: "cup", Name: name}, egf(t)))
		until(t, func() bool { return fault.Is(r.Trouble(p).Sending, "relay.another") })
		hub.answers("", "")
		hub.takes(d)
		until(t, func() bool { return r.Trouble(p).Sending == nil && !hub.publication(d).Claim })
	}
}

// The start of a failure is the time of its first attempt.
func TestFailsSinceTheFirstTry(t *testing.T) {
	t.Parallel()
	hub, d := arrived(t)
	p := hub.publication(d)
	w := &worker{relay: New(d.Director, d.Publishing, slog.New(slog.DiscardHandler)), origin: p.Origin, wire: newClient(hub.URL, "token", d.Publishing.Sender())}
	defer w.wire.close()
	s, err := d.Snapshot(t.Context(), "cup")
	check(t, err)
	hub.answers(gone, gone)
	var since time.Time
	for try := range 3 {
		if err := w.sendState(t.Context(), &p, s); !fault.Is(err, "relay.unreachable") {
			t.Errorf("a hub that is gone answers %v", err)
		}
		if try == 0 {
			since = p.Failing
		}
		kept := hub.publication(d).Failing
		if since.IsZero() || !p.Failing.Equal(since) || kept.Sub(since).Abs() > time.Microsecond { // which is how exactly servers keep it
			t.Errorf("after try %d it fails since %v, kept is %v, want %v", try, p.Failing, kept, since)
		}
	}
}

// The hub is not told of a report that could not be taken, so that the report comes again.
func TestReportThatFails(t *testing.T) {
	d := published(t)
	hub := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_ = json.NewEncoder(w).Encode(publication.Reports{Reports: []publication.Report{{Key: "0a", Game: 1}, {Key: "0b", Game: 2}}})
	}))
	defer hub.Close()
	w := &worker{relay: New(d.Director, d.Publishing, slog.New(slog.DiscardHandler)), origin: "o", wire: newClient(hub.URL, "token", d.Publishing.Sender())}
	defer w.wire.close()
	were, err := w.take(t.Context(), publishing.Publication{Slug: "nowhere"}, settled{})
	if !fault.Is(err, "tournament.missing") || len(were.taken)+len(were.refused) > 0 {
		t.Errorf("of a tournament that is not there %+v are told as taken, %v", were, err)
	}
	were, err = w.take(t.Context(), publishing.Publication{Slug: "cup"}, settled{})
	if err != nil || fmt.Sprint(were) != "{[0a 0b] [0a:report.token 0b:report.token]}" {
		t.Errorf("of games that are not there %+v are told as taken, %v", were, err)
	}
}

// A hidden tournament has no trouble with reports.
func TestNothingIsHeardOfHidden(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	hub, d := newFakeHub(t), published(t)
	p := hub.takes(d)
	r, stop := runs(t, d)
	defer stop()
	until(t, func() bool { return hub.waits.Load() > 0 })
	hub.answers("", gone)
	hub.CloseClientConnections()
	until(t, func() bool { return r.Trouble(p).Reports != nil })
	check(t, d.On(anna, "cup").SetUp(t.Context(), tournament.Info{Slug: "cup", Name: "Cup", Hidden: true}, egf(t)))
	until(t, func() bool { return hub.withdrawn.Load() > 0 && r.Trouble(p).Reports == nil })
}

// is reports whether an error is the relay's fault for a code.
func is(err error, code string) bool {
	key := map[string]string{gone: "relay.unreachable", "publication.deleted": "relay.deleted", "people.token": "relay.token"}[code]
	return err == nil && key == "" || fault.Is(err, key)
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// until waits for a condition, for less than the pause after a failure.
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
