package web

import (
	"github.com/gin-gonic/gin"

	"tourney/internal/fault"
	"tourney/internal/web/admin"
	"tourney/internal/web/desk"
	"tourney/internal/web/draw"
	"tourney/internal/web/exports"
	"tourney/internal/web/people"
	"tourney/internal/web/record"
	"tourney/internal/web/settings"
	"tourney/internal/web/site"
)

// rooms are the parts of the server that change tournaments. Each answers its own
// addresses.
type rooms struct {
	desk     *desk.Room
	draw     *draw.Room
	record   *record.Room
	people   *people.Room
	settings *settings.Room
	exports  *exports.Room
	admin    *admin.Room
}

func newRooms(s *site.Site) rooms {
	return rooms{
		desk: desk.New(s), draw: draw.New(s), record: record.New(s),
		people: people.New(s), settings: settings.New(s),
		exports: exports.New(s), admin: admin.New(s),
	}
}

// routes mounts all addresses. Below each path, one needs the role beside it;
// nothing else says who may go where.
func (s *Server) routes(r *gin.Engine) {
	for _, part := range []struct {
		path   string
		role   site.Role
		routes func(g *site.Group)
	}{
		{"", site.Anyone, s.doorRoutes},
		{"/t/:slug", site.Anyone, s.publicRoutes},
		{"/t/:slug", site.Anyone, s.record.LinkRoutes},
		{"/api/v1", site.Anyone, s.apiRoutes},
		{"", site.LoggedIn, s.sessionRoutes},
		{"", site.LoggedIn, s.admin.Routes},
		{"/desk/:slug", site.LoggedIn, s.admin.LogRoutes},
		{"/desk/:slug", site.LoggedIn, s.desk.Routes},
		{"/desk/:slug", site.LoggedIn, s.record.Routes},
		{"/desk/:slug", site.LoggedIn, s.draw.Routes},
		{"/desk/:slug", site.LoggedIn, s.people.Routes},
		{"/desk/:slug", site.LoggedIn, s.settings.Routes},
		{"/desk/:slug", site.LoggedIn, s.exports.Routes},
	} {
		part.routes(s.Group(r.Group(part.path), part.role))
	}
	r.NoRoute(s.Adapt(func(*gin.Context) error { return fault.New(fault.NotFound, "page.missing") }))
}
