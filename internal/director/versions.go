package director

import (
	"context"
	"sync"

	"tourney/internal/tournament"
)

// versions are the latest versions in memory, of the tournaments last used.
type versions struct {
	mu   sync.Mutex
	kept map[string]*keptVersion // by slug
	// sure is set while every change is heard of.
	sure bool
	// heard counts what was heard, so that nothing heard between reading and keeping is missed.
	heard int
}

// A keptVersion is a snapshot that was the latest when it was kept.
type keptVersion struct {
	*Snapshot
	// sure is set until a change of the tournament is heard of.
	sure bool
}

// mostKept bounds the tournaments in memory.
const mostKept = 64

// keep keeps a snapshot.
func (v *versions) keep(s *Snapshot) {
	v.mu.Lock()
	defer v.mu.Unlock()
	slug := s.Tournament.Info.Slug
	if _, known := v.kept[slug]; !known && len(v.kept) >= mostKept {
		delete(v.kept, v.leastWanted())
	}
	if v.kept == nil {
		v.kept = map[string]*keptVersion{}
	}
	v.kept[slug] = &keptVersion{Snapshot: s}
}

// leastWanted returns a tournament that can make room for another one: an archived one if
// there is any.
func (v *versions) leastWanted() (slug string) {
	for slug = range v.kept {
		if v.kept[slug].Tournament.Info.Archived {
			break
		}
	}
	return slug
}

// get returns the snapshot of a tournament that was kept last, nil for none.
func (v *versions) get(slug string) *Snapshot {
	v.mu.Lock()
	defer v.mu.Unlock()
	if is := v.kept[slug]; is != nil {
		return is.Snapshot
	}
	return nil
}

// at returns the snapshot of a version of a tournament, nil if another one or none is kept.
func (v *versions) at(slug string, version int) *Snapshot {
	if s := v.get(slug); s != nil && s.Tournament.Version == version {
		return s
	}
	return nil
}

// certain returns the latest version of a tournament if no change of it can have been missed, else
// nil and a mark for settle.
func (v *versions) certain(slug string) (s *Snapshot, mark int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if is := v.kept[slug]; is != nil && is.sure {
		return is.Snapshot, v.heard
	}
	return nil, v.heard
}

// settle marks a snapshot as certain that was the latest one after the mark was taken, unless
// anything was heard since then.
func (v *versions) settle(s *Snapshot, mark int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if is := v.kept[s.Tournament.Info.Slug]; is != nil && is.Snapshot == s && v.sure && mark == v.heard {
		is.sure = true
	}
}

// doubt notes that a tournament has changed.
func (v *versions) doubt(slug string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.heard++
	if is := v.kept[slug]; is != nil {
		is.sure = false
	}
}

// beSure notes whether every change will be heard of from now on; until now any may have been missed.
func (v *versions) beSure(is bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.heard++
	v.sure = is
	for _, one := range v.kept {
		one.sure = false
	}
}

// forget drops the snapshot of a former slug, which another tournament may take; of all for "".
func (v *versions) forget(slug string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.heard++
	if slug == "" {
		v.kept = nil
	}
	delete(v.kept, slug)
}

// Latest returns the latest version of a tournament, or "tournament.missing". It does not ask the
// data for it while this instance hears of every change, so that a change that another one makes at
// this moment may be missing.
func (d *Director) Latest(ctx context.Context, slug string) (*Snapshot, error) {
	s, mark := d.versions.certain(slug)
	if s != nil {
		return s, nil
	}
	s, err := d.Snapshot(ctx, slug)
	if err == nil {
		d.versions.settle(s, mark)
	}
	return s, err
}

// Certain returns the latest version of a tournament if it is in memory and no change of it can have been
// missed, as Latest would, else nil. It reads no data.
func Certain(d *Director, slug string) *Snapshot {
	s, _ := d.versions.certain(slug)
	return s
}

// cache stores and returns the snapshot of a state that was loaded or saved.
func (d *Director) cache(t *tournament.Tournament) *Snapshot {
	s := newSnapshot(t, &d.draws)
	d.versions.keep(s)
	return s
}
