package site

import (
	"context"
	"net"
	"net/http"
	"sync"
)

// A bufferedConn can send a response in one piece. The server of net/http sends the first 4 kB and the rest separately,
// which costs a second system call, and wakes the reader twice.
type bufferedConn struct {
	net.Conn
	// buffer collects the writes of one response, if not nil.
	buffer *[]byte
}

func (c *bufferedConn) Write(p []byte) (int, error) {
	if c.buffer == nil {
		return c.Conn.Write(p)
	}
	*c.buffer = append(*c.buffer, p...)
	return len(p), nil
}

// CloseWrite allows the client to read a refusal to its end, while its further data are discarded.
func (c *bufferedConn) CloseWrite() error {
	if half, can := c.Conn.(interface{ CloseWrite() error }); can {
		return half.CloseWrite()
	}
	return nil
}

type bufferedListener struct{ net.Listener }

// BufferResponses returns a listener for a server that sends responses in one piece. The server's ConnContext must be
// KeepConn.
func BufferResponses(l net.Listener) net.Listener { return bufferedListener{l} }

func (l bufferedListener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &bufferedConn{Conn: conn}, nil
}

type connKey struct{}

// KeepConn stores the connection in the context for writeBuffered. It leaves out encrypted connections, which may carry
// several responses at once.
func KeepConn(ctx context.Context, conn net.Conn) context.Context {
	if whole, is := conn.(*bufferedConn); is {
		return context.WithValue(ctx, connKey{}, whole)
	}
	return ctx
}

// mostBuffered limits the gathered content, in bytes: a larger response needs several pieces anyway. mostHead is room
// for the headers.
const mostBuffered, mostHead = 64 << 10, 2 << 10

// buffers are buffers for responses.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// writeBuffered writes the content of a response whose headers are set, including its length: in one piece with them if
// the connection allows it.
func writeBuffered(w http.ResponseWriter, r *http.Request, content []byte) error {
	conn, _ := r.Context().Value(connKey{}).(*bufferedConn)
	if conn == nil || len(content) > mostBuffered {
		_, err := w.Write(content)
		return err
	}
	gathered := buffers.Get().(*[]byte)
	defer func() { // after a panic too
		conn.buffer = nil
		buffers.Put(gathered)
	}()
	if *gathered = (*gathered)[:0]; cap(*gathered) < len(content)+mostHead {
		*gathered = make([]byte, 0, len(content)+mostHead)
	}
	conn.buffer = gathered
	_, err := w.Write(content)
	if err == nil {
		err = http.NewResponseController(w).Flush()
	}
	conn.buffer = nil
	if err == nil {
		_, err = conn.Conn.Write(*gathered)
	}
	if err != nil {
		_ = conn.Close() // net/http assumes that it was sent
	}
	return err
}
