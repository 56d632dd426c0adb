package director

import (
	"bytes"
	"context"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tourney/internal/app/accounts"
	"tourney/internal/app/updates"
	"tourney/internal/data/store"
	"tourney/internal/fault"
	"tourney/internal/testkit/databasetest"
	"tourney/internal/tournament"
)

// pair returns two directors over the same data: two instances at a server, else two programs with one file. Both
// receive the changes of the other.
func pair(t *testing.T) (here, there *Director) {
	t.Helper()
	return pairAt(t, dataPlace(t))
}

// dataPlace returns the address or the path of the data of a pair.
func dataPlace(t *testing.T) string {
	t.Helper()
	databasetest.Parallel(t)
	return databasetest.Place(t, filepath.Join(t.TempDir(), "test.db"), store.OpenScratch)
}

// pairAt returns a pair with the data at an address.
func pairAt(t *testing.T, place string) (here, there *Director) {
	t.Helper()
	var both []*Director
	for range 2 {
		s, err := store.OpenScratch(t.Context(), place)
		must(t, err)
		t.Cleanup(func() { must(t, s.Close()) })
		d := New(s, (&clock{}).now)
		hear(t, d)
		both = append(both, d)
	}
	return both[0], both[1]
}

// hear has a director receive changes by others until the test ends.
func hear(t *testing.T, d *Director) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	ready, done := make(chan struct{}), make(chan struct{})
	go func() { d.ReceiveNotifications(ctx, func() { close(ready) }); close(done) }()
	t.Cleanup(func() { stop(); <-done })
	<-ready
	if !isSure(d) {
		t.Fatal("changes of others are not received")
	}
}

// isSure reports whether a director receives every change.
func isSure(d *Director) bool {
	d.versions.mu.Lock()
	defer d.versions.mu.Unlock()
	return d.versions.complete
}

// unheard runs do while a director has lost its connection to the server. With a file it only runs do: notifications of
// a file arrive later.
func unheard(t *testing.T, deaf *Director, place string, do func()) {
	t.Helper()
	if os.Getenv(databasetest.Variable) == "" {
		do()
		return
	}
	again := databasetest.Deafen(t, place)
	eventually(t, "nothing is heard", func() bool { return !isSure(deaf) })
	do()
	again()
}

// tells waits until subscribers receive a version.
func tells(t *testing.T, events <-chan updates.Event, version int) {
	t.Helper()
	eventually(t, "the change is told", func() bool {
		select {
		case e := <-events:
			return e.Version == version
		default:
			return false
		}
	})
}

// eventually waits until is returns true.
func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !is(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("never: %s", what)
		}
	}
}

// latestVersion returns the version that an instance shows.
func latestVersion(t *testing.T, d *Director) int {
	t.Helper()
	s, err := d.Latest(t.Context(), "cup")
	must(t, err)
	return s.Tournament.Version
}

// Each instance shows the changes of the other and sends them to its subscribers.
func TestHearsOfOtherInstances(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	here, there := pair(t)
	playing(t, here, 6)
	was := latestVersion(t, there)
	events, cancel := there.Subscribe("cup")
	defer cancel()
	must(t, enter(here, anna, 1, 1, 0, tournament.BlackWins))
	var topics []updates.Topic
	for len(topics) == 0 || topics[len(topics)-1] != updates.Standings && topics[0] != updates.Refresh {
		select {
		case e := <-events:
			if e.What == updates.Refresh && e.Version == was {
				continue // a notification of an earlier write to the file
			}
			if e.Slug != "cup" || e.Version != was+1 {
				t.Errorf("event %+v after version %d", e, was)
			}
			topics = append(topics, e.What)
		case <-time.After(20 * time.Second):
			t.Fatalf("heard %v", topics)
		}
	}
	want := []updates.Topic{updates.Results, updates.Standings}
	if os.Getenv(databasetest.Variable) == "" {
		want = []updates.Topic{updates.Refresh} // the notification of a file has no details
	}
	if d := cmp.Diff(want, topics); d != "" {
		t.Errorf("topics (-want +got):\n%s", d)
	}
	if got := latestVersion(t, there); got != was+1 {
		t.Errorf("version %d is shown, want %d", got, was+1)
	}
	if got := latestVersion(t, here); got != was+1 {
		t.Errorf("version %d is shown where it was made, want %d", got, was+1)
	}
}

