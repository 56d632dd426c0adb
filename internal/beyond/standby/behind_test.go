package standby

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"testing"
	"time"

	"tourney/internal/data/database"
	"tourney/internal/data/store"
	"tourney/internal/fault"
)

// A behind is a copy that misses so many pages that several responses are needed.
type behind struct {
	*computer
	follower *Follower
	path     string
	// asked is called before each request is forwarded, unless it reports that it has answered the request.
	asked func(n int, w http.ResponseWriter, r *http.Request) (answered bool)
}

// newBehind returns a copy whose follower stops at the first failed request.
func newBehind(t *testing.T) *behind {
	t.Helper()
	dir := t.TempDir()
	b := &behind{computer: newComputer(t, begin(t, filepath.Join(dir, "a.db"))), path: filepath.Join(dir, "b.db")}
	f, end := b.follows(b.path, "b", nobody)
	end()
	check(t, f.replica.Close())
	delete(b.leader.runs, "b") // as after the timeout of that program
	noise := make([]byte, 25_000)
	check(t, b.kept.Tx(t.Context(), func(tx *store.Tx) error {
		for i := range 250 { // some 12 MB
			_, _ = rand.Read(noise)
			if err := tx.SetSecret(fmt.Sprint("imported ", i), hex.EncodeToString(noise)); err != nil {
				return err
			}
		}
		return nil
	}, store.Unconfirmed))
	replica, err := database.OpenReplica(b.path)
	check(t, err)
	t.Cleanup(func() { _ = replica.Close() }) // a take-over has closed it
	at, err := url.Parse(b.URL)
	check(t, err)
	proxy, n := httputil.NewSingleHostReverseProxy(at), 0
	line := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/api/v1/standby" {
			n++
			if b.asked != nil && b.asked(n, w, r) {
				return
			}
		}
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(line.Close)
	b.follower = Follow(replica, Source{Address: line.URL}, f.who, Reachable)
	b.follower.timeouts.silence = 0
	return b
}

// hold leaves a request without a response until the client cancels it.
func hold(r *http.Request) {
	_, _ = io.Copy(io.Discard, r.Body) // the server watches the connection afterwards
	<-r.Context().Done()
}

func (b *behind) yielded() bool { return b.leader.Leadership().Yielded }

// A computer whose copy is far behind fetches all missing pages before it takes over, without a time limit. The leader
// writes until few are missing.
func TestTakeOverFromFarBehind(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	b := newBehind(t)
	var written []string
	percent := 0
	b.asked = func(n int, _ http.ResponseWriter, _ *http.Request) bool {
		is := b.follower.State()
		if !is.Taking || n < 3 && b.yielded() || is.Percent < percent {
			t.Errorf("question %d comes while it is %+v, yielded: %v", n, is, b.yielded())
		}
		percent = max(percent, is.Percent)
		if !b.yielded() {
			written = append(written, fmt.Sprint("written ", n))
			check(t, b.write(written[len(written)-1]))
		}
		return false
	}
	kept, err := b.follower.TakeOver(t.Context(), TakeOverOptions{Path: b.path, At: time.Now()})
	check(t, err)
	defer kept.Close()
	if len(written) < 3 || percent != 100 || !b.yielded() || b.follower.State().Taking {
		t.Errorf("after %d questions, of which the last found %d %%, yielded is %v", len(written), percent, b.yielded())
	}
	here := newComputer(t, kept)
	for _, name := range append(written, "imported 249") {
		if !here.has(name) {
			t.Errorf("%q was acknowledged, and is lost", name)
		}
	}
}

// A follower that compares its copy in several steps has everything after the last one.
func TestHasAllOnceAllIsCompared(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	b := newBehind(t)
	for step := range 100 {
		_, err := b.follower.inTurn(t.Context())
		check(t, err)
		is := b.follower.State()
		if is.HasAll() != (is.Percent == 100) {
			t.Fatalf("after step %d it is %+v", step, is)
		}
		if is.HasAll() {
			if step == 0 {
				t.Error("one step is all")
			}
			return
		}
	}
	t.Error("it does not come to an end")
}

// Hurry takes over without the missing pages. The leader still gets the request to yield.
func TestHurry(t *testing.T) {
	t.Parallel()
	b := newBehind(t)
	b.asked = func(n int, _ http.ResponseWriter, r *http.Request) bool {
		if n < 2 {
			return false
		}
		b.follower.Hurry()
		hold(r)
		return true
	}
	kept, err := b.follower.TakeOver(t.Context(), TakeOverOptions{Path: b.path, At: time.Now()})
	check(t, err)
	defer kept.Close()
	if !b.yielded() || newComputer(t, kept).has("imported 249") {
		t.Errorf("the other one has yielded: %v", b.yielded())
	}
}

