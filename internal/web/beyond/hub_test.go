package beyond_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/app/director"
	"tourney/internal/beyond/publication"
	"tourney/internal/beyond/publishing"
	"tourney/internal/beyond/relay"
	"tourney/internal/data/store"
	"tourney/internal/fault"
	"tourney/internal/role"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
	"tourney/internal/tournament/consent"
)

// A publishedSite is a site whose tournament is published at another one, over a connection that can be cut.
type publishedSite struct {
	*testSite
	hub  *testSite
	line *httptest.Server
	cut  atomic.Bool
	// boards is the status with which moves of live games are refused in place of the hub, 0 for none.
	boards atomic.Int64
	// older is set for a hub without support for refused reports.
	older atomic.Bool
	// slow is set for a connection that delays all requests but those for reports.
	slow atomic.Bool
	// cutsReports is set for a connection that cuts requests for reports.
	cutsReports atomic.Bool
	desk        *sitetest.Desk
	mu          sync.Mutex
	sent        []sentBody // to the hub, mu guards them
	asked       []asked    // all requests to the hub, mu guards them too
}

// An asked is a request to the hub: the installation that sends it, and its path.
type asked struct{ sender, path string }

// A sentBody is the body of a request that has passed the connection, and its path.
type sentBody struct {
	path string
	body []byte
}

// published returns a site with the cup, which it publishes at a second site.
func published(t *testing.T) *publishedSite {
	t.Helper()
	s := &publishedSite{testSite: newSite(t), hub: newSite(t)}
	at, err := url.Parse(s.hub.HTTP.URL)
	s.Check(err)
	proxy := httputil.NewSingleHostReverseProxy(at)
	proxy.ErrorLog = log.New(io.Discard, "", 0)
	s.line = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.cut.Load() {
			panic(http.ErrAbortHandler)
		}
		if s.slow.Load() && !strings.HasSuffix(r.URL.Path, "/reports") {
			time.Sleep(300 * time.Millisecond)
		}
		if s.cutsReports.Load() && strings.HasSuffix(r.URL.Path, "/reports") {
			panic(http.ErrAbortHandler)
		}
		s.mu.Lock()
		s.asked = append(s.asked, asked{r.Header.Get(relay.SenderHeader), r.URL.Path})
		s.mu.Unlock()
		if status := int(s.boards.Load()); status != 0 && strings.HasSuffix(r.URL.Path, "/boards") {
			w.WriteHeader(status)
			fmt.Fprintf(w, `{"error":"No.","code":%q}`, map[int]string{http.StatusNotFound: "fault.page"}[status])
			return
		}
		if s.older.Load() && strings.HasSuffix(r.URL.Path, "/reports") {
			body, _ := io.ReadAll(r.Body)
			if r.Body = io.NopCloser(bytes.NewReader(body)); bytes.Contains(body, []byte(`"refused"`)) {
				w.WriteHeader(http.StatusUnprocessableEntity)
				fmt.Fprint(w, `{"error":"No.","code":"api.field"}`)
				return
			}
		}
		if r.Header.Get("Content-Type") == "application/gzip" {
			s.passes(r)
		}
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(func() {
		s.disconnect()
		s.line.Close()
	})
	s.Cup()
	s.desk = s.testSite.Desk("")
	s.SeeOther(s.desk.Send("/publish", hubForm(s.line.URL, s.hub.Program(role.PublishToken).Secret)))
	return s
}

// hubForm publishes at a hub, with a token or the stored one.
func hubForm(address, token string) url.Values {
	return url.Values{"do": {"begin"}, "kind": {"hub"}, "where": {address}, "token": {token}}
}

// A report that is pending at the hub while the tournament's address changes here is accepted.
func TestReportAfterRenaming(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := published(t)
	settings := s.State("spring-cup").Settings
	settings.PlayerResults = true
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").SetUp(t.Context(), s.State("spring-cup").Info, settings))
	s.waitSynced()
	s.mu.Lock()
	s.asked = nil
	s.mu.Unlock()
	sitetest.WaitFor(t, func() bool { // the tournament is requesting reports
		s.mu.Lock()
		defer s.mu.Unlock()
		return slices.ContainsFunc(s.asked, func(a asked) bool { return strings.HasSuffix(a.path, "/reports") })
	})
	info := s.State("spring-cup").Info
	info.Slug = "autumn-cup"
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").SetUp(t.Context(), info, settings))
	g := s.State("autumn-cup").Round(2).At(2)
	token, err := s.Director.GameToken(t.Context(), s.State("autumn-cup"), g)
	s.Check(err)
	won := tournament.Result{Outcome: tournament.BlackWins, Manner: tournament.ByResignation}
	report := publication.Report{Game: g.ID, Seen: g.Revision, Link: director.LinkHash(token), Result: won}
	s.Check(s.hub.extension().Publishing.Report(t.Context(), "spring-cup", report))
	sitetest.WaitFor(t, func() bool {
		return s.State("autumn-cup").Game(g.ID).Result == won
	})
}