// While an instance receives every change, it shows the latest version without reading the data.
func TestLatestAsksOnce(t *testing.T) {
	here, _ := pair(t)
	playing(t, here, 6)
	eventually(t, "certain", func() bool {
		latestVersion(t, here)
		s, _ := here.versions.latestComplete("cup")
		return s != nil
	})
	for table := 1; table <= 3; table++ {
		was := latestVersion(t, here)
		must(t, enter(here, anna, 1, table, 0, tournament.BlackWins))
		if got := latestVersion(t, here); got != was+1 {
			t.Errorf("version %d is shown after version %d was saved", got, was+1)
		}
	}
	here.versions.setComplete(false)
	latestVersion(t, here)
	if s, _ := here.versions.latestComplete("cup"); s != nil {
		t.Error("a version is certain while changes may be missed")
	}
}

// A notification between the reading and the caching of a version makes the version uncertain.
func TestNothingHeardIsMissed(t *testing.T) {
	var v versions
	s := &Snapshot{Tournament: &tournament.Tournament{Info: tournament.Info{Slug: "cup"}}}
	for _, tt := range []struct {
		what    string
		between func()
		want    bool
	}{
		{"nothing", func() {}, true},
		{"a change", func() { v.markStale("cup") }, false},
		{"a lost connection", func() { v.setComplete(false); v.setComplete(true) }, false},
		{"a deletion", func() { v.forget("cup"); v.keep(s, 0) }, false},
	} {
		v.setComplete(true)
		v.keep(s, 0)
		_, mark := v.latestComplete("cup")
		tt.between()
		v.settle(s, mark)
		if is, _ := v.latestComplete("cup"); (is != nil) != tt.want {
			t.Errorf("%s between: certain %t, want %t", tt.what, is != nil, tt.want)
		}
	}
}

// After another instance deletes a tournament, its subscriptions end and Latest returns an error.
func TestHearsOfDeletion(t *testing.T) {
	here, there := pair(t)
	if os.Getenv(databasetest.Variable) == "" {
		t.Skip("programs with one file do not tell one another what they do")
	}
	cup(t, here, 4)
	latestVersion(t, there)
	events, cancel := there.Subscribe("cup")
	defer cancel()
	must(t, here.Catalogue().Delete(t.Context(), accounts.Session{User: "Anna"}, "cup"))
	for range events { //nolint:revive // until it is closed
	}
	if _, err := there.Latest(t.Context(), "cup"); err == nil {
		t.Error("a deleted tournament is shown")
	}
}

// An erasure at one instance removes the person from the memory of another one.
func TestHearsOfForgetting(t *testing.T) {
	here, there := pair(t)
	if os.Getenv(databasetest.Variable) == "" {
		t.Skip("programs with one file do not tell one another what they do")
	}
	playing(t, here, 6)
	_, err := there.Past(t.Context(), "cup", 2)
	must(t, err)
	latestVersion(t, there)
	must(t, here.PersonalData().Forget(t.Context(), here.On(anna, "cup"), 1, state(t, here).Player(1).Name()))
	eventually(t, "past states are dropped", func() bool {
		there.past.mu.Lock()
		defer there.past.mu.Unlock()
		return len(there.past.known) == 0
	})
	s, err := there.Latest(t.Context(), "cup")
	must(t, err)
	if was, is := state(t, here).Player(1).Name(), s.Tournament.Player(1).Name(); is != was {
		t.Errorf("player 1 is %q, and %q where they were forgotten", is, was)
	}
}

