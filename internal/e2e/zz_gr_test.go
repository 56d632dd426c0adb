package e2e

import (
	"testing"

	"github.com/chromedp/chromedp"
)

func TestZZ(t *testing.T) {
	s := start(t, "demo")
	p := open(t, s)
	const home = "/desk/helsinki-handicap-open"
	p.visit("/login?lang=en&next=" + home + "/games/98")
	p.fill("input[name=name]", "demo")
	p.fill("input[name=password]", "helsinki-demo")
	p.press("main form button")
	p.fill("#text", "(;GM[1]SZ[19]PB[Aho Aino]PW[Dvořák Jan]DT[2026-05-02]RE[B+R];B[dd];W[pp])(;GM[1]SZ[19]PB[Kowalska Ewa]PW[Salo Anna];B[qq])")
	p.press(".handin button")
	p.shoot("choices")
	p.press(".choices button")
	p.shoot("chosen")
	p.do(chromedp.Click(chromedp.CSS(".replace summary")))
	p.fill("#text", "(;SZ[19]KM[6.5]C[A friendly game played in the garden.\nBoth were tired.];B[pd]LB[dd:A][dp:B]TR[pd]TE[1]C[The usual beginning. A and B are both possible, and what follows was seen many times before in games of this club; we will see.](;W[dd];B[pp])(;W[dp]DO[]C[What about this?];B[qq]))")
	p.press(".replace button.main")
	p.do(chromedp.Click(chromedp.CSS("[data-next]")))
	p.do(chromedp.Click(chromedp.CSS("[data-next]")))
	p.shoot("comments-desk")
	p.visit("/t/helsinki-handicap-open/games/98")
	p.do(chromedp.Click(chromedp.CSS("[data-next]")))
	p.shoot("comments-first")
	p.do(chromedp.Click(chromedp.CSS("[data-next]")))
	p.shoot("comments")
	p.do(chromedp.Click(chromedp.CSS("[data-next]")))
	p.shoot("comments-variation")
	p.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
	p.visit("/t/helsinki-handicap-open/games/98")
	p.do(chromedp.Click(chromedp.CSS("[data-next]")))
	p.do(chromedp.Click(chromedp.CSS("[data-next]")))
	p.shoot("phone")
	p.do(chromedp.Evaluate[chromedp.Void]("void scrollTo(0, 500)"))
	p.shoot("phone2")
	p.visit(home + "/games/98/confirm")
	p.shoot("phone-confirm")
	p.do(chromedp.EmulateViewport(1366, 768))
	p.visit(home + "/games/93/confirm")
	p.shoot("confirm")
	p.fill("#at", "A1")
	p.tap("button[value=move]")
	p.wait(`document.querySelector("input[name=moves]").value.length === 3 || document.querySelector(".wrong")`)
	p.shoot("confirm2")
	p.visit(home + "/games/93")
	p.shoot("desk93")
}
