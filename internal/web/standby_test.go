package web

import (
	"context"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/database"
	"tourney/internal/director"
	"tourney/internal/fault"
	"tourney/internal/live"
	"tourney/internal/role"
	"tourney/internal/rules"
	"tourney/internal/standby"
	"tourney/internal/store"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
	"tourney/templates"
)

// A second computer follows by the command of the page and takes over by its link. The first one then sends readers on,
// says on the desk what has happened, and saves nothing.
func TestStandby(t *testing.T) {
	s := newSite(t)
	s.aboutFiles()
	s.cup()
	s.login()
	if doc := s.page(s.get("/standby"), http.StatusOK); doc.Find("#standbys table").Length() != 0 {
		t.Error("somebody follows already")
	}
	made := func() (doc *goquery.Document, command []string) {
		doc = s.page(s.post("/standby", url.Values{"do": {"make"}}), http.StatusOK)
		return doc, strings.Fields(text(doc, ".banner code"))
	}
	s.server.Base = "http://192.0.2.2:8080"
	doc, unused := made()
	if says := text(doc, ".banner .wrong"); !strings.Contains(says, "no token to 192.0.2.2:8080 without encryption") {
		t.Errorf("about a public address is said %q", says)
	}
	s.server.Base = ""
	doc, command := made()
	if len(command) != 6 || command[3] != s.http.URL || command[5] == unused[5] {
		t.Fatalf("the command is %q", command)
	}
	if says := text(doc, ".banner .wrong"); !strings.Contains(says, "Other computers do not reach this one at 127.0.0.1:") {
		t.Errorf("about its address is said %q", says)
	}
	kept := func() int {
		all, err := s.director.Access().People().Tokens(t.Context(), store.FirstOrganisation)
		s.check(err)
		return len(all)
	}
	if n := kept(); n != 1 {
		t.Errorf("there are %d tokens, with those that nobody has used", n)
	}
	b := s.standsBy(command[5])
	if made(); kept() != 2 {
		t.Error("the token of a computer that follows is gone")
	}
	for path, want := range map[string]string{"/": "/take", "/t/spring-cup": "/take", "/static/missing.css": "", "/readyz": "", "/api/v1/tournaments": ""} {
		got := b.get(path)
		if to := got.Header.Get("Location"); to != want || want == "" && got.StatusCode < 400 {
			t.Errorf("%s is answered %d and leads to %q", path, got.StatusCode, to)
		}
	}
	if doc := b.page(b.get("/take"), http.StatusOK); doc.Find("form").Length() != 0 || !strings.Contains(text(doc, "#waiting"), s.http.URL) {
		t.Error("everybody may take over")
	}
	if got := b.post("/take/other", url.Values{}); got.StatusCode != http.StatusNotFound {
		t.Errorf("another key is answered %d", got.StatusCode)
	}
	if state := text(b.page(b.get("/take/key"), http.StatusOK), "#waiting .lead"); !strings.HasPrefix(state, "It has everything, as of ") {
		t.Errorf("the standby says %q", state)
	}
	if state := text(s.page(s.get("/standby"), http.StatusOK), "#standbys tbody"); !strings.Contains(state, "Laptop B http://192.0.2.7") || !strings.Contains(state, "has everything") {
		t.Errorf("the page says %q", state)
	}
	stranger := &testSite{t: s.t, http: s.http, client: s.browser()}
	stranger.body(stranger.get("/t/spring-cup/round/2?by=name")) // is in the cache from now on
	events := s.listen(s.http.URL, s.browser())
	events.next()
	s.takesOver(b)
	if event := events.next(); !strings.Contains(event, `"restored":"reign 1 `) {
		t.Errorf("open pages hear %s", event)
	}
	if doc := b.page(b.get("/t/spring-cup"), http.StatusOK); !strings.Contains(text(doc, "title"), "Spring Cup") {
		t.Error("the tournament does not go on")
	}
	login := b.seeOther((&testSite{t: t, http: b.http, client: b.browser()}).get(site.TakenOver))
	if says := text(b.page(b.browserless(login), http.StatusOK), "form .lead"); !strings.HasPrefix(says, "This computer has taken over") {
		t.Errorf("the login that follows says %q", says)
	}
	if got := b.get("/take/key", "HX-Request", "true"); got.Header.Get("HX-Redirect") != "/" {
		t.Error("a page that waits does not hear of it")
	}
	s.isYielded()
}

