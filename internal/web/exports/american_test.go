package exports_test

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/testkit/sitetest"
)

// americanList is an American list of invented people: a member, a member since expired, a junior and a life member.
const americanList = "Ashdale, Duncan\t98416\tYouth\t-3.54000\t2/2/2022\tBGCX\tCA\t1.46506\t8/1/2021\r\n" +
	"Birchwick, Clare\t95997\tFull\t4.50000\t12/31/2026\tNOVA\tTX\t0.51000\t4/14/2026\r\n" +
	"Cedarholm, Rupert\t92458\tLife\t-15.28000\t\t\tMA\t1.04396\t1/26/2026\r\n" +
	"Elmsworth, Hazel\t91480\tFull\t-1.20000\t5/2/2026\tSEAT\tWA\t0.40000\t3/1/2026\r\n"

// A chapter runs a tournament from the list to the letter with the results, and counts its steps: a page or a form.
func TestAmericanChapter(t *testing.T) {
	s := newSite(t)
	s.Login()
	steps := 0
	page := func(path string) string { return "/desk/chapter" + path }
	look := func(path string) *goquery.Document { steps++; return s.Page(s.Get(page(path)), http.StatusOK) }
	send := func(path string, form url.Values) string { steps++; return s.SeeOther(s.Post(page(path), form)) }

	steps++
	s.SeeOther(s.Post("/new", url.Values{"name": {"Chapter"}, "slug": {"chapter"}, "place": {"Springfield, VA"}, "country": {"US"},
		"begin": {"2026-05-02"}, "zone": {"America/New_York"}, "preset": {"aga"}, "once": {"a"}}))
	// The list: the page links the federation's, and the downloaded file is dropped there.
	if got := look("/ratings").Find(".take-file dd a").First().AttrOr("href", ""); !strings.HasPrefix(got, "https://usgo.org/") {
		t.Errorf("the first list to download is %q", got)
	}
	steps++
	s.Send(page("/ratings"), "TDListA.txt", americanList)
	// The players: a number, Enter, Add.
	for _, number := range []string{"98416", "95997", "92458", "91480"} {
		found := look("/players?find=" + number).Find("#found a").First()
		if rating := map[string]string{"98416": "−3.54", "95997": "4.5"}[number]; !strings.Contains(found.Text(), rating) {
			t.Errorf("%s is found as %q", number, sitetest.Words(found))
		}
		taken := s.Page(s.Get(found.AttrOr("href", "")), http.StatusOK)
		form := sitetest.Fields(taken, "form.register")
		taken.Find("form.register input:not([type=hidden])").Each(func(_ int, e *goquery.Selection) {
			if _, checked := e.Attr("checked"); checked || e.AttrOr("type", "") != "checkbox" {
				form.Add(e.AttrOr("name", ""), e.AttrOr("value", ""))
			}
		})
		send("/players", form)
	}
	// Ratings look American. The expired membership is red at check-in, and a step of the day.
	row := look("/players?show=lapsed").Find("#entrants tbody tr")
	if got := sitetest.Words(row); row.Length() != 1 || !strings.Contains(got, "Ashdale") || !strings.Contains(got, "−3.54") || row.Find(".tag.error").Text() != "Membership ended on 2 February 2022" {
		t.Errorf("ended memberships: %q", got)
	}
	if got := sitetest.Words(look("").Find("main")); !strings.Contains(got, "1 player has no valid membership") {
		t.Errorf("the desk: %q", got)
	}
	settings := s.SettingsForm("chapter")
	settings.Set("rounds", "3")
	send("/settings", settings)
	for n := range 3 {
		round := strconv.Itoa(n + 1)
		send("/draw/"+round, url.Values{"do": {"draft"}})
		send("/draw/"+round, url.Values{"do": {"publish"}})
		for _, table := range []string{"1", "2"} {
			form := sitetest.Fields(s.Page(s.Get(page("/round/"+round+"?table="+table)), http.StatusOK), "#panel form")
			form.Set("result", "B+")
			send("/result", form)
		}
	}
	public := s.Page(s.Get("/t/chapter/players"), http.StatusOK)
	if got := sitetest.Text(public, ".entrants tbody"); !strings.Contains(got, "−3.54") || !strings.Contains(got, "4.5") || strings.Contains(got, "1796") {
		t.Errorf("the public list: %q", got)
	}
	send("/final", url.Values{"do": {"announce"}})
	// The question stands in the open block, beside the letter with the file. Then it is marked as sent.
	doc := look("/exports/federations")
	if got := sitetest.Text(doc, ".federation > header h2"); got != "American Go Association (AGA)" || !strings.Contains(sitetest.Text(doc, ".federation .questions"), "2/2/2022") {
		t.Errorf("the open block is %q: %s", got, sitetest.Text(doc, ".federation .questions"))
	}
	letter := doc.Find(".federation textarea").Text()
	if !strings.Contains(letter, "PLAYERS\n") || !strings.Contains(letter, "98416 Ashdale, Duncan 3k") || strings.Count(letter, "GAMES") != 3 {
		t.Errorf("the letter is %q", letter)
	}
	if got := doc.Find(".federation a[href^='mailto:ratings@usgo.org?subject=Results']").Length(); got != 1 {
		t.Errorf("%d letters to the federation", got)
	}
	send("/exports/sent", url.Values{"to": {"AGA"}, "once": {doc.Find("[name=once]").AttrOr("value", "")}})
	if doc = look("/exports/federations"); doc.Find(".federation").Length() != 0 {
		t.Errorf("after the report: %q", sitetest.Text(doc, "main"))
	}
	t.Logf("%d steps", steps)
}
