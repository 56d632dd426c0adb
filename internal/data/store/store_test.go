package store

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tourney/internal/data/database"
	"tourney/internal/fault"
	"tourney/internal/rank"
	"tourney/internal/testkit/databasetest"
	"tourney/internal/tournament"
)

var at = time.Date(2026, 5, 1, 12, 4, 31, 123456000, time.UTC)

// fresh returns a new store, whose changes do not wait for the disk.
func fresh(t testing.TB) *Store {
	t.Helper()
	return databasetest.Open(t, OpenScratch)
}

// lasting returns a new store whose changes survive a power cut, for tests of the disk and benchmarks.
func lasting(t testing.TB) *Store {
	t.Helper()
	return databasetest.Open(t, Open)
}

// freshFile returns a new store in a file at a path, also where a server is named.
func freshFile(t testing.TB, path string) *Store {
	t.Helper()
	return opened(t, databasetest.File(t, path, OpenScratch), OpenScratch)
}

// fileOf returns the file of a store; the test is about files.
func fileOf(t testing.TB, s *Store) *database.File {
	t.Helper()
	f, is := s.file.(*database.File)
	if !is {
		t.Skip("a server has no file")
	}
	return f
}

// rounds returns how often a test repeats a step: less under -short.
func rounds(often, short int) int {
	if testing.Short() {
		return short
	}
	return often
}

func reopen(t testing.TB, path string) *Store {
	t.Helper()
	return opened(t, path, Open)
}

// opened opens a database by a function until the test ends.
func opened(t testing.TB, path string, open func(ctx context.Context, path string) (*Store, error)) *Store {
	t.Helper()
	s, err := open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// sample returns a tournament of n checked-in players whose first round is
// published, 1–2, 3–4, …; the last of an odd number has the bye.
func sample(t testing.TB, slug string, n int) *tournament.Tournament {
	t.Helper()
	settings, err := tournament.PresetNamed("finnish")
	if err != nil {
		t.Fatal(err)
	}
	tn, err := tournament.New(tournament.Info{Slug: slug, Name: "Test " + slug}, settings)
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		p := tournament.Player{Family: fmt.Sprintf("Player%d", i), Rank: rank.Kyu(1 + i%30), Status: tournament.CheckedIn}
		if _, err := tn.AddPlayer(p, tournament.RefuseNamesakes); err != nil {
			t.Fatal(err)
		}
	}
	var games []tournament.Game
	var byes []tournament.PlayerID
	for i := 1; i <= n; i += 2 {
		if i == n {
			byes = append(byes, tournament.PlayerID(i))
			break
		}
		games = append(games, tournament.Game{Black: tournament.PlayerID(i), White: tournament.PlayerID(i + 1), Komi: 13})
	}
	if err := tn.SetDraft(1, games, byes, tournament.Drawn{Seed: 1<<63 + 7}); err != nil {
		t.Fatal(err)
	}
	if err := tn.Publish(1); err != nil {
		t.Fatal(err)
	}
	return tn
}

