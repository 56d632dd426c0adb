package web

import (
	"context"
	"io/fs"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/role"
	"tourney/internal/web/site"
)

// Access to internals for the tests of this package, which are in an external test package like the sites they use.
type (
	Feed           = feed
	FeedEntry      = feedEntry
	LiveEvent      = liveEvent
	TournamentLine = tournamentLine
)

const (
	AtomKind    = atomKind
	MostStreams = mostStreams
	Near        = near
)

var (
	OpenAPI     = openAPI
	IsRequestID = isRequestID
)

// A Part is a row of the table of addresses and their actions.
type Part struct {
	Look, Change role.Action
	Below        string
	Mount        func(*site.Group)
}

func (s *Server) Parts() []Part {
	var parts []Part
	for _, p := range s.parts() {
		parts = append(parts, Part{p.look, p.change, p.below, p.mount})
	}
	return parts
}

func (s *Server) Router() *gin.Engine { return s.router }

func (s *Server) SetBase(address string) { s.config.Base = address }

func (s *Server) SetDrawPatience(d time.Duration) { s.draw.Patience = d }

// PagesKept returns how many rendered pages are in the cache.
func (s *Server) PagesKept() int { return s.pages.Len() }

func (s *Server) ForgetPages() { s.pages = site.NewCache[*site.Body]() }

// IsRendered reports whether a request is answered from the cache.
func (s *Server) IsRendered(c *gin.Context) bool { return s.rendered(c) != nil }

func (s *Server) Broadcasts() int {
	s.broadcasts.mu.Lock()
	defer s.broadcasts.mu.Unlock()
	return len(s.broadcasts.of)
}

func (s *Server) OpenStreams() int { return s.streams.number() }

func (s *Server) SetStreams(n int) { s.streams.all = n }

// ChangesKept returns how many pages of changes are in the cache.
func (s *Server) ChangesKept() int { return s.changes.kept.Len() }

func (s *Server) SetTurnsForOldChanges(turns *site.Turns) { s.changes.far = turns }

// Acting returns the server on the stage.
func (s *Stage) Acting() *Server { return s.acting.Server }

func (s *Stage) SetRestored(done *site.Restored) { s.acting.Restored = done }

// Reopen replaces the server by one on the data on the disk.
func (s *Stage) Reopen(ctx context.Context) (*director.Director, error) {
	d, err := s.open(ctx)
	if err != nil {
		return nil, err
	}
	s.acting.Close()
	server, err := s.server(d, nil)
	s.acting = &acting{Server: server}
	return d, err
}

func (s *Stage) Replace(prepared *director.Replacement, done *site.Restored) {
	s.acting = s.replace(s.acting, prepared, done)
}

func (s *Standby) SetPatience(d time.Duration) { s.patience = d }

// SetTemplates replaces the templates, and reloads the catalogs.
func (s *Standby) SetTemplates(templates fs.FS) {
	s.config.Catalog, s.config.Templates = nil, templates
}

// EndTakeOver closes the server that has taken over, if any; the data stay open.
func (s *Standby) EndTakeOver() {
	if stage := s.acting(); stage != nil {
		stage.acting.Close()
	}
}
