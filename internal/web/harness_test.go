// The tests of this package drive the whole server. Their files are named after
// the room and the subject; tests that need no server are in the room's package.

package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"maps"
	"mime/multipart"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/accounts"
	"tourney/internal/database"
	"tourney/internal/database/databasetest"
	"tourney/internal/director"
	"tourney/internal/exchange"
	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/rank"
	"tourney/internal/role"
	"tourney/internal/store"
	"tourney/internal/tournament"
	"tourney/static"
	"tourney/templates"
)

// A testSite is the real server over the real director and store, and a browser.
type testSite struct {
	// later is how long after noon it is.
	later    atomic.Int64
	t        testing.TB
	dir      string // of the database test.db
	database string // its path, or its address at a server
	store    *store.Store
	director *director.Director
	server   *Server
	http     *httptest.Server
	client   *http.Client
}

// aboutFiles skips a test about the file of the database when it is at a server.
func (s *testSite) aboutFiles() {
	s.t.Helper()
	if database.IsServer(s.database) {
		s.t.Skip("a server has no file")
	}
}

var noon = time.Date(2026, 5, 2, 9, 30, 0, 0, time.UTC)

// newSite returns an empty site. Tests with sites run in parallel.
func newSite(t testing.TB) *testSite {
	t.Helper()
	databasetest.Parallel(t)
	dir := t.TempDir()
	s := &testSite{t: t, dir: dir, database: databasetest.Place(t, filepath.Join(dir, "test.db"), store.OpenScratch)}
	s.client = s.browser()
	s.serve(s.open(s.database), s.now)
	return s
}

// open opens data until the test ends. Only benchmarks wait for the disk.
func (s *testSite) open(place string) *store.Store {
	s.t.Helper()
	open := store.OpenScratch
	if _, measured := s.t.(*testing.B); measured {
		open = store.Open
	}
	kept, err := open(s.t.Context(), place)
	s.check(err)
	s.t.Cleanup(func() { s.check(kept.Close()) })
	return kept
}

// serve serves data until the test ends.
func (s *testSite) serve(kept *store.Store, now func() time.Time) {
	s.t.Helper()
	var err error
	s.store, s.director = kept, newDirector(kept, now)
	s.server, err = New(s.director, quiet())
	s.check(err)
	s.http = httptest.NewServer(s.server)
	s.t.Cleanup(func() {
		s.server.CloseStreams()
		s.http.Close()
		s.server.Close()
	})
}

// newDirector returns a director with cheap passwords.
func newDirector(kept *store.Store, now func() time.Time) *director.Director {
	d := director.New(kept, now)
	d.Access().HashCost = accounts.HashCost{Memory: 64, Passes: 1, Lanes: 1}
	return d
}

// quiet returns what servers of tests share; their log is dropped.
func quiet() Config {
	return Config{Catalog: catalog(), Templates: templates.FS, Static: static.FS, Version: "test", Log: slog.New(slog.NewTextHandler(io.Discard, nil))}
}

var catalog = sync.OnceValue(func() *i18n.Catalog {
	all, err := i18n.Load(templates.FS)
	if err != nil {
		panic(err)
	}
	return all
})

// now is the clock of every site.
func (s *testSite) now() time.Time { return noon.Add(time.Duration(s.later.Load())) }

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
	_, err = s.director.Import(s.t.Context(), anna, tournament.Whole{Tournament: tn}, director.Founding{})
	s.check(err)
	return tn
}

// run runs a case of a table; the site fails that case.
func (s *testSite) run(name string, test func(t *testing.T)) {
	table := s.t.(*testing.T)
	table.Helper()
	table.Run(name, func(t *testing.T) {
		s.t = t
		defer func() { s.t = table }()
		test(t)
	})
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
	ctx, access := context.Background(), s.director.Access()
	token, first, err := access.SetupToken(ctx)
	if err == nil && !first {
		token, err = access.ResetToken(ctx, name)
	}
	if fault.Is(err, "login.unknown") {
		people := access.People()
		token, err = people.Office(s.inviter(store.FirstOrganisation), store.FirstOrganisation).Invite(ctx, accounts.Invitation{Role: role.Owner})
		s.check(err)
		return people.Join(ctx, token, name, password)
	}
	if err != nil {
		return err
	}
	return access.SetPassword(ctx, token, name, password)
}

