package site

import (
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/director"
)

const (
	SessionCookie = "session"
	// DeviceCookie says who has logged in here before. It lets nobody in.
	DeviceCookie = "device"
	DeviceLife   = 365 * 24 * time.Hour
	sessionKey   = "session"
)

// Cookie returns the value of a cookie, "" for none.
func Cookie(c *gin.Context, name string) string {
	value, err := c.Cookie(name)
	if err != nil {
		return ""
	}
	return value
}

// Authenticate finds who is logged in.
func (s *Site) Authenticate(c *gin.Context) {
	token := Cookie(c, SessionCookie)
	if token == "" || len(token) > 100 {
		return // nobody
	}
	session, ok, err := s.Director.Access().Session(c.Request.Context(), token)
	switch {
	case err != nil:
		s.Fail(c, err)
		c.Abort()
	case ok:
		c.Set(sessionKey, session)
	}
}

// Actor returns who is logged in, and whether somebody is.
func (s *Site) Actor(c *gin.Context) (director.Actor, bool) {
	session, ok := s.Session(c)
	return director.Actor{Name: session.User, Desk: session.Desk}, ok
}

// Session returns the login that a request belongs to, and whether it has one.
func (s *Site) Session(c *gin.Context) (director.Session, bool) {
	known, ok := c.Get(sessionKey)
	if !ok {
		return director.Session{}, false
	}
	return known.(director.Session), true
}

// AfterLogin returns where to go after a login: to the desk unless the reader was
// under way to another page.
func AfterLogin(next string) string {
	if next == "/" {
		return "/desk"
	}
	return next
}

// DeskCookie is what the desk in this browser was called last.
const DeskCookie = "desk"

// DeskActor returns who enters here: the user, at the desk of this login.
func (s *Site) DeskActor(c *gin.Context) director.Actor {
	session, _ := s.Session(c) // the wall of the group has found one
	return director.Actor{Name: session.User + " · " + session.DeskName, Desk: session.Desk}
}
