package site

import (
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/director"
)

const (
	SessionCookie = "session"
	// DeviceCookie names a director who has logged in from this browser before. It grants
	// no access.
	DeviceCookie = "device"
	DeviceLife   = 365 * 24 * time.Hour
	sessionKey   = "session"
)

// DeskCookie keeps the last name of the desk in this browser.
const DeskCookie = "desk"

// Authenticate is the middleware that finds the login of a request.
func (s *Site) Authenticate(c *gin.Context) {
	token := s.Cookie(c, SessionCookie)
	if token == "" || len(token) > 100 {
		return // not logged in
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

// Session returns the login that a request belongs to, and whether it has one.
func (s *Site) Session(c *gin.Context) (director.Session, bool) {
	known, ok := c.Get(sessionKey)
	if !ok {
		return director.Session{}, false
	}
	return known.(director.Session), true
}

// Actor returns the person who is logged in, and whether there is one.
func (s *Site) Actor(c *gin.Context) (director.Actor, bool) {
	session, ok := s.Session(c)
	return director.Actor{Name: session.User, Desk: session.Desk}, ok
}

// DeskActor returns the person who enters results here, with the name of their desk.
func (s *Site) DeskActor(c *gin.Context) director.Actor {
	session, _ := s.Session(c) // the role of the group needs one
	return director.Actor{Name: session.User + " · " + session.DeskName, Desk: session.Desk}
}
