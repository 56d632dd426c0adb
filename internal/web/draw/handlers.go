package draw

import (
	"time"

	"tourney/internal/app/director"
	"tourney/internal/web/site"
)

// Handlers pair rounds.
type Handlers struct {
	*site.Site
	// Patience is how long a request waits for a draw, or for the cost of a draft. Then it responds with a page that
	// refreshes itself.
	Patience time.Duration
	// draws are started by a button, costs by a page that compares a draft with the best draw. Each instance has its
	// own, in memory.
	draws, costs *runs
}

// New returns the handlers of a site.
func New(s *site.Site) *Handlers {
	return &Handlers{Site: s, Patience: time.Second, draws: site.NewJobs[run, struct{}](s, s.Director.KeyValue, "draw"), costs: site.NewJobs[run, struct{}](s, director.NewKeyValue(), "cost")}
}

// Routes adds the addresses of the package to g.
func (s *Handlers) Routes(g *site.Group) {
	g.Get("/draw/:round", s.WithRound(s.showDraw))
	g.Post("/draw/:round", s.WithRound(s.postDraw))
	g.Get("/draw/:round/why", s.WithRound(s.showWhyNot))
	g.Get("/draw/:round/meet/:player", s.WithRound(s.showCandidates))
	g.Get("/draw/:round/verify", s.WithRound(s.showVerify))
}
