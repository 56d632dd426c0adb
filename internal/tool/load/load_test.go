package load

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"tourney/internal/fault"
)

// A hallServer implements the part of a server that a load uses. Its fields configure its errors.
type hallServer struct {
	mu      sync.Mutex
	results map[int]map[int]string // by round and table
	changes map[int]map[int]int    // how often each was changed
	version int
	heard   chan struct{} // closed at the next change
	entries int
	// forgets is how many entries it acknowledges and forgets; refuses how many it saves but answers with 503; deaf
	// suppresses events.
	forgets, refuses int
	deaf             bool
}

func newHallServer(t *testing.T) (*hallServer, Access) {
	t.Helper()
	s := &hallServer{results: map[int]map[int]string{}, changes: map[int]map[int]int{}, version: 1, heard: make(chan struct{})}
	mux := http.NewServeMux()
	to := func(path string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, path, http.StatusSeeOther) }
	}
	mux.HandleFunc("POST /login", to("/desk"))
	mux.HandleFunc("POST /import", to("/import/one"))
	mux.HandleFunc("POST /import/one", to("/desk/cup/players?imported=4"))
	mux.HandleFunc("POST /desk/cup/draw/{round}", s.draw)
	mux.HandleFunc("GET /desk/cup/draw/{round}", func(http.ResponseWriter, *http.Request) {})
	mux.HandleFunc("POST /desk/cup/line", s.enter)
	mux.HandleFunc("GET /api/v1/tournaments/cup/rounds/{round}", s.round)
	mux.HandleFunc("GET /t/cup/events", s.events)
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		s.mu.Lock()
		defer s.mu.Unlock()
		fmt.Fprintf(w, "# HELP process_cpu_seconds_total\nprocess_cpu_seconds_total %g\n", 0.25*float64(s.entries))
	})
	mux.HandleFunc("GET /", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "a page") })
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return s, Access{URL: server.URL, Name: "Anna", Password: "secret", Metrics: server.URL + "/metrics"}
}

// changed sends an event for a change. The lock is held.
func (s *hallServer) changed() {
	if s.deaf {
		return
	}
	s.version++
	close(s.heard)
	s.heard = make(chan struct{})
}

func (s *hallServer) draw(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r.FormValue("do") == "publish" {
		n := number(r.PathValue("round"))
		s.results[n], s.changes[n] = map[int]string{1: "?", 2: "?"}, map[int]int{}
		s.changed()
	}
	http.Redirect(w, r, "/desk/cup", http.StatusSeeOther)
}

func number(text string) (n int) {
	_, _ = fmt.Sscan(text, &n)
	return n
}

