package web

import (
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/fault"
	"tourney/internal/web/site"
)

// logRequests writes a line per request: the route, not the address, which may
// hold a token or a name.
func (s *Server) logRequests(c *gin.Context) {
	if !s.Log.Enabled(c.Request.Context(), slog.LevelInfo) {
		return
	}
	began := time.Now()
	c.Next()
	s.Log.Info("request", slog.String("id", site.RequestID(c)), slog.String("method", c.Request.Method), slog.String("route", c.FullPath()),
		slog.Int("status", c.Writer.Status()), slog.Int("bytes", c.Writer.Size()),
		slog.Duration("took", time.Since(began)))
}

// answerPanic answers a request whose handler panicked.
func (s *Server) answerPanic(c *gin.Context, cause any) {
	s.Fail(c, fmt.Errorf("panic: %v\n%s", cause, debug.Stack()))
	c.Abort()
}

const policy = "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; worker-src 'self'; object-src 'none'; " +
	"base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// securityHeaders is the middleware that sets the security headers of every response.
func securityHeaders(s *site.Site) gin.HandlerFunc {
	return func(c *gin.Context) {
		setSecurityHeaders(c.Writer.Header())
		requireTLS(s, c)
	}
}

// requireTLS sets HSTS on servers reached by https. A self-signed certificate is exempt: browsers would refuse it
// without a way to accept it.
func requireTLS(s *site.Site, c *gin.Context) {
	if s.Encrypted == nil && s.UnderTLS(c.Request) {
		c.Header("Strict-Transport-Security", "max-age=31536000")
	}
}

// security are the headers of every response. All responses share their values. The header "Tourney" distinguishes a
// response of this server from one of a proxy or a captive portal.
var security = map[string][]string{
	"Tourney":                      {"1"},
	"Content-Security-Policy":      {policy},
	"X-Content-Type-Options":       {"nosniff"},
	"Referrer-Policy":              {"same-origin"},
	"Cross-Origin-Opener-Policy":   {"same-origin"},
	"Cross-Origin-Resource-Policy": {"same-origin"},
	"Permissions-Policy":           {"camera=(), geolocation=(), microphone=(), payment=(), usb=()"},
}

func setSecurityHeaders(h http.Header) { maps.Copy(h, security) }

// allowOtherOrigins allows pages of other sites to read public data: the API and the events of a tournament. With the
// wildcard browsers send no cookies, so pages behind a login stay unreadable.
func allowOtherOrigins(c *gin.Context) {
	path := c.Request.URL.Path
	events := strings.HasPrefix(path, "/t/") && strings.HasSuffix(path, "/events")
	if !events && !strings.HasPrefix(path, "/api/v1/") {
		return
	}
	h := c.Writer.Header()
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	h.Set("Access-Control-Expose-Headers", "ETag")
	if c.Request.Method == http.MethodOptions {
		h.Set("Access-Control-Allow-Methods", "GET, HEAD")
		h.Set("Access-Control-Allow-Headers", "Accept-Language, Cache-Control, If-None-Match, Last-Event-ID")
		h.Set("Access-Control-Max-Age", "86400")
		c.AbortWithStatus(http.StatusNoContent)
	}
}

// refuseOtherOrigins refuses writes that a page of another site sends with the reader's cookies. Requests with a token
// are exempt.
func (s *Server) refuseOtherOrigins(c *gin.Context) {
	if site.IsBearer(c.Request) {
		return
	}
	if err := s.guard.Check(c.Request); err != nil {
		s.Fail(c, fault.Wrap(err, fault.Denied, "form.foreign"))
		c.Abort()
	}
}

// chooseLanguage finds the reader's language. ?lang=fi stores the choice in a cookie and redirects to the same page
// without the parameter. Clients without cookies get the response in that language at once: an embedded page, the API,
// a feed or a calendar. Programs get a fault for an unknown language.
func (s *Server) chooseLanguage(c *gin.Context) {
	query := c.Request.URL.Query()
	chosen := s.Cookie(c, site.LanguageCookie)
	wanted := s.Catalog.Language(query.Get("lang"))
	route := c.FullPath()
	program := site.IsAPI(c.Request)
	if wanted != nil && (site.IsEmbed(c) || program || strings.HasSuffix(route, "/feed.atom") || strings.HasSuffix(route, "/calendar.ics")) {
		c.Set(site.LanguageKey, wanted.In(time.Local))
		c.Writer.Header()["Vary"] = varyHeader
		return
	}
	if wanted != nil && c.Request.Method != http.MethodPost {
		s.SetCookie(c, site.LanguageCookie, wanted.Code(), 365*24*time.Hour)
		query.Del("lang")
		there := *c.Request.URL
		there.RawQuery = query.Encode()
		c.Redirect(http.StatusSeeOther, site.LocalPath(there.RequestURI()))
		c.Abort()
		return
	}
	lang := s.Catalog.Match(chosen, c.GetHeader("Accept-Language")).In(time.Local)
	if !site.IsForPlayers(route) {
		lang = lang.AtDesk()
	}
	c.Set(site.LanguageKey, lang)
	c.Writer.Header()["Vary"] = varyHeader
	if code := query.Get("lang"); program && code != "" {
		s.Fail(c, site.AtField("lang", fault.New(fault.Invalid, "api.language", fault.Clip(code), s.Language(c).Codes())))
		c.Abort()
	}
}