// takesOver has another site take over. Its request is answered once that is done: the server has all the time.
func (s *testSite) takesOver(b *testSite) {
	s.t.Helper()
	if to := s.seeOther(b.post("/take/key", url.Values{})); to != site.TakenOver {
		s.t.Fatalf("taking over leads to %q", to)
	}
}

// standsBy returns a second computer that follows, once it has everything.
func (s *testSite) standsBy(token string) *testSite {
	return s.standsByAt(token, s.http.URL, func(*testSite) string { return "http://192.0.2.7" })
}

// standsByAt is standsBy for one that follows at an address, and answers at another one.
func (s *testSite) standsByAt(token, from string, answers func(b *testSite) string) *testSite {
	s.t.Helper()
	path := filepath.Join(s.t.TempDir(), "b.db")
	replica, err := database.OpenReplica(path)
	s.check(err)
	s.t.Cleanup(func() { _ = replica.Close() }) // it has closed it
	b := &testSite{t: s.t}
	f := standby.Follow(replica, standby.Source{Address: from, Token: token}, func() standby.Ask {
		return standby.Ask{ID: "b", Name: "Laptop B", Addresses: []string{answers(b)}, Schema: store.Schema()}
	}, standby.Reachable)
	w := Watch{State: f.State, From: s.http.URL, Key: "key", TakeOver: func(ctx context.Context, anyway bool) (*director.Director, error) {
		kept, err := f.TakeOver(ctx, standby.Taking{Path: path, At: s.now(), Anyway: anyway})
		if err != nil {
			return nil, err
		}
		b.director = newDirector(kept, s.now)
		return b.director, nil
	}}
	server, err := NewStandby(w, quiet())
	s.check(err)
	server.patience = time.Minute
	b.http = httptest.NewServer(server)
	s.t.Cleanup(func() {
		server.CloseStreams()
		b.http.Close()
		s.check(server.Close())
	})
	b.client = b.browser()
	ctx, cancel := context.WithCancel(s.t.Context())
	ended := make(chan struct{})
	go func() { f.Run(ctx, func(standby.State) {}); close(ended) }()
	s.t.Cleanup(func() { cancel(); <-ended })
	for began := time.Now(); time.Since(began) < 20*time.Second; time.Sleep(5 * time.Millisecond) {
		all, err := s.director.Standby.Standbys(s.t.Context())
		s.check(err)
		if len(all) == 1 && all[0].Follows && f.State().Ready {
			return b
		}
	}
	s.t.Fatal("it does not follow:", f.State().Trouble)
	return nil
}

