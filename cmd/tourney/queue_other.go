//go:build !linux

package main

import "net"

// queued accepts the pending connections of a listener on systems where this is implemented.
func queued(*net.TCPListener) []net.Conn { return nil }
