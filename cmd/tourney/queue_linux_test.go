package main

import (
	"errors"
	"fmt"
	"io"
	"net"
	"testing"
)

// Pending connections are accepted after a listener closes.
func TestQueueIsLetIn(t *testing.T) {
	l, err := listenAlone("127.0.0.1", 0)
	noError(t, err)
	var conns []net.Conn
	for i := range 3 {
		conn, err := net.Dial("tcp", l.Addr().String())
		noError(t, err)
		_, err = fmt.Fprint(conn, i)
		noError(t, err)
		conns = append(conns, conn)
	}
	noError(t, l.Close())
	for range conns {
		conn, err := l.Accept()
		noError(t, err)
		_, err = io.CopyN(conn, conn, 1)
		noError(t, err)
		noError(t, conn.Close())
	}
	for i, conn := range conns {
		if said, err := io.ReadAll(conn); err != nil || string(said) != fmt.Sprint(i) {
			t.Errorf("%q is answered %q, %v", fmt.Sprint(i), said, err)
		}
	}
	if _, err := l.Accept(); !errors.Is(err, net.ErrClosed) {
		t.Errorf("another one is let in: %v", err)
	}
	if _, err := net.Dial("tcp", l.Addr().String()); err == nil {
		t.Error("the door is open")
	}
	if err := l.Close(); !errors.Is(err, net.ErrClosed) {
		t.Errorf("closed twice: %v", err)
	}
}
