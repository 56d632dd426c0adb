package web_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

func TestLanguageChoice(t *testing.T) {
	s := newSite(t)
	s.Cup()
	got := s.Get("/t/spring-cup/standings?after=1&lang=pl")
	if got.StatusCode != http.StatusSeeOther || got.Header.Get("Location") != "/t/spring-cup/standings?after=1" {
		t.Fatalf("the choice answers %d to %q", got.StatusCode, got.Header.Get("Location"))
	}
	doc := s.Page(s.Get("/t/spring-cup/standings", "Accept-Language", "fi"), http.StatusOK)
	if code, _ := doc.Find("html").Attr("lang"); code != "pl" {
		t.Errorf("the choice is forgotten: %s", code)
	}
	if got := s.Get("//evil.example/?lang=fi"); strings.HasPrefix(got.Header.Get("Location"), "//") {
		t.Errorf("leads away to %q", got.Header.Get("Location"))
	}
}

// A language for players and visitors only is on their pages and on paper; the desk's pages are in English, and offer
// the desk's languages.
func TestLanguagesAtTheDesk(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	for path, want := range map[string]string{
		"/": "de", "/t/spring-cup/standings": "de", "/desk/spring-cup/print/slips/2": "de", "/t/nowhere": "de", "/nowhere": "de",
		"/desk": "en", "/desk/spring-cup": "en", "/desk/spring-cup/settings": "en", "/desk/nowhere": "en",
	} {
		got := s.Get(path, "Accept-Language", "de-CH,fi;q=0.5")
		doc := s.Page(got, got.StatusCode)
		if code := doc.Find("html").AttrOr("lang", ""); code != want {
			t.Errorf("%s is in %s, want %s", path, code, want)
		}
		if offered := doc.Find("a[hreflang=de]").Length() > 0; doc.Find("a[hreflang]").Length() > 0 && offered != (want == "de") {
			t.Errorf("%s offers German: %v", path, offered)
		}
	}
}

func TestEveryPageInEveryLanguage(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := newSite(t)
	s.Cup()
	headings := map[string]map[string]string{ // address: language: heading
		"/":                          {"en": "Tournaments", "fi": "Turnaukset", "pl": "Turnieje", "cs": "Turnaje"},
		"/t/spring-cup/round/2":      {"en": "Round 2", "fi": "2. kierros", "pl": "Runda 2", "cs": "2. kolo"},
		"/t/spring-cup/standings":    {"en": "Standings during round 2", "fi": "Tilanne 2. kierroksella", "pl": "Klasyfikacja w trakcie rundy 2", "cs": "Pořadí během 2. kola"},
		"/t/spring-cup/players":      {"en": "Players", "fi": "Pelaajat", "pl": "Gracze", "cs": "Hráči"},
		"/t/spring-cup/players/1":    {"en": "Öberg X 1d", "fi": "Öberg X 1d", "pl": "Öberg X 1d", "cs": "Öberg X 1d"},
		"/t/spring-cup/crosstable":   {"en": "Cross table", "fi": "Ristitaulukko", "pl": "Tabela krzyżowa", "cs": "Křížová tabulka"},
		"/t/spring-cup/statistics":   {"en": "Statistics", "fi": "Tilastot", "pl": "Statystyki", "cs": "Statistika"},
		"/t/spring-cup/hall":         {"en": "Round 2", "fi": "2. kierros", "pl": "Runda 2", "cs": "2. kolo"},
		"/t/spring-cup/nowhere/else": {"en": "Page not found", "fi": "Sivua ei löydy", "pl": "Nie ma takiej strony", "cs": "Stránka nenalezena"},
	}
	for _, code := range []string{"en", "fi", "pl", "cs"} {
		s.Run(code, func(t *testing.T) {
			for _, path := range append(sitetest.PublicPages, "/t/spring-cup/nowhere/else") {
				status := http.StatusOK
				if strings.Contains(path, "nowhere") {
					status = http.StatusNotFound
				}
				doc := s.Page(s.Get(path, "Accept-Language", code), status)
				if got, _ := doc.Find("html").Attr("lang"); got != code {
					t.Errorf("%s asked in %s is in %s", path, code, got)
				}
				if want := headings[path][code]; want != "" {
					if got := sitetest.Words(doc.Find("h1").First()); got != want {
						t.Errorf("%s in %s has the heading %q, want %q", path, code, got, want)
					}
				}
				if found := sitetest.UntranslatedKey(doc.Text()); found != "" {
					t.Errorf("%s in %s shows %q", path, code, found)
				}
				if html, err := doc.Html(); err != nil || strings.Contains(html, "ZgotmplZ") {
					t.Errorf("%s in %s has what html/template refused (%v)", path, code, err)
				}
				doc.Find("script:not([src]), style, [style], [onclick], [onload]").Each(func(_ int, e *goquery.Selection) {
					t.Errorf("%s: the policy forbids %s", path, goquery.NodeName(e))
				})
			}
		})
	}
}

func TestDeskInEveryLanguage(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := newSite(t)
	s.Cup()
	s.Login()
	for _, code := range []string{"en", "fi", "pl", "cs"} {
		s.Run(code, func(t *testing.T) {
			for _, path := range deskPages {
				doc := s.Page(s.Get(path, "Accept-Language", code), http.StatusOK)
				if got, _ := doc.Find("html").Attr("lang"); got != code {
					t.Errorf("%s asked in %s is in %s", path, code, got)
				}
				if found := sitetest.UntranslatedKey(doc.Text()); found != "" {
					t.Errorf("%s in %s shows %q", path, code, found)
				}
			}
		})
	}
}

