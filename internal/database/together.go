package database

import (
	"cmp"
	"context"
	"errors"
	"time"

	"gorm.io/gorm"
)

// A Write is what one writer does.
type Write struct {
	// Do writes in a transaction. It may be called again, from the beginning, if another instance was in the way.
	Do func(db *gorm.DB) error
	// Shares is set if the transaction of a file may be that of other writers too, who wait for their turn: one after
	// another writes into it, and one wait for the disk keeps what all of them have written. Who writes next finds what
	// those before have written; who fails takes only their own back.
	Shares bool
	// Kept is called as soon as what was written stays in the transaction, whatever those do who write next; nil calls
	// nothing.
	Kept func()
	// Done is called once the transaction has ended, and before anybody writes in another one: with nil if what was
	// written is committed. It is not called for who has failed; nil calls nothing.
	Done func(err error)
}

// mostTogether bounds the writers in one transaction, with those who fail: the first of them waits for the last.
const mostTogether = 100

// longestRest bounds the time that is left to other programs after a transaction, a part of what it took: they look only
// now and then whether they can write.
const (
	restPart    = 8
	longestRest = 10 * time.Millisecond
)

// A group is an open transaction of one writer, or of several who write one after another.
type group struct {
	db *gorm.DB
	// kept are those who have written into it, of turns who have tried.
	kept  []Write
	turns int
	began time.Time
	// broken is why nothing of it is committed.
	broken error
	// ended is closed once it is committed or not; err tells.
	ended chan struct{}
	err   error
}

// Tx runs a Write in one transaction and commits it unless Do returns an error or panics, or the context has ended by
// then. Writers wait for one another. Nothing is committed while there is Trouble. Who fails waits for the end of the
// transaction too: the reason may be what others have written in it.
func (f *File) Tx(ctx context.Context, w Write) error {
	if err := f.line.take(ctx); err != nil {
		return err
	}
	g, err := f.write(ctx, w)
	if g == nil {
		return err
	}
	<-g.ended
	return cmp.Or(g.err, err)
}

// write writes in the turn of the writer, and ends that.
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

// leave ends the turn of a writer. The transaction stays open for who waits, if it can be shared.
func (f *File) leave(shares bool) {
	if g := f.open; g != nil && shares && g.broken == nil && g.turns < mostTogether && f.line.pass() {
		return
	}
	defer f.line.let()
	if f.open != nil {
		f.commit()
	}
}

// begin begins a transaction.
func (f *File) begin() error {
	if err := f.check(); err != nil {
		return err
	}
	time.Sleep(time.Until(f.free))
	f.pages.mu.Lock()
	db := f.writer.WithContext(context.Background()).Begin() // it does not end with the context of its first writer
	if db.Error != nil {
		f.pages.mu.Unlock()
		return db.Error
	}
	f.pages.look(db) // others cannot write before this transaction has ended
	f.open = &group{db: db, began: time.Now(), ended: make(chan struct{})}
	return nil
}

// errGivenUp is why nothing is committed after a panic.
var errGivenUp = errors.New("the transaction was given up")

// add has a writer write into the transaction, and takes that back if it fails. It does not cut statements of those who
// share it short when the context ends: that can end the whole transaction.
func (g *group) add(ctx context.Context, w Write) (err error) {
	g.turns++
	within := ctx
	if w.Shares {
		within = context.WithoutCancel(ctx)
	}
	alone := len(g.kept) == 0 // the whole transaction can be taken back
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
		// The engine may have taken all back, as when the disk is full.
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

// Settle waits until those who have written what can be read are told.
func (f *File) Settle() {
	f.ending.Lock()
	defer f.ending.Unlock()
}

// commit ends the open transaction: it commits what was written, unless that is nothing or there is Trouble.
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
		f.keeper.noteWrite()
	}
	return err
}
