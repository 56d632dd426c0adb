// Package outbox sends the rows of a list to other computers. Each row has a worker, which begins and ends with the
// row, sends after each change, and retries failures with a growing pause.
//
//	box := &outbox.Outbox[int, sites.Site, *worker]{List: list, Key: key, Slug: slug, New: newWorker, …}
//	go box.Run(ctx)
//
// The list stores the progress of each row, so nothing is lost when the program ends.
package outbox

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"sync"
	"time"

	"tourney/internal/app/updates"
)

// A Worker sends one row.
type Worker[Row any] interface {
	// Serves reports whether the worker can send a later state of its row: its address, for example, is the same.
	Serves(row Row) bool
	// Send sends the present state of a row. It fails if ctx has ended.
	Send(ctx context.Context, row Row) error
	// Note takes the outcome of an attempt.
	Note(err error)
	// Rest returns the pauses after a success.
	Pauses() Pauses
	// Attend works beside Send until ctx ends; it may return earlier.
	Attend(ctx context.Context)
	// Close ends the worker.
	Close()
}

// Pauses are the pauses after a success: after a change Debounce, and at least Least in all. Without a change Send is
// called again after Most.
type Pauses struct{ Debounce, Least, Most time.Duration }

// A Pace has the pauses after failures: from First, doubling up to Longest, and never below Patience, which is long for
// errors that a person has to correct.
type Pace struct {
	First, Longest time.Duration
	Patience       func(err error) time.Duration
}

// After returns the pause after an error, from the pause of the backoff.
func (p Pace) After(pause time.Duration, err error) time.Duration {
	return max(min(pause, p.Longest), p.Patience(err))
}

// Jitter adds up to half of a pause to it, so that failed requests do not retry at the same time.
func Jitter(pause time.Duration) time.Duration {
	return pause + rand.N(pause/2+1) // #nosec G404 -- only to separate them
}

// An Outbox runs the workers. Its exported fields must be set before the first call.
type Outbox[Key comparable, Row any, W Worker[Row]] struct {
	// List returns the rows. Key identifies a row for ever.
	List func(ctx context.Context) ([]Row, error)
	Key  func(Row) Key
	// Slug is the tournament whose changes a row sends. Subscribe returns the changes of a tournament. Both are nil if
	// the list has only rows with something to send.
	Slug      func(Row) string
	Subscribe func(slug string) (changed <-chan updates.Event, leave func())
	// New returns the worker of a row; wake ends the pause of the worker.
	New func(row Row, wake func()) W
	// Listed is called for the present state of each row with a worker; it may be nil.
	Listed func(w W, row Row)
	// Changed has the slugs of rows that a user has changed. Every is the polling interval for changes by another
	// program.
	Changed <-chan string
	Every   time.Duration
	Pace    Pace
	Log     *slog.Logger

	mu   sync.Mutex
	jobs map[Key]*Job[Key, W]
}

// A Job is a row with its worker.
type Job[Key comparable, W any] struct {
	Worker W
	// Woken has an element to end the pause of the worker.
	Woken  chan struct{}
	key    Key
	cancel context.CancelFunc
}

// wake ends the pause of a worker.
func (j *Job[Key, W]) wake() {
	select {
	case j.Woken <- struct{}{}:
	default: // it is awake already
	}
}

