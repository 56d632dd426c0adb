package e2e

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	dialogs "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// program builds the command once for all journeys.
var program = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "tourney-e2e-")
	if err != nil {
		return "", err
	}
	cleanups = append(cleanups, func() { _ = os.RemoveAll(dir) }) // a temporary folder
	if err := dependOnSources(); err != nil {
		return "", err
	}
	path := filepath.Join(dir, "tourney")
	build := exec.Command("go", "build", "-o", path, "tourney/cmd/tourney")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	return path, nil
})

// dependOnSources reads every source of the program, so that go test does not reuse a cached result after a change.
func dependOnSources() error {
	return filepath.WalkDir("../../..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && strings.HasPrefix(d.Name(), ".") && d.Name() != "..":
			return filepath.SkipDir
		case d.IsDir():
			return nil
		}
		_, err = os.Stat(path)
		return err
	})
}

// browser starts Chromium once for all journeys.
var browser = sync.OnceValues(func() (context.Context, error) {
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		return nil, errors.New("no Chromium on this machine")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true))
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	ctx, stop := chromedp.NewExecAllocator(context.Background(), options...)
	cleanups = append(cleanups, stop)
	ctx, _ = chromedp.NewContext(ctx) // ends with its allocator
	return ctx, chromedp.Do(ctx)
})

// cleanups remove the browser and the program of the tests, if they were started.
var cleanups []func()

func TestMain(m *testing.M) {
	code := m.Run()
	for _, undo := range cleanups {
		undo()
	}
	os.Exit(code)
}

// A server is one running program.
type server struct {
	url   string // without a slash at the end
	setup string // the one-time link, if one was printed
}

// inBrowser skips a test unless TOURNEY_BROWSER asks for the tests in a browser.
func inBrowser(t *testing.T) {
	t.Helper()
	if os.Getenv("TOURNEY_BROWSER") == "" {
		t.Skip("in a browser: TOURNEY_BROWSER=1 go test ./internal/tool/e2e -timeout 60m")
	}
}

// start runs tourney with the arguments until the test ends and returns its address.
func start(t *testing.T, args ...string) server {
	t.Helper()
	inBrowser(t)
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, append(args, "--addr", "127.0.0.1:0")...)
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	log := &bytes.Buffer{}
	cmd.Stderr = log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt) // it may have ended already
		_ = cmd.Wait()                       // an interrupted program reports so
		if t.Failed() {
			t.Logf("the program's log:\n%s", log)
		}
	})
	s := server{}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		line := lines.Text()
		if url := regexp.MustCompile(`http://127\.0\.0\.1:\d+`).FindString(line); url != "" && s.url == "" {
			s.url = url
		}
		if link := regexp.MustCompile(`http://\S+/setup/\S+`).FindString(line); link != "" {
			s.setup = link
		}
		if strings.HasPrefix(line, "Stop with") { // the last line of the greeting
			go func() {
				for lines.Scan() { // keep the pipe empty
				}
			}()
			return s
		}
	}
	t.Fatalf("the program ended before it listened: %v", lines.Err())
	return s
}

// A page is one browser tab.
type page struct {
	t      *testing.T
	ctx    context.Context
	server server
	errors *consoleErrors
}

// consoleErrors collects the errors of the browser's console.
type consoleErrors struct {
	mu   sync.Mutex
	list []string
}

// open opens a tab with a separate session for the server; the test fails if a console error appears in it.
func open(t *testing.T, s server) *page {
	t.Helper()
	return openFor(t, s, 3*time.Minute)
}

