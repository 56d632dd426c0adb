package beyond

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"
	"weak"

	"github.com/gin-gonic/gin"
	"golang.org/x/sync/singleflight"

	"tourney/internal/beyond/changefeed"
	"tourney/internal/fault"
	"tourney/internal/role"
	"tourney/internal/web/site"
)

const (
	// longestWait limits how long a program may wait for a change, in seconds: proxies close connections that are idle
	// for half a minute.
	longestWait = 25
	// responseTimeout is the time for sending the response after that.
	responseTimeout = 30 * time.Second
	// mostVersionsBack limits how many versions back changes are returned: the farther back, the longer it takes.
	mostVersionsBack = 1000
	// recentVersions is the number of versions up to which a client counts as following. Its queue is separate, so that
	// requests for old changes do not block it.
	recentVersions = 20
	// recentAtOnce and oldAtOnce limit the pages of changes made at the same time, recentWaiting and oldWaiting the
	// queues, queueTimeout the time in a queue.
	recentAtOnce, recentWaiting = 2, 1000
	oldAtOnce, oldWaiting       = 1, 50
	queueTimeout                = 10 * time.Second
)

// A changesPage is a page of the changes of a tournament, with its response.
type changesPage struct {
	changefeed.Page
	body *site.Body
}

// Size returns how much memory it takes, in bytes.
func (p *changesPage) Size() int { return p.body.Size() }

// isEmpty reports whether the page has no news yet.
func (p *changesPage) isEmpty() bool { return len(p.Entries) == 0 && !p.More && !p.Anew }

// changesHandlers answer requests for changes.
type changesHandlers struct {
	*site.Site
	feed   changefeed.Feed
	cache  *site.Cache[*changesPage]
	calls  singleflight.Group
	recent *site.Queue
	old    *site.Queue
}

func newChangesHandlers(s *site.Site) *changesHandlers {
	feed := changefeed.New(s.Director)
	feed.Farthest = mostVersionsBack
	return &changesHandlers{
		Site: s, feed: feed, cache: site.NewCache[*changesPage](),
		recent: site.NewQueueOf(recentAtOnce, recentWaiting, queueTimeout), old: site.NewQueueOf(oldAtOnce, oldWaiting, queueTimeout),
	}
}

func (s *changesHandlers) routes(g *site.Group) {
	g.Get("/tournaments/:slug/changes", site.WithQuery(s.send, site.AnyText("after"), site.AnyText("wait")))
}

// send answers with the changes of a tournament after a version; without any, it waits for as long as the program
// requests.
func (s *changesHandlers) send(c *gin.Context) error {
	if _, err := s.Snapshot(c); err != nil { // the client may not see it
		return err
	}
	after, err := changefeed.ParseCursor(cmp.Or(c.Query("after"), "0"))
	if err != nil {
		return site.AtField("after", err)
	}
	wait, err := strconv.Atoi(cmp.Or(c.Query("wait"), "0"))
	if err != nil || wait < 0 || wait > longestWait {
		return site.AtField("wait", fault.New(fault.Invalid, "changes.wait", longestWait))
	}
	p, err := s.changes(c, after)
	if err == nil && wait > 0 && p.isEmpty() && c.Request.Method == http.MethodGet {
		p, err = s.waitForChanges(c, p.Next, time.Duration(wait)*time.Second)
	}
	if err != nil {
		return err
	}
	c.Header("Cache-Control", "private, no-cache")
	p.body.Write(c, http.StatusOK)
	return nil
}

// changes returns the changes of the tournament in the address after a cursor. Concurrent requests share one
// computation, which is cancelled after all clients have disconnected. Fault: "changes.busy". Pages without changes are
// not cached: they are quick to make, and clients may send any number of cursors.
func (s *changesHandlers) changes(c *gin.Context, after changefeed.Cursor) (*changesPage, error) {
	ctx, slug := c.Request.Context(), c.Param("slug")
	snapshot, err := s.Director.Snapshot(ctx, slug)
	if err != nil {
		return nil, err
	}
	feed := s.feed
	feed.Insider = s.May(c, role.Watch)
	key := site.PageKey{Of: weak.Make(snapshot), Address: after.String(), Mark: strconv.FormatBool(feed.Insider)}
	if page, kept := s.cache.Find(key); kept {
		return page, nil
	}
	queue := s.old
	if behind := snapshot.Tournament.Version - after.Version; behind >= 0 && behind <= recentVersions {
		queue = s.recent
	}
	return share(ctx, &s.calls, fmt.Sprint(key), func() (*changesPage, error) {
		leave, err := queue.Acquire(ctx, "changes.busy")
		if err != nil {
			return nil, err
		}
		defer leave()
		page, err := readChanges(ctx, feed, slug, after)
		if err != nil || len(page.Entries) == 0 {
			return page, err
		}
		return s.cache.Get(key, func() (*changesPage, error) { return page, nil })
	})
}

// errLeft is the error of a shared computation whose client has disconnected.
var errLeft = errors.New("the client has disconnected")

// share returns the result of do, run in this request or in an earlier one with the same key. If the client of that
// request disconnects, another one restarts the computation; without clients none runs. do must return when ctx ends.
// DoChan would let a client leave earlier, but a panic would end the program.
func share[T any](ctx context.Context, among *singleflight.Group, key string, do func() (T, error)) (T, error) {
	for {
		made, err, _ := among.Do(key, func() (any, error) {
			made, err := do()
			if err != nil && ctx.Err() != nil {
				err = errLeft
			}
			return made, err
		})
		if ctx.Err() != nil {
			err = ctx.Err()
		}
		if !errors.Is(err, errLeft) {
			result, _ := made.(T)
			return result, err
		}
	}
}

// readChanges reads a page of changes, and encodes its response.
func readChanges(ctx context.Context, feed changefeed.Feed, slug string, after changefeed.Cursor) (*changesPage, error) {
	page, err := feed.Read(ctx, slug, after)
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(newChangesDocument(slug, page))
	if err != nil {
		return nil, fmt.Errorf("write JSON: %w", err)
	}
	return &changesPage{page, site.NewBody("application/json; charset=utf-8", append(text, '\n')).OfVersion(page.Next.Version)}, nil
}

// waitForChanges waits for changes of the tournament in the address after a cursor, at most for a while.
func (s *changesHandlers) waitForChanges(c *gin.Context, after changefeed.Cursor, wait time.Duration) (p *changesPage, err error) {
	closed, err := s.OpenStream(s.Client(c.Request))
	if err != nil {
		return nil, err
	}
	defer closed()
	// A writer without deadlines has none to extend.
	_ = http.NewResponseController(c.Writer).SetWriteDeadline(time.Now().Add(wait + responseTimeout))
	events, leave := s.Director.Subscribe(c.Param("slug"))
	defer leave()
	over := time.After(wait)
	for {
		// Read after subscribing: the page contains earlier changes, and later ones are sent as events.
		if p, err = s.changes(c, after); err != nil || !p.isEmpty() {
			return p, err
		}
		after = p.Next
		select {
		case <-c.Request.Context().Done():
			return p, nil
		case <-s.Streams.Done():
			return p, nil
		case <-over:
			return p, nil
		case _, ok := <-events:
			if !ok {
				events = nil // it was deleted, as the next read will show
			}
		}
	}
}
