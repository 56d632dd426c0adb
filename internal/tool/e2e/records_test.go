package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// koRecord is an invented game: a ko is taken back at once at move 10, then two
// walls share the board, and three black stones die on White's side.
func koRecord() string {
	var b strings.Builder
	b.WriteString("(;GM[1]FF[4]SZ[19]KM[6.5]")
	color := "B"
	play := func(points ...string) {
		for _, p := range points {
			fmt.Fprintf(&b, ";%s[%s]", color, p)
			color = map[string]string{"B": "W", "W": "B"}[color]
		}
	}
	play("ni", "oi", "nk", "ok", "mj", "pj", "aa", "nj", "oj", "nj")
	for y := 'a'; y <= 's'; y++ {
		play("i"+string(y), "j"+string(y))
	}
	play("", "")
	b.WriteString(")")
	return b.String()
}

// The desk attaches a record with an illegal ko, sees it at its move in four languages, marks the dead stones, enters
// the result, and finds it in the standings.
func TestRecordAtTheDesk(t *testing.T) {
	p := open(t, start(t, "demo"))
	const home = "/desk/helsinki-handicap-open"
	p.visit("/login?lang=en&next=" + home + "/round/3?table=16")
	p.visit("/login?next=" + home + "/round/3?table=16")
	p.fill("input[name=name]", "demo")
	p.fill("input[name=password]", "helsinki-demo")
	p.press("main form button")
	p.shoot("desk")
	if text := p.text(".contradictions"); !strings.Contains(text, "Table 13") || !strings.Contains(text, "The ko may not be retaken at once.") {
		t.Errorf("the desk lists as contradictions %q", text)
	}
	p.visit("/t/helsinki-handicap-open/standings")
	before := standing(p, "Procházka Vít")
	p.visit(home + "/round/3?table=16")
	p.press(".panel .record a")
	p.shoot("empty")
	game := strings.TrimPrefix(p.location(), home)

	file := filepath.Join(t.TempDir(), "ko.sgf")
	if err := os.WriteFile(file, []byte(koRecord()), 0o600); err != nil {
		t.Fatal(err)
	}
	p.do(chromedp.SetUploadFiles(chromedp.CSS("#file"), []string{file}))
	p.press(".handin button")
	p.shoot("record")
	for code, want := range map[string]string{
		"en": "The ko may not be retaken at once.", "fi": "Kota ei saa ottaa heti takaisin.",
		"pl": "Ko nie wolno odbić od razu.", "cs": "Ko se nesmí hned vzít zpět.",
	} {
		for _, path := range []string{home + game, "/t/helsinki-handicap-open" + game} {
			p.visit(path + "?lang=" + code)
			if text := p.text(".findings li.error"); !strings.Contains(text, want) || !strings.Contains(text, "10 O10") {
				t.Errorf("%s in %s says %q", path, code, text)
			}
			p.do(chromedp.Click(chromedp.CSS(".findings li.error .at")))
			p.wait(`document.querySelector(".replay .now").innerText.includes("10 O10")`)
			if !p.evaluate(`!!document.querySelector('.replay .marks .wrong[cx="13"][cy="9"]')`) {
				t.Errorf("%s does not mark the ko on the board", path)
			}
			p.shoot("ko-" + code)
		}
	}
	p.visit(home + game + "?lang=en")
	markDead(p)
	p.press("[data-dead] button.main")
	if text := p.text(".count"); !strings.Contains(text, "Territory") {
		t.Fatalf("no count after the dead stones are decided: %q", p.text(".right"))
	}
	p.shoot("counted")
	p.press(".take button")
	if p.evaluate(`document.querySelector(".take")`) || !strings.Contains(p.text(".sitting .terms"), "+25.5") {
		t.Errorf("after taking the result: %q", p.text(".right"))
	}
	p.visit("/t/helsinki-handicap-open/standings")
	after := standing(p, "Procházka Vít")
	if strings.Count(before, "+") == strings.Count(after, "+") && strings.Count(before, "−") == strings.Count(after, "−") {
		t.Errorf("the standings still say %q, before %q", after, before)
	}
}

// standing returns the line of a player in the standings shown.
func standing(p *page, name string) string {
	p.t.Helper()
	for _, row := range p.texts("table.wall tbody tr") {
		if strings.Contains(row, name) {
			return row
		}
	}
	p.t.Fatalf("%s is not in the standings", name)
	return ""
}

// markDead clicks the three black stones on White's side until they are
// crossed out, and one living chain twice, which leaves it alive.
func markDead(p *page) {
	p.t.Helper()
	crossed := func(point string) bool {
		return p.evaluate(fmt.Sprintf(`document.querySelector('[data-dead] input[value="%s"]').checked`, point))
	}
	click := func(point string) {
		p.do(chromedp.Click(chromedp.CSS(fmt.Sprintf(`[data-dead] circle[data-p="%s"]`, point))))
	}
	for _, point := range []string{"ni", "mj", "nk"} {
		was := crossed(point)
		click(point)
		if crossed(point) == was {
			p.t.Errorf("a click on %s changes nothing", point)
		}
		if was {
			click(point)
		}
	}
	for range 2 {
		click("ia")
	}
	p.shoot("dead")
	if crossed("ia") || !crossed("ni") || !crossed("mj") || !crossed("nk") {
		p.t.Errorf("the wrong stones are crossed out: %v", p.texts("[data-dead] label:has(:checked)"))
	}
}

