package e2e

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// The registration desk takes a player from a rating list without touching the mouse: a few letters, down, Enter fills
// the form, Enter registers, and the search is empty for the next one.
func TestRegisterFromARatingListByKeyboard(t *testing.T) {
	p := open(t, start(t, "demo"))
	p.visit("/login")
	p.do(chromedp.SendKeys("input[name=name]", "demo"), chromedp.SendKeys("input[name=password]", "helsinki-demo"+kb.Enter))
	p.wait(`location.pathname !== "/login"`)

	list := filepath.Join(t.TempDir(), "club.csv")
	const content = "name;rank;rating;country;club;egd\nÄijälä Väinö;2k;1911;FI;Hki;91000001\nÄijänen Väinö;9k;1200;FI;Tku;91000002\n"
	if err := os.WriteFile(list, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	desk := "/desk/helsinki-handicap-open"
	p.visit(desk + "/ratings")
	p.do(chromedp.SetUploadFiles("#file", []string{list}), chromedp.Click(".take-file button"))
	p.wait(`!!document.querySelector(".understood")`)
	p.shoot("columns")
	p.do(chromedp.Click("button[value=apply]"))
	p.wait(`!!document.querySelector(".kept")`)

	p.visit(desk + "/players")
	p.wait(`document.activeElement.id === "find"`)
	p.do(chromedp.SendKeys("#find", "vain aij"))
	p.wait(`document.querySelectorAll("#found a").length === 2`)
	p.do(chromedp.KeyEvent(kb.ArrowDown))
	p.wait(`document.activeElement.closest("#found") !== null`)
	p.shoot("found")
	p.do(chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.ArrowUp), chromedp.KeyEvent(kb.Enter))
	p.wait(`document.getElementById("f-family").value === "Äijälä" && document.activeElement.id === "f-rank"`)
	p.shoot("filled")
	p.do(chromedp.KeyEvent(kb.Enter))
	p.wait(`/added=/.test(location.search) && document.activeElement.id === "find"`)
	p.do(chromedp.SendKeys("#find", "91000002"))
	p.wait(`document.querySelectorAll("#found a").length === 1 && document.getElementById("find").dataset.found === "91000002"`)
	p.do(chromedp.KeyEvent(kb.Enter))
	p.wait(`document.getElementById("f-family").value === "Äijänen"`)
}
