package web

import (
	"net/http"
	"strings"
	"testing"

	"tourney/internal/tournament"
)

func TestDisplay(t *testing.T) {
	s := newSite(t)
	s.cup()
	doc := s.page(s.get("/t/spring-cup/hall"), http.StatusOK)
	for kind, want := range map[string]int{".slide.names li": 9, ".slide.tables li": 4, ".slide.standings li": 9, ".slide.wait": 1} {
		if got := doc.Find(kind).Length(); got != want {
			t.Errorf("%d of %s, want %d", got, kind, want)
		}
	}
	if doc.Find("html.dark").Length() != 1 || s.page(s.get("/t/spring-cup/hall?theme=light"), http.StatusOK).Find("html.light").Length() != 1 {
		t.Error("the page is not black, or white when asked")
	}
}

// TestDisplayListsPlayersOutsideTheFinal reads their entries in the list of names.
func TestDisplayListsPlayersOutsideTheFinal(t *testing.T) {
	s := newSite(t)
	s.login()
	s.kind("swiss", 10)
	form := s.settingsForm("open")
	for name, value := range map[string]string{"rounds": "4", "stage-1-from": "3", "stage-1-system": "knockout", "stage-1-qualify": "4", "do": "save"} {
		form.Set(name, value)
	}
	s.seeOther(s.post("/desk/open/settings", form))
	s.play(1)
	s.play(2)
	told := func(lang string) map[string]int {
		said := map[string]int{}
		for _, e := range s.page(s.get("/t/open/hall", "Accept-Language", lang), http.StatusOK).Find(".slide.names li i").EachIter() {
			said[e.Text()]++
		}
		return said
	}
	s.play(3, 1)
	if got := told("en"); len(got) != 1 || got["not qualified"] != 6 {
		t.Errorf("in the semi-finals: %v", got)
	}
	g := s.state("open").Round(3).At(1)
	s.check(s.director.On(anna, "open").Round(3).Unpair(t.Context(), 1)) // which is nobody's defeat
	if got := text(s.page(s.get("/t/open/round/3?by=name"), http.StatusOK), "td.idle"); strings.Count(got, "not paired") != 2 || strings.Contains(got, "out") {
		t.Errorf("after a semi-final is taken apart: %q", got)
	}
	s.check(s.director.On(anna, "open").Round(3).PairTwo(t.Context(), g.Black, g.White))
	g = s.state("open").Round(3).At(1)
	_, err := s.director.On(anna, "open").Enter(t.Context(), tournament.Entry{Round: 3, Table: 1, Seen: g.Revision, Result: tournament.Result{Outcome: tournament.BlackWins}})
	s.check(err)
	s.check(s.director.On(anna, "open").SetAttendance(t.Context(), 10, 4, tournament.Absent))
	s.play(4, 1)
	for lang, words := range map[string][3]string{
		"en": {"out", "not qualified", "absent"}, "fi": {"pudonnut", "karsiutunut", "poissa"},
		"pl": {"odpadł", "nie awansował", "nieobecny"}, "cs": {"vyřazen", "nepostoupil", "nepřítomen"},
	} {
		s.run(lang, func(t *testing.T) {
			if got := told(lang); got[words[0]] != 2 || got[words[1]] != 5 || got[words[2]] != 1 {
				t.Errorf("in the final: %v", got)
			}
		})
	}
}
