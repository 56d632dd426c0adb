package web

import (
	"io/fs"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"tourney/internal/director"
	"tourney/internal/fees"
	"tourney/internal/tournament"
	"tourney/templates"
)

// The select of the handicap system shows the system in force. Another choice fills in its values, whichever button sends
// the form, and values of the tournament's own are shown as such.
func TestHandicapSystemIsASetting(t *testing.T) {
	s := newSite(t)
	s.login()
	for _, preset := range tournament.Presets() {
		_, err := s.director.Create(t.Context(), anna, director.Creation{Info: tournament.Info{Slug: preset.Name, Name: preset.Name}, Settings: preset.Settings})
		s.check(err)
		want := map[string]string{"finnish": "finnish", "free": "finnish", "club": "tournament", "categories": "tournament", "aga": "aga"}[preset.Name]
		if want == "" {
			want = "even"
		}
		if got := s.settingsForm(preset.Name).Get("handicap"); got != want {
			t.Errorf("%s shows the system %q, want %q", preset.Name, got, want)
		}
	}
	const at = "/desk/finnish/settings"
	form := s.settingsForm("finnish")
	form.Set("handicap", "even")
	form.Set("place", "Oulu")
	form.Set("do", "look")
	doc := s.page(s.post(at, form), http.StatusOK)
	if got := text(doc, "#meaning"); !strings.Contains(got, "even game") {
		t.Errorf("even games mean %q", got)
	}
	if got := doc.Find("[name=ceiling]").AttrOr("value", "") + doc.Find("[name=handicap-shown]").AttrOr("value", "") + doc.Find("[name=place]").AttrOr("value", ""); got != "0evenOulu" {
		t.Errorf("the form is filled with %q", got)
	}
	form.Set("do", "save")
	s.seeOther(s.post(at, form))
	if now := s.state("finnish").Settings.Handicap; now.Ceiling != 0 {
		t.Errorf("even games are saved as %+v", now)
	}
	form = s.settingsForm("finnish")
	form.Set("ceiling", "4")
	form.Set("do", "save")
	s.seeOther(s.post(at, form))
	doc = s.page(s.get(at), http.StatusOK)
	if got := text(doc, "#handicap option[selected]"); got != "own values" {
		t.Errorf("changed values are shown as %q", got)
	}
	form = s.settingsForm("finnish")
	form.Set("place", "Kemi")
	form.Set("do", "save")
	s.seeOther(s.post(at, form))
	if now := s.state("finnish").Settings.Handicap; now.Ceiling != 4 {
		t.Errorf("own values become %+v", now)
	}
	form = s.settingsForm("finnish")
	form.Set("handicap", "lottery")
	if got := s.post(at, form); got.StatusCode < 400 {
		t.Errorf("an unknown system answers %d", got.StatusCode)
	}
}

