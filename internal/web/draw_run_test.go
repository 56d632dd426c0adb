package web

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/tournament"
)

// pauseCup pauses a draw of the cup's third round that changes nothing.
func pauseCup(t *testing.T, s *testSite) *pause {
	t.Helper()
	snapshot, err := s.director.Snapshot(t.Context(), "spring-cup")
	s.check(err)
	return pauseDraw(t, func(ctx context.Context) error {
		return s.director.Preview(snapshot.Tournament).Round(3).PairAmong(ctx, []tournament.PlayerID{2, 3, 4, 5})
	})
}

// ended reloads the page of a draw, as browsers do, until the draw has ended.
func (d *deskClient) ended(path string) *goquery.Document {
	d.t.Helper()
	for d.t.Context().Err() == nil {
		if doc := d.look(path); doc.Find("#draw progress").Length() == 0 {
			return doc
		}
	}
	d.t.Fatal("the draw does not end")
	return nil
}

// A long draw continues in the background: its page shows the progress, another button
// has to wait, and it can be stopped.
func TestLongDrawIsShownAndStopped(t *testing.T) {
	s := newSite(t)
	s.cup()
	d := s.desk("")
	s.server.draw.Patience = 0
	midway := pauseCup(t, s)
	before := s.state("spring-cup").Version
	to := s.seeOther(d.send("/draw/3", url.Values{"do": {"pair"}, "seed": {"7"}}))
	doc := d.page(s.get(to), http.StatusOK)
	if got := words(doc.Find("#draw .running .lead")); !strings.HasPrefix(got, "Pairing round 3") {
		t.Errorf("while it is drawn the page says %q", got)
	}
	if doc.Find("#draw[hx-trigger^='every 1s'] progress").Length() != 1 || doc.Find("head noscript").Length() != 1 || doc.Find("table.draw").Length() != 0 {
		t.Error("the page does not follow the draw")
	}
	if got := d.look("/draw/2").Find("table.draw").Length(); got != 1 {
		t.Error("the draw of another round cannot be looked at")
	}
	s.seeOther(d.send("/draw/3", url.Values{"do": {"pair"}, "seed": {"7"}})) // the same one
	if got := d.refused(http.StatusConflict, 3, "among", "player", "1", "player", "2"); !strings.Contains(got, "already being paired") {
		t.Errorf("another draw is answered %q", got)
	}
	doc = d.press(3, "stop")
	if got := words(doc.Find("#draw > [data-say]").First()); got != "The draw was stopped. Nothing has changed." || doc.Find("table.draw").Length() != 1 {
		t.Errorf("after it was stopped the page says %q", got)
	}
	s.check(midway.goOn())
	if now := s.state("spring-cup").Version; now != before {
		t.Errorf("%d versions were made", now-before)
	}
	if d.press(3, "stop"); s.state("spring-cup").Version != before {
		t.Error("to stop what is over changed something")
	}
	s.server.draw.Patience = time.Minute
	d.press(3, "lock", "table", "1")
	if got := d.look("/draw/3").Find("#draw > [data-say], #draw .running").Length(); got != 0 {
		t.Error("a draw that was stopped long ago is still spoken of")
	}
}

// The page of a long draw shows why it was refused until something changes.
func TestLongDrawIsRefused(t *testing.T) {
	s := newSite(t)
	s.cup()
	d := s.desk("")
	s.server.draw.Patience = 0
	d.press(3, "drop")
	for _, p := range s.state("spring-cup").Players {
		s.check(s.director.On(anna, "spring-cup").SetStatus(t.Context(), p.ID, tournament.Withdrawn))
	}
	s.seeOther(d.send("/draw/3", url.Values{"do": {"draft"}}))
	for range 2 {
		if got := text(d.ended("/draw/3"), "#draw > [role=alert]"); !strings.Contains(got, "checked in") {
			t.Errorf("the page says %q", got)
		}
	}
	s.check(s.director.On(anna, "spring-cup").SetStatus(t.Context(), 2, tournament.CheckedIn))
	if got := d.look("/draw/3").Find("#draw > [role=alert]").Length(); got != 0 {
		t.Error("what has changed is not noticed")
	}
}

// The cost of a draft may take long to compute after a start of the program: until
// then its page has none, and reloads itself.
func TestCostIsComputed(t *testing.T) {
	s := newSite(t)
	s.cup()
	d := s.desk("")
	d.press(3, "pair")
	s.server.draw.Patience = 0
	midway := pauseCup(t, s)
	for _, look := range []func() *goquery.Document{
		// The page of the draft before has waited for its cost; this one cannot have it.
		func() *goquery.Document { return d.press(3, "lock", "table", "1") },
		func() *goquery.Document { return d.look("/draw/3") },
		// Now what is computed is about the state before.
		func() *goquery.Document { return d.press(3, "unlock", "table", "1") },
	} {
		doc := look()
		if got := words(doc.Find("#cost[hx-trigger^=every] [data-say]")); got != "Computing …" || doc.Find("table.draw").Length() != 1 {
			t.Errorf("meanwhile the page says %q", got)
		}
	}
	s.check(midway.goOn())
	s.server.draw.Patience = time.Minute
	if got := words(d.look("/draw/3").Find("#cost:not([hx-get])")); !strings.Contains(got, "No better draw exists") {
		t.Errorf("then it says %q", got)
	}
}
