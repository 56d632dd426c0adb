package web

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/director"
	"tourney/internal/rank"
	"tourney/internal/store"
	"tourney/internal/tournament"
	"tourney/static"
	"tourney/templates"
)

// A testSite is the real server over the real director and store, and a browser.
type testSite struct {
	t        testing.TB
	dir      string // of the database test.db
	director *director.Director
	server   *Server
	http     *httptest.Server
	client   *http.Client
}

var noon = time.Date(2026, 5, 2, 9, 30, 0, 0, time.UTC)

func newSite(t testing.TB) *testSite {
	t.Helper()
	dir := t.TempDir()
	kept, err := store.Open(t.Context(), filepath.Join(dir, "test.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := kept.Close(); err != nil {
			t.Error(err)
		}
	})
	d := director.New(kept, func() time.Time { return noon })
	server, err := New(d, Config{
		Templates: templates.FS, Static: static.FS, Version: "test", Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
	})
	if err != nil {
		t.Fatal(err)
	}
	s := &testSite{t: t, dir: dir, director: d, server: server, http: httptest.NewServer(server)}
	t.Cleanup(func() {
		server.CloseStreams()
		s.http.Close()
	})
	s.client = s.browser()
	return s
}

// browser returns a client with cookies of its own that follows no redirects.
func (s *testSite) browser() *http.Client {
	s.t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		s.t.Fatal(err)
	}
	return &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

var anna = director.Actor{Name: "Anna"}

// cup stores a small tournament: nine players, two rounds published, the first
// complete, the second with one result, a third drafted.
func (s *testSite) cup() *tournament.Tournament {
	s.t.Helper()
	settings, err := tournament.PresetNamed("egf")
	s.check(err)
	tn, err := tournament.New(tournament.Info{
		Slug: "spring-cup", Name: "Spring Cup", Place: "Testville", Country: "FI", Zone: "Europe/Helsinki",
		Begin: time.Date(2026, 5, 2, 0, 0, 0, 0, time.UTC),
	}, settings)
	s.check(err)
	for i, name := range []string{"Öberg", "Abel", "Chvála", "Dahl", "Ek", "Łoś", "Gran", "Holm", "Iro"} {
		_, err := tn.AddPlayer(tournament.Player{
			Family: name, Given: "X", Rank: rank.Dan(1) - rank.Rank(i%3), Country: "FI", Club: "Club " + name[:1],
			Status: tournament.CheckedIn, Notes: "secret note", Contact: "secret@example.org",
		}, tournament.RefuseNamesakes)
		s.check(err)
	}
	game := func(table int, black, white tournament.PlayerID) tournament.Game {
		return tournament.Game{Table: table, Black: black, White: white, Komi: 13}
	}
	s.check(tn.SetDraft(1, []tournament.Game{game(1, 1, 2), game(2, 3, 4), {Table: 3, Black: 5, White: 6, Komi: 12}, game(4, 7, 8)}, []tournament.PlayerID{9}, tournament.Drawn{}))
	s.check(tn.Publish(1))
	for table, text := range []string{"B+R", "W+3.5", "Jigo", "B+F"} {
		r, err := tournament.ParseResult(text)
		s.check(err)
		_, _, err = tn.Record(tournament.Entry{Round: 1, Table: table + 1, Result: r, By: "Desk", At: noon})
		s.check(err)
	}
	s.check(tn.SetDraft(2, []tournament.Game{game(1, 2, 3), game(2, 4, 1), {Table: 3, Black: 6, White: 7, Handicap: 2}, game(4, 9, 5)}, nil, tournament.Drawn{}))
	s.check(tn.SetStart(2, noon))
	s.check(tn.Publish(2))
	_, _, err = tn.Record(tournament.Entry{Round: 2, Table: 1, Result: tournament.Result{Outcome: tournament.WhiteWins}})
	s.check(err)
	s.check(tn.SetDraft(3, []tournament.Game{game(1, 1, 9)}, nil, tournament.Drawn{}))
	_, err = s.director.Import(s.t.Context(), anna, tn, "")
	s.check(err)
	return tn
}

func (s *testSite) check(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

// login logs the client in as a director.
func (s *testSite) login() {
	s.t.Helper()
	s.check(s.setPassword("Anna", "correct horse"))
	if got := s.post("/login", url.Values{"name": {"Anna"}, "password": {"correct horse"}}); got.StatusCode != http.StatusSeeOther {
		s.t.Fatalf("login answers %d", got.StatusCode)
	}
}

func (s *testSite) setPassword(name, password string) error {
	token, err := s.director.Access().ResetToken(context.Background())
	if err != nil {
		return err
	}
	return s.director.Access().SetPassword(context.Background(), token, name, password)
}

func (s *testSite) do(method, path string, form url.Values, header ...string) *http.Response {
	s.t.Helper()
	var in io.Reader
	if form != nil {
		in = strings.NewReader(form.Encode())
	}
	r, err := http.NewRequestWithContext(s.t.Context(), method, s.http.URL+path, in)
	s.check(err)
	if form != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	got, err := s.client.Do(r)
	s.check(err)
	s.t.Cleanup(func() { _ = got.Body.Close() }) // read to its end or given up
	return got
}

func (s *testSite) get(path string, header ...string) *http.Response {
	s.t.Helper()
	return s.do(http.MethodGet, path, nil, header...)
}

func (s *testSite) post(path string, form url.Values, header ...string) *http.Response {
	s.t.Helper()
	return s.do(http.MethodPost, path, form, header...)
}

// page parses an answer as HTML and checks its status.
func (s *testSite) page(got *http.Response, status int) *goquery.Document {
	s.t.Helper()
	if got.StatusCode != status {
		text, _ := io.ReadAll(got.Body) // for the message only
		s.t.Fatalf("%s %s answers %d, want %d: %.300s", got.Request.Method, got.Request.URL.Path, got.StatusCode, status, text)
	}
	doc, err := goquery.NewDocumentFromReader(got.Body)
	s.check(err)
	return doc
}

// text returns the text of the elements of a selector, with blanks between them.
func text(doc *goquery.Document, selector string) string { return words(doc.Find(selector)) }

func words(found *goquery.Selection) string {
	var out []string
	found.Each(func(_ int, e *goquery.Selection) {
		if goquery.NodeName(e) == "#text" {
			out = append(out, strings.Fields(e.Text())...)
		} else if inside := words(e.Contents()); inside != "" {
			out = append(out, inside)
		}
	})
	return strings.Join(out, " ")
}
