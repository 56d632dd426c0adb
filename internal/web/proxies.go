package web

import (
	"net/http"
	"net/netip"
	"strings"

	"tourney/internal/fault"
)

// Proxies are the networks of proxies whose X-Forwarded-For the server trusts.
type Proxies []netip.Prefix

// ParseProxies reads comma-separated networks and addresses, such as "127.0.0.0/8,192.168.1.5"; "" means none. Fault:
// "command.proxy.invalid".
func ParseProxies(text string) (Proxies, error) {
	var list Proxies
	for one := range strings.SplitSeq(text, ",") {
		one = strings.TrimSpace(one)
		if one == "" {
			continue
		}
		network, err := netip.ParsePrefix(one)
		if err != nil {
			address, bad := netip.ParseAddr(one)
			if bad != nil {
				return nil, fault.Wrap(err, fault.Invalid, "command.proxy.invalid", fault.Clip(one))
			}
			network = netip.PrefixFrom(address, address.BitLen())
		}
		list = append(list, network)
	}
	return list, nil
}

func (p Proxies) contain(at netip.Addr) bool {
	for _, network := range p {
		if network.Contains(at) {
			return true
		}
	}
	return false
}

// client returns the address of the client: the last address of the request's route that is not a trusted proxy.
// Clients can forge the ones before it.
func (p Proxies) client(r *http.Request) netip.Addr {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{} // no network, as in a test
	}
	at := peer.Addr().Unmap().WithZone("")
	// A proxy may add a separate header line.
	through := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for len(through) > 0 && p.contain(at) {
		last := strings.TrimSpace(through[len(through)-1])
		before, err := netip.ParseAddr(last)
		if err != nil {
			return at
		}
		at, through = before.Unmap().WithZone(""), through[:len(through)-1]
	}
	return at
}

// networkOf returns the key for counting attempts from an address: a client with one IPv6 address has all 2⁶⁴ of its
// network.
func networkOf(at netip.Addr) string {
	if !at.Is6() {
		return at.String()
	}
	return netip.PrefixFrom(at, 64).Masked().String()
}
