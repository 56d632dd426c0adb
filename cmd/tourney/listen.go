package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"syscall"
	"time"

	"tourney/internal/fault"
)

// mostPorts is the number of ports to try, from the default one on.
const mostPorts = 100

// A place is the address of a listener.
type place struct {
	addr string
	// moves is set if the next free port is acceptable.
	moves bool
	// known recognises a running server on the port by its URL; may be nil.
	known func(url string) bool
	// https is set if that server uses https.
	https bool
}

// hostPort parses an address, whose port may have a name.
func hostPort(addr string) (host string, port int, err error) {
	host, name, err := net.SplitHostPort(addr)
	if err == nil {
		port, err = net.LookupPort("tcp", name)
	}
	return host, port, err
}

// listen listens at a place. If the port is in use and may move, it takes and prints the next free one; else the fault
// is "command.serve.busy". running is the URL of a known server on the port.
func (c *call) listen(at place) (listener net.Listener, running string, err error) {
	host, port, err := hostPort(at.addr)
	if err != nil {
		return nil, "", err
	}
	for n := port; ; n++ {
		next := net.JoinHostPort(host, strconv.Itoa(n))
		if listener, err = listenAlone(host, n); err == nil {
			if n != port {
				fmt.Fprintln(c.stdout, c.lang.T("command.serve.moved", strconv.Itoa(port), strconv.Itoa(n)))
			}
			return listener, "", nil
		}
		if !inUse(err) {
			return nil, "", fmt.Errorf("%w; choose another place with --addr HOST:PORT", err)
		}
		if url := schemeOf(at.https) + net.JoinHostPort(local(host), strconv.Itoa(n)); at.known != nil && at.known(url) {
			return nil, url, nil
		}
		if !at.moves || n == min(port+mostPorts, 65535) {
			return nil, "", fault.Wrap(err, fault.Conflict, "command.serve.busy", next)
		}
	}
}

// findServer returns the URL of a running server that known recognises, at an address of this machine or a later port;
// "" for none.
func findServer(addr string, known func(url string) bool) string {
	host, port, err := hostPort(addr)
	if err != nil {
		return ""
	}
	for n := port; n <= min(port+mostPorts, 65535); n++ {
		at := net.JoinHostPort(local(host), strconv.Itoa(n))
		if other, err := net.DialTimeout("tcp", at, 200*time.Millisecond); err != nil || other.Close() != nil {
			continue
		}
		for _, https := range []bool{false, true} {
			if url := schemeOf(https) + at; known(url) {
				return url
			}
		}
	}
	return ""
}

// listenAlone listens if no other program accepts connections there. Some systems let two programs share a port if only
// one listens on every network.
func listenAlone(host string, port int) (net.Listener, error) {
	if port != 0 {
		other, err := net.DialTimeout("tcp", net.JoinHostPort(local(host), strconv.Itoa(port)), 200*time.Millisecond)
		if err == nil {
			other.Close()
			return nil, syscall.EADDRINUSE
		}
	}
	l, err := net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(port)))
	if err != nil {
		return nil, err
	}
	return &queueListener{TCPListener: l.(*net.TCPListener)}, nil
}

// local returns the name of a listening host for connections from this machine.
func local(host string) string {
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		return "127.0.0.1"
	}
	return host
}

// inUse reports whether another program has the port.
func inUse(err error) bool {
	const windows = syscall.Errno(10048) // WSAEADDRINUSE
	return errors.Is(err, syscall.EADDRINUSE) || errors.Is(err, windows)
}

// answers reports whether an address serves a page.
func answers(ctx context.Context, url string) bool {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	ask, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil) // #nosec G704 -- an address of this machine
	if err != nil {
		return false
	}
	// It bypasses a proxy, and the certificate may be for another name.
	insecure := &tls.Config{InsecureSkipVerify: true} // #nosec G402 -- requests to this machine only
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true, TLSClientConfig: insecure}}
	got, err := client.Do(ask) // #nosec G704 -- as above
	if err != nil {
		return false
	}
	got.Body.Close()
	return got.StatusCode == http.StatusOK
}

// schemeOf returns the scheme of a URL.
func schemeOf(https bool) string {
	if https {
		return "https://"
	}
	return "http://"
}

// addresses returns the URL of a door for this machine first, then the URLs for other devices of the network.
func (d door) addresses() []string {
	at, scheme := d.Addr(), schemeOf(d.certificates != nil)
	tcp, ok := at.(*net.TCPAddr)
	if !ok {
		return []string{scheme + at.String()}
	}
	if !tcp.IP.IsUnspecified() {
		return []string{scheme + net.JoinHostPort(tcp.IP.String(), d.port())}
	}
	urls := []string{scheme + "localhost:" + d.port()}
	for _, ip := range ownAddresses() {
		urls = append(urls, scheme+net.JoinHostPort(ip.String(), d.port()))
	}
	return urls
}

// ownAddresses returns the addresses of this machine in its networks.
func ownAddresses() []net.IP {
	networks, err := net.InterfaceAddrs()
	if err != nil {
		return nil
	}
	return reachable(networks)
}

// reachable returns the addresses for other devices. IPv6 addresses, which are long to type, are included only without
// others.
func reachable(networks []net.Addr) []net.IP {
	var short, long []net.IP
	for _, n := range networks {
		ip, ok := n.(*net.IPNet)
		switch {
		case !ok || ip.IP.IsLoopback() || ip.IP.IsLinkLocalUnicast():
		case ip.IP.To4() != nil:
			short = append(short, ip.IP)
		default:
			long = append(long, ip.IP)
		}
	}
	if short != nil {
		return short
	}
	return long
}
