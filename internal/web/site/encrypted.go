package site

import (
	"net"
	"net/http"
	"net/netip"

	"github.com/gin-gonic/gin"

	"tourney/internal/fault"
	"tourney/internal/web/page"
)

// Encrypted is how desks of the local network reach this server by https, with a
// certificate that the server has signed itself, while phones read the public pages by
// plain http and need not be told about warnings.
type Encrypted struct {
	// HTTP and HTTPS are the ports.
	HTTP, HTTPS string
	// Fingerprint is the SHA-256 of the certificate, as browsers show it.
	Fingerprint string
}

// port returns an address of this server with another scheme and port, by the name under
// which the request has reached it.
func port(r *http.Request, scheme, port string) string {
	host := r.Host
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return scheme + "://" + net.JoinHostPort(trimBrackets(host), port)
}

func trimBrackets(host string) string {
	if n := len(host); n > 1 && host[0] == '[' && host[n-1] == ']' {
		return host[1 : n-1]
	}
	return host
}

// InClear reports whether what is sent with a request can be read on its way: it comes
// neither by https nor from this machine.
func (s *Site) InClear(r *http.Request) bool {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	return !s.UnderTLS(r) && !(err == nil && peer.Addr().Unmap().IsLoopback() && s.Base == "")
}

// encryptedPage explains the warning of the browser on the way to https.
type encryptedPage struct {
	page.Base
	// There is the address by https, Fingerprint that of the certificate.
	There, Fingerprint string
}

// OnlyEncrypted returns the action that sends readers by plain http on to the same page
// by https, where this server has it. Forms are refused with the fault "tls.needed".
func (s *Site) OnlyEncrypted(do Action) Action {
	return func(c *gin.Context) error {
		if s.Encrypted == nil || !s.InClear(c.Request) {
			return do(c)
		}
		if c.Request.Method == http.MethodPost {
			return fault.New(fault.Denied, "tls.needed")
		}
		return s.Render(c, "encrypted", encryptedPage{
			s.PageBase(c, s.Language(c).T("tls.page.title")),
			port(c.Request, "https", s.Encrypted.HTTPS) + c.Request.URL.RequestURI(), s.Encrypted.Fingerprint,
		})
	}
}
