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
	e := ear{ctx, d}
	d.store.Listen(ctx, store.Ear{Own: func(n store.News) { d.versions.doubt(n.Slug) }, Heard: e.heard, Sure: e.sure})
}

// An ear takes in what others change, until ctx ends.
type ear struct {
	ctx      context.Context
	director *Director
}

// heard takes in a change that another instance has made.
func (e ear) heard(n store.News) {
	d := e.director
	if d.versions.doubt(n.Slug); n.Anew {
		d.beAnew(n.Slug)
	}
	switch {
	case n.Slug == "":
		e.catchUp()
	case n.Version == 0:
		d.events.end(n.Slug)
	case slices.Contains(n.Topics, string(LiveBoards)):
		number, _ := d.store.Number(e.ctx, n.Slug) // 0 if it cannot be found
		d.live.forget(number)
		d.live.follow(n.Slug)
	default:
		d.events.send(n)
	}
}

// sure takes in whether every change will be heard of from now on.
func (e ear) sure(is bool) {
	e.director.versions.beSure(is)
	if is {
		e.director.live.forget(0)
		e.catchUp()
	}
}

// catchUp tells the subscribers of each tournament that has changed unheard.
func (e ear) catchUp() {
	d := e.director
	for _, slug := range d.events.subscribed() {
		was := d.versions.get(slug)
		version, err := d.store.Version(e.ctx, slug)
		if err == nil && (was == nil || was.Tournament.Version != version) {
			d.events.tell(slug, Event{slug, version, Refresh})
		}
	}
}

// beAnew drops what is in memory of a tournament, and everything for "": the data were written anew,
// or the slug is free for another one.
func (d *Director) beAnew(slug string) {
	d.versions.forget(slug)
	d.reviews.clear()
	d.draws.drop(slug)
	d.past.forget()
	d.live.forget(0)
}
