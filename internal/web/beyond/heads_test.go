package beyond_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/testkit/sitetest"
	"tourney/internal/testkit/webtest"
)

// Updates of a part also update the figures in the page's head: inside the part or out of band in its answers.
func TestFiguresFollowTheirPage(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := published(t)
	seen := 0
	for _, path := range webtest.Pages {
		parts := strings.SplitN(path, "/", 4)
		if strings.Contains(path, "{") || len(parts) < 3 || parts[1] != "t" && parts[1] != "desk" {
			continue
		}
		_, query, _ := strings.Cut(parts[2], "?")
		parts[2] = strings.TrimSuffix("spring-cup?"+query, "?")
		got := s.Get(strings.Join(parts, "/"))
		if !strings.HasPrefix(got.Header.Get("Content-Type"), "text/html") || got.StatusCode != http.StatusOK {
			continue
		}
		doc := s.Page(got, http.StatusOK)
		live := doc.Find("main [hx-get][hx-trigger*='live:'], body > [hx-trigger*='live:']").FilterFunction(func(_ int, e *goquery.Selection) bool { return e.AttrOr("id", "") != "news" })
		if live.Length() == 0 {
			continue
		}
		seen++
		doc.Find(".head .facts").Each(func(_ int, figures *goquery.Selection) {
			if strings.IndexFunc(figures.Text(), func(r rune) bool { return '0' <= r && r <= '9' }) < 0 {
				return
			}
			follows := false
			live.Each(func(_ int, part *goquery.Selection) {
				follows = follows || figures.Closest("#"+part.AttrOr("id", "none")).Length() > 0
				for also := range strings.SplitSeq(part.AttrOr("hx-select-oob", "#none"), ",") {
					follows = follows || figures.Closest(also).Length() > 0
				}
			})
			if !follows {
				t.Errorf("%s: nothing updates %q", path, sitetest.Words(figures))
			}
		})
	}
	if s.waitSynced(); seen < 15 {
		t.Errorf("only %d pages follow changes", seen)
	}
}
