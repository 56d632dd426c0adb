package web_test

import (
	"fmt"
	"net"
	"runtime"
	"strings"
	"testing"
	"time"

	"tourney/internal/tournament"
)

// BenchmarkListeners opens 3,000 streams of live events and reports the memory of each, with the client's end of the
// connection, and the time until all have received an event.
func BenchmarkListeners(b *testing.B) {
	const many = 3000 // a network may have 4,000
	s := newSite(b)
	s.Cup()
	used := func() uint64 {
		runtime.GC()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc + m.StackInuse
	}
	before := used()
	var pages []net.Conn
	read := make([]byte, 4096)
	until := func(c net.Conn, word string) {
		_ = c.SetReadDeadline(time.Now().Add(time.Minute))
		for text := ""; !strings.Contains(text, word); {
			n, err := c.Read(read)
			s.Check(err)
			text += string(read[:n])
		}
	}
	for range many {
		c, err := net.Dial("tcp", s.HTTP.Listener.Addr().String())
		s.Check(err)
		_, err = fmt.Fprintf(c, "GET /t/spring-cup/events HTTP/1.1\r\nHost: %s\r\n\r\n", s.HTTP.Listener.Addr())
		s.Check(err)
		until(c, `{"version":`)
		pages = append(pages, c)
	}
	each := float64(used()-before) / many
	round := 0
	for b.Loop() {
		round++
		s.Enter(2, []tournament.Outcome{tournament.BlackWins, tournament.WhiteWins}[round%2])
		for _, c := range pages {
			until(c, `"what":"results"`)
		}
	}
	b.ReportMetric(each, "B/listener")
	for _, c := range pages {
		_ = c.Close()
	}
	s.Server.CloseStreams()
}
