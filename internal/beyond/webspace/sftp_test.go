package webspace

import (
	"bytes"
	"io"
	"net"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/crypto/ssh"

	"tourney/internal/fault"
	"tourney/internal/testkit/webspacetest"
)

// A buffered connection accepts writes before the other side reads, as network connections do.
type buffered struct {
	net.Conn
	out    chan []byte
	closed chan struct{}
	close  func()
}

func newBuffered(line net.Conn) buffered {
	b := buffered{line, make(chan []byte, 1<<10), make(chan struct{}), nil}
	b.close = sync.OnceFunc(func() { close(b.closed) })
	go func() {
		for {
			select {
			case data := <-b.out:
				_, _ = line.Write(data) // the reader gets the error
			case <-b.closed:
				return
			}
		}
	}()
	return b
}

func (b buffered) Write(data []byte) (int, error) {
	select {
	case b.out <- bytes.Clone(data):
		return len(data), nil
	case <-b.closed:
		return 0, net.ErrClosed
	}
}

func (b buffered) Close() error {
	b.close()
	return b.Conn.Close()
}

// hung accepts any SSH login, greets by SFTP if greets is set, and then only sends keepalive requests.
func hung(t *testing.T, line buffered, greets bool) {
	defer line.Close()
	config := &ssh.ServerConfig{NoClientAuth: true}
	key := webspacetest.NewKey(t)
	config.AddHostKey(key)
	conn, channels, requests, err := ssh.NewServerConn(line, config)
	if err != nil {
		t.Error(err)
		return
	}
	go ssh.DiscardRequests(requests)
	go func() {
		for channel := range channels {
			stream, asked, err := channel.Accept()
			if err != nil {
				return
			}
			go func() {
				for r := range asked {
					_ = r.Reply(true, nil)
				}
			}()
			if greets {
				_, _ = stream.Write([]byte{0, 0, 0, 5, 2, 0, 0, 0, 3}) // version 3
			}
			go func() { _, _ = io.Copy(io.Discard, stream) }()
		}
	}()
	for err == nil {
		select {
		case <-time.After(patience / 3):
			_, _, err = conn.SendRequest("keepalive@openssh.com", true, nil)
		case <-line.closed:
			return
		}
	}
}

// A server with keepalives but without responses, as with a hung disk, exceeds a timeout.
func TestHungSFTP(t *testing.T) {
	for _, greets := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			near, far := net.Pipe()
			client, server := newBuffered(near), newBuffered(far)
			defer func() {
				_, _ = client.Close(), server.Close()
				synctest.Wait()
			}()
			go hung(t, server, greets)
			begun := time.Now()
			r, _, err := begin(client, Place{Address: "sftp://192.168.1.5/cup"}, "192.168.1.5:22")
			if greets {
				if err != nil {
					t.Fatal(err)
				}
				_, err = r.exists(t.Context(), "index.html")
			}
			if took := time.Since(begun); !fault.Is(err, "webspace.unreachable") || took < longest || took > longest+patience {
				t.Errorf("after %v: %v", took, err)
			}
		})
	}
}