// inviter is an owner of an organisation; the first one of all comes by who runs the server.
func (s *testSite) inviter(organisation int) accounts.Session {
	s.t.Helper()
	members, err := s.director.Access().People().Members(s.t.Context(), organisation)
	s.check(err)
	for _, m := range members {
		if m.Role == role.Owner {
			return accounts.Session{UserID: m.User, User: m.Name}
		}
	}
	return accounts.Session{User: "Anna"}
}

// person adds a person with a role in the organisation or, with a slug, in a tournament,
// and returns their browser, in which they are logged in.
func (s *testSite) person(name string, invited accounts.Invitation) *http.Client {
	s.t.Helper()
	const password = "correct horse"
	people := s.director.Access().People()
	if invited.Organisation == 0 {
		invited.Organisation = store.FirstOrganisation
	}
	token, err := people.Office(s.inviter(invited.Organisation), invited.Organisation).Invite(s.t.Context(), invited)
	s.check(err)
	s.check(people.Join(s.t.Context(), token, name, password))
	was := s.client
	defer func() { s.client = was }()
	s.client = s.browser()
	if got := s.post("/login", url.Values{"name": {name}, "password": {password}}); got.StatusCode != http.StatusSeeOther {
		s.t.Fatalf("the login of %s answers %d", name, got.StatusCode)
	}
	return s.client
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

func (s *testSite) body(got *http.Response) string {
	s.t.Helper()
	all, err := io.ReadAll(got.Body)
	s.check(err)
	return string(all)
}

// sample is a tournament without players or rounds.
func (s *testSite) sample() {
	s.t.Helper()
	settings, err := tournament.PresetNamed("finnish")
	s.check(err)
	_, err = s.director.Create(s.t.Context(), anna, director.Creation{Info: tournament.Info{Slug: "open", Name: "Open"}, Settings: settings})
	s.check(err)
}

func (s *testSite) state(slug string) *tournament.Tournament {
	s.t.Helper()
	snapshot, err := s.director.Snapshot(s.t.Context(), slug)
	s.check(err)
	return snapshot.Tournament.Clone() // which a test may change
}

// hears waits until the site hears of every change of the cup: what it had kept before is dropped then.
func (s *testSite) hears() {
	s.t.Helper()
	waits(s.t, func() bool {
		_, err := s.director.Latest(s.t.Context(), "spring-cup")
		s.check(err)
		return director.Certain(s.director, "spring-cup") != nil
	})
}

// upload sends a file as a browser does.
func (s *testSite) upload(path, name string, data []byte) *http.Response {
	s.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", name)
	s.check(err)
	_, err = part.Write(data)
	s.check(err)
	s.check(form.Close())
	r, err := http.NewRequestWithContext(s.t.Context(), http.MethodPost, s.http.URL+path, &body)
	s.check(err)
	r.Header.Set("Content-Type", form.FormDataContentType())
	got, err := s.client.Do(r)
	s.check(err)
	s.t.Cleanup(func() { _ = got.Body.Close() }) // read to its end or given up
	return got
}

// seeOther returns the address that an accepted form redirects to.
func (s *testSite) seeOther(got *http.Response) string {
	s.t.Helper()
	if got.StatusCode != http.StatusSeeOther {
		text, _ := io.ReadAll(got.Body) // for the message only
		s.t.Fatalf("%s answers %d, want a redirect: %s", got.Request.URL.Path, got.StatusCode, refusals(text))
	}
	return got.Header.Get("Location")
}

// desk logs another browser in and gives its desk a name, if it has one.
func (s *testSite) desk(name string) *deskClient {
	s.t.Helper()
	d := &deskClient{s, s.browser()}
	s.client = d.client
	// A new password would end the logins of the other desks.
	if got := s.post("/login", url.Values{"name": {"Anna"}, "password": {"correct horse"}}); got.StatusCode != http.StatusSeeOther {
		s.login()
	}
	if name != "" {
		if got := s.post("/desk/spring-cup/here", url.Values{"round": {"2"}, "name": {name}}); got.StatusCode != http.StatusSeeOther {
			s.t.Fatalf("naming the desk answers %d", got.StatusCode)
		}
	}
	return d
}

// A deskClient is one browser at the director's desk.
type deskClient struct {
	*testSite
	client *http.Client
}

// look reads a page of the desk.
func (d *deskClient) look(path string) *goquery.Document {
	d.t.Helper()
	d.testSite.client = d.client
	return d.page(d.testSite.get("/desk/spring-cup"+path), http.StatusOK)
}

// send posts a form.
func (d *deskClient) send(path string, form url.Values, header ...string) *http.Response {
	d.t.Helper()
	d.testSite.client = d.client
	return d.testSite.post("/desk/spring-cup"+path, form, header...)
}

// send uploads a file in a form.
func (s *testSite) send(path, name, content string) *http.Response {
	s.t.Helper()
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	part, err := w.CreateFormFile("file", name)
	s.check(err)
	_, err = part.Write([]byte(content))
	s.check(err)
	s.check(w.Close())
	r, err := http.NewRequestWithContext(s.t.Context(), http.MethodPost, s.http.URL+path, &body)
	s.check(err)
	r.Header.Set("Content-Type", w.FormDataContentType())
	got, err := s.client.Do(r)
	s.check(err)
	s.t.Cleanup(func() { _ = got.Body.Close() }) // read to its end or given up
	return got
}

// typed sends a line with the form of a loaded page.
func (d *deskClient) typed(doc *goquery.Document, line string, header ...string) *http.Response {
	d.t.Helper()
	form := fields(doc, "#line")
	form.Set("line", line)
	return d.send("/line", form, header...)
}

// follow returns the page that an accepted form redirects to.
func (d *deskClient) follow(got *http.Response) *goquery.Document {
	d.t.Helper()
	if got.StatusCode != http.StatusSeeOther {
		d.page(got, http.StatusSeeOther)
	}
	return d.look(strings.TrimPrefix(got.Header.Get("Location"), "/desk/spring-cup"))
}

// confirm follows a form and sends its line again if the desk asks for a confirmation.
func (d *deskClient) confirm(got *http.Response) *goquery.Document {
	d.t.Helper()
	doc := d.follow(got)
	if doc.Find("#question").Length() == 0 {
		return doc
	}
	return d.follow(d.explained(doc))
}

// explained sends the line in the field again, with a reason.
func (d *deskClient) explained(doc *goquery.Document) *http.Response {
	form := fields(doc, "#line")
	form.Set("line", doc.Find("#typed").AttrOr("value", ""))
	form.Set("why", "slip")
	return d.send("/line", form)
}

// fields returns the values that a browser sends with a form, including fields outside
// the form that refer to it.
func fields(doc *goquery.Document, selector string) url.Values {
	form := doc.Find(selector).First()
	inputs := form.Find("input[type=hidden]")
	if id, ok := form.Attr("id"); ok {
		inputs = inputs.AddSelection(doc.Find("input[type=hidden][form=" + id + "]"))
	}
	values := url.Values{}
	inputs.Each(func(_ int, e *goquery.Selection) { values.Set(e.AttrOr("name", ""), e.AttrOr("value", "")) })
	return values
}

// game returns a game from the store.
func (s *testSite) game(round, table int) tournament.Game {
	s.t.Helper()
	snapshot, err := s.director.Snapshot(s.t.Context(), "spring-cup")
	s.check(err)
	g := snapshot.Tournament.Round(round).At(table)
	if g == nil {
		s.t.Fatalf("round %d has no table %d", round, table)
	}
	return *g
}

func (s *testSite) result(round, table int, want string) {
	s.t.Helper()
	if got := s.game(round, table).Result.String(); got != want {
		s.t.Errorf("round %d table %d has %s, want %s", round, table, got, want)
	}
}

// round returns a round from the store.
func (s *testSite) round(n int) *tournament.Round {
	s.t.Helper()
	snapshot, err := s.director.Snapshot(s.t.Context(), "spring-cup")
	s.check(err)
	return snapshot.Tournament.Round(n)
}

func id(p tournament.PlayerID) string { return strconv.Itoa(int(p)) }

// event stores a tournament of so many players, changed before its first round is drawn
// and published.
func (s *testSite) event(players int, change func(tn *tournament.Tournament)) *deskClient {
	s.t.Helper()
	settings, err := tournament.PresetNamed("egf")
	s.check(err)
	tn, err := tournament.New(tournament.Info{Slug: "spring-cup", Name: "Spring Cup", Zone: "Europe/Helsinki"}, settings)
	s.check(err)
	for i := range players {
		_, err := tn.AddPlayer(tournament.Player{Family: string(rune('A'+i)) + "berg", Given: "X", Rank: rank.Dan(1) - rank.Rank(i), Status: tournament.CheckedIn}, tournament.RefuseNamesakes)
		s.check(err)
	}
	change(tn)
	_, err = s.director.Import(s.t.Context(), anna, tournament.Whole{Tournament: tn}, director.Founding{})
	s.check(err)
	s.check(s.director.On(anna, "spring-cup").Round(1).Pair(s.t.Context(), 1))
	return s.desk("")
}

func (s *testSite) export(slug, format string) []byte {
	s.t.Helper()
	var b bytes.Buffer
	_, err := exchange.Write(&b, format, tournament.Whole{Tournament: s.state(slug)}, func(key string, _ ...any) string { return key })
	s.check(err)
	return b.Bytes()
}

// kind creates the tournament "open" from a preset with so many players, the strongest
// first.
func (s *testSite) kind(preset string, players int) *tournament.Tournament {
	s.t.Helper()
	settings, err := tournament.PresetNamed(preset)
	s.check(err)
	tn, err := tournament.New(tournament.Info{Slug: "open", Name: "Open"}, settings)
	s.check(err)
	for i := range players {
		_, err := tn.AddPlayer(tournament.Player{Family: fmt.Sprintf("Player%02d", i+1), Rank: rank.Dan(5) - rank.Rank(i), Status: tournament.CheckedIn}, tournament.RefuseNamesakes)
		s.check(err)
	}
	_, err = s.director.Import(s.t.Context(), anna, tournament.Whole{Tournament: tn}, director.Founding{})
	s.check(err)
	return s.state("open")
}

// play draws and publishes round n; the stronger players win all games except those at
// open tables.
func (s *testSite) play(n int, open ...int) {
	s.t.Helper()
	s.check(s.director.On(anna, "open").Round(n).Pair(s.t.Context(), 1))
	s.check(s.director.On(anna, "open").Round(n).Publish(s.t.Context()))
	for _, g := range s.state("open").Round(n).Games {
		if slices.Contains(open, g.Table) {
			continue
		}
		won := tournament.BlackWins
		if g.White < g.Black {
			won = tournament.WhiteWins
		}
		_, err := s.director.On(anna, "open").Enter(s.t.Context(), tournament.Entry{Round: n, Table: g.Table, Seen: g.Revision, Result: tournament.Result{Outcome: won}})
		s.check(err)
	}
}

// leftOver returns a message key or placeholder in the text of a page, or "": what
// begins as keys of the catalogs do and is no name of a file.
func leftOver(text string) string {
	for _, found := range keyOrPlaceholder().FindAllString(text, -1) {
		if !slices.Contains([]string{".xml", ".csv"}, path.Ext(found)) {
			return found
		}
	}
	return ""
}

var keyOrPlaceholder = sync.OnceValue(func() *regexp.Regexp {
	var keys map[string]any
	text, err := fs.ReadFile(templates.FS, "lang/en.json")
	if err := errors.Join(err, json.Unmarshal(text, &keys)); err != nil {
		panic(err)
	}
	subjects := map[string]bool{}
	for key := range keys {
		subject, _, _ := strings.Cut(key, ".")
		subjects[subject] = true
	}
	return regexp.MustCompile(`\{[0-9]\}|\b(` + strings.Join(slices.Collect(maps.Keys(subjects)), "|") + `)\.[a-z]+`)
})

// refusals returns what a page says about a refused form, else how it begins.
func refusals(page []byte) string {
	doc, err := goquery.NewDocumentFromReader(bytes.NewReader(page))
	if err == nil {
		if said := text(doc, ".banner.error, .wrong"); said != "" {
			invalid := doc.Find("[aria-invalid=true]")
			return said + " (" + invalid.AttrOr("name", "") + " = " + invalid.AttrOr("value", words(invalid)) + ")"
		}
	}
	return string(page[:min(len(page), 400)])
}
