package web_test

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

// pauseCup pauses a draw of the cup's third round that changes nothing.
func pauseCup(t *testing.T, s *testSite) *pause {
	t.Helper()
	snapshot, err := s.Director.Snapshot(t.Context(), "spring-cup")
	s.Check(err)
	return pauseDraw(t, func(ctx context.Context) error {
		return s.Director.Preview(snapshot.Tournament).Round(3).PairAmong(ctx, []tournament.PlayerID{2, 3, 4, 5})
	})
}

// A long draw continues in the background: its page shows the progress, another button is refused, and it can be
// stopped.
func TestLongDrawIsShownAndStopped(t *testing.T) {
	s := newSite(t)
	s.Cup()
	d := s.Desk("")
	s.Server.SetDrawPatience(0)
	midway := pauseCup(t, s)
	before := s.State("spring-cup").Version
	to := s.SeeOther(d.Send("/draw/3", url.Values{"do": {"pair"}, "seed": {"7"}}))
	doc := d.Page(s.Get(to), http.StatusOK)
	if got := sitetest.Words(doc.Find("#draw .running .lead")); !strings.HasPrefix(got, "Pairing round 3") {
		t.Errorf("while it is drawn the page says %q", got)
	}
	if doc.Find("#draw[hx-trigger^='every 1s'] progress").Length() != 1 || doc.Find("head noscript").Length() != 1 || doc.Find("table.draw").Length() != 0 {
		t.Error("the page does not follow the draw")
	}
	if got := d.Look("/draw/2").Find("table.draw").Length(); got != 1 {
		t.Error("the draw of another round cannot be looked at")
	}
	s.SeeOther(d.Send("/draw/3", url.Values{"do": {"pair"}, "seed": {"7"}})) // the same one
	if got := d.Refused(http.StatusConflict, 3, "among", "player", "1", "player", "2"); !strings.Contains(got, "already being paired") {
		t.Errorf("another draw is answered %q", got)
	}
	doc = d.Press(3, "stop")
	if got := sitetest.Words(doc.Find("#draw > [data-say]").First()); got != "The draw was stopped. Nothing has changed." || doc.Find("table.draw").Length() != 1 {
		t.Errorf("after it was stopped the page says %q", got)
	}
	s.Check(midway.goOn())
	if now := s.State("spring-cup").Version; now != before {
		t.Errorf("%d versions were made", now-before)
	}
	if d.Press(3, "stop"); s.State("spring-cup").Version != before {
		t.Error("to stop what is over changed something")
	}
	s.Server.SetDrawPatience(time.Minute)
	d.Press(3, "lock", "table", "1")
	if got := d.Look("/draw/3").Find("#draw > [data-say], #draw .running").Length(); got != 0 {
		t.Error("a draw that was stopped long ago is still spoken of")
	}
}

// The page of a long draw shows why it was refused until something changes.
func TestLongDrawIsRefused(t *testing.T) {
	s := newSite(t)
	s.Cup()
	d := s.Desk("")
	s.Server.SetDrawPatience(0)
	d.Press(3, "drop")
	for _, p := range s.State("spring-cup").Players {
		s.Check(s.Director.On(sitetest.Anna, "spring-cup").SetStatus(t.Context(), p.ID, tournament.Withdrawn))
	}
	s.SeeOther(d.Send("/draw/3", url.Values{"do": {"draft"}}))
	for range 2 {
		if got := sitetest.Text(d.Ended("/draw/3"), "#draw > [role=alert]"); !strings.Contains(got, "checked in") {
			t.Errorf("the page says %q", got)
		}
	}
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").SetStatus(t.Context(), 2, tournament.CheckedIn))
	if got := d.Look("/draw/3").Find("#draw > [role=alert]").Length(); got != 0 {
		t.Error("what has changed is not noticed")
	}
}

// The cost of a draft may take long to compute after a start of the program: until
// then its page has none, and reloads itself.
func TestCostIsComputed(t *testing.T) {
	s := newSite(t)
	s.Cup()
	d := s.Desk("")
	d.Press(3, "pair")
	s.Server.SetDrawPatience(0)
	midway := pauseCup(t, s)
	for _, look := range []func() *goquery.Document{
		// The page of the old draft has waited for its cost; this draft cannot have it.
		func() *goquery.Document { return d.Press(3, "lock", "table", "1") },
		func() *goquery.Document { return d.Look("/draw/3") },
		// Now the running computation is about an outdated state.
		func() *goquery.Document { return d.Press(3, "unlock", "table", "1") },
	} {
		doc := look()
		if got := sitetest.Words(doc.Find("#cost[hx-trigger^=every] [data-say]")); got != "Computing …" || doc.Find("table.draw").Length() != 1 {
			t.Errorf("meanwhile the page says %q", got)
		}
	}
	s.Check(midway.goOn())
	s.Server.SetDrawPatience(time.Minute)
	if got := sitetest.Words(d.Look("/draw/3").Find("#cost:not([hx-get])")); !strings.Contains(got, "no better draw") {
		t.Errorf("then it says %q", got)
	}
}
