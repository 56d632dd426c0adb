package admin

import "tourney/internal/web/site"

// A Room creates, imports and backs up tournaments.
type Room struct{ *site.Site }

// Routes mounts the list of the user's tournaments.
func (s *Room) Routes(g *site.Group) { g.Get("/desk", s.showDashboard) }

// FoundingRoutes mounts the addresses of new tournaments.
func (s *Room) FoundingRoutes(g *site.Group) {
	g.Get("/new", s.showCreation)
	g.Post("/new", s.postCreation)
	g.Send("/import", site.MostUploadForm, s.postFile)
	g.Get("/import/:token", s.Uploads.InTurn(s.showFile))
	g.Post("/import/:token", s.Uploads.InTurn(s.postFileApply))
}
