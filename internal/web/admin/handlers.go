package admin

import "tourney/internal/web/site"

// Handlers create, import and back up tournaments.
type Handlers struct{ *site.Site }

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
