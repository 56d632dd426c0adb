package main

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// TestSoak serves desks that enter results and listeners that follow a tournament, and measures memory, goroutines,
// descriptors and the time of writes: none may grow. TOURNEY_SOAK=1h makes it 50 desks and 2,000 listeners for that
// long.
func TestSoak(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := &soak{lasts: 3 * time.Second, desks: 4, listeners: 50, readers: 2, pause: 100 * time.Millisecond}
	if text := os.Getenv("TOURNEY_SOAK"); text != "" {
		lasts, err := time.ParseDuration(text)
		if err != nil {
			t.Fatal(err)
		}
		s = &soak{lasts: lasts, desks: 50, listeners: 2000, readers: 20, pause: 20 * time.Second}
	}
	s.harness = &harness{t: t, dir: t.TempDir()}
	s.db = filepath.Join(s.dir, "tourney.db")
	makeDatabase(t, s.db, 2*s.desks)
	p := s.begin()
	for range s.desks {
		s.clients = append(s.clients, s.login(p, "Anna", "correct horse"))
	}
	alone := s.sample()
	ctx, stop := context.WithTimeout(t.Context(), s.lasts)
	defer stop()
	var all sync.WaitGroup
	for n := range s.listeners {
		all.Go(func() { s.listen(ctx, p, n) })
	}
	for n := range s.readers {
		all.Go(func() { s.read(ctx, p, n) })
	}
	for n, client := range s.clients {
		all.Go(func() { s.enter(ctx, p, client, n) })
	}
	first, last := s.watch(ctx)
	all.Wait()
	for _, client := range s.clients {
		client.CloseIdleConnections()
	}
	after := s.sample()
	for range 50 { // streams end at the server's next write
		if after = s.sample(); after.goroutines <= alone.goroutines+10 {
			break
		}
		time.Sleep(200 * time.Millisecond)
	}
	t.Logf("alone:  %v\nafter:  %v", alone, after)
	if after.goroutines > alone.goroutines+10 || after.descriptors > alone.descriptors+10 {
		t.Errorf("%d goroutines and %d descriptors are left of %d and %d", after.goroutines, after.descriptors, alone.goroutines, alone.descriptors)
	}
	if last.goroutines > first.goroutines+first.goroutines/20+20 || last.descriptors > first.descriptors+first.descriptors/20+20 {
		t.Errorf("it grows from %v to %v", first, last)
	}
	if s.lasts > 10*time.Minute && last.resident > first.resident*5/4 {
		t.Errorf("memory grows from %v to %v", first, last)
	}
	p.interrupt(t)
	if is := s.harness.read(s.db); len(is.entries) != 1+int(s.written.Load()) {
		t.Errorf("%d entries of %d acknowledged writes", len(is.entries), s.written.Load())
	}
}

// A soak is a long evening on one server.
type soak struct {
	*harness
	lasts                     time.Duration
	desks, listeners, readers int
	pause                     time.Duration // of a desk between two results
	metrics                   string        // the address of the program's metrics

	written, events, pages atomic.Int64
	mu                     sync.Mutex
	took                   []time.Duration // of the writes since the last line
}

// begin starts the program with its metrics at a free port.
func (s *soak) begin() *program {
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		s.t.Fatal(err)
	}
	s.metrics = free.Addr().String()
	if err := free.Close(); err != nil {
		s.t.Fatal(err)
	}
	p := s.spawn("--metrics", s.metrics)
	p.ready(s.t)
	return p
}

// listen follows the tournament, and connects again after an interruption.
func (s *soak) listen(ctx context.Context, p *program, n int) {
	time.Sleep(time.Duration(n) * time.Millisecond)
	for ctx.Err() == nil {
		conn, err := net.Dial("tcp", strings.TrimPrefix(p.url, "http://"))
		if err != nil {
			s.t.Errorf("listener %d: %v", n, err)
			return
		}
		stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
		_, err = fmt.Fprintf(conn, "GET /t/cup/events HTTP/1.1\r\nHost: %s\r\n\r\n", strings.TrimPrefix(p.url, "http://"))
		for lines := bufio.NewReaderSize(conn, 512); err == nil; {
			var line []byte
			if line, err = lines.ReadSlice('\n'); strings.HasPrefix(string(line), "data:") {
				s.events.Add(1)
			}
		}
		if ctx.Err() == nil {
			s.t.Errorf("listener %d was cut off: %v", n, err)
		}
		stop()
		_ = conn.Close() // it may be closed
	}
}

