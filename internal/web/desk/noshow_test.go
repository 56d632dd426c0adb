package desk_test

import (
	"net/url"
	"strings"
	"testing"

	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

// The desk asks about absent players. Each of the three answers works without scripts, and can be undone.
func TestDeskAsksAboutNoShows(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	for _, c := range []struct {
		answer, said string
		holds        func(p *tournament.Player) bool
	}{
		{"away", "Undid the check-in of Öberg X", func(p *tournament.Player) bool { return p.Status == tournament.Preliminary }},
		{"withdrawn", "Withdrew Öberg X", func(p *tournament.Player) bool { return p.Status == tournament.Withdrawn }},
		{"comes", "Öberg X will come to round 3", func(p *tournament.Player) bool { return p.Expected.Has(3) && p.Plays(3) }},
	} {
		t.Run(c.answer, func(t *testing.T) {
			s := newSite(t)
			s.Cup()
			d := s.Desk("Desk 1")
			doc := d.Look("")
			if doc.Find(".noshows").Length() != 0 {
				t.Error("the desk asks about nobody")
			}
			doc = d.Follow(d.Typed(doc, "2bf")) // White did not come
			form := doc.Find(".noshows form")
			if form.Length() != 1 || !strings.Contains(form.Text(), "Öberg X did not show up for round 2") {
				t.Fatalf("the desk asks %q", form.Text())
			}
			if d.Look("/round/1").Find(".noshows").Length() != 0 {
				t.Error("an earlier round asks")
			}
			values := sitetest.Fields(doc, ".noshows form")
			values.Set("answer", c.answer)
			doc = d.Follow(d.Send("/noshow", values))
			if said := doc.Find("#said").Text(); !strings.Contains(said, c.said) || doc.Find(".noshows").Length() != 0 {
				t.Errorf("after the answer the desk says %q", said)
			}
			if p := s.State("spring-cup").Player(1); !c.holds(p) {
				t.Errorf("they are %+v", p)
			}
			drafted := s.State("spring-cup").Round(3).Game(1) != nil
			if drafted != (c.answer == "comes") {
				t.Errorf("in the draft: %v", drafted)
			}
			doc = d.Follow(d.Send("/undo", sitetest.Fields(doc, "#said form")))
			if doc.Find(".noshows form").Length() != 1 || s.State("spring-cup").Round(3).Game(1) == nil {
				t.Error("the answer is not taken back")
			}
		})
	}
	// An answer that another desk gave first is not shown as new.
	s := newSite(t)
	s.Cup()
	d := s.Desk("Desk 1")
	doc := d.Follow(d.Typed(d.Look(""), "2bf"))
	values := sitetest.Fields(doc, ".noshows form")
	values.Set("answer", "withdrawn")
	d.Follow(d.Send("/noshow", values))
	if doc := d.Follow(d.Send("/noshow", values)); doc.Find("#said form").Length() != 0 {
		t.Errorf("the desk says %q", doc.Find("#said").Text())
	}
	s = newSite(t)
	s.Cup()
	d = s.Desk("")
	if got := d.Send("/noshow", url.Values{"round": {"2"}, "player": {"4"}, "answer": {"comes"}}); got.StatusCode != 409 {
		t.Errorf("about somebody who came: %d", got.StatusCode)
	}
}
