package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

const goClub = "tapiola-go-club"

// foundClub creates a club evening in the demonstration and shows its desk.
func foundClub(p *page) {
	p.t.Helper()
	demoDesk(p)
	p.visit("/new")
	p.fill("[name=name]", "Tapiola Go Club")
	p.do(chromedp.Evaluate[chromedp.Void](`void (document.querySelector("input[name=preset][value=club]").click())`))
	p.press(".founding button.main")
	p.visit("/desk/" + goClub)
}

// type enters a line at the desk and waits for its answer.
func (p *page) types(line string) {
	p.t.Helper()
	p.do(chromedp.SendKeys(chromedp.CSS("#typed"), line))
	p.do(chromedp.SendKeys(chromedp.CSS("#typed"), kb.Enter))
	p.sent()
}

// clubPeople are invented members.
var clubPeople = []string{
	"Aho Otso 6k", "Berg Jagoda 4k", "Chvála Otto 2k", "Dahl Ilona 2d", "Ek Kerttu 7k", "Forsman Fia 12k", "Gran Pyry 20k", "Holm Elsa 15k",
	"Iro Matti 1k",
}

// A club begins with an empty page: the people come, play, rest and go home, without a word about rounds.
func TestEveningAtTheDesk(t *testing.T) {
	p := open(t, start(t, "demo"))
	foundClub(p)
	p.shoot("empty")
	for _, who := range clubPeople {
		p.types(who)
	}
	p.wait(`document.querySelectorAll(".waiters > li").length === 9`)
	p.shoot("waiting")
	p.types("otso jag")
	p.wait(`document.querySelector("tbody.waiting tr[data-table='1']")`)
	for n := 2; n <= 4; n++ {
		p.tap(".nextgames .first button")
		p.wait(fmt.Sprintf(`document.querySelectorAll("tbody.waiting tr[data-table]").length === %d`, n))
	}
	p.shoot("playing")
	p.types("1b")
	p.wait(`document.querySelector("tbody.entered tr[data-table='1']")`)
	p.types("2w3")
	p.wait(`document.querySelector("tbody.entered tr[data-table='2']")`)
	// The freed table is used again; the line means the game that runs there.
	p.tap(".nextgames .first button")
	p.wait(`document.querySelector("tbody.waiting tr[data-table='1']") && document.querySelector("tbody.entered tr[data-table='1']")`)
	p.types("1w")
	p.wait(`document.querySelectorAll("tbody.entered tr[data-table='1']").length === 2`)
	p.do(chromedp.Evaluate[chromedp.Void](`void document.querySelector(".waiters details").setAttribute("open", "")`))
	p.tap(".waiters details[open] button[value=rest]")
	p.wait(`document.querySelector(".waiters .resting")`)
	p.tap("tbody.waiting tr[data-table] .n a")
	p.wait(`document.querySelector("#panel .chosen")`)
	p.shoot("chosen")
	p.do(chromedp.SendKeys(chromedp.CSS("#typed"), "-ma"))
	p.wait(`document.querySelector("#reading p")`)
	p.shoot("reading")
	p.do(chromedp.SendKeys(chromedp.CSS("#typed"), kb.Escape))
	if body := p.text("body"); strings.Contains(body, "ound 1") || strings.Contains(body, "open.") {
		t.Errorf("the desk speaks of rounds, or has a name in place of words: %s", body)
	}
	p.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
	p.visit("/desk/" + goClub)
	if p.evaluate(`document.documentElement.scrollWidth > innerWidth`) {
		t.Error("the desk is wider than a phone")
	}
	p.shoot("phone")
	p.do(chromedp.EmulateViewport(1024, 768))
	p.visit("/desk/" + goClub)
	p.shoot("1024")
}
