package web

import (
	"github.com/gin-gonic/gin"

	"tourney/internal/app/newversion"
	"tourney/internal/fault"
	"tourney/internal/role"
	"tourney/internal/web/access"
	"tourney/internal/web/admin"
	"tourney/internal/web/api"
	"tourney/internal/web/desk"
	"tourney/internal/web/draw"
	"tourney/internal/web/exports"
	"tourney/internal/web/handbook"
	"tourney/internal/web/live"
	"tourney/internal/web/logbook"
	"tourney/internal/web/people"
	"tourney/internal/web/record"
	"tourney/internal/web/settings"
	"tourney/internal/web/signup"
	"tourney/internal/web/site"
	"tourney/internal/web/strengths"
	"tourney/internal/web/tablet"
	"tourney/internal/web/today"
)

// handlers are the handlers of the packages below, called handlers here. Each answers its own addresses.
type handlers struct {
	desk      *desk.Handlers
	draw      *draw.Handlers
	record    *record.Handlers
	people    *people.Handlers
	settings  *settings.Handlers
	signup    *signup.Handlers
	exports   *exports.Handlers
	admin     *admin.Handlers
	today     *today.Handlers
	live      *live.Handlers
	logbook   *logbook.Handlers
	access    *access.Handlers
	api       *api.Handlers
	handbook  *handbook.Handlers
	tablet    *tablet.Handlers
	strengths *strengths.Handlers
}

// generalRoutes mounts the list of tournaments, the static files and the addresses for monitors.
func (s *Server) generalRoutes(g *site.Group) {
	g.Get("/", s.showList)
	g.Get("/feed.atom", s.sendListFeed)
	g.Get("/alarm", s.showAlarm)
	g.Get("/person/:federation/:number", s.showPerson)
	g.Get("/static/:name", s.assets.serve)
	g.Get("/embed.js", s.assets.sendWidget)
	g.Get("/worker.js", s.assets.sendWorker)
	g.Get("/embed", refuseEmbed)
	g.Get("/api", pointToOpenAPI)
	p := probe{s.Director}
	g.Get("/healthz", p.showHealth)
	g.Get("/readyz", p.showReadiness)
}

func newHandlers(s *site.Site, c Config) handlers {
	return handlers{
		desk: &desk.Handlers{Site: s}, draw: draw.New(s), record: record.New(s),
		people: &people.Handlers{Site: s}, settings: settings.New(s), signup: signup.New(s),
		exports: exports.New(s), admin: admin.New(s, newversion.New(s.Director.Store(), c.Releases, c.Version, s.Director.Now, s.Log)), today: &today.Handlers{Site: s}, live: live.New(s), logbook: &logbook.Handlers{Site: s}, access: access.New(s, c.RefusalWait),
		api: api.New(s), handbook: handbook.New(s, c.Docs), tablet: tablet.New(s),
		strengths: &strengths.Handlers{Site: s},
	}
}

// A RouteGroup is a set of addresses below one path. The pages need one action of package role, the forms another.
type RouteGroup struct {
	Read, Write role.Action
	Prefix      string
	Mount       func(g *site.Group)
}

