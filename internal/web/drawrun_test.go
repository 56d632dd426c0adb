package web

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"tourney/internal/tournament"
	"tourney/internal/web/draw"
)

// A draw that takes long goes on by itself: its page shows how far it has come,
// another button has to wait for it, and it can be stopped.
func TestLongDrawIsShownAndStopped(t *testing.T) {
	s := newSite(t)
	s.cup()
	d := s.desk("")
	s.server.draw.Draws.Patience = 0
	midway := pauseDraws(t, "pair")
	before := s.state("spring-cup").Version
	to := s.seeOther(d.send("/draw/3", url.Values{"do": {"pair"}, "seed": {"7"}}))
	<-midway.reached
	doc := d.page(s.get(to), http.StatusOK)
	if got := words(doc.Find("#draw [role=status]")); !strings.HasPrefix(got, "Round 3 is being drawn") {
		t.Errorf("while it is drawn the page says %q", got)
	}
	if doc.Find("#draw[hx-trigger^='every 1s'] progress").Length() != 1 || doc.Find("head noscript").Length() != 1 || doc.Find("table.draw").Length() != 0 {
		t.Error("the page does not follow the draw")
	}
	if got := d.look("/draw/2").Find("table.draw").Length(); got != 1 {
		t.Error("the draw of another round cannot be looked at")
	}
	s.seeOther(d.send("/draw/3", url.Values{"do": {"pair"}, "seed": {"7"}})) // the same one
	if got := d.refused(http.StatusConflict, 3, "among", "player", "1", "player", "2"); !strings.Contains(got, "being drawn already") {
		t.Errorf("another draw is answered %q", got)
	}
	one := s.server.draw.Draws.Of("spring-cup", 3, before)
	one.Stop()
	close(midway.resume)
	doc = d.press(3, "stop")
	if got := words(doc.Find("#draw [role=status]")); got != "The draw was stopped. Nothing has changed." || doc.Find("table.draw").Length() != 1 {
		t.Errorf("after it was stopped the page says %q", got)
	}
	if now := s.state("spring-cup").Version; now != before || !one.Over() {
		t.Errorf("%d versions were made", now-before)
	}
	if d.press(3, "stop"); s.state("spring-cup").Version != before {
		t.Error("to stop what is over changed something")
	}
	d.press(3, "lock", "table", "1")
	if got := d.look("/draw/3").Find("#draw [role=status]").Length(); got != 0 {
		t.Error("a draw that was stopped long ago is still spoken of")
	}
}

// A long draw that is refused says so to whoever looks, as long as nothing has
// changed.
func TestLongDrawIsRefused(t *testing.T) {
	s := newSite(t)
	s.cup()
	d := s.desk("")
	s.server.draw.Draws.Patience = 0
	d.press(3, "drop")
	for _, p := range s.state("spring-cup").Players {
		s.check(s.director.On(anna, "spring-cup").SetStatus(t.Context(), p.ID, tournament.Withdrawn))
	}
	at := s.state("spring-cup").Version
	s.seeOther(d.send("/draw/3", url.Values{"do": {"draft"}}))
	if one := s.server.draw.Draws.Of("spring-cup", 3, at); one != nil {
		<-one.Done
	}
	for range 2 {
		if got := text(d.look("/draw/3"), "#draw > [role=alert]"); !strings.Contains(got, "checked in") {
			t.Errorf("the page says %q", got)
		}
	}
	s.check(s.director.On(anna, "spring-cup").SetStatus(t.Context(), 2, tournament.CheckedIn))
	if got := d.look("/draw/3").Find("#draw > [role=alert]").Length(); got != 0 {
		t.Error("what has changed is not noticed")
	}
}

// A draw that breaks is answered as a request that breaks, and the program goes
// on.
func TestBrokenDraw(t *testing.T) {
	s := newSite(t)
	s.cup()
	d := s.desk("")
	pair := draw.Changes["pair"]
	t.Cleanup(func() { draw.Changes["pair"] = pair })
	draw.Changes["pair"] = func(draw.Change) (int, error) { panic("no") }
	d.page(d.send("/draw/3", url.Values{"do": {"pair"}}), http.StatusInternalServerError)
	d.look("/draw/3")
}

// What a draft is worth may take long after a start of the program: its page is
// shown without, and asks again by itself.
func TestWorthIsWorkedOut(t *testing.T) {
	s := newSite(t)
	s.cup()
	d := s.desk("")
	d.press(3, "pair")
	release := make(chan struct{})
	s.server.draw.Worths.Patience = 0
	// A state before this one is still being looked at.
	before := s.server.draw.Worths.Begin("spring-cup", draw.Run{Round: 3, Version: -1}, func(context.Context) error { <-release; return nil })
	doc := d.look("/draw/3")
	if got := words(doc.Find("#cost[hx-trigger^=every] [role=status]")); got != "It is being worked out …" || doc.Find("table.draw").Length() != 1 {
		t.Errorf("meanwhile the page says %q", got)
	}
	close(release)
	<-before.Done
	s.server.draw.Worths.Patience = draw.Patience * 60 // so that it is waited for
	if got := words(d.look("/draw/3").Find("#cost:not([hx-get])")); !strings.Contains(got, "No better draw exists") {
		t.Errorf("then it says %q", got)
	}
	s.server.CloseStreams()
	gone := s.server.draw.Worths.Begin("spring-cup", draw.Run{}, func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() })
	if <-gone.Done; gone.Err == nil {
		t.Error("a draw outlasts the program")
	}
}
