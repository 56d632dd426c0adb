package standby

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
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
	"tourney/internal/data/store"
	"tourney/internal/fault"
)

// A power cut just after the decision loses pages of the copy that are not on the disk yet; the journal has them.
func TestPowerCutWhileTakingOver(t *testing.T) {
	t.Parallel()
	a, f, end, there := withStandby(t)
	before, err := os.ReadFile(there)
	check(t, err)
	check(t, a.write("acknowledged"))
	end()
	a.Close()
	f.timeouts.reachable = 0
	s, _ := f.requestTakeOver(t.Context(), TakeOverOptions{At: time.Now()})
	check(t, s.decide(there))
	check(t, f.replica.Close())
	check(t, os.WriteFile(there, before, 0o600))
	kept, err := CompleteTakeOver(t.Context(), there)
	check(t, err)
	defer kept.Close()
	if _, found, err := kept.Secret(t.Context(), "acknowledged"); !found {
		t.Error("what was acknowledged is lost:", err)
	}
}

// A follower killed between the leader's yield and its own decision fetches the missing changes at its next take-over.
func TestKilledAfterTheOtherYielded(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	a, f, end, there := withStandby(t)
	end()
	check(t, a.write("last"))
	s := takeOver{Leadership: f.who().leadership(time.Now())}
	_, err := f.requestYield(t.Context(), &s)
	check(t, err)
	check(t, f.replica.Close())
	const rest = 200 * time.Millisecond // of the time in which the earlier program counts as a second computer
	a.leader.runs["b"] = run{f.run, time.Now().Add(rest - silent)}
	replica, err := database.OpenReplica(there)
	check(t, err)
	kept, err := Follow(replica, Source{Address: a.URL}, f.who, Reachable).TakeOver(t.Context(), TakeOverOptions{Path: there, At: time.Now()})
	check(t, err)
	defer kept.Close()
	if _, found, err := kept.Secret(t.Context(), "last"); !found {
		t.Error("what was written last is lost:", err)
	}
}

// The timeouts are equal to docs/reliability.md. A restarted program may follow again before a take-over times out.
func TestTimeouts(t *testing.T) {
	is := timeoutsWith(Reachable)
	want := timeouts{silence: 10 * time.Second, reachable: 3 * time.Second, first: 100 * time.Millisecond, longest: time.Second, refused: 10 * time.Second}
	if is != want || silent >= is.silence || NewLeader(open(t, filepath.Join(t.TempDir(), "a.db"))).lookTimeout != lookPatience {
		t.Errorf("the timeouts are %+v, beside %v", is, silent)
	}
}

// A peer that accepts a request and sends no response delays Poll by its timeout at most.
func TestSilentPartner(t *testing.T) {
	t.Parallel()
	a, f, end, there := withStandby(t)
	a.answers(gone)
	b := a.takes(f, end, there, true)
	a.answers(func(_ http.ResponseWriter, r *http.Request) { hold(r) })
	b.leader.lookTimeout = 50 * time.Millisecond
	if check(t, b.leader.Poll(t.Context())); b.leader.Unnotified() != a.URL {
		t.Errorf("who has not heard is %q", b.leader.Unnotified())
	}
}

// A disk without space for the decision leaves the copy as it is. The take-over succeeds once there is space.
func TestNoRoomToDecide(t *testing.T) {
	t.Parallel()
	a, f, end, there := withStandby(t)
	defer end()
	check(t, a.write("first"))
	check(t, os.Mkdir(there+takingSuffix, 0o700)) // in the place of that file
	if _, err := f.TakeOver(t.Context(), TakeOverOptions{Path: there, At: time.Now()}); err == nil {
		t.Error("it takes over without having decided")
	}
	check(t, os.Remove(there+takingSuffix))
	kept, err := f.TakeOver(t.Context(), TakeOverOptions{Path: there, At: time.Now()})
	check(t, err)
	defer kept.Close()
	if _, found, err := kept.Secret(t.Context(), "first"); !found || kept.Leadership().Holder != "b" {
		t.Error("it has not taken over:", err)
	}
}

