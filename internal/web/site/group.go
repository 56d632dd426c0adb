package site

import "github.com/gin-gonic/gin"

// A Role says what somebody must be to use an address.
type Role int8

// The roles, each of which may do what those before it may.
const (
	Anyone   Role = iota
	LoggedIn      // who enters at a desk
)

// MostForm bounds what a form may carry, in bytes.
const MostForm = 1 << 20

// A Group is a part of the addresses: all below one path that need one role.
type Group struct {
	router *gin.RouterGroup
	site   *Site
	role   Role
}

func (s *Site) Group(router *gin.RouterGroup, needed Role) *Group { return &Group{router, s, needed} }

// Get answers a page.
func (g *Group) Get(path string, a Action) {
	handler := g.handler(a)
	g.router.GET(path, handler)
	g.router.HEAD(path, handler)
}

// Post takes a form, which is parsed and bounded before the action runs.
func (g *Group) Post(path string, a Action) { g.Send(path, MostForm, a) }

// Send takes a form of at most the given bytes, such as one with a file.
func (g *Group) Send(path string, most int64, a Action) {
	g.router.POST(path, g.handler(bounded(most, a)))
}

func (g *Group) handler(a Action) gin.HandlerFunc {
	if g.role > Anyone {
		a = g.site.needLogin(a)
	}
	return g.site.Adapt(a)
}
