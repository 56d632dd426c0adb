package handbook_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/testkit/sitetest"
)

// languages have the first four chapters. German and French readers have the desk in English.
var languages = []string{"en", "fi", "pl", "cs", "de", "fr"}

// Every chapter is complete in every language: it has a title and parts with text, its links lead to pages of the
// server, and its pictures exist.
func TestChapters(t *testing.T) {
	s := sitetest.New(t)
	for _, lang := range languages {
		s.Get("/?lang=" + lang)
		doc := s.Page(s.Get("/handbook"), http.StatusOK)
		chapters := doc.Find("main h2 a")
		if chapters.Length() != 10 {
			t.Errorf("%s has %d chapters", lang, chapters.Length())
		}
		chapters.Each(func(_ int, a *goquery.Selection) {
			at := a.AttrOr("href", "")
			doc := s.Page(s.Get(at), http.StatusOK)
			if parts := doc.Find("article section"); sitetest.Text(doc, "h1") == "" || parts.Length() < 3 || parts.Find("h2").Length() != parts.Length() {
				t.Errorf("%s in %s: %q with %d parts", at, lang, sitetest.Text(doc, "h1"), parts.Length())
			}
			doc.Find("article section").Each(func(_ int, part *goquery.Selection) {
				if words := len(strings.Fields(part.Text())); words < 15 || words > 150 {
					t.Errorf("%s in %s, %q: %d words, want 15 to 150", at, lang, part.Find("h2").Text(), words)
				}
			})
			doc.Find("article a, article img").Each(func(_ int, e *goquery.Selection) {
				to := e.AttrOr("href", e.AttrOr("src", ""))
				if got := s.Get(to); got.StatusCode != http.StatusOK {
					t.Errorf("%s in %s leads to %q, which answers %d", at, lang, to, got.StatusCode)
				}
			})
		})
	}
}

// A translation has the parts of the English chapter, in the same order: the anchors of all languages are equal. A
// chapter without a translation has a note.
func TestPartsOfTranslations(t *testing.T) {
	s := sitetest.New(t)
	english := map[string]string{}
	for _, lang := range languages {
		s.Get("/?lang=" + lang)
		for _, chapter := range []string{"first", "evening", "coming", "day", "players"} {
			doc := s.Page(s.Get("/handbook/"+chapter), http.StatusOK)
			if lang == "en" {
				english[chapter] = anchors(doc)
				continue
			}
			if got := anchors(doc); got != english[chapter] {
				t.Errorf("%s in %s has the parts %s, want %s", chapter, lang, got, english[chapter])
			}
			foreign := doc.Find("article").AttrOr("lang", "") != lang
			if foreign != (chapter == "players") {
				t.Errorf("%s is not in %s", chapter, lang)
			}
			if said := doc.Find("article .banner").Length() == 1; said != foreign {
				t.Errorf("%s in %s: foreign %t, said %t", chapter, lang, foreign, said)
			}
		}
	}
}

// Names joined by an arrow are a way: the page of the first, in the bar of a tournament, or the menu More, has a link with
// the second.
func TestWaysLead(t *testing.T) {
	s := sitetest.New(t)
	s.Cup()
	s.Login()
	ways := 0
	for _, lang := range languages {
		s.Get("/?lang=" + lang)
		desk := s.Page(s.Get("/desk/spring-cup"), http.StatusOK)
		menu := desk.Find(".moremenu")
		bar := desk.Find("nav.sections > ul > li > a")
		s.Page(s.Get("/handbook"), http.StatusOK).Find("main h2 a").Each(func(_ int, a *goquery.Selection) {
			at := a.AttrOr("href", "")
			chapter := s.Page(s.Get(at), http.StatusOK)
			if chapter.Find("article").AttrOr("lang", "") == "en" && desk.Find("html").AttrOr("lang", "") != "en" {
				return // not translated
			}
			chapter.Find("article strong").Each(func(_ int, e *goquery.Selection) {
				from, to, is := strings.Cut(sitetest.Words(e), " → ")
				if !is {
					return
				}
				ways++
				there := menu
				if from != sitetest.Words(menu.Find("summary")) {
					entry := named(bar, from)
					if entry == nil {
						t.Errorf("%s in %s: no menu has %q", at, lang, from)
						return
					}
					there = s.Page(s.Get(entry.AttrOr("href", "")), http.StatusOK).Find("main")
				}
				if named(there.Find("a"), to) == nil {
					t.Errorf("%s in %s: %q has no link %q", at, lang, from, to)
				}
			})
		})
	}
	if ways < 30 {
		t.Errorf("%d ways", ways)
	}
}

// named returns the link whose text begins with a name, or nil.
func named(links *goquery.Selection, name string) *goquery.Selection {
	for _, a := range links.EachIter() {
		if strings.HasPrefix(sitetest.Words(a), name) {
			return a
		}
	}
	return nil
}

func anchors(doc *goquery.Document) string {
	return strings.Join(doc.Find("article section").Map(func(_ int, e *goquery.Selection) string { return e.AttrOr("id", "") }), " ")
}

// The link Help leads to the handbook; with htmx its response is the part alone.
func TestHelpBesideThePage(t *testing.T) {
	s := sitetest.New(t)
	s.Cup()
	s.Login()
	doc := s.Page(s.Get("/desk/spring-cup/draw/3"), http.StatusOK)
	link := doc.Find("a.tohelp")
	if got := link.AttrOr("href", ""); got != "/handbook/day#draw-and-publish" || sitetest.Words(link) != "Help" {
		t.Errorf("%q leads to %s", sitetest.Words(link), got)
	}
	at := link.AttrOr("hx-get", "")
	part := s.Page(s.Get(at, "HX-Request", "true"), http.StatusOK)
	if part.Find("main").Length() != 0 || sitetest.Text(part, "h2") != "Draw and publish" || part.Find("form[method=dialog]").Length() != 1 {
		t.Errorf("the part is %s", part.Text())
	}
	german := s.Page(s.Get(at, "HX-Request", "true", "Accept-Language", "de"), http.StatusOK)
	if got := sitetest.Text(german, "h2"); got != "Auslosen und veröffentlichen" {
		t.Errorf("beside the English desk of a German reader is %q", got)
	}
	if doc := s.Page(s.Get(at), http.StatusOK); doc.Find("main section#draw-and-publish").Length() != 1 {
		t.Errorf("%s without htmx is no page", at)
	}
	if got := s.Get("/handbook/nothing").StatusCode; got != http.StatusNotFound {
		t.Errorf("a missing chapter answers %d", got)
	}
}