// A withdrawal continues after its client has disconnected.
func TestWithdrawWithoutWaiting(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := published(t)
	s.waitSynced()
	s.slow.Store(true)
	ctx, leave := context.WithCancel(t.Context())
	s.mu.Lock()
	s.asked = nil
	s.mu.Unlock()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.HTTP.URL+"/desk/spring-cup/publish", strings.NewReader("do=withdraw"))
	s.Check(err)
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Origin", s.HTTP.URL)
	go func() {
		sitetest.WaitFor(t, func() bool {
			p, _, err := s.extension().Publishing.Of(t.Context(), "spring-cup")
			return err == nil && p.Ended
		})
		leave()
	}()
	if _, err := s.Client.Do(r); err == nil {
		t.Error("it was too quick")
	}
	sitetest.WaitFor(t, func() bool {
		p, _, err := s.extension().Publishing.Of(t.Context(), "spring-cup")
		return err == nil && p.Ended && p.Address == "" && s.hub.GetWithoutCookies("/t/spring-cup").StatusCode != http.StatusOK
	})
}

// passes records the unpacked body of a request.
func (s *publishedSite) passes(r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // the connection was cut
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sent = append(s.sent, sentBody{r.URL.Path, body})
}

// disconnect cuts the connection.
func (s *publishedSite) disconnect() {
	s.cut.Store(true)
	s.line.CloseClientConnections()
}

