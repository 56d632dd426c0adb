package web

import (
	"testing"
	"testing/synctest"
	"time"

	"tourney/internal/app/director"
	"tourney/internal/web/site"
)

// TestPagesRest renders versions of a page: between two renderings readers get the page before, and a reader who knows
// of a later version waits.
func TestPagesRest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const cost = 100 * time.Millisecond
		r, key := newRecent(site.NewRefreshes(1)), recentKey{of: &director.Stretch{}, address: "/t/cup/standings", language: "en"}
		of := func(version int, err any) *site.Body {
			t.Helper()
			defer func() { _ = recover() }()
			body, _ := r.render(key, version, func() (*site.Body, error) {
				time.Sleep(cost)
				if err != nil {
					panic(err)
				}
				return site.NewBody(site.HTMLKind, []byte{byte('0' + version)}), nil
			})
			return body
		}
		is := func(what string, present, known int, want *site.Body, wait time.Duration) {
			t.Helper()
			if body, w := r.find(key, present, known, time.Now()); body != want || w != wait {
				t.Errorf("%s: %v after %v, want %v after %v", what, body, w, want, wait)
			}
		}
		is("without a page", 1, 0, nil, 0)
		first := of(1, nil)
		is("the present version", 1, 0, nil, 0)
		is("a resting page", 2, 0, first, 0)
		is("a resting page, known to be older", 2, 2, nil, restFactor*cost)
		time.Sleep(restFactor * cost)
		is("a rested page", 3, 0, nil, 0)
		is("a page while the next one is rendered", 3, 0, first, 0)
		is("a rested page, known to be older", 3, 3, nil, 0)
		third := of(3, nil)
		of(2, nil) // late
		is("after a later rendering ended first", 4, 0, third, 0)
		of(5, "broken")
		is("after a rendering that panicked", 5, 0, nil, 0)
		of(5, nil)
	})
}
