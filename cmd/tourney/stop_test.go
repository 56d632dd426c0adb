package main

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// systemd gets a notification when the server is ready.
func TestStartIsTold(t *testing.T) {
	socket := filepath.Join(t.TempDir(), "notify")
	told, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: socket, Net: "unixgram"})
	if err != nil {
		t.Skip("no sockets of systemd's kind here:", err)
	}
	defer told.Close()
	t.Setenv("NOTIFY_SOCKET", socket)
	h := &harness{t: t, db: filepath.Join(t.TempDir(), "t.db")}
	p := h.start()
	defer p.interrupt(t)
	text := make([]byte, 100)
	noError(t, told.SetReadDeadline(time.Now().Add(time.Minute)))
	n, err := told.Read(text)
	if err != nil || string(text[:n]) != "READY=1" {
		t.Errorf("%q, %v", text[:n], err)
	}
	h.get(http.DefaultClient, p.url+"/readyz")
}

// A request on a connection from before the stop gets a response.
func TestStopAnswersWhatHasCome(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	h := &harness{t: t, db: filepath.Join(t.TempDir(), "t.db")}
	var answer string
	for range 5 { // a slow machine may be too late
		p := h.start()
		host := strings.TrimPrefix(p.url, "http://")
		conn, err := net.Dial("tcp", host)
		noError(t, err)
		_, err = fmt.Fprintf(conn, "GET /readyz HTTP/1.1\r\nHost: %s\r\n", host)
		noError(t, err)
		time.Sleep(20 * time.Millisecond) // it is accepted
		stopped := make(chan struct{})
		go func() { p.interrupt(t); close(stopped) }()
		for range 1000 { // until the listeners are closed
			another, err := net.DialTimeout("tcp", host, time.Second)
			if err != nil {
				break
			}
			noError(t, another.Close())
			time.Sleep(time.Millisecond)
		}
		noError(t, conn.SetDeadline(time.Now().Add(10*time.Second)))
		_, err = fmt.Fprint(conn, "\r\n")
		noError(t, err)
		answer, _ = bufio.NewReader(conn).ReadString('\n')
		noError(t, conn.Close())
		<-stopped
		if strings.HasPrefix(answer, "HTTP/1.1 200") {
			return
		}
	}
	t.Errorf("%q", answer)
}