// A take-over from a leader that stops responding uses the pages fetched so far.
func TestSilenceWhileFetching(t *testing.T) {
	t.Parallel()
	b := newBehind(t)
	b.asked = func(n int, w http.ResponseWriter, r *http.Request) bool {
		if n < 2 {
			return false
		}
		b.answers(gone)
		panic(http.ErrAbortHandler)
	}
	kept, err := b.follower.TakeOver(t.Context(), TakeOverOptions{Path: b.path, At: time.Now()})
	check(t, err)
	defer kept.Close()
	if r := kept.Leadership(); b.yielded() || r.Holder != "b" {
		t.Errorf("the other one has yielded: %v, %+v reigns", b.yielded(), r)
	}
}

// A computer that ends while it fetches missing pages has decided nothing, and the leader continues to write.
func TestEndWhileFetching(t *testing.T) {
	t.Parallel()
	b := newBehind(t)
	ctx, cancel := context.WithCancel(t.Context())
	b.asked = func(n int, _ http.ResponseWriter, r *http.Request) bool {
		cancel()
		hold(r)
		return true
	}
	if _, err := b.follower.TakeOver(ctx, TakeOverOptions{Path: b.path, At: time.Now()}); err == nil || IsDecided(b.path) {
		t.Errorf("it is decided: %v, %v", IsDecided(b.path), err)
	}
	check(t, b.write("more"))
}

// A computer that ends after the request to yield still fetches the last changes, because no computer writes then. It
// stops retrying after timeouts.silence.
func TestEndAfterTelling(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	for name, lost := range map[string]bool{"the line holds": false, "the line is lost": true} {
		t.Run(name, func(t *testing.T) {
			b := newBehind(t)
			b.follower.timeouts.silence = 50 * time.Millisecond
			ctx, cancel := context.WithCancel(t.Context())
			written := 0
			b.asked = func(_ int, _ http.ResponseWriter, r *http.Request) bool {
				if !b.yielded() {
					written++
					check(t, b.write(fmt.Sprint("last ", written))) // clients still write
					return false
				}
				cancel()
				if lost {
					hold(r)
				}
				return lost
			}
			kept, err := b.follower.TakeOver(ctx, TakeOverOptions{Path: b.path, At: time.Now()})
			check(t, err)
			defer kept.Close()
			if r := kept.Leadership(); r.Holder != "b" || r.Yielded || ctx.Err() == nil {
				t.Errorf("%+v reigns, %v", r, ctx.Err())
			}
			if _, found, err := kept.Secret(t.Context(), fmt.Sprint("last ", written)); err != nil || !found && !lost {
				t.Errorf("of %d the last is there: %v, %v", written, found, err)
			}
		})
	}
}

// While the leader is reachable, a full disk prevents a take-over that would lose acknowledged changes.
func TestTakeOverWithAFullDisk(t *testing.T) {
	t.Parallel()
	b := newBehind(t)
	check(t, os.Mkdir(b.path+database.PartSuffix, 0o700)) // no file can be made there
	if _, err := b.follower.TakeOver(t.Context(), TakeOverOptions{Path: b.path, At: time.Now()}); !fault.Is(err, "database.disk.failed") || IsDecided(b.path) {
		t.Errorf("it hears %v", err)
	}
	if is := b.follower.State(); !is.Blocked() || is.Taking {
		t.Errorf("it says %+v", is)
	}
	check(t, b.write("more"))
	check(t, os.Remove(b.path+database.PartSuffix))
	check(t, os.WriteFile(b.path+database.PartSuffix, nil, 0o600))
	b.asked = func(_ int, w http.ResponseWriter, _ *http.Request) bool {
		b.answer(w, nil, fault.New(fault.Conflict, "standby.older", "B"))
		return true
	}
	if _, err := b.follower.TakeOver(t.Context(), TakeOverOptions{Path: b.path, At: time.Now()}); !fault.Is(err, "standby.refused") {
		t.Errorf("who is refused hears %v", err)
	}
	kept, err := b.follower.TakeOver(t.Context(), TakeOverOptions{Path: b.path, At: time.Now(), Anyway: true})
	check(t, err)
	check(t, kept.Close())
	if !b.yielded() {
		t.Error("the other computer was not told")
	}
}

// A take-over gets an empty response at once if no change is missing.
func TestAnswerAtOnce(t *testing.T) {
	t.Parallel()
	a := newComputer(t, begin(t, filepath.Join(t.TempDir(), "a.db")))
	_, end := a.follows(filepath.Join(t.TempDir(), "b.db"), "b", "")
	end()
	ask := Request{ID: "c", Name: "C", Run: "1", Schema: store.Schema(), AtOnce: true}
	_, err := a.leader.Respond(t.Context(), ask) // it is a peer from now on
	check(t, err)
	ask.Mark, _ = a.kept.Pages().Now()
	ended, cancel := context.WithCancel(t.Context())
	cancel() // ends a response that waits
	if set, err := a.leader.Respond(ended, ask); err != nil || set.Size != 0 {
		t.Errorf("it hears %v and %d pages", err, len(set.Numbers))
	}
}
