package passkey

import (
	"net"
	"net/url"
	"strings"

	"tourney/internal/fault"
)

// An Origin is the one address at which browsers use the passkeys of a server. Browsers use a passkey at no other.
type Origin struct{ address, host string }

// ParseOrigin returns the origin of an address, or "passkey.address": passkeys need https, except at localhost, and a
// name that is not an IP address.
func ParseOrigin(address string) (Origin, error) {
	u, err := url.Parse(address)
	if err != nil {
		return Origin{}, fault.Wrap(err, fault.Invalid, "passkey.address")
	}
	host := strings.ToLower(u.Hostname())
	named := host != "" && net.ParseIP(host) == nil
	if !named || u.Scheme != "https" && (u.Scheme != "http" || host != "localhost") {
		return Origin{}, fault.New(fault.Invalid, "passkey.address")
	}
	origin := u.Scheme + "://" + host
	if port := u.Port(); port != "" && port != map[string]string{"http": "80", "https": "443"}[u.Scheme] {
		origin += ":" + port
	}
	return Origin{origin, host}, nil
}

// String returns the address as browsers write it, such as "https://go.example.org".
func (o Origin) String() string { return o.address }
