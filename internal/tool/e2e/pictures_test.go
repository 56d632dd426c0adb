package e2e

import (
	"os"
	"path/filepath"
	"testing"

	shots "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"tourney/internal/testkit/webtest"
)

// drawn are the pictures in docs: the file, the address of its page and its width.
var drawn = []struct {
	file, path string
	width      float64
}{
	{"game.webp", "/t/" + webtest.Running + "/games/{counted}", 1366},
	{"handbook/desk.webp", "/desk/" + webtest.Running, 880}, // also in README.md
	{"handbook/draw.webp", "/desk/" + webtest.Drafted + "/draw/4?table=1", 880},
}

// TestPictures makes the pictures of README.md, the handbook and the other pages in the folder that TOURNEY_PICTURES
// names; docs/pictures runs it.
func TestPictures(t *testing.T) {
	dir := os.Getenv("TOURNEY_PICTURES")
	if dir == "" {
		t.Skip("TOURNEY_PICTURES names no folder")
	}
	const width, height, quality = 1366, 768, int64(60)
	w := newWorld(t)
	p := open(t, w.server)
	p.do(chromedp.EmulateViewport(width, height))
	demoDesk(p)
	for _, d := range drawn {
		p.visit(w.address(d.path))
		p.do(chromedp.Evaluate[chromedp.Void](`void document.querySelector(".address .warn")?.remove()`)) // tests serve this machine only
		shot, err := chromedp.Call(p.ctx, shots.CaptureScreenshot, shots.CaptureScreenshotParams{
			Format: shots.CaptureScreenshotFormatWebp, Quality: new(quality), Clip: &shots.Viewport{Width: width, Height: height, Scale: d.width / width},
		})
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, d.file), shot.Data, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}
