package e2e

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	tab "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// demoCup is where the tournament of the demonstration is public.
const demoCup = "/t/helsinki-handicap-open"

// without deletes features from the later pages by a script.
func without(p *page, script string) {
	p.t.Helper()
	if _, err := chromedp.Call(p.ctx, tab.Enable, tab.EnableParams{}); err != nil {
		p.t.Fatal(err)
	}
	_, err := chromedp.Call(p.ctx, tab.AddScriptToEvaluateOnNewDocument, tab.AddScriptToEvaluateOnNewDocumentParams{Source: script})
	if err != nil {
		p.t.Fatal(err)
	}
}

// oldest deletes the features of the browser that Safari 15.4 and Firefox 115 do not have.
const oldest = `
	delete AbortSignal.timeout; delete AbortSignal.any;
	delete HTMLFormElement.prototype.requestSubmit;
	for (const name of Object.getOwnPropertyNames(Element.prototype)) if (/^aria[A-Z]/.test(name)) delete Element.prototype[name];
	for (const name of ["at", "findLast", "findLastIndex", "toSorted", "toReversed", "with"]) delete Array.prototype[name];`

// In the oldest browser a typed result arrives, the list of names shows whether it is open, and a button pressed before
// works again after going back.
func TestOldestBrowser(t *testing.T) {
	p := open(t, start(t, "demo"))
	without(p, oldest)
	demoDesk(p)
	waiting := p.texts("tbody.waiting tr[data-table] .n")
	table := waiting[len(waiting)-1]
	p.do(chromedp.SendKeys(chromedp.CSS("#typed"), table+"b"+kb.Enter))
	p.wait(fmt.Sprintf(`document.querySelector("tbody.entered tr[data-table='%s'] .won")`, table))
	p.sent()

	p.visit(demoCup + "/games")
	p.leave(chromedp.Evaluate[chromedp.Void](`void (() => {
		const select = document.querySelector("select[data-go]");
		select.selectedIndex = select.options.length - 1;
		select.dispatchEvent(new Event("change", {bubbles: true}));
	})()`))
	if at := p.location(); !strings.Contains(at, "of=") {
		t.Errorf("the choice leads to %s", at)
	}

	p.visit(demoCup)
	p.do(chromedp.SendKeys(chromedp.CSS("input[type=search]"), "korh"))
	p.wait(`document.querySelector("#find").getAttribute("aria-expanded") === "true" && document.querySelector("#names [aria-selected=true]")`)
	p.fill("#find", "nobody at all")
	p.do(chromedp.Evaluate[chromedp.Void](`void document.querySelector(".find button").click()`))
	p.wait(`location.pathname.endsWith("/find")`)
	p.do(chromedp.Evaluate[chromedp.Void](`void history.back()`))
	p.wait(`document.querySelector("#find[role=combobox]") && !document.querySelector("button:disabled, [aria-busy]")`)
}

// A proxy stands before the demonstration. Its response, if set, replaces the server's for matching requests.
type proxy struct {
	server
	answer atomic.Pointer[foreign]
}

// foreign is the answer of a proxy, or of a network that asks for a login, to requests that match.
type foreign struct {
	match  func(r *http.Request) bool
	status int
	kind   string
	body   string
}

// A relay is a server between the browser and the program.
type relay struct {
	*httptest.Server
	cancel context.CancelFunc
}

// newRelay returns a server that is cut at the end of the test.
func newRelay(t *testing.T, handler http.Handler) relay {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	r := relay{httptest.NewUnstartedServer(handler), cancel}
	r.Config.BaseContext = func(net.Listener) context.Context { return ctx }
	r.Start()
	t.Cleanup(r.cut)
	return r
}

// cut ends all requests. A stream of events has no other end: an open page connects again while the server closes, and
// Close would wait for it forever.
func (r relay) cut() {
	r.cancel()
	r.CloseClientConnections()
	r.Close()
}

// behindProxy opens a page that comes through a proxy.
func behindProxy(t *testing.T) (*page, *proxy) {
	t.Helper()
	inBrowser(t)
	behind := start(t, "demo")
	to, err := url.Parse(behind.url)
	if err != nil {
		t.Fatal(err)
	}
	pass := &httputil.ReverseProxy{FlushInterval: -1, Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(to)
		r.Out.Host = r.In.Host
	}}
	through := &proxy{}
	front := newRelay(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if f := through.answer.Load(); f != nil && f.match(r) {
			w.Header().Set("Content-Type", f.kind)
			w.WriteHeader(f.status)
			fmt.Fprint(w, f.body)
			return
		}
		pass.ServeHTTP(w, r)
	}))
	through.server = server{url: front.URL}
	p := open(t, through.server)
	p.expects("503", "404", "429")
	return p, through
}