// A copy that was killed while a newer one replaced it is complete, and can take over although it has no mark.
func TestCopyWithoutAMark(t *testing.T) {
	t.Parallel()
	a, f, end, there := withStandby(t)
	check(t, a.write("first"))
	end()
	check(t, f.replica.Close())
	check(t, os.Truncate(there+database.JournalSuffix, 0))
	a.Close()
	replica, err := database.OpenReplica(there)
	check(t, err)
	f = Follow(replica, Source{Address: a.URL}, f.who, Reachable)
	if is := f.State(); !is.Ready || !is.Whole.IsZero() {
		t.Errorf("it says %+v", is)
	}
	f.timeouts.reachable = 0
	kept, err := f.TakeOver(t.Context(), TakeOverOptions{Path: there, At: time.Now()})
	check(t, err)
	check(t, kept.Close())
}

// A status with an impossible leadership makes no computer yield.
func TestReignsThatCannotBe(t *testing.T) {
	t.Parallel()
	a := newComputer(t, begin(t, filepath.Join(t.TempDir(), "a.db")))
	for _, told := range []Status{
		{Epoch: math.MaxInt64, Holder: "x", Name: "x"}, {Epoch: 1001, Holder: "x"}, {Holder: "x"}, {Epoch: 1},
		{Epoch: 1, Holder: "x", Address: "javascript:alert(1)"}, {Epoch: 1, Holder: "x", Address: "http://192.0.2.1/path"},
	} {
		if _, err := a.leader.Yield(t.Context(), told); !fault.Is(err, "standby.ask") {
			t.Errorf("%+v is answered %v", told, err)
		}
	}
	check(t, a.write("x"))
}

// A request names its computer, with server addresses.
func TestAsksThatAreRefused(t *testing.T) {
	good := Request{ID: "b", Name: "Laptop B", Addresses: []string{"http://192.0.2.7:8080", "https://go.example.org/"}}
	for _, tt := range []struct {
		change func(a *Request)
		fine   bool
	}{
		{func(*Request) {}, true},
		{func(a *Request) { a.Addresses = nil }, true},
		{func(a *Request) { a.Name = "" }, false},
		{func(a *Request) { a.ID = "" }, false},
		{func(a *Request) { a.Hashes = []byte{1} }, false},
	} {
		ask := good
		tt.change(&ask)
		var sent bytes.Buffer
		w := gzip.NewWriter(&sent)
		check(t, json.NewEncoder(w).Encode(ask))
		check(t, w.Close())
		if _, err := ReadRequest(&sent); tt.fine != (err == nil) {
			t.Errorf("%+v: %v", ask, err)
		}
	}
}

// A computer with many addresses, as of container networks, or with a path in its public one, follows like any other.
// The first valid server addresses are stored.
func TestManyAddresses(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	there := filepath.Join(dir, "b.db")
	a := newComputer(t, begin(t, filepath.Join(dir, "a.db")))
	a.Server = httptest.NewServer(takesOnly(a.Config.Handler, mostAddresses))
	t.Cleanup(a.Close)
	many := []string{"https://club.example.org/go", "file:///etc/passwd", "http://" + strings.Repeat("x", longestName), nobody}
	for i := range 30 {
		many = append(many, fmt.Sprintf("http://172.%d.0.1:8080", 17+i))
	}
	f, end := a.follows(there, "b", strings.Join(many, " "))
	kept, err := store.Followers(t.Context(), a.kept)
	check(t, err)
	if len(kept) != 1 || !slices.Equal(kept[0].Addresses, many[3:3+mostAddresses]) {
		t.Errorf("it is kept as %+v", kept)
	}
	b := a.takes(f, end, there, false)
	if at := a.leader.Leadership().Address; at != many[3] || b.leader.Leadership().Address != at {
		t.Errorf("readers are sent to %q", at)
	}
	ask, err := Request{ID: "b", Name: "B", Addresses: many}.packed() // of a program that sends all
	check(t, err)
	if got, err := ReadRequest(bytes.NewReader(ask)); err != nil || len(got.Addresses) != mostAddresses {
		t.Errorf("of %d addresses %d are taken: %v", len(many), len(got.Addresses), err)
	}
}

// takesOnly forwards requests with at most that many addresses, as older programs do.
func takesOnly(next http.Handler, most int) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			panic(http.ErrAbortHandler)
		}
		var ask Request
		if unpacked, err := gzip.NewReader(bytes.NewReader(body)); err == nil && json.NewDecoder(unpacked).Decode(&ask) == nil && len(ask.Addresses) > most {
			panic(http.ErrAbortHandler)
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		next.ServeHTTP(w, r)
	})
}

