package beyond_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/app/director"
	"tourney/internal/beyond/standby"
	"tourney/internal/data/database"
	"tourney/internal/data/store"
	"tourney/internal/fault"
	"tourney/internal/role"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/web/beyond"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
	"tourney/templates"
)

// A second computer follows by the command of the page and takes over by its link. After that the first one redirects
// readers, explains the take-over on the desk, and refuses writes.
func TestStandby(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := newSite(t)
	s.AboutFiles()
	s.Cup()
	s.Login()
	if to := s.SeeOther(s.Get("/standby")); to != "/safety" {
		t.Errorf("the old address leads to %s", to)
	}
	if says := sitetest.Text(s.Page(s.Get("/safety"), http.StatusOK), ".stateline"); !strings.Contains(says, "only on this computer") {
		t.Errorf("alone it says %q", says)
	}
	made := func() (doc *goquery.Document, command []string) {
		doc = s.Page(s.Post("/standby", url.Values{"do": {"make"}}), http.StatusOK)
		return doc, strings.Fields(sitetest.Text(doc, "code"))
	}
	s.Server.Base = "http://192.0.2.2:8080"
	doc, unused := made()
	if says := sitetest.Text(doc, ".wrong"); !strings.Contains(says, "no token to 192.0.2.2:8080 without encryption") {
		t.Errorf("about a public address is said %q", says)
	}
	s.Server.Base = ""
	doc, command := made()
	if len(command) != 2 || command[0] != s.HTTP.URL || command[1] == unused[1] {
		t.Fatalf("the line is %q", command)
	}
	if says := sitetest.Text(doc, ".wrong"); !strings.Contains(says, "Other computers cannot reach this one at 127.0.0.1:") {
		t.Errorf("about its address is said %q", says)
	}
	kept := func() int {
		all, err := s.Director.Access().People().Tokens(t.Context(), store.FirstOrganisation)
		s.Check(err)
		return len(all)
	}
	if n := kept(); n != 1 {
		t.Errorf("there are %d tokens, with those that nobody has used", n)
	}
	b := s.newStandby(command[1])
	if made(); kept() != 2 {
		t.Error("the token of a computer that follows is gone")
	}
	for path, want := range map[string]string{"/": "/take", "/t/spring-cup": "/take", "/static/missing.css": "", "/readyz": "", "/api/v1/tournaments": ""} {
		got := b.Get(path)
		if to := got.Header.Get("Location"); to != want || want == "" && got.StatusCode < 400 {
			t.Errorf("%s is answered %d and leads to %q", path, got.StatusCode, to)
		}
	}
	if doc := b.Page(b.Get("/take"), http.StatusOK); doc.Find("form").Length() != 0 || !strings.Contains(sitetest.Text(doc, "#waiting"), s.HTTP.URL) {
		t.Error("everybody may take over")
	}
	if got := b.Post("/take/other", url.Values{}); got.StatusCode != http.StatusNotFound {
		t.Errorf("another key is answered %d", got.StatusCode)
	}
	if state := sitetest.Text(b.Page(b.Get("/take/key"), http.StatusOK), "#waiting .lead"); !strings.HasPrefix(state, "It has everything, as of ") {
		t.Errorf("the standby says %q", state)
	}
	state := s.Page(s.Get("/safety"), http.StatusOK)
	if got := sitetest.Text(state, "#places tbody"); !strings.Contains(got, "Laptop B http://192.0.2.7 follows, ready to take over") {
		t.Errorf("the page says %q", got)
	}
	if got := sitetest.Text(state, ".stateline"); !strings.Contains(got, "saved twice: here, and on Laptop B") || !strings.Contains(got, "nothing is lost") || state.Find(".stateline .good").Length() != 1 {
		t.Errorf("the page says %q", got)
	}
	if got := sitetest.Text(s.Page(s.Get("/safety/takeover"), http.StatusOK), "main"); !strings.Contains(got, "Laptop B http://192.0.2.7") {
		t.Errorf("the paper says %q", got)
	}
	stranger := &testSite{Site: &sitetest.Site{T: s.T, HTTP: s.HTTP, Client: s.Browser()}}
	stranger.Body(stranger.Get("/t/spring-cup/round/2?by=name")) // is cached from now on
	events := s.Listen(s.HTTP.URL, s.Browser())
	events.Next()
	s.takeOver(b)
	if event := events.Next(); !strings.Contains(event, `"restored":"reign 1 `) {
		t.Errorf("open pages hear %s", event)
	}
	if doc := b.Page(b.Get("/t/spring-cup"), http.StatusOK); !strings.Contains(sitetest.Text(doc, "title"), "Spring Cup") {
		t.Error("the tournament does not go on")
	}
	login := b.SeeOther((&testSite{Site: &sitetest.Site{T: t, HTTP: b.HTTP, Client: b.Browser()}}).Get(site.TakenOver))
	if says := sitetest.Text(b.Page(b.GetWithoutCookies(login), http.StatusOK), "form .lead"); !strings.HasPrefix(says, "This computer has taken over") {
		t.Errorf("the login that follows says %q", says)
	}
	if got := b.Get("/take/key", "HX-Request", "true"); got.Header.Get("HX-Redirect") != "/" {
		t.Error("a page that waits does not hear of it")
	}
	s.isYielded()
}

