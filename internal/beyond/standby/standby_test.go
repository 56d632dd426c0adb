package standby

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"tourney/internal/data/database"
	"tourney/internal/data/durable"
	"tourney/internal/data/store"
	"tourney/internal/fault"
	"tourney/internal/testkit/remotetest"
)

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// A followed is a leader behind a bad connection.
type followed struct {
	t    testing.TB
	kept atomic.Pointer[store.Store] // concurrent requests read it while the store is opened again
	line *httptest.Server
}

func (f *followed) open(path string) {
	kept, err := store.Open(f.t.Context(), path)
	check(f.t, err)
	f.kept.Store(kept)
}

// serve answers; some of the requests and responses are lost, delayed or repeated.
func (f *followed) serve(w http.ResponseWriter, r *http.Request) {
	fate := rand.IntN(10)
	if fate == 0 {
		panic(http.ErrAbortHandler)
	}
	ask, err := ReadRequest(r.Body)
	if err != nil { // the client is gone
		panic(http.ErrAbortHandler)
	}
	if fate == 1 { // repeats this request later
		go func() {
			time.Sleep(time.Duration(rand.IntN(50)) * time.Millisecond)
			_, _ = NewLeader(f.kept.Load()).Respond(context.Background(), ask)
		}()
	}
	set, err := NewLeader(f.kept.Load()).Respond(r.Context(), ask)
	if is, known := fault.As(err); known {
		w.WriteHeader(http.StatusConflict)
		_ = json.NewEncoder(w).Encode(map[string]string{"error": is.Key, "code": is.Key})
		return
	}
	if fate == 2 || err != nil {
		panic(http.ErrAbortHandler)
	}
	if set.Size == 0 {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	entry, err := set.Entry()
	if err != nil {
		f.t.Error(err)
	}
	_, _ = w.Write(entry)
}

// write writes a secret, and returns after the acknowledgement.
func (f *followed) write(n int) {
	check(f.t, f.kept.Load().Tx(f.t.Context(), func(tx *store.Tx) error {
		return tx.SetSecret(fmt.Sprint("n", n), strings.Repeat("x", rand.IntN(9000)))
	}))
}

// A change acknowledged while the copy is complete is in the copy, despite lost connections and killed programs.
func TestNothingAcknowledgedIsLost(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	f := &followed{t: t}
	dir := t.TempDir()
	here, there := filepath.Join(dir, "here.db"), filepath.Join(dir, "there.db")
	f.open(here)
	f.line = httptest.NewServer(http.HandlerFunc(f.serve))
	defer f.line.Close()
	n, counted := 0, 0
	for round := range 4 {
		replica, err := database.OpenReplica(there)
		check(t, err)
		ctx, kill := context.WithCancel(t.Context())
		follower := Follow(replica, Source{Address: f.line.URL}, func() Request { return Request{ID: "b", Name: "B", Schema: store.Schema()} }, Reachable)
		follower.timeouts.first, follower.timeouts.longest = time.Millisecond, 10*time.Millisecond
		done := make(chan struct{})
		go func() { follower.Run(ctx, func(State) {}); close(done) }()
		following := func() database.Follower { return f.kept.Load().Pages().Followers()["b"] }
		for is := following(); is.Heard.IsZero() || !is.Behind.IsZero(); is = following() {
			time.Sleep(time.Millisecond)
		}
		for range 20 {
			n++
			f.write(n)
		}
		behind := following().Behind
		kill()
		<-done
		check(t, replica.Close())
		if got := rows(t, there); behind.IsZero() {
			counted++
			if got != n {
				t.Fatalf("round %d: the copy has %d of %d rows", round, got, n)
			}
		}
		if round%2 == 1 {
			check(t, f.kept.Load().Close())
			f.open(here)
		}
	}
	if counted == 0 {
		t.Error("the copy never had everything")
	}
	f.line.CloseClientConnections()
	check(t, f.kept.Load().Close())
}

// A follower reports its first state at once, and later a phase that lasts.
func TestNewsOfFollowing(t *testing.T) {
	refused := fault.New(fault.Unavailable, "standby.refused", "no such token")
	copies, follows := State{}, State{Ready: true, Whole: time.Now()}
	began := time.Now()
	var last reporter
	for _, step := range []struct {
		second int
		is     State
		want   bool
	}{
		{0, State{Trouble: refused}, true},
		{10, State{Trouble: refused}, false},
		{11, copies, false},
		{13, follows, false},
		{18, follows, true},
		{30, State{Trouble: refused}, false}, // a connection that breaks and recovers
		{32, follows, false},
		{34, State{Trouble: errors.New("disk full")}, false},
		{39, State{Trouble: errors.New("disk full, 3 left")}, true},
		{50, State{Trouble: errors.New("disk full, 2 left")}, false},
	} {
		if got := last.shouldReport(step.is.phase(), began.Add(time.Duration(step.second)*time.Second)); got != step.want {
			t.Errorf("after %d s %+v is told: %v", step.second, step.is, got)
		}
	}
}

// rows returns the number of rows in a copy.
func rows(t *testing.T, path string) (n int) {
	t.Helper()
	copied := filepath.Join(t.TempDir(), "copy.db")
	check(t, durable.Copy(path, copied))
	report, err := store.Verify(t.Context(), copied)
	check(t, err)
	check(t, errors.Join(report.Findings...))
	kept, err := store.Open(t.Context(), copied)
	check(t, err)
	for found := true; found; n++ {
		_, found, err = kept.Secret(t.Context(), fmt.Sprint("n", n+1))
		check(t, err)
	}
	check(t, kept.Close())
	return n - 1
}

// A slow response has no timeout while bytes arrive; a silent one is cancelled.
func TestSlowAnswer(t *testing.T) {
	synctest.Test(t, slowAnswer)
}

func slowAnswer(t *testing.T) {
	want := database.PageSet{Mark: database.Mark{Opening: "a", Change: 2}, Size: 512, Count: 1, Numbers: []uint32{1}, Data: make([]byte, 512)}
	entry, err := want.Entry()
	check(t, err)
	var pause time.Duration
	f := Follow(&database.Replica{}, Source{Address: "http://192.0.2.1"}, func() Request { return Request{ID: "b"} }, Reachable)
	remotetest.Serve(t, f.wire.client, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for piece := range slices.Chunk(entry, len(entry)/6) {
			_, _ = w.Write(piece)
			w.(http.Flusher).Flush()
			select {
			case <-time.After(pause):
			case <-r.Context().Done():
			}
		}
	}))
	pause = patience / 2
	if got, err := f.wire.ask(t.Context(), f.who()); err != nil || got.Mark != want.Mark {
		t.Errorf("a slow answer is %+v, %v", got, err)
	}
	pause = 3 * (patience + LongestWait)
	began := time.Now()
	_, err = f.wire.ask(t.Context(), f.who())
	if took := time.Since(began); !fault.Is(err, "standby.unreachable") || took > LongestWait+2*patience {
		t.Errorf("an answer that stops is %v, after %v", err, took)
	}
}
