package logbook

import "tourney/internal/web/site"

// A Room shows the log of a tournament and its past.
type Room struct{ *site.Site }

// Routes adds the addresses of the room to g.
func (s *Room) Routes(g *site.Group) {
	g.Get("/log", s.WithTournament(s.showLog))
	g.Post("/log", s.WithTournament(s.postUndo))
	g.Get("/log/:version", s.WithTournament(s.showEntry))
	g.Post("/log/:version", s.WithTournament(s.postReason))
	g.Get("/then/:version/*page", s.WithTournament(s.showThen))
}
