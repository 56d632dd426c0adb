package newversion

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tourney/internal/data/store"
	"tourney/internal/testkit/databasetest"
)

func TestIsNewer(t *testing.T) {
	for _, tt := range []struct {
		release, running string
		want             bool
	}{
		{"v1.0.1", "v1.0.0", true},
		{"v1.10.0", "v1.9.9", true},
		{"v2.0.0", "v1.9.9+dirty", true},
		{"v1.0.0", "v1.0.0", false},
		{"v1.0.0", "v1.0.0+dirty", false},
		{"v1.0.0", "v1.0.1", false},
		{"v1.0.1", "v1.0.1-0.20260502093000-0123456789ab", true}, // a commit before that release
		{"v1.0.0", "v1.0.1-0.20260502093000-0123456789ab", false},
		{"v1.0.1-rc1", "v1.0.0", false}, // no release yet
		{"1.0.1", "v1.0.0", false},
		{"v1.0.1", "development", false},
		{"", "", false},
		{"v9999999.0.0", "v1.0.0", false},
	} {
		if got := IsNewer(tt.release, tt.running); got != tt.want {
			t.Errorf("IsNewer(%q, %q) = %t", tt.release, tt.running, got)
		}
	}
}

func FuzzFile(f *testing.F) {
	f.Add("v1.2.0\nhttps://go.example.org/tourney\n")
	f.Add("v1.2.0-rc1 http://[")
	f.Fuzz(func(t *testing.T, text string) {
		version, page, err := parseFile(text)
		if err == nil && (!IsNewer(version, "v0.0.0-0") || !strings.HasPrefix(page, "http")) {
			t.Errorf("%q is read as %q, %q", text, version, page)
		}
	})
}

// A counter serves the text of a release and counts requests.
type counter struct {
	text  string
	asked atomic.Int64
}

func (c *counter) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.asked.Add(1)
	if c.text == "" {
		w.WriteHeader(http.StatusNotFound)
	}
	fmt.Fprint(w, c.text)
}

// Nothing is requested before a person allows it, then once a day, also after a failure, and never again after the
// permission is taken back.
func TestRequestsNeedPermission(t *testing.T) {
	kept := databasetest.Open(t, store.OpenScratch)
	files := &counter{text: "v1.2.0\nhttps://go.example.org/tourney\n"}
	server := httptest.NewServer(files)
	defer server.Close()
	now := time.Date(2026, 5, 2, 9, 30, 0, 0, time.UTC)
	open := func(running string) *Asker {
		return New(kept, server.URL, running, func() time.Time { return now }, slog.New(slog.DiscardHandler))
	}
	a := open("v1.1.0")
	state := func(requests int64) State {
		t.Helper()
		if _, err := a.State(t.Context()); err != nil {
			t.Fatal(err)
		}
		a.Wait()
		is, err := a.State(t.Context())
		if n := files.asked.Load(); err != nil || n != requests {
			t.Errorf("%d requests, want %d; %v", n, requests, err)
		}
		return is
	}
	allow := func(on bool) {
		t.Helper()
		if err := a.Allow(t.Context(), on); err != nil {
			t.Fatal(err)
		}
	}
	if is := state(0); is.Answered || is.Allowed || !strings.HasPrefix(server.URL, "http://"+is.Host) {
		t.Errorf("before the answer: %+v", is)
	}
	allow(false)
	if is := state(0); !is.Answered || is.Allowed {
		t.Errorf("refused: %+v", is)
	}
	allow(true)
	if is := state(1); is.Version != "v1.2.0" || is.Page != "https://go.example.org/tourney" {
		t.Errorf("allowed: %+v", is)
	}
	now = now.Add(daily - time.Second)
	a = open("v1.2.0") // the program was replaced
	if is := state(1); is.Version != "" {
		t.Errorf("the newest version: %+v", is)
	}
	for n, wrong := range []string{"", "v1.3.0", "v1.3.0 javascript:alert(1)", "v1.3.0-rc1 https://go.example.org", "v1.3.0 https://" + strings.Repeat("a", mostPage), strings.Repeat("x", 2*mostBytes)} {
		now, files.text = now.Add(daily), wrong
		if is := state(int64(2 + n)); is.Version != "" {
			t.Errorf("%q gives %+v", wrong, is)
		}
	}
	now = now.Add(daily)
	allow(false)
	if is := state(7); is.Allowed || is.Version != "" {
		t.Errorf("taken back: %+v", is)
	}
	if New(kept, "", "v1.0.0", nil, nil) != nil || New(kept, server.URL, "development", nil, nil) != nil {
		t.Error("there is an asker without an address or a version")
	}
}
