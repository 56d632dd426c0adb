package site

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/gin-gonic/gin"
)

// A tapped listener passes the output of its connections through write.
type tapped struct {
	net.Listener
	write func(conn net.Conn, p []byte) (int, error)
}

type tappedConn struct {
	net.Conn
	write func(conn net.Conn, p []byte) (int, error)
}

func (l tapped) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return tappedConn{conn, l.write}, nil
}

func (c tappedConn) CloseWrite() error { return c.Conn.(*net.TCPConn).CloseWrite() }

func (c tappedConn) Write(p []byte) (int, error) { return c.write(c.Conn, p) }

// dial returns a connection to a server whose responses pass through write.
func dial(t *testing.T, handler http.Handler, write func(conn net.Conn, p []byte) (int, error)) net.Conn {
	t.Helper()
	server := httptest.NewUnstartedServer(handler)
	server.Listener, server.Config.ConnContext = BufferResponses(tapped{server.Listener, write}), KeepConn
	server.Start()
	t.Cleanup(server.Close)
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() }) // an error here loses nothing
	return conn
}

// TestAnswersInOnePiece requests responses of all sizes over one connection, and their heads.
func TestAnswersInOnePiece(t *testing.T) {
	for _, size := range []int{0, 1, 2000, 5000, 40_000, mostBuffered, mostBuffered + 1, 1 << 20} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			text := []byte(strings.Repeat("x", size))
			body := NewBody(HTMLKind, text)
			engine := gin.New()
			engine.Handle(http.MethodGet, "/", func(c *gin.Context) { body.Write(c, http.StatusOK) })
			engine.Handle(http.MethodHead, "/", func(c *gin.Context) { body.Write(c, http.StatusOK) })
			var writes atomic.Int32
			conn := dial(t, engine, func(conn net.Conn, p []byte) (int, error) {
				writes.Add(1)
				return conn.Write(p)
			})
			in := bufio.NewReader(conn)
			for _, method := range []string{"GET", "HEAD", "GET", "GET"} {
				writes.Store(0)
				if _, err := fmt.Fprintf(conn, "%s / HTTP/1.1\r\nHost: go.example\r\n\r\n", method); err != nil {
					t.Fatal(err)
				}
				answer, err := http.ReadResponse(in, &http.Request{Method: method})
				if err != nil {
					t.Fatal(method, err)
				}
				got, err := io.ReadAll(answer.Body)
				if err != nil || answer.ContentLength != int64(size) || method == "GET" && !bytes.Equal(got, text) {
					t.Fatalf("%s: %d bytes of %d, %v", method, len(got), answer.ContentLength, err)
				}
				if n := writes.Load(); n != 1 && (size <= mostBuffered || method == "HEAD") {
					t.Errorf("%s: sent in %d pieces", method, n)
				}
			}
		})
	}
}

// TestBrokenPiece makes a connection fail in the middle of a response: no further data may follow.
func TestBrokenPiece(t *testing.T) {
	body := NewBody(HTMLKind, []byte(strings.Repeat("x", 20_000)))
	engine := gin.New()
	engine.GET("/", func(c *gin.Context) { body.Write(c, http.StatusOK) })
	const sent = 10_000
	conn := dial(t, engine, func(conn net.Conn, p []byte) (int, error) {
		n, err := conn.Write(p[:min(sent, len(p))])
		return n, cmp.Or(err, io.ErrShortWrite)
	})
	if _, err := fmt.Fprint(conn, strings.Repeat("GET / HTTP/1.1\r\nHost: go.example\r\n\r\n", 2)); err != nil {
		t.Fatal(err)
	}
	if got, _ := io.ReadAll(conn); len(got) != sent { // a connection may also end with an error
		t.Errorf("%d bytes came, of which %d are of the first answer", len(got), sent)
	}
}

// TestRefusedUpload refuses a request during its upload: the client gets the whole refusal, and then the end.
func TestRefusedUpload(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	engine := gin.New()
	engine.POST("/", func(c *gin.Context) {
		c.Request.Body = http.MaxBytesReader(c.Writer, c.Request.Body, 1000)
		if _, err := io.ReadAll(c.Request.Body); err != nil {
			c.Status(http.StatusRequestEntityTooLarge)
		}
	})
	conn := dial(t, engine, net.Conn.Write)
	const said, sent = 9 << 20, 600_000
	if _, err := fmt.Fprintf(conn, "POST / HTTP/1.1\r\nHost: go.example\r\nContent-Length: %d\r\n\r\n%s", said, strings.Repeat("x", sent)); err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(conn); err != nil || !strings.HasPrefix(string(got), "HTTP/1.1 413") {
		t.Errorf("the answer is %q, %v", got, err)
	}
}
