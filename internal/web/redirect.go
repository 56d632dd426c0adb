package web

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/web/site"
)

// redirectToLeader is the middleware for data that another computer has taken over. It redirects readers there and
// refuses programs. Desk pages stay here with an alarm; the store refuses their writes. Public pages are redirected for
// logged-in users too.
func (s *Server) redirectToLeader(c *gin.Context) {
	r := s.Director.Leadership()
	if !r.Yielded || isLocal(c) {
		return
	}
	_, known := s.Session(c)
	_, program := site.Program(c)
	read := c.Request.Method == http.MethodGet || c.Request.Method == http.MethodHead
	switch there := strings.TrimSuffix(r.Address, "/"); {
	case known && !strings.HasPrefix(c.FullPath(), "/t/"):
		return
	case program || !read || there == "" || isOwnAddress(s.Site, c.Request, there):
		s.Fail(c, s.Director.Trouble())
	case site.IsHTMX(c): // a request for a part of a page
		c.Header("HX-Redirect", there+pathOf(c.GetHeader("HX-Current-URL")))
		c.Status(http.StatusNoContent)
	default:
		c.Header("Cache-Control", "no-store")
		c.Redirect(http.StatusTemporaryRedirect, there+c.Request.URL.RequestURI())
	}
	c.Abort()
}

// isLocal reports whether a request is answered here even after another computer has taken over: health checks,
// static files, live events, which announce it, and the requests of the other computer.
func isLocal(c *gin.Context) bool {
	switch route := c.FullPath(); route {
	case "/healthz", "/readyz", "/static/:name", "/t/:slug/events":
		return true
	default:
		return strings.HasPrefix(route, "/api/v1/standby")
	}
}

// isOwnAddress reports whether an address is this server's, as when both computers use the same name in turn.
func isOwnAddress(s *site.Site, r *http.Request, address string) bool {
	u, err := url.Parse(address)
	return err != nil || u.Host == r.Host || address == strings.TrimSuffix(s.Base, "/")
}

// pathOf returns the path and query of an address, "/" if it has neither.
func pathOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "/"
	}
	return site.LocalPath(u.RequestURI())
}
