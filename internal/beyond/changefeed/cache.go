package changefeed

import (
	"sync"
	"time"

	"tourney/internal/app/director"
)

// mostCached limits the changes in the cache, some 100 bytes each. A full cache is emptied.
const mostCached = 200_000

// cache is the cache of computed changes. They follow from the log up to their version, so they never change; they are
// public numbers. A cached entry saves comparing states.
type cache struct {
	mu   sync.Mutex
	all  map[entryKey][]Change
	size int
}

// An entryKey identifies an entry of a log, and the kind of its reader.
type entryKey struct {
	slug    string
	version int
	at      time.Time // distinguishes another history
	insider bool
}

func newCache() *cache { return &cache{all: map[entryKey][]Change{}} }

func (f Feed) keyOf(slug string, e director.LogEntry) entryKey {
	return entryKey{slug, e.Version, e.At.UTC(), f.Insider}
}

// find returns the changes of an entry, or reports that they are missing.
func (k *cache) find(key entryKey) (changes []Change, missing bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	changes, found := k.all[key]
	return changes, !found
}

// keep caches the changes of an entry. The caller must not change them later.
func (k *cache) keep(key entryKey, changes []Change) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if _, found := k.all[key]; found {
		return
	}
	if k.size += 1 + len(changes); k.size > mostCached {
		clear(k.all)
		k.size = 1 + len(changes)
	}
	k.all[key] = changes
}
