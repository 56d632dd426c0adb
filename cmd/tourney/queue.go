package main

import (
	"net"
	"sync"
)

// A queueListener lets in who has come before it closes: the system breaks off connections that nobody has accepted yet,
// with the requests that are on them already, and on a busy machine there are some.
type queueListener struct {
	*net.TCPListener

	mu   sync.Mutex
	last []net.Conn
}

func (l *queueListener) Accept() (net.Conn, error) {
	conn, err := l.TCPListener.Accept()
	if err == nil {
		return conn, nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.last) == 0 {
		return nil, err
	}
	conn, l.last = l.last[0], l.last[1:]
	return conn, nil
}

func (l *queueListener) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last = append(l.last, queued(l.TCPListener)...)
	return l.TCPListener.Close()
}
