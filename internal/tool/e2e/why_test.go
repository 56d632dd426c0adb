package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// A director asks why two others do not meet, pairs them, and publishes; one player reads the reasons for the pairing
// on a phone.
func TestWhyTheyMeet(t *testing.T) {
	p := open(t, start(t, "demo"))
	demoDesk(p)
	const draw = "/desk/helsinki-handicap-open/draw/4"
	p.visit(draw + "?lang=en")
	p.press("button[value=draft]")
	p.visit(draw)
	if n := len(p.texts(".points > li")); n < 9 {
		t.Errorf("%d things are looked at, want 9 or more", n)
	}
	p.visit(draw + "?table=3")
	p.shoot("unfolded")
	if told := p.text("#chosen .told"); strings.Count(told, "You meet") != 2 {
		t.Errorf("the two are told %q", told)
	}
	p.press("#chosen .alt a")
	p.shoot("whynot")
	if price := p.text(".verdict"); !strings.HasPrefix(price, "Worse: ") {
		t.Errorf("the other pair is priced %q", price)
	}
	player := p.attribute(".meet input", "value")
	p.press("button[value=meet]")
	p.shoot("met")
	if cost := p.text(".cost .price"); !strings.HasPrefix(cost, "Worse: ") {
		t.Errorf("the change is priced %q", cost)
	}
	p.visit(draw + "?ask=publish")
	p.press("#ask button[value=publish]")

	p.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
	p.visit("/t/helsinki-handicap-open/players/" + player)
	p.press(".card .because")
	p.shoot("phone")
	if told := p.text("#meeting .card .big"); !strings.HasPrefix(told, "You meet") {
		t.Errorf("the player reads %q", told)
	}
	if p.evaluate(`document.documentElement.scrollWidth > document.documentElement.clientWidth`) {
		t.Error("the page is wider than a phone")
	}
}