// openFor is open with another timeout.
func openFor(t *testing.T, s server, most time.Duration) *page {
	t.Helper()
	inBrowser(t)
	root, err := browser()
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("CI must bring a browser: ", err)
		}
		t.Skip("needs a browser: ", err)
	}
	ctx, cancel := chromedp.NewContext(root, chromedp.WithNewBrowserContext())
	ctx, stop := context.WithTimeout(ctx, most)
	p := &page{t: t, ctx: ctx, server: s, errors: &consoleErrors{}}
	t.Cleanup(func() {
		stop()
		cancel()
		p.errors.mu.Lock()
		defer p.errors.mu.Unlock()
		for i, e := range p.errors.list {
			// A page that is left during a refresh aborts it, and htmx logs two lines.
			const abort, after = "htmx:sendAbort", "htmx:afterRequest"
			left := strings.Contains(e, abort) ||
				strings.Contains(e, after) && i+1 < len(p.errors.list) && strings.Contains(p.errors.list[i+1], abort)
			if !left {
				t.Errorf("console: %s", e)
			}
		}
	})
	// The tab belongs to the context of the first call: a step's own short
	// context would close it with the step.
	if err := chromedp.Do(ctx); err != nil {
		t.Fatal(err)
	}
	p.do(chromedp.EmulateViewport(1366, 768))
	// A page with a dialog about leaving it blocks until it is answered.
	asked := chromedp.Events(ctx, dialogs.JavascriptDialogOpening)
	go func() {
		for _, err := range asked {
			if err != nil {
				return
			}
			// If the tab has left the page, the dialog is closed.
			_, _ = chromedp.Call(ctx, dialogs.HandleJavaScriptDialog, dialogs.HandleJavaScriptDialogParams{Accept: true})
		}
	}()
	go func() {
		for m, err := range chromedp.Console(ctx) {
			if err != nil {
				return
			}
			if text := fmt.Sprint(m); strings.Contains(strings.ToLower(text), "error") {
				p.errors.mu.Lock()
				p.errors.list = append(p.errors.list, text)
				p.errors.mu.Unlock()
			}
		}
	}()
	return p
}

// do runs steps in the tab. A step whose element is replaced during it, as live pages do, is retried.
func (p *page) do(steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	for _, step := range steps {
		var err error
		for range 5 {
			// A live page can replace an element, or lose a result, during a step.
			ctx, cancel := context.WithTimeout(p.ctx, 15*time.Second)
			err = chromedp.Do(ctx, step)
			cancel()
			if err == nil || p.ctx.Err() != nil || !lost(err) {
				break
			}
		}
		if err != nil {
			p.shoot("failed")
			p.t.Fatalf("%v\nat %s\n%s", err, p.location(), p.text("body"))
		}
	}
}

// lost reports whether a step failed because of a simultaneous change of a live page: it replaces an element, or
// reloads itself, which cancels the loading of another page.
func lost(err error) bool {
	return errors.Is(err, context.DeadlineExceeded) || strings.Contains(err.Error(), "find node") || strings.Contains(err.Error(), "ERR_ABORTED")
}

// askAnew reads from the page, and retries if the result is lost with a page that is left.
func askAnew[T any](p *page, action chromedp.Action[T]) (answer T, err error) {
	for range 5 {
		ctx, cancel := context.WithTimeout(p.ctx, 5*time.Second)
		answer, err = chromedp.Run(ctx, action)
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) || p.ctx.Err() != nil {
			break
		}
	}
	return answer, err
}

// visit loads a path of the server.
func (p *page) visit(path string) {
	p.t.Helper()
	p.do(chromedp.Navigate(p.server.url+path), chromedp.WaitReady(chromedp.CSS("body")))
}

// text returns the text of the first element that the selector finds.
func (p *page) text(selector string) string {
	text, err := askAnew(p, chromedp.Evaluate[string](
		fmt.Sprintf(`(document.querySelector(%q)||{innerText:""}).innerText`, selector)))
	if err != nil {
		return ""
	}
	return text
}

// texts returns the texts of all elements that the selector finds.
func (p *page) texts(selector string) []string {
	p.t.Helper()
	texts, err := askAnew(p, chromedp.Evaluate[[]string](
		fmt.Sprintf(`[...document.querySelectorAll(%q)].map(e => e.innerText.trim())`, selector)))
	if err != nil {
		p.t.Fatal(err)
	}
	return texts
}

// location returns the path of the page shown.
func (p *page) location() string {
	at, err := askAnew(p, chromedp.Location())
	if err != nil {
		return ""
	}
	return strings.TrimPrefix(at, p.server.url)
}

