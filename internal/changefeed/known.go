package changefeed

import (
	"sync"
	"time"

	"tourney/internal/director"
)

// mostKnown bounds the changes that are kept in memory, some 100 bytes each. Past it they start anew.
const mostKnown = 200_000

// known are changes that were told already. They follow from the log up to their version, and stay what they are: numbers
// that everybody has seen. Whoever asks again, from wherever, costs no comparing of states.
type known struct {
	mu   sync.Mutex
	all  map[entryKey][]Change
	size int
}

// An entryKey names an entry of a log, and who reads it.
type entryKey struct {
	slug    string
	version int
	at      time.Time // tells it from one of another history
	insider bool
}

func newKnown() *known { return &known{all: map[entryKey][]Change{}} }

func (f Feed) keyOf(slug string, e director.LogEntry) entryKey {
	return entryKey{slug, e.Version, e.At.UTC(), f.Insider}
}

// find returns the changes of an entry, or reports that they are missing.
func (k *known) find(key entryKey) (changes []Change, missing bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	changes, found := k.all[key]
	return changes, !found
}

// keep keeps the changes of an entry. Nobody may change them afterwards.
func (k *known) keep(key entryKey, changes []Change) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if _, found := k.all[key]; found {
		return
	}
	if k.size += 1 + len(changes); k.size > mostKnown {
		clear(k.all)
		k.size = 1 + len(changes)
	}
	k.all[key] = changes
}
