// Package sitetest runs whole sites for the tests of pages: a server on a separate store, its director, and clients for
// a browser, a desk and a program.
package sitetest

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
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"tourney/docs"
	"tourney/internal/app/accounts"
	"tourney/internal/app/director"
	"tourney/internal/data/database"
	"tourney/internal/data/store"
	"tourney/internal/fault"
	"tourney/internal/format"
	"tourney/internal/i18n"
	"tourney/internal/rank"
	"tourney/internal/role"
	"tourney/internal/testkit/databasetest"
	"tourney/internal/tournament"
	"tourney/internal/web"
	"tourney/internal/web/site"
	"tourney/static"
	"tourney/templates"
)

// A Site is the real server over the real director and store, and a browser.
type Site struct {
	// Later is the time since Noon.
	Later    atomic.Int64
	T        testing.TB
	Dir      string // the folder of test.db
	Database string // its path, or its address at a server
	Store    *store.Store
	Director *director.Director
	Server   *web.Server
	HTTP     *httptest.Server
	Client   *http.Client
}

// AboutFiles skips a test that needs a database file if a server is used.
func (s *Site) AboutFiles() {
	s.T.Helper()
	if database.IsServer(s.Database) {
		s.T.Skip("a server has no file")
	}
}

// Noon is the start of a site's clock.
var Noon = time.Date(2026, 5, 2, 9, 30, 0, 0, time.UTC)

// New returns an empty site. Tests with sites run in parallel.
func New(t testing.TB) *Site {
	t.Helper()
	databasetest.Parallel(t)
	dir := t.TempDir()
	s := &Site{T: t, Dir: dir, Database: databasetest.Place(t, filepath.Join(dir, "test.db"), store.OpenScratch)}
	s.Client = s.Browser()
	s.Serve(s.Open(s.Database), s.Now)
	return s
}

// Open opens data until the test ends. Only benchmarks sync to the disk.
func (s *Site) Open(place string) *store.Store {
	s.T.Helper()
	open := store.OpenScratch
	if _, measured := s.T.(*testing.B); measured {
		open = store.Open
	}
	kept, err := open(s.T.Context(), place)
	s.Check(err)
	s.T.Cleanup(func() { s.Check(kept.Close()) })
	return kept
}

// Serve serves data until the test ends.
func (s *Site) Serve(kept *store.Store, now func() time.Time) {
	s.T.Helper()
	var err error
	s.Store, s.Director = kept, NewDirector(kept, now)
	s.Server, err = web.New(s.Director, Quiet())
	s.Check(err)
	s.HTTP = httptest.NewServer(s.Server)
	s.T.Cleanup(func() {
		s.Server.CloseStreams()
		s.HTTP.Close()
		s.Server.Close()
	})
}

// NewDirector returns a director with cheap password hashes.
func NewDirector(kept *store.Store, now func() time.Time) *director.Director {
	d := director.New(kept, now)
	d.Access().HashCost = accounts.HashCost{Memory: 64, Passes: 1, Lanes: 1}
	return d
}

// Extension makes the extension of test servers; nil makes none. A package whose tests need it sets it once.
var Extension func(*site.Site) web.Extension

// NeedExtension skips a test about all addresses on a copy of the program without its extension, see
// docs/architecture.md.
func NeedExtension(t testing.TB) {
	t.Helper()
	if Extension == nil {
		t.Skip("the guest is away")
	}
}

// Quiet returns the common configuration of test servers, which discards the log.
func Quiet() web.Config {
	return web.Config{Catalog: Catalog(), Templates: templates.FS, Static: static.FS, Docs: docs.FS, Version: "test", Extension: Extension, Log: slog.New(slog.NewTextHandler(io.Discard, nil))}
}

// Catalog returns the messages of all languages, read once.
var Catalog = sync.OnceValue(func() *i18n.Catalog {
	all, err := i18n.Load(templates.FS)
	if err != nil {
		panic(err)
	}
	return all
})

// Now is the clock of every site.
func (s *Site) Now() time.Time { return Noon.Add(time.Duration(s.Later.Load())) }

// Tests make many short-lived sites: collecting their garbage less often saves a sixth of the time.
func init() { debug.SetGCPercent(400) }

// plainTransport asks for no compression, which is a tenth of the time of a page.
var plainTransport = &http.Transport{DisableCompression: true}

