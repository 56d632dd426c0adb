package director

import (
	"context"
	"slices"
	"sync"

	"tourney/internal/data/store"
	"tourney/internal/fault"
)

// mostPast bounds the past states in memory, of all tournaments.
const mostPast = 12

// A past caches the past states last shown, the latest first.
type past struct {
	mu    sync.Mutex
	known []*Snapshot
	// forgotten counts the calls of forget.
	forgotten int
}

// mark returns a mark for keep. The caller takes it before reading any data.
func (p *past) mark() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.forgotten
}

// nearest returns the earliest cached state of a tournament that is not before a version, else the present state.
func (p *past) nearest(now *Snapshot, version int) *Snapshot {
	p.mu.Lock()
	defer p.mu.Unlock()
	found := now
	for _, s := range p.known {
		t := s.Tournament
		if t.Info.Slug == now.Tournament.Info.Slug && t.Version >= version && t.Version < found.Tournament.Version {
			found = s
		}
	}
	return found
}

// keep caches a state, unless forget was called since the mark.
func (p *past) keep(s *Snapshot, mark int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if mark == p.forgotten {
		p.known = slices.Insert(p.known, 0, s)
		p.known = p.known[:min(len(p.known), mostPast)]
	}
}

// forget drops all states, after the log of a tournament was rewritten or a slug became free.
func (p *past) forget() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.known, p.forgotten = nil, p.forgotten+1
}

// Past returns a tournament after the change of a version, or "log.missing". It rewinds the changes since, starting
// from the present state or a cached one. Draws of a past state cannot be evaluated. The slug is the present one.
func (d *Director) Past(ctx context.Context, slug string, version int) (*Snapshot, error) {
	mark := d.past.mark()
	now, err := d.Snapshot(ctx, slug)
	switch {
	case err != nil:
		return nil, err
	case version < 1 || version > now.Tournament.Version:
		return nil, fault.New(fault.NotFound, "log.missing")
	}
	from := d.past.nearest(now, version)
	if from.Tournament.Version == version {
		return from, nil
	}
	t := from.Tournament.Clone()
	for t.Version > version {
		const atOnce = 200
		entries, _, err := d.store.Log(ctx, slug, store.Page{Most: atOnce}, store.Filter{After: version, Before: t.Version + 1})
		if err != nil {
			return nil, err
		}
		if len(entries) == 0 || entries[0].Version != t.Version {
			return nil, fault.New(fault.NotFound, "log.missing")
		}
		for _, e := range entries {
			t.Rewind(e.Changes)
			t.Version = e.Version - 1
		}
	}
	t.Info.Slug = slug // links lead to the present address
	s := newSnapshot(t, &draws{store: d.store, turns: newTurns()})
	d.past.keep(s, mark)
	return s, nil
}