// Run sends until ctx ends.
func (o *Outbox[Key, Row, W]) Run(ctx context.Context) {
	var all sync.WaitGroup
	defer all.Wait()
	ticker := time.NewTicker(o.Every)
	defer ticker.Stop()
	for changed := ""; ; {
		rows, err := o.List(ctx)
		if err == nil {
			for _, j := range o.Sync(rows, changed) {
				mine, cancel := context.WithCancel(ctx) // #nosec G118 -- Work calls it
				j.cancel = cancel
				all.Go(func() { o.Work(mine, j) })
			}
		} else if ctx.Err() == nil {
			o.Log.Warn("an outbox cannot be read", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case changed = <-o.Changed:
		case <-ticker.C:
			changed = ""
		}
	}
}

// Sync ends the workers of ended rows and of rows at another address, wakes the worker of the slug
// changed, "" for none, and returns jobs for new rows.
func (o *Outbox[Key, Row, W]) Sync(rows []Row, changed string) (begun []*Job[Key, W]) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.jobs == nil {
		o.jobs = map[Key]*Job[Key, W]{}
	}
	wanted := map[Key]Row{}
	for _, row := range rows {
		wanted[o.Key(row)] = row
	}
	for key, j := range o.jobs {
		row, still := wanted[key]
		switch {
		case !still || !j.Worker.Serves(row):
			j.cancel()
			delete(o.jobs, key)
			continue
		case changed != "" && o.Slug(row) == changed:
			j.wake()
		}
		if o.Listed != nil {
			o.Listed(j.Worker, row)
		}
	}
	for key, row := range wanted {
		if o.jobs[key] == nil {
			j := &Job[Key, W]{Woken: make(chan struct{}, 1), key: key, cancel: func() {}}
			j.Worker = o.New(row, j.wake)
			o.jobs[key] = j
			begun = append(begun, j)
		}
	}
	return begun
}

// Worker returns the worker of a row, and whether it has one.
func (o *Outbox[Key, Row, W]) Worker(key Key) (w W, found bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if j := o.jobs[key]; j != nil {
		return j.Worker, true
	}
	return w, false
}

// Work sends the row of a job until it ends.
func (o *Outbox[Key, Row, W]) Work(ctx context.Context, j *Job[Key, W]) {
	defer o.leave(j)
	var beside sync.WaitGroup
	defer beside.Wait()
	defer j.cancel()
	beside.Go(func() { j.Worker.Attend(ctx) })
	for pause := o.Pace.First; ctx.Err() == nil; {
		row, found, err := o.find(ctx, j)
		if err == nil && !found {
			return
		}
		changed, leave := o.subscribe(row) // before the state is read
		if err == nil {
			err = j.Worker.Send(ctx, row)
		}
		if ctx.Err() == nil {
			if j.Worker.Note(err); err == nil {
				pause = o.Pace.First
				rest(ctx, j, changed)
			} else {
				pause = o.wait(ctx, j, o.Pace.After(pause, err))
			}
		}
		leave()
	}
}

// subscribe returns the changes of a row's tournament.
func (o *Outbox[Key, Row, W]) subscribe(row Row) (changed <-chan updates.Event, leave func()) {
	if o.Subscribe == nil {
		return nil, func() {}
	}
	return o.Subscribe(o.Slug(row))
}

// leave makes room for a new worker of the row, which may be restored.
func (o *Outbox[Key, Row, W]) leave(j *Job[Key, W]) {
	j.Worker.Close()
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.jobs[j.key] == j {
		delete(o.jobs, j.key)
	}
}

// find returns the present row of a job, and whether its worker serves it.
func (o *Outbox[Key, Row, W]) find(ctx context.Context, j *Job[Key, W]) (row Row, found bool, err error) {
	rows, err := o.List(ctx)
	for _, row := range rows {
		if o.Key(row) == j.key {
			return row, j.Worker.Serves(row), nil
		}
	}
	return row, false, err
}

// rest waits until there may be changes to send.
func rest[Key comparable, Row any, W Worker[Row]](ctx context.Context, j *Job[Key, W], changed <-chan updates.Event) {
	pauses := j.Worker.Pauses()
	least := time.After(pauses.Least)
	select {
	case <-ctx.Done():
		return
	case <-j.Woken:
		return
	case <-time.After(pauses.Most):
		return
	case <-changed:
	}
	for _, until := range []<-chan time.Time{time.After(pauses.Debounce), least} {
		select {
		case <-ctx.Done():
			return
		case <-until:
		}
	}
}

// wait waits before the next attempt, and returns the pause for the attempt after that.
func (o *Outbox[Key, Row, W]) wait(ctx context.Context, j *Job[Key, W], pause time.Duration) time.Duration {
	select {
	case <-ctx.Done():
	case <-j.Woken:
		return o.Pace.First
	case <-time.After(Jitter(pause)):
	}
	return 2 * pause
}
