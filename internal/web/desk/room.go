package desk

import "tourney/internal/web/site"

// A Room enters results.
type Room struct{ *site.Site }

// New returns the room of a site.
func New(s *site.Site) *Room {
	return &Room{Site: s}
}

// Routes mounts the addresses of the room.
func (s *Room) Routes(g *site.Group) {
	g.Get("", s.showDesk)
	g.Get("/round/:round", s.showDesk)
	g.Post("/line", s.postLine)
	g.Post("/result", s.postResult)
	g.Post("/undo", s.postUndo)
	g.Post("/noshow", s.postNoShow)
	g.Post("/here", s.postDeskName)
	g.Post("/accept/:game", s.postAccept)
	g.Get("/print/slips/:round", s.showSlips)
}
