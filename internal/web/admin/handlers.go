package admin

import (
	"tourney/internal/app/newversion"
	"tourney/internal/web/site"
)

// Handlers create, import and back up tournaments.
type Handlers struct {
	*site.Site
	// newer asks for newer versions, nil asks nothing.
	newer *newversion.Asker
}

// New returns handlers; newer may be nil.
func New(s *site.Site, newer *newversion.Asker) *Handlers { return &Handlers{s, newer} }

// Routes mounts the list of the user's tournaments.
func (s *Handlers) Routes(g *site.Group) { g.Get("/desk", s.showDashboard) }

// FoundingRoutes mounts the addresses of new tournaments.
func (s *Handlers) FoundingRoutes(g *site.Group) {
	g.Get("/new", s.showCreation)
	g.Post("/new", s.postCreation)
	g.PostLarge("/import", site.MostUploadForm, s.postFile)
	g.Get("/opened/:name", s.showOpened)
	g.Get("/import/:token", s.Uploads.Queued(s.showFile))
	g.Post("/import/:token", s.Uploads.Queued(s.postFileApply))
}

// VersionRoutes mounts the answer to the question about newer versions.
func (s *Handlers) VersionRoutes(g *site.Group) { g.Post("/newer", s.postNewer) }
