package web

import (
	"context"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
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
)

var (
	OpenAPI     = openAPI
	IsRequestID = isRequestID
)

func (s *Server) Parts() []RouteGroup { return s.routeGroups() }

func (s *Server) Router() *gin.Engine { return s.router }

func (s *Server) SetBase(address string) { s.config.Base = address }

func (s *Server) SetDrawPatience(d time.Duration) { s.draw.Patience = d }

// PagesKept returns how many rendered pages are in the cache.
func (s *Server) PagesKept() int { return s.pages.Len() }

func (s *Server) ForgetPages() { s.pages = site.NewCache[*site.Body]() }

// IsRendered reports whether a request is answered from the cache.
func (s *Server) IsRendered(c *gin.Context) bool { return s.findRendered(c) != nil }

func (s *Server) Broadcasts() int {
	s.broadcasts.mu.Lock()
	defer s.broadcasts.mu.Unlock()
	return len(s.broadcasts.of)
}

func (s *Server) SetStreams(n int) { s.streams.all = n }

// Acting returns the server on the stage.
func (s *Swapper) Acting() *Server { return s.current.part }

func (s *Swapper) SetRestored(done *site.Restored) { s.current.part.Restored = done }

// Reopen replaces the server by one on the data on the disk.
func (s *Swapper) Reopen(ctx context.Context) (*director.Director, error) {
	d, err := s.open(ctx)
	if err != nil {
		return nil, err
	}
	s.current.part.Close()
	server, err := s.server(d, nil)
	s.current = &servedBy[*Server]{part: server}
	return d, err
}

func (s *Swapper) ReplaceBy(prepared *director.Replacement, done *site.Restored) {
	s.current = &servedBy[*Server]{part: s.replace(s.current.part, prepared, done)}
}
