package site

import (
	"net/http"
	"time"

	"github.com/gin-gonic/gin"
)

// Cookie returns the value of a cookie, "" for none.
func Cookie(c *gin.Context, name string) string {
	value, err := c.Cookie(name)
	if err != nil {
		return ""
	}
	return value
}

// SetCookie sets a cookie that scripts cannot read. A negative time to keep it
// removes it.
func (s *Site) SetCookie(c *gin.Context, name, value string, keeps time.Duration) {
	http.SetCookie(c.Writer, &http.Cookie{
		Name: name, Value: value, Path: "/", MaxAge: int(keeps / time.Second),
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: s.underTLS(c.Request),
	})
}