// An old backup does not undo a take-over by another computer or by this one. It does not replace a copy that follows.
func TestRestoreKeepsWhoWrites(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	dir := t.TempDir()
	here, there, backup := filepath.Join(dir, "a.db"), filepath.Join(dir, "b.db"), filepath.Join(dir, "backup.db")
	a := newComputer(t, begin(t, here))
	f, end := a.follows(there, "b", nobody)
	_, err := a.kept.Backup(t.Context(), backup)
	check(t, err)
	check(t, a.leader.Forget(t.Context(), "c")) // the backup has the former key
	known, err := a.leader.keys(t.Context())
	check(t, err)
	restore := func(path string) error {
		// A kill after the copy replaced the data loses nothing: the tables were carried before.
		done, err := store.Restore(t.Context(), backup, path, func(ctx context.Context, from, to string) error {
			if from != path || to == path {
				t.Errorf("carried from %s to %s, to restore %s", from, to, path)
			}
			return Carry(ctx, from, to)
		})
		check(t, done.NotCarried)
		return err
	}
	if err := restore(there); !fault.Is(err, "database.following") {
		t.Errorf("a backup takes the place of a copy that follows: %v", err)
	}
	end()
	kept, err := f.TakeOver(t.Context(), TakeOverOptions{Path: there, At: time.Now()})
	check(t, err)
	check(t, kept.Close())
	check(t, a.kept.Close())
	for path, yielded := range map[string]bool{here: true, there: false} {
		check(t, restore(path))
		again, err := store.Open(t.Context(), path)
		check(t, err)
		if r := again.Leadership(); r.Epoch == 0 || r.Holder != "b" || r.Yielded != yielded {
			t.Errorf("of %s after a restore: %+v", filepath.Base(path), r)
		}
		if is, err := NewLeader(again).keys(t.Context()); err != nil || len(is) < 2 || !slices.EqualFunc(is, known, bytes.Equal) {
			t.Errorf("the keys are lost, %q for %q: %v", is, known, err)
		}
		check(t, again.Close())
	}
}

// A door is an address whose handler is set later.
type door struct {
	*httptest.Server
	to atomic.Pointer[http.Handler]
}

func (d *door) opens(to http.Handler) { d.to.Store(&to) }

func newDoor(t *testing.T) *door {
	d := &door{}
	d.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if to := d.to.Load(); to != nil {
			(*to).ServeHTTP(w, r)
			return
		}
		gone(w, r)
	}))
	t.Cleanup(d.Close)
	return d
}

// A newly installed computer, with a backup restored on its page, receives the leadership of the computer that has
// taken over.
func TestInstalledAnewByARestore(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	there, backup, path := filepath.Join(dir, "b.db"), filepath.Join(dir, "backup.db"), filepath.Join(dir, "anew.db")
	a := newComputer(t, begin(t, filepath.Join(dir, "a.db")))
	f, end := a.follows(there, "b", nobody)
	_, err := a.kept.Backup(t.Context(), backup)
	check(t, err)
	a.answers(gone) // its disk is lost
	b := a.takes(f, end, there, true)
	fresh, err := store.Open(t.Context(), path)
	check(t, err)
	r, err := fresh.Replacement(t.Context(), backup)
	check(t, err)
	_, _, err = r.Apply(t.Context())
	check(t, err)
	anew := newComputer(t, open(t, path))
	a.answers(anew.Config.Handler.ServeHTTP) // at the former address
	check(t, b.leader.Poll(t.Context()))
	if err := anew.write("y"); !fault.Is(err, "standby.yielded") {
		t.Errorf("it writes beside the one that has taken over: %v", err)
	}
}

// A second follower that takes over hours after the first one finds that leadership, and does not write.
func TestSecondStandbyFindsTheFirst(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	a := newComputer(t, begin(t, filepath.Join(dir, "a.db")))
	first, second, at := filepath.Join(dir, "b.db"), filepath.Join(dir, "c.db"), newDoor(t)
	fb, endB := a.follows(first, "b", at.URL)
	fc, endC := a.follows(second, "c", "")
	check(t, a.write("x"))
	a.Close()
	b := a.takes(fb, endB, first, true)
	at.opens(b.Config.Handler)
	check(t, b.write("an hour of results"))
	c := a.takes(fc, endC, second, true)
	if err := c.write("y"); !fault.Is(err, "standby.yielded") {
		t.Errorf("the second one writes: %v", err)
	}
	check(t, b.leader.Poll(t.Context()))
	check(t, b.write("more"))
}

