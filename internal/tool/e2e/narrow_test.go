package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"
)

// Standings, ratings, prizes and exports can be read on a phone, even with long words: a wider part scrolls, not the
// page.
func TestResultsOnAPhone(t *testing.T) {
	p := open(t, start(t, "demo"))
	demoDesk(p)
	p.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
	const public, desk = "/t/helsinki-handicap-open", "/desk/helsinki-handicap-open"
	for _, path := range []string{
		public + "/standings", public + "/why/4", public + "/players/4",
		desk + "/ratings", desk + "/ratings/changes", desk + "/prizes", desk + "/prizes/script", desk + "/prizes/certificates", desk + "/exports", desk + "/publish",
	} {
		for _, language := range []string{"en", "pl"} {
			p.visit(path + "?lang=" + language)
			p.shoot(fmt.Sprint(path, language))
			if p.evaluate(`document.documentElement.scrollWidth > 390`) {
				t.Errorf("%s is wider than a phone in %s", path, language)
			}
		}
	}
}

// On a tablet, names are whole: of the tournament in the bar at the top, and of players in tables.
func TestNamesOnATablet(t *testing.T) {
	p := open(t, start(t, "demo"))
	demoDesk(p)
	languages := map[int64]string{768: "en", 900: "fi", 1024: "pl", 1366: "cs"}
	const public, desk = "/t/helsinki-handicap-open", "/desk/helsinki-handicap-open"
	for _, path := range []string{
		"/", "/desk", public, public + "/standings", public + "/players", public + "/players/4", desk, desk + "/players", desk + "/draw/3", desk + "/prizes",
	} {
		for _, width := range []int64{768, 900, 1024, 1366} {
			p.do(chromedp.EmulateViewport(width, 900))
			p.visit(path + "?lang=" + languages[width])
			cut, err := askAnew(p, chromedp.Evaluate[[]string](`[...document.querySelectorAll(".top .event span, .tag, .long, :is(td, th):has(.who)")]
				.filter(e => e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 2).map(e => e.innerText)`))
			if err != nil {
				t.Fatal(err)
			}
			if len(cut) > 0 {
				p.shoot(fmt.Sprint(path, width))
				t.Errorf("%s at %d points cuts %q", path, width, cut)
			}
		}
	}
}

// The headings of the standings are whole in every language, on the page and in a frame of another site.
func TestHeadingsOfTheStandings(t *testing.T) {
	p := open(t, start(t, "demo"))
	const public = "/t/helsinki-handicap-open"
	for _, width := range []int64{1366, 900, 390} {
		p.do(chromedp.EmulateViewport(width, 900))
		for _, language := range []string{"en", "fi", "pl", "cs"} {
			for _, path := range []string{public + "/standings?lang=", public + "/standings?sort=SOSOSW&lang=", public + "/embed/standings?lang="} {
				p.visit(path + language)
				cut, err := askAnew(p, chromedp.Evaluate[[]string](`[...document.querySelectorAll(".wall thead a")].filter(a => {
					const at = a.getBoundingClientRect();
					return at.width && getComputedStyle(a).fontSize !== "0px" &&
						[at.left + 1, at.right - 1].some(x => [at.top + 4, at.bottom - 4].some(y => !a.closest("th").contains(document.elementFromPoint(x, y))));
				}).map(a => a.innerText)`))
				if err != nil {
					t.Fatal(err)
				}
				if len(cut) > 0 {
					p.shoot(fmt.Sprint(language, width))
					t.Errorf("%s%s at %d points cuts %q", path, language, width, cut)
				}
			}
		}
	}
}