// A record is replayed with the keys, the buttons and the list of moves, and
// played in on a phone with its illegal moves refused.
func TestBoardsInTheBrowser(t *testing.T) {
	p := open(t, start(t, "demo"))
	const base = "/t/helsinki-handicap-open"
	p.visit(base + "/round/3?lang=en")
	p.press("a[href$='/games/93']")
	now := func(want string) {
		t.Helper()
		p.wait(fmt.Sprintf(`document.querySelector(".now").innerText === %q`, want))
	}
	now("Move 178 pass")
	if !p.evaluate(`document.querySelectorAll(".own rect").length > 50`) {
		t.Error("the final position shows no territory")
	}
	p.do(chromedp.KeyEvent("\u0302")) // ArrowLeft
	now("Move 177 pass")
	p.do(chromedp.Click(chromedp.CSS("[data-go=first]")))
	now("Move 0")
	p.do(chromedp.Click(chromedp.CSS("#m3 a")))
	now("Move 3 Q4")
	if !p.evaluate(`document.querySelectorAll(".replay .wide .stones circle").length === 3`) {
		t.Error("after three moves there are not three stones")
	}
	p.do(chromedp.Click(chromedp.CSS("[data-go=last]")))
	now("Move 178 pass")

	p.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
	p.visit("/login?next=/desk/helsinki-handicap-open/games/98")
	p.fill("input[name=name]", "demo")
	p.fill("input[name=password]", "helsinki-demo")
	p.press("main form button")
	stones := func(n int) {
		t.Helper()
		p.wait(fmt.Sprintf(`document.querySelectorAll("#play .stones circle").length === %d && !document.querySelector(".htmx-settling, .htmx-swapping, .htmx-request")`, n))
	}
	// A finger comes down on D10, slides to Q16 and is lifted; another one
	// slides off the board and plays nothing.
	finger := func(kind string, x, y int) {
		t.Helper()
		p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`void (svg => {
			const at = new DOMPoint(%d, %d).matrixTransform(svg.getScreenCTM());
			const is = {pointerType: "touch", isPrimary: true, bubbles: true, clientX: at.x, clientY: at.y};
			svg.dispatchEvent(new PointerEvent(%q, is));
			if (%[3]q === "pointerup") svg.dispatchEvent(new PointerEvent("click", is));
		})(document.querySelector("#play svg.board"))`, x, y, kind)))
	}
	finger("pointerdown", 3, 9)
	finger("pointermove", -2, 9)
	finger("pointerup", -2, 9)
	finger("pointerdown", 3, 9)
	finger("pointermove", 15, 3)
	if got := p.attribute("#play .aim", "d"); got != "M0 3H18M15 0V18" {
		t.Errorf("under the finger the lines cross as %q", got)
	}
	p.shoot("aimed")
	finger("pointerup", 15, 3)
	stones(1)
	for i, point := range []string{"D4", "Q4"} {
		p.fill("#at", point)
		p.do(chromedp.Click(chromedp.CSS("#play button[value=move]")))
		stones(i + 2)
	}
	p.do(chromedp.Click(chromedp.CSS(`#play circle[data-p="pd"]`)))
	p.wait(`document.querySelector("#play .wrong").innerText.includes("There is already a stone")`)
	p.shoot("refused")
	p.do(chromedp.Click(chromedp.CSS("#play button[value=undo]")))
	stones(2)
	if p.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth") {
		t.Error("the board is wider than a phone")
	}
	p.do(chromedp.Click(chromedp.CSS("#play button[value=save]")))
	p.wait(`document.querySelector(".replay .now")`)
	now("Move 2 D4")

	// A record with variations takes its place.
	p.do(chromedp.Click(chromedp.CSS(".replace summary")))
	p.fill("#text", "(;SZ[19]KM[6.5];B[pd](;W[dd];B[pp])(;W[dp];B[qq]))")
	p.press(".replace button")
	p.press(".gamepage button[name=seen]") // both have been seen
	now("Move 3 Q4")
	p.do(chromedp.Click(chromedp.CSS("[data-go=back]")))
	now("Move 2 D16")
	if got := p.texts(".branches button"); !slices.Equal(got, []string{"D16", "D4"}) {
		t.Errorf("the variations are %v", got)
	}
	p.do(chromedp.Click(chromedp.CSS(".branches button:last-child")))
	now("Move 2 D4")
	p.do(chromedp.Click(chromedp.CSS("[data-go=on]")))
	now("Move 3 R3")
	if !p.evaluate(`!document.querySelector('.replay .wide .stones [data-p="dd"]') && !!document.querySelector('.replay .wide .stones [data-p="dp"]')`) {
		t.Error("the variation does not take the place of the main line")
	}
}

// An illegal ko that was accepted is kept on the page of its game and put back on the list. From there it is kept
// again, while the next line is being typed.
func TestIllegalMoveIsLetPass(t *testing.T) {
	p := open(t, start(t, "demo"))
	const home = "/desk/helsinki-handicap-open"
	demoDesk(p)
	p.visit(home + "/round/3?lang=en")
	p.press(".contradictions .button")
	p.shoot("asked")
	p.press(".leave button")
	if text := p.text(".leave"); !strings.Contains(text, "Left as it is by demo") {
		t.Errorf("the page of the game says %q", text)
	}
	p.shoot("settled")
	p.press(".leave button")
	p.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
	p.shoot("asked-phone")
	p.visit(home + "/round/3")
	p.shoot("listed-phone")
	if p.evaluate(`document.documentElement.scrollWidth > document.documentElement.clientWidth`) {
		t.Error("the desk is wider than a phone")
	}
	p.fill("#typed", "16b")
	p.tap(".contradictions button")
	p.wait(`!document.querySelector(".contradictions")`)
	if !p.evaluate(`document.querySelector("#typed").value === "16b"`) {
		t.Error("what was being typed is lost")
	}
	p.shoot("left-phone")
}
