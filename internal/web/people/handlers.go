package people

import "tourney/internal/web/site"

// Handlers register players and teams.
type Handlers struct{ *site.Site }

// Routes adds the addresses of the package to g.
func (s *Handlers) Routes(g *site.Group) {
	g.Get("/players", s.WithTournament(s.showRegistration))
	g.Post("/players", s.WithTournament(s.postRegistration))
	g.Post("/checkin", s.postCheckInAll)
	g.Get("/players/:player", s.withPlayer(s.showEntry))
	g.Post("/players/:player", s.Merged(s.withPlayer(s.postEntry)))
	g.Post("/players/:player/status", s.withPlayer(s.postStatus))
	g.Post("/players/:player/round/:round", s.withPlayer(s.postAttendance))
	g.Post("/players/:player/fee", s.withPlayer(s.postFee))
	g.Post("/signups", s.postSignUps)
	g.Post("/signups/:request", s.postSignUp)
	g.Get("/fees", s.WithTournament(s.showTreasurer))
	g.Get("/fees.csv", s.WithTournament(s.showTreasurerCSV))
}

// LineupRoutes adds the addresses of teams.
func (s *Handlers) LineupRoutes(g *site.Group) {
	teams := &teamHandlers{s.Site}
	g.Get("/teams", s.WithTournament(teams.showTeams))
	g.Get("/teams/:team", teams.withTeam(teams.showTeamEntry))
	g.Post("/teams/:team", teams.withTeam(teams.postTeamEntry))
}

// ListRoutes adds the addresses of lists of players and ratings, and of the removal of players and changes of teams.
func (s *Handlers) ListRoutes(g *site.Group) {
	privacy := privacyHandlers{s}
	g.Post("/privacy", s.Merged(s.WithTournament(privacy.postNames)))
	g.Post("/players/:player/remove", s.withPlayer(s.postRemove))
	g.Post("/players/:player/merge", s.withPlayer(s.postMerge))
	teams := &teamHandlers{s.Site}
	g.Post("/teams", s.WithTournament(teams.postTeams))
	g.Post("/teams/:team/remove", teams.withTeam(teams.postTeamRemove))
	g.Get("/import", s.WithTournament(s.showUpload))
	g.PostLarge("/import", site.MostUploadForm, s.WithTournament(s.postUpload))
	g.Get("/import/:token", s.withSheet(s.showSheet))
	g.Post("/import/:token", s.withSheet(s.postSheet))
	(&ratingHandlers{s.Site}).routes(g)
}
