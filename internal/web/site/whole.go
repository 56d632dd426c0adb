package site

import (
	"context"
	"net"
	"net/http"
	"sync"
)

// A wholeConn can send a response in one piece. The server of net/http sends the first 4 kB and the rest separately,
// which costs a second system call, and wakes the reader twice.
type wholeConn struct {
	net.Conn
	// gathered collects the writes of one response, if not nil.
	gathered *[]byte
}

func (c *wholeConn) Write(p []byte) (int, error) {
	if c.gathered == nil {
		return c.Conn.Write(p)
	}
	*c.gathered = append(*c.gathered, p...)
	return len(p), nil
}

// CloseWrite allows the client to read a refusal to its end, while its further data are discarded.
func (c *wholeConn) CloseWrite() error {
	if half, can := c.Conn.(interface{ CloseWrite() error }); can {
		return half.CloseWrite()
	}
	return nil
}

type wholeListener struct{ net.Listener }

// Whole returns a listener for a server that sends responses in one piece. The server's ConnContext must be KeepConn.
func Whole(l net.Listener) net.Listener { return wholeListener{l} }

func (l wholeListener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &wholeConn{Conn: conn}, nil
}

type connKey struct{}

// KeepConn stores the connection in the context for writeWhole. It leaves out encrypted connections, which may carry
// several responses at once.
func KeepConn(ctx context.Context, conn net.Conn) context.Context {
	if whole, is := conn.(*wholeConn); is {
		return context.WithValue(ctx, connKey{}, whole)
	}
	return ctx
}

// mostWhole limits the gathered content, in bytes: a larger response needs several pieces anyway. mostHead is room for
// the headers.
const mostWhole, mostHead = 64 << 10, 2 << 10

// gathers are buffers for responses.
var gathers = sync.Pool{New: func() any { return new([]byte) }}

// writeWhole writes the content of a response whose headers are set, including its length: in one piece with them if
// the connection allows it.
func writeWhole(w http.ResponseWriter, r *http.Request, content []byte) error {
	conn, _ := r.Context().Value(connKey{}).(*wholeConn)
	if conn == nil || len(content) > mostWhole {
		_, err := w.Write(content)
		return err
	}
	gathered := gathers.Get().(*[]byte)
	defer func() { // after a panic too
		conn.gathered = nil
		gathers.Put(gathered)
	}()
	if *gathered = (*gathered)[:0]; cap(*gathered) < len(content)+mostHead {
		*gathered = make([]byte, 0, len(content)+mostHead)
	}
	conn.gathered = gathered
	_, err := w.Write(content)
	if err == nil {
		err = http.NewResponseController(w).Flush()
	}
	conn.gathered = nil
	if err == nil {
		_, err = conn.Conn.Write(*gathered)
	}
	if err != nil {
		_ = conn.Close() // net/http assumes that it was sent
	}
	return err
}
