package site

import (
	"net/http"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/i18n"
)

const (
	LanguageCookie = "lang"
	LanguageKey    = "language"
)

// Language returns the reader's language, telling times in UTC.
func (s *Site) Language(c *gin.Context) *i18n.Language {
	if l, ok := c.Get(LanguageKey); ok {
		return l.(*i18n.Language)
	}
	return s.Catalog.Match("", "")
}

// SetCookie sets a cookie that scripts cannot read, for as long as it keeps; a
// negative time takes it away.
func (s *Site) SetCookie(c *gin.Context, name, value string, keeps time.Duration) {
	http.SetCookie(c.Writer, &http.Cookie{
		Name: name, Value: value, Path: "/", MaxAge: int(keeps / time.Second),
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: s.underTLS(c.Request),
	})
}

// underTLS reports whether the browser sees us under https.
func (s *Site) underTLS(r *http.Request) bool {
	const https = "https://"
	return r.TLS != nil || strings.HasPrefix(s.Base, https)
}

// PublicBase returns the address under which people reach us.
func (s *Site) PublicBase(c *gin.Context) string {
	switch {
	case s.Base != "":
		return strings.TrimSuffix(s.Base, "/")
	case s.underTLS(c.Request):
		return "https://" + c.Request.Host
	}
	return "http://" + c.Request.Host
}
