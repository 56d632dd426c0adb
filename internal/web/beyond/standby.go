package beyond

import (
	"context"
	"crypto/subtle"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/beyond/standby"
	"tourney/internal/fault"
	"tourney/internal/web"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// A Watch is the connection of the web server to the follower: its state and the take-over.
type Watch struct {
	// State returns the progress of following.
	State func() standby.State
	// From is the address of the followed computer.
	From string
	// Key opens the page with the button.
	Key string
	// TakeOver takes over the data. anyway forces it although the other computer runs and nothing can be fetched from
	// it. Hurry makes it skip data that is not fetched yet. Reopen opens the data again after a restore.
	TakeOver func(ctx context.Context, anyway bool) (*director.Director, error)
	Hurry    func()
	Reopen   func(ctx context.Context) (*director.Director, error)
}

// A Standby serves a computer that follows another one: at first a page with the progress, after taking over a Swapper.
// It is safe for concurrent use.
type Standby struct {
	watch   Watch
	config  web.Config
	waiting *web.Server
	// patience is how long a request waits for the end of the take-over.
	patience time.Duration
	// takeOverLock is held during a take-over; stop cancels running. director has the data afterwards.
	takeOverLock sync.Mutex
	running      context.Context
	stop         context.CancelFunc
	director     *director.Director

	mu      sync.RWMutex
	swapper *web.Swapper // nil before
	attempt *attempt     // nil before the first one
}

// A attempt is one attempt to take over. After it done is closed, and err is the reason of a failure.
type attempt struct {
	done chan struct{}
	err  error
}

// failed returns the reason of a failure; nil for an attempt that is running or was never started.
func (t *attempt) failed() error {
	if t == nil || !t.ended() {
		return nil
	}
	return t.err
}

func (t *attempt) ended() bool {
	select {
	case <-t.done:
		return true
	default:
		return false
	}
}

// NewStandby returns the handler for a computer that follows another one.
func NewStandby(w Watch, config web.Config) (*Standby, error) {
	b := &Standby{watch: w, config: config, patience: 5 * time.Second}
	b.running, b.stop = context.WithCancel(context.Background())
	var err error
	b.waiting, err = web.NewBare(config, func(s *web.Server, r *gin.Engine) {
		r.GET("/readyz", s.Adapt(unready))
		r.GET(takeOverPath, s.Adapt(b.show))
		r.GET(takeOverPath+"/:key", s.Adapt(b.show))
		r.POST(takeOverPath+"/:key", s.Adapt(b.post))
		r.NoRoute(s.Adapt(b.redirectToPage))
	})
	return b, err
}

// takeOverPath is the path of the pages before the take-over.
const takeOverPath = "/take"

// TakeOverPath returns the path of the page with the button, for its key.
func TakeOverPath(key string) string { return takeOverPath + "/" + key }

// ServeHTTP answers one request.
func (b *Standby) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	stage := b.current()
	switch {
	case stage == nil:
		b.waiting.ServeHTTP(w, r)
	case !strings.HasPrefix(r.URL.Path, takeOverPath):
		stage.ServeHTTP(w, r)
	case r.Header.Get("HX-Request") != "": // a page that was loaded before
		w.Header().Set("HX-Redirect", "/")
		w.WriteHeader(http.StatusNoContent)
	default:
		http.Redirect(w, r, "/", http.StatusSeeOther)
	}
}

// current returns the Swapper after the take-over, nil before.
func (b *Standby) current() *web.Swapper {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.swapper
}

// CloseStreams ends all live streams, as Server.CloseStreams.
func (b *Standby) CloseStreams() {
	if stage := b.current(); stage != nil {
		stage.CloseStreams()
	}
}

// Close ends the background tasks, like Swapper.Close.
func (b *Standby) Close() error {
	b.stop()
	b.takeOverLock.Lock() // for good
	if stage := b.current(); stage != nil {
		return stage.Close()
	}
	if b.director != nil {
		return b.director.Close()
	}
	return nil
}

// A followPage shows the progress of following.
type followPage struct {
	page.Base
	// From is the address of the followed computer.
	From string
	// State describes the copied data, Good is set if they are complete, Trouble is the reason if not.
	State, Trouble string
	Good           bool
	// Takes is set for a reader with the key, Ready once a take-over is possible, Blocked if the other computer runs
	// but nothing can be fetched, Taking during the take-over.
	Takes, Ready, Blocked, Taking bool
	Fault                         string
}

