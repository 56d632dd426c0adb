package site

import (
	"net"
	"net/http"
	"net/url"
	"strings"

	"github.com/gin-gonic/gin"
)

// PublicBase returns the public address of this server's pages.
func (s *Site) PublicBase(c *gin.Context) string {
	switch {
	case s.Base != "":
		return strings.TrimSuffix(s.Base, "/")
	case s.Encrypted != nil && c.Request.TLS != nil:
		return withPort(c.Request, "http", s.Encrypted.HTTP)
	case s.UnderTLS(c.Request):
		return "https://" + c.Request.Host
	}
	return "http://" + c.Request.Host
}

// PhoneBase returns the address by which phones reach this server. On a phone, localhost is the phone itself: a desk
// that uses localhost gets the address of this machine in its network.
func (s *Site) PhoneBase(c *gin.Context) string {
	host := c.Request.Host
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	if IsLoopback(strings.Trim(host, "[]")) && s.Base == "" && s.Phones != nil {
		if url := s.Phones(); url != "" {
			return url
		}
	}
	return s.PublicBase(c)
}

// PhonesReach reports whether phones can open PhoneBase: it is not an address of this machine alone.
func (s *Site) PhonesReach(c *gin.Context) bool {
	u, err := url.Parse(s.PhoneBase(c))
	return err == nil && !IsLoopback(u.Hostname())
}

// IsLoopback reports whether a host, without brackets, is a loopback address or localhost.
func IsLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// UnderTLS reports whether browsers reach this server by https.
func (s *Site) UnderTLS(r *http.Request) bool {
	const https = "https://"
	return r.TLS != nil || strings.HasPrefix(s.Base, https)
}

// LocalPath returns an address if it is a path on this server, else "/". Browsers resolve "//host" and "/\host" to
// other servers.
func LocalPath(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host != "" || u.Scheme != "" || !strings.HasPrefix(address, "/") ||
		strings.HasPrefix(address, "//") || strings.ContainsAny(address, "\\\r\n") {
		return "/"
	}
	return address
}

// refererPath returns the path of the page that sent a request, "/desk" if that is unknown.
func refererPath(c *gin.Context) string {
	from := c.GetHeader("HX-Current-URL")
	if from == "" {
		from = c.Request.Referer()
	}
	u, err := url.Parse(from)
	if err != nil || u.Host != c.Request.Host {
		return "/desk"
	}
	return AfterLogin(LocalPath(u.RequestURI()))
}

// TakenOver is the page shown after a computer has taken over.
const TakenOver = "/desk?taken=1"

// AfterLogin returns the page to show after a login: the requested one, or the desk.
func AfterLogin(next string) string {
	if next == "/" {
		return "/desk"
	}
	return next
}
