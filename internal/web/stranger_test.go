package web_test

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/app/accounts"
	"tourney/internal/app/director"
	"tourney/internal/data/store"
	"tourney/internal/event/day"
	"tourney/internal/format"
	"tourney/internal/role"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/testkit/webtest"
	"tourney/internal/tournament"
	"tourney/internal/tournament/consent"
)

// TestStrangerFindsNothingPrivate fills every private field with unique words and crawls the server as a stranger: all
// routes with all known parameters, all links, forms, files, streams and errors. None of the words is in any byte of a
// response.
func TestStrangerFindsNothingPrivate(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	c := crawl{testSite: newSite(t), seen: map[string]bool{}, told: map[string]bool{}, looked: map[[sha256.Size]byte]bool{}}
	c.fill()
	site := c.Offline("spring-cup")
	c.Client = c.Browser()
	c.look("the pages as files", nil, site)

	for _, address := range c.addresses() {
		c.visit(address)
	}
	for len(c.queue) > 0 {
		next := c.queue[0]
		c.queue = c.queue[1:]
		c.visit(next)
	}
	for _, r := range c.Server.Router().Routes() {
		if r.Method == http.MethodGet || r.Method == http.MethodHead {
			continue
		}
		for _, address := range c.filled(r.Path) {
			c.answer(c.Do(r.Method, address, url.Values{"name": {"x"}, "do": {"invite"}, "round": {"1"}, "table": {"1"}}))
		}
	}
	for _, method := range []string{http.MethodPut, http.MethodDelete, http.MethodTrace, http.MethodOptions, "PROPFIND"} {
		for _, address := range []string{"/", "/t/spring-cup", "/desk/spring-cup", "/api/v1/tournaments/winter-cup"} {
			c.answer(c.Do(method, address, nil))
		}
	}
	t.Logf("%d answers to %d addresses with %d bytes, %d bytes unpacked, hold none of %d private words", c.answers, len(c.seen), c.bytes, c.unpacked, len(c.words))
	if len(c.seen) < 1000 {
		t.Errorf("only %d addresses were visited", len(c.seen))
	}

	c.accounts()

	// Control: the owner finds the words at the desk, so the crawl could find them.
	c.Client = c.owner
	c.expected = true
	for _, path := range []string{"day", "log", "fees", "players", "players/1/data.json", "exports/tourney"} {
		c.answer(c.Get("/desk/spring-cup/" + path))
	}
	for id := range 9 {
		c.answer(c.Get(fmt.Sprint("/desk/spring-cup/players/", 1+id)))
	}
	for _, path := range []string{"/people/1", "/people/1/log", "/t/winter-cup", "/t/winter-cup/about", "/t/winter-cup/players"} {
		c.answer(c.Get(path))
	}
	if got := len(c.found); got < 60 {
		t.Errorf("the owner finds only %d of the words: %v", got, slices.Sorted(maps.Keys(c.found)))
	}
}

// TestHelpersFindNothingPersonal crawls the desk in roles with access to it, but not to contacts. No year of birth,
// mail address, contact or note of a player is in any byte of a response.
func TestHelpersFindNothingPersonal(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	c := crawl{testSite: newSite(t), seen: map[string]bool{}, told: map[string]bool{}, looked: map[[sha256.Size]byte]bool{}}
	c.fill()
	personal := []string{"notes", "contact", "mail", "the notes of a player", "a contact"}
	maps.DeleteFunc(c.words, func(_, what string) bool { return !slices.Contains(personal, what) })
	c.within = "/desk"
	for name, invited := range map[string]accounts.Invitation{
		"Emil": {Role: role.Desk}, "Rita": {Role: role.Reader}, "Gerd": {Role: role.Desk, Slug: "spring-cup"}, "Rudi": {Role: role.Reader, Organisation: store.FirstOrganisation + 1},
	} {
		c.Client, c.seen, c.pages = c.Person(name, invited), map[string]bool{}, 0
		for _, address := range c.addresses() {
			if strings.HasPrefix(address, c.within) {
				c.visit(address)
			}
		}
		for len(c.queue) > 0 {
			next := c.queue[0]
			c.queue = c.queue[1:]
			c.visit(next)
		}
		t.Logf("%s visited %d addresses and saw %d pages", name, len(c.seen), c.pages)
		if len(c.seen) < 300 || c.pages == 0 {
			t.Errorf("%s visited only %d addresses and saw %d pages", name, len(c.seen), c.pages)
		}
	}
	// Control: the owner finds the words in their places, so the crawl could find them.
	c.Client, c.expected = c.owner, true
	for id := range 9 {
		c.answer(c.Get(fmt.Sprint("/desk/spring-cup/players/", 1+id)))
	}
	if len(c.found) < 9*3 {
		t.Errorf("the owner finds only %d of %d words", len(c.found), len(c.words))
	}
}

