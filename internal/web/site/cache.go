package site

import (
	"errors"
	"sync"
	"weak"

	"tourney/internal/app/director"
)

// A PageKey identifies one rendering, which is the same for all readers. The snapshot is part of the key because
// another tournament can take over a slug. The pointer is weak so that cached pages do not keep old snapshots alive.
type PageKey struct {
	Of      weak.Pointer[director.Snapshot]
	Address string
	// Mark distinguishes renderings of the same snapshot and address.
	Mark     string
	Language string
}

// A Cache keeps rendered pages. Concurrent requests for the same page share one rendering. singleflight of x/sync would
// replace only a sync.Once: its keys are strings, and it keeps no results.
type Cache[T interface{ Size() int }] struct {
	mu   sync.Mutex
	kept map[PageKey]*cached[T]
	size int
}

type cached[T any] struct {
	once sync.Once
	made T
	err  error
	// ready is set after the rendering; the lock of the cache guards it.
	ready bool
}

// mostCached limits each cache in bytes; a full cache is emptied, which costs each page one rendering.
const mostCached = 64 << 20

// NewCache returns an empty cache.
func NewCache[T interface{ Size() int }]() *Cache[T] {
	return &Cache[T]{kept: map[PageKey]*cached[T]{}}
}

// Get returns the value of a key, built if it is missing. Failures are not cached.
func (c *Cache[T]) Get(key PageKey, build func() (T, error)) (T, error) {
	c.mu.Lock()
	one := c.kept[key]
	if one == nil {
		one = &cached[T]{}
		c.kept[key] = one
	}
	c.mu.Unlock()

	one.once.Do(func() {
		one.err = errPanicked
		defer c.settle(key, one)
		one.made, one.err = build()
	})
	return one.made, one.err
}

// Find returns the value of a key if it is cached. It does not wait for a running build.
func (c *Cache[T]) Find(key PageKey) (made T, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if one := c.kept[key]; one != nil && one.ready {
		return one.made, true
	}
	return made, false
}

// errPanicked answers the requests that waited for a rendering that panicked.
var errPanicked = errors.New("the page's rendering broke off")

// settle counts a new value, or drops it if making it failed.
func (c *Cache[T]) settle(key PageKey, one *cached[T]) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if one.err != nil {
		delete(c.kept, key)
		return
	}
	one.ready = true
	c.size += one.made.Size()
	if c.size > mostCached {
		c.kept, c.size = map[PageKey]*cached[T]{}, 0
	}
}

// Len returns the number of values that the cache keeps.
func (c *Cache[T]) Len() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.kept)
}
