package main

import (
	"net"
	"os"
	"syscall"
)

// queued accepts the pending connections of a listener, without waiting for others.
func queued(l *net.TCPListener) (all []net.Conn) {
	const most = 10_000
	raw, err := l.SyscallConn()
	if err != nil {
		return nil
	}
	_ = raw.Control(func(fd uintptr) { // a closed one has no connections
		for len(all) < most {
			accepted, _, err := syscall.Accept4(int(fd), syscall.SOCK_NONBLOCK|syscall.SOCK_CLOEXEC)
			if err == syscall.EINTR || err == syscall.ECONNABORTED {
				continue
			}
			if err != nil {
				return
			}
			file := os.NewFile(uintptr(accepted), "")
			if conn, err := net.FileConn(file); err == nil {
				all = append(all, conn)
			}
			_ = file.Close() // the connection has another descriptor
		}
	})
	return all
}
