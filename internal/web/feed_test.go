package web_test

import (
	"encoding/xml"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/app/director"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
	"tourney/internal/web"
)

// readFeed returns the feed at an address, after checking the elements that Atom requires.
func (s *testSite) readFeed(path string) web.Feed {
	s.T.Helper()
	got := s.Get(path)
	if kind := got.Header.Get("Content-Type"); got.StatusCode != http.StatusOK || kind != web.AtomKind {
		s.T.Fatalf("%s answers %d, %s", path, got.StatusCode, kind)
	}
	var f web.Feed
	s.Check(xml.Unmarshal([]byte(s.Body(got)), &f))
	ids := map[string]bool{f.ID: true}
	if f.Title == "" || f.Author == "" || !strings.HasPrefix(f.ID, "urn:uuid:") || len(f.Links) != 2 || len(f.Entries) == 0 {
		s.T.Errorf("%s lacks something: %+v", path, f)
	}
	last := f.Updated
	for _, e := range f.Entries {
		if _, err := time.Parse(time.RFC3339, e.Updated); err != nil || e.Updated > last || e.Title == "" || e.Link.Href == "" || ids[e.ID] {
			s.T.Errorf("%s: the entry %+v (%v)", path, e, err)
		}
		ids[e.ID], last = true, e.Updated
	}
	return f
}

// The feed of a tournament has its published rounds, the feed of the server the public tournaments; pages link to them.
func TestFeeds(t *testing.T) {
	s := newSite(t)
	cup := s.Cup()
	f := s.readFeed("/t/spring-cup/feed.atom")
	if len(f.Entries) != 2 || !strings.HasSuffix(f.Entries[0].Link.Href, "/t/spring-cup/round/2") && !strings.HasSuffix(f.Entries[1].Link.Href, "/t/spring-cup/round/2") {
		t.Errorf("the rounds are %+v", f.Entries)
	}
	// An entry alone, without its page, names the tournament and the event.
	check := func(what, title, summary string) {
		t.Helper()
		i := slices.IndexFunc(s.readFeed("/t/spring-cup/feed.atom").Entries, func(e web.FeedEntry) bool {
			return e.Title == title && strings.HasPrefix(e.Summary, summary) && summary != ""
		})
		if i < 0 {
			t.Errorf("%s is not in the feed: %+v", what, s.readFeed("/t/spring-cup/feed.atom").Entries)
		}
	}
	check("a round", "Spring Cup: Round 2 is paired", "4 games · ")
	day := s.Director.On(sitetest.Anna, "spring-cup").Day()
	s.Check(day.Announce(t.Context(), "Lunch is served", time.Hour, ""))
	check("an announcement", "Spring Cup: announcement", "Lunch is served")
	if again := s.readFeed("/t/spring-cup/feed.atom?lang=fi"); again.ID != f.ID || again.Lang != "fi" || again.Entries[0].ID != f.Entries[0].ID {
		t.Errorf("the feed in Finnish is another one: %+v", again)
	}
	for _, g := range s.State("spring-cup").Round(2).Games {
		if !g.Result.Known() {
			_, err := s.Director.On(sitetest.Anna, "spring-cup").Enter(t.Context(), tournament.Entry{Round: 2, Table: g.Table, Seen: g.Revision, Result: tournament.Result{Outcome: tournament.BlackWins}})
			s.Check(err)
		}
	}
	s.Check(day.AnnounceFinal(t.Context(), "Thank you all."))
	check("the end", "Spring Cup: final standings", "1 ")
	s.Check(day.Reopen(t.Context(), "a mistake"))
	s.Check(day.AnnounceFinal(t.Context(), ""))
	check("a correction", "Spring Cup: final standings corrected", "1 ")
	got := s.Get("/t/spring-cup/calendar.ics?lang=fi", "Cookie", "", "Accept-Language", "en")
	if text := s.Body(got); got.StatusCode != http.StatusOK || !strings.Contains(text, "2. kierros") {
		t.Errorf("the calendar in Finnish answers %d: %s", got.StatusCode, text)
	}
	list := s.readFeed("/feed.atom")
	if !strings.HasSuffix(list.Entries[0].Link.Href, "/t/spring-cup") {
		t.Errorf("the list is %+v", list.Entries)
	}
	for path, want := range map[string]string{"/": "/feed.atom", "/t/spring-cup/standings": "/t/spring-cup/feed.atom"} {
		doc := s.Page(s.Get(path), http.StatusOK)
		if got := doc.Find(`link[rel=alternate][type="application/atom+xml"]`).AttrOr("href", ""); got != want {
			t.Errorf("%s leads to the feed %q", path, got)
		}
		if got := sitetest.Text(doc, `footer a[href="`+want+`"]`); got != "News feed (Atom)" {
			t.Errorf("the foot of %s offers the feed as %q", path, got)
		}
	}
	cup.Info.Hidden = true
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").SetUp(t.Context(), cup.Info, cup.Settings))
	if got := s.Body(s.Get("/feed.atom")); strings.Contains(got, "Spring Cup") {
		t.Error("the feed names a hidden tournament")
	}
	if got := s.Get("/t/spring-cup/feed.atom"); got.StatusCode != http.StatusNotFound {
		t.Errorf("the feed of a hidden tournament answers %d", got.StatusCode)
	}
}