// expects ignores the browser's errors about responses with these statuses.
func (p *page) expects(statuses ...string) {
	p.t.Cleanup(func() {
		p.errors.mu.Lock()
		defer p.errors.mu.Unlock()
		p.errors.list = slices.DeleteFunc(p.errors.list, func(text string) bool {
			return slices.ContainsFunc(statuses, func(status string) bool {
				return strings.Contains(text, "status of "+status) || strings.Contains(text, "Error Code "+status)
			})
		})
	})
}

// byHTMX matches requests for parts of a page.
func byHTMX(r *http.Request) bool { return r.Header.Get("HX-Request") != "" }

// Responses of other machines to requests for parts of a page leave the page as it is, with a banner. The requested
// part appears when the connection is free.
func TestForeignAnswersStayOutside(t *testing.T) {
	p, through := behindProxy(t)
	desk := open(t, through.server)
	desk.expects("503", "404", "429")
	demoDesk(desk)
	p.visit(demoCup + "?lang=en")
	const rows = `document.querySelectorAll("#now tr[data-key]").length`
	before := p.texts("#now tr[data-key] .n")
	for _, f := range []foreign{
		{byHTMX, http.StatusOK, "text/html", `<html><body><main id="main"><h1>Log in to the network</h1></main></body></html>`},
		{byHTMX, http.StatusServiceUnavailable, "text/html", "<h1>503</h1>"},
		{byHTMX, http.StatusNotFound, "text/html", "<h1>404</h1>"},
		{byHTMX, http.StatusTooManyRequests, "text/html", "<h1>429</h1>"},
	} {
		through.answer.Store(&f)
		// Another desk enters a result, whose event comes through.
		waiting := desk.texts("tbody.waiting tr[data-table]:not(.dispute) .n")
		table := waiting[len(waiting)-1]
		desk.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`fetch(document.querySelector("#line").action, {method: "POST",
			body: new URLSearchParams({...Object.fromEntries(new FormData(document.querySelector("#line"))), line: "%sb"})}).then(() => undefined)`, table), chromedp.EvalAwaitPromise))
		p.wait(`document.querySelector("#messages .offline")`)
		if got := p.texts("#now tr[data-key] .n"); !slices.Equal(got, before) {
			t.Errorf("after a foreign %d the page shows the tables %v, want %v", f.status, got, before)
		}
		through.answer.Store(nil)
		p.wait(fmt.Sprintf(`%s === %d && !document.querySelector("#messages .offline") &&
			[...document.querySelectorAll("#now tr[data-key]")].some((row) => row.querySelector(".n").textContent.trim() === "%s" && row.querySelector(".won"))`, rows, len(before), table))
		desk.visit("/desk/helsinki-handicap-open")
	}
}

// A line typed at the desk waits while the network itself responds, and the tables stay.
func TestDeskBehindForeignAnswers(t *testing.T) {
	p, through := behindProxy(t)
	demoDesk(p)
	waiting := p.texts("tbody.waiting tr[data-table] .n")
	table := waiting[len(waiting)-1]
	through.answer.Store(&foreign{byHTMX, http.StatusOK, "text/html", `<div id="live"><h1>Log in to the network</h1></div>`})
	p.tap("tbody.waiting tr[data-table] .n a")
	p.wait(`document.querySelector("#messages .offline")`)
	p.do(chromedp.SendKeys(chromedp.CSS("#typed"), table+"b"+kb.Enter))
	p.wait(`document.querySelector("#unsent")`)
	if got := p.texts("tbody.waiting tr[data-table] .n"); !slices.Equal(got, waiting) {
		t.Errorf("the desk shows the tables %v, want %v", got, waiting)
	}
	through.answer.Store(nil)
	p.wait(fmt.Sprintf(`document.querySelector("tbody.entered tr[data-table='%s'] .won") && !document.querySelector("#unsent, .offline")`, table))
}