// takeOver makes another site take over. It waits until the take-over is done, however long.
func (s *testSite) takeOver(b *testSite) {
	s.T.Helper()
	if to := s.SeeOther(b.Post("/take/key", url.Values{})); to != site.TakenOver {
		s.T.Fatalf("taking over leads to %q", to)
	}
}

// newStandby returns a second computer that follows, once its copy is complete.
func (s *testSite) newStandby(token string) *testSite {
	// A busy machine may not answer within standby.Reachable.
	return s.newStandbyAt(token, s.HTTP.URL, time.Minute, func(*testSite) string { return "http://192.0.2.7" })
}

// newStandbyAt is newStandby with different addresses for fetching from the followed computer and for the follower
// itself.
func (s *testSite) newStandbyAt(token, from string, reachable time.Duration, answers func(b *testSite) string) *testSite {
	s.T.Helper()
	path := filepath.Join(s.T.TempDir(), "b.db")
	replica, err := database.OpenReplica(path)
	s.Check(err)
	s.T.Cleanup(func() { _ = replica.Close() }) // it may be closed already
	b := &testSite{Site: &sitetest.Site{T: s.T}}
	f := standby.Follow(replica, standby.Source{Address: from, Token: token}, func() standby.Request {
		return standby.Request{ID: "b", Name: "Laptop B", Addresses: []string{answers(b)}, Schema: store.Schema()}
	}, reachable)
	w := beyond.Watch{State: f.State, From: s.HTTP.URL, Key: "key", TakeOver: func(ctx context.Context, anyway bool) (*director.Director, error) {
		kept, err := f.TakeOver(ctx, standby.TakeOverOptions{Path: path, At: s.Now(), Anyway: anyway})
		if err != nil {
			return nil, err
		}
		b.Director = sitetest.NewDirector(kept, s.Now)
		return b.Director, nil
	}}
	server, err := beyond.NewStandby(w, b.quiet())
	s.Check(err)
	server.SetPatience(time.Minute)
	b.HTTP = httptest.NewServer(server)
	s.T.Cleanup(func() {
		server.CloseStreams()
		b.HTTP.Close()
		s.Check(server.Close())
	})
	b.Client = b.Browser()
	ctx, cancel := context.WithCancel(s.T.Context())
	ended := make(chan struct{})
	go func() { f.Run(ctx, func(standby.State) {}); close(ended) }()
	s.T.Cleanup(func() { cancel(); <-ended })
	for began := time.Now(); time.Since(began) < 20*time.Second; time.Sleep(5 * time.Millisecond) {
		all, err := s.extension().Standby.Standbys(s.T.Context())
		s.Check(err)
		if len(all) == 1 && all[0].Follows && f.State().Ready {
			return b
		}
	}
	s.T.Fatal("it does not follow:", f.State().Trouble)
	return nil
}

