package webhook

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"tourney/internal/beyond/changefeed"
	"tourney/internal/beyond/outbox"
	"tourney/internal/data/store"
	"tourney/internal/fault"
)

const (
	// givesUpAfter and leastTries are the time and the number of attempts after which a failing webhook is paused: a
	// laptop that was off has made no attempt.
	givesUpAfter = 3 * 24 * time.Hour
	leastTries   = 20
	// restAfterFailure is the pause of a webhook after an error of its data.
	restAfterFailure = time.Minute
	// lease is the time for which an instance claims a webhook; it is longer than any turn.
	lease = time.Minute
	// lookAnyway is the polling interval without detected writes.
	lookAnyway = time.Minute
)

// Run delivers until ctx ends.
func (w *Webhooks) Run(ctx context.Context) {
	defer w.public.CloseIdleConnections()
	defer w.nearby.CloseIdleConnections()
	w.box.Run(ctx)
}

// newBox returns the outbox of the webhooks. Its rows are the webhooks with pending changes; failures of a receiver are
// stored with the time of the next attempt, and the list leaves the webhook out until then.
func (w *Webhooks) newBox() *outbox.Outbox[int, store.Webhook, *worker] {
	return &outbox.Outbox[int, store.Webhook, *worker]{
		List: w.ready, Key: func(is store.Webhook) int { return is.ID },
		New:   func(is store.Webhook, _ func()) *worker { return &worker{w, is.ID} },
		Every: w.pace.look, Log: w.log,
		Pace: outbox.Pace{First: w.pace.look, Longest: restAfterFailure, Patience: func(err error) time.Duration {
			if errors.Is(err, errElsewhere) {
				return 0
			}
			return restAfterFailure
		}},
	}
}

// ready returns the webhooks with pending changes. It reads them after a write, and at the time of the next retry.
func (w *Webhooks) ready(ctx context.Context) ([]store.Webhook, error) {
	if w.director.Trouble() != nil {
		return nil, nil // the outcome could not be stored
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	stamp, err := w.kept.Stamp(ctx) // before any read
	now := w.director.Now()
	if err != nil || stamp == w.seen && now.Before(w.again) {
		return w.list, err
	}
	all, err := w.kept.All(ctx, 0)
	if err != nil {
		return nil, err
	}
	again, ids := now.Add(lookAnyway), []int(nil)
	for _, is := range all {
		switch {
		case w.mayTry(is):
			ids = append(ids, is.ID)
		case is.Paused || !w.isOwn(is):
		case now.Before(is.Next):
			again = earlier(again, is.Next)
		default: // until this computer is the leader
			again = now
		}
	}
	heads, err := w.kept.Due(ctx, ids...)
	if err != nil {
		return nil, err
	}
	w.list = slices.DeleteFunc(all, func(is store.Webhook) bool { return len(heads[is.ID]) == 0 })
	w.seen, w.again = stamp, again
	return w.list, nil
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

// isOwn reports whether this installation delivers to a webhook.
func (w *Webhooks) isOwn(is store.Webhook) bool { return is.Sender == w.sender() }

// mayTry reports whether this installation may deliver to a webhook now.
func (w *Webhooks) mayTry(is store.Webhook) bool {
	return !is.Paused && w.isOwn(is) && !w.director.Leadership().Yielded && !w.director.Now().Before(is.Next)
}

// errElsewhere is the error while another instance delivers to the webhook.
var errElsewhere = errors.New("another instance delivers")

// A worker delivers to a webhook.
type worker struct {
	*Webhooks
	id int
}

// Serves reports true: the address of a webhook stays.
func (w *worker) Serves(store.Webhook) bool { return true }

// Send delivers all pending changes, until a failure of the receiver.
func (w *worker) Send(ctx context.Context, _ store.Webhook) error {
	if err := w.places.Acquire(ctx, 1); err != nil {
		return err
	}
	defer w.places.Release(1)
	for {
		if more, err := w.deliverSome(ctx, w.id); err != nil || !more {
			return err
		}
	}
}

// Note logs an error of the data.
func (w *worker) Note(err error) {
	if err != nil && !errors.Is(err, errElsewhere) {
		w.log.Warn("a webhook rests", "webhook", w.id, "error", err)
	}
}

// Pauses returns no pauses: without pending changes the worker ends.
func (w *worker) Pauses() outbox.Pauses { return outbox.Pauses{} }

// Attend does nothing.
func (w *worker) Attend(context.Context) {}

// Close does nothing.
func (w *worker) Close() {}

// claim reserves a webhook for this instance until release or the end of a lease, or returns errElsewhere.
func (w *Webhooks) claim(ctx context.Context, id int) (release func(), err error) {
	change := func(now []byte) error { // also at the end of the program: others need not wait for the lease
		ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), patience)
		defer stop()
		return w.director.KeyValue.Change(ctx, fmt.Sprint("webhook/", id), func(was []byte) ([]byte, time.Duration, error) {
			if was != nil && string(was) != w.instance {
				return nil, 0, errElsewhere
			}
			return now, lease, nil
		})
	}
	if err := change([]byte(w.instance)); err != nil {
		return nil, err
	}
	return func() { _ = change(nil) }, nil // otherwise the lease ends
}

