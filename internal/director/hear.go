package director

import (
	"context"
	"slices"

	"tourney/internal/store"
	"tourney/internal/tournament"
)

// newsOf returns what other instances hear of changes of a tournament.
func newsOf(slug string, now *tournament.Tournament, changes []tournament.Change) store.News {
	n := store.News{Slug: slug, Version: now.Version, Anew: slug != now.Info.Slug}
	for _, what := range topics(now, changes) {
		n.Topics = append(n.Topics, string(what))
	}
	return n
}

// Hear takes in what other instances and programs change in the data, until ctx ends. Latest
// need not ask the data meanwhile, and subscribers hear of those changes too.
func (d *Director) Hear(ctx context.Context) {
	d.store.Listen(ctx, store.Ear{
		Own: func(n store.News) { d.versions.doubt(n.Slug) },
		Heard: func(n store.News) {
			d.hear(ctx, n)
		},
		Sure: func(is bool) {
			if d.versions.beSure(is); is {
				d.live.forget()
				d.catchUp(ctx)
			}
		},
	})
}

// hear takes in a change that another instance has made.
func (d *Director) hear(ctx context.Context, n store.News) {
	if d.versions.doubt(n.Slug); n.Anew {
		d.beAnew(n.Slug)
	}
	switch {
	case n.Slug == "":
		d.catchUp(ctx)
	case n.Version == 0:
		d.events.end(n.Slug)
	case slices.Contains(n.Topics, string(LiveBoards)):
		d.live.forget()
		d.live.follow(n.Slug)
	default:
		d.events.send(n)
	}
}

// beAnew drops what is in memory of a tournament, and everything for "": the data were written anew,
// or the slug is free for another one.
func (d *Director) beAnew(slug string) {
	d.versions.forget(slug)
	d.reviews.clear()
	d.draws.drop(slug)
	d.past.forget()
	d.live.forget()
}

// catchUp tells the subscribers of each tournament that has changed unheard.
func (d *Director) catchUp(ctx context.Context) {
	for _, slug := range d.events.subscribed() {
		was := d.versions.get(slug)
		version, err := d.store.Version(ctx, slug)
		if err == nil && (was == nil || was.Tournament.Version != version) {
			d.events.tell(slug, Event{slug, version, Refresh})
		}
	}
}