// read reads public pages, one a second.
func (s *soak) read(ctx context.Context, p *program, n int) {
	paths := []string{"/t/cup", "/t/cup/standings", "/t/cup/players", "/api/v1/tournaments/cup/standings", "/t/cup/crosstable"}
	for ; ctx.Err() == nil; n++ {
		got, err := http.Get(p.url + paths[n%len(paths)])
		if err != nil || got.StatusCode != http.StatusOK {
			s.t.Errorf("%s: %v, %v", paths[n%len(paths)], got, err)
			return
		}
		_ = got.Body.Close() // not read
		s.pages.Add(1)
		wait(ctx, time.Second)
	}
}

// enter enters results in turn at two tables of a desk.
func (s *soak) enter(ctx context.Context, p *program, client *http.Client, n int) {
	seen := seenGames(s.harness, client, p.url+"/desk/cup")
	wait(ctx, time.Duration(rand.Int64N(int64(s.pause))))
	for times := 0; ctx.Err() == nil; times++ {
		table := 1 + 2*n + times%2
		id, revision, _ := strings.Cut(seen[table], ".")
		form := url.Values{
			"round": {"1"}, "table": {fmt.Sprint(table)}, "seen": {seen[table]},
			"result": {fmt.Sprintf("%s+%d.5", []string{"B", "W"}[times/2%2], times%200)},
		}
		began := time.Now()
		got, err := client.PostForm(p.url+"/desk/cup/result", form)
		if err != nil || got.StatusCode != http.StatusSeeOther {
			s.t.Errorf("table %d: %v, %v", table, got, err)
			return
		}
		_ = got.Body.Close() // empty
		s.mu.Lock()
		s.took = append(s.took, time.Since(began))
		s.mu.Unlock()
		s.written.Add(1)
		next, err := strconv.Atoi(revision)
		if err != nil {
			s.t.Error(err)
		}
		seen[table] = fmt.Sprintf("%s.%d", id, next+1)
		wait(ctx, s.pause)
	}
}

// wait sleeps for a time, or until the context ends.
func wait(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// A measure holds the resources of a running program.
type measure struct{ resident, heap, goroutines, descriptors int }

func (m measure) String() string {
	return fmt.Sprintf("%d MB resident, %d MB of heap, %d goroutines, %d descriptors", m.resident>>20, m.heap>>20, m.goroutines, m.descriptors)
}

// sample reads the program's metrics.
func (s *soak) sample() measure {
	text := string(s.get(http.DefaultClient, "http://"+s.metrics+"/metrics"))
	number := func(name string) int {
		_, rest, _ := strings.Cut(text, "\n"+name+" ")
		line, _, _ := strings.Cut(rest, "\n")
		n, err := strconv.ParseFloat(line, 64)
		if err != nil {
			s.t.Errorf("%s: %v", name, err)
		}
		return int(n)
	}
	return measure{
		number("process_resident_memory_bytes"), number("go_memstats_heap_inuse_bytes"), number("go_goroutines"), number("process_open_fds"),
	}
}

// watch logs a line twelve times and returns the first and the last measure.
func (s *soak) watch(ctx context.Context) (first, last measure) {
	const lines = 12
	began, events, pages := time.Now(), int64(0), int64(0)
	for n := 1; n <= lines; n++ {
		wait(ctx, time.Until(began.Add(time.Duration(n)*s.lasts/lines-s.lasts/100)))
		last = s.sample()
		if n == 2 { // all clients are connected
			first = last
		}
		s.mu.Lock()
		took := s.took
		s.took = nil
		s.mu.Unlock()
		slices.SortFunc(took, cmp.Compare)
		at := func(share float64) time.Duration {
			if len(took) == 0 {
				return 0
			}
			return took[int(share*float64(len(took)-1))].Round(time.Millisecond / 10)
		}
		s.t.Logf("%v: %v; %d writes of %v, 99 of 100 up to %v, all up to %v; %d events, %d pages", time.Since(began).Round(time.Second), last,
			len(took), at(.5), at(.99), at(1), s.events.Load()-events, s.pages.Load()-pages)
		events, pages = s.events.Load(), s.pages.Load()
	}
	if events == 0 || pages == 0 || s.written.Load() == 0 {
		s.t.Error("nothing happened")
	}
	return first, last
}

// seenGames returns the revision of each game on a desk's page, by table.
func seenGames(h *harness, client *http.Client, desk string) map[int]string {
	seen := map[int]string{}
	for _, found := range seenField.FindAllSubmatch(h.get(client, desk), -1) {
		table, err := strconv.Atoi(string(found[1]))
		if err != nil {
			h.t.Fatal(err)
		}
		seen[table] = string(found[2])
	}
	return seen
}
