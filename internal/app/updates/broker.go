// Package updates sends changes of tournaments to subscribers.
//
//	var b updates.Broker
//	events, cancel := b.Subscribe("spring-cup")
//	defer cancel()
//	b.Send("spring-cup", now.Version, updates.Topics(now, changes)...)
//	e := <-events // the topic e.What in the version e.Version
package updates

import (
	"maps"
	"slices"
	"sync"

	"tourney/internal/tournament"
)

// An Event is a change of a tournament.
type Event struct {
	Slug    string
	Version int
	What    Topic
}

// A Topic is the subject of an event.
type Topic string

// The topics. Draft events concern unpublished rounds; Standings follow every change that may move them. Requests
// concern the desk and the referee's notes, Notices the public part of the day. Refresh replaces events that a
// subscriber may have missed: any data may have changed.
const (
	Settings  Topic = "settings"
	Players   Topic = "players"
	Draft     Topic = "draft"
	Pairings  Topic = "pairings"
	Results   Topic = "results"
	Standings Topic = "standings"
	Requests  Topic = "requests"
	Notices   Topic = "notices"
	// LiveBoards follow when a move of a live game is published; the version stays.
	LiveBoards Topic = "live"
	Refresh    Topic = "refresh"
)

// A Broker sends events to subscribers. The zero Broker has none. It is safe for concurrent use.
type Broker struct {
	mu          sync.Mutex
	subscribers map[string][]*subscriber
	// gaps counts the moments at which events may have been lost for all present subscribers.
	gaps int
}

// A subscriber receives the events of one tournament.
type subscriber struct {
	events chan Event
	// gap is the number of the latest gap that cost this subscriber no event, or after which it received a Refresh.
	gap int
}

// buffer is the number of events buffered for a subscriber.
const buffer = 16

// Subscribe returns the events of a tournament from now on. The order of events of two simultaneous changes is
// undefined. A slow subscriber receives one Refresh in place of missed events. cancel ends the subscription and closes
// the channel, as Close does; it may be called more than once.
func (b *Broker) Subscribe(slug string) (events <-chan Event, cancel func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.subscribers == nil {
		b.subscribers = map[string][]*subscriber{}
	}
	one := &subscriber{make(chan Event, buffer), b.gaps}
	b.subscribers[slug] = append(b.subscribers[slug], one)
	return one.events, sync.OnceFunc(func() { b.leave(slug, one) })
}

func (b *Broker) leave(slug string, one *subscriber) {
	b.mu.Lock()
	defer b.mu.Unlock()
	i := slices.Index(b.subscribers[slug], one)
	if i < 0 {
		return // Close has closed it
	}
	rest := slices.Delete(b.subscribers[slug], i, i+1)
	if b.subscribers[slug] = rest; len(rest) == 0 {
		delete(b.subscribers, slug)
	}
	close(one.events)
}

// Close ends all subscriptions of a tournament, so that none receives events of the next one with its slug.
func (b *Broker) Close(slug string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, one := range b.subscribers[slug] {
		close(one.events)
	}
	delete(b.subscribers, slug)
}

// Subscribed returns the tournaments that have subscribers.
func (b *Broker) Subscribed() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Collect(maps.Keys(b.subscribers))
}

// Send sends an event for each topic of a version to the subscribers of a tournament.
func (b *Broker) Send(slug string, version int, topics ...Topic) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, what := range topics {
		for _, one := range b.subscribers[slug] {
			send(one.events, Event{slug, version, what})
		}
	}
}

// AddGap records that all present subscribers may have lost events. A later Refresh replaces them.
func (b *Broker) AddGap() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.gaps++
}

// LatestGap returns the number of the latest gap, 0 without one.
func (b *Broker) LatestGap() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.gaps
}

// Refresh sends a Refresh to the subscribers of a tournament that may have lost events at a gap or before, once for
// each. The version was read after the gap. Later subscribers load the tournament after the gap and need no Refresh.
func (b *Broker) Refresh(slug string, version, gap int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, one := range b.subscribers[slug] {
		if one.gap < gap {
			one.gap = gap
			send(one.events, Event{slug, version, Refresh})
		}
	}
}

// send never waits. The broker's lock makes it the only sender, so that after emptying the channel there is room.
func send(c chan Event, e Event) {
	select {
	case c <- e:
		return
	default:
	}
	for {
		select {
		case <-c:
		default:
			c <- Event{e.Slug, e.Version, Refresh}
			return
		}
	}
}

// Topics lists the subjects of the changes that led to a state, each topic once.
func Topics(now *tournament.Tournament, changes []tournament.Change) []Topic {
	var out []Topic
	add := func(topics ...Topic) {
		for _, t := range topics {
			if !slices.Contains(out, t) {
				out = append(out, t)
			}
		}
	}
	for _, c := range changes {
		switch {
		case c.Info != nil:
			add(Settings)
		case c.Settings != nil:
			add(Settings, Standings)
		case c.Player != nil, c.Team != nil:
			add(Players, Standings)
		case c.Round != nil && !isPublished(c.Round.Old) && !isPublished(c.Round.New):
			add(Draft)
		case c.Round != nil:
			add(Pairings, Standings)
		case c.Game != nil && !isPublished(now.Round(c.InRound())):
			add(Draft)
		case c.Game != nil && onlyResult(c.Game):
			add(Results, Standings)
		case c.Game != nil:
			add(Pairings, Results, Standings)
		case c.Announcement != nil, c.Final != nil, c.Picture != nil:
			add(Notices)
		default:
			add(Requests)
		}
	}
	return out
}

func isPublished(r *tournament.Round) bool { return r != nil && r.Published }

// onlyResult reports whether a game has the same players, table and terms as before.
func onlyResult(b *tournament.Edit[tournament.Game]) bool {
	if b.Old == nil || b.New == nil {
		return false
	}
	was := *b.Old
	was.Result, was.Revision, was.Dispute = b.New.Result, b.New.Revision, b.New.Dispute
	was.EnteredBy, was.EnteredAt, was.Desk, was.Corrected, was.ConfirmedBy = b.New.EnteredBy, b.New.EnteredAt, b.New.Desk, b.New.Corrected, b.New.ConfirmedBy
	was.Record, was.Dead, was.Accepted = b.New.Record, b.New.Dead, b.New.Accepted
	return was == *b.New
}
