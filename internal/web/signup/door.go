package signup

import (
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/tournament"
	"tourney/internal/web/site"
)

// cookieLifetime is the lifetime of the cookie with a personal link.
const cookieLifetime = 180 * 24 * time.Hour

// remember keeps a personal link on the device.
func (s *Handlers) remember(c *gin.Context, t *tournament.Tournament, token string) {
	s.SetCookie(c, site.LinkCookie(t.Info.Slug), token, cookieLifetime)
}

// postRemember stores the link on the device, or deletes it there.
func (s *Handlers) postRemember(c *gin.Context, l *link) error {
	if c.PostForm("do") == "forget" {
		s.SetCookie(c, site.LinkCookie(l.t.Info.Slug), "", -time.Second)
	} else {
		s.remember(c, l.t, c.Param("token"))
	}
	return s.Redirect(c, l.path)
}

// showCheckIn redirects from the code at the door to the personal link that the device stores. The page sends other
// players to the desk.
func (s *Handlers) showCheckIn(c *gin.Context, snapshot *director.Snapshot) error {
	t := snapshot.Tournament
	if token := s.Cookie(c, site.LinkCookie(t.Info.Slug)); token != "" {
		if _, err := s.Director.PlayerOf(c.Request.Context(), t, token); err == nil {
			c.Header("Cache-Control", "no-store")
			return s.Redirect(c, publicPath(t)+"/me/"+token)
		}
	}
	return s.Render(c, "door", s.visit(c, snapshot).Base(s.Language(c).T("registration.checkin"), "/door"))
}