// isYielded checks a site from which another computer has taken over.
func (s *testSite) isYielded() {
	s.t.Helper()
	const says, there = "Laptop B took over on", "http://192.0.2.7"
	doc := s.page(s.get("/desk/spring-cup"), http.StatusOK)
	if got := text(doc, "#alarm .banner"); !strings.Contains(got, says) || doc.Find("#alarm a[href='"+there+"']").Length() != 1 {
		s.t.Errorf("the desk says %q", got)
	}
	if doc := s.page(s.get("/standby"), http.StatusOK); doc.Find("main button").Length() != 0 || !strings.Contains(text(doc, "main .empty"), says) {
		s.t.Errorf("the page of standby computers says %q", text(doc, "main"))
	}
	g := s.game(2, 2)
	entry := url.Values{"round": {"2"}, "seen-2": {page.FormatSeen(&g)}, "line": {"2br"}}
	if got := s.post("/desk/spring-cup/line", entry); got.StatusCode != http.StatusConflict || !strings.Contains(s.body(got), says) {
		s.t.Errorf("a result is answered %d", got.StatusCode)
	}
	p := &program{testSite: s, secret: "tourney_unknown"}
	if got := p.post("/standby", ""); got.StatusCode != http.StatusUnauthorized {
		s.t.Errorf("an unknown token is answered %d", got.StatusCode)
	}
	if got := s.get("/t/spring-cup/standings"); got.Header.Get("Location") != there+"/t/spring-cup/standings" {
		s.t.Errorf("who is logged in is answered %d on a public page", got.StatusCode)
	}
	stranger := &testSite{t: s.t, http: s.http, client: s.browser()}
	if got := stranger.get("/t/spring-cup/round/2?by=name"); got.StatusCode != http.StatusTemporaryRedirect || got.Header.Get("Location") != there+"/t/spring-cup/round/2?by=name" {
		s.t.Errorf("a reader is answered %d and led to %s", got.StatusCode, got.Header.Get("Location"))
	}
	if got := stranger.get("/t/spring-cup", "HX-Request", "true", "HX-Current-URL", s.http.URL+"/t/spring-cup/players"); got.Header.Get("HX-Redirect") != there+"/t/spring-cup/players" {
		s.t.Errorf("an open page is led to %q", got.Header.Get("HX-Redirect"))
	}
	if got := stranger.post("/t/spring-cup/signup", url.Values{"family": {"Virta"}}); got.StatusCode != http.StatusConflict {
		s.t.Errorf("a form is answered %d", got.StatusCode)
	}
	for path, want := range map[string]int{"/healthz": http.StatusOK, "/api/v1/standby/reign?question=" + strings.Repeat("x", 20): http.StatusOK, "/api/v1/standby/reign": http.StatusUnprocessableEntity} {
		if got := stranger.get(path); got.StatusCode != want {
			s.t.Errorf("%s is answered %d", path, got.StatusCode)
		}
	}
}

// What was changed at a computer while no line led to the one that has taken over is told by both, until somebody has
// seen to it.
func TestChangesThatAreLeft(t *testing.T) {
	s := newSite(t)
	s.aboutFiles()
	s.cup()
	s.login()
	at, err := url.Parse(s.http.URL)
	s.check(err)
	proxy, cut := httputil.NewSingleHostReverseProxy(at), atomic.Bool{}
	proxy.ErrorLog = log.New(io.Discard, "", 0)
	line := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if cut.Load() {
			panic(http.ErrAbortHandler)
		}
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(line.Close)
	settings := s.state("spring-cup").Settings
	settings.Live = tournament.LiveBoards{On: true}
	s.check(s.director.On(anna, "spring-cup").SetUp(t.Context(), s.state("spring-cup").Info, settings))
	game, _ := s.record(4)
	s.later.Store(int64(time.Hour)) // the clock is ahead, and set right later
	s.enter(1, tournament.WhiteWins)
	s.later.Store(0)
	b := s.standsByAt(s.program(role.StandbyToken).secret, line.URL, func(b *testSite) string { return b.http.URL })
	cut.Store(true)
	line.CloseClientConnections()
	s.takesOver(b)
	s.enter(2, tournament.WhiteWins)
	s.enter(3, tournament.WhiteWins)
	d4, _ := rules.PointNamed("D4", settings.Size)
	e := director.LiveEntry{Game: game}
	e.Kind, e.Point, e.Once = live.Move, d4, "a"
	_, err = s.director.LiveGames().Record(t.Context(), "spring-cup", e)
	s.check(err)
	s.check(s.director.Standby.Look(t.Context()))
	notice := func() string { return words(s.page(s.get("/desk/spring-cup"), http.StatusOK).Find("#messages")) }
	if got := notice(); !strings.HasPrefix(got, "The last changes in the log of this tournament (3 in all) are only here: Laptop B had taken over") {
		t.Errorf("the old desk says %q", got)
	}
	cut.Store(false)
	s.check(b.director.Standby.Look(t.Context()))
	b.login()
	alarm := func() string { return words(b.page(b.get("/desk"), http.StatusOK).Find("#alarm")) }
	if got := alarm(); !strings.HasPrefix(got, "The computer at "+line.URL+" has changes that are not here (3 in all)") {
		t.Errorf("the new desk says %q", got)
	}
	form := fields(b.page(b.get("/standby"), http.StatusOK), "#standbys form:has(button[value=settle])")
	form["do"] = []string{"settle"}
	b.seeOther(b.post("/standby", form))
	s.check(b.director.Standby.Look(t.Context()))
	if got := alarm(); got != "" {
		t.Errorf("after somebody has seen to it the new desk says %q", got)
	}
}