// A leader that was offline during a take-over, by a computer at an unknown address, receives the new leadership, and
// later its new address. A status without a proof of the data is refused, also from a removed peer.
func TestOldComputerIsTold(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	there := filepath.Join(dir, "b.db")
	kept := begin(t, filepath.Join(dir, "a.db"))
	a := newComputer(t, kept)
	f, end := a.follows(there, "b", nobody)
	check(t, a.write("x"))
	a.answers(gone)
	b := a.takes(f, end, there, true)
	check(t, b.leader.Poll(t.Context()))
	if old := b.leader.Unnotified(); old != a.URL {
		t.Errorf("who has not heard is %q", old)
	}
	check(t, a.leader.Poll(t.Context())) // no peer responds
	check(t, a.write("unseen"))
	a.answers(nil)
	for _, told := range []Status{{Epoch: 1, Holder: "x", Proof: "x"}, {Epoch: 1, Holder: "x"}} {
		if err := a.leader.Receive(t.Context(), told); !fault.Is(err, "standby.ask") {
			t.Errorf("%+v is believed: %v", told, err)
		}
	}
	check(t, b.leader.Poll(t.Context())) // sends it the leadership
	if err := a.write("late"); !fault.Is(err, "standby.yielded") {
		t.Errorf("the old computer writes: %v", err)
	}
	if check(t, b.leader.Poll(t.Context())); b.leader.Unnotified() != "" {
		t.Error("it has heard")
	}
	a.answers(gone) // for good
	if check(t, b.leader.Poll(t.Context())); b.leader.Unnotified() != "" {
		t.Error("that it has heard is forgotten")
	}
	a.answers(nil)
	moved := b.leader.Leadership()
	moved.Address = "http://192.0.2.2:9"
	known, err := b.leader.keys(t.Context())
	check(t, err)
	told := statusOf(moved)
	told.Proof = told.prove(known[0], toldQuestion)
	if check(t, a.leader.Receive(t.Context(), told)); a.leader.Leadership().Address != moved.Address {
		t.Errorf("it sends readers to %s", a.leader.Leadership().Address)
	}
	check(t, b.leader.Forget(t.Context(), "anybody"))
	again, err := b.leader.keys(t.Context())
	if check(t, err); bytes.Equal(again[0], known[0]) {
		t.Error("who was forgotten has the key still")
	}
	late := statusOf(moved)
	late.Epoch, late.Holder = late.Epoch+1, "forgotten"
	late.Proof = late.prove(known[0], toldQuestion)
	if err := b.leader.Receive(t.Context(), late); !fault.Is(err, "standby.ask") {
		t.Errorf("who was forgotten takes over: %v", err)
	}
}

// The removal of a peer while another one is offline does not let both remaining computers write: neither the former
// leader, nor a computer that takes over in the meantime.
func TestForgottenWhileAnotherIsAway(t *testing.T) {
	t.Parallel()
	for name, told := range map[string]bool{"it is told": true, "it asks": false} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			a := newComputer(t, begin(t, filepath.Join(dir, "a.db")))
			first, second, at := filepath.Join(dir, "b.db"), filepath.Join(dir, "c.db"), newDoor(t)
			fb, endB := a.follows(first, "b", at.URL)
			_, endC := a.follows(second, "c", nobody)
			check(t, a.write("x"))
			endC()
			a.answers(gone)
			b := a.takes(fb, endB, first, true)
			at.opens(b.Config.Handler)
			check(t, b.leader.Forget(t.Context(), "c"))
			a.answers(nil)
			if told {
				check(t, b.leader.Poll(t.Context()))
			} else {
				check(t, a.leader.Poll(t.Context()))
			}
			if err := a.write("y"); !fault.Is(err, "standby.yielded") {
				t.Errorf("the old computer writes: %v", err)
			}
			if check(t, b.leader.Poll(t.Context())); b.leader.Unnotified() != "" {
				t.Error("it has heard")
			}
		})
	}
	t.Run("it takes over", func(t *testing.T) {
		dir := t.TempDir()
		a := newComputer(t, begin(t, filepath.Join(dir, "a.db")))
		first, at := filepath.Join(dir, "b.db"), newDoor(t)
		fb, endB := a.follows(first, "b", at.URL)
		check(t, a.write("x"))
		endB()
		check(t, a.leader.Forget(t.Context(), "somebody else"))
		a.answers(gone)
		fb.timeouts.reachable = 0
		kept, err := fb.TakeOver(t.Context(), TakeOverOptions{Path: first, At: time.Now()})
		check(t, err)
		b := newComputer(t, kept)
		at.opens(b.Config.Handler)
		a.answers(nil)
		if check(t, a.leader.Poll(t.Context())); !a.leader.Leadership().Yielded {
			t.Error("the computer that was away for a while writes beside the one that has taken over")
		}
	})
}

