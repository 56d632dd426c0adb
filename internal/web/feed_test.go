package web

import (
	"encoding/xml"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/tournament"
)

// readFeed returns the feed at an address, which has all that Atom demands.
func (s *testSite) readFeed(path string) feed {
	s.t.Helper()
	got := s.get(path)
	if kind := got.Header.Get("Content-Type"); got.StatusCode != http.StatusOK || kind != atomKind {
		s.t.Fatalf("%s answers %d, %s", path, got.StatusCode, kind)
	}
	var f feed
	s.check(xml.Unmarshal([]byte(s.body(got)), &f))
	ids := map[string]bool{f.ID: true}
	if f.Title == "" || f.Author == "" || !strings.HasPrefix(f.ID, "urn:uuid:") || len(f.Links) != 2 || len(f.Entries) == 0 {
		s.t.Errorf("%s lacks something: %+v", path, f)
	}
	last := f.Updated
	for _, e := range f.Entries {
		if _, err := time.Parse(time.RFC3339, e.Updated); err != nil || e.Updated > last || e.Title == "" || e.Link.Href == "" || ids[e.ID] {
			s.t.Errorf("%s: the entry %+v (%v)", path, e, err)
		}
		ids[e.ID], last = true, e.Updated
	}
	return f
}

// The feed of a tournament has its published rounds, that of the server the tournaments that
// everybody may see; pages lead to them.
func TestFeeds(t *testing.T) {
	s := newSite(t)
	cup := s.cup()
	f := s.readFeed("/t/spring-cup/feed.atom")
	if len(f.Entries) != 2 || !strings.HasSuffix(f.Entries[0].Link.Href, "/t/spring-cup/round/2") && !strings.HasSuffix(f.Entries[1].Link.Href, "/t/spring-cup/round/2") {
		t.Errorf("the rounds are %+v", f.Entries)
	}
	// What a reader shows without its page says which tournament it is about, and what happened.
	check := func(what, title, summary string) {
		t.Helper()
		i := slices.IndexFunc(s.readFeed("/t/spring-cup/feed.atom").Entries, func(e feedEntry) bool {
			return e.Title == title && strings.HasPrefix(e.Summary, summary) && summary != ""
		})
		if i < 0 {
			t.Errorf("%s is not in the feed: %+v", what, s.readFeed("/t/spring-cup/feed.atom").Entries)
		}
	}
	check("a round", "Spring Cup: Round 2 is paired", "4 games · ")
	day := s.director.On(anna, "spring-cup").Day()
	s.check(day.Announce(t.Context(), "Lunch is served", time.Hour, ""))
	check("an announcement", "Spring Cup: announcement", "Lunch is served")
	if again := s.readFeed("/t/spring-cup/feed.atom?lang=fi"); again.ID != f.ID || again.Lang != "fi" || again.Entries[0].ID != f.Entries[0].ID {
		t.Errorf("the feed in Finnish is another one: %+v", again)
	}
	for _, g := range s.state("spring-cup").Round(2).Games {
		if !g.Result.Known() {
			_, err := s.director.On(anna, "spring-cup").Enter(t.Context(), tournament.Entry{Round: 2, Table: g.Table, Seen: g.Revision, Result: tournament.Result{Outcome: tournament.BlackWins}})
			s.check(err)
		}
	}
	s.check(day.AnnounceFinal(t.Context(), "Thank you all."))
	check("the end", "Spring Cup: final standings", "1 ")
	s.check(day.Reopen(t.Context(), "a mistake"))
	s.check(day.AnnounceFinal(t.Context(), ""))
	check("a correction", "Spring Cup: final standings corrected", "1 ")
	got := s.get("/t/spring-cup/calendar.ics?lang=fi", "Cookie", "", "Accept-Language", "en")
	if text := s.body(got); got.StatusCode != http.StatusOK || !strings.Contains(text, "2. kierros") {
		t.Errorf("the calendar in Finnish answers %d: %s", got.StatusCode, text)
	}
	list := s.readFeed("/feed.atom")
	if !strings.HasSuffix(list.Entries[0].Link.Href, "/t/spring-cup") {
		t.Errorf("the list is %+v", list.Entries)
	}
	for path, want := range map[string]string{"/": "/feed.atom", "/t/spring-cup/standings": "/t/spring-cup/feed.atom"} {
		doc := s.page(s.get(path), http.StatusOK)
		if got := doc.Find(`link[rel=alternate][type="application/atom+xml"]`).AttrOr("href", ""); got != want {
			t.Errorf("%s leads to the feed %q", path, got)
		}
		if got := text(doc, `footer a[href="`+want+`"]`); got != "News feed (Atom)" {
			t.Errorf("the foot of %s offers the feed as %q", path, got)
		}
	}
	cup.Info.Hidden = true
	s.check(s.director.On(anna, "spring-cup").SetUp(t.Context(), cup.Info, cup.Settings))
	if got := s.body(s.get("/feed.atom")); strings.Contains(got, "Spring Cup") {
		t.Error("the feed names a hidden tournament")
	}
	if got := s.get("/t/spring-cup/feed.atom"); got.StatusCode != http.StatusNotFound {
		t.Errorf("the feed of a hidden tournament answers %d", got.StatusCode)
	}
}