// Where htmx did not load, pages work as without scripts.
func TestWithoutHTMX(t *testing.T) {
	p, through := behindProxy(t)
	through.answer.Store(&foreign{
		func(r *http.Request) bool { return strings.HasSuffix(r.URL.Path, "/htmx.min.js") }, http.StatusOK, "text/javascript", "",
	})
	demoDesk(p)
	for range 2 {
		waiting := p.texts("tbody.waiting tr[data-table] .n")
		table := waiting[len(waiting)-1]
		p.leave(chromedp.SendKeys(chromedp.CSS("#typed"), table+"w"+kb.Enter))
		p.wait(fmt.Sprintf(`document.querySelector("tbody.entered tr[data-table='%s'] .won") && document.querySelector("#said button")`, table))
	}
	p.visit(demoCup)
	p.leave(chromedp.SendKeys(chromedp.CSS("input[type=search]"), "korhonen"+kb.Enter))
	if at, body := p.location(), p.text("main"); !strings.HasPrefix(at, demoCup+"/players/") || !strings.HasPrefix(body, "Korhonen Mikko") {
		t.Errorf("a name leads to %s, which says %q", at, body)
	}
}

// Firefox 115 has no :has(): its rules are dropped. Chosen elements are visible all the same, and no needed part is
// hidden.
func TestWithoutHas(t *testing.T) {
	inBrowser(t)
	p := open(t, withoutHas(t, start(t, "demo")))
	demoDesk(p)
	// The answer to the typed text replaces the previous message.
	p.do(chromedp.SendKeys(chromedp.CSS("#typed"), "999b"+kb.Enter))
	p.expects("404")
	p.wait(`document.querySelector("#said p")`)
	p.do(chromedp.SendKeys(chromedp.CSS("#typed"), kb.Escape+"15b"))
	p.wait(`document.querySelector("#reading p")`)
	p.wait(`getComputedStyle(document.querySelector("#said")).visibility === "hidden"`)
	p.do(chromedp.SendKeys(chromedp.CSS("#typed"), kb.Escape))
	p.wait(`getComputedStyle(document.querySelector("#said")).visibility === "visible"`)

	p.visit("/desk/helsinki-handicap-open/draw/4")
	p.press(".undrawn button[value=draft]")
	p.wait(`document.querySelector("table.draw .pick input")`)
	p.do(chromedp.Evaluate[chromedp.Void](`void document.querySelector(".pick input").click()`))
	p.wait(`(box => box.opacity === "1" && box.borderTopWidth === "3px")(getComputedStyle(document.querySelector(".pick input:checked")))`)
	p.shoot("draw")

	p.visit("/desk")
	p.press(`a[href^="/new"], a[href*="founding"], main a.main`)
	p.wait(`document.querySelector(".preset input")`)
	p.do(chromedp.Evaluate[chromedp.Void](`void (document.querySelector(".preset input").click(), document.querySelector("details.others").open = true)`))
	p.wait(`getComputedStyle(document.querySelector(".preset input:checked")).opacity === "1" && document.querySelector(".others .field").getClientRects().length`)
	p.shoot("founding")
}

// Sheets of paper are as wide as the smallest screens.
func TestSheetsOnASmallPhone(t *testing.T) {
	p := open(t, start(t, "demo"))
	demoDesk(p)
	for _, width := range []int64{320, 360} {
		p.do(chromedp.EmulateViewport(width, 700))
		for _, path := range []string{demoCup + "/print/tables/3", demoCup + "/print/crosstable", "/desk/helsinki-handicap-open/print/slips/3"} {
			p.visit(path)
			if p.evaluate(`document.documentElement.scrollWidth > innerWidth`) {
				t.Errorf("%s is wider than %d", path, width)
			}
		}
	}
}

// withoutHas returns a server in front of another. It serves the style sheets for browsers without :has().
func withoutHas(t *testing.T, behind server) server {
	t.Helper()
	to, err := url.Parse(behind.url)
	if err != nil {
		t.Fatal(err)
	}
	front := newRelay(t, &httputil.ReverseProxy{
		FlushInterval: -1,
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(to)
			r.Out.Host = r.In.Host
			r.Out.Header.Del("Accept-Encoding")
		},
		ModifyResponse: func(r *http.Response) error {
			if !strings.HasPrefix(r.Header.Get("Content-Type"), "text/css") {
				return nil
			}
			text, err := io.ReadAll(r.Body)
			css := strings.ReplaceAll(string(text), "@supports not selector(:has(a))", "@media all")
			css = strings.ReplaceAll(css, "@supports selector(:has(a))", "@media not all")
			css = regexp.MustCompile(`[^{}]*:has\([^{}]*\{[^{}]*\}`).ReplaceAllString(css, "")
			r.Body, r.ContentLength = io.NopCloser(strings.NewReader(css)), int64(len(css))
			r.Header.Set("Content-Length", strconv.Itoa(len(css)))
			return err
		},
	})
	return server{url: front.URL}
}
