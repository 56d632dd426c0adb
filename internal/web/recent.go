package web

import (
	"context"
	"maps"
	"sync"
	"time"

	"tourney/internal/app/director"
	"tourney/internal/web/site"
)

// A page of a large tournament costs much, and each result changes it. It is therefore rendered not once per version,
// but at most once in an interval that grows with its cost, of a second at least: an open page refreshes no oftener.
// Until then readers get the page before. A request that names a later version waits until the page is due.
const (
	// largeField is the number of players from which this holds.
	largeField = 100
	// restFactor is how many times its cost a page rests, within the limits.
	restFactor          = 20
	leastRest, mostRest = time.Second, 2 * time.Second
	// keptFor is how long a page is kept after it is due.
	keptFor = time.Minute
)

// recent holds the last renderings of the pages of large tournaments.
type recent struct {
	mu   sync.Mutex
	kept map[recentKey]*rested
	// places is site.Site.Refreshes.
	places *site.Refreshes
}

func newRecent(places *site.Refreshes) *recent {
	return &recent{kept: map[recentKey]*rested{}, places: places}
}

// A recentKey is a page in all versions of a stretch.
type recentKey struct {
	of                      *director.Stretch
	address, mark, language string
}

// A rested page is a rendering, of a version, and the time from which a later version may be rendered.
type rested struct {
	body    *site.Body
	version int
	due     time.Time
	// running is set while a later version is rendered.
	running bool
}

// find returns the page to send in place of the present version, or nil. known is the version that the request names;
// wait is the time until a page of that version is due, 0 if it may be rendered now.
func (r *recent) find(key recentKey, present, known int, now time.Time) (body *site.Body, wait time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	one := r.kept[key]
	switch {
	case one == nil || one.version >= present:
		return nil, 0
	case known > one.version:
		return nil, max(0, one.due.Sub(now))
	case one.running || now.Before(one.due):
		return one.body, 0
	}
	one.running = true
	return nil, 0
}

// render renders a page when there is a place.
func (r *recent) render(key recentKey, version int, render func() (*site.Body, error)) (body *site.Body, err error) {
	err = r.places.Run(context.Background(), func() error { // other readers need the page, too
		body, err = r.inPlace(key, version, render)
		return err
	})
	return body, err
}

// inPlace renders a page and keeps it.
func (r *recent) inPlace(key recentKey, version int, render func() (*site.Body, error)) (body *site.Body, err error) {
	began := time.Now()
	defer func() { // also after a panic
		r.mu.Lock()
		defer r.mu.Unlock()
		if body == nil {
			delete(r.kept, key)
			return
		}
		now := time.Now()
		maps.DeleteFunc(r.kept, func(_ recentKey, one *rested) bool { return now.Sub(one.due) > keptFor })
		if was := r.kept[key]; was == nil || was.version <= version {
			r.kept[key] = &rested{body: body, version: version, due: now.Add(min(max(restFactor*now.Sub(began), leastRest), mostRest))}
		}
	}()
	return render()
}
