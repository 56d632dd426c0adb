package desk

import "tourney/internal/web/site"

// Handlers enter results.
type Handlers struct{ *site.Site }

// Routes adds the addresses of the package to g.
func (s *Handlers) Routes(g *site.Group) {
	g.Get("", s.WithTournament(s.showDesk))
	g.Get("/round/:round", s.WithTournament(s.showDesk))
	g.Get("/round/:round/reading", s.WithTournament(s.showReading))
	g.Get("/reading", s.WithTournament(s.showReading))
	g.Post("/line", s.withForm(s.postLine))
	g.Post("/result", s.withForm(s.postResult))
	g.Post("/why", s.withForm(s.postWhy))
	g.Post("/undo", s.withForm(s.postUndo))
	g.Post("/clock", s.withForm(s.postClock))
	g.Post("/noshow", s.withForm(s.postNoShow))
	g.Post("/here", s.withForm(s.postDeskName))
	g.Post("/accept/:game", s.withForm(s.postAccept))
	g.Post("/begin", s.withForm(s.postBegin))
	g.Post("/waiter", s.withForm(s.postWaiter))
	g.Post("/game/:game", s.withForm(s.postGame))
	g.Post("/evening/end", s.withForm(s.postEndEvening))
}