// accounts opens the file of each player by their own link. It has the private words about that player, and no draft.
func (c *crawl) accounts() {
	c.T.Helper()
	tn := c.State("spring-cup")
	for i := range tn.Players {
		p := &tn.Players[i]
		if p.Forgotten { // the link of an erased player is dead
			continue
		}
		token, err := c.Director.PlayerToken(c.T.Context(), tn, p.ID)
		c.Check(err)
		about := []any{p, "secret note", "secret@example.org"} // the last two from before, in the log
		for _, r := range tn.Day.Requests {
			if r.Player == p.ID {
				about = append(about, r.Note, r.Answer, r.Proposed)
			}
		}
		for _, n := range tn.Day.Incidents {
			if n.Player == p.ID {
				about = append(about, n.Note)
			}
		}
		own, err := json.Marshal(about)
		c.Check(err)
		file := strings.ToLower(c.Body(c.Get("/t/spring-cup/me/" + token + "/data.json")))
		if !strings.Contains(file, strings.ToLower(p.Notes)) {
			c.T.Errorf("the file of player %d lacks their notes", p.ID)
		}
		for word, what := range c.words {
			if strings.Contains(file, word) && !strings.Contains(strings.ToLower(string(own)), word) {
				c.T.Errorf("the file of player %d has %s", p.ID, what)
			}
		}
		for _, word := range []string{`"anna"`, `"round": 3,\n            "table"`} {
			if strings.Contains(file, word) {
				c.T.Errorf("the file of player %d has %s", p.ID, word)
			}
		}
	}
}

// A crawl visits addresses and looks for private words.
type crawl struct {
	*testSite
	owner *http.Client
	// words are the private words, with their descriptions.
	words map[string]string
	// expected is set while finding them is right; found has the words found then.
	expected bool
	found    map[string]bool

	// within is the prefix of the followed links; "" for all.
	within     string
	queue      []string
	seen, told map[string]bool
	// looked are the sums of the bodies that were searched.
	looked                   map[[sha256.Size]byte]bool
	answers, bytes, unpacked int
	// pages counts the pages shown, not the refusals.
	pages int
}

