package draw_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"tourney/internal/app/director"
	"tourney/internal/rank"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

// All changes of a draft and its wishes are undone and redone one after the other on
// the draw's page.
func TestDraftIsUndoneStepByStep(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := newSite(t)
	s.Cup()
	d := s.Desk("")
	helper, err := s.Director.On(sitetest.Anna, "spring-cup").AddPlayer(t.Context(), tournament.Player{Family: "Late", Rank: rank.Kyu(9)}, tournament.RefuseNamesakes, "")
	s.Check(err)
	begin := s.State("spring-cup")
	g := begin.Round(3).Games[0]
	states := []*tournament.Tournament{begin}
	for _, step := range []struct {
		do   func()
		says string
	}{
		{func() { d.Press(3, "pair", "seed", "7") }, "Paired round 3"},
		{func() { d.Press(3, "swap", "player", sitetest.ID(g.Black), "player", "9") }, "swapped"},
		{func() { d.Press(3, "lock", "table", "1") }, "locked table 1"},
		{func() {
			s.Check(s.Director.On(sitetest.Anna, "spring-cup").Constraints().KeepApart(t.Context(), []tournament.PlayerID{4, 5}, 0))
		}, "Kept Dahl X and Ek X apart"},
		{func() { s.Check(s.Director.On(sitetest.Anna, "spring-cup").Constraints().Seat(t.Context(), 4, 7)) }, "the fixed table 7"},
		{func() {
			s.Check(s.Director.On(sitetest.Anna, "spring-cup").Constraints().AddStandIn(t.Context(), helper))
		}, "Added the stand-in"},
		{func() {
			s.Check(s.Director.On(sitetest.Anna, "spring-cup").Constraints().RemoveStandIn(t.Context(), helper))
		}, "Removed the stand-in"},
		{func() { d.Press(3, "among", "player", "1", "player", "2", "player", "3", "player", "4") }, "re-paired"},
		{func() { d.Press(3, "colours", "table", "2") }, "swapped colours"},
		{func() { d.Press(3, "terms", "table", "2", "handicap", "3", "komi", "0") }, "handicap 3"},
		{func() { d.Press(3, "move", "table", "2", "to", "9") }, "moved table 2 to 9"},
		{func() { d.Press(3, "start", "start", "15:30", "day", "2 May 2026") }, "start of round 3"},
		{func() { d.Press(3, "unpair", "table", "9") }, "unpaired table 9"},
		{func() { d.Press(3, "drop") }, "Discarded the draft of round 3"},
	} {
		before := s.State("spring-cup")
		step.do()
		now := s.State("spring-cup")
		if now.Version == before.Version {
			continue // these were paired as well as can be
		}
		if got := sitetest.Words(d.Look("/draw/3").Find(".steps")); !strings.Contains(got, step.says) || !strings.Contains(got, "Undo") {
			t.Errorf("after a step that %s the page says %q", step.says, got)
		}
		states = append(states, now)
	}
	if len(states) < 13 {
		t.Fatalf("only %d steps changed anything", len(states)-1)
	}
	same := func(want *tournament.Tournament) bool {
		got := s.State("spring-cup").Clone()
		for i := range got.Rounds {
			for j := range got.Rounds[i].Games {
				if r := want.Round(i + 1); r != nil && j < len(r.Games) {
					got.Rounds[i].Games[j].Revision = r.Games[j].Revision // it only grows
				}
			}
		}
		return len(want.Diff(got)) == 0
	}
	for i := len(states) - 2; i >= 0; i-- {
		if d.Undo(3, d.Look("/draw/3"), "undo"); !same(states[i]) {
			t.Fatalf("step %d is not taken back: %v", i+1, states[i].Diff(s.State("spring-cup")))
		}
	}
	doc := d.Look("/draw/3")
	if doc.Find("#undo").Length() != 0 || doc.Find("#redo").Length() != 1 {
		t.Errorf("when all is taken back the page offers %q", sitetest.Words(doc.Find(".steps")))
	}
	for i, want := range states[1:] {
		if d.Undo(3, d.Look("/draw/3"), "redo"); !same(want) {
			t.Fatalf("step %d is not made again: %v", i+1, want.Diff(s.State("spring-cup")))
		}
	}
	if doc = d.Look("/draw/3"); doc.Find("#redo").Length() != 0 {
		t.Error("there is still something to be made again")
	}
	for e, n := range map[string]int{"undo": len(states) - 1, "redo": len(states) - 1} {
		log, err := s.Server.LogUntil(t.Context(), "spring-cup", 1)
		s.Check(err)
		if got := len(slices.DeleteFunc(log, func(l director.LogEntry) bool { return l.Action != e })); got != n {
			t.Errorf("the log has %d entries of %s, want %d", got, e, n)
		}
	}
}

