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
	// mostFilesWaiting limits the length of the queue, queueTimeout the time in it.
	mostFilesWaiting = 50
	queueTimeout     = 10 * time.Second
)

// Queue limit concurrent tasks that need much memory or time, such as reading large files. Callers queue for a place.
type Queue struct {
	working, waiting *semaphore.Weighted
	longest          time.Duration
}

// NewQueue returns places for reading files, with the longest time in the queue.
func NewQueue(longest time.Duration) *Queue {
	return NewQueueOf(filesAtOnce, mostFilesWaiting, longest)
}

// NewQueueOf returns a number of places, with the length of the queue and the longest time in it.
func NewQueueOf(places, waiting int64, longest time.Duration) *Queue {
	return &Queue{semaphore.NewWeighted(places), semaphore.NewWeighted(waiting), longest}
}

// Acquire waits for a place, which leave frees again. With a full queue, or after the longest time, it returns the
// fault of a message with the number of seconds until a retry.
func (t *Queue) Acquire(ctx context.Context, busy string) (leave func(), err error) {
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

// Queued returns the action that waits for a slot. Few large files are then in memory at the same time; waiting files
// are on the disk. Fault: "form.busy".
func (t *Queue) Queued(a Action) Action {
	return func(c *gin.Context) error {
		leave, err := t.Acquire(c.Request.Context(), "form.busy")
		if err != nil {
			return err
		}
		defer leave()
		return a(c)
	}
}

// Queued is Queue.Queued among all uploaded files.
func (u *Uploads) Queued(a Action) Action {
	u.made.Do(func() { u.queue = NewQueue(queueTimeout) })
	return u.queue.Queued(a)
}

// Refreshes limit the renderings for open pages after a change, so that entries pass them.
type Refreshes struct{ places *semaphore.Weighted }

// NewRefreshes returns a number of renderings at the same time.
func NewRefreshes(atOnce int) *Refreshes { return &Refreshes{semaphore.NewWeighted(int64(atOnce))} }

// Run calls render when there is a place. The error is render's, or the context's.
func (r *Refreshes) Run(ctx context.Context, render func() error) error {
	if err := r.places.Acquire(ctx, 1); err != nil {
		return err
	}
	defer r.places.Release(1)
	return render()
}
