package e2e

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// axe is axe-core 4.14.1 of Deque Systems, under the Mozilla Public License
// 2.0. It looks for what keeps people from using a page.
//
//go:embed testdata/axe.min.js
var axe string

// pagesOfDemo are the addresses of the demonstration that are pages, in the
// order in which they are looked at.
func pagesOfDemo(p *page) []string {
	p.t.Helper()
	const public, desk = "/t/helsinki-handicap-open", "/desk/helsinki-handicap-open"
	paths := []string{
		"/", public, public + "/round/1", public + "/round/3", public + "/round/3?by=name", public + "/standings", public + "/why/4",
		public + "/games", public + "/about", public + "/find?name=ko", public + "/players", public + "/players/4", public + "/crosstable", public + "/statistics", public + "/hall", public + "/hall?theme=light",
		"/desk", "/new", desk, desk + "?table=1", desk + "?keys=all", desk + "/round/1", desk + "/players", desk + "/players/4", desk + "/import",
		desk + "/draw/3", desk + "/draw/3?table=1", desk + "/draw/3/meet/21", desk + "/draw/3/verify", desk + "/draw/4", desk + "/steering", desk + "/settings",
		desk + "/simulate", desk + "/ratings", desk + "/ratings/changes", desk + "/prizes", desk + "/prizes/script",
		desk + "/prizes/certificates", desk + "/exports", desk + "/log", desk + "/print/slips/3", desk + "/day", desk + "/final", desk + "/fees", desk + "/signup", desk + "/letters/4", public + "/door",
	}
	for _, from := range []string{public + "/round/1", public + "/round/3"} {
		p.visit(from)
		for _, game := range p.attributes(`a[href*="/games/"]`, "pathname") {
			_, number, _ := strings.Cut(game, "/games/")
			paths = append(paths, game, desk+"/games/"+number)
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths)
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

// The rules that axe checks: all of WCAG 2.2 AA, or those that another colour
// scheme can break.
const (
	allRules    = `["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]`
	colourRules = `{type: "rule", values: ["color-contrast", "link-in-text-block"]}`
)

// barriers returns what axe finds on the page shown: rule and element.
func (p *page) barriers(rules string) []string {
	p.t.Helper()
	found, err := chromedp.Run(p.ctx, chromedp.Evaluate[[]string](axe+`;
		axe.run({runOnly: `+rules+`, resultTypes: ["violations"]}).then(r =>
			r.violations.flatMap(v => v.nodes.map(n => v.id + ": " + n.target + " " + n.html.slice(0, 160) + " " + n.any.map(a => a.message).join("; "))))`,
		chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatal(err)
	}
	return found
}

// No page of the demonstration has a barrier, be it light or dark, wide or on a
// phone; and none runs out of the screen.
func TestNoBarriers(t *testing.T) {
	t.Parallel() // after the journeys, when no other package needs the processor
	demo := start(t, "demo")
	for scheme, rules := range map[string]string{"light": allRules, "dark": colourRules} {
		for device, size := range map[string][2]int64{"desktop": {1366, 768}, "phone": {390, 844}} {
			t.Run(scheme+" "+device, func(t *testing.T) {
				t.Parallel()
				p := openFor(t, demo, 10*time.Minute)
				demoDesk(p)
				_, err := chromedp.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
					Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
				})
				if err != nil {
					t.Fatal(err)
				}
				paths := pagesOfDemo(p)
				if device == "phone" {
					p.do(chromedp.EmulateViewport(size[0], size[1], chromedp.EmulateMobile))
				}
				for _, path := range paths {
					p.visit(path)
					for _, found := range p.barriers(rules) {
						t.Errorf("%s: %s", path, found)
					}
					p.shoot(strings.NewReplacer("helsinki-handicap-open", "", "?", "-").Replace(path))
					if p.evaluate(`document.documentElement.scrollWidth > innerWidth`) {
						t.Errorf("%s is wider than the screen", path)
					}
				}
			})
		}
	}
}
