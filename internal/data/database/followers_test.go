package database

import (
	"context"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"gorm.io/gorm"
)

// things makes a file with an empty table.
func things(t interface{ Fatal(...any) }, path string) {
	must(t, os.WriteFile(path, nil, 0o600))
	db, err := Migrating(path)
	must(t, err)
	must(t, db.Exec("create table things (id integer primary key, body blob)").Error)
	must(t, Close(db))
}

// opened returns an open file with an empty table.
func opened(t *testing.T) *File {
	t.Helper()
	path := filepath.Join(t.TempDir(), "here.db")
	things(t, path)
	f, err := Open(path)
	must(t, err)
	must(t, f.Connect(t.Context()))
	t.Cleanup(func() { must(t, f.Close()) })
	return f
}

// A writer waits for a follower that responds, and for no other.
func TestConfirmed(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	f := opened(t)
	pages := f.Pages()
	write := func() Mark {
		t.Helper()
		must(t, f.Tx(t.Context(), Write{Do: func(db *gorm.DB) error { return db.Exec("insert into things values (null, 'a')").Error }}))
		now, _ := pages.Now()
		return now
	}
	confirmed := func() <-chan struct{} {
		done := make(chan struct{})
		go func() { pages.Confirmed(context.Background()); close(done) }()
		return done
	}
	waits := func(done <-chan struct{}) {
		t.Helper()
		select {
		case <-done:
			t.Error("it does not wait")
		case <-time.After(20 * time.Millisecond):
		}
	}
	<-confirmed() // without a follower
	pages.Confirm("b", Mark{})
	write()
	<-confirmed()
	if b := pages.Followers()["b"]; b.Behind.IsZero() {
		t.Error("who has nothing is said to have everything")
	}
	was, _ := pages.Now()
	now := write()
	pages.Confirm("b", was)
	isNotAwaited(t, pages)
	pages.Confirm("b", now) // writers wait for it from here on
	if b := pages.Followers()["b"]; !b.Behind.IsZero() || b.Mark != now {
		t.Errorf("it is %+v", b)
	}
	write()
	now = write()
	done := confirmed()
	waits(done)
	pages.Confirm("b", Mark{now.Opening, now.Change - 1}) // a step forward
	waits(done)
	pages.Confirm("b", now)
	<-done
	now = write()
	done = confirmed()
	waits(done)
	pages.Lose("b")
	<-done
	pages.Confirm("b", now)
	was = now
	now = write()
	<-confirmed() // b sends nothing: after a timeout writers do not wait for it
	isNotAwaited(t, pages)
	for range 3 { // nor if it polls without progress, as with a full disk
		pages.Confirm("b", was)
		isNotAwaited(t, pages)
		was, now = now, write()
	}
	pages.Confirm("b", now)
	write()
	waits(confirmed())
}

// isNotAwaited checks that writers do not wait for b, and that b does not count as complete.
func isNotAwaited(t *testing.T, pages *Pages) {
	t.Helper()
	now, _ := pages.Now()
	if names, _ := pages.followers.lacking(now); len(names) > 0 {
		t.Errorf("one who lacks something from before is waited for")
	}
	if b := pages.Followers()["b"]; b.Behind.IsZero() {
		t.Error("who lacks a change is said to have everything")
	}
}

// A follower that starts during writes has every change that was acknowledged without waiting for it.
func TestConfirmWhileOthersWrite(t *testing.T) {
	f := opened(t)
	must(t, f.SkipSync(t.Context()))
	pages := f.Pages()
	pages.Confirm("b", Mark{})
	var acknowledged atomic.Uint64
	done := make(chan struct{})
	go func() {
		defer close(done)
		for range 300 {
			if err := f.Tx(t.Context(), Write{Do: func(db *gorm.DB) error { return db.Exec("insert into things values (null, 'a')").Error }}); err != nil {
				t.Error(err)
			}
			now, _ := pages.Now()
			if names, _ := pages.followers.lacking(now); len(names) == 0 {
				acknowledged.Store(now.Change)
			}
		}
	}()
	for {
		mark, _ := pages.Now()
		pages.Confirm("b", mark)
		if b := pages.Followers()["b"]; b.Behind.IsZero() && acknowledged.Load() > mark.Change {
			t.Errorf("it is said to have everything with %d, and %d was acknowledged", mark.Change, acknowledged.Load())
		}
		pages.Lose("b")
		select {
		case <-done:
			return
		default:
		}
	}
}

// A change closes the channel of Now; anything else does not.
func TestNews(t *testing.T) {
	f := opened(t)
	pages := f.Pages()
	was, news := pages.Now()
	must(t, f.Tx(t.Context(), Write{Do: func(*gorm.DB) error { return nil }}))
	if now, _ := pages.Now(); now != was {
		t.Errorf("nothing brought %v to %v", was, now)
	}
	must(t, f.Tx(t.Context(), Write{Do: func(db *gorm.DB) error { return db.Exec("insert into things values (1, 'a')").Error }}))
	select {
	case <-news:
	default:
		t.Error("nobody was told")
	}
	set, known, err := pages.Since(t.Context(), was, 100)
	if err != nil || !known || len(set.Numbers) == 0 || len(set.Numbers) > 3 {
		t.Errorf("one row is %v, %v, %v", set.Numbers, known, err)
	}
	if _, known, _ := pages.Since(t.Context(), was, 0); known {
		t.Error("more pages than may be are known")
	}
	if _, known, _ := pages.Since(t.Context(), Mark{Opening: "another", Change: 1}, 100); known {
		t.Error("the state of another opening is known")
	}
}

// While the log cannot be read no follower counts as complete, and no pages are sent.
func TestUnreadableLog(t *testing.T) {
	f := opened(t)
	closed, err := os.Open(f.Path())
	must(t, err)
	must(t, closed.Close())
	pages := newPages(&openFile{path: f.Path(), db: f.db, wal: closed}, f.Writer(), f.Read)
	if _, err := pages.Differing(t.Context(), nil, 100); err == nil {
		t.Error("pages are sent")
	}
	if _, _, err := pages.Since(t.Context(), Mark{}, 100); err == nil {
		t.Error("it is said what has changed")
	}
	now, _ := pages.Now()
	pages.Confirm("b", now)
	if b := pages.Followers()["b"]; b.Behind.IsZero() {
		t.Error("who has nothing is said to have everything")
	}
}

// ReadEntry neither panics nor returns impossible pages, for any content of a journal.
func FuzzReadEntry(f *testing.F) {
	for _, s := range []PageSet{
		{Mark: Mark{"a", 3}},
		{Mark: Mark{"a", 4}, Size: 512, Count: 2, Numbers: []uint32{2}, Data: make([]byte, 512)},
	} {
		entry, err := s.Entry()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(entry)
		f.Add(append(entry, entry[:20]...))
	}
	f.Fuzz(func(t *testing.T, all []byte) {
		for rest := all; ; {
			s, next, whole := ReadEntry(rest)
			if !whole {
				return
			}
			if s.Size != 0 && s.check() != nil {
				t.Fatalf("%+v", s)
			}
			rest = next
		}
	})
}
