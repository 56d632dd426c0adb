package database

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"tourney/internal/fault"

	"gorm.io/gorm"
)

// A crowd is a set of writers of one file. Each inserts a row with its number.
type crowd struct {
	*testing.T
	file *File
	// done has the outcomes of the writers, in the order of Done: "2", or "2: error".
	done []string
	// seen has for each writer the numbers that it read.
	seen map[int][]int
}

func newCrowd(t *testing.T) *crowd {
	path := filepath.Join(t.TempDir(), "a.db")
	file, err := Open(path)
	must(t, err)
	schema, err := Migrating(path)
	must(t, err)
	must(t, schema.Exec("create table rows (n int primary key)").Error)
	must(t, Close(schema))
	must(t, file.Connect(t.Context()))
	t.Cleanup(func() { must(t, file.Close()) })
	_, _ = file.Pages().Now() // starts to count commits
	return &crowd{T: t, file: file, seen: map[int][]int{}}
}

// write returns a writer that calls then after inserting its row.
func (c *crowd) write(n int, shares bool, then func() error) Write {
	return Write{
		Shares: shares,
		Do: func(db *gorm.DB) error {
			c.seen[n] = numbers(c.T, db)
			if err := db.Exec("insert into rows values (?)", n).Error; err != nil {
				return err
			}
			return then()
		},
		Done: func(err error) {
			if err != nil {
				c.done = append(c.done, fmt.Sprint(n, ": ", err))
				return
			}
			c.done = append(c.done, fmt.Sprint(n))
		},
	}
}

func numbers(t *testing.T, db *gorm.DB) (list []int) {
	must(t, db.Raw("select n from rows order by n").Scan(&list).Error)
	return list
}

// commits returns the number of commits.
func (c *crowd) commits() int {
	now, _ := c.file.Pages().Now()
	return int(now.Change) - 1
}

// waiting returns once the queue has n writers.
func (c *crowd) waiting(n int) {
	for {
		c.file.queue.mu.Lock()
		are := len(c.file.queue.waiting)
		c.file.queue.mu.Unlock()
		if are == n {
			return
		}
		runtime.Gosched()
	}
}

// all queues the writers in order while the first one is writing, and returns their errors.
func (c *crowd) all(writers ...func() error) []error {
	errs := make([]error, len(writers))
	var writing sync.WaitGroup
	first := c.write(0, true, func() error {
		for i, w := range writers {
			writing.Go(func() { errs[i] = w() })
			c.waiting(i + 1)
		}
		return nil
	})
	must(c.T, c.file.Tx(c.Context(), first))
	writing.Wait()
	return errs
}

// step returns a writer of the crowd.
func (c *crowd) step(n int, shares bool, then func() error) func() error {
	return func() error { return c.file.Tx(c.Context(), c.write(n, shares, then)) }
}

func fine() error { return nil }

func (c *crowd) expect(commits int, rows []int, done []string) {
	c.Helper()
	if n := c.commits(); n != commits {
		c.Errorf("%d transactions, want %d", n, commits)
	}
	if is := numbers(c.T, c.file.Reader()); !slices.Equal(is, rows) {
		c.Errorf("rows %v, want %v", is, rows)
	}
	if !slices.Equal(c.done, done) {
		c.Errorf("told %q, want %q", c.done, done)
	}
}

// Queued writers use the same transaction, in first-in, first-out order, and see the changes of the writers before.
func TestThoseWhoWaitWriteTogether(t *testing.T) {
	c := newCrowd(t)
	for _, err := range c.all(c.step(1, true, fine), c.step(2, true, fine), c.step(3, true, fine)) {
		must(t, err)
	}
	c.expect(1, []int{0, 1, 2, 3}, []string{"0", "1", "2", "3"})
	if want := []int{0, 1, 2}; !slices.Equal(c.seen[3], want) {
		t.Errorf("the last one found %v, want %v", c.seen[3], want)
	}
	must(t, c.step(4, true, fine)())
	c.expect(2, []int{0, 1, 2, 3, 4}, []string{"0", "1", "2", "3", "4"})
}

// Settle waits while Done is being called for changes that readers can see.
func TestSettlesOnceAllAreTold(t *testing.T) {
	c := newCrowd(t)
	telling, tell := make(chan struct{}), make(chan struct{})
	var writing sync.WaitGroup
	writing.Go(func() {
		w := c.write(1, true, fine)
		w.Done = func(error) { close(telling); <-tell }
		if err := c.file.Tx(t.Context(), w); err != nil {
			t.Error(err)
		}
	})
	<-telling
	if is := numbers(t, c.file.Reader()); !slices.Equal(is, []int{1}) {
		t.Errorf("%v can be read before the writer is told", is)
	}
	settled := make(chan struct{})
	writing.Go(func() { c.file.Settle(); close(settled) })
	select {
	case <-settled:
		t.Error("settled before the writer was told")
	case <-time.After(20 * time.Millisecond):
	}
	close(tell)
	<-settled
	writing.Wait()
}

// A writer that does not share has a separate transaction, after the commit of the writers before.
func TestWhoDoesNotShareWritesAlone(t *testing.T) {
	c := newCrowd(t)
	alone := c.step(2, false, func() error {
		if want := []string{"0", "1"}; !slices.Equal(c.done, want) {
			t.Errorf("told %q, want %q", c.done, want)
		}
		if is, want := numbers(t, c.file.Reader()), []int{0, 1}; !slices.Equal(is, want) {
			t.Errorf("committed are %v, want %v", is, want)
		}
		return nil
	})
	for _, err := range c.all(c.step(1, true, fine), alone, c.step(3, true, fine)) {
		must(t, err)
	}
	c.expect(3, []int{0, 1, 2, 3}, []string{"0", "1", "2", "3"})
}

