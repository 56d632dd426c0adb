package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/i18n"
	"tourney/internal/web/mail"
	"tourney/internal/web/metrics"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// A Config has the settings of a server besides the director.
type Config struct {
	// Catalog has all languages; nil loads it from Templates.
	Catalog *i18n.Catalog
	// Templates and Static are the embedded files, or directories with Dev.
	Templates, Static fs.FS
	// Docs has the handbook, see package docs; a directory with Dev.
	Docs fs.FS
	// Dev reads templates and static files again for every request.
	Dev bool
	// Base is the public address, such as "https://go.example.org"; "" takes it from
	// the request.
	Base string
	// Phones returns the address of this machine in its network, "" without one; may be nil.
	Phones func() string
	// Encrypted is set if desks use https beside plain http; may be nil.
	Encrypted *site.Encrypted
	// Proxies are trusted to name the client's address.
	Proxies Proxies
	// RefusalWait delays the response to a login attempt that comes too early: a client that sends the next attempt
	// after each response cannot keep the server busy.
	RefusalWait time.Duration
	// Opened is the folder of files that another start of the program hands over to be imported, "" without one.
	Opened string
	// Version is the version of the program, Releases the address of the file about the newest one, "" for none.
	Version, Releases string
	// Mail sends letters; nil sends none.
	Mail *mail.Server
	// Extension connects the server with other computers; nil without connections.
	Extension func(*site.Site) Extension
	// Metrics counts requests and streams; may be nil.
	Metrics *metrics.Metrics
	// Log gets a line per request; nil is slog.Default.
	Log *slog.Logger
}

// An Extension adds pages and background work to a server, see package web/beyond.
type Extension interface {
	site.Beyond
	// Routes returns its addresses.
	Routes() []RouteGroup
	// Run works until ctx ends.
	Run(ctx context.Context)
}

// A Server answers all requests. It is safe for concurrent use.
type Server struct {
	*site.Site
	handlers
	extension  Extension // may be nil
	config     Config
	assets     *assets
	pages      *site.Cache[*site.Body]
	recent     *recent
	router     *gin.Engine
	guard      *http.CrossOriginProtection
	streams    streams
	broadcasts broadcasts
	endStreams context.CancelFunc
	// background runs the tasks that last until Close.
	background    sync.WaitGroup
	endBackground context.CancelFunc
}

// New returns a server, or with Dev an error if a template or catalog is broken.
func New(d *director.Director, config Config) (*Server, error) {
	s := newServer(config)
	s.Director, s.Uploads = d, site.Uploads{KeyValue: d.KeyValue}
	s.Streams, s.endStreams = context.WithCancel(context.Background())
	s.handlers = newHandlers(s.Site, config)
	if config.Extension != nil {
		s.extension = config.Extension(s.Site)
		s.Beyond = s.extension
	}
	if err := s.prepare(); err != nil {
		return nil, err
	}
	if m := config.Metrics; m != nil {
		s.router.Use(m.Count)
		m.Gauge("streams", "Open streams of live events.", func() float64 { return float64(s.OpenStreams()) })
		m.Gauge("data_bytes", "Size of the data file with its log.", func() float64 { return float64(d.DataSize()) })
		m.Gauge("writable", "1 while data can be saved.", func() float64 {
			if d.Trouble() != nil {
				return 0
			}
			return 1
		})
	}
	s.router.Use(nameRequest, s.logRequests, gin.CustomRecoveryWithWriter(nil, s.answerPanic), s.sendRendered, securityHeaders(s.Site), allowFrames, allowOtherOrigins, s.chooseLanguage, s.refuseOtherOrigins, s.Authenticate, s.KeepOnTablet, s.redirectToLeader)
	s.routes(s.router)
	s.begin(d)
	return s, nil
}

// newServer returns a server without data.
func newServer(config Config) *Server {
	refreshes := site.NewRefreshes(max(1, runtime.GOMAXPROCS(0)-1))
	s := &Server{
		config: config,
		Site: &site.Site{
			Beyond: site.Standalone{}, Refreshes: refreshes,
			Base: config.Base, Phones: config.Phones, Encrypted: config.Encrypted, Dev: config.Dev, Static: config.Static, Opened: config.Opened, Mail: config.Mail, Log: cmp.Or(config.Log, slog.Default()),
			Client: func(r *http.Request) string { return networkOf(config.Proxies.client(r)) },
		},
		pages: site.NewCache[*site.Body](), recent: newRecent(refreshes), guard: http.NewCrossOriginProtection(),
	}
	s.OpenStream = s.streams.open
	return s
}

// prepare loads the templates and catalogs, and makes the router, without any address.
func (s *Server) prepare() (err error) {
	config := s.config
	if s.Catalog = config.Catalog; s.Catalog == nil {
		if s.Catalog, err = i18n.Load(config.Templates); err != nil {
			return err
		}
	}
	if s.assets, err = loadAssets(config.Static, config.Dev); err != nil {
		return err
	}
	if s.Renderer, err = page.NewRenderer(config.Templates, s.assets.address, config.Dev); err != nil {
		return err
	}
	if config.Dev { // tests have checked embedded ones
		if err := errors.Join(s.Catalog.Check(), s.Renderer.Check()); err != nil {
			return err
		}
	}
	gin.SetMode(gin.ReleaseMode)
	s.router = gin.New()
	s.router.ForwardedByClientIP = false // Proxies.client does it
	if config.Base != "" {
		if err := s.guard.AddTrustedOrigin(strings.TrimSuffix(config.Base, "/")); err != nil {
			return fmt.Errorf("public address: %w", err)
		}
	}
	return nil
}

// begin starts the background tasks, which last until Close.
func (s *Server) begin(d *director.Director) {
	var background context.Context
	background, s.endBackground = context.WithCancel(context.Background())
	log := s.Log // the log at the start
	s.background.Go(func() { watchData(background, d, log) })
	ready := make(chan struct{})
	s.background.Go(func() { d.ReceiveNotifications(background, func() { close(ready) }) })
	select {
	case <-ready:
	case <-time.After(listenTimeout): // pages that are opened before it is ready get a refresh then
	}
	s.background.Go(func() { d.LiveGames().Publish(background, liveInterval) })
	s.background.Go(func() { d.Backups().Run(background) })
	if s.extension != nil {
		s.background.Go(func() { s.extension.Run(background) })
	}
	s.background.Go(func() { d.Access().RunFailureLog(background) })
	s.background.Go(func() { d.Catalogue().RunSweeps(background, log) })
}

// listenTimeout is how long a new server waits until it receives the changes of others.
const listenTimeout = 10 * time.Second

// liveInterval is the interval for checking the delays of live games.
const liveInterval = time.Second

// ServeHTTP answers one request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.router.ServeHTTP(w, r) }

// CloseStreams ends all live streams, so that a shutdown need not wait for
// them. It is for http.Server.RegisterOnShutdown.
func (s *Server) CloseStreams() { s.endStreams() }

// Close ends the background tasks, and waits for them. The data file can be closed then.
func (s *Server) Close() {
	s.endStreams()
	s.endBackground()
	s.background.Wait()
}