// isYielded checks a site from which another computer has taken over.
func (s *testSite) isYielded() {
	s.T.Helper()
	const says, there = "Laptop B took over on", "http://192.0.2.7"
	doc := s.Page(s.Get("/desk/spring-cup"), http.StatusOK)
	if got := sitetest.Text(doc, "#alarm .banner"); !strings.Contains(got, says) || doc.Find("#alarm a[href='"+there+"']").Length() != 1 {
		s.T.Errorf("the desk says %q", got)
	}
	if doc := s.Page(s.Get("/safety"), http.StatusOK); doc.Find("main button[value=make]").Length() != 0 || !strings.Contains(sitetest.Text(doc, ".stateline"), says) || doc.Find(".stateline .bad").Length() != 1 {
		s.T.Errorf("the page of safety says %q", sitetest.Text(doc, "main"))
	}
	g := s.Game(2, 2)
	entry := url.Values{"round": {"2"}, "seen-2": {page.FormatSeen(&g)}, "line": {"2br"}}
	if got := s.Post("/desk/spring-cup/line", entry); got.StatusCode != http.StatusConflict || !strings.Contains(s.Body(got), says) {
		s.T.Errorf("a result is answered %d", got.StatusCode)
	}
	p := &sitetest.Program{Site: s.Site, Secret: "tourney_unknown"}
	if got := p.Post("/standby", ""); got.StatusCode != http.StatusUnauthorized {
		s.T.Errorf("an unknown token is answered %d", got.StatusCode)
	}
	if got := s.Get("/t/spring-cup/standings"); got.Header.Get("Location") != there+"/t/spring-cup/standings" {
		s.T.Errorf("who is logged in is answered %d on a public page", got.StatusCode)
	}
	stranger := &testSite{Site: &sitetest.Site{T: s.T, HTTP: s.HTTP, Client: s.Browser()}}
	if got := stranger.Get("/t/spring-cup/round/2?by=name"); got.StatusCode != http.StatusTemporaryRedirect || got.Header.Get("Location") != there+"/t/spring-cup/round/2?by=name" {
		s.T.Errorf("a reader is answered %d and led to %s", got.StatusCode, got.Header.Get("Location"))
	}
	if got := stranger.Get("/t/spring-cup", "HX-Request", "true", "HX-Current-URL", s.HTTP.URL+"/t/spring-cup/players"); got.Header.Get("HX-Redirect") != there+"/t/spring-cup/players" {
		s.T.Errorf("an open page is led to %q", got.Header.Get("HX-Redirect"))
	}
	if got := stranger.Post("/t/spring-cup/signup", url.Values{"family": {"Virta"}}); got.StatusCode != http.StatusConflict {
		s.T.Errorf("a form is answered %d", got.StatusCode)
	}
	for path, want := range map[string]int{"/healthz": http.StatusOK, "/api/v1/standby/reign?question=" + strings.Repeat("x", 20): http.StatusOK, "/api/v1/standby/reign": http.StatusUnprocessableEntity} {
		if got := stranger.Get(path); got.StatusCode != want {
			s.T.Errorf("%s is answered %d", path, got.StatusCode)
		}
	}
}

// newLoneStandby returns a standby site with the given Watch.
func newLoneStandby(t *testing.T, w beyond.Watch) (*testSite, *beyond.Standby) {
	t.Helper()
	w.Key = "key"
	server, err := beyond.NewStandby(w, sitetest.Quiet())
	if err != nil {
		t.Fatal(err)
	}
	b := &testSite{Site: &sitetest.Site{T: t, HTTP: httptest.NewServer(server)}}
	b.Client = b.Browser()
	t.Cleanup(func() {
		b.HTTP.Close()
		server.EndTakeOver() // the data are those of another site
	})
	return b, server
}

// The page of a take-over that misses much data shows its progress, and a button that finishes it at once.
func TestPageWhileTakingOver(t *testing.T) {
	s := newSite(t)
	s.Cup()
	var tries, percent atomic.Int64
	percent.Store(40)
	begun, hurried := make(chan struct{}), make(chan struct{})
	b, server := newLoneStandby(t, beyond.Watch{
		State: func() standby.State {
			return standby.State{Ready: true, Taking: tries.Load() > 1, Percent: int(percent.Load())}
		},
		TakeOver: func(context.Context, bool) (*director.Director, error) {
			if tries.Add(1) == 1 {
				return nil, fault.New(fault.Conflict, "standby.early")
			}
			close(begun)
			<-hurried
			return s.Director, nil
		},
		Hurry: func() { close(hurried) },
	})
	server.SetPatience(time.Minute)
	if doc := b.Page(b.Post("/take/key", url.Values{}), http.StatusConflict); !strings.Contains(sitetest.Text(doc, "#waiting"), "No data here yet") {
		t.Errorf("who cannot take over reads %q", sitetest.Text(doc, "#waiting"))
	}
	if doc := b.Page(b.Get("/take/key"), http.StatusOK); !strings.Contains(sitetest.Text(doc, "#waiting"), "No data here yet") {
		t.Errorf("afterwards the page says %q", sitetest.Text(doc, "#waiting"))
	}
	if doc := b.Page(b.Get("/take"), http.StatusOK); strings.Contains(sitetest.Text(doc, "#waiting"), "No data here yet") {
		t.Error("everybody reads why somebody could not take over")
	}
	server.SetPatience(0)
	if to := s.SeeOther(b.Post("/take/key", url.Values{})); to != "/take/key" {
		t.Errorf("while it goes on it leads to %q", to)
	}
	<-begun
	doc := b.Page(b.Get("/take/key"), http.StatusOK)
	if state := sitetest.Text(doc, "#waiting .lead"); !strings.HasSuffix(state, ": 40 %.") || sitetest.Text(doc, "#waiting h1") != "This computer is taking over" || doc.Find("#waiting button").Length() != 1 || doc.Find("button[name=now]").Length() != 1 {
		t.Errorf("the page says %q, with %q", state, sitetest.Text(doc, "#waiting button"))
	}
	for _, unknown := range []int64{0, 100} { // without progress
		percent.Store(unknown)
		if state := sitetest.Text(b.Page(b.Get("/take/key"), http.StatusOK), "#waiting .lead"); state != "Fetching the missing changes." {
			t.Errorf("at %d %% the page says %q", unknown, state)
		}
	}
	if doc := b.Page(b.Get("/take"), http.StatusOK); doc.Find("#waiting button").Length() != 0 {
		t.Error("everybody may hurry it")
	}
	b.SeeOther(b.Post("/take/key", url.Values{})) // joins the running one
	server.SetPatience(time.Minute)
	if to := s.SeeOther(b.Post("/take/key", url.Values{"now": {"1"}})); to != site.TakenOver || tries.Load() != 2 {
		t.Errorf("once it is done it leads to %q, after %d tries", to, tries.Load())
	}
}