// The list of peers always has room for the former leader, and for a follower while other entries are dispensable.
func TestRoomForPartners(t *testing.T) {
	t.Parallel()
	fill := func(name string) (*computer, *Follower, string) {
		dir := t.TempDir()
		a := newComputer(t, begin(t, filepath.Join(dir, "a.db")))
		check(t, a.kept.Tx(t.Context(), func(tx *store.Tx) error {
			for i := range store.MostFollowers - 1 {
				p := store.Follower{ID: fmt.Sprint("old", i), Name: name, Addresses: []string{nobody}}
				if err := errors.Join(tx.SaveFollower(p), tx.SetSecret(notifiedKey(p), "0")); err != nil {
					return err
				}
			}
			return nil
		}, store.Unconfirmed))
		there := filepath.Join(dir, "b.db")
		f, end := a.follows(there, "b", nobody)
		check(t, a.write("x"))
		end()
		return a, f, there
	}
	a, f, there := fill("Old")
	a.answers(gone)
	f.timeouts.reachable = 0
	f.who = func() Request { return Request{ID: "b under another name", Name: "B", Schema: store.Schema()} }
	kept, err := f.TakeOver(t.Context(), TakeOverOptions{Path: there, At: time.Now()})
	check(t, err)
	partners, err := store.Followers(t.Context(), kept)
	check(t, errors.Join(err, kept.Close()))
	if !slices.ContainsFunc(partners, func(p store.Follower) bool { return p.ID == a.URL }) {
		t.Errorf("who takes over does not know from whom: %+v", partners)
	}
	ask := Request{ID: "c", Name: "C", Run: "1", Schema: store.Schema()}
	if _, err := a.leader.Respond(t.Context(), ask); !fault.Is(err, "standby.many") {
		t.Errorf("one more than may be: %v", err)
	}
	a, _, _ = fill("")
	if _, err := a.leader.Respond(t.Context(), ask); err != nil && !fault.Is(err, "standby.unknown") {
		t.Errorf("computers that nobody sees on the page, and cannot forget, leave no room: %v", err)
	}
}

// A computer can write to its data again if the computer that has taken over is lost, and only then.
func TestGoOn(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	dir := t.TempDir()
	there, at := filepath.Join(dir, "b.db"), newDoor(t)
	a := newComputer(t, begin(t, filepath.Join(dir, "a.db")))
	who := Request{ID: "a", Name: "Laptop a", Addresses: []string{a.URL}}
	if err := Resume(t.Context(), a.kept, who, time.Now()); !fault.Is(err, "standby.needless") {
		t.Errorf("nobody has taken over: %v", err)
	}
	f, end := a.follows(there, "b", at.URL)
	check(t, a.write("x"))
	b := a.takes(f, end, there, false)
	at.opens(b.Config.Handler)
	if err := Resume(t.Context(), a.kept, who, time.Now()); !fault.Is(err, "standby.alive") {
		t.Errorf("who has taken over answers: %v", err)
	}
	if err := a.write("y"); !fault.Is(err, "standby.yielded") {
		t.Errorf("the old computer writes: %v", err)
	}
	at.opens(http.HandlerFunc(gone))
	check(t, Resume(t.Context(), a.kept, who, time.Now()))
	check(t, a.write("y"))
	check(t, b.leader.Poll(t.Context()))
	if err := b.write("z"); !fault.Is(err, "standby.yielded") {
		t.Errorf("the other one is back, and writes: %v", err)
	}
}

