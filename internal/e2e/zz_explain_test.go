package e2e

import (
	"testing"

	"github.com/chromedp/chromedp"
)

func TestZZExplain(t *testing.T) {
	p := open(t, start(t, "demo"))
	base := "/t/helsinki-handicap-open"
	p.visit(base + "/round/3/why/1")
	p.shoot("meeting")
	p.visit(base + "/players/1")
	p.shoot("player")
	p.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
	p.visit(base + "/players/1?lang=fi")
	p.shoot("player-phone")
	p.visit(base + "/round/3/why/1?lang=fi")
	p.shoot("meeting-phone")
	p.do(chromedp.EmulateViewport(1366, 768))
	demoDesk(p)
	desk := "/desk/helsinki-handicap-open/draw/"
	p.visit(desk + "3?lang=en&table=5")
	p.shoot("draw-published")
	p.visit(desk + "4")
	p.press("button[value=pair]")
	p.wait(`document.querySelector("table.draw")`)
	p.shoot("draft")
	p.visit(desk + "4?table=3")
	p.shoot("unfolded")
	p.visit(desk + "4/why?a=3&b=12")
	p.shoot("whynot")
	p.visit(desk + "4/meet/5")
	p.shoot("finder")
	p.visit(desk + "3/verify")
	p.shoot("verify")
	p.visit(desk + "4")
	p.tap("#t1 td.black input")
	p.tap("#t9 td.black input")
	p.press("button[value=swap]")
	p.wait(`document.querySelector(".cost .price")`)
	p.shoot("swapped")
	p.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
	p.visit(desk + "4?table=3")
	p.shoot("unfolded-phone")
	p.visit(desk + "4/meet/5")
	p.shoot("finder-phone")
	p.visit(desk + "4/why?a=3&b=12")
	p.shoot("whynot-phone")
}