// A computer that has taken over, but failed to make its pages, makes them at the next request.
func TestPagesFailAfterTakingOver(t *testing.T) {
	s := newSite(t)
	s.Cup()
	takes := 0
	b, server := newLoneStandby(t, beyond.Watch{
		State:    func() standby.State { return standby.State{Ready: true} },
		TakeOver: func(context.Context, bool) (*director.Director, error) { takes++; return s.Director, nil },
	})
	server.SetPatience(time.Minute)
	server.SetTemplates(fstest.MapFS{})
	b.Page(b.Post("/take/key", url.Values{}), http.StatusInternalServerError)
	server.SetTemplates(templates.FS)
	if to := s.SeeOther(b.Post("/take/key", url.Values{})); to != site.TakenOver || takes != 1 {
		t.Errorf("it leads to %q, after it has taken over %d times", to, takes)
	}
}

// Only the token of a standby computer permits following, and it permits nothing else.
func TestTokenOfAStandby(t *testing.T) {
	s := newSite(t)
	s.Cup()
	follows := s.Program(role.StandbyToken)
	if got := s.Program(role.WholeToken).Post("/standby", ""); got.StatusCode != http.StatusForbidden {
		t.Errorf("a token to the whole follows: %d", got.StatusCode)
	}
	if got := follows.Post("/standby", ""); got.StatusCode != http.StatusUnprocessableEntity {
		t.Errorf("who asks nothing is answered %d", got.StatusCode)
	}
	for _, path := range []string{"/tournaments/spring-cup/players", "/tournaments", "/tournaments/spring-cup/games/15/result"} {
		if got := follows.Post(path, `{}`); got.StatusCode != http.StatusForbidden {
			t.Errorf("%s is answered %d", path, got.StatusCode)
		}
	}
	if got := follows.Post("/standby/reign", `{"epoch":1,"holder":"b","address":"javascript:alert(1)"}`); got.StatusCode < 400 || s.Director.Trouble() != nil {
		t.Errorf("a reign at no address is answered %d", got.StatusCode)
	}
	s.Login()
	if doc := s.Page(s.Get("/safety"), http.StatusOK); database.IsServer(s.Database) != (doc.Find("main button[value=make]").Length() == 0) {
		t.Error("the page offers what cannot be")
	}
}

// The response to removing a standby computer warns that its command still permits following.
func TestForgottenStandby(t *testing.T) {
	s := newSite(t)
	s.AboutFiles()
	s.Login()
	s.Check(s.Store.Tx(t.Context(), func(tx *store.Tx) error {
		return tx.SaveFollower(store.Follower{ID: "b", Name: "Laptop <B>", Addresses: []string{"http://192.0.2.7"}})
	}))
	form := sitetest.Fields(s.Page(s.Get("/safety"), http.StatusOK), "#places form:has(button[value=forget])")
	form["do"] = []string{"forget"}
	doc := s.Page(s.Get(s.SeeOther(s.Post("/standby", form))), http.StatusOK)
	if says := sitetest.Text(doc, "#messages .banner"); !strings.HasPrefix(says, "Laptop <B> is removed, and no result waits for it.") {
		t.Errorf("the page says %q", says)
	}
	if doc.Find("#places button[value=forget]").Length() != 0 {
		t.Error("it is still there")
	}
}
