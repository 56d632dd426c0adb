package database

import (
	"cmp"
	"context"
	"errors"
	"time"

	"gorm.io/gorm"
)

// A Write is the work of one writer.
type Write struct {
	// Do writes in a transaction. It may be called again, from the beginning, after a conflict with another instance.
	Do func(db *gorm.DB) error
	// Shares permits a shared transaction with queued writers of a file: they write one after another, and one sync to
	// the disk saves the work of all. A writer sees the changes of the writers before. A failed writer rolls back only
	// its own.
	Shares bool
	// Kept is called as soon as the changes are part of the transaction, whatever later writers do. It may be nil.
	Kept func()
	// Done is called after the end of the transaction and before the next one begins: with nil after a commit. It is
	// not called for a failed writer. It may be nil.
	Done func(err error)
}

// mostTogether limits the writers in one transaction, including failed ones, because the first waits for the last.
const mostTogether = 100

// After a transaction other programs, which poll for the write lock, get a pause: 1/restPart of its duration, at most
// longestRest.
const (
	restPart    = 8
	longestRest = 10 * time.Millisecond
)

// A group is an open transaction of one writer, or of several one after another.
type group struct {
	db *gorm.DB
	// kept are the writers that succeeded, of turns attempts.
	kept  []Write
	turns int
	began time.Time
	// broken is the error that prevents a commit.
	broken error
	// ended is closed after the commit or rollback; err is its error.
	ended chan struct{}
	err   error
}

// Tx runs a Write in one transaction and commits it unless Do returns an error or panics, or the context has ended.
// Writers wait for one another. Trouble prevents a commit. A failed writer waits for the end of the transaction too,
// because changes of others in it may be the reason.
func (f *File) Tx(ctx context.Context, w Write) error {
	if err := f.queue.acquire(ctx); err != nil {
		return err
	}
	g, err := f.write(ctx, w)
	if g == nil {
		return err
	}
	<-g.ended
	return cmp.Or(g.err, err)
}

// write runs a Write in the writer's turn, and ends the turn.
func (f *File) write(ctx context.Context, w Write) (*group, error) {
	defer f.leave(w.Shares)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if f.open != nil && !w.Shares {
		f.commit()
	}
	if f.open == nil {
		if err := f.begin(); err != nil {
			return nil, err
		}
	}
	return f.open, f.open.add(ctx, w)
}

// leave ends the turn of a writer. The transaction stays open for the next queued writer, if both can share it.
func (f *File) leave(shares bool) {
	if g := f.open; g != nil && shares && g.broken == nil && g.turns < mostTogether && f.queue.handOver() {
		return
	}
	defer f.queue.release()
	if f.open != nil {
		f.commit()
	}
}

func (f *File) begin() error {
	if err := f.check(); err != nil {
		return err
	}
	time.Sleep(time.Until(f.free))
	f.pages.mu.Lock()
	db := f.writer.WithContext(context.Background()).Begin() // independent of the context of its first writer
	if db.Error != nil {
		f.pages.mu.Unlock()
		return db.Error
	}
	f.pages.checkForeign(db) // others cannot write before this transaction ends
	f.open = &group{db: db, began: time.Now(), ended: make(chan struct{})}
	return nil
}

// errGivenUp is the error of a transaction after a panic.
var errGivenUp = errors.New("the transaction was given up")

// add runs a writer in the transaction, and rolls its changes back if it fails. In a shared transaction the end of the
// context does not interrupt a statement: that can end the whole transaction.
func (g *group) add(ctx context.Context, w Write) (err error) {
	g.turns++
	within := ctx
	if w.Shares {
		within = context.WithoutCancel(ctx)
	}
	alone := len(g.kept) == 0 // a rollback of the whole transaction is possible
	if !alone {
		if g.broken = g.db.Exec("savepoint writer").Error; g.broken != nil {
			return g.broken
		}
	}
	kept := false
	defer func() { // after a panic too
		if kept || g.broken != nil {
			return
		}
		// The engine may have rolled back everything, as when the disk is full.
		if alone || errors.Join(g.db.Exec("rollback to writer").Error, g.db.Exec("release writer").Error) != nil {
			g.broken = cmp.Or(err, errGivenUp)
		}
	}()
	if err = w.Do(g.db.WithContext(within)); err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return err
	}
	if !alone {
		if g.broken = g.db.Exec("release writer").Error; g.broken != nil {
			return g.broken
		}
	}
	kept = true
	g.kept = append(g.kept, w)
	if w.Kept != nil {
		w.Kept()
	}
	return nil
}

// Settle waits until Done has been called for all changes that readers can see.
func (f *File) Settle() {
	f.ending.Lock()
	defer f.ending.Unlock()
}

// commit ends the open transaction: it commits, unless nothing was written or there is Trouble.
func (f *File) commit() {
	f.ending.Lock()
	defer f.ending.Unlock()
	g := f.open
	f.open = nil
	defer close(g.ended)
	g.err = f.end(g)
	for _, w := range g.kept {
		if w.Done != nil {
			w.Done(g.err)
		}
	}
}

func (f *File) end(g *group) error {
	defer f.pages.mu.Unlock()
	err := g.broken
	if err == nil && len(g.kept) > 0 {
		err = f.check()
	}
	if err != nil || len(g.kept) == 0 {
		_ = g.db.Rollback() // the engine may have done it
		if err != nil {
			f.note(err)
		}
		return err
	}
	err = g.db.Commit().Error
	f.note(err)
	f.free = time.Now().Add(min(time.Since(g.began)/restPart, longestRest))
	f.pages.note()
	if err == nil {
		f.checkpointer.noteWrite()
	}
	return err
}
