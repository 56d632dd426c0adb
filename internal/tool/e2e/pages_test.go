package e2e

import (
	_ "embed"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"tourney/internal/testkit/webtest"
)

// axe is axe-core 4.14.1 of Deque Systems, under the Mozilla Public License 2.0. It finds barriers that keep people
// from using a page.
//
//go:embed testdata/axe.min.js
var axe string

// The rules that axe checks: all of WCAG 2.2 AA, or the rules that another colour scheme can break.
const (
	allRules    = `["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]`
	colourRules = `{type: "rule", values: ["color-contrast", "link-in-text-block"]}`
)

// barriers returns the findings of axe on the page shown: rule and element.
func (p *page) barriers(rules string) []string {
	p.t.Helper()
	found, err := chromedp.Run(p.ctx, chromedp.Evaluate[[]string](``+axe+`;
		axe.run({runOnly: `+rules+`, resultTypes: ["violations"]}).then(r =>
			r.violations.flatMap(v => v.nodes.map(n => v.id + ": " + n.target + " " + n.html.slice(0, 160) + " " + n.any.map(a => a.message).join("; "))))`,
		chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatal(err)
	}
	return found
}

// attributes returns a property of all elements that the selector finds.
func (p *page) attributes(selector, name string) []string {
	p.t.Helper()
	found, err := askAnew(p, chromedp.Evaluate[[]string](fmt.Sprintf(`[...document.querySelectorAll(%q)].map(e => e[%q])`, selector, name)))
	if err != nil {
		p.t.Fatal(err)
	}
	return found
}

// A device is a screen on which pages are shown.
type device struct {
	name          string
	width, height int64
	options       []chromedp.EmulateViewportOption
}

var devices = []device{
	{"desktop", 1366, 768, nil},
	{"phone", 390, 844, []chromedp.EmulateViewportOption{chromedp.EmulateMobile}},
}

// walk shows all pages of the program on a device in a language, one after the other; or the pages with TOURNEY_PAGES
// in their address.
func (w *world) walk(p *page, on device, language string, look func(path string)) {
	p.t.Helper()
	_, err := chromedp.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}},
	})
	if err != nil {
		p.t.Fatal(err)
	}
	p.do(chromedp.EmulateViewport(on.width, on.height, on.options...))
	show := func(paths []string) {
		p.visit("/?lang=" + language)
		for _, path := range paths {
			if strings.Contains(path, os.Getenv("TOURNEY_PAGES")) {
				p.visit(w.address(path))
				look(path)
			}
		}
	}
	show(webtest.Strangers)
	demoDesk(p)
	show(webtest.Pages)
}

// A loading describes how the page shown was loaded.
type loading struct {
	Status   int     // of the answer
	At       string  // the path and query of the page
	Bytes    int     // of the page and all that it needs, as transferred
	Requests int     // for them
	Shift    float64 // of the layout, see web.dev/cls
	Shifted  string  // the elements that moved
}

// loading reads from the browser how the page shown was loaded.
func (p *page) loading() loading {
	p.t.Helper()
	l, err := chromedp.Run(p.ctx, chromedp.Evaluate[loading](`new Promise(done => {
		let shift = 0, shifted = "";
		new PerformanceObserver(list => list.getEntries().forEach(e => {
			shift += e.value;
			for (const {node: n, previousRect: was, currentRect: is} of e.sources) {
				shifted += (n?.cloneNode?.().outerHTML ?? n?.textContent ?? "?") + [was.x, was.y, was.width, was.height] + ">" + [is.x, is.y, is.width, is.height] + " ";
			}
		})).observe({type: "layout-shift", buffered: true});
		setTimeout(() => {
			const [page] = performance.getEntriesByType("navigation"), parts = performance.getEntriesByType("resource");
			done({
				Status: page.responseStatus, At: location.pathname + location.search, Shift: shift, Shifted: shifted, Requests: 1 + parts.length,
				Bytes: parts.reduce((sum, part) => sum + part.transferSize, page.transferSize),
			});
		}, 60); // two pictures of the page after the last part of it
	})`, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatal(err)
	}
	return l
}

// forgive removes expected console errors of the page shown.
func (p *page) forgive(text string) {
	p.errors.mu.Lock()
	defer p.errors.mu.Unlock()
	p.errors.list = slices.DeleteFunc(p.errors.list, func(e string) bool { return strings.Contains(e, text) })
}

// mostBytes bounds the transferred bytes of a page and all that it needs, for a browser with an empty cache.
const mostBytes = 100_000

// unseen is a JavaScript expression: whether a field to type in has a place on the page, but no colour.
const unseen = `[...document.querySelectorAll("input:not([type=radio], [type=checkbox]), select, textarea")].some(
	field => field.checkVisibility() && !field.checkVisibility({opacityProperty: true, visibilityProperty: true}))`

// Every page fits the screen of a desktop and a phone. It has no accessibility barriers in the light and the dark
// scheme, a limited transfer size, and no layout shifts while it loads.
func TestJourneyToEveryPage(t *testing.T) {
	inBrowser(t)
	t.Parallel() // after the journeys, when no other package needs the processor
	w := newWorld(t)
	for _, on := range devices {
		t.Run(on.name, func(t *testing.T) {
			t.Parallel()
			p := openFor(t, w.server, 20*time.Minute)
			if _, err := chromedp.Call(p.ctx, network.SetCacheDisabled, network.SetCacheDisabledParams{CacheDisabled: true}); err != nil {
				t.Fatal(err)
			}
			heaviest := loading{}
			w.walk(p, on, "en", func(path string) {
				t.Helper()
				l := p.loading()
				if missing := slices.Contains(webtest.Missing, path); missing != (l.Status == 404) || !missing && l.Status != 200 || l.At != w.address(path) {
					t.Errorf("%s answers %d at %s", path, l.Status, l.At)
				}
				if l.Bytes > mostBytes {
					t.Errorf("%s takes %d bytes in %d requests", path, l.Bytes, l.Requests)
				}
				if l.Bytes > heaviest.Bytes {
					heaviest = l
				}
				if l.Shift > 0 {
					t.Errorf("%s: its layout shifts by %g: %.600s", path, l.Shift, l.Shifted)
				}
				// A phone zooms out until the whole page is visible: its innerWidth grows with the widest part.
				if p.evaluate(fmt.Sprintf(`document.documentElement.scrollWidth > %d`, on.width)) {
					t.Errorf("%s is wider than the screen", path)
				}
				if p.evaluate(unseen) {
					t.Errorf("%s has a field that cannot be seen", path)
				}
				if missing := slices.Contains(webtest.Missing, path); missing {
					p.forgive("404 (Not Found)")
				}
				for _, found := range p.barriers(allRules) {
					t.Errorf("%s: %s", path, found)
				}
				p.scheme("dark")
				for _, found := range p.barriers(colourRules) {
					t.Errorf("%s, dark: %s", path, found)
				}
				p.scheme("light")
			})
			t.Logf("%d pages; the heaviest is %s with %d bytes in %d requests", len(webtest.Strangers)+len(webtest.Pages), heaviest.At, heaviest.Bytes, heaviest.Requests)
		})
	}
}