// waitSynced waits, at most a minute, until everything is at the hub, and recorded at the desk.
func (s *publishedSite) waitSynced() {
	s.T.Helper()
	version := s.State("spring-cup").Version
	for range 6000 {
		p, _, err := s.extension().Publishing.Of(s.T.Context(), "spring-cup")
		s.Check(err)
		if there, err := s.hub.Director.Snapshot(s.T.Context(), "spring-cup"); err == nil && there.Tournament.Version == version && p.Sent == version {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	s.T.Fatalf("version %d is not at the hub: %s", version, s.statusText())
}

// statusText returns the desk's text about the publication.
func (s *publishedSite) statusText() string {
	s.T.Helper()
	return sitetest.Words(s.Page(s.Get("/desk/spring-cup/publish/state"), http.StatusOK).Find("#publish"))
}

// same compares the public pages here and at the hub.
func (s *publishedSite) same() {
	s.T.Helper()
	t := s.State("spring-cup")
	paths := []string{"", "/standings", "/standings?after=1", "/teams"}
	for n := range len(t.Rounds) + 1 {
		paths = append(paths, fmt.Sprint("/rounds/", n), fmt.Sprint("/rounds/", n, "/explanations"))
	}
	for _, path := range paths {
		here, there := s.Get("/api/v1/tournaments/spring-cup"+path), s.hub.Get("/api/v1/tournaments/spring-cup"+path)
		a, b := s.Body(here), s.Body(there)
		if here.StatusCode != there.StatusCode || a != b {
			s.T.Errorf("%s: here %d %s\nthere %d %s", path, here.StatusCode, a, there.StatusCode, b)
		}
	}
	for _, path := range []string{"", "/standings", "/round/1", "/round/2", "/players", "/crosstable", "/games", "/statistics", "/standings/why/1"} {
		here, there := s.Body(s.GetWithoutCookies("/t/spring-cup"+path)), s.Body(s.hub.GetWithoutCookies("/t/spring-cup"+path))
		if a, b := main(here), main(there); a != b {
			s.T.Errorf("%s: here\n%s\nthere\n%s", path, a, b)
		}
	}
}

// main returns a page without its frame.
func main(html string) string {
	_, rest, _ := strings.Cut(html, "<main")
	body, _, _ := strings.Cut(rest, "</main>")
	return body
}

// The hub shows the same as the public pages here, after every change, and nothing else.
func TestPublishedAtAHub(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := published(t)
	s.waitSynced()
	s.same()
	sitetest.WaitFor(t, func() bool { return strings.Contains(s.statusText(), "up to date") })
	doc := s.Page(s.Get("/desk/spring-cup/publish"), http.StatusOK)
	if doc.Find("button[value=withdraw]").Length() != 0 {
		t.Error("the tournament is removed from the hub without a question")
	}
	name := strings.TrimPrefix(s.line.URL, "http://")
	doc = s.Page(s.Get("/desk/spring-cup/publish?stop=hub"), http.StatusOK)
	if asked := sitetest.Text(doc, ".stop"); doc.Find(".stop button[value=withdraw]").Length() != 1 || !strings.Contains(asked, "What happens to the pages at "+name+"?") {
		t.Errorf("before it stops, the page asks %q", asked)
	}
	// Another hub needs its own token.
	doc = s.Page(s.desk.Send("/publish", hubForm("https://other.example", "")), http.StatusUnprocessableEntity)
	if said := sitetest.Text(doc, "#where"); !strings.Contains(said, "Paste the token for this server.") || !strings.Contains(said, "at "+name+" stay") || doc.Find("#token").Length() != 1 {
		t.Errorf("with another hub, the page says %q", said)
	}
	s.typed("2w")
	s.waitSynced()
	s.same()
	ctx := t.Context()
	on := s.Director.On(sitetest.Anna, "spring-cup")
	for i, hiding := range []consent.Hiding{consent.Anonymous, consent.Initials} {
		s.Check(on.EditPlayer(ctx, tournament.PlayerID(2+3*i), tournament.AllowNamesakes, func(p *tournament.Player) { p.Hiding = hiding }))
	}
	s.waitSynced()
	s.same()
	for _, secret := range []string{"secret", "Abel", "Ek "} {
		if strings.Contains(s.hub.rows(), secret) {
			t.Errorf("the hub has %q", secret)
		}
	}
	draft := s.State("spring-cup").Round(3)
	if got := s.hub.State("spring-cup").Round(3); draft == nil || got != nil {
		t.Error("a draft is at the hub")
	}
}

// rows returns all stored rows.
func (s *testSite) rows() string {
	s.T.Helper()
	t := s.State("spring-cup")
	var all bytes.Buffer
	whole, err := s.Director.Whole(s.T.Context(), t)
	s.Check(err)
	s.Check(publication.Write(&all, publication.State{Stamp: 1, Whole: whole}, func(string) bool { return false }))
	sent, err := publication.Read(&all)
	s.Check(err)
	return fmt.Sprintf("%+v", sent)
}

// typed enters a line at the desk.
func (s *publishedSite) typed(line string) {
	s.T.Helper()
	doc := s.desk.Look("")
	s.SeeOther(s.desk.Typed(doc, line))
}

// A hub's token is entered once: it is reused for other tournaments of the organisation, and after publishing again.
func TestTokenIsPastedOnce(t *testing.T) {
	s := published(t)
	s.waitSynced()
	s.Many(1)
	begin := func(slug string) *http.Response {
		return s.Post("/desk/"+slug+"/publish", hubForm(s.line.URL, ""))
	}
	form := s.Page(s.Get("/desk/open-0/publish"), http.StatusOK)
	if at, _ := form.Find("#known option").Attr("value"); at != s.line.URL {
		t.Errorf("of another tournament the form proposes %q", at)
	}
	asked := s.Page(s.Post("/desk/open-0/publish", url.Values{"do": {"ask"}, "where": {s.line.URL}}), http.StatusOK)
	if asked.Find("#where button[value=begin]").Length() != 1 || asked.Find("#token").Length() != 0 {
		t.Errorf("for a known hub the page shows %q", sitetest.Text(asked, "#where"))
	}
	s.SeeOther(begin("open-0"))
	sitetest.WaitFor(t, func() bool { _, err := s.hub.Director.Snapshot(t.Context(), "open-0"); return err == nil })
	s.SeeOther(s.Post("/desk/open-0/publish", url.Values{"do": {"withdraw"}}))
	s.SeeOther(begin("open-0"))
	sitetest.WaitFor(t, func() bool { _, err := s.hub.Director.Snapshot(t.Context(), "open-0"); return err == nil })

	other, err := s.Director.Access().People().OrganisationAdmin(s.Inviter(1), 0).AddOrganisation(t.Context(), "Salo Go Club")
	s.Check(err)
	_, err = s.Director.Create(t.Context(), sitetest.Anna, director.Creation{
		Info: tournament.Info{Slug: "foreign-cup", Name: "Foreign Cup"}, Settings: s.State("spring-cup").Settings, Founding: director.Founding{Organisation: other},
	})
	s.Check(err)
	if hub, token, err := s.extension().Publishing.Known(t.Context(), "foreign-cup"); hub != "" || token != "" || err != nil {
		t.Errorf("a tournament of others may go to %q, %v", hub, err)
	}
}

// The hub is checked before its address is stored: a refusal is shown at once. An unreachable hub is stored.
func TestPublishedNowhere(t *testing.T) {
	s, hub := newSite(t), newSite(t)
	s.Cup()
	desk, token := s.Desk(""), hub.Program(role.PublishToken).Secret
	for _, c := range []struct{ hub, token, says string }{
		{hub.HTTP.URL, "tourney_wrong", "does not accept the token"},
		{hub.HTTP.URL, hub.Program(role.ReadToken).Secret, "does not accept the token"},
		{strings.TrimPrefix(hub.HTTP.URL, "http://"), token, "answers without encryption"},
		{s.HTTP.URL, s.Program(role.PublishToken).Secret, "is this program itself"},
		{s.HTTP.URL, token, "is this program itself"},
	} {
		got := desk.Send("/publish", hubForm(c.hub, c.token))
		if said := sitetest.Refusals([]byte(s.Body(got))); !strings.Contains(said, c.says) {
			t.Errorf("%s is answered %d %q, want %q", c.hub, got.StatusCode, said, c.says)
		}
		if _, found, err := s.extension().Publishing.Of(t.Context(), "spring-cup"); found || err != nil {
			t.Errorf("%s is kept, %v", c.hub, err)
		}
	}
	hub.HTTP.Close()
	to := s.SeeOther(desk.Send("/publish", hubForm(hub.HTTP.URL, token)))
	sitetest.WaitFor(t, func() bool {
		said := sitetest.Text(s.Page(s.Get(to), http.StatusOK), "#stateline")
		return strings.Contains(said, "has been waiting since") && strings.Contains(said, "Changes follow automatically")
	})
}

// Without a connection the desk lists the unsent changes; they are sent automatically afterwards. After a restart the
// data determine the unsent changes.
func TestPublishedWithoutALine(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := published(t)
	s.waitSynced()
	s.disconnect()
	s.typed("2w")
	s.typed("3b")
	sitetest.WaitFor(t, func() bool { return strings.Contains(s.statusText(), "2 changes waiting since") })
	if said := s.statusText(); !strings.Contains(said, "cannot be reached") || !regexp.MustCompile(`since \d\d:\d\d`).MatchString(said) {
		t.Errorf("the desk says %q", said)
	}
	s.Server.Close()
	s.cut.Store(false)
	again := s.Another()
	s.testSite, again.T = again, t
	s.waitSynced()
	s.same()
	sitetest.WaitFor(t, func() bool { return strings.Contains(s.statusText(), "up to date") })
}

// At the hub a tournament that runs elsewhere is read-only. Hiding it removes it there, and the owner of the hub may
// delete it.
func TestMirrorsCannotBeChanged(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := published(t)
	s.waitSynced()
	hub := s.hub.Desk("")
	for path, want := range map[string]int{
		"": http.StatusSeeOther, "/players": http.StatusConflict, "/settings": http.StatusConflict, "/log": http.StatusConflict,
		"/exports": http.StatusOK, "/print/badges": http.StatusOK, "/end": http.StatusOK,
	} {
		got := s.hub.Get("/desk/spring-cup" + path)
		if body := s.hub.Body(got); got.StatusCode != want || want == http.StatusConflict && !strings.Contains(body, "run on another computer") {
			t.Errorf("%s at the hub answers %d", path, got.StatusCode)
		}
	}
	// The offered links work, and the list marks the tournament as one from elsewhere.
	for _, path := range []string{"/end", "/exports"} {
		page := s.hub.Page(s.hub.Get("/desk/spring-cup"+path), http.StatusOK)
		page.Find("a[href^='/desk/spring-cup'], a[href^='/t/spring-cup']").Each(func(_ int, a *goquery.Selection) {
			address := a.AttrOr("href", "")
			if strings.Contains(address, "lang=") {
				return
			}
			if got := s.hub.Get(address); got.StatusCode >= http.StatusBadRequest {
				t.Errorf("%s offers %q, which answers %d", path, sitetest.Words(a), got.StatusCode)
			}
		})
		if path == "/end" && (!strings.Contains(sitetest.Words(page.Find("main")), "Another computer runs this tournament") || page.Find("form[action$='/archive']").Length() > 0) {
			t.Errorf("the owner reads %q", sitetest.Words(page.Find("main")))
		}
	}
	if list := sitetest.Words(s.hub.Page(s.hub.Get("/desk"), http.StatusOK).Find("main")); !strings.Contains(list, "published here") {
		t.Errorf("the list says %q", list)
	}
	if got := hub.Send("/line", url.Values{"round": {"2"}, "line": {"2w"}}); got.StatusCode != http.StatusConflict {
		t.Errorf("a result at the hub is answered %d", got.StatusCode)
	}
	if got := hub.Send("/publish", url.Values{"do": {"end"}}); got.StatusCode != http.StatusConflict {
		t.Errorf("who runs the hub and ends what nobody publishes there is answered %d", got.StatusCode)
	}
	if err := s.hub.Director.Catalogue().Archive(t.Context(), sitetest.Anna, "spring-cup", true); err == nil {
		t.Error("it is archived at the hub")
	}
	s.Check(s.hub.Store.Verify(t.Context()))
	info := s.State("spring-cup").Info
	info.Hidden = true
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").SetUp(t.Context(), info, s.State("spring-cup").Settings))
	sitetest.WaitFor(t, func() bool { return s.hub.GetWithoutCookies("/t/spring-cup").StatusCode == http.StatusNotFound })
	sitetest.WaitFor(t, func() bool { return strings.Contains(s.statusText(), "hidden") })
	info.Hidden = false
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").SetUp(t.Context(), info, s.State("spring-cup").Settings))
	s.waitSynced()
	s.Check(s.hub.Director.Catalogue().Delete(t.Context(), s.hub.Inviter(1), "spring-cup"))
	s.typed("2w")
	sitetest.WaitFor(t, func() bool { return strings.Contains(s.statusText(), "was deleted") })
	if s.Page(s.Get("/desk/spring-cup/publish/state"), http.StatusOK).Find("#publish a").Length() != 0 {
		t.Errorf("the desk leads to what was deleted: %s", s.statusText())
	}
}

// Publishing needs a token with that scope, and is limited to its organisation.
func TestPublicationsNeedAToken(t *testing.T) {
	s := newSite(t)
	s.Cup()
	var packed bytes.Buffer
	tn := s.State("spring-cup")
	s.Check(publication.Write(&packed, publication.State{Stamp: 1, Whole: tournament.Whole{Tournament: tn}}, func(string) bool { return false }))
	origin := strings.Repeat("0a", 16)
	put := func(secret, origin string, body []byte) (int, string) {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPut, s.HTTP.URL+"/api/v1/publications/"+origin, bytes.NewReader(body))
		s.Check(err)
		if secret != "" {
			r.Header.Set("Authorization", "Bearer "+secret)
		}
		got, err := http.DefaultClient.Do(r)
		s.Check(err)
		return got.StatusCode, s.Body(got)
	}
	publish := s.Program(role.PublishToken).Secret
	for _, c := range []struct {
		secret, origin string
		body           []byte
		status         int
		says           string
	}{
		{"", origin, packed.Bytes(), http.StatusUnauthorized, "api.token"},
		{s.Program(role.ResultsToken).Secret, origin, packed.Bytes(), http.StatusForbidden, "api.scope"},
		{publish, "short", packed.Bytes(), http.StatusUnprocessableEntity, "publication.origin"},
		{publish, origin, packed.Bytes()[:50], http.StatusUnprocessableEntity, "publication.broken"},
		{publish, origin, packed.Bytes(), http.StatusOK, `"address":"/t/spring-cup-2"`},
		{publish, origin, packed.Bytes(), http.StatusOK, `"stamp":"1"`},
	} {
		if status, body := put(c.secret, c.origin, c.body); status != c.status || !strings.Contains(body, c.says) {
			t.Errorf("%d %s, want %d %s", status, body, c.status, c.says)
		}
	}
}

// Reports by players at the hub, through the link on their slip, arrive in the hall once, also after a lost connection.
// The link is the slip's, and no other link opens anything.
func TestReportsAtTheHub(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := published(t)
	settings := s.State("spring-cup").Settings
	settings.PlayerResults, settings.DeskRecords = true, false
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").SetUp(t.Context(), s.State("spring-cup").Info, settings))
	s.waitSynced()
	slips := s.Page(s.desk.Get("/desk/spring-cup/print/slips/2"), http.StatusOK)
	if printed := sitetest.Words(slips.Find("main")); printed == "" {
		t.Error("no slips")
	}
	link := func(table int) string {
		g := s.Game(2, table)
		token, err := s.Director.GameToken(t.Context(), s.State("spring-cup"), &g)
		s.Check(err)
		return "/t/spring-cup/report/" + token
	}
	s.hub.Client = s.hub.Browser()
	doc := s.hub.Page(s.hub.Get(link(2)), http.StatusOK)
	report := func(table int, values url.Values) *http.Response {
		t.Helper()
		s.hub.SeeOther(s.hub.Post(link(table)+"/as", url.Values{"as": {sitetest.ID(s.Game(2, table).Black)}}))
		form := sitetest.Fields(s.hub.Page(s.hub.Get(link(table)), http.StatusOK), "form[action$='/result']")
		for name, value := range values {
			form[name] = value
		}
		return s.hub.Post(link(table)+"/result", form)
	}
	if doc.Find("form.whoareyou").Length() != 1 {
		t.Error("the hub does not ask who is at the phone")
	}
	s.hub.SeeOther(report(2, url.Values{"winner": {sitetest.ID(s.Game(2, 2).Black)}, "how": {"R"}}))
	sitetest.WaitFor(t, func() bool { return s.Game(2, 2).Result.String() == "B+R" })
	if by, _ := tournament.Reporter(s.Game(2, 2).EnteredBy); by != s.Game(2, 2).Black {
		t.Errorf("it is entered by %q", s.Game(2, 2).EnteredBy)
	}
	s.waitSynced()
	if got := report(3, url.Values{"winner": {"99"}}); got.StatusCode != http.StatusUnprocessableEntity {
		t.Errorf("a wrong winner is answered %d", got.StatusCode)
	}
	s.disconnect()
	s.hub.SeeOther(report(4, url.Values{"winner": {sitetest.ID(s.Game(2, 4).White)}, "how": {"R"}}))
	if said := sitetest.Words(s.hub.Page(s.hub.Get(link(4)), http.StatusOK).Find("#match")); !strings.Contains(said, "on its way to the desk") {
		t.Errorf("the phone says %q", said)
	}
	const record = "(;GM[1]FF[4]SZ[19];B[pd];W[dp])"
	s.Check(s.sendRecord(link(3), record))
	time.Sleep(50 * time.Millisecond)
	if s.Game(2, 4).Result.Known() {
		t.Error("it came without a line")
	}
	s.cut.Store(false)
	sitetest.WaitFor(t, func() bool { return s.Game(2, 4).Result.String() == "W+R" && s.Game(2, 3).Record != "" })
	s.waitSynced()
	s.Check(s.sendRecord(link(3), record)) // again: it exists
	if err := s.sendRecord(link(3), "(;GM[1]FF[4]SZ[19];B[dd];W[dp])"); err == nil || !strings.Contains(err.Error(), "409") {
		t.Errorf("another record of a game that has one: %v", err)
	}
	entries, _, err := s.Director.Log(t.Context(), "spring-cup", 0, director.LogFilter{})
	s.Check(err)
	times := 0
	for _, e := range entries {
		if e.Action == "result.report" {
			times++
		}
	}
	if times != 2 {
		t.Errorf("%d reports are in the log, want 2", times)
	}
	if wrong := strings.Replace(link(2), "-", "-0", 1); s.hub.Get(wrong).StatusCode != http.StatusNotFound {
		t.Error("another link opens something")
	}
	sitetest.WaitFor(t, func() bool {
		return !strings.Contains(sitetest.Words(s.hub.Page(s.hub.Get(link(4)), http.StatusOK).Find("#match")), "on its way to the desk")
	})
}

// sendRecord uploads a record at the hub by the link of a slip.
func (s *publishedSite) sendRecord(link, text string) error {
	got := s.hub.Send(link, "game.sgf", text)
	if got.StatusCode != http.StatusSeeOther {
		return fmt.Errorf("a record is answered %d: %s", got.StatusCode, sitetest.Refusals([]byte(s.hub.Body(got))))
	}
	return nil
}

// A hub that has lost the tournament, as after a restore, receives it again automatically. A copy of the data in
// another place sends and requests nothing until a user publishes there. A withdrawn tournament is removed.
func TestPublicationsFindEachOther(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := published(t)
	s.waitSynced()
	p, _, err := s.extension().Publishing.Of(t.Context(), "spring-cup")
	s.Check(err)
	from := publishing.From{Organisation: store.FirstOrganisation, Origin: p.Origin}
	if err := s.hub.extension().Publishing.Withdraw(t.Context(), from, publishing.Withdrawal{Sender: "another"}); !fault.Is(err, "publication.another") {
		t.Errorf("another computer takes it off: %v", err)
	}
	s.Check(s.hub.extension().Publishing.Withdraw(t.Context(), from, publishing.Withdrawal{Sender: s.extension().Publishing.Sender()}))
	s.waitSynced()
	s.Check(s.hub.extension().Publishing.Withdraw(t.Context(), from, publishing.Withdrawal{Sender: "the next", Claims: true})) // as after a take-over
	if got := s.hub.GetWithoutCookies("/t/spring-cup"); got.StatusCode != http.StatusNotFound {
		t.Errorf("what was taken off answers %d", got.StatusCode)
	}
	s.SeeOther(s.desk.Send("/publish", hubForm(s.line.URL, "")))
	s.waitSynced()

	s.AboutFiles()
	place := filepath.Join(t.TempDir(), "copy.db")
	_, err = store.Backup(t.Context(), s.Database, place)
	s.Check(err)
	other := (&testSite{Site: &sitetest.Site{T: t, Database: place, Store: s.Open(place), Client: s.Browser()}}).Another()
	desk := other.Desk("")
	before := s.hub.State("spring-cup").Version
	second := other.Another()
	saidAt := func(at *testSite) string {
		return sitetest.Words(at.Page(at.Get("/desk/spring-cup/publish/state"), http.StatusOK).Find("#publish"))
	}
	said := func() string { return saidAt(other) }
	for _, at := range []*testSite{other, second} {
		sitetest.WaitFor(t, func() bool { return strings.Contains(saidAt(at), "Another computer publishes this tournament") })
	}
	if got := said(); !strings.Contains(got, "nothing arrives since") {
		t.Errorf("where nothing has changed the desk says %q", got)
	}
	other.SeeOther(desk.Typed(desk.Look(""), "2w"))
	sitetest.WaitFor(t, func() bool { return strings.Contains(said(), "nothing arrives since") })
	if p, _, err := other.extension().Publishing.Of(t.Context(), "spring-cup"); err != nil || p.Sent != 0 { // its standby does not send it either
		t.Errorf("the copy has noted %+v, %v", p, err)
	}
	if now := s.hub.State("spring-cup").Version; now != before {
		t.Errorf("a copy of the data brought the hub from version %d to %d", before, now)
	}
	other.SeeOther(desk.Send("/publish", hubForm(s.line.URL, "")))
	sitetest.WaitFor(t, func() bool {
		return strings.Contains(said(), "up to date") && s.hub.State("spring-cup").Version == other.State("spring-cup").Version
	})
	if got := saidAt(second); !strings.Contains(got, "up to date") {
		t.Errorf("where another instance of the copy runs the desk says %q", got)
	}
	s.typed("3b")
	sitetest.WaitFor(t, func() bool { return strings.Contains(s.statusText(), "Another computer publishes this tournament") })
	s.disconnect()
	got := desk.Send("/publish", url.Values{"do": {"withdraw"}})
	if said := sitetest.Refusals([]byte(other.Body(got))); got.StatusCode != http.StatusServiceUnavailable || !strings.Contains(said, "still there. Try again once") {
		t.Errorf("to take it off without a line answers %d: %s", got.StatusCode, said)
	}
	sitetest.WaitFor(t, func() bool { return strings.Contains(said(), "nothing arrives since") })
	s.cut.Store(false)
	sitetest.WaitFor(t, func() bool { return strings.Contains(said(), "up to date") })
	to := other.SeeOther(desk.Send("/publish", url.Values{"do": {"withdraw"}}))
	if told := sitetest.Text(other.Page(other.Get(to), http.StatusOK), "#messages .banner"); told != "Publishing has stopped, and the tournament was removed from "+strings.TrimPrefix(s.line.URL, "http://")+"." {
		t.Errorf("after it was taken off the page says %q", told)
	}
	if got := s.hub.GetWithoutCookies("/t/spring-cup"); got.StatusCode != http.StatusNotFound {
		t.Errorf("what was taken off answers %d", got.StatusCode)
	}
	if said() != "" {
		t.Errorf("the desk says %q", said())
	}
	replaced := s.Another() // the replaced computer sends at once when it is started
	sitetest.WaitFor(t, func() bool {
		return strings.Contains(sitetest.Words(replaced.Page(replaced.Get("/desk/spring-cup/publish/state"), http.StatusOK).Find("#publish")), "deleted")
	})
	if got := s.hub.GetWithoutCookies("/t/spring-cup"); got.StatusCode != http.StatusNotFound {
		t.Errorf("what was taken off comes back, and answers %d", got.StatusCode)
	}
}

// After a take-over the new leader requests no reports before the hub has accepted it, because the hub would refuse.
func TestTakenOverAtTheHub(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := published(t)
	s.AboutFiles()
	s.waitSynced()
	place := filepath.Join(t.TempDir(), "copy.db")
	_, err := store.Backup(t.Context(), s.Database, place)
	s.Check(err)
	kept := s.Open(place)
	next := store.Leadership{Epoch: 1, Holder: publishing.InstallationOf(t.Context(), kept), Name: "B", At: s.Now()}
	s.Check(store.TakeOver(t.Context(), kept, next, nil))
	s.Server.CloseStreams()
	s.Server.Close() // the other computer is lost
	s.slow.Store(true)
	other := (&testSite{Site: &sitetest.Site{T: t, Database: place, Store: kept, Client: s.Browser()}}).Another()
	sitetest.WaitFor(t, func() bool {
		p, _, err := other.extension().Publishing.Of(t.Context(), "spring-cup")
		s.Check(err)
		return !p.Claim
	})
	s.mu.Lock()
	defer s.mu.Unlock()
	// the lost computer's last request may arrive late
	its := slices.DeleteFunc(s.asked, func(a asked) bool { return a.sender == s.extension().Publishing.Sender() })
	if strings.HasSuffix(its[0].path, "/reports") {
		t.Errorf("it asks first at %s", its[0].path)
	}
}

// Reports pending at the hub are fetched before a tournament is hidden or withdrawn, and it stays until then. Reports
// by a link whose pair does not play the game now are left out.
func TestWithdrawnWithReports(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := published(t)
	settings := s.State("spring-cup").Settings
	settings.PlayerResults = true
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").SetUp(t.Context(), s.State("spring-cup").Info, settings))
	s.waitSynced()
	s.disconnect()
	g := s.Game(2, 2)
	token, err := s.Director.GameToken(t.Context(), s.State("spring-cup"), &g)
	s.Check(err)
	for link, won := range map[string]tournament.Outcome{"of another pair": tournament.WhiteWins, director.LinkHash(token): tournament.BlackWins} {
		r := publication.Report{Game: g.ID, Seen: g.Revision, Link: link, Result: tournament.Result{Outcome: won, Manner: tournament.ByResignation}}
		s.Check(s.hub.extension().Publishing.Report(t.Context(), "spring-cup", r))
	}
	s.cutsReports.Store(true)
	s.cut.Store(false)
	got := s.desk.Send("/publish", url.Values{"do": {"withdraw"}})
	if said := sitetest.Refusals([]byte(s.Body(got))); got.StatusCode != http.StatusServiceUnavailable || !strings.Contains(said, "still there") {
		t.Errorf("while its reports cannot be taken, taking it off answers %d: %s", got.StatusCode, said)
	}
	s.cutsReports.Store(false)
	s.SeeOther(s.desk.Send("/publish", url.Values{"do": {"withdraw"}}))
	if got := s.hub.GetWithoutCookies("/t/spring-cup"); got.StatusCode != http.StatusNotFound {
		t.Errorf("what was taken off answers %d", got.StatusCode)
	}
	if now := s.Game(2, 2); now.Result.String() != "B+R" || now.Dispute.Open() {
		t.Errorf("the game has the result %v", now.Result)
	}
}

// A published tournament cannot be deleted, because the hub would not receive that. The page names the hub, and links
// to the page that ends publishing. During the withdrawal it explains the delay.
func TestPublishedIsNotDeleted(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := published(t)
	s.waitSynced()
	name := strings.TrimPrefix(s.line.URL, "http://")
	refused := func() {
		t.Helper()
		doc := s.Page(s.Post("/desk/spring-cup/end/delete", url.Values{}), http.StatusConflict)
		if said := sitetest.Text(doc, "#messages .banner"); !strings.Contains(said, "is still published: at http://"+name+". Stop that first") {
			t.Errorf("deleting it says %q", said)
		}
		if to := doc.Find("#messages .banner a").AttrOr("href", ""); to != "/desk/spring-cup/publish" {
			t.Errorf("it leads to %q", to)
		}
	}
	refused()
	s.disconnect()
	_, _, err := s.extension().Publishing.BeginWithdrawal(t.Context(), "spring-cup") // and the program was killed
	s.Check(err)
	again := s.Another()
	var doc *goquery.Document
	sitetest.WaitFor(t, func() bool {
		doc = again.Page(again.Get("/desk/spring-cup/publish"), http.StatusOK)
		return strings.Contains(sitetest.Text(doc, "#stateline"), name+" has not confirmed the removal yet. tourney keeps trying.") &&
			strings.Contains(sitetest.Text(doc, "#places"), name+" cannot be reached")
	})
	refused()
	if doc.Find("button[value=end]").Length() != 1 {
		t.Error("nobody can stop trying")
	}
	s.SeeOther(s.desk.Send("/publish", url.Values{"do": {"end"}}))
	s.SeeOther(s.Post("/desk/spring-cup/end/delete", url.Values{}))
	s.cut.Store(false)
	if got := s.hub.GetWithoutCookies("/t/spring-cup"); got.StatusCode != http.StatusOK {
		t.Errorf("what was to stay answers %d", got.StatusCode)
	}
}

// A failed withdrawal does not restart publishing that has ended, as by a page opened before.
func TestEndedStaysEnded(t *testing.T) {
	s := published(t)
	s.waitSynced()
	s.disconnect()
	s.SeeOther(s.desk.Send("/publish", url.Values{"do": {"end"}}))
	if got := s.desk.Send("/publish", url.Values{"do": {"withdraw"}}); got.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("taking it off without a line answers %d", got.StatusCode)
	}
	if p, _, err := s.extension().Publishing.Of(t.Context(), "spring-cup"); err != nil || !p.Ended {
		t.Errorf("what was ended is %+v, %v", p, err)
	}
}

