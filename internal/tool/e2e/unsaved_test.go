package e2e

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// unsaved opens a page of the demonstration's desk, and removes the data file.
func unsaved(t *testing.T, path string) *page {
	t.Helper()
	inBrowser(t)
	for _, shared := range []func() error{
		func() error { _, err := program(); return err }, func() error { _, err := browser(); return err },
	} { // these outlive the folder of one test
		if err := shared(); err != nil {
			t.Fatal(err)
		}
	}
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	p := open(t, start(t, "demo"))
	p.t.Cleanup(func() {
		p.errors.mu.Lock()
		defer p.errors.mu.Unlock()
		p.errors.list = slices.DeleteFunc(p.errors.list, func(text string) bool { return strings.Contains(text, "503") })
	})
	demoDesk(p)
	p.visit("/desk/helsinki-handicap-open" + path)
	files, err := filepath.Glob(filepath.Join(dir, "tourney-demo-*", "demo.db*"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

// The data file is removed while results are entered. The line waits, the whole reason is visible, and the page beside
// the tables does not claim that all is saved.
func TestLineThatIsNotSaved(t *testing.T) {
	p := unsaved(t, "")
	table := p.texts("tbody.waiting tr[data-table] .n")[0]
	p.do(chromedp.SendKeys(chromedp.CSS("#typed"), table+"b"+kb.Enter))
	p.wait(`document.querySelector("#unsent") && document.querySelector("#messages .banner.error:not(#unsent)")`)
	if got := p.text("#messages"); !strings.Contains(got, "restore the backup.") || !strings.Contains(got, "Not saved yet: "+table+"b") {
		t.Errorf("the page says %q", got)
	}
	p.shoot("line")
	if p.evaluate(`[...document.querySelectorAll("#messages .banner")].some(b => b.scrollHeight > b.clientHeight + 1)`) {
		t.Error("the reason is cut off")
	}
	p.wait(`document.querySelector("#panel .grave")?.innerText.startsWith("Nothing is saved.")`)
}

// The data file is removed while players are checked in. The tick that is not
// saved shows it at once, and stays as it was.
func TestTickThatIsNotSaved(t *testing.T) {
	p := unsaved(t, "/players")
	const withdraw = "button.plain[value=withdrawn]"
	before := len(p.texts(withdraw))
	p.do(chromedp.Click(chromedp.CSS(withdraw)))
	p.wait(`document.querySelector("#messages .banner.error")`)
	if got := p.text("#messages"); !strings.Contains(got, "Nothing can be saved") {
		t.Errorf("the page says %q", got)
	}
	if after := len(p.texts(withdraw)); after != before {
		t.Errorf("%d players can withdraw, and %d could before", after, before)
	}
}