// A round is dated by its last publication, whatever is announced and entered later; a round from a file by its start.
func TestFeedDatesRounds(t *testing.T) {
	s := newSite(t)
	s.Cup()
	round := s.Director.On(sitetest.Anna, "spring-cup").Because("a late entry").Round(3)
	s.Check(round.Publish(t.Context()))
	s.Later.Add(int64(time.Hour))
	s.Check(round.Unpublish(t.Context()))
	s.Check(round.Publish(t.Context()))
	s.Later.Add(int64(time.Hour))
	s.Check(round.SetStart(t.Context(), sitetest.Noon.Add(3*time.Hour)))
	g := s.State("spring-cup").Round(3).Games[0]
	_, err := s.Director.On(sitetest.Anna, "spring-cup").Enter(t.Context(), tournament.Entry{Round: 3, Table: g.Table, Seen: g.Revision, Result: tournament.Result{Outcome: tournament.BlackWins}})
	s.Check(err)
	at := map[string]string{}
	for _, e := range s.readFeed("/t/spring-cup/feed.atom").Entries {
		at[e.Link.Href[strings.LastIndex(e.Link.Href, "/"):]] = e.Updated
	}
	for path, want := range map[string]time.Time{"/2": sitetest.Noon, "/3": sitetest.Noon.Add(time.Hour)} {
		if want := want.UTC().Format(time.RFC3339); at[path] != want {
			t.Errorf("round %s is of %s, want %s", path, at[path], want)
		}
	}
}

// Only the pages for frames may be shown in frames of other sites. They have the content of the live page, no bars, and
// the language in the address.
func TestEmbeds(t *testing.T) {
	s := newSite(t)
	s.Cup()
	for path, part := range map[string]string{"/embed": "#now", "/embed/standings": "table.wall", "/embed/pairings": "#round"} {
		got := s.Get("/t/spring-cup"+path+"?lang=fi", "Cookie", "")
		if csp := got.Header.Get("Content-Security-Policy"); !strings.Contains(csp, "frame-ancestors *") || !strings.Contains(csp, "script-src 'self'") {
			t.Errorf("%s has the policy %q", path, csp)
		}
		doc := s.Page(got, http.StatusOK)
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
		got := s.Get(path+"?lang=fi", "Cookie", "")
		if csp := got.Header.Get("Content-Security-Policy"); !strings.Contains(csp, "frame-ancestors *") {
			t.Errorf("%s has the policy %q", path, csp)
		}
		status := http.StatusNotFound
		if path == "/embed" {
			status = http.StatusUnprocessableEntity
		}
		doc := s.Page(got, status)
		if said := sitetest.Text(doc, "body.embed"); !strings.Contains(said, want) || doc.Find("header.top, footer").Length() > 0 {
			t.Errorf("%s says %q", path, said)
		}
	}
	for _, path := range append(sitetest.PublicPages, "/login", "/feed.atom", "/api/v1/tournaments") {
		if csp := s.Get(path).Header.Get("Content-Security-Policy"); !strings.Contains(csp, "frame-ancestors 'none'") {
			t.Errorf("%s has the policy %q", path, csp)
		}
	}
	s.Client = s.Browser()
	got := s.Get("/embed.js", "Origin", "https://club.example")
	if body := s.Body(got); !strings.Contains(body, "/embed/") || got.Header.Get("Cross-Origin-Resource-Policy") != "cross-origin" || got.Header.Get("Set-Cookie") != "" ||
		!strings.HasPrefix(got.Header.Get("Content-Type"), "text/javascript") || strings.Contains(got.Header.Get("Cache-Control"), "immutable") {
		t.Errorf("the script for other sites has the headers %v", got.Header)
	}
}

// The feed of open play has its ended evenings.
func TestFeedOfEvenings(t *testing.T) {
	s := newSite(t)
	s.Kind("club", 3)
	ed := s.Director.On(sitetest.Anna, "open")
	s.Check(ed.SetStatus(t.Context(), 3, tournament.Preliminary)) // the evening begins with the others
	s.Check(ed.SetStatus(t.Context(), 3, tournament.CheckedIn))
	g, err := ed.Begin(t.Context(), director.Pairing{A: 1, B: 2}, "")
	s.Check(err)
	_, err = ed.Enter(t.Context(), tournament.Entry{Round: g.Round, Table: g.Table, Game: g.ID, Seen: g.Revision, Result: tournament.Result{Outcome: tournament.BlackWins}})
	s.Check(err)
	if got := s.Body(s.Get("/t/open/feed.atom")); strings.Contains(got, "<entry") {
		t.Errorf("during the evening the feed is %s", got)
	}
	s.Check(ed.EndEvening(t.Context()))
	f := s.readFeed("/t/open/feed.atom")
	if len(f.Entries) != 1 || !strings.HasPrefix(f.Entries[0].Title, "Open: evening of ") || f.Entries[0].Summary != "3 players · 1 game" || !strings.HasSuffix(f.Entries[0].Link.Href, "/t/open") {
		t.Errorf("the evenings are %+v", f.Entries)
	}
	if got := s.Body(s.Get("/t/open/calendar.ics")); strings.Count(got, "BEGIN:VEVENT") != 1 || !strings.Contains(got, "SUMMARY:Open\r\n") || strings.Contains(got, "ound") {
		t.Errorf("the calendar is %s", got)
	}
}