// routeGroups is the table of the actions that each address needs; package role defines which roles may do them.
func (s *Server) routeGroups() []RouteGroup {
	const desk, public, programs = "/desk/:slug", "/t/:slug", "/api/v1"
	parts := []RouteGroup{
		{role.See, role.See, "", s.generalRoutes},                      // the list of tournaments, static files, health checks
		{role.See, role.See, "", s.handbook.Routes},                    // the handbook
		{role.See, role.See, "", s.access.LoginRoutes},                 // the login, invitations
		{role.See, role.See, programs, s.apiRoutes},                    // the JSON API
		{role.Results, role.Results, programs, s.api.ResultRoutes},     // programs with a token: results
		{role.Draw, role.Draw, programs, s.api.DrawRoutes},             // draws and their publication
		{role.Register, role.Register, programs, s.api.PlayerRoutes},   // players
		{role.Found, role.Found, programs, s.api.FoundingRoutes},       // new tournaments
		{role.Files, role.Files, programs, s.exports.ProgramRoutes},    // the files of the desk
		{role.See, role.See, public, s.publicRoutes},                   // a tournament's pages and live events
		{role.See, role.See, public, s.record.PublicRoutes},            // game records as files
		{role.See, role.See, public, s.exports.PublicRoutes},           // the public workbook
		{role.See, role.See, public, s.signup.PublicRoutes},            // players sign up and check in
		{role.OwnLink, role.OwnLink, public, s.record.LinkRoutes},      // players report a result and its record
		{role.OwnLink, role.OwnLink, public, s.signup.LinkRoutes},      // a player's own page: ask, cancel, check in
		{role.OwnLink, role.OwnLink, public, s.live.LinkRoutes},        // a recorder enters the moves of one game
		{role.OwnLink, role.OwnLink, public, s.tablet.LinkRoutes},      // a link makes a device the tablet at the door
		{role.SeeDoor, role.Door, public, s.tablet.Routes},             // the tablet at the door
		{role.Enter, role.Enter, "", s.access.AccountRoutes},           // one's own logins, password and passkeys
		{role.Manage, role.Manage, "", s.access.PeopleRoutes},          // people, roles and tokens of an organisation
		{role.Operate, role.Operate, "", s.access.ServerRoutes},        // more organisations
		{role.Staff, role.Staff, desk, s.access.StaffRoutes},           // people of a tournament
		{role.Enter, role.Enter, "", s.admin.Routes},                   // one's own tournaments
		{role.Found, role.Found, "", s.admin.FoundingRoutes},           // new tournaments: create, import
		{role.Found, role.Found, "", s.admin.DeletedRoutes},            // tournaments that can be restored
		{role.End, role.End, desk, s.admin.EndRoutes},                  // a tournament is copied, archived, deleted
		{role.Operate, role.Operate, "", s.admin.BackupRoutes},         // the data of the whole server
		{role.Operate, role.Operate, "", s.admin.VersionRoutes},        // whether the program asks for a newer version
		{role.Review, role.Review, desk, s.logbook.Routes},             // the log, its undo, the tournament as it was
		{role.Watch, role.Results, desk, s.desk.Routes},                // results
		{role.Records, role.Records, desk, s.record.Routes},            // game records
		{role.Records, role.Records, desk, s.live.Routes},              // which games are recorded live
		{role.Draw, role.Draw, desk, s.draw.Routes},                    // pairing
		{role.Register, role.Register, desk, s.people.Routes},          // players, check-in, fees
		{role.Contacts, role.Contacts, desk, s.people.PrivacyRoutes()}, // personal data: its file, forgetting a person
		{role.Lineup, role.Lineup, desk, s.people.LineupRoutes},        // teams: seen, and their line-ups
		{role.Arrange, role.Arrange, desk, s.people.ListRoutes},        // lists to import, ratings, what removes players and teams
		{role.Arrange, role.Arrange, desk, s.settings.Routes},          // settings, wishes, seeds, simulation
		{role.Arrange, role.Arrange, desk, s.strengths.Routes},         // strengths of a club's members, proposed ranks
		{role.Arrange, role.Arrange, desk, s.signup.Routes},            // settings of sign-up and fees
		{role.Contacts, role.Contacts, desk, s.signup.LetterRoutes},    // letters to players
		{role.Print, role.Print, desk, s.exports.Routes},               // prints, public files
		{role.Print, role.Results, desk, s.exports.ChoiceRoutes},       // the choice of papers
		{role.Files, role.Conclude, desk, s.exports.FederationRoutes},  // results for federations, and reports about them
		{role.Results, role.Results, desk, s.exports.SheetRoutes},      // results from a worksheet
		{role.Files, role.Files, desk, s.exports.FileRoutes},           // files for other programs
		{role.Conclude, role.Conclude, desk, s.exports.PrizeRoutes},    // prizes
		{role.RunDay, role.RunDay, desk, s.today.Routes},               // requests, incidents, announcements
		{role.Conclude, role.Conclude, desk, s.today.FinalRoutes},      // final standings, pictures, results sent away
	}
	if s.extension != nil {
		parts = append(parts, s.extension.Routes()...)
	}
	return parts
}

// routes mounts all parts, each for its role.
func (s *Server) routes(r *gin.Engine) {
	for _, p := range s.routeGroups() {
		p.Mount(s.Group(r, p.Prefix, p.Read, p.Write))
	}
	r.NoRoute(s.Adapt(func(*gin.Context) error { return fault.New(fault.NotFound, "fault.page") }))
	r.HandleMethodNotAllowed = true // the router answers with Allow
	r.NoMethod(s.Adapt(refuseMethod))
}

// refuseMethod refuses an unsupported method. For a page it answers as for a missing page.
func refuseMethod(c *gin.Context) error {
	if !site.IsAPI(c.Request) {
		return fault.New(fault.WrongMethod, "fault.page")
	}
	return fault.New(fault.WrongMethod, "api.method", fault.Clip(c.Request.Method), c.Writer.Header().Get("Allow"))
}