func (b *Standby) page(c *gin.Context) followPage {
	lang, is := b.waiting.Language(c).AtDesk(), b.watch.State()
	view := followPage{
		Base: page.Frame(b.waiting.Languages(c), lang, c.Request.URL.Path, lang.T("standby.wait.title")),
		From: b.watch.From, Ready: is.Ready, Takes: subtle.ConstantTimeCompare([]byte(c.Param("key")), []byte(b.watch.Key)) == 1,
	}
	view.Refresh = 5
	if is.Trouble != nil {
		view.Trouble, view.Blocked = lang.Error(is.Trouble), is.Blocked()
	}
	const recent = 2*standby.LongestWait + time.Second
	at := lang.Seconds(is.Whole) + " " + lang.ZoneName(is.Whole)
	view.Taking = is.Taking
	switch {
	case is.Taking:
		view.Title, view.State = lang.T("standby.wait.taking"), lang.T("standby.wait.fetching")
		if 0 < is.Percent && is.Percent < 100 { // otherwise there is no progress to show
			view.State = lang.T("standby.wait.fetched", is.Percent)
		}
	case !is.Ready:
		view.State = lang.T("standby.wait.copying")
	case is.Trouble == nil && time.Since(is.Whole) < recent:
		view.State, view.Good = lang.T("standby.wait.whole", at), true
	case is.Whole.IsZero():
		view.State = lang.T("standby.wait.unknown")
	default:
		view.State = lang.T("standby.wait.until", at)
	}
	b.mu.RLock()
	defer b.mu.RUnlock()
	if err := b.attempt.failed(); err != nil && view.Takes && !view.Good {
		view.Fault = view.Error(err)
	}
	return view
}

func (b *Standby) show(c *gin.Context) error { return b.waiting.Render(c, "waiting", b.page(c)) }

// post starts the take-over in the background; the page shows its progress.
func (b *Standby) post(c *gin.Context) error {
	if view := b.page(c); !view.Takes {
		return fault.New(fault.NotFound, "fault.page")
	}
	if c.PostForm("now") != "" {
		b.watch.Hurry()
	}
	t := b.begin(c.PostForm("anyway") != "")
	select {
	case <-t.done:
	case <-time.After(b.patience):
		return b.waiting.Redirect(c, c.Request.URL.Path)
	}
	if t.err != nil {
		view := b.page(c)
		view.Fault = view.Error(t.err)
		return b.waiting.RenderStatus(c, site.StatusOf(t.err), "waiting", view)
	}
	return b.waiting.Redirect(c, site.TakenOver)
}

// begin starts a take-over, or returns the running one.
func (b *Standby) begin(anyway bool) *attempt {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.attempt != nil && !b.attempt.ended() {
		return b.attempt
	}
	t := &attempt{done: make(chan struct{})}
	b.attempt = t
	go func() {
		defer close(t.done)
		t.err = b.takeOver(b.running, anyway)
		if _, known := fault.As(t.err); t.err != nil && !known {
			b.waiting.Log.Error("this computer does not take over", slog.Any("error", t.err))
		}
	}()
	return t
}

func (b *Standby) takeOver(ctx context.Context, anyway bool) (err error) {
	b.takeOverLock.Lock()
	defer b.takeOverLock.Unlock()
	if b.current() != nil {
		return nil
	}
	if b.director == nil { // otherwise the data are taken over already
		if b.director, err = b.watch.TakeOver(ctx, anyway); err != nil {
			return err
		}
	}
	stage, err := web.NewSwapper(b.director, b.config, b.watch.Reopen)
	if err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.swapper = stage
	return nil
}

// unready answers monitors that this computer has no data to serve yet.
func unready(c *gin.Context) error {
	c.String(http.StatusServiceUnavailable, "this computer stands by\n")
	return nil
}

// redirectToPage redirects every other address to the page.
func (b *Standby) redirectToPage(c *gin.Context) error {
	if strings.HasPrefix(c.Request.URL.Path, "/api/") || c.Request.Method != http.MethodGet && c.Request.Method != http.MethodHead {
		c.String(http.StatusServiceUnavailable, "This computer stands by.\n")
		return nil
	}
	c.Header("Cache-Control", "no-store")
	c.Redirect(http.StatusTemporaryRedirect, takeOverPath)
	return nil
}
