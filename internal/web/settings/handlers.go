package settings

import "tourney/internal/web/site"

// Handlers edit the format of a tournament.
type Handlers struct {
	*site.Site
	simulations *simulations
}

// New returns the handlers of a site.
func New(s *site.Site) *Handlers {
	return &Handlers{Site: s, simulations: newSimulations(s)}
}

// Routes adds the addresses of the package to g.
func (s *Handlers) Routes(g *site.Group) {
	g.Get("/settings", s.WithTournament(s.showSettings))
	g.Post("/settings", s.Merged(s.WithTournament(s.postSettings)))
	g.Get("/steering", s.WithRounds(s.showConstraints))
	g.Post("/steering", s.WithRounds(s.postConstraints))
	g.Get("/seeds/:round", s.withSeeds(s.showSeeds))
	g.Post("/seeds/:round", s.withSeeds(s.postSeeds))
	g.Get("/simulate", s.WithRounds(s.showSimulate))
	g.Post("/simulate", s.WithRounds(s.postSimulate))
}
