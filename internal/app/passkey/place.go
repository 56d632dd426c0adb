package passkey

import (
	"net"
	"net/url"
	"strings"

	"tourney/internal/fault"
)

// A Place is the one address at which browsers use the passkeys of a server. Browsers use a passkey at no other.
type Place struct{ origin, host string }

// At returns the place of an address, or "passkey.address": passkeys need https, except at localhost, and a name that
// is not an IP address.
func At(address string) (Place, error) {
	u, err := url.Parse(address)
	if err != nil {
		return Place{}, fault.Wrap(err, fault.Invalid, "passkey.address")
	}
	host := strings.ToLower(u.Hostname())
	named := host != "" && net.ParseIP(host) == nil
	if !named || u.Scheme != "https" && (u.Scheme != "http" || host != "localhost") {
		return Place{}, fault.New(fault.Invalid, "passkey.address")
	}
	origin := u.Scheme + "://" + host
	if port := u.Port(); port != "" && port != map[string]string{"http": "80", "https": "443"}[u.Scheme] {
		origin += ":" + port
	}
	return Place{origin, host}, nil
}

// Origin returns the address as browsers write it, such as "https://go.example.org".
func (p Place) Origin() string { return p.origin }