// A hub restored to a time when another installation sent the tournament, as before a take-over, receives the newest
// state automatically.
func TestHubOfBeforeATakeOver(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := published(t)
	s.waitSynced()
	p, _, err := s.extension().Publishing.Of(t.Context(), "spring-cup")
	s.Check(err)
	whole, err := s.Director.Whole(t.Context(), s.State("spring-cup"))
	s.Check(err)
	s.disconnect()
	hub, from := s.hub.extension().Publishing, publishing.From{Organisation: store.FirstOrganisation, Origin: p.Origin}
	s.Check(hub.Withdraw(t.Context(), from, publishing.Withdrawal{Sender: "before", Stamp: 1, Claims: true}))
	var packed bytes.Buffer
	whole.Info.Place = "Elsewhere"
	s.Check(publication.Write(&packed, publication.State{Stamp: 2, Sender: "before", Whole: whole}, func(string) bool { return false }))
	sent, err := publication.Read(&packed)
	s.Check(err)
	_, err = hub.Receive(t.Context(), from, sent)
	s.Check(err)
	s.cut.Store(false)
	sitetest.WaitFor(t, func() bool {
		return s.hub.State("spring-cup").Info.Place != "Elsewhere" && strings.Contains(s.statusText(), "up to date")
	})
}