func TestEveryRoomInEveryLanguage(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := newSite(t)
	s.Cup()
	d := s.Desk("desk A")
	stale := d.Look("")
	d.Follow(d.Typed(d.Look(""), "3b"))
	d.Follow(d.Send("/undo", url.Values{"round": {"2"}}))
	d.Follow(d.Typed(d.Look(""), "2w3.5"))
	d.Follow(d.Typed(d.Look(""), "1b")) // contradicts the result from a file
	d.Follow(d.Typed(stale, "2br"))     // contests an entry
	d.Press(3, "swap", "player", "9", "player", "2")
	d.Press(3, "colours", "table", "1")
	d.Press(3, "terms", "table", "1", "handicap", "2", "komi", "0")
	d.Press(3, "lock", "table", "1")
	d.Press(3, "start", "start", "15:30", "day", "2 May 2026")
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").SetStatus(t.Context(), 7, tournament.Preliminary))
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").SetAttendance(t.Context(), 8, 4, tournament.HalfBye))
	for _, code := range []string{"en", "fi", "pl", "cs"} {
		s.Run(code, func(t *testing.T) {
			for _, path := range []string{
				"", "?table=2", "?table=1&find=a", "?keys=all", "?last=2", "/round/1", "/round/1?table=3", "/draw/2", "/draw/2?table=2", "/draw/2?ask=withhold",
				"/draw/2?ask=unpair&table=3", "/draw/3", "/draw/3?table=1", "/draw/3?ask=pair", "/draw/3?ask=drop", "/draw/3?ask=publish", "/draw/4", "/draw/5",
				"/draw/3/why?a=1&b=2", "/draw/3/meet/1", "/draw/3/meet/5", "/draw/2/meet/8",
				"/log", "/log?page=7",
			} {
				d.Site.Client = d.Client
				doc := s.Page(s.Get("/desk/spring-cup"+path, "Accept-Language", code), http.StatusOK)
				if got := doc.Find("html").AttrOr("lang", ""); got != code {
					t.Errorf("%s asked in %s is in %s", path, code, got)
				}
				if found := sitetest.UntranslatedKey(doc.Text()); found != "" {
					t.Errorf("%s in %s shows %q", path, code, found)
				}
				if doc.Find("h1").Length() != 1 {
					t.Errorf("%s has %d headings", path, doc.Find("h1").Length())
				}
				doc.Find("script:not([src]), style, [style], [onclick]").Each(func(_ int, e *goquery.Selection) {
					t.Errorf("%s: the policy forbids %s", path, goquery.NodeName(e))
				})
				doc.Find("input:not([type=hidden]), select").Each(func(_ int, e *goquery.Selection) {
					if name, ok := e.Attr("id"); e.Closest("label").Length() == 0 && (!ok || doc.Find("label[for="+name+"]").Length() == 0) && e.AttrOr("aria-label", "") == "" {
						t.Errorf("%s: the field %s has no label", path, e.AttrOr("name", ""))
					}
				})
			}
		})
	}
}

var officePages = []string{
	"/desk", "/new", "/desk/spring-cup/players", "/desk/spring-cup/players/1", "/desk/spring-cup/import",
	"/desk/spring-cup/settings", "/desk/spring-cup/simulate", "/desk/spring-cup/exports", "/desk/spring-cup/steering",
	"/desk/spring-cup/signup", "/desk/spring-cup/letters/1",
}

func TestOfficeInEveryLanguage(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := newSite(t)
	s.Cup()
	s.Login()
	list := s.SeeOther(s.Post("/desk/spring-cup/import", url.Values{"text": {"Name;Rank\nNew Person;5k\nOdd Person;12 stones\n"}}))
	file := s.SeeOther(s.Upload("/import", "x.json", s.Export("spring-cup", "tourney")))
	for _, path := range append(slices.Clone(officePages), list, file) {
		for _, language := range []string{"en", "fi", "pl", "cs"} {
			s.Run(language+" "+path, func(t *testing.T) {
				doc := s.Page(s.Get(path, "Accept-Language", language), http.StatusOK)
				if got := doc.Find("html").AttrOr("lang", ""); got != language {
					t.Errorf("%s in %s is in %q", path, language, got)
				}
				if found := sitetest.UntranslatedKey(sitetest.Text(doc, "main")); found != "" {
					t.Errorf("%s in %s shows %q", path, language, found)
				}
				if n := doc.Find("h1").Length(); n != 1 {
					t.Errorf("%s has %d headings of the first order", path, n)
				}
			})
		}
	}
}

// The page with a refused form links to the page of the form in another language: the form's own address has no GET
// route.
func TestLanguageOfARefusedForm(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	got := s.Post("/account", url.Values{"old": {"wrong"}, "password": {"another password"}, "again": {"another password"}}, "Referer", s.HTTP.URL+"/account")
	doc := s.Page(got, got.StatusCode)
	links := doc.Find("a[hreflang]")
	if links.Length() < 4 {
		t.Fatalf("only %d languages", links.Length())
	}
	links.Each(func(_ int, a *goquery.Selection) {
		if to := a.AttrOr("href", ""); !strings.HasPrefix(to, "/account?lang=") {
			t.Errorf("%s leads to %s", a.Text(), to)
		}
	})
}