// fill makes the tournaments, players, people and links, and the words of each.
func (c *crawl) fill() {
	c.T.Helper()
	ctx := c.T.Context()
	c.found, c.words = map[string]bool{}, map[string]string{"secret note": "the notes of a player", "secret@example.org": "a contact"}
	word := func(what string) string {
		w := fmt.Sprintf("qzv%s%dk", strings.ToLower(strings.ReplaceAll(what, " ", "")), len(c.words))
		c.words[w] = what
		return w
	}
	c.Cup()
	ed := c.Director.On(director.Actor{Name: word("login of who enters")}, "spring-cup")
	tn := c.State("spring-cup")
	settings := tn.Settings
	settings.Consent, settings.SignUp, settings.PlayerResults = consent.Rules{Minors: consent.Anonymous}, tournament.SignUp{Open: true, CheckIn: true}, true
	c.Check(ed.SetUp(ctx, tn.Info, settings))
	for id := tournament.PlayerID(1); id <= 9; id++ {
		c.Check(ed.EditPlayer(ctx, id, tournament.AllowNamesakes, func(p *tournament.Player) {
			p.Notes, p.Contact, p.Mail = word("notes"), word("contact"), word("mail")+"@example.org"
			p.Fee = tournament.Fee{Own: true, Sum: 1234, Reason: word("reason of a fee")}
			p.Born = 1943
			hide := func(h consent.Hiding) {
				p.Hiding, p.Family, p.Given, p.Tags = h, word("family"), word("given"), []string{word("category")}
				p.EGD, p.FFG, p.AGA = "9917"+strconv.Itoa(4410+int(id)), "88"+strconv.Itoa(77310+int(id)), "77"+strconv.Itoa(66210+int(id))
				for _, number := range []string{p.EGD, p.FFG, p.AGA} {
					c.words[number] = "a federation's number"
				}
			}
			switch id {
			case 6:
				hide(consent.Initials)
			case 7:
				hide(consent.Anonymous)
				p.Club = word("club of an anonymous player")
			case 8:
				hide(consent.Unsaid)
				p.Born, p.Club = 2015, word("club of a minor")
			}
		}))
	}
	for _, table := range []int{2, 3} {
		g, _ := c.GameAt(2, table)
		_, err := ed.Enter(ctx, tournament.Entry{Round: 2, Table: table, Seen: g.Revision, Result: tournament.Result{Outcome: tournament.WhiteWins}})
		c.Check(err)
	}
	g, _ := c.GameAt(1, 3)
	_, err := ed.Because(word("reason of a change")).Enter(ctx, tournament.Entry{Round: 1, Table: 3, Seen: g.Revision, Result: tournament.Result{Outcome: tournament.WhiteWins}})
	c.Check(err)
	request, err := ed.Requests().Add(ctx, tournament.Request{Kind: tournament.AskSkip, Player: 1, Round: 3, Note: word("note of a request")}, "")
	c.Check(err)
	c.Check(ed.Requests().Grant(ctx, day.Decision{Request: request, Answer: word("answer to a request")}))
	_, err = ed.Requests().Add(ctx, tournament.Request{Kind: tournament.AskName, Player: 2, Proposed: tournament.Proposed{Family: word("proposed name")}}, "")
	c.Check(err)
	c.Check(ed.Day().AddIncident(ctx, tournament.Incident{Kind: tournament.Warned, Round: 1, Player: 2, Note: word("note of the referee")}, ""))
	c.Check(ed.Day().Announce(ctx, "Lunch is at noon.", 0, ""))
	c.forget(word)
	c.hide(word)
	c.invite(word)
}

// forget adds a player and erases them.
func (c *crawl) forget(word func(string) string) {
	c.T.Helper()
	ed := c.Director.On(sitetest.Anna, "spring-cup")
	p := tournament.Player{Family: word("family forgotten"), Given: word("given forgotten"), Club: word("club forgotten"), Rank: c.State("spring-cup").Player(1).Rank}
	id, err := ed.AddPlayer(c.T.Context(), p, tournament.AllowNamesakes, "")
	c.Check(err)
	c.Check(c.Director.PersonalData().Forget(c.T.Context(), ed, id, c.State("spring-cup").Player(id).Name()))
}

// hide adds a hidden tournament, and one of another organisation, hidden too.
func (c *crawl) hide(word func(string) string) {
	c.T.Helper()
	club, err := c.Director.Access().People().OrganisationAdmin(accounts.Session{User: "Anna"}, 0).AddOrganisation(c.T.Context(), word("organisation"))
	c.Check(err)
	for slug, of := range map[string]int{"winter-cup": store.FirstOrganisation, "autumn-cup": club, "deleted-cup": store.FirstOrganisation} {
		info := tournament.Info{Slug: slug, Name: word("name hidden"), ShortName: word("short name"), Place: word("place"), Director: word("director"), Hidden: slug != "deleted-cup"}
		whole, err := tournament.New(info, c.State("spring-cup").Settings)
		c.Check(err)
		for range 2 {
			_, err := whole.AddPlayer(tournament.Player{Family: word("player hidden"), Given: "X", Rank: 20, Club: word("club hidden"), Status: tournament.CheckedIn}, tournament.RefuseNamesakes)
			c.Check(err)
		}
		c.Check(whole.SetDraft(1, []tournament.Game{{Table: 1, Black: 1, White: 2}}, nil, tournament.Drawn{}))
		c.Check(whole.Publish(1))
		_, err = c.Director.Import(c.T.Context(), sitetest.Anna, tournament.Whole{Tournament: whole}, director.Founding{Organisation: of})
		c.Check(err)
	}
	c.Check(c.Director.Catalogue().Delete(c.T.Context(), accounts.Session{User: "Anna"}, "deleted-cup"))
}