// Of two states with one stamp the hub keeps the state that claims the publication, and a repeated one changes nothing:
// the clocks of two computers may show the same time.
func TestTwoStatesOfOneStamp(t *testing.T) {
	s := newSite(t)
	s.Cup()
	whole, err := s.Director.Whole(t.Context(), s.State("spring-cup"))
	s.Check(err)
	hub := newSite(t).extension().Publishing
	from := publishing.From{Organisation: store.FirstOrganisation, Origin: strings.Repeat("a", 32)}
	send := func(version int, sender string, claims bool) int {
		t.Helper()
		whole.Version = version
		var packed bytes.Buffer
		state := publication.State{Stamp: 1, Sender: sender, Claims: claims, Whole: whole}
		s.Check(publication.Write(&packed, state, func(string) bool { return false }))
		sent, err := publication.Read(&packed)
		s.Check(err)
		answer, err := hub.Receive(t.Context(), from, sent)
		s.Check(err)
		return answer.Version
	}
	for i, step := range []struct {
		version int
		sender  string
		claims  bool
		want    int
	}{{1, "one", true, 1}, {2, "two", true, 2}, {3, "two", false, 2}, {4, "two", true, 2}} {
		if got := send(step.version, step.sender, step.claims); got != step.want {
			t.Errorf("after state %d the hub has version %d, want %d", i, got, step.want)
		}
	}
}

