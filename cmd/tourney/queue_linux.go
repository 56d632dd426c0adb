package main

import (
	"net"
	"os"
	"syscall"
)

// queued accepts the connections that the system has made for a listener, without waiting for others.
func queued(l *net.TCPListener) (all []net.Conn) {
	const most = 10_000
	raw, err := l.SyscallConn()
	if err != nil {
		return nil
	}
	_ = raw.Control(func(fd uintptr) { // one that is closed has none
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
			_ = file.Close() // the connection has a descriptor of its own
		}
	})
	return all
}
