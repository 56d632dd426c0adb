// Package remote creates HTTP clients for other computers on unreliable connections.
package remote

import (
	"errors"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Client returns a client with a timeout for connections, within which it also detects a broken one. It keeps up to
// abreast idle connections to one computer, uses the proxy of the environment, and follows no redirect, because tokens
// and passwords are for one address.
func Client(patience time.Duration, abreast int) *http.Client {
	return client(&net.Dialer{Timeout: patience, KeepAlive: patience}, abreast)
}

// ErrInside is the error of PublicClient for an address in a private network.
var ErrInside = errors.New("this address is in a network of its own")

// PublicClient is Client for addresses from strangers: it connects only to public addresses, whatever a name resolves
// to at that moment, and therefore uses no proxy.
func PublicClient(patience time.Duration, abreast int) *http.Client {
	c := client(&net.Dialer{Timeout: patience, KeepAlive: patience, Control: func(_, address string, _ syscall.RawConn) error {
		at, err := netip.ParseAddrPort(address)
		if err == nil && !IsPublic(at.Addr()) {
			err = ErrInside
		}
		return err
	}}, abreast)
	c.Transport.(*http.Transport).Proxy = nil
	return c
}

func client(dialer *net.Dialer, abreast int) *http.Client {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.DialContext = dialer.DialContext
	transport.MaxIdleConnsPerHost = abreast
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &http.Client{Transport: transport, CheckRedirect: stay}
}

// IsLocal reports whether a host is this machine or in its network, so that requests need no encryption. It checks
// only the address or name, without a request.
func IsLocal(host string) bool {
	if at, err := netip.ParseAddr(host); err == nil {
		return at.IsLoopback() || at.IsPrivate() || at.IsLinkLocalUnicast()
	}
	return host == "localhost" || strings.HasSuffix(host, ".local")
}

// IsPrivate reports whether a host is certainly not public, by its address or name alone. That includes a name without
// dots, and a number that only some programs accept as an address, such as 127.1 or 0x7f.1.
func IsPrivate(host string) bool {
	host = strings.TrimSuffix(host, ".")
	if at, err := netip.ParseAddr(host); err == nil {
		return !IsPublic(at)
	}
	dot := strings.LastIndexByte(host, '.')
	_, err := strconv.ParseUint(host[dot+1:], 0, 64)
	return dot < 0 || err == nil || IsLocal(host) || strings.HasSuffix(host, ".localhost")
}

// special are reserved networks outside the private ranges: for carriers, for tests and examples, and for old ways of
// IPv6.
var special = prefixes("0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
	"240.0.0.0/4", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20", "5f00::/16", "fec0::/10")

// translated has IPv4 addresses in IPv6: the last four bytes.
var translated = netip.MustParsePrefix("64:ff9b::/96")

func prefixes(texts ...string) (all []netip.Prefix) {
	for _, text := range texts {
		all = append(all, netip.MustParsePrefix(text))
	}
	return all
}

// IsPublic reports whether an address is on the public internet: neither this machine nor a private network.
func IsPublic(at netip.Addr) bool {
	at = at.Unmap().WithZone("")
	if translated.Contains(at) {
		bytes := at.As16()
		at = netip.AddrFrom4([4]byte(bytes[12:]))
	}
	return at.IsGlobalUnicast() && !at.IsPrivate() && !slices.ContainsFunc(special, func(p netip.Prefix) bool { return p.Contains(at) })
}