// A withdrawn publication is shown again only after a later state from the installation that withdrew it, or a claim:
// neither from another computer, nor by a delayed state. After a deletion at the hub, once it is swept, a claim
// suffices.
func TestTakenOff(t *testing.T) {
	s := newSite(t)
	s.Cup()
	whole, err := s.Director.Whole(t.Context(), s.State("spring-cup"))
	s.Check(err)
	at := newSite(t)
	hub, from := at.extension().Publishing, publishing.From{Organisation: store.FirstOrganisation, Origin: strings.Repeat("a", 32)}
	send := func(stamp int64, sender string, claims bool) error {
		t.Helper()
		var packed bytes.Buffer
		state := publication.State{Stamp: stamp, Sender: sender, Claims: claims, Whole: whole}
		s.Check(publication.Write(&packed, state, func(string) bool { return false }))
		sent, err := publication.Read(&packed)
		s.Check(err)
		_, err = hub.Receive(t.Context(), from, sent)
		return err
	}
	off := func(stamp int64, sender string) error {
		return hub.Withdraw(t.Context(), from, publishing.Withdrawal{Sender: sender, Stamp: stamp})
	}
	sweep := func() error {
		s.Check(at.Store.Tx(t.Context(), func(tx *store.Tx) error { return tx.Catalogue().Delete("spring-cup", time.Unix(1, 0)) }))
		return at.Director.Catalogue().Sweep(t.Context())
	}
	for i, step := range []struct {
		err  error
		want string
	}{
		{send(1, "one", false), ""},
		{off(5, "two"), "publication.another"},
		{off(5, "one"), ""},
		{send(4, "one", false), "publication.deleted"}, // delayed
		{send(9, "two", false), "publication.deleted"},
		{send(6, "one", false), ""},
		{off(8, "one"), ""},
		{off(7, "one"), ""}, // delayed
		{send(8, "one", false), "publication.deleted"},
		{send(2, "two", true), ""},
		{sweep(), ""},
		{send(99, "two", false), "publication.deleted"},
		{send(99, "two", true), ""},
	} {
		if step.want == "" && step.err != nil || step.want != "" && !fault.Is(step.err, step.want) {
			t.Errorf("step %d is answered %v, want %s", i, step.err, step.want)
		}
	}
}

