package desk_test

import (
	"net/http"
	"strings"
	"testing"

	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

// TestUndoSaysWhatItUndid undoes a result, redoes it, undoes it again, and undoes one half of a contradiction. The page
// names each step and can undo it.
func TestUndoSaysWhatItUndid(t *testing.T) {
	s := newSite(t)
	s.Cup()
	a, b := s.Desk("desk A"), s.Desk("desk B")
	doc := a.Follow(a.Typed(a.Look(""), "2b"))
	for i, step := range []struct {
		line, says, button, result string
	}{
		{"u", "Undid: Round 2, table 2, ", "Redo", "?"},
		{"", "Restored: Round 2, table 2, ", "Undo", "B+"},
		{"", "Undid: Round 2, table 2, ", "Redo", "?"},
		{"2b", "Table 2: Black won", "Undo", "B+"},
	} {
		if step.line != "" {
			doc = a.Follow(a.Typed(doc, step.line))
		} else {
			doc = a.Follow(a.Send("/undo", sitetest.Fields(doc, "#said form")))
		}
		s.Result(2, 2, step.result)
		if got, button := sitetest.Text(doc, "#said [data-say]"), sitetest.Text(doc, "#said button"); !strings.HasPrefix(got, step.says) || button != step.button {
			t.Errorf("step %d: the desk says %q [%s], want %q [%s]", i+1, got, button, step.says, step.button)
		}
	}
	doc = b.Follow(b.Typed(b.Look(""), "2w"))
	if doc.Find(".dispute").Length() != 1 {
		t.Fatal("the two results do not contradict each other")
	}
	doc = b.Follow(b.Typed(doc, "u"))
	if got := sitetest.Text(doc, "#said [data-say]"); !strings.HasPrefix(got, "Undid: Round 2, table 2, ") || !strings.Contains(got, "disputed") {
		t.Errorf("after a half of a contradiction was undone the desk says %q", got)
	}
	s.Result(2, 2, "B+")
}

// A desk whose round was taken back elsewhere moves to the current round, which names the dropped line. Nothing to undo
// gets a normal response, which the browser's console does not report.
func TestRoundTakenBackElsewhere(t *testing.T) {
	s := newSite(t)
	s.Cup()
	d := s.Desk("")
	doc := d.Look("/round/2")
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").Round(3).Drop(t.Context()))
	for _, g := range s.Round(2).Games {
		if g.Result.Known() {
			s.Enter(g.Table, tournament.Unknown)
		}
	}
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").Because("wrong draw").Round(2).Unpublish(t.Context()))
	if got := s.Get("/desk/spring-cup/round/2", "HX-Request", "true", "HX-Target", "live").Header.Get("HX-Redirect"); got != "/desk/spring-cup?gone=2" {
		t.Errorf("the open desk is sent to %q", got)
	}
	got := d.Typed(doc, "2b", "HX-Request", "true")
	if to := got.Header.Get("HX-Redirect"); got.StatusCode != http.StatusNoContent || to != "/desk/spring-cup?dropped=2b&gone=2" {
		t.Errorf("a line is answered %d, %q", got.StatusCode, to)
	}
	doc = d.Follow(d.Typed(doc, "2b"))
	if got := sitetest.Text(doc, "#messages"); got != "Round 2 was taken back. Not entered: 2b." || sitetest.Text(doc, "h1") != "Round 1" {
		t.Errorf("%s says %q", sitetest.Text(doc, "h1"), got)
	}
	fresh := s.Desk("fresh")
	if got := fresh.Typed(fresh.Look(""), "u", "HX-Request", "true"); got.StatusCode != http.StatusOK {
		t.Errorf("nothing to undo is answered %d", got.StatusCode)
	}
}

// A tournament with announced final standings lists its games by table, without the field for results.
func TestDeskOfAFinishedTournament(t *testing.T) {
	s := newSite(t)
	s.Cup()
	for i := range s.Round(2).Games {
		s.Enter(s.Round(2).Games[i].Table, tournament.BlackWins)
	}
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").Day().AnnounceFinal(t.Context(), ""))
	s.Login()
	doc := s.Page(s.Get("/desk/spring-cup"), http.StatusOK)
	if doc.Find("#typed").Length() != 0 || !strings.HasPrefix(sitetest.Text(doc, ".stateline"), "Announced ") {
		t.Errorf("the desk says %q", sitetest.Text(doc, ".stateline"))
	}
	if got := sitetest.Text(doc, ".entered tr:first-child th"); got != "1" {
		t.Errorf("the first table is %q", got)
	}
}
