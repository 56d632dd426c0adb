package director

import (
	"context"
	"maps"
	"slices"
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
	// uses counts how often one was used, forgot how often something was forgotten.
	uses, forgot int
	// weight is that of all that are kept.
	weight int
}

// A keptVersion is a snapshot that was the latest when it was kept.
type keptVersion struct {
	*Snapshot
	// sure is set until a change of the tournament is heard of.
	sure bool
	// used is the number of the last use, 0 for an archived tournament.
	used int
}

// mostKept bounds what is in memory, in players and games: 300 tournaments of a hundred players and five rounds.
const mostKept = 120_000

// weigh returns what a tournament counts in memory.
func weigh(s *Snapshot) int {
	const itself = 50
	weight := itself + len(s.Tournament.Players)
	for _, r := range s.Tournament.Rounds {
		weight += len(r.Games)
	}
	return weight
}

// keep keeps a snapshot. Of too many, those of the tournaments leave that were not used for longest; archived ones first.
func (v *versions) keep(s *Snapshot) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.put(s)
}

// A reading is what was kept of a tournament before it was read anew.
type reading struct {
	was    *Snapshot
	forgot int
}

// before returns what is kept before a tournament is read.
func (v *versions) before(slug string) reading {
	v.mu.Lock()
	defer v.mu.Unlock()
	r := reading{forgot: v.forgot}
	if is := v.use(slug); is != nil {
		r.was = is.Snapshot
	}
	return r
}

// keepRead is keep for a snapshot that was read, unless another one was kept meanwhile, which may be later, or who saves
// next would have to read it; or something was forgotten.
func (v *versions) keepRead(s *Snapshot, r reading) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if is := v.kept[s.Tournament.Info.Slug]; v.forgot == r.forgot && (is == nil || is.Snapshot == r.was) {
		v.put(s)
	}
}

// put is keep. mu is held.
func (v *versions) put(s *Snapshot) {
	slug := s.Tournament.Info.Slug
	v.drop(slug)
	for len(v.kept) > 0 && v.weight+weigh(s) > mostKept {
		earlier := func(a, b string) int { return v.kept[a].used - v.kept[b].used }
		v.drop(slices.MinFunc(slices.Collect(maps.Keys(v.kept)), earlier))
	}
	if v.kept == nil {
		v.kept = map[string]*keptVersion{}
	}
	v.kept[slug] = &keptVersion{Snapshot: s}
	v.weight += weigh(s)
	v.use(slug)
}

// drop drops what is kept of a tournament. mu is held.
func (v *versions) drop(slug string) {
	if is := v.kept[slug]; is != nil {
		v.weight -= weigh(is.Snapshot)
		delete(v.kept, slug)
	}
}

// use returns what is kept of a tournament, nil for nothing, and notes that it is used.
func (v *versions) use(slug string) *keptVersion {
	is := v.kept[slug]
	if v.uses++; is != nil && !is.Tournament.Info.Archived {
		is.used = v.uses
	}
	return is
}

// get returns the snapshot of a tournament that was kept last, nil for none.
func (v *versions) get(slug string) *Snapshot {
	v.mu.Lock()
	defer v.mu.Unlock()
	if is := v.use(slug); is != nil {
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

// certain returns the latest version of a tournament if no change of it can be missed, else nil and a mark for settle.
func (v *versions) certain(slug string) (s *Snapshot, mark int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if is := v.use(slug); is != nil && is.sure {
		return is.Snapshot, v.heard
	}
	return nil, v.heard
}

// settle marks a snapshot as certain that was the latest one after the mark was taken, unless anything was heard since.
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
	v.forgot++
	if slug == "" {
		v.kept, v.weight = nil, 0
	}
	v.drop(slug)
}

// Latest returns the latest version of a tournament, or "tournament.missing". It does not ask the data for it while
// this instance hears of every change, so that a change that another one makes at this moment may be missing.
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
func (d *Director) Certain(slug string) *Snapshot {
	s, _ := d.versions.certain(slug)
	return s
}

// cache keeps a state that was saved.
func (d *Director) cache(t *tournament.Tournament) { d.versions.keep(newSnapshot(t, &d.draws)) }
