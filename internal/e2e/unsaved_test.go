package e2e

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// The data file is removed while players are checked in. The tick that is not
// saved shows it at once, and stays as it was.
func TestTickThatIsNotSaved(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	p := open(t, start(t, "demo"))
	p.t.Cleanup(func() {
		p.errors.mu.Lock()
		defer p.errors.mu.Unlock()
		p.errors.list = slices.DeleteFunc(p.errors.list, func(text string) bool { return strings.Contains(text, "503") })
	})
	demoDesk(p)
	p.visit("/desk/helsinki-handicap-open/players")
	files, err := filepath.Glob(filepath.Join(dir, "tourney-demo-*", "demo.db*"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
	}
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
