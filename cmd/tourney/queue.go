package main

import (
	"net"
	"sync"
)

// A queueListener accepts all pending connections when it closes. Otherwise the system resets the connections that are
// not accepted yet, together with their requests. A busy machine has some.
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
