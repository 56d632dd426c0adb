package e2e

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"tourney/templates"
)

// A player follows the tournament on a phone whose language is Polish, from the code on the wall to
// the final standings: finds the own name, the table, reports the result by the slip, looks at the
// standings. Every word of the program is Polish, no page is wider than the phone, and what is
// tapped is large enough for a finger.
func TestJourneyInPolish(t *testing.T) {
	inBrowser(t)
	const public, home = "/t/helsinki-handicap-open", "/desk/helsinki-handicap-open"
	s := start(t, "demo")
	desk, phone := open(t, s), open(t, s)
	demoDesk(desk)
	desk.visit(home + "/settings?lang=en")
	desk.fill("[name=rounds]", "3") // the third round is the last
	desk.press(".settings .head button.main")
	letPlayersReport(desk, home)
	links := slipLinks(desk, home, 3)
	desk.visit(home)
	if code := desk.attribute(".address .qr", "aria-label"); !strings.HasSuffix(code, public) {
		t.Errorf("the code on the desk leads to %q", code)
	}
	missing := desk.texts(".waiting tr:not(:has(+ .dispute)) .n a")
	table := missing[len(missing)-1]
	name := desk.attributes("tr[data-table='"+table+"'] .black .who", "title")[0]
	words := englishWords(t)

	if _, err := chromedp.Call(phone.ctx, network.SetExtraHTTPHeaders, network.SetExtraHTTPHeadersParams{Headers: network.Headers{"Accept-Language": "pl"}}); err != nil {
		t.Fatal(err)
	}
	phone.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
	phone.visit(public)
	phone.fitsAPhone(words, "first")
	phone.do(chromedp.SendKeys(chromedp.CSS("#find"), strings.Fields(name)[0]+" "+strings.Fields(name)[1]))
	phone.wait(fmt.Sprintf(`[...document.querySelectorAll("#names li:not([hidden]) .who")].some(e => e.innerText === %q)`, name))
	phone.fitsAPhone(words, "found")
	phone.do(chromedp.KeyEvent(kb.Enter))
	phone.wait(fmt.Sprintf(`document.querySelector("#mine .card")?.innerText.includes(%q)`, name))
	if card := phone.text("#mine .card"); !regexp.MustCompile(`\b` + table + `\b`).MatchString(card) {
		t.Errorf("the card does not tell of table %s: %q", table, card)
	}
	phone.fitsAPhone(words, "card")

	phone.visit(links[table]) // the camera opens the address on the slip
	phone.fitsAPhone(words, "slip")
	phone.press(".whoareyou button:first-of-type")
	phone.fitsAPhone(words, "asked")
	phone.tap(`.outcome fieldset label:nth-of-type(1)`)
	phone.tap(`.outcome [name=how][value=R]`)
	phone.press(".outcome button.main")
	phone.wait(`document.querySelector("#match .banner.notice")`)
	phone.fitsAPhone(words, "reported")

	phone.press(`.sections a[href$="/standings"]`)
	phone.wait(`document.querySelector("tr.mine")`)
	phone.fitsAPhone(words, "standings")
	phone.press("tr.mine a.who")
	phone.wait(`document.querySelector("[data-player-page]")`)
	phone.fitsAPhone(words, "player")

	desk.visit(home)
	for _, table := range desk.texts(".waiting tr:not(:has(+ .dispute)) .n a") {
		desk.do(chromedp.SendKeys(chromedp.CSS("#typed"), table+"b"+kb.Enter))
		desk.wait(fmt.Sprintf(`document.querySelector("tbody.entered tr[data-table='%s']")`, table))
	}
	desk.tap("[id^=dispute] form:last-of-type button")
	desk.wait(`document.querySelector(".main#onwards")`)
	desk.press(".main#onwards")
	desk.press("button[value=announce]")
	phone.press(".top .event")
	phone.wait(`document.querySelector("#finished tr.mine")`)
	phone.fitsAPhone(words, "final")
	if lang := phone.attribute("html", "lang"); lang != "pl" {
		t.Errorf("the last page is in %q", lang)
	}
}

// englishWords returns expressions for the messages of the English catalog that read otherwise in
// Polish, for whole texts.
func englishWords(t *testing.T) []*regexp.Regexp {
	t.Helper()
	read := func(code string) (messages map[string]any) {
		data, err := fs.ReadFile(templates.FS, "lang/"+code+".json")
		if err == nil {
			err = json.Unmarshal(data, &messages)
		}
		if err != nil {
			t.Fatal(err)
		}
		return messages
	}
	forms := func(message any) (texts []string) {
		switch m := message.(type) {
		case string:
			texts = append(texts, m)
		case map[string]any:
			for _, form := range m {
				texts = append(texts, fmt.Sprint(form))
			}
		}
		return texts
	}
	english, polish := read("en"), read("pl")
	ours := map[string]bool{} // words that Polish has too
	for _, message := range polish {
		for _, text := range forms(message) {
			ours[text] = true
		}
	}
	value := regexp.MustCompile(`\\\{\d+\\\}`)
	var found []string
	for _, message := range english {
		for _, text := range forms(message) {
			fixed := regexp.MustCompile(`\{\d+\}|[^\pL]`).ReplaceAllString(text, "")
			if !ours[text] && len(fixed) >= 4 {
				found = append(found, "^"+value.ReplaceAllString(regexp.QuoteMeta(text), ".+")+"$")
			}
		}
	}
	slices.Sort(found)
	var all []*regexp.Regexp
	for _, text := range slices.Compact(found) {
		all = append(all, regexp.MustCompile(text))
	}
	if len(all) < 500 {
		t.Fatalf("only %d messages are English", len(all))
	}
	return all
}

// fitsAPhone checks the page shown on a phone: no text of the program is English, nothing scrolls
// sideways, and targets are 44 pixels high at least.
func (p *page) fitsAPhone(english []*regexp.Regexp, name string) {
	p.t.Helper()
	p.shoot(name)
	if p.evaluate(`document.documentElement.scrollWidth > document.documentElement.clientWidth`) {
		p.t.Errorf("%s is wider than a phone", name)
	}
	texts, err := askAnew(p, chromedp.Evaluate[[]string](`(() => {
		const texts = [document.title], all = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
		while (all.nextNode()) if (!all.currentNode.parentElement.closest("script, [lang]:not(html), .given dt")) texts.push(all.currentNode.data);
		document.querySelectorAll("[title], [aria-label], [placeholder]").forEach(e => ["title", "aria-label", "placeholder"].forEach(name => texts.push(e.getAttribute(name) ?? "")));
		return [...new Set(texts.map(text => text.trim().replace(/\s+/g, " ")))].filter(text => text);
	})()`))
	if err != nil {
		p.t.Fatal(err)
	}
	for _, text := range texts {
		if i := slices.IndexFunc(english, func(r *regexp.Regexp) bool { return r.MatchString(text) }); i >= 0 {
			p.t.Errorf("%s says %q in English, as %s", name, text, english[i])
		}
	}
	small, err := askAnew(p, chromedp.Evaluate[[]string](`[...document.querySelectorAll("button, .button, summary, select, nav a, input:not([type=hidden], [type=radio], [type=checkbox])")]
		.filter(e => e.checkVisibility({visibilityProperty: true}) && !e.closest(".vh, .skip") && e.getBoundingClientRect().height && e.getBoundingClientRect().height < 43.5)
		.map(e => e.getBoundingClientRect().height + " " + e.outerHTML.slice(0, 120))`))
	if err != nil {
		p.t.Fatal(err)
	}
	for _, target := range small {
		p.t.Errorf("%s: too small for a finger: %s", name, target)
	}
}