// A new step ends the redoing. Steps of others have their names. A result of the round before is not a step of the
// draw.
func TestStepsOfADraft(t *testing.T) {
	s := newSite(t)
	s.Cup()
	d := s.Desk("")
	if got := d.Look("/draw/3").Find(".steps").Length(); got != 0 {
		t.Error("there is something to be taken back before anything was done")
	}
	d.Press(3, "pair", "seed", "1")
	d.Press(3, "lock", "table", "1")
	doc := d.Press(3, "lock", "table", "2")
	doc = d.Undo(3, doc, "undo")
	if got := sitetest.Words(doc.Find(".steps")); !strings.Contains(got, "locked table 1 Undo") || !strings.Contains(got, "Undid: Round 3: locked table 2 Redo") {
		t.Errorf("after an undo the page says %q", got)
	}
	stale := doc
	s.Check(s.Director.On(director.Actor{Name: "Bert"}, "spring-cup").Round(3).SwapColours(t.Context(), 3))
	d.Follow(d.Typed(d.Look(""), "3b"))
	doc = d.Look("/draw/3")
	if got := sitetest.Words(doc.Find(".steps")); !strings.Contains(got, "table 3: swapped colours · Bert Undo") || strings.Contains(got, "Redo") {
		t.Errorf("after somebody else's step the page says %q", got)
	}
	d.Undo(3, stale, "undo") // only the change with the version of the page
	if r := s.Round(3); r.At(1).Locked || !r.At(3).ByHand {
		t.Errorf("the other step was taken back: %+v", r.Games)
	}
	version := stale.Find("#undo").Closest("form").Find("[name=version]").AttrOr("value", "")
	if got := d.Refused(http.StatusConflict, 3, "undo", "version", version); !strings.Contains(got, "already been undone") {
		t.Errorf("an undo that was pressed twice says %q", got)
	}
	d.Page(d.Send("/draw/3", sitetest.DrawForm("undo", []string{"version", "x"})), http.StatusNotFound)

	// A step has no button if a later step depends on it.
	r := s.Round(3)
	d.Press(3, "drop")
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").SetStatus(t.Context(), r.At(2).Black, tournament.Withdrawn))
	doc = d.Look("/draw/3")
	if got := sitetest.Words(doc.Find(".steps")); !strings.Contains(got, "Discarded the draft of round 3") || doc.Find("#undo").Length() != 0 {
		t.Errorf("a draft that somebody has left says %q", got)
	}
}

// If a publication cannot be undone, the page gives the reason and no button.
func TestUnpublishingNamesItsObstacles(t *testing.T) {
	s := newSite(t)
	s.Cup()
	d := s.Desk("")
	doc := d.Look("/draw/2?ask=withhold")
	if got := sitetest.Words(doc.Find("#ask")); !strings.Contains(got, "Round 3 follows round 2") || doc.Find("#ask button").Length() != 0 || doc.Find("#ask .chips a[href$='/draw/3']").Length() != 1 {
		t.Errorf("a round that another one follows says %q", got)
	}
	d.Press(3, "drop")
	doc = d.Look("/draw/2?ask=withhold")
	if got := sitetest.Words(doc.Find("#ask")); !strings.HasPrefix(got, "To unpublish the round, first clear 1 result, at table 1") || doc.Find("#ask button").Length() != 0 {
		t.Errorf("a round with a result says %q", got)
	}
	if got := doc.Find("#ask .chips a").AttrOr("href", ""); got != "/desk/spring-cup/round/2?table=1" {
		t.Errorf("the table leads to %q", got)
	}
	if got := d.Refused(http.StatusConflict, 2, "withhold"); !strings.Contains(got, "there is a result at table 1.") {
		t.Errorf("all the same it is refused with %q", got)
	}
	cleared := tournament.Entry{Round: 2, Table: 1, Seen: s.Game(2, 1).Revision}
	_, err := s.Director.On(sitetest.Anna, "spring-cup").Enter(t.Context(), cleared)
	s.Check(err)
	doc = d.Look("/draw/2?ask=withhold")
	if doc.Find("#ask button[value=withhold]").Length() != 1 || doc.Find("#ask .chips").Length() != 0 {
		t.Errorf("a round without results says %q", sitetest.Words(doc.Find("#ask")))
	}
}

func TestUndoneWithdrawalIsNotPaired(t *testing.T) {
	s := newSite(t)
	s.Cup()
	d := s.Desk("")
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").SetStatus(t.Context(), 8, tournament.Withdrawn))
	version := d.Look("/log").Find(".log tbody tr").First().AttrOr("data-key", "")
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").Round(3).Publish(t.Context()))
	doc := d.Follow(d.Send("/log", url.Values{"version": {version}}))
	if got := sitetest.Text(doc, "#messages"); !strings.Contains(got, "Holm X is not paired in round 3") {
		t.Errorf("after the undo the page says %q", got)
	}
	there := d.Look(strings.TrimSuffix(strings.TrimPrefix(doc.Find("#messages a").AttrOr("href", ""), "/desk/spring-cup"), "#idle"))
	if got := sitetest.Text(there, "#idle"); !strings.Contains(got, "Holm X") {
		t.Errorf("the link leads to %q", got)
	}
}
