package site

import (
	"net"
	"net/http"
	"net/netip"

	"github.com/gin-gonic/gin"

	"tourney/internal/fault"
	"tourney/internal/web/page"
)

// Encrypted is set if desks of the local network reach this server by https with a self-signed certificate. Phones read
// the public pages by plain http, without warnings.
type Encrypted struct {
	// HTTP and HTTPS are the ports.
	HTTP, HTTPS string
	// Fingerprint is the SHA-256 of the certificate, as browsers show it.
	Fingerprint string
}

// withPort returns the address of this server with another scheme and port, and the host of the request.
func withPort(r *http.Request, scheme, port string) string {
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

// IsPlaintext reports whether a request can be read on its way: it uses neither https nor this machine.
func (s *Site) IsPlaintext(r *http.Request) bool {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	return !s.UnderTLS(r) && !(err == nil && peer.Addr().Unmap().IsLoopback() && s.Base == "")
}

// encryptedPage explains the browser's warning before it uses https.
type encryptedPage struct {
	page.Base
	// There is the https address, Fingerprint the certificate's.
	There, Fingerprint string
}

// OnlyEncrypted returns the action that answers readers by plain http with a link to the same page by https, if this
// server has it. Forms are refused with the fault "tls.needed".
func (s *Site) OnlyEncrypted(do Action) Action {
	return func(c *gin.Context) error {
		if s.Encrypted == nil || !s.IsPlaintext(c.Request) {
			return do(c)
		}
		if c.Request.Method == http.MethodPost {
			return fault.New(fault.Denied, "tls.needed")
		}
		return s.Render(c, "encrypted", encryptedPage{
			s.PageBase(c, s.Language(c).T("tls.page.title")),
			withPort(c.Request, "https", s.Encrypted.HTTPS) + c.Request.URL.RequestURI(), s.Encrypted.Fingerprint,
		})
	}
}
