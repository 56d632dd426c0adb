package site

import (
	"context"
	"net"
	"net/http"
	"sync"
)

// A wholeConn can send an answer in one piece. The server of net/http sends the first 4 kB and the rest, for which the
// system works twice, and its reader wakes twice.
type wholeConn struct {
	net.Conn
	// gathered is what is written while it is not nil, for one answer.
	gathered *[]byte
}

func (c *wholeConn) Write(p []byte) (int, error) {
	if c.gathered == nil {
		return c.Conn.Write(p)
	}
	*c.gathered = append(*c.gathered, p...)
	return len(p), nil
}

// CloseWrite has the reader of a refusal read it to its end, while what it sends is thrown away.
func (c *wholeConn) CloseWrite() error {
	if half, can := c.Conn.(interface{ CloseWrite() error }); can {
		return half.CloseWrite()
	}
	return nil
}

type wholeListener struct{ net.Listener }

// Whole returns a listener for a server that sends answers in one piece. Its ConnContext is to be KeepConn.
func Whole(l net.Listener) net.Listener { return wholeListener{l} }

func (l wholeListener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &wholeConn{Conn: conn}, nil
}

type connKey struct{}

// KeepConn lets answers find the connection on which they are sent. On an encrypted one, where several may be under way at
// once, they do not.
func KeepConn(ctx context.Context, conn net.Conn) context.Context {
	if whole, is := conn.(*wholeConn); is {
		return context.WithValue(ctx, connKey{}, whole)
	}
	return ctx
}

// mostWhole bounds what is gathered, in bytes: a larger answer goes in several pieces anyway. mostHead is room for the
// headers.
const mostWhole, mostHead = 64 << 10, 2 << 10

// gathers are buffers for answers.
var gathers = sync.Pool{New: func() any { return new([]byte) }}

// writeWhole writes the content of an answer whose headers are set, its length among them: in one piece with these if the
// connection allows that.
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
		_ = conn.Close() // the server believes that it was sent
	}
	return err
}