// Unheard does not return a computer that follows again, or that Settle has dealt with.
func TestLostComputer(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	there := filepath.Join(dir, "b.db")
	a := newComputer(t, begin(t, filepath.Join(dir, "a.db")))
	f, end := a.follows(there, "b", nobody)
	check(t, a.write("x"))
	a.answers(gone)
	b := a.takes(f, end, there, true)
	unheard := func(want string) {
		t.Helper()
		if check(t, b.leader.Poll(t.Context())); b.leader.Unnotified() != want {
			t.Errorf("who has not heard is %q, want %q", b.leader.Unnotified(), want)
		}
	}
	unheard(a.URL)
	check(t, b.leader.Settle(t.Context(), "http://192.0.2.3:9"))
	unheard(a.URL)
	check(t, b.leader.Settle(t.Context(), a.URL))
	unheard("")

	dir = t.TempDir()
	there = filepath.Join(dir, "d.db")
	c := newComputer(t, begin(t, filepath.Join(dir, "c.db")))
	f, end = c.follows(there, "d", nobody)
	check(t, c.write("x"))
	c.answers(gone)
	b = c.takes(f, end, there, true)
	unheard(c.URL)
	_, err := b.leader.Respond(t.Context(), Request{ID: "c again", Name: "C", Addresses: []string{nobody, c.URL}, Run: "1", Schema: store.Schema()})
	if err != nil && !fault.Is(err, "standby.unknown") {
		t.Fatal(err)
	}
	unheard("")
}

// Two computers with one ID cannot follow at the same time; a restarted one can, after a timeout.
func TestTwinsDoNotFollow(t *testing.T) {
	t.Parallel()
	a := newComputer(t, begin(t, filepath.Join(t.TempDir(), "a.db")))
	ask := Request{ID: "b", Name: "B", Run: "1", Schema: store.Schema()}
	follow := func(run string) error {
		ask.Run = run
		_, err := a.leader.Respond(t.Context(), ask)
		return err
	}
	check(t, follow("1"))
	if err := follow("2"); !fault.Is(err, "standby.same") {
		t.Errorf("a second one hears %v", err)
	}
	check(t, follow("1"))
	a.leader.runs["b"] = run{"1", time.Now().Add(-silent)}
	check(t, follow("2"))
}

// A restarted follower reports no trouble while the leader waits for the timeout of the earlier program. If the
// refusals last there are two computers.
func TestStartedAnew(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	dir := t.TempDir()
	there := filepath.Join(dir, "b.db")
	a := newComputer(t, begin(t, filepath.Join(dir, "a.db")))
	before, end := a.follows(there, "b", "")
	end()
	check(t, before.replica.Close())
	replica, err := database.OpenReplica(there)
	check(t, err)
	defer replica.Close()
	f := Follow(replica, Source{Address: a.URL}, before.who, Reachable)
	run := func(most int64, tell func(State)) {
		ctx, cancel := context.WithCancel(t.Context())
		var asks atomic.Int64
		a.answers(func(w http.ResponseWriter, r *http.Request) {
			if asks.Add(1) > most {
				cancel()
			}
			a.answer(w, nil, fault.New(fault.Conflict, "standby.same", "B"))
		})
		f.Run(ctx, func(is State) {
			if ctx.Err() == nil {
				tell(is)
			}
		})
	}
	run(3, func(is State) { t.Errorf("it tells of %+v", is) })
	if is := f.State(); is.Trouble != nil || !is.Ready {
		t.Errorf("at first it says %+v", is)
	}
	f.began = time.Now().Add(-time.Minute)
	told := 0
	run(1, func(is State) {
		if told++; !fault.Is(is.Trouble, "standby.twin") {
			t.Errorf("it tells of %+v", is)
		}
	})
	if told != 1 {
		t.Error("nobody hears of a second computer of the same name")
	}
}

// A follower refused by a reachable leader does not take over, except with Anyway.
func TestRefusedStandby(t *testing.T) {
	t.Parallel()
	a, f, end, there := withStandby(t)
	end()
	f.timeouts.reachable = 0
	a.answers(func(w http.ResponseWriter, _ *http.Request) {
		a.answer(w, nil, fault.New(fault.Unidentified, "people.token"))
	})
	if _, err := f.TakeOver(t.Context(), TakeOverOptions{Path: there, At: time.Now()}); !fault.Is(err, "standby.refused") {
		t.Errorf("it hears %v", err)
	}
	if IsDecided(there) {
		t.Error("it is decided")
	}
	kept, err := f.TakeOver(t.Context(), TakeOverOptions{Path: there, At: time.Now(), Anyway: true})
	check(t, err)
	check(t, kept.Close())
}
