package database

import (
	"context"
	"testing"
	"time"

	"gorm.io/gorm"
)

// A write by another program is detected at any time. A write or a checkpoint by this program is not mistaken for one.
func TestForeign(t *testing.T) {
	f := opened(t)
	add := func(f *File) {
		t.Helper()
		must(t, f.Tx(t.Context(), Write{Do: func(db *gorm.DB) error { return db.Exec("insert into things values (null, 'a')").Error }}))
	}
	emptied := func() {
		t.Helper()
		for whole := false; !whole; time.Sleep(time.Millisecond) { // the other program may checkpoint at this moment
			var err error
			whole, err = f.Checkpoint()
			must(t, err)
		}
	}
	other, err := Open(f.Path())
	must(t, err)
	must(t, other.Connect(t.Context()))
	t.Cleanup(func() { must(t, other.Close()) })
	known, err := f.pages.foreign()
	must(t, err)
	for _, followed := range []bool{false, true} {
		if followed {
			f.Pages().Now()
		}
		for _, tt := range []struct {
			what string
			do   func()
			want bool
		}{
			{"nothing", func() {}, false},
			{"a write of its own", func() { add(f) }, false},
			{"an emptied log", func() { add(f); emptied(); add(f); emptied() }, false},
			{"a file written anew", func() {
				_, err := f.Vacuum(t.Context())
				must(t, err)
			}, false},
			{"a write of another program", func() { add(other) }, true},
			{"one before a write of its own", func() { add(other); add(f) }, true},
			{"one before the log is emptied", func() { add(f); add(other); emptied() }, true},
			{"one while the log is emptied", func() {
				add(f)
				f.checkpointer.mu.Lock()
				defer f.checkpointer.mu.Unlock()
				_, err := f.pages.empty(f.checkpointer.conn, func() (bool, error) {
					add(other)
					return f.checkpointer.checkpointAs("truncate")
				})
				must(t, err)
			}, true},
			{"one before it is known who follows", func() { add(other); f.Pages().Now() }, true},
		} {
			tt.do()
			now, err := f.pages.foreign()
			must(t, err)
			if noticed := now != known; noticed != tt.want {
				t.Errorf("%s, followed %t: noticed %t, want %t", tt.what, followed, noticed, tt.want)
			}
			known = now
		}
	}
}

// After a file could not be read for a while, a listener is sure again.
func TestListensAgain(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	f := opened(t)
	ctx, stop := context.WithCancel(t.Context())
	heard, done := make(chan bool, 1), make(chan struct{})
	go func() {
		defer close(done)
		f.Listen(ctx, Listener{Complete: func(is bool) {
			select {
			case heard <- is:
			case <-ctx.Done():
			}
		}})
	}()
	defer func() { stop(); <-done }()
	becomes := func(want bool) {
		t.Helper()
		for late := time.After(20 * time.Second); ; {
			select {
			case is := <-heard:
				if is == want {
					return
				}
			case <-late:
				t.Fatalf("never sure: %t", want)
			}
		}
	}
	ask := func(db *gorm.DB) (was *gorm.DB) {
		f.pages.mu.Lock()
		defer f.pages.mu.Unlock()
		was, f.pages.writer = f.pages.writer, db
		return was
	}
	becomes(true)
	gone, err := ReadOnly(f.Path())
	must(t, err)
	must(t, Close(gone))
	writer := ask(gone)
	becomes(false)
	ask(writer)
	becomes(true)
}
