package settings_test

import (
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

func TestStagesAreEdited(t *testing.T) {
	s := newSite(t)
	s.Login()
	tn := s.Kind("swiss", 12)
	form := s.SettingsForm("open")
	for name, value := range map[string]string{
		"rounds": "8", "stage-1-from": "6", "stage-1-system": "knockout", "stage-1-qualify": "4", "stage-1-third-place": "on", "do": "save",
	} {
		form.Set(name, value)
	}
	s.SeeOther(s.Post("/desk/open/settings", form))
	want := []tournament.Stage{{From: 6, System: tournament.Knockout, Qualify: 4, Format: tournament.Format{ThirdPlace: true}}}
	if got := s.State("open").Settings.Stages; !reflect.DeepEqual(got, want) {
		t.Fatalf("stages %+v", got)
	}
	doc := s.Page(s.Get("/desk/open/settings"), http.StatusOK)
	button := doc.Find(`#meaning button[value="rounds 7"]`)
	if button.Length() != 1 {
		t.Fatalf("nothing says that two rounds suffice: %s", sitetest.Text(doc, "#meaning, .set .findings"))
	}
	form = s.SettingsForm("open")
	form.Set("do", "rounds 7")
	s.SeeOther(s.Post("/desk/open/settings", form))
	if got := s.State("open").Settings.Rounds; got != 7 {
		t.Errorf("%d rounds", got)
	}
	form = s.SettingsForm("open")
	for name, value := range map[string]string{"stage-2-from": "5", "stage-2-system": "swiss", "stage-2-qualify": "8", "do": "save"} {
		form.Set(name, value)
	}
	s.SeeOther(s.Post("/desk/open/settings", form))
	if got := s.State("open").Settings.Stages; len(got) != 2 || got[0].From != 5 || got[1].From != 6 {
		t.Errorf("stages out of order: %+v", got)
	}
	form = s.SettingsForm("open")
	form.Set("rounds", "999999999999")
	form.Set("stage-1-qualify", "-3")
	form.Set("do", "look")
	s.Page(s.Post("/desk/open/settings", form), http.StatusOK)
	form = s.SettingsForm("open")
	form.Set("stage-1-from", "9")
	form.Set("do", "save")
	if doc := s.Page(s.Post("/desk/open/settings", form), http.StatusUnprocessableEntity); sitetest.Text(doc, "#w-stage-1-from") == "" {
		t.Error("a stage after the last round is not refused beside its field")
	}
	form = s.SettingsForm("open")
	form.Set("stage-1-from", "")
	form.Set("stage-2-from", "")
	form.Set("do", "save")
	s.SeeOther(s.Post("/desk/open/settings", form))
	if now := s.State("open").Settings; now.Stages != nil || !reflect.DeepEqual(now.Pairing, tn.Settings.Pairing) {
		t.Errorf("stages stay: %+v", now.Stages)
	}
}

// TestFaultsOfAStageAreBesideIt types mistakes into later stages, in order
// and out of it.
func TestFaultsOfAStageAreBesideIt(t *testing.T) {
	every := 1
	if testing.Short() {
		every = 4
	}
	typed := map[string]string{
		"rounds": "9", "stage-1-from": "3", "stage-1-system": "swiss", "stage-2-from": "5", "stage-2-system": "knockout",
		"stage-3-from": "7", "stage-3-system": "knockout", "do": "save",
	}
	for i, tt := range []struct {
		name string
		more map[string]string
		want []string // the fields with a mistake
	}{
		{"third begins too late", map[string]string{"stage-2-from": "12", "stage-3-from": ""}, []string{"stage-2-from"}},
		{"fourth begins with the third", map[string]string{"stage-3-from": "5"}, []string{"stage-3-from"}},
		{"one alone qualifies", map[string]string{"stage-2-qualify": "1"}, []string{"stage-2-qualify"}},
		{"too many pools", map[string]string{"stage-3-pools": "27"}, []string{"stage-3-pools"}},
		{"accelerated for ever", map[string]string{"stage-2-accelerated": "61"}, []string{"stage-2-accelerated"}},
		{"beside a Swiss", map[string]string{"stage-2-system": "swiss", "stage-2-others": "play-on"}, []string{"stage-2-others"}},
		{"two stages at once", map[string]string{"stage-1-qualify": "1", "stage-3-pools": "27"}, []string{"stage-1-qualify", "stage-3-pools"}},
		{"out of order", map[string]string{"stage-1-from": "8", "stage-1-qualify": "1"}, []string{"stage-1-qualify"}},
		{"after a blank one", map[string]string{"stage-1-from": "", "stage-3-qualify": "1"}, []string{"stage-3-qualify"}},
		{"isn't a number", map[string]string{"stage-2-from": "five", "stage-3-pools": "x"}, []string{"stage-2-from", "stage-3-pools"}},
		{"in a stage that is none", map[string]string{"stage-3-from": "", "stage-3-qualify": "x"}, []string{"stage-3-qualify"}},
		{"pools of the first stage", map[string]string{"pools": "27"}, []string{"pools"}},
	} {
		if i%every > 0 {
			continue
		}
		t.Run(tt.name, func(t *testing.T) {
			s := newSite(t)
			s.Login()
			s.Kind("swiss", 10)
			form := s.SettingsForm("open")
			for _, values := range []map[string]string{typed, tt.more} {
				for name, value := range values {
					form.Set(name, value)
				}
			}
			doc := s.Page(s.Post("/desk/open/settings", form), http.StatusUnprocessableEntity)
			var wrong []string
			for _, e := range doc.Find("[id^=w-]").EachIter() {
				wrong = append(wrong, strings.TrimPrefix(e.AttrOr("id", ""), "w-"))
			}
			if slices.Sort(wrong); !slices.Equal(wrong, tt.want) {
				t.Errorf("%s: the mistakes stand beside %v, not %v", tt.name, wrong, tt.want)
			}
		})
	}
}

// TestRoundsNeeded reads the warning before publication that the plan needs more rounds.
func TestRoundsNeeded(t *testing.T) {
	for preset, want := range map[string]string{
		"knockout": "24 players need 5 rounds, and 3 are planned.", "cup": "24 players need 5 rounds, and 4 are planned.",
	} {
		t.Run(preset, func(t *testing.T) {
			s := newSite(t)
			s.Login()
			tn := s.Kind(preset, 24)
			if preset == "cup" {
				settings := tn.Settings
				settings.Rounds = 4
				s.Check(s.Director.On(sitetest.Anna, "open").SetUp(t.Context(), tn.Info, settings))
			}
			if got := sitetest.Text(s.Page(s.Get("/desk/open/settings"), http.StatusOK), "#meaning, .set .findings"); !strings.Contains(got, want) {
				t.Errorf("%s: the settings say %q", preset, got)
			}
			if got := sitetest.Text(s.Page(s.Get("/desk/open/draw/1"), http.StatusOK), ".undrawn .checks"); !strings.Contains(got, want) {
				t.Errorf("%s: before the draw it says %q", preset, got)
			}
			s.Check(s.Director.On(sitetest.Anna, "open").Round(1).Pair(t.Context(), 1))
			doc := s.Page(s.Get("/desk/open/draw/1"), http.StatusOK)
			if got := sitetest.Text(doc, ".points"); !strings.Contains(got, want) {
				t.Errorf("%s: the checks say %q", preset, got)
			}
			var to []string
			for _, a := range doc.Find(".points a").EachIter() {
				to = append(to, a.AttrOr("href", ""))
			}
			if !slices.Contains(to, "/desk/open/settings") {
				t.Errorf("%s: the checks lead to %v", preset, to)
			}
		})
	}
}
