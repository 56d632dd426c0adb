package site

import (
	"net/http"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/fault"
	"tourney/internal/web/page"
)

const (
	// tabletCookie names the cookie of a device that is the tablet at the door: a slug, the token of the
	// link, and the language of the hall.
	tabletCookie = "tablet"
	tabletKey    = "tablet"
	// tabletLife is the lifetime of that cookie. The desk ends the tablet earlier.
	tabletLife = 60 * 24 * time.Hour
)

// Pin makes the device of a request the tablet of a tournament, and removes all logins from it. Between two people the
// page returns to the language of the hall.
func (s *Site) Pin(c *gin.Context, slug, token, language string) {
	s.KeepLogins(c, "", nil)
	s.SetCookie(c, tabletCookie, strings.Join([]string{slug, token, language}, "."), tabletLife)
}

// HallLanguage returns the code of the language in which this device was pinned, "" for any other device.
func (s *Site) HallLanguage(c *gin.Context) string {
	_, rest, _ := strings.Cut(s.Cookie(c, tabletCookie), ".")
	_, language, _ := strings.Cut(rest, ".")
	return page.Clip(language)
}

// Unpin makes the device of a request an ordinary one.
func (s *Site) Unpin(c *gin.Context) { s.SetCookie(c, tabletCookie, "", -time.Second) }

// isPinned reports whether a request has the cookie of a tablet.
func isPinned(r *http.Request) bool {
	for _, cookies := range r.Header["Cookie"] {
		if strings.Contains(cookies, tabletCookie+"=") {
			return true
		}
	}
	return false
}

// onTablet are the routes of a tablet besides its own page.
var onTablet = map[string]bool{"/static/:name": true, "/t/:slug/events": true, "/t/:slug/code.svg": true}

// KeepOnTablet is the middleware that keeps a tablet on the page of its tournament. An ended tablet becomes an ordinary
// device.
func (s *Site) KeepOnTablet(c *gin.Context) {
	if !isPinned(c.Request) {
		return
	}
	slug, rest, _ := strings.Cut(s.Cookie(c, tabletCookie), ".")
	token, _, _ := strings.Cut(rest, ".")
	is, err := s.Director.IsTablet(c.Request.Context(), slug, token)
	switch {
	case err != nil:
		s.Fail(c, err)
		c.Abort()
	case !is && c.FullPath() == "/t/:slug/tablet":
		s.Unpin(c)
		c.Redirect(http.StatusSeeOther, LocalPath("/t/"+slug))
		c.Abort()
	case !is:
		s.Unpin(c)
	case onTablet[c.FullPath()] || c.Param("slug") == slug && strings.HasPrefix(c.FullPath()+"/", "/t/:slug/tablet/"):
		c.Set(tabletKey, slug)
	case c.Request.Method == http.MethodGet || c.Request.Method == http.MethodHead:
		c.Header("Cache-Control", "no-store")
		c.Redirect(http.StatusSeeOther, LocalPath("/t/"+slug+"/tablet"))
		c.Abort()
	default:
		s.Fail(c, fault.New(fault.Denied, "role.denied"))
		c.Abort()
	}
}
