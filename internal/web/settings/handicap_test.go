package settings_test

import (
	"net/http"
	"strings"
	"testing"

	"tourney/internal/app/director"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

// The select of the handicap system shows the system in force. Another choice fills in its values with any button of
// the form, and other values have their own option.
func TestHandicapSystemIsASetting(t *testing.T) {
	s := newSite(t)
	s.Login()
	for _, preset := range tournament.Presets() {
		_, err := s.Director.Create(t.Context(), sitetest.Anna, director.Creation{Info: tournament.Info{Slug: preset.Name, Name: preset.Name}, Settings: preset.Settings})
		s.Check(err)
		want := map[string]string{"finnish": "finnish", "club": "finnish", "categories": "tournament", "aga": "aga"}[preset.Name]
		if want == "" {
			want = "even"
		}
		if got := s.SettingsForm(preset.Name).Get("handicap"); got != want {
			t.Errorf("%s shows the system %q, want %q", preset.Name, got, want)
		}
	}
	const at = "/desk/finnish/settings"
	form := s.SettingsForm("finnish")
	form.Set("handicap", "even")
	form.Set("place", "Oulu")
	form.Set("do", "look")
	doc := s.Page(s.Post(at, form), http.StatusOK)
	if got := sitetest.Text(doc, "#meaning, .set .findings"); !strings.Contains(got, "even game") {
		t.Errorf("even games mean %q", got)
	}
	if got := doc.Find("[name=ceiling]").AttrOr("value", "") + doc.Find("[name=handicap-shown]").AttrOr("value", "") + doc.Find("[name=place]").AttrOr("value", ""); got != "0evenOulu" {
		t.Errorf("the form is filled with %q", got)
	}
	form.Set("do", "save")
	s.SeeOther(s.Post(at, form))
	if now := s.State("finnish").Settings.Handicap; now.Ceiling != 0 {
		t.Errorf("even games are saved as %+v", now)
	}
	form = s.SettingsForm("finnish")
	form.Set("ceiling", "4")
	form.Set("do", "save")
	s.SeeOther(s.Post(at, form))
	doc = s.Page(s.Get(at), http.StatusOK)
	if got := sitetest.Text(doc, "#handicap option[selected]"); got != "own values" {
		t.Errorf("changed values are shown as %q", got)
	}
	form = s.SettingsForm("finnish")
	form.Set("place", "Kemi")
	form.Set("do", "save")
	s.SeeOther(s.Post(at, form))
	if now := s.State("finnish").Settings.Handicap; now.Ceiling != 4 {
		t.Errorf("own values become %+v", now)
	}
	form = s.SettingsForm("finnish")
	form.Set("handicap", "lottery")
	if got := s.Post(at, form); got.StatusCode < 400 {
		t.Errorf("an unknown system answers %d", got.StatusCode)
	}
}

// A system for a small board sets the board; even games are possible on every board.
func TestHandicapSystemsOfSmallBoards(t *testing.T) {
	s := newSite(t)
	s.Sample()
	s.Login()
	form := s.SettingsForm("open")
	choose := func(name string) (ceiling, table, size string) {
		form.Set("handicap", name)
		form.Set("do", "look")
		doc := s.Page(s.Post("/desk/open/settings?all=1", form), http.StatusOK)
		for _, field := range []string{"basis", "reduction", "ceiling", "threshold", "even-komi", "handicap-komi", "table", "steps", "size", "handicap-shown"} {
			at := doc.Find("[name=" + field + "]")
			form.Set(field, at.AttrOr("value", at.Find("option[selected]").AttrOr("value", at.Text())))
		}
		if got := form.Get("handicap-shown"); got != name {
			t.Errorf("%s is shown as %q", name, got)
		}
		return form.Get("ceiling"), form.Get("table"), form.Get("size")
	}
	if ceiling, table, size := choose("hunt-9"); ceiling != "15" || table != "hunt-9" || size != "9" {
		t.Errorf("hunt-9 is filled in as %s, %s, %s", ceiling, table, size)
	}
	if ceiling, table, size := choose("even"); ceiling != "0" || table != "" || size != "9" || form.Get("even-komi") != "6.5" {
		t.Errorf("even games are filled in as %s, %q, %s, komi %s", ceiling, table, size, form.Get("even-komi"))
	}
	if _, table, size := choose("finnish"); table != "" || size != "19" {
		t.Errorf("the Finnish system is filled in as %q, %s", table, size)
	}
}

// Rules offer their winner of a tie with their komi, and the explanation names White's points for handicap stones.
func TestRulesOfferTheirTies(t *testing.T) {
	s := newSite(t)
	s.Sample()
	s.Login()
	form := s.SettingsForm("open")
	form.Set("rules", "ing")
	form.Set("do", "look")
	doc := s.Page(s.Post("/desk/open/settings", form), http.StatusOK)
	if got := sitetest.Text(doc, "#meaning .settle"); !strings.Contains(got, "Set 8 and 0") || !strings.Contains(got, "a tied score is a win for Black") {
		t.Errorf("Ing rules offer %q", got)
	}
	form.Set("do", "komi")
	doc = s.Page(s.Post("/desk/open/settings", form), http.StatusOK)
	if got := doc.Find("[name=tie] option[selected]").AttrOr("value", ""); got != "black" || doc.Find("#meaning .settle").Length() != 0 {
		t.Errorf("taken, a tie is %q", got)
	}
	for rules, want := range map[string]string{"chinese": "receives 9 points", "aga": "receives 8 points"} {
		form.Set("rules", rules)
		form.Set("do", "look")
		if got := sitetest.Text(s.Page(s.Post("/desk/open/settings", form), http.StatusOK), ".set .findings"); !strings.Contains(got, want) {
			t.Errorf("%s rules mean %q, want %q", rules, got, want)
		}
	}
}

// The page warns of a handicap for another board, and offers a system for the chosen one.
func TestBoardOffersItsHandicap(t *testing.T) {
	s := newSite(t)
	s.Sample()
	s.Login()
	form := s.SettingsForm("open")
	form.Set("size", "9")
	form.Set("do", "look")
	doc := s.Page(s.Post("/desk/open/settings", form), http.StatusOK)
	if got := sitetest.Text(doc, "#meaning .settle"); got != "These handicaps are not made for boards of 9 × 9. Use “9×9, Hiddema”" {
		t.Errorf("a small board is told %q", got)
	}
	form.Set("do", doc.Find("#meaning .settle button").AttrOr("value", ""))
	doc = s.Page(s.Post("/desk/open/settings", form), http.StatusOK)
	if got := doc.Find("[name=table]").AttrOr("value", ""); got != "hiddema-9" || doc.Find("#meaning .settle").Length() != 0 {
		t.Errorf("taken, the table is %q", got)
	}
	form.Set("do", "look")
	form.Set("size", "17")
	if got := sitetest.Text(s.Page(s.Post("/desk/open/settings", form), http.StatusOK), "#meaning .settle"); got != "These handicaps are not made for boards of 17 × 17." {
		t.Errorf("a board without systems is told %q", got)
	}
}