// standsAlone returns a site that stands by and does as w says.
func standsAlone(t *testing.T, w Watch) (*testSite, *Standby) {
	t.Helper()
	w.Key = "key"
	server, err := NewStandby(w, quiet())
	if err != nil {
		t.Fatal(err)
	}
	b := &testSite{t: t, http: httptest.NewServer(server)}
	b.client = b.browser()
	t.Cleanup(func() {
		b.http.Close()
		if stage := server.acting(); stage != nil {
			stage.acting.Close() // the data are those of another site
		}
	})
	return b, server
}

// Whoever has a computer take over that lacks much sees how far it has come, and can have it go on at once.
func TestPageWhileTakingOver(t *testing.T) {
	s := newSite(t)
	s.cup()
	var tries, percent atomic.Int64
	percent.Store(40)
	begun, hurried := make(chan struct{}), make(chan struct{})
	b, server := standsAlone(t, Watch{
		State: func() standby.State {
			return standby.State{Ready: true, Taking: tries.Load() > 1, Percent: int(percent.Load())}
		},
		TakeOver: func(context.Context, bool) (*director.Director, error) {
			if tries.Add(1) == 1 {
				return nil, fault.New(fault.Conflict, "standby.early")
			}
			close(begun)
			<-hurried
			return s.director, nil
		},
		Hurry: func() { close(hurried) },
	})
	server.patience = time.Minute
	if doc := b.page(b.post("/take/key", url.Values{}), http.StatusConflict); !strings.Contains(text(doc, "#waiting"), "There are no data here yet") {
		t.Errorf("who cannot take over reads %q", text(doc, "#waiting"))
	}
	if doc := b.page(b.get("/take/key"), http.StatusOK); !strings.Contains(text(doc, "#waiting"), "There are no data here yet") {
		t.Errorf("afterwards the page says %q", text(doc, "#waiting"))
	}
	if doc := b.page(b.get("/take"), http.StatusOK); strings.Contains(text(doc, "#waiting"), "There are no data here yet") {
		t.Error("everybody reads why somebody could not take over")
	}
	server.patience = 0
	if to := s.seeOther(b.post("/take/key", url.Values{})); to != "/take/key" {
		t.Errorf("while it goes on it leads to %q", to)
	}
	<-begun
	doc := b.page(b.get("/take/key"), http.StatusOK)
	if state := text(doc, "#waiting .lead"); !strings.HasSuffix(state, ": 40 %.") || text(doc, "#waiting h1") != "This computer is taking over" || doc.Find("#waiting button").Length() != 1 || doc.Find("button[name=now]").Length() != 1 {
		t.Errorf("the page says %q, with %q", state, text(doc, "#waiting button"))
	}
	for _, unknown := range []int64{0, 100} { // it is one step
		percent.Store(unknown)
		if state := text(b.page(b.get("/take/key"), http.StatusOK), "#waiting .lead"); state != "What it lacks is being fetched." {
			t.Errorf("at %d %% the page says %q", unknown, state)
		}
	}
	if doc := b.page(b.get("/take"), http.StatusOK); doc.Find("#waiting button").Length() != 0 {
		t.Error("everybody may hurry it")
	}
	b.seeOther(b.post("/take/key", url.Values{})) // joins the one that goes on
	server.patience = time.Minute
	if to := s.seeOther(b.post("/take/key", url.Values{"now": {"1"}})); to != site.TakenOver || tries.Load() != 2 {
		t.Errorf("once it is done it leads to %q, after %d tries", to, tries.Load())
	}
}

