package e2e

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// A list with a row in error is repaired in its preview and imported: Enter in
// a field only looks again, and the repair stays when its row is ready.
func TestRepairAndImportAList(t *testing.T) {
	p := open(t, start(t, "demo"))
	p.visit("/login")
	p.do(chromedp.SendKeys("input[name=name]", "demo"), chromedp.SendKeys("input[name=password]", "helsinki-demo"+kb.Enter))
	p.wait(`location.pathname !== "/login"`)

	desk := "/desk/helsinki-handicap-open"
	p.visit(desk + "/import")
	p.fill("#text", "Family;Given;Rank\nAaltola;Aino;5k\nBorgman;Bo;strong\nCygnaeus;Cia;weak\n")
	p.press(".take-file button")
	p.wait(`document.querySelectorAll(".sheet-rows .said p.error").length === 2 && document.querySelector("[value=apply]").textContent === "Import 1 player, leave out 2"`)
	p.shoot("errors")
	p.tap(".sheet-rows input[name=take][type=checkbox]")
	p.wait(`document.querySelector("[value=apply]").textContent === "Import 0, leave out 3"`)
	p.tap(".sheet-rows input[name=take][type=checkbox]")
	p.wait(`document.querySelector("[value=apply]").textContent === "Import 1, leave out 2"`)

	p.leave(chromedp.SendKeys(chromedp.CSS("input[name=rank3]"), "8k"+kb.Enter))
	p.wait(`document.querySelectorAll(".sheet-rows .said p.error").length === 1`)
	p.wait(`document.querySelectorAll("[name=take]:checked").length === 2`)
	p.wait(`document.querySelector("[value=apply]").textContent === "Import 2 players, leave out 1"`)
	p.shoot("ready")
	p.press("[value=apply]")
	p.wait(`/imported=2/.test(location.search)`)
	p.wait(`document.querySelector("#entrants").textContent.includes("Borgman") && !document.querySelector("#entrants").textContent.includes("Cygnaeus")`)
	p.wait(`document.querySelector("#reading").textContent.includes("Left out: 4 Cygnaeus Cia")`)

	p.visit(desk + "/import")
	p.fill("#text", "Family;Given;Rank;R1;R2;Notes\nDahlman;Dag;5k;W;B;\nEkman;Eva;4k;B;W;only Saturday\nForsman;Fia;3k;W;W;cancelled\n")
	p.press(".take-file button")
	p.wait(`document.querySelectorAll(".answers select").length === 2`)
	p.shoot("words")
}

// The box of corrections closes on Escape, on a press outside and when another opens; the typed text stays.
func TestCorrectionBoxCloses(t *testing.T) {
	p := open(t, start(t, "demo"))
	p.visit("/login")
	p.do(chromedp.SendKeys("input[name=name]", "demo"), chromedp.SendKeys("input[name=password]", "helsinki-demo"+kb.Enter))
	p.wait(`location.pathname !== "/login"`)

	p.visit("/desk/helsinki-handicap-open/import")
	p.fill("#text", "Family;Given;Rank\nAaltola;Aino;strong\nBorgman;Bo;weak\n")
	p.press(".take-file button")
	p.wait(`document.querySelectorAll(".limits").length === 2`)
	const open = `[...document.querySelectorAll(".limits")].map((box) => box.open).join()`
	p.tap(".error .limits summary")
	p.wait(open + ` === "true,false"`)
	p.shoot("box")
	p.do(chromedp.SendKeys(chromedp.CSS("input[name=club2]"), "HelGo"+kb.Escape))
	p.wait(open + ` === "false,false" && document.activeElement.matches("summary")`)
	p.tap(".error .limits summary")
	p.wait(open + ` === "true,false"`)
	p.tap(".error + .error .limits summary")
	p.wait(open + ` === "false,true"`)
	p.tap("h1")
	p.wait(open + ` === "false,false" && document.querySelector("input[name=club2]").value === "HelGo"`)
}