// A system for a small board brings the board; even games are played on every board.
func TestHandicapSystemsOfSmallBoards(t *testing.T) {
	s := newSite(t)
	s.sample()
	s.login()
	form := s.settingsForm("open")
	choose := func(name string) (ceiling, table, size string) {
		form.Set("handicap", name)
		form.Set("do", "look")
		doc := s.page(s.post("/desk/open/settings?all=1", form), http.StatusOK)
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

// Rules offer who wins a tie besides their komi, and the meaning says White's points for handicap stones.
func TestRulesOfferTheirTies(t *testing.T) {
	s := newSite(t)
	s.sample()
	s.login()
	form := s.settingsForm("open")
	form.Set("rules", "ing")
	form.Set("do", "look")
	doc := s.page(s.post("/desk/open/settings", form), http.StatusOK)
	if got := text(doc, "#meaning .settle"); !strings.Contains(got, "Set 8 and 0") || !strings.Contains(got, "a tied score is a win for Black") {
		t.Errorf("Ing rules offer %q", got)
	}
	form.Set("do", "komi")
	doc = s.page(s.post("/desk/open/settings", form), http.StatusOK)
	if got := doc.Find("[name=tie] option[selected]").AttrOr("value", ""); got != "black" || doc.Find("#meaning .settle").Length() != 0 {
		t.Errorf("taken, a tie is %q", got)
	}
	for rules, want := range map[string]string{"chinese": "receives 9 points", "aga": "receives 8 points"} {
		form.Set("rules", rules)
		form.Set("do", "look")
		if got := text(s.page(s.post("/desk/open/settings", form), http.StatusOK), "#meaning ul"); !strings.Contains(got, want) {
			t.Errorf("%s rules mean %q, want %q", rules, got, want)
		}
	}
}

// A handicap that is not made for the chosen board is named, with a system that is.
func TestBoardOffersItsHandicap(t *testing.T) {
	s := newSite(t)
	s.sample()
	s.login()
	form := s.settingsForm("open")
	form.Set("size", "9")
	form.Set("do", "look")
	doc := s.page(s.post("/desk/open/settings", form), http.StatusOK)
	if got := text(doc, "#meaning .settle"); got != "These handicaps are not made for boards of 9 × 9. Use “9×9, Hiddema”" {
		t.Errorf("a small board is told %q", got)
	}
	form.Set("do", doc.Find("#meaning .settle button").AttrOr("value", ""))
	doc = s.page(s.post("/desk/open/settings", form), http.StatusOK)
	if got := doc.Find("[name=table]").AttrOr("value", ""); got != "hiddema-9" || doc.Find("#meaning .settle").Length() != 0 {
		t.Errorf("taken, the table is %q", got)
	}
	form.Set("do", "look")
	form.Set("size", "17")
	if got := text(s.page(s.post("/desk/open/settings", form), http.StatusOK), "#meaning .settle"); got != "These handicaps are not made for boards of 17 × 17." {
		t.Errorf("a board without systems is told %q", got)
	}
}

// An element that sends its form after each change and replaces itself says what becomes of a change that comes before the
// answer. Without that htmx keeps the change for the replaced element, and drops it.
func TestPreviewsFollowEachChange(t *testing.T) {
	tag := regexp.MustCompile(`<[a-z]+ (?:[^<>"']|"[^"]*"|'[^']*')*>`)
	found := 0
	err := fs.WalkDir(templates.FS, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".html") {
			return err
		}
		page, err := fs.ReadFile(templates.FS, path)
		for _, element := range tag.FindAllString(string(page), -1) {
			if trigger := regexp.MustCompile(`hx-trigger="[^"]*\b(change|input)\b`).FindString(element); trigger == "" {
				continue
			}
			found++
			if !strings.Contains(element, "hx-sync=") {
				t.Errorf("%s: %s has no hx-sync", path, element)
			}
			if strings.Contains(element, `queue`) && strings.Contains(element, `hx-swap="outerHTML"`) && !strings.Contains(element, "hx-target=") {
				t.Errorf("%s: %s queues for an element that it replaces", path, element)
			}
		}
		return err
	})
	s := newSite(t)
	s.check(err)
	if found < 8 {
		t.Errorf("only %d elements found", found)
	}
}

// The texts of formats promise no pairing of single games: a player has one game a round.
func TestFormatsPromiseRoundsOnly(t *testing.T) {
	s := newSite(t)
	s.login()
	if got := text(s.page(s.get("/new"), http.StatusOK), ".presets"); regexp.MustCompile(`arrive|ladder|league`).MatchString(got) {
		t.Errorf("the formats promise %q", got)
	}
}

// Removing a player who has played withdraws the player, as the page says.
func TestRemovingAPlayerWhoHasPlayed(t *testing.T) {
	s := newSite(t)
	before := s.cup()
	s.login()
	id := before.Rounds[0].Games[0].Black
	home := "/desk/spring-cup/players/" + strconv.Itoa(int(id))
	if got := text(s.page(s.get(home), http.StatusOK), ".danger"); !strings.Contains(got, "withdrawn") {
		t.Errorf("the page says %q", got)
	}
	if got := text(s.page(s.get(s.seeOther(s.post(home+"/remove", url.Values{}))), http.StatusOK), "main"); !strings.Contains(got, "Withdrew Öberg") {
		t.Errorf("the list says %q", got)
	}
	if p := s.state("spring-cup").Player(id); p == nil || p.Status != tournament.Withdrawn {
		t.Errorf("the player is %+v", p)
	}
}

// The search in the rating lists is called a search.
func TestSignUpSearchIsASearch(t *testing.T) {
	s := newSite(t)
	s.withList()
	s.openSignUp(fees.Rules{}, tournament.SignUp{})
	if got := text(s.page(s.get("/t/open/sign-up"), http.StatusOK), "form.find button"); got != "Search" {
		t.Errorf("the button says %q", got)
	}
}
