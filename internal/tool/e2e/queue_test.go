package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	dialogs "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"tourney/static"
)

// queuePage serves testdata/desk, a small page with the desk's field, and the
// scripts of the desk behind it. The server, the clock and htmx are fakes.
func queuePage(t *testing.T) server {
	t.Helper()
	mux := http.NewServeMux()
	mux.Handle("/", http.FileServer(http.Dir("testdata/desk")))
	mux.Handle("/static/", http.StripPrefix("/static/", http.FileServerFS(static.FS)))
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return server{url: s.URL}
}

// load shows the small page again and runs the desk's scripts in it.
func (p *page) load() {
	p.t.Helper()
	p.visit("/page.html")
	for _, script := range []string{"app.js", "queue.js", "desk.js"} {
		p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`new Promise((loaded, failed) => {
			const s = document.createElement("script");
			Object.assign(s, { src: "/static/%s", onload: () => loaded(), onerror: failed });
			document.body.append(s);
		})`, script), chromedp.EvalAwaitPromise))
	}
}

// Lines typed at the desk are sent in order, once, and never lost silently.
// The cases are in testdata/desk/cases.js.
func TestQueueOfTheDesk(t *testing.T) {
	p := open(t, queuePage(t))
	p.visit("/page.html")
	names, err := chromedp.Run(p.ctx, chromedp.Evaluate[[]string](`Object.keys(cases)`))
	if err != nil {
		t.Fatal(err)
	}
	if len(names) < 15 {
		t.Fatalf("only %d cases", len(names))
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			p.do(chromedp.Evaluate[chromedp.Void](`localStorage.clear()`))
			p.load()
			wrong, err := chromedp.Run(p.ctx, chromedp.Evaluate[[]string](fmt.Sprintf(`run(%q)`, name), chromedp.EvalAwaitPromise))
			if err != nil {
				t.Fatal(err)
			}
			if len(wrong) > 0 {
				t.Error(strings.Join(wrong, "\n"))
			}
		})
	}
}

// A page with an unanswered line is not left by mistake: the browser asks, and a page that is opened again sends the
// unanswered lines.
func TestReloadWithUnsentLines(t *testing.T) {
	p := open(t, queuePage(t))
	var asked atomic.Int32
	events := chromedp.Events(p.ctx, dialogs.JavascriptDialogOpening)
	go func() {
		for e, err := range events {
			if err != nil {
				return
			}
			if e.Type == dialogs.DialogTypeBeforeunload {
				asked.Add(1)
			}
		}
	}()
	reload := chromedp.Evaluate[chromedp.Void](`void location.reload()`)

	p.load()
	p.do(chromedp.SendKeys(chromedp.CSS("#typed"), "7b"))
	p.leave(reload)
	if n := asked.Load(); n != 0 {
		t.Errorf("with nothing sent the browser asks %d times", n)
	}

	p.load()
	p.do(chromedp.SendKeys(chromedp.CSS("#typed"), "7b"+kb.Enter))
	p.wait(`requests.length === 1`)
	p.leave(reload)
	if n := asked.Load(); n != 1 {
		t.Errorf("with a line under way the browser asks %d times", n)
	}
	p.load()
	p.wait(`requests.length === 1 && requests[0].fields.line === "7b"`)
	if got := p.text("#messages"); got != "Not sent: 7b" {
		t.Errorf("after the reload the page says %q", got)
	}
	p.do(chromedp.Evaluate[chromedp.Void](`requests[0].answer(desk())`, chromedp.EvalAwaitPromise))
	p.load()
	if p.text("#messages") != "" || !p.evaluate(`leaves() && requests.length === 0`) {
		t.Errorf("after the answer and a reload the page says %q", p.text("#messages"))
	}
}
