package standby

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tourney/internal/data/database"
	"tourney/internal/data/durable"
	"tourney/internal/data/store"
	"tourney/internal/fault"
	"tourney/internal/testkit/databasetest"
)

// A computer is a leader.
type computer struct {
	*testing.T
	kept   *store.Store
	leader *Leader
	*httptest.Server
	// instead answers requests if it is set.
	instead atomic.Pointer[http.HandlerFunc]
}

// Connections to this address are refused at once.
const nobody = "http://127.0.0.1:9"

// Close ends the computer with its open connections: a request by a follower waits for a change.
func (c *computer) Close() {
	_ = c.Listener.Close() // prevents retries by a follower
	c.CloseClientConnections()
	c.Server.Close()
}

// gone is the handler of an unreachable computer.
func gone(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }

// answers replaces the handler of the computer; nil restores it.
func (c *computer) answers(f http.HandlerFunc) {
	if f == nil {
		c.instead.Store(nil)
		return
	}
	c.instead.Store(&f)
}

func newComputer(t *testing.T, kept *store.Store) *computer {
	c := &computer{T: t, kept: kept, leader: NewLeader(kept)}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /api/v1/standby", func(w http.ResponseWriter, r *http.Request) {
		ask, err := ReadRequest(r.Body)
		if err != nil {
			panic(http.ErrAbortHandler)
		}
		set, err := c.leader.Respond(r.Context(), ask)
		if err != nil || set.Size == 0 {
			c.answer(w, nil, err)
			return
		}
		entry, err := set.Entry()
		check(t, err)
		_, _ = w.Write(entry)
	})
	mux.HandleFunc("POST /api/v1/standby/reign", func(w http.ResponseWriter, r *http.Request) {
		var s Status
		check(t, json.NewDecoder(r.Body).Decode(&s))
		last, err := c.leader.Yield(r.Context(), s)
		c.answer(w, last, err)
	})
	mux.HandleFunc("GET /api/v1/standby/reign", func(w http.ResponseWriter, r *http.Request) {
		s, err := c.leader.Status(r.Context(), r.FormValue("question"))
		c.answer(w, s, err)
	})
	mux.HandleFunc("POST /api/v1/standby/told", func(w http.ResponseWriter, r *http.Request) {
		var s Status
		check(t, json.NewDecoder(io.LimitReader(r.Body, MostTold)).Decode(&s))
		c.answer(w, nil, c.leader.Receive(r.Context(), s))
	})
	c.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if f := c.instead.Load(); f != nil {
			(*f)(w, r)
			return
		}
		mux.ServeHTTP(w, r)
	}))
	t.Cleanup(c.Close)
	return c
}

func (c *computer) answer(w http.ResponseWriter, document any, err error) {
	switch is, known := fault.As(err); {
	case known:
		w.WriteHeader(http.StatusConflict)
		document = map[string]string{"error": is.Key, "code": is.Key}
	case err != nil:
		panic(http.ErrAbortHandler)
	case document == nil:
		w.WriteHeader(http.StatusNoContent)
		return
	}
	_ = json.NewEncoder(w).Encode(document)
}

func (c *computer) write(name string) error {
	return c.kept.Tx(c.Context(), func(tx *store.Tx) error { return tx.SetSecret(name, "x") })
}

func (c *computer) has(name string) bool {
	c.Helper()
	_, found, err := c.kept.Secret(c.Context(), name)
	check(c.T, err)
	return found
}

// follows runs a follower until acknowledgements wait for it, and returns it with the function that stops it.
func (c *computer) follows(path, id, address string) (*Follower, func()) {
	c.Helper()
	replica, err := database.OpenReplica(path)
	check(c.T, err)
	f := Follow(replica, Source{Address: c.URL}, func() Request {
		return Request{ID: id, Name: "Laptop " + id, Addresses: strings.Fields(address), Schema: store.Schema()}
	}, Reachable)
	ctx, cancel := context.WithCancel(c.Context())
	done := make(chan struct{})
	go func() { f.Run(ctx, func(State) {}); close(done) }()
	follows := func() bool {
		all, err := c.leader.Standbys(c.Context())
		check(c.T, err)
		return slices.ContainsFunc(all, func(s Standby) bool { return s.ID == id && s.Follows })
	}
	for began := time.Now(); !follows(); time.Sleep(time.Millisecond) {
		if time.Since(began) > 20*time.Second {
			c.Fatal("it does not follow:", f.State().Trouble)
		}
	}
	return f, func() { cancel(); <-done }
}