// After a lost connection no cached version is certain, and subscribers get the missed changes.
func TestCatchesUpAfterLostConnection(t *testing.T) {
	address, named := databasetest.Address(t)
	if !named {
		t.Skip(databasetest.Variable + " names no server of PostgreSQL")
	}
	open := func() *Director {
		s, err := store.Open(t.Context(), address)
		must(t, err)
		t.Cleanup(func() { must(t, s.Close()) })
		return New(s, (&clock{}).now)
	}
	here, there := open(), open()
	playing(t, here, 8)
	hear(t, there)
	eventually(t, "hears of changes", func() bool {
		latestVersion(t, there)
		s, _ := there.versions.latestComplete("cup")
		return s != nil
	})
	events, cancel := there.Subscribe("cup")
	defer cancel()
	for table := 1; table <= 4; table++ {
		again := databasetest.Deafen(t, address)
		must(t, enter(here, anna, 1, table, 0, tournament.BlackWins))
		again()
		version := state(t, here).Version
		tells(t, events, version)
		eventually(t, "certain again", func() bool {
			if got := latestVersion(t, there); got != version {
				t.Fatalf("version %d is shown, want %d", got, version)
			}
			s, _ := there.versions.latestComplete("cup")
			return s != nil
		})
	}
}

// Subscribers get a missed change, even if their instance has read it since.
func TestTellsWhatWasMissedAndSeen(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	place := dataPlace(t)
	here, there := pairAt(t, place)
	playing(t, here, 8)
	events, cancel := there.Subscribe("cup")
	defer cancel()
	var version int
	unheard(t, there, place, func() {
		must(t, enter(here, anna, 1, 1, 0, tournament.BlackWins))
		if version = state(t, here).Version; state(t, there).Version != version {
			t.Fatal("a desk is shown an old version")
		}
	})
	tells(t, events, version)
}

// Subscribers get a missed change after the server is readable again.
func TestTellsWhatWasMissedLater(t *testing.T) {
	address, named := databasetest.Address(t)
	if !named {
		t.Skip(databasetest.Variable + " names no server of PostgreSQL")
	}
	here, there := pairAt(t, address)
	playing(t, here, 8)
	events, cancel := there.Subscribe("cup")
	defer cancel()
	var version int
	unheard(t, there, address, func() {
		must(t, enter(here, anna, 1, 1, 0, tournament.BlackWins))
		version = state(t, here).Version
		databasetest.Do(t, address, "alter table tournaments rename to hidden")
	})
	eventually(t, "hears again", func() bool { return isSure(there) })
	databasetest.Do(t, address, "alter table hidden rename to tournaments")
	tells(t, events, version)
}

// The subscriptions of a tournament end after a missed deletion.
func TestMissesDeletion(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	place := dataPlace(t)
	here, there := pairAt(t, place)
	cup(t, here, 4)
	events, cancel := there.Subscribe("cup")
	defer cancel()
	unheard(t, there, place, func() {
		must(t, here.Catalogue().Delete(t.Context(), accounts.Session{User: "Anna"}, "cup"))
	})
	eventually(t, "the subscription ends", func() bool {
		select {
		case _, open := <-events:
			return !open
		default:
			return false
		}
	})
}

// After a missed erasure the memory contains nothing of the person.
func TestMissesForgetting(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	place := dataPlace(t)
	here, there := pairAt(t, place)
	playing(t, here, 6)
	latestVersion(t, there)
	name := state(t, here).Player(1).Name()
	unheard(t, there, place, func() {
		_, err := there.Past(t.Context(), "cup", 3)
		must(t, err)
		must(t, here.PersonalData().Forget(t.Context(), here.On(anna, "cup"), 1, name))
	})
	eventually(t, "a past state without the name", func() bool {
		past, err := there.Past(t.Context(), "cup", 3)
		must(t, err)
		return past.Tournament.Player(1).Name() != name
	})
}

// After missed moves of a live game its delays are followed.
func TestMissesLiveMoves(t *testing.T) {
	here, w, game := liveCup(t)
	kept, err := store.Open(t.Context(), here.store.Path())
	must(t, err)
	t.Cleanup(func() { must(t, kept.Close()) })
	there := New(kept, w.time)
	hear(t, there)
	there.live.release(t.Context(), "cup") // nothing yet
	record(t, here, game, "E5 D4 C3")
	eventually(t, "it is followed", func() bool {
		there.live.mu.Lock()
		defer there.live.mu.Unlock()
		return there.live.followed["cup"]
	})
}