// A failure affects only its own writer: an error, a failed statement, an ended context.
func TestWhoFailsTakesOnlyTheirOwnBack(t *testing.T) {
	c := newCrowd(t)
	refused := errors.New("no")
	leaving, leave := context.WithCancel(t.Context())
	gone, go1 := context.WithCancel(t.Context())
	var told []string
	errs := c.all(
		c.step(1, true, fine),
		func() error {
			defer func() { told = slices.Clone(c.done) }()
			return c.step(2, true, func() error { go1(); return refused })()
		},
		func() error { return c.file.Tx(gone, c.write(3, true, fine)) }, // its context has ended
		func() error { return c.file.Tx(leaving, c.write(4, true, func() error { leave(); return nil })) },
		c.step(1, true, fine), // the same row
		c.step(6, true, fine),
	)
	if want := []string{"0", "1", "6"}; !slices.Equal(told, want) {
		t.Errorf("who was refused heard of it when the others had heard %q, want %q", told, want)
	}
	for i, want := range []error{nil, refused, context.Canceled, context.Canceled, gorm.ErrDuplicatedKey, nil} {
		if !errors.Is(errs[i], want) {
			t.Errorf("writer %d: %v, want %v", i+1, errs[i], want)
		}
	}
	c.expect(1, []int{0, 1, 6}, []string{"0", "1", "6"})
	if want := []int{0, 1}; !slices.Equal(c.seen[6], want) {
		t.Errorf("the last one found %v, want %v", c.seen[6], want)
	}
}

// A panic reaches only its own caller; the other writers continue.
func TestPanicOfOneWriter(t *testing.T) {
	c := newCrowd(t)
	panics := func(n int) func() error {
		return func() (err error) {
			defer func() { err = fmt.Errorf("panic: %v", recover()) }()
			return c.step(n, true, func() error { panic("help") })()
		}
	}
	errs := c.all(c.step(1, true, fine), panics(2), c.step(3, true, fine), panics(4))
	for i, want := range []string{"<nil>", "panic: help", "<nil>", "panic: help"} {
		if fmt.Sprint(errs[i]) != want {
			t.Errorf("writer %d: %v, want %s", i+1, errs[i], want)
		}
	}
	c.expect(1, []int{0, 1, 3}, []string{"0", "1", "3"})
	if err := panics(5)(); err.Error() != "panic: help" {
		t.Errorf("got %v", err)
	}
	must(t, c.step(6, true, fine)())
	c.expect(2, []int{0, 1, 3, 6}, []string{"0", "1", "3", "6"})
}

// When the whole transaction fails, all its writers get the error: the path names another file, or the engine has
// rolled the transaction back.
func TestNobodyIsToldOfWhatIsNotCommitted(t *testing.T) {
	c := newCrowd(t)
	moved := c.step(2, true, func() error { return os.Rename(c.file.Path(), c.file.Path()+".gone") })
	var first error
	errs := make([]error, 2)
	var writing sync.WaitGroup
	first = c.file.Tx(t.Context(), c.write(0, true, func() error {
		for i, w := range []func() error{c.step(1, true, fine), moved} {
			writing.Go(func() { errs[i] = w() })
			c.waiting(i + 1)
		}
		return nil
	}))
	writing.Wait()
	for _, err := range append(errs, first) {
		if !fault.Is(err, "database.moved") {
			t.Errorf("got %v", err)
		}
	}
	must(t, os.Rename(c.file.Path()+".gone", c.file.Path()))
	if is := numbers(t, c.file.Reader()); len(is) > 0 || len(c.done) != 3 {
		t.Errorf("%v are there, told %q", is, c.done)
	}
	c.done = nil
	gaveUp := Write{Shares: true, Do: func(db *gorm.DB) error { return db.Exec("rollback").Error }}
	first = c.file.Tx(t.Context(), c.write(0, true, func() error {
		writing.Go(func() { errs[0] = c.file.Tx(t.Context(), gaveUp) })
		c.waiting(1)
		writing.Go(func() { errs[1] = c.step(3, true, fine)() })
		c.waiting(2)
		return nil
	}))
	writing.Wait()
	if first == nil || errs[0] == nil || errs[1] != nil {
		t.Errorf("got %v, %v, %v", first, errs[0], errs[1])
	}
	if is, want := numbers(t, c.file.Reader()), []int{3}; !slices.Equal(is, want) {
		t.Errorf("rows %v, want %v", is, want)
	}
}

// Failed writers count towards mostTogether.
func TestMostAreRefusedTogether(t *testing.T) {
	c := newCrowd(t)
	waited, refused := 0, errors.New("no")
	var writers []func() error
	for n := range 3 * mostTogether {
		writers = append(writers, c.step(n+1, true, func() error {
			if len(c.done) == 0 {
				waited++
			}
			return refused
		}))
	}
	c.all(writers...)
	if waited >= mostTogether {
		t.Errorf("the first writer waited for %d others", waited)
	}
}

// A transaction ends in time for its first writer, however long the queue is.
func TestMostWriteTogether(t *testing.T) {
	c := newCrowd(t)
	var writers []func() error
	for n := range 2 * mostTogether {
		writers = append(writers, c.step(n+1, true, fine))
	}
	for _, err := range c.all(writers...) {
		must(t, err)
	}
	if n := c.commits(); n != 3 {
		t.Errorf("%d transactions, want 3", n)
	}
	for i, n := range c.done {
		if n != fmt.Sprint(i) {
			t.Fatalf("writer %s came in place %d", n, i)
		}
	}
}
