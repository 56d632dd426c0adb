package draw

import "tourney/internal/web/site"

// A Room pairs rounds.
type Room struct {
	*site.Site
	// Draws are those that were asked for, worths those that pages compare with.
	Draws, Worths *Runs
}

// New returns the room of a site.
func New(s *site.Site) *Room {
	return &Room{Site: s, Draws: newDrawRuns(s.Streams, s.Log), Worths: newDrawRuns(s.Streams, s.Log)}
}

func (s *Room) Routes(g *site.Group) {
	g.Get("/draw/:round", s.showDraw)
	g.Post("/draw/:round", s.postDraw)
	g.Get("/draw/:round/why", s.showWhyNot)
	g.Get("/draw/:round/meet/:player", s.showFinder)
	g.Get("/draw/:round/verify", s.showVerify)
}
