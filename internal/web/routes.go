package web

import (
	"github.com/gin-gonic/gin"

	"tourney/internal/fault"
	"tourney/internal/web/admin"
	"tourney/internal/web/desk"
	"tourney/internal/web/draw"
	"tourney/internal/web/exports"
	"tourney/internal/web/live"
	"tourney/internal/web/logbook"
	"tourney/internal/web/people"
	"tourney/internal/web/record"
	"tourney/internal/web/settings"
	"tourney/internal/web/signup"
	"tourney/internal/web/site"
	"tourney/internal/web/today"
)

// rooms are the parts of the server that change tournaments. Each answers its own
// addresses.
type rooms struct {
	desk     *desk.Room
	draw     *draw.Room
	record   *record.Room
	people   *people.Room
	settings *settings.Room
	signup   *signup.Room
	exports  *exports.Room
	admin    *admin.Room
	today    *today.Room
	live     *live.Room
	logbook  *logbook.Room
}

func newRooms(s *site.Site) rooms {
	return rooms{
		desk: &desk.Room{Site: s}, draw: draw.New(s), record: record.New(s),
		people: &people.Room{Site: s}, settings: settings.New(s), signup: signup.New(s),
		exports: exports.New(s), admin: &admin.Room{Site: s}, today: &today.Room{Site: s}, live: live.New(s), logbook: &logbook.Room{Site: s},
	}
}

// A part is all addresses below one path that need one role.
type part struct {
	role  site.Role
	below string
	mount func(g *site.Group)
}

// parts is the one table of the roles of addresses.
func (s *Server) parts() []part {
	return []part{
		{site.Anyone, "", s.doorRoutes},                                // the list of tournaments, the login, static files
		{site.Anyone, "/api/v1", s.apiRoutes},                          // the JSON API
		{site.Anyone, "/t/:slug", s.publicRoutes},                      // a tournament's pages and live events
		{site.Anyone, "/t/:slug", s.record.PublicRoutes},               // game records as files
		{site.Anyone, "/t/:slug", s.signup.PublicRoutes},               // players sign up; the door
		{site.LinkHolder, "/t/:slug", s.record.LinkRoutes},             // players report a result and its record
		{site.LinkHolder, "/t/:slug", s.signup.LinkRoutes},             // a player's own page: ask, cancel, check in
		{site.LinkHolder, "/t/:slug", s.live.LinkRoutes},               // a recorder enters the moves of one game
		{site.LoggedIn, "", s.sessionRoutes},                           // the logout
		{site.LoggedIn, "", s.admin.Routes},                            // tournaments: list, create, import
		{site.LoggedIn, "", s.admin.BackupRoutes},                      // backups: list, download, restore
		{site.LoggedIn, "/desk/:slug", s.logbook.Routes},               // the log, its undo, the tournament as it was
		{site.LoggedIn, "/desk/:slug", s.desk.Routes},                  // results
		{site.LoggedIn, "/desk/:slug", s.record.Routes},                // game records
		{site.LoggedIn, "/desk/:slug", s.draw.Routes},                  // pairing
		{site.LoggedIn, "/desk/:slug", s.people.Routes},                // players, teams, ratings
		{site.LoggedIn, "/desk/:slug", people.PrivacyRoutes(s.people)}, // personal data: its file, forgetting a person
		{site.LoggedIn, "/desk/:slug", s.settings.Routes},              // settings, wishes, seeds, simulation
		{site.LoggedIn, "/desk/:slug", s.signup.Routes},                // settings of sign-up and fees, letters to players
		{site.LoggedIn, "/desk/:slug", s.exports.Routes},               // files, paper, prizes
		{site.LoggedIn, "/desk/:slug", s.today.Routes},                 // requests, incidents, announcements, the end
		{site.LoggedIn, "/desk/:slug", s.live.Routes},                  // which games are recorded live
	}
}

// routes mounts all parts, each for its role.
func (s *Server) routes(r *gin.Engine) {
	for _, p := range s.parts() {
		p.mount(s.Group(r, p.below, p.role))
	}
	r.NoRoute(s.Adapt(func(*gin.Context) error { return fault.New(fault.NotFound, "fault.page") }))
}