// On a phone the standings show two criteria, the second of them by choice, and all rounds.
func TestStandingsOnAPhone(t *testing.T) {
	p := open(t, start(t, "demo"))
	for _, at := range []struct {
		width    int64
		criteria int
	}{{320, 2}, {360, 2}, {390, 2}, {700, 3}} {
		p.do(chromedp.EmulateViewport(at.width, 800))
		p.visit(demoCup + "/standings?lang=en")
		for _, wrong := range []string{
			fmt.Sprintf(`[...document.querySelectorAll(".wall tbody tr:first-child .s")].filter(e => e.offsetWidth).length !== %d`, at.criteria),
			`document.documentElement.scrollWidth > innerWidth`,
			`[...document.querySelectorAll(".wall td.c")].some(e => !e.offsetWidth || e.getBoundingClientRect().right > innerWidth)`,
			`(() => {
				const shown = () => [...document.querySelectorAll(".wall th.on .next")].find(e => e.offsetWidth), was = shown();
				was?.click();
				return was && shown()?.dataset.name === was.dataset.name;
			})()`,
		} {
			if p.evaluate(wrong) {
				p.shoot(fmt.Sprint("standings", at.width))
				t.Errorf("at %d points: %s", at.width, wrong)
			}
		}
	}
}

// The fault of a typed line is whole beside the field: its end has the remedy.
func TestFaultsBesideTheFieldAreWhole(t *testing.T) {
	p := open(t, start(t, "demo"))
	demoDesk(p)
	for _, language := range []string{"en", "fi", "pl", "cs"} {
		for _, width := range []int64{1440, 1024, 390} {
			p.do(chromedp.EmulateViewport(width, 900))
			p.visit("/desk/helsinki-handicap-open?lang=" + language)
			for _, line := range []string{"1.1b", "99b", "2b3.x"} {
				p.do(chromedp.SendKeys(chromedp.CSS("#typed"), line))
				p.wait(`document.querySelector("#reading .wrong")?.offsetHeight > 0`)
				if p.evaluate(`(e => e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight + 1)(document.querySelector("#reading .wrong"))`) {
					p.shoot(fmt.Sprint("fault", language, width, line))
					t.Errorf("%s at %d points in %s is cut: %q", line, width, language, p.text("#reading .wrong"))
				}
				p.evaluate(`(f => { f.value = ""; return f.dispatchEvent(new Event("input", {bubbles: true})); })(document.querySelector("#typed"))`)
				p.wait(`!document.querySelector("#reading .wrong")`)
			}
		}
	}
}

// On a phone, the name of the tournament is whole on every page, and the sections are in one order, the current one in
// view.
func TestHeadOnAPhone(t *testing.T) {
	p := open(t, start(t, "demo"))
	demoDesk(p)
	p.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
	const desk = "/desk/helsinki-handicap-open"
	for _, pages := range [][]string{
		{demoCup, demoCup + "/standings", demoCup + "/statistics", demoCup + "/about"},
		{desk, desk + "/players", desk + "/draw/4", desk + "/exports", desk + "/publish", desk + "/settings"},
	} {
		var order []string
		for _, path := range pages {
			p.visit(path + "?lang=en")
			for _, wrong := range []string{
				`(e => e.scrollHeight > e.clientHeight + 2 || e.scrollWidth > e.clientWidth + 1)(document.querySelector(".top .event span"))`,
				`(e => {
					const at = e.getBoundingClientRect(), row = e.closest("ul").getBoundingClientRect();
					return at.left < row.left || at.right > row.right;
				})(document.querySelector(".sections > ul [aria-current]"))`,
			} {
				if p.evaluate(wrong) {
					p.shoot(path)
					t.Errorf("%s: %s", path, wrong)
				}
			}
			shown, err := askAnew(p, chromedp.Evaluate[[]string](`[...document.querySelectorAll(".sections > ul a")]
				.sort((a, b) => a.getBoundingClientRect().left - b.getBoundingClientRect().left).map(a => a.innerText)`))
			if err != nil {
				t.Fatal(err)
			}
			if order == nil {
				order = shown
			}
			if diff := cmp.Diff(order, shown); diff != "" {
				t.Errorf("%s has its sections in another order (-first +this):\n%s", path, diff)
			}
		}
	}
}
