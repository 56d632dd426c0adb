package draw

import (
	"time"

	"tourney/internal/app/director"
	"tourney/internal/web/site"
)

// A Room pairs rounds.
type Room struct {
	*site.Site
	// Patience is how long a request waits for a draw, or for the cost of a draft. Then it responds with a page that
	// refreshes itself.
	Patience time.Duration
	// draws are started by a button, costs by a page that compares a draft with the best draw. Each instance has its
	// own, in memory.
	draws, costs *runs
}

// New returns the room of a site.
func New(s *site.Site) *Room {
	return &Room{Site: s, Patience: time.Second, draws: site.NewWorks[run, struct{}](s, s.Director.Shelf, "draw"), costs: site.NewWorks[run, struct{}](s, director.NewKeyValue(), "cost")}
}

// Routes adds the addresses of the room to g.
func (s *Room) Routes(g *site.Group) {
	g.Get("/draw/:round", s.WithRound(s.showDraw))
	g.Post("/draw/:round", s.WithRound(s.postDraw))
	g.Get("/draw/:round/why", s.WithRound(s.showWhyNot))
	g.Get("/draw/:round/meet/:player", s.WithRound(s.showCandidates))
	g.Get("/draw/:round/verify", s.WithRound(s.showVerify))
}
