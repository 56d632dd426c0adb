package settings

import "tourney/internal/web/site"

// A Room changes how a tournament is played.
type Room struct {
	*site.Site
	simulations *simulations
}

// New returns the room of a site.
func New(s *site.Site) *Room {
	return &Room{Site: s, simulations: newSimulations(s.Log)}
}

func (s *Room) Routes(g *site.Group) {
	g.Get("/settings", s.showSettings)
	g.Post("/settings", s.postSettings)
	g.Get("/steering", s.showSteering)
	g.Post("/steering", s.postSteering)
	g.Get("/seeds/:round", s.showSeeds)
	g.Post("/seeds/:round", s.postSeeds)
	g.Get("/simulate", s.showSimulate)
	g.Post("/simulate", s.postSimulate)
}