// invite adds people, invitations, tokens and links.
func (c *crawl) invite(word func(string) string) {
	c.T.Helper()
	ctx, tn := c.T.Context(), c.State("spring-cup")
	secret := func(what string) func(token string, err error) {
		return func(token string, err error) {
			c.Check(err)
			c.words[strings.ToLower(token)] = what
		}
	}
	c.Login()
	c.owner = c.Client
	c.Person(word("login of a director"), accounts.Invitation{Role: role.Director})
	c.Person(word("login of a helper"), accounts.Invitation{Role: role.Desk, Slug: "spring-cup"})
	for _, client := range []*http.Client{c.owner} {
		there, err := url.Parse(c.HTTP.URL)
		c.Check(err)
		for _, cookie := range client.Jar.Cookies(there) {
			if len(cookie.Value) > 20 {
				c.words[strings.ToLower(cookie.Value)] = "the cookie " + cookie.Name
			}
		}
	}
	people := c.Director.Access().People()
	for _, of := range []int{store.FirstOrganisation, store.FirstOrganisation + 1} {
		office := people.OrganisationAdmin(accounts.Session{User: "Anna"}, of)
		secret("an invitation")(office.Invite(ctx, accounts.Invitation{Organisation: of, Role: role.Reader, Label: word("label of an invitation")}))
		secret("a token")(office.MakeToken(ctx, word("name of a token"), role.ReadToken))
	}
	secret("a link to set a password")(c.Director.Access().ResetToken(ctx, "Anna"))
	for id := range tn.Players {
		secret("a player's link")(c.Director.PlayerToken(ctx, tn, tn.Players[id].ID))
	}
	for n := range tn.Rounds {
		for i := range tn.Rounds[n].Games {
			secret("the link on a slip")(c.Director.GameToken(ctx, tn, &tn.Rounds[n].Games[i]))
			secret("the link of a recorder")(c.Director.LiveGames().Token(ctx, tn, &tn.Rounds[n].Games[i]))
		}
	}
}

// addresses returns the start of the crawl: every route with every parameter, every page of webtest, well-known
// addresses of programs, and searches for the beginnings of the words.
func (c *crawl) addresses() (all []string) {
	for _, r := range c.Server.Router().Routes() {
		if r.Method == http.MethodGet {
			all = append(all, c.filled(r.Path)...)
		}
	}
	words := regexp.MustCompile(`\{[a-z ]+\}`)
	for _, address := range slices.Concat(webtest.Strangers, webtest.Pages) {
		address = words.ReplaceAllString(address, "1")
		if parts := strings.Split(address, "/"); len(parts) > 2 && (parts[1] == "t" || parts[1] == "desk") {
			for _, slug := range []string{"spring-cup", "winter-cup", "autumn-cup"} {
				rest, query, _ := strings.Cut(parts[2], "?")
				parts[2] = slug
				if query != "" && rest != "" {
					parts[2] += "?" + query
				}
				all = append(all, strings.Join(parts, "/"))
			}
			continue
		}
		all = append(all, address)
	}
	for _, slug := range []string{"spring-cup", "winter-cup"} {
		for word := range c.words {
			all = append(all, "/t/"+slug+"/find?name="+url.QueryEscape(word[:4+len(word)/8]))
		}
		for _, query := range []string{"players?by=rank", "players?by=club", "players?sort=born", "standings?sort=name", "standings?after=9", "games?only=2&of=8", "games?with=record",
			"hall?show=prizes", "hall?theme=light", "round/2?by=name", "crosstable?after=1", "embed/standings?lang=fi", "embed/pairings?lang=cs", "feed.atom?lang=pl", "calendar.ics?lang=fi"} {
			all = append(all, "/t/"+slug+"/"+query)
		}
	}
	return append(all, "/robots.txt", "/favicon.ico", "/sitemap.xml", "/metrics", "/debug/pprof/", "/debug/vars", "/.git/config", "/.env", "/static/", "/static/../../test.db", "/test.db",
		"/static/%2e%2e%2f%2e%2e%2ftest.db", "/backup?x=1", "/api/", "/api/v1", "/api/v2/tournaments", "/api/v1/tournaments?hidden=1", "/api/v1/tournaments/spring-cup?include=all", "/api/v1/tournaments/spring-cup/players", "/api/v1/tournaments/spring-cup/log",
		"/t/%00", "/t/spring-cup%2f..%2f..%2fdesk", "//desk/spring-cup", "/desk//spring-cup/players", "/T/spring-cup", "/login?next=/desk/winter-cup", "/login?add=1&next=//elsewhere.example")
}