// Browser returns a client with separate cookies that follows no redirects.
func (s *Site) Browser() *http.Client {
	s.T.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		s.T.Fatal(err)
	}
	return &http.Client{Transport: plainTransport, Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// Anna is the owner that Login uses.
var Anna = director.Actor{Name: "Anna"}

// Cup stores a small tournament: nine players, two rounds published, the first
// complete, the second with one result, a third drafted.
func (s *Site) Cup() *tournament.Tournament {
	s.T.Helper()
	settings, err := tournament.PresetNamed("egf")
	s.Check(err)
	tn, err := tournament.New(tournament.Info{
		Slug: "spring-cup", Name: "Spring Cup", Place: "Testville", Country: "FI", Zone: "Europe/Helsinki",
		Begin: tournament.DateOf(time.Date(2026, 5, 2, 0, 0, 0, 0, time.UTC)),
	}, settings)
	s.Check(err)
	for i, name := range []string{"Öberg", "Abel", "Chvála", "Dahl", "Ek", "Łoś", "Gran", "Holm", "Iro"} {
		_, err := tn.AddPlayer(tournament.Player{
			Family: name, Given: "X", Rank: rank.Dan(1) - rank.Rank(i%3), Country: "FI", Club: "Club " + name[:1],
			Status: tournament.CheckedIn, Notes: "secret note", Contact: "secret@example.org",
		}, tournament.RefuseNamesakes)
		s.Check(err)
	}
	game := func(table int, black, white tournament.PlayerID) tournament.Game {
		return tournament.Game{Table: table, Black: black, White: white, Komi: 13}
	}
	s.Check(tn.SetDraft(1, []tournament.Game{game(1, 1, 2), game(2, 3, 4), {Table: 3, Black: 5, White: 6, Komi: 12}, game(4, 7, 8)}, []tournament.PlayerID{9}, tournament.Drawn{}))
	s.Check(tn.Publish(1))
	for table, text := range []string{"B+R", "W+3.5", "Jigo", "B+F"} {
		r, err := tournament.ParseResult(text)
		s.Check(err)
		_, _, err = tn.Record(tournament.Entry{Round: 1, Table: table + 1, Result: r, By: "Desk", At: Noon})
		s.Check(err)
	}
	s.Check(tn.SetDraft(2, []tournament.Game{game(1, 2, 3), game(2, 4, 1), {Table: 3, Black: 6, White: 7, Handicap: 2}, game(4, 9, 5)}, nil, tournament.Drawn{}))
	s.Check(tn.SetStart(2, Noon))
	s.Check(tn.Publish(2))
	_, _, err = tn.Record(tournament.Entry{Round: 2, Table: 1, Result: tournament.Result{Outcome: tournament.WhiteWins}})
	s.Check(err)
	s.Check(tn.SetDraft(3, []tournament.Game{game(1, 1, 9)}, nil, tournament.Drawn{}))
	_, err = s.Director.Import(s.T.Context(), Anna, tournament.Whole{Tournament: tn}, director.Founding{})
	s.Check(err)
	return tn
}

// Run runs a case of a table; the site reports failures to that case.
func (s *Site) Run(name string, test func(t *testing.T)) {
	table := s.T.(*testing.T)
	table.Helper()
	table.Run(name, func(t *testing.T) {
		s.T = t
		defer func() { s.T = table }()
		test(t)
	})
}

// Check ends the test at an error.
func (s *Site) Check(err error) {
	s.T.Helper()
	if err != nil {
		s.T.Fatal(err)
	}
}

// Login logs the client in as a director.
func (s *Site) Login() {
	s.T.Helper()
	s.Check(s.SetPassword("Anna", "correct horse"))
	if got := s.Post("/login", url.Values{"name": {"Anna"}, "password": {"correct horse"}}); got.StatusCode != http.StatusSeeOther {
		s.T.Fatalf("login answers %d", got.StatusCode)
	}
}

// SetPassword sets the password of an account, and makes the account if it is missing.
func (s *Site) SetPassword(name, password string) error {
	ctx, access := context.Background(), s.Director.Access()
	token, first, err := access.SetupToken(ctx)
	if err == nil && !first {
		token, err = access.ResetToken(ctx, name)
	}
	if fault.Is(err, "login.unknown") {
		people := access.People()
		token, err = people.OrganisationAdmin(s.Inviter(store.FirstOrganisation), store.FirstOrganisation).Invite(ctx, accounts.Invitation{Role: role.Owner})
		s.Check(err)
		return people.Join(ctx, token, name, password)
	}
	if err != nil {
		return err
	}
	return access.SetPassword(ctx, token, name, password)
}

// Inviter returns the session of an owner of an organisation, or before the first owner one in Anna's name.
func (s *Site) Inviter(organisation int) accounts.Session {
	s.T.Helper()
	members, err := s.Director.Access().People().Members(s.T.Context(), organisation)
	s.Check(err)
	for _, m := range members {
		if m.Role == role.Owner {
			return accounts.Session{UserID: m.User, User: m.Name}
		}
	}
	return accounts.Session{User: "Anna"}
}

// Person adds a person with a role in the organisation or, with a slug, in a tournament, and returns their logged-in
// browser.
func (s *Site) Person(name string, invited accounts.Invitation) *http.Client {
	s.T.Helper()
	const password = "correct horse"
	people := s.Director.Access().People()
	if invited.Organisation == 0 {
		invited.Organisation = store.FirstOrganisation
	}
	token, err := people.OrganisationAdmin(s.Inviter(invited.Organisation), invited.Organisation).Invite(s.T.Context(), invited)
	s.Check(err)
	s.Check(people.Join(s.T.Context(), token, name, password))
	was := s.Client
	defer func() { s.Client = was }()
	s.Client = s.Browser()
	if got := s.Post("/login", url.Values{"name": {name}, "password": {password}}); got.StatusCode != http.StatusSeeOther {
		s.T.Fatalf("the login of %s answers %d", name, got.StatusCode)
	}
	return s.Client
}

// Do sends a request with a form and headers, name after value.
func (s *Site) Do(method, path string, form url.Values, header ...string) *http.Response {
	s.T.Helper()
	var in io.Reader
	if form != nil {
		in = strings.NewReader(form.Encode())
	}
	r, err := http.NewRequestWithContext(s.T.Context(), method, s.HTTP.URL+path, in)
	s.Check(err)
	if form != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	got, err := s.Client.Do(r)
	s.Check(err)
	s.T.Cleanup(func() { _ = got.Body.Close() }) // read to its end or cancelled
	return got
}

// Get requests a page.
func (s *Site) Get(path string, header ...string) *http.Response {
	s.T.Helper()
	return s.Do(http.MethodGet, path, nil, header...)
}

// Post sends a form.
func (s *Site) Post(path string, form url.Values, header ...string) *http.Response {
	s.T.Helper()
	return s.Do(http.MethodPost, path, form, header...)
}

// Page parses a response as HTML and checks its status.
func (s *Site) Page(got *http.Response, status int) *goquery.Document {
	s.T.Helper()
	if got.StatusCode != status {
		text, _ := io.ReadAll(got.Body) // for the message only
		s.T.Fatalf("%s %s answers %d, want %d: %.300s", got.Request.Method, got.Request.URL.Path, got.StatusCode, status, text)
	}
	doc, err := goquery.NewDocumentFromReader(got.Body)
	s.Check(err)
	return doc
}

// Text returns the text of the elements of a selector, with blanks between them.
func Text(doc *goquery.Document, selector string) string { return Words(doc.Find(selector)) }

// Words returns the text of elements with single blanks.
func Words(found *goquery.Selection) string {
	var out []string
	found.Each(func(_ int, e *goquery.Selection) {
		if goquery.NodeName(e) == "#text" {
			out = append(out, strings.Fields(e.Text())...)
		} else if inside := Words(e.Contents()); inside != "" {
			out = append(out, inside)
		}
	})
	return strings.Join(out, " ")
}

// Body returns the content of a response, and closes it.
func (s *Site) Body(got *http.Response) string {
	s.T.Helper()
	all, err := io.ReadAll(got.Body)
	s.Check(err)
	return string(all)
}

// Sample stores a tournament without players or rounds.
func (s *Site) Sample() {
	s.T.Helper()
	settings, err := tournament.PresetNamed("finnish")
	s.Check(err)
	_, err = s.Director.Create(s.T.Context(), Anna, director.Creation{Info: tournament.Info{Slug: "open", Name: "Open"}, Settings: settings})
	s.Check(err)
}

// State returns a tournament as it is stored.
func (s *Site) State(slug string) *tournament.Tournament {
	s.T.Helper()
	snapshot, err := s.Director.Snapshot(s.T.Context(), slug)
	s.Check(err)
	return snapshot.Tournament.Clone() // the test may change it
}

// WaitCurrent waits until the site is subscribed to every change of the cup, which drops older cached states.
func (s *Site) WaitCurrent() {
	s.T.Helper()
	WaitFor(s.T, func() bool {
		_, err := s.Director.Latest(s.T.Context(), "spring-cup")
		s.Check(err)
		return s.Director.LatestComplete("spring-cup") != nil
	})
}

// Upload sends a file as a browser does.
func (s *Site) Upload(path, name string, data []byte) *http.Response {
	s.T.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", name)
	s.Check(err)
	_, err = part.Write(data)
	s.Check(err)
	s.Check(form.Close())
	r, err := http.NewRequestWithContext(s.T.Context(), http.MethodPost, s.HTTP.URL+path, &body)
	s.Check(err)
	r.Header.Set("Content-Type", form.FormDataContentType())
	got, err := s.Client.Do(r)
	s.Check(err)
	s.T.Cleanup(func() { _ = got.Body.Close() }) // read to its end or cancelled
	return got
}

// SeeOther returns the address that an accepted form redirects to.
func (s *Site) SeeOther(got *http.Response) string {
	s.T.Helper()
	if got.StatusCode != http.StatusSeeOther {
		text, _ := io.ReadAll(got.Body) // for the message only
		s.T.Fatalf("%s answers %d, want a redirect: %s", got.Request.URL.Path, got.StatusCode, Refusals(text))
	}
	return got.Header.Get("Location")
}

// Desk logs another browser in and sets its desk's name, if not "".
func (s *Site) Desk(name string) *Desk {
	s.T.Helper()
	d := &Desk{s, s.Browser()}
	s.Client = d.Client
	// A new password would end the logins of the other desks.
	if got := s.Post("/login", url.Values{"name": {"Anna"}, "password": {"correct horse"}}); got.StatusCode != http.StatusSeeOther {
		s.Login()
	}
	if name != "" {
		if got := s.Post("/desk/spring-cup/here", url.Values{"round": {"2"}, "name": {name}}); got.StatusCode != http.StatusSeeOther {
			s.T.Fatalf("naming the desk answers %d", got.StatusCode)
		}
	}
	return d
}

// A Desk is one browser at the director's desk.
type Desk struct {
	*Site
	Client *http.Client
}

// Look reads a page of the desk.
func (d *Desk) Look(path string) *goquery.Document {
	d.T.Helper()
	d.Site.Client = d.Client
	return d.Page(d.Site.Get("/desk/spring-cup"+path), http.StatusOK)
}

// Send posts a form.
func (d *Desk) Send(path string, form url.Values, header ...string) *http.Response {
	d.T.Helper()
	d.Site.Client = d.Client
	return d.Site.Post("/desk/spring-cup"+path, form, header...)
}

// Send uploads a file in a form.
func (s *Site) Send(path, name, content string) *http.Response {
	s.T.Helper()
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	part, err := w.CreateFormFile("file", name)
	s.Check(err)
	_, err = part.Write([]byte(content))
	s.Check(err)
	s.Check(w.Close())
	r, err := http.NewRequestWithContext(s.T.Context(), http.MethodPost, s.HTTP.URL+path, &body)
	s.Check(err)
	r.Header.Set("Content-Type", w.FormDataContentType())
	got, err := s.Client.Do(r)
	s.Check(err)
	s.T.Cleanup(func() { _ = got.Body.Close() }) // read to its end or cancelled
	return got
}

// Typed sends a line with the form of a loaded page.
func (d *Desk) Typed(doc *goquery.Document, line string, header ...string) *http.Response {
	d.T.Helper()
	form := Fields(doc, "#line")
	form.Set("line", line)
	return d.Send("/line", form, header...)
}

// Follow returns the page that an accepted form redirects to.
func (d *Desk) Follow(got *http.Response) *goquery.Document {
	d.T.Helper()
	if got.StatusCode != http.StatusSeeOther {
		d.Page(got, http.StatusSeeOther)
	}
	return d.Look(strings.TrimPrefix(got.Header.Get("Location"), "/desk/spring-cup"))
}

// Confirm follows a form and sends its line again if the desk requires a confirmation.
func (d *Desk) Confirm(got *http.Response) *goquery.Document {
	d.T.Helper()
	doc := d.Follow(got)
	if doc.Find("#question").Length() == 0 {
		return doc
	}
	return d.Follow(d.Explained(doc))
}

// Explained sends the line in the field again, with a reason.
func (d *Desk) Explained(doc *goquery.Document) *http.Response {
	form := Fields(doc, "#line")
	form.Set("line", doc.Find("#typed").AttrOr("value", ""))
	form.Set("why", "slip")
	return d.Send("/line", form)
}

// Fields returns the values that a browser sends with a form, including fields outside
// the form that refer to it.
func Fields(doc *goquery.Document, selector string) url.Values {
	form := doc.Find(selector).First()
	inputs := form.Find("input[type=hidden]")
	if id, ok := form.Attr("id"); ok {
		inputs = inputs.AddSelection(doc.Find("input[type=hidden][form=" + id + "]"))
	}
	values := url.Values{}
	inputs.Each(func(_ int, e *goquery.Selection) { values.Set(e.AttrOr("name", ""), e.AttrOr("value", "")) })
	return values
}

// Game returns a game from the store.
func (s *Site) Game(round, table int) tournament.Game {
	s.T.Helper()
	snapshot, err := s.Director.Snapshot(s.T.Context(), "spring-cup")
	s.Check(err)
	g := snapshot.Tournament.Round(round).At(table)
	if g == nil {
		s.T.Fatalf("round %d has no table %d", round, table)
	}
	return *g
}

// Result fails the test if a game of the cup has another result.
func (s *Site) Result(round, table int, want string) {
	s.T.Helper()
	if got := s.Game(round, table).Result.String(); got != want {
		s.T.Errorf("round %d table %d has %s, want %s", round, table, got, want)
	}
}

// Round returns a round from the store.
func (s *Site) Round(n int) *tournament.Round {
	s.T.Helper()
	snapshot, err := s.Director.Snapshot(s.T.Context(), "spring-cup")
	s.Check(err)
	return snapshot.Tournament.Round(n)
}

// ID returns the number of a player as in addresses.
func ID(p tournament.PlayerID) string { return strconv.Itoa(int(p)) }

// Event stores a tournament with a number of players, changed before its first round is drawn and published.
func (s *Site) Event(players int, change func(tn *tournament.Tournament)) *Desk {
	s.T.Helper()
	settings, err := tournament.PresetNamed("egf")
	s.Check(err)
	tn, err := tournament.New(tournament.Info{Slug: "spring-cup", Name: "Spring Cup", Zone: "Europe/Helsinki"}, settings)
	s.Check(err)
	for i := range players {
		_, err := tn.AddPlayer(tournament.Player{Family: string(rune('A'+i)) + "berg", Given: "X", Rank: rank.Dan(1) - rank.Rank(i), Status: tournament.CheckedIn}, tournament.RefuseNamesakes)
		s.Check(err)
	}
	change(tn)
	_, err = s.Director.Import(s.T.Context(), Anna, tournament.Whole{Tournament: tn}, director.Founding{})
	s.Check(err)
	s.Check(s.Director.On(Anna, "spring-cup").Round(1).Pair(s.T.Context(), 1))
	return s.Desk("")
}

// Export returns a tournament as a file of a format.
func (s *Site) Export(slug, name string) []byte {
	s.T.Helper()
	var b bytes.Buffer
	_, err := format.Write(&b, name, tournament.Whole{Tournament: s.State(slug)}, func(key string, _ ...any) string { return key })
	s.Check(err)
	return b.Bytes()
}

// Kind creates the tournament "open" from a preset with a number of players, the strongest first.
func (s *Site) Kind(preset string, players int) *tournament.Tournament {
	s.T.Helper()
	settings, err := tournament.PresetNamed(preset)
	s.Check(err)
	tn, err := tournament.New(tournament.Info{Slug: "open", Name: "Open"}, settings)
	s.Check(err)
	for i := range players {
		_, err := tn.AddPlayer(tournament.Player{Family: fmt.Sprintf("Player%02d", i+1), Rank: rank.Dan(5) - rank.Rank(i), Status: tournament.CheckedIn}, tournament.RefuseNamesakes)
		s.Check(err)
	}
	_, err = s.Director.Import(s.T.Context(), Anna, tournament.Whole{Tournament: tn}, director.Founding{})
	s.Check(err)
	return s.State("open")
}

// Play draws and publishes round n; the stronger players win all games except those at
// open tables.
func (s *Site) Play(n int, open ...int) {
	s.T.Helper()
	s.Check(s.Director.On(Anna, "open").Round(n).Pair(s.T.Context(), 1))
	s.Check(s.Director.On(Anna, "open").Round(n).Publish(s.T.Context()))
	for _, g := range s.State("open").Round(n).Games {
		if slices.Contains(open, g.Table) {
			continue
		}
		won := tournament.BlackWins
		if g.White < g.Black {
			won = tournament.WhiteWins
		}
		_, err := s.Director.On(Anna, "open").Enter(s.T.Context(), tournament.Entry{Round: n, Table: g.Table, Seen: g.Revision, Result: tournament.Result{Outcome: won}})
		s.Check(err)
	}
}

// UntranslatedKey returns a message key or placeholder in the text of a page, or "". A match that ends like a file name
// is not a key.
func UntranslatedKey(text string) string {
	for _, found := range KeyOrPlaceholder().FindAllString(text, -1) {
		if !slices.Contains([]string{".xml", ".csv"}, path.Ext(found)) {
			return found
		}
	}
	return ""
}

// KeyOrPlaceholder finds keys of messages, and unfilled placeholders.
var KeyOrPlaceholder = sync.OnceValue(func() *regexp.Regexp {
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

// Refusals returns a page's errors about a refused form, or its beginning.
func Refusals(page []byte) string {
	doc, err := goquery.NewDocumentFromReader(bytes.NewReader(page))
	if err == nil {
		if said := Text(doc, ".banner.error, .wrong"); said != "" {
			invalid := doc.Find("[aria-invalid=true]")
			return said + " (" + invalid.AttrOr("name", "") + " = " + invalid.AttrOr("value", Words(invalid)) + ")"
		}
	}
	return string(page[:min(len(page), 400)])
}

// GetWithoutCookies requests a page without a login.
func (s *Site) GetWithoutCookies(path string) *http.Response {
	s.T.Helper()
	got, err := http.Get(s.HTTP.URL + path)
	s.Check(err)
	return got
}

// WaitFor polls until a condition holds.
func WaitFor(t testing.TB, is func() bool) {
	t.Helper()
	for range 2000 {
		if is() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("it does not come")
}

// Another returns a second instance with the same data, and the same browser.
func (s *Site) Another() *Site {
	s.T.Helper()
	if database.IsServer(s.Database) {
		return s.Beside()
	}
	return s.InstanceOver(s.Store)
}

// Beside is like Another, but with a separate store if the data are in a file.
func (s *Site) Beside() *Site {
	s.T.Helper()
	return s.InstanceOver(s.Open(s.Database))
}

// InstanceOver returns a second instance with a store of the same data.
func (s *Site) InstanceOver(kept *store.Store) *Site {
	s.T.Helper()
	two := &Site{T: s.T, Dir: s.Dir, Database: s.Database, Client: s.Client}
	two.Serve(kept, s.Now)
	return two
}

// PublicPages are public addresses.
var PublicPages = []string{
	"/", "/login", "/t/spring-cup", "/t/spring-cup/round/1", "/t/spring-cup/round/2", "/t/spring-cup/round/2?by=name",
	"/t/spring-cup/standings", "/t/spring-cup/standings?after=1", "/t/spring-cup/players", "/t/spring-cup/players?by=rank",
	"/t/spring-cup/players/1", "/t/spring-cup/players/9", "/t/spring-cup/games", "/t/spring-cup/games?only=1&of=1", "/t/spring-cup/about",
	"/t/spring-cup/find?name=nobody", "/t/spring-cup/crosstable", "/t/spring-cup/statistics",
	"/t/spring-cup/hall", "/t/spring-cup/hall?theme=light", "/t/spring-cup/door",
}