// A state may take longer on a slow connection than the timeout of other requests and their responses.
func TestSlowLine(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := newSite(t)
	s.Cup()
	whole, err := s.Director.Whole(t.Context(), s.State("spring-cup"))
	s.Check(err)
	var packed bytes.Buffer
	s.Check(publication.Write(&packed, publication.State{Stamp: 1, Whole: whole}, func(string) bool { return false }))
	const patience = 300 * time.Millisecond
	slow := httptest.NewUnstartedServer(s.Server)
	slow.Config.ReadTimeout, slow.Config.WriteTimeout = patience, patience
	slow.Start()
	defer slow.Close()
	body, write := io.Pipe()
	go func() {
		for piece := range slices.Chunk(packed.Bytes(), packed.Len()/4) {
			time.Sleep(patience / 2)
			_, _ = write.Write(piece)
		}
		_ = write.Close()
	}()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPut, slow.URL+"/api/v1/publications/"+strings.Repeat("0a", 16), body)
	s.Check(err)
	r.Header.Set("Authorization", "Bearer "+s.Program(role.PublishToken).Secret)
	got, err := http.DefaultClient.Do(r)
	s.Check(err)
	if text := s.Body(got); got.StatusCode != http.StatusOK {
		t.Errorf("it is answered %d %s", got.StatusCode, text)
	}
}
