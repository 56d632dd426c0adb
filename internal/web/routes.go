package web

import (
	"github.com/gin-gonic/gin"

	"tourney/internal/fault"
	"tourney/internal/web/site"
)

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