// wait returns when the JavaScript expression is true.
func (p *page) wait(expression string) {
	p.t.Helper()
	deadline := time.Now().Add(time.Minute) // a busy machine may be slow
	for time.Now().Before(deadline) {
		// A result can be lost with the page that is left: retry.
		ctx, cancel := context.WithTimeout(p.ctx, 5*time.Second)
		ok, err := chromedp.Run(ctx, chromedp.Evaluate[bool]("!!("+expression+")"))
		cancel()
		if err == nil && ok {
			return
		}
		time.Sleep(30 * time.Millisecond) // the page is loading
	}
	p.shoot("waited")
	p.t.Fatalf("never came true at %s: %s\n%s", p.location(), expression, p.text("body"))
}

// press clicks the element of the selector and waits for the page that follows.
func (p *page) press(selector string) {
	p.t.Helper()
	p.stay()
	// If the result of the click was lost with the page, the next page is not clicked.
	p.wait(left + " || " + click(selector))
	p.arrive()
}

// tap clicks the element of the selector as soon as it is visible, in one expression: a live page may replace the
// element at any time.
func (p *page) tap(selector string) {
	p.t.Helper()
	p.wait(click(selector))
}

// click returns the expression that clicks the element of the selector; it is true if the element was found.
func click(selector string) string {
	return fmt.Sprintf(`(e => e && e.getClientRects().length && !e.disabled && (e.click(), true))(document.querySelector(%q))`, selector)
}

// leave runs a step that loads another page and waits for that page.
func (p *page) leave(step chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	p.stay()
	p.do(step)
	p.arrive()
}

// left is true on another page than the page marked by stay.
const left = `!document.documentElement.dataset.leaving`

// stay marks the page shown, so that arrive recognises the next one.
func (p *page) stay() {
	p.t.Helper()
	p.do(chromedp.Evaluate[chromedp.Void](`void (document.documentElement.dataset.leaving = "yes")`))
}

// arrive waits until a page is loaded that stay has not marked.
func (p *page) arrive() {
	p.t.Helper()
	p.wait(`document.readyState === "complete" && ` + left)
}

// sent waits until the desk has an answer to every line: until then the page asks before it is left.
func (p *page) sent() {
	p.t.Helper()
	p.wait(`dispatchEvent(new Event("beforeunload", {cancelable: true}))`)
}

// fill sets the value of a field.
func (p *page) fill(selector, value string) {
	p.t.Helper()
	p.do(chromedp.SetValue(chromedp.CSS(selector), value))
}

// unfold opens the folded parts of the page.
func (p *page) unfold() {
	p.t.Helper()
	p.do(chromedp.Evaluate[chromedp.Void](`void document.querySelectorAll("details.fold").forEach((fold) => { fold.open = true; })`))
}

// shoot keeps a picture of the tab in the folder that TOURNEY_SHOTS names.
func (p *page) shoot(name string) {
	dir := os.Getenv("TOURNEY_SHOTS")
	if dir == "" {
		return
	}
	png, err := askAnew(p, chromedp.CaptureScreenshot())
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, strings.ReplaceAll(p.t.Name()+"-"+name, "/", "-")+".png"), png, 0o644)
	}
	if err != nil {
		p.t.Logf("no picture of %s: %v", name, err)
	}
}

// cookies returns the tab's cookies as a header, for downloads.
func (p *page) cookies() string {
	p.t.Helper()
	all, err := chromedp.Call(p.ctx, network.GetCookies, network.GetCookiesParams{URLs: []string{p.server.url}})
	if err != nil {
		p.t.Fatal(err)
	}
	var parts []string
	for _, c := range all.Cookies {
		parts = append(parts, c.Name+"="+c.Value)
	}
	return strings.Join(parts, "; ")
}

// attribute returns an attribute of the first element that the selector finds.
func (p *page) attribute(selector, name string) string {
	p.t.Helper()
	r, err := chromedp.Run(p.ctx, chromedp.AttributeValue(chromedp.CSS(selector), name))
	if err != nil {
		p.t.Fatal(err)
	}
	return r.Value
}

// evaluate returns whether a JavaScript expression is true.
func (p *page) evaluate(expression string) bool {
	p.t.Helper()
	ok, err := askAnew(p, chromedp.Evaluate[bool]("!!("+expression+")"))
	if err != nil {
		p.t.Fatal(err)
	}
	return ok
}

// title returns the title of the page shown.
func (p *page) title() string {
	p.t.Helper()
	title, err := chromedp.Run(p.ctx, chromedp.Title())
	if err != nil {
		p.t.Fatal(err)
	}
	return title
}