// withStandby returns a leader and a follower: its Follower, the function that stops it, and the path of its copy.
func withStandby(t *testing.T) (c *computer, f *Follower, end func(), copied string) {
	t.Helper()
	dir := t.TempDir()
	copied = filepath.Join(dir, "b.db")
	c = newComputer(t, begin(t, filepath.Join(dir, "a.db")))
	f, end = c.follows(copied, "b", "")
	return c, f, end, copied
}

// takes stops following and takes over. lost is set if the leader is unreachable.
func (c *computer) takes(f *Follower, end func(), path string, lost bool) *computer {
	c.Helper()
	if lost {
		f.timeouts.reachable = 0
	}
	kept, err := f.TakeOver(c.Context(), TakeOverOptions{Path: path, At: time.Now()})
	check(c.T, err)
	end()
	if trouble := f.State().Trouble; lost != (trouble != nil) || lost && !fault.Is(trouble, "standby.unreachable") {
		c.Fatal("it is told:", trouble)
	}
	c.Cleanup(func() { check(c.T, kept.Close()) })
	return newComputer(c.T, kept)
}

// begin returns a new store.
func begin(t *testing.T, path string) *store.Store {
	t.Helper()
	return open(t, databasetest.File(t, path, store.OpenScratch))
}

func open(t *testing.T, path string) *store.Store {
	t.Helper()
	kept, err := store.OpenScratch(t.Context(), path)
	check(t, err)
	t.Cleanup(func() { check(t, kept.Close()) })
	return kept
}

// A follower takes over while the leader is reachable: the leader stops writing, and its last changes are in the copy.
// Then it follows in turn, and takes over again.
func TestTakeOver(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	dir := t.TempDir()
	there := filepath.Join(dir, "b.db")
	a := newComputer(t, begin(t, filepath.Join(dir, "a.db")))
	check(t, a.write("first"))
	f, end := a.follows(there, "b", nobody)
	end()
	check(t, a.write("last")) // without a follower
	b := a.takes(f, func() {}, there, false)
	if !b.has("first") || !b.has("last") {
		t.Error("something is missing")
	}
	check(t, b.write("more"))
	if err := a.write("late"); !fault.Is(err, "standby.yielded") {
		t.Errorf("the computer before writes: %v", err)
	}
	if r := a.leader.Leadership(); r.Name != "Laptop b" || r.Address != nobody {
		t.Errorf("it knows of %+v", r)
	}
	replica, err := database.OpenReplica(filepath.Join(dir, "c.db"))
	check(t, err)
	c := Follow(replica, Source{Address: a.URL}, func() Request { return Request{ID: "c", Name: "C", Schema: store.Schema()} }, Reachable)
	for err = nil; err == nil; {
		err = c.step(t.Context())
	}
	if !fault.Is(err, "standby.refused") {
		t.Errorf("who follows a computer that has yielded hears %v", err)
	}
	c.note(time.Now(), nil) // it has a copy
	if _, err := c.TakeOver(t.Context(), TakeOverOptions{Path: filepath.Join(dir, "c.db"), At: time.Now()}); !fault.Is(err, "standby.passed") {
		t.Errorf("who takes over after another one hears %v", err)
	}
	check(t, replica.Close())

	check(t, a.kept.Close())
	f, end = b.follows(filepath.Join(dir, "a.db"), "a", a.URL)
	again := b.takes(f, end, filepath.Join(dir, "a.db"), false)
	if !again.has("more") || again.has("late") {
		t.Error("what follows is not what was written")
	}
	check(t, again.write("back"))
	if err := b.write("late"); !fault.Is(err, "standby.yielded") || again.leader.Leadership().Epoch <= 1 {
		t.Errorf("the second one writes: %v", err)
	}
}

// After a second take-over from a computer, Unnotified returns its address again, although it received the first one.
func TestTakenOverTwice(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	first, back, second := filepath.Join(dir, "b.db"), filepath.Join(dir, "again.db"), filepath.Join(dir, "c.db")
	a := newComputer(t, begin(t, filepath.Join(dir, "a.db")))
	f, end := a.follows(first, "b", nobody)
	b := a.takes(f, end, first, false)
	check(t, b.leader.Poll(t.Context())) // tells it
	if check(t, b.leader.Poll(t.Context())); b.leader.Unnotified() != "" {
		t.Errorf("%q has heard", b.leader.Unnotified())
	}
	f, end = b.follows(back, "a", a.URL)
	is := b.takes(f, end, back, false)
	for range 2 { // tells the other one, and learns that it knows
		check(t, is.leader.Poll(t.Context()))
	}
	a.answers(is.Config.Handler.ServeHTTP)
	again := &computer{T: t, kept: is.kept, leader: is.leader, Server: a.Server}
	f, end = again.follows(second, "b", nobody)
	check(t, again.write("x"))
	a.answers(gone)
	b = again.takes(f, end, second, true)
	if check(t, b.leader.Poll(t.Context())); b.leader.Unnotified() != a.URL {
		t.Errorf("who has not heard is %q, want %q", b.leader.Unnotified(), a.URL)
	}
}

