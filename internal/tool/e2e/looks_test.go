package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// apart is a JavaScript function: whether the texts of the elements that a
// selector finds, one after the other, keep some points from each other.
const apart = `(selector => {
	const of = e => { if (e.matches(".pill")) return e.getBoundingClientRect(); const r = document.createRange(); r.selectNodeContents(e); return r.getBoundingClientRect(); };
	const all = [...document.querySelectorAll(selector)].map(of).filter(r => r.width);
	return all.length > 1 && all.every((a, i) => all.every((b, j) => i >= j || a.right + 4 <= b.left || b.right + 4 <= a.left || a.bottom <= b.top || b.bottom <= a.top));
})`

// The display's numbers stand apart on every projector, and its names can be read on a portrait screen.
func TestDisplayCanBeRead(t *testing.T) {
	p := open(t, start(t, "demo"))
	displayCanBeRead(p, "names", "tables")
	if n := len(p.texts(".slide.names")); n != 1 {
		t.Errorf("42 names take %d slides", n)
	}
	demoDesk(p)
	for _, table := range p.texts(".waiting tr:not(:has(+ .dispute)) .n a") {
		p.do(chromedp.SendKeys(chromedp.CSS("#typed"), table+"b"+kb.Enter))
		p.wait(`document.querySelector("tbody.entered tr[data-table='` + table + `']")`)
	}
	p.tap("[id^=dispute] form:last-of-type button")
	p.wait(`document.querySelector("#live .facts").innerText.includes("20 of 20")`)
	displayCanBeRead(p, "standings")
}

// displayCanBeRead checks slides of the demo's display on several screens.
func displayCanBeRead(p *page, kinds ...string) {
	t := p.t
	t.Helper()
	for _, size := range [][2]int64{{1366, 768}, {1920, 1080}, {1024, 768}, {1080, 1920}, {390, 844}} {
		p.do(chromedp.EmulateViewport(size[0], size[1]))
		p.visit("/t/helsinki-handicap-open/hall")
		for _, kind := range kinds {
			slide := "." + kind
			p.wait(`document.querySelector("` + slide + `")`)
			p.do(chromedp.Evaluate[chromedp.Void](`void document.querySelectorAll(".slide").forEach(s => s.style.display = s === document.querySelector("` + slide + `") ? "flex" : "none")`))
			p.shoot(kind)
			if kind == "standings" && !p.evaluate(apart+`("`+slide+` .score i")`) {
				t.Errorf("%v: scores are glued to each other", size)
			}
			if p.evaluate(`[...document.querySelectorAll("` + slide + ` :is(.side, li > .who)")].some(e => e.getClientRects().length && e.clientWidth < 5 * parseFloat(getComputedStyle(e).fontSize))`) {
				t.Errorf("%v: names of the %s have no room", size, kind)
			}
			if p.evaluate(`[...document.querySelectorAll("` + slide + ` .who")].some(e => e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 4)`) {
				t.Errorf("%v: names of the %s are cut", size, kind)
			}
			if p.evaluate(`[...document.querySelectorAll("` + slide + ` li")].some(e => e.getClientRects().length && (e.getBoundingClientRect().bottom > innerHeight || e.getBoundingClientRect().right > innerWidth))`) {
				t.Errorf("%v: the %s run out of the screen", size, kind)
			}
		}
	}
}

// The sentence above a table stands apart from it, on a desktop and on a phone.
func TestSentenceAboveATable(t *testing.T) {
	p := open(t, start(t, "demo"))
	demoDesk(p)
	p.visit("/desk/helsinki-handicap-open/players/4")
	p.fill("#f-egd", "10000000")
	p.press("button.main[form=entry]")
	for _, path := range []string{"/person/egd/10000000", "/people/1/log"} {
		for _, on := range devices {
			p.do(chromedp.EmulateViewport(on.width, on.height, on.options...))
			p.visit(path)
			p.shoot(on.name + path)
			if !p.evaluate(`(above => document.querySelector("main table").getBoundingClientRect().top - above.getBoundingClientRect().bottom >= 12)(document.querySelector("main :is(p, h2, header):has(+ table)"))`) {
				t.Errorf("on a %s the table of %s has no room above it", on.name, path)
			}
		}
	}
}

