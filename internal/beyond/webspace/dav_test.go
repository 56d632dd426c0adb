package webspace

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"tourney/internal/fault"
)

// slowly serves WebDAV at the least permitted speed: it has one file, and sends no response to requests other than to
// read or write it.
func slowly(line net.Conn, held *[]byte) {
	defer line.Close()
	piece := make([]byte, 1<<10)
	wait := func(n int) { time.Sleep(time.Duration(n) * concurrency * time.Second / slowest) }
	for in := bufio.NewReader(line); ; {
		r, err := http.ReadRequest(in)
		if err != nil {
			return
		}
		switch r.Method {
		case http.MethodPut:
			*held = nil
			for n := 1; n > 0; {
				n, _ = r.Body.Read(piece)
				*held = append(*held, piece[:n]...)
				wait(n)
			}
			_, _ = fmt.Fprint(line, "HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n")
		case http.MethodGet:
			_, _ = fmt.Fprintf(line, "HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n", len(*held))
			for rest := bytes.NewReader(*held); rest.Len() > 0; {
				n, _ := rest.Read(piece)
				_, _ = line.Write(piece[:n])
				wait(n)
			}
		default:
			_, _ = io.Copy(io.Discard, in) // until the client's timeout
		}
	}
}

// Slow transfers succeed, even of a large marker; a silent server exceeds a timeout.
func TestSlowWebDAV(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, err := newDAV(Place{Address: "http://192.168.1.5/cup"})
		if err != nil {
			t.Fatal(err)
		}
		defer d.close()
		var held []byte
		d.client.Transport = &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) {
			near, far := net.Pipe()
			go slowly(far, &held)
			return near, nil
		}}
		want := bytes.Repeat([]byte("0123456789abcdef"), 1<<16)
		if err := d.put(t.Context(), file{name: "a.html", data: want, fresh: true}); err != nil {
			t.Error(err)
		}
		if got, err := d.read(t.Context(), Marker); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%d bytes of %d, %v", len(got), len(want), err)
		}
		begun := time.Now()
		if _, err := d.exists(t.Context(), "a.html"); !fault.Is(err, "webspace.unreachable") || time.Since(begun) != patience {
			t.Errorf("after %v: %v", time.Since(begun), err)
		}
	})
}