func (s *hallServer) enter(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n, line := number(r.FormValue("round")), r.FormValue("line")
	table := number(strings.TrimRight(strings.Fields(line)[0], "bw"))
	if r.FormValue(fmt.Sprintf("seen-%d", table)) != fmt.Sprintf("%d.%d", table, s.changes[n][table]) {
		w.WriteHeader(http.StatusConflict)
		return
	}
	if s.entries++; s.entries > s.forgets {
		s.results[n][table] = "W+"
		if strings.Contains(line, "b") {
			s.results[n][table] = "B+"
		}
		s.changes[n][table]++
		s.changed()
	}
	if s.entries <= s.refuses {
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	http.Redirect(w, r, "/desk/cup", http.StatusSeeOther)
}

func (s *hallServer) round(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := number(r.PathValue("round"))
	type game struct {
		Game     int    `json:"game"`
		Revision int    `json:"revision"`
		Table    int    `json:"table"`
		Result   string `json:"result"`
	}
	var round struct {
		Games []game `json:"games"`
	}
	for table, result := range s.results[n] {
		round.Games = append(round.Games, game{table, s.changes[n][table], table, result})
	}
	if len(round.Games) == 0 {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	_ = json.NewEncoder(w).Encode(round)
}

func (s *hallServer) events(w http.ResponseWriter, r *http.Request) {
	for r.Context().Err() == nil {
		s.mu.Lock()
		version, heard := s.version, s.heard
		s.mu.Unlock()
		fmt.Fprintf(w, "data: {\"version\":%d}\n\n", version)
		_ = http.NewResponseController(w).Flush()
		select {
		case <-heard:
		case <-r.Context().Done():
		}
	}
}

// small is a plan that ends at once.
func small(t *testing.T) Plan {
	return Plan{Tournaments: 1, Players: 4, Desks: 2, Lasting: time.Minute, Entries: 12, Folder: t.TempDir(), Doing: func(string, ...any) {},
		Pauses: Pauses{Quiet: 50 * time.Millisecond, Grace: 10 * time.Second, Comparing: 60 * time.Millisecond}}
}

func TestPlay(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	_, access := newHallServer(t)
	plan := small(t)
	plan.Phones, plan.Followers, plan.Listeners = 2, 1, 2
	var doing []string
	plan.Doing = func(key string, _ ...any) { doing = append(doing, key) }
	report, err := Run(t.Context(), access, plan)
	if err != nil {
		t.Fatal(err)
	}
	if report.Entries < 12 || len(report.Lost) > 0 || report.Missed > 0 || report.Rounds == 0 || report.First != "" {
		t.Errorf("the report is %+v", report)
	}
	if report.Cost != 250 {
		t.Errorf("a result costs %g ms, want 250", report.Cost)
	}
	seen := map[Kind]Line{}
	for _, l := range report.Lines {
		seen[l.Kind] = l
		if l.Failed > 0 || l.Count == 0 || l.P50 > l.P90 || l.P90 > l.P99 || l.P99 > l.Most {
			t.Errorf("a line is %+v", l)
		}
	}
	for _, k := range []Kind{Import, Draw, Publish, Entry, Desk, Event, Cached, Bare, Insert} {
		if seen[k].Count == 0 {
			t.Errorf("%s was not measured", k)
		}
	}
	want := []string{"load.doing.import", "load.doing.play", "load.doing.wait", "load.doing.hear", "load.doing.check", "load.doing.compare"}
	if !slices.Equal(doing, want) {
		t.Errorf("it says that it does %q, want %q", doing, want)
	}
	if n := seen[Event].Count; n != 5*probes {
		t.Errorf("%d events were heard, want %d", n, 5*probes)
	}
}

func TestForgottenEntriesAreLost(t *testing.T) {
	s, access := newHallServer(t)
	s.forgets = 2
	plan := small(t)
	plan.Entries = 2
	report, err := Run(t.Context(), access, plan)
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Lost) != 2 {
		t.Errorf("lost are %q, want 2", report.Lost)
	}
}

// An entry that was saved although its response failed is recognised, and counts once.
func TestUnansweredEntriesAreSentAgain(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s, access := newHallServer(t)
	s.refuses = 3
	report, err := Run(t.Context(), access, small(t))
	if err != nil {
		t.Fatal(err)
	}
	if report.Entries != 12 || len(report.Lost) > 0 || !strings.Contains(report.First, "503") {
		t.Errorf("the report is %+v", report)
	}
}

func TestDeafListenersAreCounted(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s, access := newHallServer(t)
	s.deaf = true
	plan := small(t)
	plan.Listeners, plan.Grace = 2, 200*time.Millisecond
	report, err := Run(t.Context(), access, plan)
	if err != nil {
		t.Fatal(err)
	}
	if want := plan.streams(); report.Missed != want {
		t.Errorf("%d did not hear, want %d", report.Missed, want)
	}
}

func TestRefusedPlans(t *testing.T) {
	_, access := newHallServer(t)
	fine := small(t)
	for key, change := range map[string]func(p *Plan, a *Access){
		"load.bounds":   func(p *Plan, _ *Access) { p.Desks = 0 },
		"load.url":      func(_ *Plan, a *Access) { a.URL = "127.0.0.1:8080" },
		"load.loopback": func(_ *Plan, a *Access) { a.URL = "http://192.0.2.1:8080" },
	} {
		plan, at := fine, access
		change(&plan, &at)
		if _, err := Run(t.Context(), at, plan); !fault.Is(err, key) {
			t.Errorf("got %v, want %s", err, key)
		}
	}
	refusing := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) }))
	defer refusing.Close()
	if _, err := Run(t.Context(), Access{URL: refusing.URL}, fine); !fault.Is(err, "load.login") {
		t.Errorf("got %v", err)
	}
}

// A play without an end ends with its context.
func TestInterruptedPlay(t *testing.T) {
	_, access := newHallServer(t)
	plan := small(t)
	plan.Entries = MostEntries
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if _, err := Run(ctx, access, plan); err == nil {
		t.Error("an interrupted play has a report")
	}
}

func TestWithin(t *testing.T) {
	var measured times
	began := time.Now()
	for i := range 1000 { // all end together
		measured.add(Page, began.Add(time.Duration(-i)*time.Millisecond), began.Add(time.Millisecond))
	}
	l := measured.lines()[0]
	if l.Rate < 999 || l.Rate > 1001 {
		t.Errorf("1000 pages within a second are %.1f a second", l.Rate)
	}
	measured.add(Unchanged, began, began)
	if l := measured.lines()[1]; l.Rate < 0.9 || l.Rate > 1.1 {
		t.Errorf("one page of them that was unchanged is %.1f a second", l.Rate)
	}
	for what, got := range map[float64]float64{500: l.P50, 900: l.P90, 990: l.P99, 1000: l.Most} {
		if got < what/step || got > what*step {
			t.Errorf("%.2f ms, want %.0f", got, what)
		}
	}
	var one times
	one.add(Draw, began, began.Add(3*time.Second))
	if l := one.lines()[0]; l.P50 > l.Most || l.P99 < 2900 {
		t.Errorf("a single time is %+v", l)
	}
}