// deliverSome delivers changes of one tournament for a turn: at most one page. It reports whether there may be more.
func (w *Webhooks) deliverSome(ctx context.Context, id int) (more bool, err error) {
	release, err := w.claim(ctx, id) // other instances deliver too
	if err != nil {
		return false, err
	}
	defer release()
	all, err := w.kept.All(ctx, 0)
	for _, is := range all {
		if is.ID != id || !w.mayTry(is) {
			continue
		}
		heads, err := w.kept.Due(ctx, id)
		if err != nil {
			return false, err
		}
		return w.deliverFirst(ctx, is, heads[id])
	}
	return false, err
}

// deliverFirst delivers a page of changes of the first tournament whose changes can be read.
func (w *Webhooks) deliverFirst(ctx context.Context, is store.Webhook, heads []store.Head) (more bool, err error) {
	for _, head := range heads {
		p, failed := w.read(ctx, head, reached(head))
		switch {
		case failed == nil:
			more, err = w.deliver(ctx, is, head, p)
			if fault.Is(err, "webhook.missing") { // it was just removed
				return false, nil
			}
			return more, err
		case !fault.Is(failed, "tournament.missing"): // not just deleted; try the next tournament
			err = fmt.Errorf("read the changes of %s: %w", head.Slug, failed)
		}
	}
	return false, err
}

// deliver delivers a page of changes of a tournament in order, until its end or the end of the turn. It reports whether
// there may be more.
func (w *Webhooks) deliver(ctx context.Context, is store.Webhook, head store.Head, p changefeed.Page) (bool, error) {
	began, all := time.Now(), deliveries(is, p)
	for i, e := range all {
		d := newDelivery(is, head.Number, changefeed.Cursor{Version: e.Version, At: e.At})
		at := e.At
		if at.IsZero() { // unknown
			at = w.director.Now()
		}
		var err error
		if d.body, err = body("tournament.changed", at, tournamentChange{head.Slug, e.Version, e.Changes}); err != nil {
			return false, err
		}
		why, rest := w.send(ctx, is, d)
		if ctx.Err() != nil {
			return false, ctx.Err()
		}
		was := is
		if why.Why != "" {
			is.WebhookTrouble = w.afterFailure(was.WebhookTrouble, why, rest)
			if is.Why != was.Why || is.Status != was.Status || is.Paused {
				w.log.Warn("a webhook does not take a delivery", "webhook", is.ID, "why", Trouble(is), "paused", is.Paused)
			}
			return false, w.kept.Note(ctx, was, is, nil)
		}
		head.Reached, is.Delivered, is.WebhookTrouble = new(store.Cursor(d.after)), w.director.Now(), store.WebhookTrouble{}
		if err := w.kept.Note(ctx, was, is, &head); err != nil {
			return false, err
		}
		if i+1 < len(all) && time.Since(began) >= w.pace.turn {
			return true, nil
		}
	}
	if head.Reached == nil || reached(head).String() != p.Next.String() {
		head.Reached = new(store.Cursor(p.Next))
		return true, w.kept.Note(ctx, is, is, &head)
	}
	return len(p.Entries) > 0, nil
}

// afterFailure returns the trouble of a webhook after another failed attempt.
func (w *Webhooks) afterFailure(was, why store.WebhookTrouble, rest time.Duration) store.WebhookTrouble {
	now := w.director.Now()
	why.Since, why.Tries = was.Since, was.Tries+1
	if why.Since.IsZero() {
		why.Since = now
	}
	why.Next = now.Add(max(rest, pauseAfter(why.Tries, w.pace)))
	why.Paused = why.Why == gone || why.Tries >= leastTries && now.Sub(why.Since) >= givesUpAfter
	return why
}

// pauseAfter returns the pause after some failed attempts.
func pauseAfter(tries int, p pace) time.Duration {
	pause := p.first
	for i := 1; i < tries && pause < p.longest; i++ {
		pause *= 2
	}
	return min(pause, p.longest)
}
