package exports

import "tourney/internal/web/site"

// A Room sends files and prints, and awards prizes.
type Room struct {
	*site.Site
	files *site.Cache[*export]
}

func New(s *site.Site) *Room {
	return &Room{Site: s, files: site.NewCache[*export]()}
}

func (s *Room) Routes(g *site.Group) {
	g.Get("/exports", s.WithTournament(s.showExports))
	g.Get("/exports/:format", s.WithTournament(s.sendExport))
	g.Get("/prizes", s.WithTournament(s.showPrizes))
	g.Post("/prizes", s.WithTournament(s.postPrizes))
	g.Get("/prizes/script", s.WithTournament(s.showScript))
	g.Get("/prizes/certificates", s.WithTournament(s.showCertificates))
}