// A round is dated by its last publication, whatever is announced and entered later; one that came with a file by its
// start.
func TestFeedDatesRounds(t *testing.T) {
	s := newSite(t)
	s.cup()
	round := s.director.On(anna, "spring-cup").Because("a late entry").Round(3)
	s.check(round.Publish(t.Context()))
	s.later.Add(int64(time.Hour))
	s.check(round.Unpublish(t.Context()))
	s.check(round.Publish(t.Context()))
	s.later.Add(int64(time.Hour))
	s.check(round.SetStart(t.Context(), noon.Add(3*time.Hour)))
	g := s.state("spring-cup").Round(3).Games[0]
	_, err := s.director.On(anna, "spring-cup").Enter(t.Context(), tournament.Entry{Round: 3, Table: g.Table, Seen: g.Revision, Result: tournament.Result{Outcome: tournament.BlackWins}})
	s.check(err)
	at := map[string]string{}
	for _, e := range s.readFeed("/t/spring-cup/feed.atom").Entries {
		at[e.Link.Href[strings.LastIndex(e.Link.Href, "/"):]] = e.Updated
	}
	for path, want := range map[string]time.Time{"/2": noon, "/3": noon.Add(time.Hour)} {
		if want := want.UTC().Format(time.RFC3339); at[path] != want {
			t.Errorf("round %s is of %s, want %s", path, at[path], want)
		}
	}
}

// Only the pages for frames may be shown in frames of other sites. They have the content of the
// live page, no bars, and the language that the address asks for.
func TestEmbeds(t *testing.T) {
	s := newSite(t)
	s.cup()
	for path, part := range map[string]string{"/embed": "#now", "/embed/standings": "table.wall", "/embed/pairings": "#round"} {
		got := s.get("/t/spring-cup"+path+"?lang=fi", "Cookie", "")
		if csp := got.Header.Get("Content-Security-Policy"); !strings.Contains(csp, "frame-ancestors *") || !strings.Contains(csp, "script-src 'self'") {
			t.Errorf("%s has the policy %q", path, csp)
		}
		doc := s.page(got, http.StatusOK)
		if doc.Find(part).Length() == 0 || doc.Find("header.top, footer, form[method=post]").Length() > 0 || doc.Find("html[lang=fi]").Length() == 0 {
			t.Errorf("%s is no embedded page in Finnish", path)
		}
		doc.Find("a[href]").Each(func(_ int, a *goquery.Selection) {
			if to := a.AttrOr("href", ""); strings.Contains(to, "embed") || strings.HasPrefix(to, "/desk") {
				t.Errorf("%s leads to %s", path, to)
			}
		})
	}
	for path, want := range map[string]string{"/t/nowhere/embed": "Turnausta ”nowhere” ei ole.", "/t/spring-cup/embed/standing": "Täällä ei ole osaa ”standing”.", "/embed": "puuttuu määrite data-tournament"} {
		got := s.get(path+"?lang=fi", "Cookie", "")
		if csp := got.Header.Get("Content-Security-Policy"); !strings.Contains(csp, "frame-ancestors *") {
			t.Errorf("%s has the policy %q", path, csp)
		}
		status := http.StatusNotFound
		if path == "/embed" {
			status = http.StatusUnprocessableEntity
		}
		doc := s.page(got, status)
		if said := text(doc, "body.embed"); !strings.Contains(said, want) || doc.Find("header.top, footer").Length() > 0 {
			t.Errorf("%s says %q", path, said)
		}
	}
	for _, path := range append(publicPages, "/login", "/feed.atom", "/api/v1/tournaments") {
		if csp := s.get(path).Header.Get("Content-Security-Policy"); !strings.Contains(csp, "frame-ancestors 'none'") {
			t.Errorf("%s has the policy %q", path, csp)
		}
	}
	s.login()
	code := text(s.page(s.get("/desk/spring-cup/exports"), http.StatusOK), "#embed p:has([data-copied]) code")
	for _, want := range []string{
		`<script async src="` + s.http.URL + `/embed.js" data-tournament="spring-cup" data-show="standings" data-lang="en" data-title="Spring Cup" data-height="624"></script>`,
		`data-show="pairings"`, `<iframe src="` + s.http.URL + `/t/spring-cup/embed/standings?lang=en"`,
	} {
		if !strings.Contains(code, want) {
			t.Errorf("the code to copy lacks %s: %q", want, code)
		}
	}
	s.client = s.browser()
	got := s.get("/embed.js", "Origin", "https://club.example")
	if body := s.body(got); !strings.Contains(body, "/embed/") || got.Header.Get("Cross-Origin-Resource-Policy") != "cross-origin" || got.Header.Get("Set-Cookie") != "" ||
		!strings.HasPrefix(got.Header.Get("Content-Type"), "text/javascript") || strings.Contains(got.Header.Get("Cache-Control"), "immutable") {
		t.Errorf("the script for other sites has the headers %v", got.Header)
	}
}
