// Package remotetest serves HTTP over connections in memory. A goroutine blocked on such a connection is durably
// blocked for testing/synctest, so a test passes timeouts without delay.
package remotetest

import (
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"sync"
	"testing"
)

// Serve has the transport of a client connect every address to a handler, until the test ends.
func Serve(t testing.TB, client *http.Client, handler http.Handler) {
	t.Helper()
	at := &listener{dialed: make(chan net.Conn), closed: make(chan struct{})}
	client.Transport.(*http.Transport).DialContext = at.dial
	server := &http.Server{Handler: handler, ErrorLog: log.New(io.Discard, "", 0)} // #nosec G112 -- in a test
	var serving sync.WaitGroup
	serving.Go(func() { _ = server.Serve(at) })
	t.Cleanup(func() {
		_ = server.Close()
		client.CloseIdleConnections()
		serving.Wait()
	})
}

// A listener accepts connections in memory.
type listener struct {
	dialed chan net.Conn
	closed chan struct{}
	close  sync.Once
}

func (l *listener) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	near, far := net.Pipe()
	select {
	case l.dialed <- far:
		return near, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-l.closed:
		return nil, errors.New("connection refused")
	}
}

// Accept returns the next connection that the client has opened.
func (l *listener) Accept() (net.Conn, error) {
	select {
	case c := <-l.dialed:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

// Close refuses further connections.
func (l *listener) Close() error {
	l.close.Do(func() { close(l.closed) })
	return nil
}

// Addr returns an address in memory.
func (l *listener) Addr() net.Addr { return address{} }

type address struct{}

func (address) Network() string { return "memory" }
func (address) String() string  { return "memory" }
