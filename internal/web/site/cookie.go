package site

import (
	"net/http"
	"time"

	"github.com/gin-gonic/gin"
)

// LinkCookie names the cookie in which a device remembers a player's personal link.
func LinkCookie(slug string) string { return "me-" + slug }

// Cookie returns the value of a cookie that SetCookie has set, "" without one.
func (s *Site) Cookie(c *gin.Context, name string) string {
	value, err := c.Cookie(cookieName(name, s.UnderTLS(c.Request)))
	if err != nil {
		return ""
	}
	return value
}

// SetCookie sets a cookie that scripts cannot read. A negative duration removes it.
func (s *Site) SetCookie(c *gin.Context, name, value string, keeps time.Duration) {
	http.SetCookie(c.Writer, &http.Cookie{ // #nosec G124 -- secure if the request is
		Name: cookieName(name, s.UnderTLS(c.Request)), Value: value, Path: "/", MaxAge: int(keeps / time.Second),
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: s.UnderTLS(c.Request),
	})
}

// cookieName returns the name of a cookie in the browser. Under https it has the __Host- prefix: browsers accept it
// only from this very host, so that neither another host of the domain nor plain http can plant one.
func cookieName(name string, https bool) string {
	if https {
		return "__Host-" + name
	}
	return name
}
