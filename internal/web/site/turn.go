package site

import (
	"context"
	"time"

	"github.com/gin-gonic/gin"
	"golang.org/x/sync/semaphore"

	"tourney/internal/fault"
)

const (
	// largeForm is the size from which a form is queued, in bytes.
	largeForm = 4 << 20
	// filesAtOnce is the number of files read at the same time: reading one takes up to some hundred MB.
	filesAtOnce = 2
	// mostFilesWaiting limits the length of the queue, longestTurn the time in it.
	mostFilesWaiting = 50
	longestTurn      = 10 * time.Second
)

// Turns limit concurrent tasks that need much memory or time, such as reading large files. Callers queue for a place.
type Turns struct {
	working, waiting *semaphore.Weighted
	longest          time.Duration
}

// NewTurns returns places for reading files, with the longest time in the queue.
func NewTurns(longest time.Duration) *Turns {
	return NewTurnsOf(filesAtOnce, mostFilesWaiting, longest)
}

// NewTurnsOf returns a number of places, with the length of the queue and the longest time in it.
func NewTurnsOf(places, waiting int64, longest time.Duration) *Turns {
	return &Turns{semaphore.NewWeighted(places), semaphore.NewWeighted(waiting), longest}
}

// Enter waits for a place, which leave frees again. With a full queue, or after the longest time, it returns the fault
// of a message with the number of seconds until a retry.
func (t *Turns) Enter(ctx context.Context, busy string) (leave func(), err error) {
	refused := fault.New(fault.TooMany, busy, int(t.longest.Seconds()))
	if t.working.TryAcquire(1) {
		return func() { t.working.Release(1) }, nil
	}
	if !t.waiting.TryAcquire(1) {
		return nil, refused
	}
	defer t.waiting.Release(1)
	turn, cancel := context.WithTimeout(ctx, t.longest)
	defer cancel()
	if err := t.working.Acquire(turn, 1); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, refused
	}
	return func() { t.working.Release(1) }, nil
}

// InTurn returns the action that waits for a place, so that many large files at the same time do not use the memory of
// many. A file that waits is on the disk. Fault: "form.busy".
func (t *Turns) InTurn(a Action) Action {
	return func(c *gin.Context) error {
		leave, err := t.Enter(c.Request.Context(), "form.busy")
		if err != nil {
			return err
		}
		defer leave()
		return a(c)
	}
}

// InTurn is Turns.InTurn among all uploaded files.
func (u *Uploads) InTurn(a Action) Action {
	u.made.Do(func() { u.turns = NewTurns(longestTurn) })
	return u.turns.InTurn(a)
}
