package site

import "github.com/gin-gonic/gin"

// MostForm bounds what a form may carry, in bytes.
const MostForm = 1 << 20

// A Group mounts addresses below one path behind the wall of one role.
type Group struct {
	router *gin.RouterGroup
	site   *Site
}

// Group returns the group of a path and a role. It panics without a role, for
// nothing may be mounted outside the walls.
func (s *Site) Group(router gin.IRouter, path string, role Role) *Group {
	if role == 0 {
		panic("site: no role for the addresses below " + path)
	}
	return &Group{router.Group(path, s.require(role)), s}
}

// Get mounts a page.
func (g *Group) Get(path string, a Action) {
	handler := g.site.Adapt(a)
	g.router.GET(path, handler)
	g.router.HEAD(path, handler)
}

// Post mounts the target of a form, which is parsed and bounded before the
// action runs.
func (g *Group) Post(path string, a Action) { g.Send(path, MostForm, a) }

// Send mounts the target of a form of at most the given bytes, such as one with
// a file.
func (g *Group) Send(path string, most int64, a Action) {
	g.router.POST(path, g.site.Adapt(bounded(most, a)))
}
