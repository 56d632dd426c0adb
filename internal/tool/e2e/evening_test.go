package e2e

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// The second chapter of the handbook leads through an evening on which a player comes late, to the tournament of the
// next one.
func TestEveningOfTheHandbook(t *testing.T) {
	inBrowser(t)
	p := open(t, start(t, "serve", "--db", filepath.Join(t.TempDir(), "evening.db")))
	setUp(p)
	n := readChapter(p, "evening")
	for name := range n.names { // the steps of a way
		for step := range strings.SplitSeq(name, " → ") {
			n.names[step] = true
		}
	}
	for _, name := range []string{"Create tournament", "Preview", "Import 5 players", "Check in all 5", "Draw"} { // of the first chapter
		n.names[name] = true
	}
	n.pressName("New tournament")
	n.fill("[name=name]", "Tuesday")
	n.tap("label:has([value=club])")
	n.pressName("Create tournament")
	n.pressName("Import a list")
	n.fill("#text", "Aho Aino 5k\nBerg Bo 3k\nCole Cid 8k\nDahl Dan 2k\nEk Eva 10k")
	for _, name := range []string{"Preview", "Import 5 players", "Check in all 5", "Draw", "Pair round 1", "Publish round 1", "Players"} {
		n.pressName(name)
	}
	n.fill("#find", "Foss Fia 12k")
	n.leave(chromedp.SendKeys(chromedp.CSS("#find"), kb.Enter))
	n.press("button.wide:has(.also)") // Add and check in
	n.pressName("Desk")
	n.pressName("Pair these two")
	for i, line := range []string{"1b", "2w", "3b"} {
		n.fill("#typed", line)
		n.do(chromedp.SendKeys(chromedp.CSS("#typed"), kb.Enter))
		n.wait(fmt.Sprintf("document.querySelector('main').innerText.includes('%d of 3 results')", i+1))
	}
	n.sent()
	for _, name := range []string{"Settings", "Copy, archive, delete", "Create the copy"} {
		n.pressName(name)
	}
	if at := n.location(); at != "/desk/tuesday-2/settings" {
		t.Errorf("the next evening is at %s", at)
	}
	t.Logf("%d clicks", n.clicks+2)
}
