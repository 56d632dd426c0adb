package director

import (
	"context"
	"maps"
	"slices"
	"sync"

	"tourney/internal/app/updates"
	"tourney/internal/tournament"
)

// versions caches the latest versions of the tournaments last used.
type versions struct {
	mu   sync.Mutex
	kept map[string]*keptVersion // by slug
	// complete is set while the notifications from other instances are complete.
	complete bool
	// notifications counts the notifications, so that none between reading and caching is missed.
	notifications int
	// uses counts the uses of entries, forgot the calls that dropped entries.
	uses, forgot int
	// weight is the sum of weigh over all entries.
	weight int
}

// A keptVersion is a snapshot that was the latest when it was cached.
type keptVersion struct {
	*Snapshot
	// complete is set until a notification about the tournament.
	complete bool
	// used is the value of uses at the last use, 0 for an archived tournament.
	used int
}

// mostKept bounds the cache, in players and games: 300 tournaments of a hundred players and five rounds.
const mostKept = 120_000

// weigh returns the weight of a tournament in the cache.
func weigh(s *Snapshot) int {
	const itself = 50
	weight := itself + len(s.Tournament.Players)
	for _, r := range s.Tournament.Rounds {
		weight += len(r.Games)
	}
	return weight
}

// keep caches a snapshot. If the cache is full, archived tournaments leave first, then the least recently used. results
// is the number of versions before it that changed only results, 0 if it changes anything else.
func (v *versions) keep(s *Snapshot, results int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if was := v.kept[s.Tournament.Info.Slug]; results > 0 && was != nil && was.Tournament.Version == s.Tournament.Version-results {
		s.Stretch = was.Stretch
	}
	v.put(s)
}

// A reading is the state of the cache before a tournament is read from the data.
type reading struct {
	was    *Snapshot
	forgot int
}

// before returns the state of the cache before a read.
func (v *versions) before(slug string) reading {
	v.mu.Lock()
	defer v.mu.Unlock()
	r := reading{forgot: v.forgot}
	if is := v.use(slug); is != nil {
		r.was = is.Snapshot
	}
	return r
}

// keepRead is keep for a snapshot read from the data. It does nothing if another snapshot was cached or any was dropped
// since: the cached one may be later.
func (v *versions) keepRead(s *Snapshot, r reading) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if is := v.kept[s.Tournament.Info.Slug]; v.forgot == r.forgot && (is == nil || is.Snapshot == r.was) {
		v.put(s)
	}
}

// put is keep. The caller holds mu.
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

// drop removes the entry of a tournament. The caller holds mu.
func (v *versions) drop(slug string) {
	if is := v.kept[slug]; is != nil {
		v.weight -= weigh(is.Snapshot)
		delete(v.kept, slug)
	}
}

// use returns the entry of a tournament, or nil, and records its use.
func (v *versions) use(slug string) *keptVersion {
	is := v.kept[slug]
	if v.uses++; is != nil && !is.Tournament.Info.Archived {
		is.used = v.uses
	}
	return is
}

// get returns the cached snapshot of a tournament, or nil.
func (v *versions) get(slug string) *Snapshot {
	v.mu.Lock()
	defer v.mu.Unlock()
	if is := v.use(slug); is != nil {
		return is.Snapshot
	}
	return nil
}

// at returns the cached snapshot of a tournament if it has a version, else nil.
func (v *versions) at(slug string, version int) *Snapshot {
	if s := v.get(slug); s != nil && s.Tournament.Version == version {
		return s
	}
	return nil
}

// latestComplete returns the latest version of a tournament if no notification can be missed, else nil and a mark for
// settle.
func (v *versions) latestComplete(slug string) (s *Snapshot, mark int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if is := v.use(slug); is != nil && is.complete {
		return is.Snapshot, v.notifications
	}
	return nil, v.notifications
}

// settle marks a snapshot as complete if it was the latest after the mark and no notification has arrived since.
func (v *versions) settle(s *Snapshot, mark int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if is := v.kept[s.Tournament.Info.Slug]; is != nil && is.Snapshot == s && v.complete && mark == v.notifications {
		is.complete = true
	}
}

// markStale counts a notification about a tournament, whose snapshot may be stale from now on.
func (v *versions) markStale(slug string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.notifications++
	if is := v.kept[slug]; is != nil {
		is.complete = false
	}
}

// setComplete starts or ends complete notifications. Notifications may have been missed before.
func (v *versions) setComplete(is bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.notifications++
	v.complete = is
	for _, one := range v.kept {
		one.complete = false
	}
}

// forget drops the snapshot of a slug, because another tournament may take it; all for "".
func (v *versions) forget(slug string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.notifications++
	v.forgot++
	if slug == "" {
		v.kept, v.weight = nil, 0
	}
	v.drop(slug)
}

// Latest returns the latest version of a tournament, or "tournament.missing". While this instance receives all
// notifications it reads no data; a change by another instance at this very moment may be missing.
func (d *Director) Latest(ctx context.Context, slug string) (*Snapshot, error) {
	s, mark := d.versions.latestComplete(slug)
	if s != nil {
		return s, nil
	}
	s, err := d.Snapshot(ctx, slug)
	if err == nil {
		d.versions.settle(s, mark)
	}
	return s, err
}

// LatestComplete is Latest without reading data: it returns nil if the version is not in memory or a notification may
// have been missed.
func (d *Director) LatestComplete(slug string) *Snapshot {
	s, _ := d.versions.latestComplete(slug)
	return s
}

// cache caches a saved state, the result of some entries of its log.
func (d *Director) cache(t *tournament.Tournament, done ...LogEntry) {
	results := len(done)
	for _, e := range done {
		for _, what := range updates.Topics(t, e.Changes) {
			if what != updates.Results && what != updates.Standings {
				results = 0
			}
		}
	}
	d.versions.keep(newSnapshot(t, &d.draws), results)
}