// filled returns a route with all values of its parameters that a stranger could try.
func (c *crawl) filled(route string) []string {
	var players, games, formats []string
	tn := c.State("spring-cup")
	for i := range tn.Players {
		players = append(players, strconv.Itoa(int(tn.Players[i].ID)))
	}
	for n := range tn.Rounds {
		for i := range tn.Rounds[n].Games {
			games = append(games, strconv.Itoa(tn.Rounds[n].Games[i].ID))
		}
	}
	for _, f := range format.Formats() {
		formats = append(formats, f.Name)
	}
	if strings.HasPrefix(route, "/desk") {
		players, games = players[5:8], games[:2] // one access check covers all of them
	}
	values := map[string][]string{
		":slug": {"spring-cup", "winter-cup", "autumn-cup", "deleted-cup"}, ":round": {"1", "2", "3"}, ":player": players, ":game": games, ":format": append(formats, "site"),
		":organisation": {"1", "2"}, ":version": {"1", "3"}, ":team": {"1"}, ":token": {"x", strings.Repeat("0", 64)}, ":name": {"app.css", "test.db", "..%2ftest.db"},
		"*page": {"", "players", "standings"},
	}
	all := []string{""}
	for part := range strings.SplitSeq(strings.TrimPrefix(route, "/"), "/") {
		choices, known := values[part]
		if !known {
			choices = []string{part}
			if strings.HasPrefix(part, ":") {
				choices = []string{"1"}
			}
		}
		var longer []string
		for _, begun := range all {
			for _, choice := range choices {
				longer = append(longer, begun+"/"+choice)
			}
		}
		all = longer
	}
	return all
}

// visit requests an address once, as a program, and as a script and in other languages if
// it is a page, and follows its links.
func (c *crawl) visit(address string) {
	address, _, _ = strings.Cut(address, "#")
	if c.seen[address] || len(c.seen) > 6000 {
		return
	}
	c.seen[address] = true
	if strings.HasSuffix(address, "/events") {
		c.listen(address)
		return
	}
	got := c.Get(address)
	doc := c.answer(got)
	if doc == nil || got.StatusCode != http.StatusOK {
		return
	}
	c.pages++
	for _, header := range [][]string{{"HX-Request", "true"}, {"Accept-Language", "fi"}} {
		c.answer(c.Get(address, header...))
	}
	doc.Find("[href], [src], [action], [hx-get], [content]").Each(func(_ int, e *goquery.Selection) {
		for _, name := range []string{"href", "src", "action", "hx-get", "content"} {
			to := strings.TrimPrefix(e.AttrOr(name, ""), c.HTTP.URL)
			if strings.HasPrefix(to, cmp.Or(c.within, "/")) && !strings.Contains(to, "lang=") {
				c.queue = append(c.queue, to)
			}
		}
	})
}

