// Package live has the pages of live games: the desk chooses games to record during play, and a recorder enters their
// moves by a link.
package live

import "tourney/internal/web/site"

// Handlers organise live games.
type Handlers struct {
	*site.Site
	// tries limit the requests by a recorder's link.
	tries *site.Limiter
}

// New returns the handlers of a site.
func New(s *site.Site) *Handlers {
	return &Handlers{Site: s, tries: site.NewLimiter(s, "live", site.Pace{AtOnce: stepsAtOnce, Every: stepAgain})}
}

// LinkRoutes mounts the addresses for recorders.
func (s *Handlers) LinkRoutes(g *site.Group) {
	g.Get("/recorder/:token", s.withGame(s.showRecorder))
	g.Get("/recorder/:token/state", s.withGame(s.sendState))
	g.Post("/recorder/:token", s.withGame(s.postStep))
}

// Routes mounts the addresses of the desk.
func (s *Handlers) Routes(g *site.Group) {
	g.Get("/live", s.WithTournament(s.showGames))
	g.Post("/live/:game/on", s.setLive)
	g.Post("/live/:game/off", s.setLive)
}
