package today

import "tourney/internal/web/site"

// Handlers organise the day.
type Handlers struct{ *site.Site }

// mostPicture limits the form with a picture, in bytes.
const mostPicture = 24 << 20

// Routes adds the addresses of the package to g.
func (s *Handlers) Routes(g *site.Group) {
	g.Get("/day", s.WithTournament(s.showDay))
	g.Post("/day/requests", s.WithTournament(s.postRequest))
	g.Post("/day/requests/:id", s.WithTournament(s.postAnswer))
	g.Post("/day/incidents", s.WithTournament(s.postIncident))
	g.Post("/day/incidents/:id/remove", s.WithTournament(s.postIncidentRemoved))
	g.Post("/day/announcements", s.WithTournament(s.postAnnouncement))
	g.Post("/day/announcements/:id/end", s.WithTournament(s.postAnnouncementEnded))
}

// FinalRoutes adds the addresses of the end of a tournament.
func (s *Handlers) FinalRoutes(g *site.Group) {
	g.Get("/final", s.WithTournament(s.showFinal))
	g.Post("/final", s.WithTournament(s.postFinal))
	g.PostLarge("/final/pictures", mostPicture, s.WithTournament(s.postPicture))
	g.Post("/final/pictures/:id", s.WithTournament(s.postPictureChanged))
}