// listen reads the beginning of a stream.
func (c *crawl) listen(address string) {
	ctx, stop := context.WithTimeout(c.T.Context(), 200*time.Millisecond)
	defer stop()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, c.HTTP.URL+address, nil)
	c.Check(err)
	got, err := c.Client.Do(r)
	c.Check(err)
	began, _ := io.ReadAll(got.Body) // until the timeout
	_ = got.Body.Close()             // an error does not matter
	c.look("GET "+address, got, began)
}

// answer searches a response for the words and returns its page, nil if it is not HTML.
func (c *crawl) answer(got *http.Response) *goquery.Document {
	c.T.Helper()
	body, err := io.ReadAll(got.Body)
	c.Check(err)
	if got.StatusCode >= 500 {
		c.T.Errorf("%s %s answers %d", got.Request.Method, got.Request.URL, got.StatusCode)
	}
	c.look(got.Request.Method+" "+got.Request.URL.RequestURI(), got, body)
	if !strings.HasPrefix(got.Header.Get("Content-Type"), "text/html") {
		return nil
	}
	doc, err := goquery.NewDocumentFromReader(bytes.NewReader(body))
	c.Check(err)
	return doc
}

// look searches a response's head and body, as they are and decoded.
func (c *crawl) look(where string, got *http.Response, body []byte) {
	c.answers++
	c.bytes += len(body)
	var texts []string
	if sum := sha256.Sum256(body); !c.looked[sum] || c.expected { // most refusals are equal
		c.looked[sum] = true
		texts = c.decoded(body, 0)
	}
	if got != nil {
		texts = append(texts, strings.ToLower(fmt.Sprint(got.Header)))
	}
	for _, text := range texts {
		c.unpacked += len(text)
		if at := year.FindStringIndex(text); at != nil && !c.expected && !c.told["born"+where] {
			c.told["born"+where] = true
			c.T.Errorf("%s holds a year of birth: …%s…", where, text[max(at[0]-60, 0):min(at[1]+20, len(text))])
		}
		for word, what := range c.words {
			at := strings.Index(text, word)
			if at < 0 || strings.Contains(where, word) {
				continue
			}
			c.found[word] = true
			if !c.expected && !c.told[what+where] {
				c.told[what+where] = true
				c.T.Errorf("%s holds %s: …%s…", where, what, text[max(at-60, 0):min(at+len(word)+20, len(text))])
			}
		}
	}
}

var (
	year    = regexp.MustCompile(`\b1943\b`) // of birth
	escaped = regexp.MustCompile(`\\u[0-9a-f]{4}|%[0-9a-f]{2}`)
	base64s = regexp.MustCompile(`[A-Za-z0-9+/_-]{20,}`)
)

// decoded returns a text in lower case as it is, and its packed or encoded parts: files of archives, gzip, base64,
// escapes of HTML, of JSON and of addresses.
func (c *crawl) decoded(body []byte, depth int) []string {
	if depth > 2 {
		return nil
	}
	plain := string(body)
	lower := strings.ToLower(plain)
	texts := []string{lower}
	if packed, err := gzip.NewReader(bytes.NewReader(body)); err == nil {
		inside, err := io.ReadAll(packed)
		c.Check(err)
		texts = append(texts, c.decoded(inside, depth+1)...)
	}
	for _, file := range sitetest.Unzipped(c.T, plain) {
		texts = append(texts, c.decoded([]byte(file), depth+1)...)
	}
	if strings.Contains(lower, "&#") || strings.Contains(lower, "&amp;") {
		texts = append(texts, html.UnescapeString(lower))
	}
	if escaped.MatchString(lower) {
		texts = append(texts, escaped.ReplaceAllStringFunc(lower, func(e string) string {
			n, err := strconv.ParseUint(strings.TrimLeft(e, `\u%`), 16, 32)
			if err != nil {
				return e
			}
			return string(rune(n))
		}))
	}
	for _, run := range base64s.FindAllString(plain, -1) {
		for _, encoding := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
			if inside, err := encoding.DecodeString(run[:len(run)/4*4]); err == nil {
				texts = append(texts, strings.ToLower(string(inside)))
			}
		}
	}
	return texts
}
