package people

import "tourney/internal/web/site"

// A Room registers players and teams.
type Room struct{ *site.Site }

// New returns the room of a site.
func New(s *site.Site) *Room {
	return &Room{Site: s}
}

// Routes mounts the addresses of the room.
func (s *Room) Routes(g *site.Group) {
	g.Get("/players", s.showRegistration)
	g.Post("/players", s.postRegistration)
	g.Post("/checkin", s.postCheckInAll)
	g.Get("/players/:player", s.showEntry)
	g.Post("/players/:player", s.postEntry)
	g.Post("/players/:player/status", s.postStatus)
	g.Post("/players/:player/round/:round", s.postAttendance)
	g.Post("/players/:player/remove", s.postRemove)
	g.Get("/teams", s.showTeams)
	g.Post("/teams", s.postTeams)
	g.Get("/teams/:team", s.showTeamEntry)
	g.Post("/teams/:team", s.postTeamEntry)
	g.Post("/teams/:team/remove", s.postTeamRemove)
	g.Get("/import", s.showUpload)
	g.Send("/import", site.MostUploadForm, s.postUpload)
	g.Get("/import/:token", s.showSheet)
	g.Post("/import/:token", s.postSheet)
	(&ratingRoom{s.Site}).routes(g)
}
