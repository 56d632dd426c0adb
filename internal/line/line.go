// Package line makes the clients that speak to other computers over lines that come and go.
package line

import (
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"
)

// Client returns a client that waits at most so long for a connection, notices within that time when one is gone, and
// keeps up to so many of them to one computer. It goes by the proxy of the environment, and nowhere else than it is
// told: tokens and passwords are for one address.
func Client(patience time.Duration, abreast int) *http.Client {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.DialContext = (&net.Dialer{Timeout: patience, KeepAlive: patience}).DialContext
	transport.MaxIdleConnsPerHost = abreast
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &http.Client{Transport: transport, CheckRedirect: stay}
}

// IsNearby reports whether a host is this machine or in its network, so that what is sent there needs no encryption.
// It goes by the address or name alone, and asks nobody.
func IsNearby(host string) bool {
	if at, err := netip.ParseAddr(host); err == nil {
		return at.IsLoopback() || at.IsPrivate() || at.IsLinkLocalUnicast()
	}
	return host == "localhost" || strings.HasSuffix(host, ".local")
}
