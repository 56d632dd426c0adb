package site

import (
	"net/http"
	"net/url"

	"github.com/gin-gonic/gin"

	"tourney/internal/fault"
)

// A Role restricts the use of an address. The zero Role is none: nothing can be
// mounted for it.
type Role int8

const (
	// Anyone needs no login.
	Anyone Role = iota + 1
	// LinkHolder has the link on the slip of a game, or a player's own. The director checks its token
	// in every step, and a wrong one opens nothing.
	LinkHolder
	// LoggedIn has given a name and its password.
	LoggedIn
)

// String returns the name of the role.
func (r Role) String() string {
	return [...]string{"nobody", "anyone", "link holder", "logged in"}[r]
}

// has reports whether the caller has a role, by the request alone.
func (s *Site) has(c *gin.Context, role Role) bool {
	switch role {
	case Anyone, LinkHolder:
		return true
	case LoggedIn:
		_, ok := s.Session(c)
		return ok
	}
	return false
}

// require returns the middleware that refuses callers without the role.
func (s *Site) require(role Role) gin.HandlerFunc {
	return func(c *gin.Context) {
		if !s.has(c, role) {
			s.askForLogin(c)
			c.Abort()
		}
	}
}

// askForLogin redirects the reader of a page to the login, which leads back. Forms and
// scripts get a fault, since a redirect would lose their request.
func (s *Site) askForLogin(c *gin.Context) {
	if c.Request.Method == http.MethodPost || IsHTMX(c) {
		s.Fail(c, fault.New(fault.Denied, "login.needed"))
		return
	}
	c.Header("Cache-Control", "no-store")
	c.Redirect(http.StatusSeeOther, "/login?next="+url.QueryEscape(c.Request.URL.RequestURI()))
}
