package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/chromedp/chromedp"
)

// The page of a club, on another site, shows the published data of the server and their updates.
func TestPageOfAnotherSite(t *testing.T) {
	demo := start(t, "demo")
	club := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<!doctype html><title>Club</title><link rel=icon href=data:,><p>Club")
	}))
	t.Cleanup(club.Close)
	p := open(t, demo)
	demoDesk(p)
	p.do(chromedp.Navigate(club.URL), chromedp.WaitReady(chromedp.CSS("p")))
	p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`void (() => {
		const server = %q, cup = "helsinki-handicap-open";
		fetch(server + "/api/v1/tournaments/" + cup, {headers: {"If-None-Match": "x"}}).then(r => r.json()).then(t => window.name1 = t.name);
		new EventSource(server + "/t/" + cup + "/events").onmessage = e => window.version = JSON.parse(e.data).version;
	})()`, demo.url)))
	p.wait(`window.name1 === "Helsinki Handicap Open" && window.version > 0`)
	if !p.evaluate(`document.title === "Club"`) {
		t.Error("the page is not the club's")
	}
}

// The page of a club shows standings and pairings by the script for other sites: at full height, in the chosen colours
// and language, with each result, without a cookie. It names missing parts in their place.
func TestWidget(t *testing.T) {
	demo := start(t, "demo")
	club := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("Content-Security-Policy", fmt.Sprintf("default-src 'self'; script-src %s; frame-src %s; img-src data:; style-src 'self'", demo.url, demo.url))
		fmt.Fprintf(w, `<!doctype html><html lang="fi"><title>Club</title><link rel=icon href=data:,><p>Club</p>
			<script async src="%s/embed.js" data-tournament="https://go.example.org/t/helsinki-handicap-open/standings?lang=fi" data-show="standings pairings" data-scheme="dark" data-height="5000"></script>`, demo.url)
	}))
	t.Cleanup(club.Close)
	p := open(t, demo)
	p.do(chromedp.Navigate(club.URL), chromedp.WaitReady(chromedp.CSS("p")))
	const low = `[...document.querySelectorAll("iframe")].filter(f => f.height > 300 && f.height < 2000).length === 2`
	p.wait(low)
	p.do(chromedp.Evaluate[chromedp.Void](`void (window.wide = Number(document.querySelector("iframe").height))`))
	p.do(chromedp.EmulateViewport(390, 844)) // lines of a phone are higher
	p.wait(`document.querySelector("iframe").height > 1.2 * window.wide`)
	p.do(chromedp.EmulateViewport(1366, 768))
	p.wait(low)
	if got := p.evaluate(`[...document.querySelectorAll("iframe")].every((f, i) => f.title === ["Tilanne 3. kierroksella", "3. kierros"][i] + " · Helsinki Handicap Open" && f.src.includes("lang=fi") && f.src.includes("scheme=dark")) && document.cookie === ""`); !got {
		t.Error("the frames are not as the page wants them")
	}
	t.Cleanup(func() { p.forgive("404 (Not Found)"); p.forgive("422 (Unprocessable Entity)") })
	for _, tt := range [][4]string{
		{"nowhere", "", "Turnausta ”nowhere” ei ole.", "Sivua ei löydy"},
		{"helsinki-handicap-open", "standing", "Täällä ei ole osaa ”standing”.", "Sivua ei löydy"},
		{"", "", "puuttuu määrite data-tournament", "Jokin meni vikaan"},
	} {
		p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`void (() => {
			console.error = text => window.said = text;
			const script = document.createElement("script");
			script.src = %[1]q;
			if (%[2]q) script.dataset.tournament = %[2]q;
			script.dataset.show = %[3]q;
			document.body.prepend(script);
		})()`, demo.url+"/embed.js", tt[0], tt[1])))
		p.wait(fmt.Sprintf(`window.said?.includes(%q)`, tt[2]))
		p.wait(fmt.Sprintf(`(f => f.title === %q && f.height < 500)(document.querySelector("iframe"))`, tt[3]))
	}
	// A missing language is named, with the available ones.
	p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`void (() => {
		console.warn = text => window.warned = text;
		const script = document.createElement("script");
		script.src = %q;
		script.dataset.tournament = "helsinki-handicap-open";
		script.dataset.lang = "tlh-AQ";
		document.body.prepend(script);
	})()`, demo.url+"/embed.js")))
	p.wait(`window.warned?.includes("tlh") && window.warned.includes("en, cs, de, fi, fr, pl")`)
	// In the frame itself, which a page of another site cannot read.
	p.do(chromedp.Navigate(demo.url+"/t/helsinki-handicap-open/embed/standings?lang=fi&scheme=dark"), chromedp.WaitReady(chromedp.CSS("table.wall")))
	if !p.evaluate(`document.documentElement.lang === "fi" && getComputedStyle(document.documentElement).colorScheme === "dark" && document.cookie === ""`) {
		t.Error("the frame has another language or other colours")
	}
	// Pairings change to the next round: the event of its publication reloads the frame.
	p.visit("/t/helsinki-handicap-open/embed/pairings")
	p.do(chromedp.Evaluate[chromedp.Void](`void (window.before = true)`))
	p.wait(`window.before && typeof htmx === "object" && (htmx.trigger(document.body, "live:pairings"), true)`)
	p.wait(`!window.before && document.querySelector("#round")`)
}