// A version is not confused with the same version of a new tournament after missed changes.
func TestMissesAnother(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	place := dataPlace(t)
	here, there := pairAt(t, place)
	set := func(withdrawn tournament.PlayerID) (version int) {
		cup(t, here, 4)
		must(t, here.On(anna, "cup").Because("wrong entry").SetStatus(t.Context(), withdrawn, tournament.Withdrawn))
		return state(t, here).Version
	}
	was := set(1)
	unheard(t, there, place, func() {
		state(t, there)
		must(t, here.Catalogue().Delete(t.Context(), accounts.Session{User: "Anna"}, "cup"))
		if is := set(2); is != was {
			t.Fatalf("version %d, and %d before", is, was)
		}
	})
	eventually(t, "the other tournament is shown", func() bool {
		s, err := there.Latest(t.Context(), "cup")
		must(t, err)
		return s.Tournament.Player(2).Status == tournament.Withdrawn
	})
}

// Subscribers get a change that the server committed before the connection broke.
func TestTellsWhatWasNotAnswered(t *testing.T) {
	address, named := databasetest.Address(t)
	if !named {
		t.Skip(databasetest.Variable + " names no server of PostgreSQL")
	}
	line, lose := lossy(t, address)
	here, there := pairAt(t, line)
	playing(t, here, 8)
	events, cancel := here.Subscribe("cup")
	defer cancel()
	was := state(t, there).Version
	lose.Store(true)
	if err := enter(here, anna, 1, 1, 0, tournament.BlackWins); !fault.Is(err, "database.server.down") {
		t.Fatalf("%v, and the answer was lost", err)
	}
	lose.Store(false)
	if is := state(t, there).Version; is != was+1 {
		t.Fatalf("version %d after %d was not answered", is, was+1)
	}
	tells(t, events, was+1)
}

// They also get one whose request was cancelled before the answer.
func TestTellsWhatWasLeftBehind(t *testing.T) {
	address, named := databasetest.Address(t)
	if !named {
		t.Skip(databasetest.Variable + " names no server of PostgreSQL")
	}
	ctx, leave := context.WithCancel(t.Context())
	gone := make(chan struct{})
	line, lose := atCommits(t, address, func() { leave(); <-gone })
	here, there := pairAt(t, line)
	playing(t, here, 8)
	events, cancel := here.Subscribe("cup")
	defer cancel()
	was, g := state(t, there).Version, state(t, here).Round(1).At(1)
	lose.Store(true)
	_, err := here.On(anna, "cup").Enter(ctx, tournament.Entry{Round: 1, Table: 1, Seen: g.Revision, Result: tournament.Result{Outcome: tournament.BlackWins}})
	lose.Store(false)
	close(gone)
	if is := state(t, there).Version; err == nil || is != was+1 {
		t.Fatalf("version %d after %d was left behind: %v", is, was+1, err)
	}
	tells(t, events, was+1)
}

// lossy returns the address of a proxy to a server. While lose is set, it breaks the connection after each commit
// before the answer.
func lossy(t *testing.T, address string) (line string, lose *atomic.Bool) {
	return atCommits(t, address, nil)
}

// atCommits is lossy with a callback before the connection breaks.
func atCommits(t *testing.T, address string, do func()) (line string, lose *atomic.Bool) {
	t.Helper()
	u, err := url.Parse(address)
	must(t, err)
	server := u.Host
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	t.Cleanup(func() { _ = listener.Close() })
	u.Host, lose = listener.Addr().String(), new(atomic.Bool)
	go func() {
		for {
			near, err := listener.Accept()
			if err != nil {
				return
			}
			far, err := net.Dial("tcp", server)
			if err != nil {
				_ = near.Close()
				return
			}
			var commits atomic.Bool
			go pass(far, near, func(part []byte) bool {
				if lose.Load() && bytes.Contains(part, []byte("commit")) {
					commits.Store(true)
				}
				return true
			})
			go pass(near, far, func([]byte) bool {
				if commits.Load() && do != nil {
					do()
				}
				return !commits.Load()
			})
		}
	}()
	return u.String(), lose
}

