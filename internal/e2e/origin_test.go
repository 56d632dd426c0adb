package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/chromedp/chromedp"
)

// The page of a club, on another site, shows what the server publishes, as
// it changes.
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
