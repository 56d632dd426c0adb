package web

import "github.com/gin-gonic/gin"

// A role says what somebody must be to use an address.
type role int8

// The roles, each of which may do what those before it may.
const (
	anyone   role = iota
	loggedIn      // who enters at a desk
)

// mostForm bounds what a form may carry, in bytes.
const mostForm = 1 << 20

// A group is a part of the addresses: all below one path that need one role.
type group struct {
	router *gin.RouterGroup
	site   *site
	role   role
}

func (s *site) group(router *gin.RouterGroup, needed role) *group { return &group{router, s, needed} }

// get answers a page.
func (g *group) get(path string, a action) {
	handler := g.handler(a)
	g.router.GET(path, handler)
	g.router.HEAD(path, handler)
}

// post takes a form, which is parsed and bounded before the action runs.
func (g *group) post(path string, a action) { g.send(path, mostForm, a) }

// send takes a form of at most the given bytes, such as one with a file.
func (g *group) send(path string, most int64, a action) {
	g.router.POST(path, g.handler(bounded(most, a)))
}

func (g *group) handler(a action) gin.HandlerFunc {
	if g.role > anyone {
		a = g.site.needLogin(a)
	}
	return g.site.adapt(a)
}