// pass forwards data of a connection until its end, or until passes returns false.
func pass(to, from net.Conn, passes func(part []byte) bool) {
	defer to.Close()
	defer from.Close()
	part := make([]byte, 1<<16)
	for {
		n, err := from.Read(part)
		if err != nil || !passes(part[:n]) {
			return
		}
		if _, err := to.Write(part[:n]); err != nil {
			return
		}
	}
}

// After an unreadable notification, as from a newer program, no cached data are certain.
func TestHearsUnreadable(t *testing.T) {
	d := fresh(t)
	playing(t, d, 6)
	_, err := d.Past(t.Context(), "cup", 3)
	must(t, err)
	e := subscriber{t.Context(), d, func() {}, time.NewTimer(time.Hour)}
	e.other(store.Notification{})
	if d.versions.get("cup") != nil || len(d.past.known) != 0 {
		t.Error("something is left in memory")
	}
	eventually(t, "subscribers are to be told", func() bool {
		select {
		case <-e.missed.C:
			return true
		default:
			return false
		}
	})
}

// When an instance starts to receive every change, earlier subscribers may have missed one and get one Refresh. Later
// subscribers get none: they have loaded the tournament since.
func TestRefreshesEarlierSubscribers(t *testing.T) {
	d := fresh(t)
	cup(t, d, 4)
	e := subscriber{t.Context(), d, func() {}, time.NewTimer(time.Hour)}
	early, cancel := d.Subscribe("cup")
	defer cancel()
	for _, tt := range []struct {
		what string
		do   func()
	}{
		{"listening begins", func() { e.complete(true) }},
		{"a connection is lost", func() { e.complete(false); e.complete(true) }},
		{"a change is not confirmed", func() { e.own(store.Notification{Slug: "cup"}, context.Canceled) }},
		{"a change cannot be read", func() { e.other(store.Notification{}) }},
	} {
		tt.do()
		late, cancel := d.Subscribe("cup")
		for range 2 {
			if !e.caughtUp() {
				t.Fatalf("%s: the data cannot be read", tt.what)
			}
		}
		if diff := cmp.Diff([]updates.Topic{updates.Refresh}, taken(t, d, early)); diff != "" {
			t.Errorf("%s: the earlier subscriber (-want +got):\n%s", tt.what, diff)
		}
		if got := taken(t, d, late); got != nil {
			t.Errorf("%s: the later subscriber gets %v", tt.what, got)
		}
		cancel()
	}
}

// After the acknowledgement of a version, no reader of either instance gets an older one.
func TestLatestIsNeverBehindAtHome(t *testing.T) {
	here, there := pair(t)
	playing(t, here, 16)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for table := 5; table <= 8; table++ {
			if err := enter(there, bert, 1, table, 0, tournament.WhiteWins); err != nil {
				t.Error(err)
			}
		}
	}()
	for table := 1; table <= 4; table++ {
		must(t, enter(here, anna, 1, table, 0, tournament.BlackWins))
		s, err := here.Latest(t.Context(), "cup")
		must(t, err)
		if s.Tournament.Round(1).At(table).Result.Outcome != tournament.BlackWins {
			t.Errorf("table %d has no result after it was saved", table)
		}
	}
	<-done
	want := state(t, here).Version
	for _, d := range []*Director{here, there} {
		eventually(t, "both show the last version", func() bool { return latestVersion(t, d) == want })
	}
	var tables []int
	for _, g := range state(t, there).Round(1).Games {
		if g.Result.Outcome != tournament.Unknown {
			tables = append(tables, g.Table)
		}
	}
	slices.Sort(tables)
	if d := cmp.Diff([]int{1, 2, 3, 4, 5, 6, 7, 8}, tables); d != "" {
		t.Errorf("tables with results (-want +got):\n%s", d)
	}
}