// A computer that was forgotten is listed again once it follows again.
func TestForgottenFollowsAgain(t *testing.T) {
	t.Parallel()
	a := newComputer(t, begin(t, filepath.Join(t.TempDir(), "a.db")))
	for range 2 {
		_, err := a.leader.Respond(t.Context(), Request{ID: "b", Run: "1", Name: "Laptop b", Schema: store.Schema()})
		check(t, err)
		if all, err := a.leader.Standbys(t.Context()); err != nil || len(all) != 1 || all[0].Name != "Laptop b" {
			t.Errorf("those that follow are %+v, %v", all, err)
		}
		check(t, a.leader.Forget(t.Context(), "b"))
		if all, err := a.leader.Standbys(t.Context()); err != nil || len(all) > 0 {
			t.Errorf("after it was forgotten there are %+v, %v", all, err)
		}
	}
}

// A leader that was offline during a take-over receives the leadership when it returns, and stops writing.
func TestAwayWhileAnotherTakesOver(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	here, there := filepath.Join(dir, "a.db"), filepath.Join(dir, "b.db")
	a := newComputer(t, begin(t, here))
	later := newDoor(t)
	f, end := a.follows(there, "b", later.URL)
	check(t, a.write("first"))
	a.Close()
	b := a.takes(f, end, there, true)
	later.opens(b.Config.Handler)
	check(t, a.write("unseen"))
	check(t, a.leader.Poll(t.Context()))
	if err := a.write("late"); !fault.Is(err, "standby.yielded") {
		t.Errorf("it writes: %v", err)
	}
	if !b.has("first") || b.has("unseen") || a.leader.Leadership().Holder != "b" {
		t.Error("the wrong one goes on")
	}
	check(t, b.leader.Poll(t.Context())) // finds no new leadership
	check(t, b.write("more"))
	// A status without a proof of the data is ignored.
	later.opens(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_ = json.NewEncoder(w).Encode(Status{Epoch: 9, Holder: "x", Proof: "x"})
	}))
	check(t, a.leader.Poll(t.Context()))
	if r := a.leader.Leadership(); r.Epoch != 1 {
		t.Errorf("it believes %+v", r)
	}
}

// A decided take-over is completed once, after a kill at any moment.
func TestSucceedAfterAKill(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	there := filepath.Join(dir, "b.db")
	a := newComputer(t, begin(t, filepath.Join(dir, "a.db")))
	check(t, a.write("first"))
	f, end := a.follows(there, "b", "")
	end()
	a.Close()
	f.timeouts.reachable = 0
	s, _ := f.requestTakeOver(t.Context(), TakeOverOptions{At: time.Now()})
	check(t, f.replica.Close())
	if kept, err := CompleteTakeOver(t.Context(), there); kept != nil || err != nil {
		t.Errorf("before it is decided: %v, %v", kept, err)
	}
	if _, err := store.Open(t.Context(), there); !fault.Is(err, "database.following") {
		t.Errorf("a copy that follows is opened: %v", err)
	}
	check(t, s.decide(there))
	marker, err := os.ReadFile(there + takingSuffix)
	check(t, err)
	for kill := range 3 {
		path := filepath.Join(dir, string(rune('c'+kill))+".db")
		check(t, durable.Copy(there, path))
		check(t, durable.Write(path+takingSuffix, marker))
		if kill > 0 { // the journal was still there, or the removal of the decision was lost
			check(t, durable.Write(path+database.JournalSuffix, nil))
		}
		for range kill {
			kept, err := CompleteTakeOver(t.Context(), path)
			check(t, err)
			check(t, kept.Close())
			check(t, durable.Write(path+takingSuffix, marker))
		}
		kept, err := CompleteTakeOver(t.Context(), path)
		check(t, err)
		if r := kept.Leadership(); r.Epoch != 1 || r.Holder != "b" || r.Yielded {
			t.Errorf("after %d kills %+v reigns", kill, r)
		}
		check(t, kept.Close())
		if again, err := CompleteTakeOver(t.Context(), path); again != nil || err != nil {
			t.Errorf("it is carried out again: %v, %v", again, err)
		}
	}
}