// A computer that has taken over, but whose pages cannot be made, makes them when it is asked again.
func TestPagesFailAfterTakingOver(t *testing.T) {
	s := newSite(t)
	s.cup()
	takes := 0
	b, server := standsAlone(t, Watch{
		State:    func() standby.State { return standby.State{Ready: true} },
		TakeOver: func(context.Context, bool) (*director.Director, error) { takes++; return s.director, nil },
	})
	server.patience = time.Minute
	server.config.Catalog, server.config.Templates = nil, fstest.MapFS{}
	b.page(b.post("/take/key", url.Values{}), http.StatusInternalServerError)
	server.config.Templates = templates.FS
	if to := s.seeOther(b.post("/take/key", url.Values{})); to != site.TakenOver || takes != 1 {
		t.Errorf("it leads to %q, after it has taken over %d times", to, takes)
	}
}

// Only the token of a standby computer lets one follow, and it lets in nowhere else.
func TestTokenOfAStandby(t *testing.T) {
	s := newSite(t)
	s.cup()
	follows := s.program(role.StandbyToken)
	if got := s.program(role.WholeToken).post("/standby", ""); got.StatusCode != http.StatusForbidden {
		t.Errorf("a token to the whole follows: %d", got.StatusCode)
	}
	if got := follows.post("/standby", ""); got.StatusCode != http.StatusUnprocessableEntity {
		t.Errorf("who asks nothing is answered %d", got.StatusCode)
	}
	for _, path := range []string{cup + "/players", "/tournaments", cup + "/games/15/result"} {
		if got := follows.post(path, `{}`); got.StatusCode != http.StatusForbidden {
			t.Errorf("%s is answered %d", path, got.StatusCode)
		}
	}
	if got := follows.post("/standby/reign", `{"epoch":1,"holder":"b","address":"javascript:alert(1)"}`); got.StatusCode < 400 || s.director.Trouble() != nil {
		t.Errorf("a reign at no address is answered %d", got.StatusCode)
	}
	s.login()
	if doc := s.page(s.get("/standby"), http.StatusOK); database.IsServer(s.database) != (doc.Find("#standbys, main button[value=make]").Length() == 0) {
		t.Error("the page offers what cannot be")
	}
}

// Who forgets a computer is told that its command still lets it follow.
func TestForgottenStandby(t *testing.T) {
	s := newSite(t)
	s.aboutFiles()
	s.login()
	s.check(s.store.Tx(t.Context(), func(tx *store.Tx) error {
		return store.KeepPartner(tx, store.Partner{ID: "b", Name: "Laptop <B>", Addresses: []string{"http://192.0.2.7"}})
	}))
	form := fields(s.page(s.get("/standby"), http.StatusOK), "#standbys form:has(button[value=forget])")
	form["do"] = []string{"forget"}
	doc := s.page(s.get(s.seeOther(s.post("/standby", form))), http.StatusOK)
	if says := text(doc, "#messages .banner"); !strings.HasPrefix(says, "Laptop <B> is forgotten, and no result waits for it.") {
		t.Errorf("the page says %q", says)
	}
	if doc.Find("#standbys form").Length() != 0 {
		t.Error("it is still there")
	}
}