// save writes a tournament and fails the test on an error.
func save(t testing.TB, s *Store, was, now *tournament.Tournament, e Entry) LogEntry {
	t.Helper()
	var entry LogEntry
	err := s.Tx(t.Context(), func(tx *Tx) (err error) {
		entry, err = tx.Save(was, tournament.Whole{Tournament: now}, e)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return entry
}

func create(t testing.TB, s *Store, tn *tournament.Tournament) {
	t.Helper()
	save(t, s, &tournament.Tournament{}, tn, Entry{By: "Director", At: at, Action: "tournament.create"})
}

func load1(t testing.TB, s *Store, slug string) *tournament.Tournament {
	t.Helper()
	tn, err := s.Tournament(t.Context(), slug)
	if err != nil {
		t.Fatal(err)
	}
	return tn
}

func wantFault(t *testing.T, err error, key string) {
	t.Helper()
	if !fault.Is(err, key) {
		t.Errorf("got %v, want fault %s", err, key)
	}
}

// same compares two tournaments field by field.
func same(t *testing.T, what string, got, want *tournament.Tournament) {
	t.Helper()
	if d := cmp.Diff(want, got, cmp.AllowUnexported(rank.Rating{})); d != "" {
		t.Errorf("%s (-want +got):\n%s", what, d)
	}
}

func TestSaveAndLoad(t *testing.T) {
	s := fresh(t)
	tn := sample(t, "spring-cup", 7)
	create(t, s, tn)
	if tn.Version != 1 {
		t.Errorf("version %d after the first save", tn.Version)
	}
	same(t, "loaded", load1(t, s, "spring-cup"), tn)

	now := tn.Clone()
	if _, _, err := now.Record(tournament.Entry{
		Round: 1, Table: 2, Result: tournament.Result{Outcome: tournament.WhiteWins}, By: "Desk", At: at.Add(time.Hour),
	}); err != nil {
		t.Fatal(err)
	}
	if err := now.SetAttendance(7, 2, tournament.HalfBye); err != nil {
		t.Fatal(err)
	}
	entry := save(t, s, tn, now, Entry{By: "Desk", At: at, Action: "result.record", Args: []any{1, 2, "W+"}})
	same(t, "after a result", load1(t, s, "spring-cup"), now)
	if entry.Version != 2 || len(entry.Changes) != 2 {
		t.Errorf("entry %+v", entry)
	}
	again := save(t, s, now, now.Clone(), Entry{By: "Desk", Action: "nothing"})
	if again.Version != 0 || load1(t, s, "spring-cup").Version != 2 {
		t.Error("saving nothing made a version")
	}
}

func TestThingsThatGo(t *testing.T) {
	s := fresh(t)
	tn := sample(t, "cup", 5)
	create(t, s, tn)
	now := tn.Clone()
	now.Rounds = nil
	now.Players = now.Players[:2]
	save(t, s, tn, now, Entry{Action: "shrink"})
	same(t, "smaller", load1(t, s, "cup"), now)
	last := now.Clone()
	last.Players = nil
	save(t, s, now, last, Entry{Action: "shrink"})
	same(t, "empty", load1(t, s, "cup"), last)
}

func TestSaveRefuses(t *testing.T) {
	s := fresh(t)
	tn := sample(t, "cup", 4)
	create(t, s, tn)
	try := func(was, now *tournament.Tournament, e Entry) error {
		return s.Tx(t.Context(), func(tx *Tx) error {
			_, err := tx.Save(was, tournament.Whole{Tournament: now}, e)
			return err
		})
	}
	wantFault(t, try(&tournament.Tournament{}, sample(t, "cup", 2), Entry{}), "tournament.slug.taken")

	first, second := tn.Clone(), tn.Clone()
	first.Info.Place, second.Info.Place = "Tampere", "Turku"
	if err := try(tn, first, Entry{Action: "edit", Once: "key"}); err != nil {
		t.Fatal(err)
	}
	wantFault(t, try(tn, second, Entry{Action: "edit"}), "tournament.changed")
	third := first.Clone()
	third.Info.Place = "Oulu"
	wantFault(t, try(first, third, Entry{Action: "edit", Once: "key"}), "form.reused")
	same(t, "after refusals", load1(t, s, "cup"), first)

	third = first.Clone()
	third.Info.Place = "Oulu"
	if err := try(first, third, Entry{Action: "undo", Undoes: 2}); err != nil {
		t.Fatal(err)
	}
	fourth := third.Clone()
	fourth.Info.Place = "Kuopio"
	wantFault(t, try(third, fourth, Entry{Action: "undo", Undoes: 2}), "undo.twice")

	gone := third.Clone()
	gone.Info.Slug = "nowhere"
	wantFault(t, try(gone, fourth, Entry{}), "tournament.missing")
	_, err := s.Tournament(t.Context(), "nowhere")
	wantFault(t, err, "tournament.missing")
	_, err = s.Version(t.Context(), "nowhere")
	wantFault(t, err, "tournament.missing")
}

func TestNothingOfAFailedTransactionStays(t *testing.T) {
	s := fresh(t)
	tn := sample(t, "cup", 4)
	create(t, s, tn)
	now := tn.Clone()
	now.Info.Place = "Tampere"
	stop := errors.New("stop")
	err := s.Tx(t.Context(), func(tx *Tx) error {
		if _, err := tx.Save(tn, tournament.Whole{Tournament: now}, Entry{Action: "edit"}); err != nil {
			return err
		}
		return stop
	})
	if !errors.Is(err, stop) {
		t.Fatal(err)
	}
	same(t, "rolled back", load1(t, s, "cup"), tn)
	if err := s.Verify(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestReferencesAreHeld(t *testing.T) {
	s := fresh(t)
	tn := sample(t, "cup", 4)
	create(t, s, tn)
	now := tn.Clone()
	now.Players = now.Players[:3] // number 4 sits at table 2
	err := s.Tx(t.Context(), func(tx *Tx) error {
		_, err := tx.Save(tn, tournament.Whole{Tournament: now}, Entry{Action: "break"})
		return err
	})
	if err == nil {
		t.Error("a player with a game could be deleted")
	}
	same(t, "unharmed", load1(t, s, "cup"), tn)
}

func TestList(t *testing.T) {
	s := fresh(t)
	for i, slug := range []string{"old", "new", "undated"} {
		tn := sample(t, slug, i+2)
		if slug != "undated" {
			tn.Info.Begin = tournament.DateOf(at.AddDate(i, 0, 0))
		}
		create(t, s, tn)
	}
	left := sample(t, "left", 4) // after a game, and before one
	gone := tournament.Player{Family: "Gone", Rank: rank.Dan1, Status: tournament.Withdrawn}
	id, err := left.AddPlayer(gone, tournament.RefuseNamesakes)
	left.Players[0].Status = tournament.Withdrawn
	if err != nil || left.Participation().Has(id) || !left.Participation().Has(left.Players[0].ID) {
		t.Fatalf("%v; the players of the sample have changed", err)
	}
	create(t, s, left)
	list, err := s.Catalogue().Find(t.Context(), Search{}, Page{Most: 9})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range list {
		got = append(got, fmt.Sprintf("%s %d/%d %d", e.Slug, e.Current, e.Rounds, e.Players))
	}
	if d := cmp.Diff([]string{"new 1/5 3", "old 1/5 2", "left 1/5 4", "undated 1/5 4"}, got); d != "" {
		t.Error(d)
	}
}

// addPlayer adds a player to the tournament "cup" in one transaction.
func addPlayer(ctx context.Context, s *Store, family, given string) error {
	return s.Tx(ctx, func(tx *Tx) error {
		was, err := tx.Tournament("cup")
		if err != nil {
			return err
		}
		now := was.Clone()
		if _, err := now.AddPlayer(tournament.Player{Family: family, Given: given, Rank: rank.Dan1}, tournament.RefuseNamesakes); err != nil {
			return err
		}
		_, err = tx.Save(was, tournament.Whole{Tournament: now}, Entry{By: family, At: at, Action: "player.add"})
		return err
	})
}

// TestLosesNoWrite has 20 writers change one tournament at the same time while
// others read it.
func TestLosesNoWrite(t *testing.T) {
	writers, each := rounds(20, 5), rounds(10, 4)
	s := fresh(t)
	create(t, s, sample(t, "cup", 2))
	stop, stopped := context.WithCancel(t.Context())
	defer stopped()
	faults := make(chan error, writers+1)
	for w := range writers {
		go func() {
			for i := range each {
				if err := addPlayer(t.Context(), s, fmt.Sprintf("Writer%d", w), fmt.Sprint(i)); err != nil {
					faults <- fmt.Errorf("writer %d: %w", w, err)
					return
				}
			}
			faults <- nil
		}()
	}
	reader := make(chan error)
	go func() {
		for stop.Err() == nil {
			// A reader sees one state as a whole: every version added one player.
			if tn, err := s.Tournament(context.WithoutCancel(stop), "cup"); err != nil || len(tn.Players) != tn.Version+1 {
				reader <- fmt.Errorf("version %d has %d players: %w", tn.Version, len(tn.Players), err)
				return
			}
		}
		reader <- nil
	}()
	for range writers {
		if err := <-faults; err != nil {
			t.Error(err)
		}
	}
	stopped()
	if err := <-reader; err != nil {
		t.Error(err)
	}
	tn := load1(t, s, "cup")
	if len(tn.Players) != 2+writers*each || tn.Version != 1+writers*each {
		t.Errorf("%d players in version %d", len(tn.Players), tn.Version)
	}
	if err := s.Verify(t.Context()); err != nil {
		t.Error(err)
	}
}

// TestTwoPrograms writes to one file through two stores, like a server and a
// command beside it.
func TestTwoPrograms(t *testing.T) {
	const writers, each = 6, 5
	path := databasetest.File(t, filepath.Join(t.TempDir(), "test.db"), Open)
	stores := []*Store{reopen(t, path), reopen(t, path)}
	create(t, stores[0], sample(t, "cup", 2))
	var all sync.WaitGroup
	for w := range writers {
		all.Go(func() {
			for i := range each {
				if err := addPlayer(t.Context(), stores[w%2], fmt.Sprintf("Writer%d", w), fmt.Sprint(i)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	for _, s := range stores {
		if tn := load1(t, s, "cup"); len(tn.Players) != 2+writers*each {
			t.Errorf("%d players", len(tn.Players))
		}
	}
}
