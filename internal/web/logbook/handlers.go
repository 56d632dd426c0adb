package logbook

import "tourney/internal/web/site"

// Handlers show the log of a tournament and its past.
type Handlers struct{ *site.Site }

// Routes adds the addresses of the package to g.
func (s *Handlers) Routes(g *site.Group) {
	g.Get("/log", s.WithTournament(s.showLog))
	g.Post("/log", s.WithTournament(s.postUndo))
	g.Get("/log/:version", s.WithTournament(s.showEntry))
	g.Post("/log/:version", s.WithTournament(s.postReason))
	g.Get("/then/:version/*page", s.WithTournament(s.showPast))
}
