package web

import (
	"github.com/gin-gonic/gin"

	"tourney/internal/fault"
)

// routes mounts all addresses. Below each path, one needs the role beside it;
// nothing else says who may go where.
func (s *Server) routes(r *gin.Engine) {
	for _, part := range []struct {
		path   string
		role   role
		routes func(g *group)
	}{
		{"", anyone, s.doorRoutes},
		{"/t/:slug", anyone, s.publicRoutes},
		{"/t/:slug", anyone, s.record.linkRoutes},
		{"/api/v1", anyone, s.apiRoutes},
		{"", loggedIn, s.sessionRoutes},
		{"", loggedIn, s.admin.routes},
		{"/desk/:slug", loggedIn, s.admin.logRoutes},
		{"/desk/:slug", loggedIn, s.desk.routes},
		{"/desk/:slug", loggedIn, s.record.routes},
		{"/desk/:slug", loggedIn, s.draw.routes},
		{"/desk/:slug", loggedIn, s.people.routes},
		{"/desk/:slug", loggedIn, s.settings.routes},
		{"/desk/:slug", loggedIn, s.exports.routes},
	} {
		part.routes(s.group(r.Group(part.path), part.role))
	}
	r.NoRoute(s.adapt(func(*gin.Context) error { return fault.New(fault.NotFound, "page.missing") }))
}