// A long name does not push the standings out of the first page.
func TestLongNameOnTheFirstPage(t *testing.T) {
	p := open(t, start(t, "demo"))
	demoDesk(p)
	p.visit("/t/helsinki-handicap-open/standings")
	leader := p.attributes(".wall a.who", "pathname")[0]
	p.visit("/desk/helsinki-handicap-open/players/" + leader[len("/t/helsinki-handicap-open/players/"):])
	p.fill("#f-family", "Vesilampi-Björkfjäll-Lindströmsson-Korhosenkoski von der Schulenburg")
	p.press("button.main[form=entry]")
	for _, width := range []int64{1366, 390} {
		p.do(chromedp.EmulateViewport(width, 800))
		p.visit("/t/helsinki-handicap-open")
		p.shoot("first")
		if !p.evaluate(`document.body.innerText.includes("Schulenburg")`) {
			t.Error("the name is not there")
		}
		if p.evaluate(`document.documentElement.scrollWidth > document.documentElement.clientWidth || document.querySelector(".leaders").getBoundingClientRect().right > document.querySelector("main").getBoundingClientRect().right`) {
			t.Errorf("at %d the page runs out of the screen", width)
		}
	}
}

// On a phone the result of a published game and the link to its reasons lie
// side by side.
func TestPublishedDrawOnAPhone(t *testing.T) {
	p := open(t, start(t, "demo"))
	demoDesk(p)
	p.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
	p.visit("/desk/helsinki-handicap-open/draw/1")
	p.shoot("draw")
	if !p.evaluate(apart + `(".games.draw tbody tr:not(.opened) :is(.res .pill, .do a)")`) {
		t.Error("results lie on the links")
	}
}

// On a phone a rank stays on the line of the last word of its name, a date on one line, and the explanation of a game
// has the width of the page.
func TestRowsOnAPhone(t *testing.T) {
	p := open(t, start(t, "demo"))
	demoDesk(p)
	p.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
	const ranked = `[...document.querySelectorAll("table :is(.name, .black, .white):has(.rank)")].every((cell) => {
		const name = cell.querySelector(".who").lastChild, last = document.createRange();
		last.setStart(name, name.length - 1);
		last.setEnd(name, name.length);
		const letter = last.getBoundingClientRect(), rank = cell.querySelector(".rank").getBoundingClientRect();
		return rank.bottom > letter.top && rank.top < letter.bottom && rank.left - letter.right < 12;
	})`
	for _, path := range []string{"/round/3", "/draw/3", "/draw/3/meet/21"} {
		p.visit("/desk/helsinki-handicap-open" + path)
		if !p.evaluate(ranked) {
			t.Errorf("%s: a rank is away from its name", path)
		}
	}
	p.visit("/desk/helsinki-handicap-open/draw/3?table=1")
	if !p.evaluate(`document.querySelector("#chosen .unfold").offsetWidth > 300`) {
		t.Error("the explanation of a game is narrow")
	}
	p.visit("/desk")
	if !p.evaluate(`[...document.querySelectorAll("td.when")].every((date) => date.offsetHeight < 40)`) {
		t.Error("a date of a tournament is broken")
	}
}

// The list of the desk stays where it is when the button of the next round
// comes.
func TestDeskDoesNotJump(t *testing.T) {
	p := open(t, start(t, "demo"))
	demoDesk(p)
	const top = `document.querySelector(".games.desk").getBoundingClientRect().top`
	p.do(chromedp.Evaluate[chromedp.Void](`void (window.before = ` + top + `)`))
	p.do(chromedp.Evaluate[chromedp.Void](`void document.querySelector("#panel").insertAdjacentHTML("afterbegin", '<section class="complete"><h2>All results are in.</h2><a class="button main wide" href="#">Pair round 4</a></section>')`))
	if !p.evaluate(`Math.abs(before - ` + top + `) < 1`) {
		t.Error("the list jumps")
	}
}

// The clock of a round counts down to a known time; without one it shows the state of the round.
func TestClockOfTheRound(t *testing.T) {
	p := open(t, start(t, "demo"))
	for _, path := range []string{"/t/helsinki-handicap-open", "/t/helsinki-handicap-open/hall"} {
		p.visit(path)
		for _, moment := range []struct {
			name           string
			from, until    int // minutes from now; 0 for not known
			words, figures string
		}{
			{"a minute before the start", 1, 91, "Round 3 starts in", `^[01]:\d\d$`},
			{"in the main time", -30, 60, "Main time ends", `^(60:00|59:\d\d)$`},
			{"after the main time", -120, -30, "Main time ended", `^Overtime$`},
			{"two hours before the start", 120, 210, "Round 3 starts", `^\d\d:\d\d$`},
			{"after a start without a main time", -30, 0, "Round 3 starts", `^\d\d:\d\d$`},
		} {
			p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`void document.querySelectorAll(".clock").forEach(c => {
				const at = minutes => minutes && Date.now() + minutes * 6e4;
				c.dataset.from = at(%d);
				c.dataset.until = at(%d);
			})`, moment.from, moment.until)))
			const text, big = `document.querySelector(".clock :is(h2, .said)").textContent`, `document.querySelector(".clock .big").textContent`
			p.wait(fmt.Sprintf(`%s.startsWith(%q) && /%s/.test(%s)`, text, moment.words, moment.figures, big))
		}
	}
}
