package site

import (
	"errors"
	"net/http"

	"github.com/gin-gonic/gin"

	"tourney/internal/fault"
	"tourney/internal/role"
)

// mostForm limits the size of a form, in bytes.
const mostForm = 1 << 20

// A Group mounts addresses below one path. One action guards its pages, another its forms.
type Group struct {
	read, write gin.IRoutes
	site        *Site
}

// Group returns the group of a path, with the actions that its pages and its forms need. It panics without an action:
// every address must have an access check.
func (s *Site) Group(router gin.IRouter, path string, look, change role.Action) *Group {
	if look == 0 || change == 0 {
		panic("site: no action for the addresses below " + path)
	}
	return &Group{router.Group(path, s.require(look)), router.Group(path, s.require(change)), s}
}

// Get mounts a page.
func (g *Group) Get(path string, a Action) {
	handler := g.site.Adapt(a)
	g.read.GET(path, handler)
	g.read.HEAD(path, handler)
}

// Post mounts the target of a form, which is parsed and size-limited before the action runs.
func (g *Group) Post(path string, a Action) { g.PostLarge(path, mostForm, a) }

// PostLarge mounts the target of a form of at most the given bytes, such as one with a file. Large ones are queued, see
// Uploads.Queued.
func (g *Group) PostLarge(path string, most int64, a Action) {
	if most >= largeForm {
		a = g.site.Uploads.Queued(a)
	}
	g.write.POST(path, g.site.Adapt(limited(most, a)))
}

// PostStream mounts the target of a form whose body, of at most the given bytes, the action reads as a stream.
func (g *Group) PostStream(path string, most int64, a Action) {
	g.write.POST(path, g.site.Adapt(streamed(most, a)))
}

// Put mounts the PUT handler of an address. The action reads the body, of at most the given bytes, as a stream.
func (g *Group) Put(path string, most int64, put Action) {
	g.write.PUT(path, g.site.Adapt(streamed(most, put)))
}

// Delete mounts the DELETE handler of an address.
func (g *Group) Delete(path string, remove Action) {
	g.write.DELETE(path, g.site.Adapt(streamed(0, remove)))
}

func streamed(most int64, a Action) Action {
	return func(c *gin.Context) error {
		c.Request.Body = http.MaxBytesReader(c.Writer, c.Request.Body, most)
		return a(c)
	}
}

// limited parses the form of a request before the action runs, so that an
// oversized or malformed body is a fault instead of looking like an empty form.
func limited(most int64, a Action) Action {
	return func(c *gin.Context) error {
		c.Request.Body = http.MaxBytesReader(c.Writer, c.Request.Body, most)
		err := c.Request.ParseForm() // separately: the next call would lose its error
		if err == nil {
			const inMemory = 1 << 20
			err = c.Request.ParseMultipartForm(inMemory)
		}
		if errors.Is(err, http.ErrNotMultipart) {
			err = nil
		}
		var tooLarge *http.MaxBytesError
		switch {
		case errors.As(err, &tooLarge):
			return fault.Wrap(err, fault.TooLarge, "form.large", most>>10)
		case err != nil:
			return fault.Wrap(err, fault.Invalid, "form.incomplete")
		}
		return a(c)
	}
}
