package director

import (
	"context"
	"math"
	"slices"
	"sync"
	"time"

	"tourney/internal/app/updates"
	"tourney/internal/data/store"
	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// notificationOf returns the notification to other instances about changes of a tournament.
func notificationOf(slug string, now *tournament.Tournament, changes []tournament.Change) store.Notification {
	n := store.Notification{Slug: slug, Version: now.Version, Refresh: slug != now.Info.Slug}
	for _, what := range updates.Topics(now, changes) {
		n.Topics = append(n.Topics, string(what))
	}
	return n
}

// Subscribe returns the later events of a tournament, see updates.Broker. cancel, or the deletion of the tournament,
// ends the subscription and closes the channel.
func (d *Director) Subscribe(slug string) (events <-chan updates.Event, cancel func()) {
	return d.events.Subscribe(slug)
}

// ReceiveNotifications receives the changes by other instances until ctx is done: Latest then needs no read, and
// subscribers receive these changes too. It calls ready when the first attempt to listen has succeeded or failed. A
// later subscriber misses no change and gets no needless Refresh.
func (d *Director) ReceiveNotifications(ctx context.Context, ready func()) {
	ready = sync.OnceFunc(ready)
	defer ready()
	e := subscriber{ctx, d, ready, time.NewTimer(math.MaxInt64)}
	var catching sync.WaitGroup
	catching.Go(e.catchUp)
	defer catching.Wait()
	d.store.Listen(ctx, store.Subscriber{Own: e.own, Other: e.other, Complete: e.complete})
}

// A subscriber handles the notifications from other instances until ctx is done.
type subscriber struct {
	ctx      context.Context
	director *Director
	// ready is called when listening has started or failed.
	ready func()
	// missed fires when subscribers may have missed changes.
	missed *time.Timer
}

// own handles a change by this instance. An error means that the outcome of its commit is unknown, as after a lost
// connection.
func (e subscriber) own(n store.Notification, err error) {
	if e.director.versions.markStale(n.Slug); err != nil {
		e.disconnected()
	}
}

// other handles a change by another instance.
func (e subscriber) other(n store.Notification) {
	d := e.director
	if d.versions.markStale(n.Slug); n.Refresh || n.Slug == "" {
		d.refresh(n.Slug)
	}
	switch {
	case n.Slug == "":
		e.disconnected()
	case n.Version == 0:
		d.events.Close(n.Slug)
	case slices.Contains(n.Topics, string(updates.LiveBoards)):
		number, _ := d.store.Number(e.ctx, n.Slug) // 0 if it cannot be found
		d.live.forget(number)
		d.live.follow(n.Slug)
	default:
		for _, what := range n.Topics {
			d.events.Send(n.Slug, n.Version, updates.Topic(what))
		}
	}
}

// complete handles the start and the end of complete notifications. Changes missed before may include an erasure or a
// restore.
func (e subscriber) complete(is bool) {
	if is {
		e.director.refresh("")
	}
	if e.director.versions.setComplete(is); is {
		e.disconnected()
	}
	e.ready()
}

// disconnected records that changes may have been missed until now, and starts catchUp.
func (e subscriber) disconnected() {
	e.director.events.AddGap()
	e.missed.Reset(0)
}

// catchUp sends missed changes to subscribers. It retries with a growing pause while the data cannot be read.
func (e subscriber) catchUp() {
	const first, longest = 250 * time.Millisecond, 8 * time.Second
	for pause := first; ; {
		select {
		case <-e.ctx.Done():
			return
		case <-e.missed.C:
		}
		if pause = min(2*pause, longest); e.caughtUp() {
			pause = first
		} else {
			e.missed.Reset(pause)
		}
	}
}

// caughtUp sends a Refresh to all subscriptions older than the latest gap, even if this instance has read the change
// since. It returns false if the data could not be read.
func (e subscriber) caughtUp() bool {
	d := e.director
	gap := d.events.LatestGap() // before the versions are read
	failed := d.live.followAll(e.ctx)
	for _, slug := range d.events.Subscribed() {
		version, err := d.store.Version(e.ctx, slug)
		switch {
		case err == nil:
			d.live.follow(slug)
			d.events.Refresh(slug, version, gap)
		case fault.Is(err, "tournament.missing"):
			d.events.Close(slug)
		default:
			failed = err
		}
	}
	return failed == nil
}

// refresh drops everything in memory about a tournament, about all for "", after a rewriting of its data or a new owner
// of its slug.
func (d *Director) refresh(slug string) {
	d.versions.forget(slug)
	d.reviews.clear()
	d.draws.drop(slug)
	d.past.forget()
	d.live.forget(0)
}
