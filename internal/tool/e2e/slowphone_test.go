package e2e

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"tourney/internal/app/director"
	"tourney/internal/data/store"
	"tourney/internal/rank"
	"tourney/internal/testkit/databasetest"
	"tourney/internal/tournament"
)

// A slow phone: its processor is four times as slow, its connection has 400 kbit/s and answers after 150 ms.
const (
	slowness = 4
	slowLine = 400_000 / 8
	slowLag  = 150
)

// mostNodes limits the elements of the first part of a long list.
const mostNodes = 6000

// TestSlowPhone loads the standings of a thousand players on a slow phone, with and without scripts, and prints when they
// are painted and can be used.
func TestSlowPhone(t *testing.T) {
	inBrowser(t)
	file := filepath.Join(t.TempDir(), "thousand.db")
	kept, err := store.OpenScratch(t.Context(), databasetest.File(t, file, store.OpenScratch))
	if err != nil {
		t.Fatal(err)
	}
	settings, err := tournament.PresetNamed("egf")
	if err != nil {
		t.Fatal(err)
	}
	var players []tournament.Player
	for i := range 1000 {
		players = append(players, tournament.Player{Family: fmt.Sprintf("Virtanen%03d", i), Given: "Anna-Liisa", Rank: rank.FromIndex(38 - i/40), Country: "FI", Club: "Oulu"})
	}
	tn := entered(t, settings, players)
	played(t, tn, 5)
	if _, err := director.New(kept, time.Now).Import(t.Context(), director.Actor{Name: "Aino"}, tournament.Whole{Tournament: tn}, director.Founding{}); err != nil {
		t.Fatal(err)
	}
	if err := kept.Close(); err != nil {
		t.Fatal(err)
	}
	s := start(t, "serve", "--db", file)
	for _, scripts := range []bool{true, false} {
		p := open(t, s)
		p.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
		p.slow()
		p.scripts(scripts)
		p.visit("/t/cup/standings")
		p.scripts(true) // for the measurement
		p.wait(`document.readyState === "complete"`)
		got, err := chromedp.Run(p.ctx, chromedp.Evaluate[slowLoad](slowTimes, chromedp.EvalAwaitPromise))
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("scripts %t: first paint %.0f ms, usable %.0f ms, loaded %.0f ms, %d nodes, %d rows, shift %g, %.0f kB sent",
			scripts, got.Paint, got.Usable, got.Loaded, got.Nodes, got.Rows, got.Shift, got.Sent/1000)
		if !scripts {
			continue // the whole list
		}
		if got.Nodes > mostNodes {
			t.Errorf("the first part has %d nodes, at most %d are wanted", got.Nodes, mostNodes)
		}
		if got.Shift > 0 {
			t.Errorf("the layout shifts by %g", got.Shift)
		}
	}
}

// A slowLoad is how a page loaded: times from the request on in milliseconds, bytes sent.
type slowLoad struct {
	Paint, Usable, Loaded, Shift, Sent float64
	Nodes, Rows                        int
}

const slowTimes = `new Promise(done => {
	let shift = 0;
	new PerformanceObserver(list => list.getEntries().forEach(e => shift += e.value)).observe({type: "layout-shift", buffered: true});
	setTimeout(() => {
		const [load] = performance.getEntriesByType("navigation");
		done({
			Paint: performance.getEntriesByName("first-contentful-paint")[0].startTime,
			Usable: load.domContentLoadedEventEnd, Loaded: load.loadEventEnd, Shift: shift,
			Sent: [load, ...performance.getEntriesByType("resource")].reduce((sum, e) => sum + e.transferSize, 0),
			Nodes: document.querySelectorAll("*").length, Rows: document.querySelectorAll("table.wall tbody tr").length,
		});
	}, 500);
})`

// slow makes the tab a slow phone.
func (p *page) slow() {
	p.t.Helper()
	_, err := chromedp.Call(p.ctx, network.Enable, network.EnableParams{})
	if err == nil {
		_, err = chromedp.Call(p.ctx, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: slowness})
	}
	if err == nil {
		_, err = chromedp.Call(p.ctx, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{
			MatchedNetworkConditions: []*network.Conditions{{Latency: slowLag, DownloadThroughput: slowLine, UploadThroughput: slowLine}},
		})
	}
	if err != nil {
		p.t.Fatal(err)
	}
}
