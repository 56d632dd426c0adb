package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"syscall"
	"time"

	"tourney/internal/fault"
)

// mostPorts is the number of ports tried, from the default one on.
const mostPorts = 100

// listen listens at an address. If the default port is in use it takes the next
// free one and prints it; a busy address of --addr is refused with "command.serve.busy".
// running is the URL of a server in the way that known recognises; known may be
// nil.
func (c *call) listen(addr string, known func(url string) bool) (listener net.Listener, running string, err error) {
	host, first, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, "", c.usageError("--addr: %v", err)
	}
	port, err := net.LookupPort("tcp", first)
	if err != nil {
		return nil, "", c.usageError("--addr: %v", err)
	}
	for at := port; ; at++ {
		next := net.JoinHostPort(host, strconv.Itoa(at))
		if listener, err = listenAlone(host, at); err == nil {
			if at != port {
				fmt.Fprintln(c.stdout, c.lang.T("command.serve.moved", strconv.Itoa(port), strconv.Itoa(at)))
			}
			return listener, "", nil
		}
		if !inUse(err) {
			return nil, "", fmt.Errorf("%w; choose another place with --addr HOST:PORT", err)
		}
		if url := "http://" + net.JoinHostPort(local(host), strconv.Itoa(at)); known != nil && known(url) {
			return nil, url, nil
		}
		if c.flagsSet()["addr"] || at == min(port+mostPorts, 65535) {
			return nil, "", fault.Wrap(err, fault.Conflict, "command.serve.busy", next)
		}
	}
}

// listenAlone listens where no other program answers. Some systems let two
// programs share a port if only one listens on every network.
func listenAlone(host string, port int) (net.Listener, error) {
	if port != 0 {
		other, err := net.DialTimeout("tcp", net.JoinHostPort(local(host), strconv.Itoa(port)), 200*time.Millisecond)
		if err == nil {
			other.Close()
			return nil, syscall.EADDRINUSE
		}
	}
	return net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(port)))
}

// local returns the host by which this machine reaches it.
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
	ask, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return false
	}
	// A proxy of the environment does not reach this machine.
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	got, err := client.Do(ask)
	if err != nil {
		return false
	}
	got.Body.Close()
	return got.StatusCode == http.StatusOK
}

// addresses returns the URL for this machine first, then the URLs for other
// devices of the network.
func addresses(at net.Addr) []string {
	tcp, ok := at.(*net.TCPAddr)
	if !ok {
		return []string{"http://" + at.String()}
	}
	port := fmt.Sprint(tcp.Port)
	if !tcp.IP.IsUnspecified() {
		return []string{"http://" + net.JoinHostPort(tcp.IP.String(), port)}
	}
	urls := []string{"http://localhost:" + port}
	networks, err := net.InterfaceAddrs()
	if err != nil {
		return urls
	}
	for _, n := range networks {
		ip, ok := n.(*net.IPNet)
		if ok && ip.IP.To4() != nil && !ip.IP.IsLoopback() && !ip.IP.IsLinkLocalUnicast() {
			urls = append(urls, "http://"+net.JoinHostPort(ip.IP.String(), port))
		}
	}
	return urls
}
