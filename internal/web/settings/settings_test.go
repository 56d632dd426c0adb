package settings_test

import (
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/google/go-cmp/cmp"

	"tourney/internal/app/director"
	"tourney/internal/rules"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

func TestSettingsAreSaved(t *testing.T) {
	presets := tournament.Presets()
	if testing.Short() {
		presets = presets[:3]
	}
	for _, preset := range presets {
		s := newSite(t)
		s.Login()
		_, err := s.Director.Create(t.Context(), sitetest.Anna, director.Creation{Info: tournament.Info{Slug: "open", Name: "Open"}, Settings: preset.Settings})
		s.Check(err)
		form := s.SettingsForm("open")
		form.Set("do", "save")
		s.SeeOther(s.Post("/desk/open/settings", form))
		if got := s.State("open").Version; got != 1 {
			t.Errorf("%s: saving the form as it came makes version %d", preset.Name, got)
		}
		form.Set("even-komi", "7,5")
		form.Set("steps", "0 6.5\n1 0\n2 0,5")
		criteria := strings.Split(form.Get("criteria"), ", ")
		if len(criteria) > 1 { // at least one stays
			form.Set("criteria", strings.Join(slices.Delete(criteria, 1, 2), ", "))
		}
		form.Set("place", "Oulu")
		s.SeeOther(s.Post("/desk/open/settings", form))
		now := s.State("open")
		if now.Settings.Handicap.EvenKomi != 15 || len(now.Settings.Handicap.Steps) != 3 || now.Info.Place != "Oulu" ||
			len(now.Settings.Criteria) != max(1, len(preset.Settings.Criteria)-1) {
			t.Errorf("%s: saved %+v %+v", preset.Name, now.Info, now.Settings)
		}
	}
}

// TestOwnRules sets every parameter of a tournament's own rules and plays under
// them.
func TestOwnRules(t *testing.T) {
	s := newSite(t)
	s.Sample()
	s.Login()
	form := s.SettingsForm("open")
	form.Set("custom-suicide", "multi-stone-allowed")
	form.Set("do", "look")
	s.Page(s.Post("/desk/open/settings", form), http.StatusOK)
	form.Set("do", "save")
	form.Set("rules", rules.Custom)
	for _, p := range rules.Parameters() {
		if p.Values != nil && p.Name != "tie" {
			form.Set("custom-"+p.Name, p.Values[len(p.Values)-1])
		}
	}
	form.Set("tie", "white")
	form.Set("even-komi", "5.5")
	s.SeeOther(s.Post("/desk/open/settings", form))
	now := s.State("open").Settings
	system := now.RuleSystem()
	for _, p := range rules.Parameters() {
		if p.Values != nil && p.Name != "tie" && p.Of(system) != p.Values[len(p.Values)-1] {
			t.Errorf("%s is %s", p.Name, p.Of(system))
		}
	}
	if system.Name != rules.Custom || system.Tie != rules.TieWhiteWins || system.KomiEven != 11 {
		t.Errorf("played under %+v", system)
	}
	form = s.SettingsForm("open")
	if got := form.Get("custom-scoring"); got != string(system.Scoring) {
		t.Errorf("the form comes back with %s", got)
	}
	form.Set("custom-scoring", "beauty")
	if wrong := s.Body(s.Post("/desk/open/settings", form)); !strings.Contains(wrong, "“beauty” isn&#39;t one of the choices: area, territory") {
		t.Error(wrong)
	}
}

// TestSettingsAreOneChange saves rules together with the address of another tournament,
// then with a free one.
func TestSettingsAreOneChange(t *testing.T) {
	s := newSite(t)
	s.Sample()
	s.Cup()
	s.Login()
	before := s.State("open")
	form := s.SettingsForm("open")
	form.Set("rounds", "7")
	form.Set("slug", "spring-cup")
	s.Page(s.Post("/desk/open/settings", form), http.StatusUnprocessableEntity)
	if now := s.State("open"); now.Version != before.Version {
		t.Errorf("a refused form makes version %d of %d, with %d rounds", now.Version, before.Version, now.Settings.Rounds)
	}
	form.Set("slug", "free")
	s.SeeOther(s.Post("/desk/open/settings", form))
	if now := s.State("free"); now.Version != before.Version+1 || now.Settings.Rounds != 7 {
		t.Errorf("one form makes version %d of %d, with %d rounds", now.Version, before.Version, now.Settings.Rounds)
	}
}

func TestOvertakenSettings(t *testing.T) {
	s := newSite(t)
	s.Sample()
	s.Login()
	mine, other := s.SettingsForm("open"), s.SettingsForm("open")
	other.Set("rounds", "7")
	s.SeeOther(s.Post("/desk/open/settings", other))
	mine.Set("place", "Oulu")
	s.SeeOther(s.Post("/desk/open/settings", mine))
	if now := s.State("open"); now.Settings.Rounds != 7 || now.Info.Place != "Oulu" {
		t.Errorf("two forms at once make %d rounds at %q", now.Settings.Rounds, now.Info.Place)
	}
	mine.Set("rounds", "4")
	mine.Set("even-komi", "7.5")
	doc := s.Page(s.Post("/desk/open/settings", mine), http.StatusUnprocessableEntity)
	if got := sitetest.Text(doc, "main > .banner.error"); !strings.Contains(got, "in the meantime") {
		t.Errorf("a form against the settings is told %q", got)
	}
	if got := sitetest.Text(doc, "#w-rounds"); !strings.Contains(got, "7") || doc.Find("[name=rounds]").AttrOr("value", "") != "4" {
		t.Errorf("beside the rounds stands %q", got)
	}
	if now := s.State("open"); now.Settings.Rounds != 7 {
		t.Errorf("the settings are %d rounds", now.Settings.Rounds)
	}
	mine.Set("seen", doc.Find("[name=seen]").AttrOr("value", ""))
	s.SeeOther(s.Post("/desk/open/settings", mine))
	if now := s.State("open"); now.Settings.Rounds != 4 || now.Settings.Handicap.EvenKomi != 15 {
		t.Errorf("confirmed, the settings are %d rounds, komi %v", now.Settings.Rounds, now.Settings.Handicap.EvenKomi)
	}
}

// A preview between two saves keeps the values of the loaded form.
func TestOvertakenWhileLooking(t *testing.T) {
	s := newSite(t)
	s.Sample()
	s.Login()
	mine, other := s.SettingsForm("open"), s.SettingsForm("open")
	other.Set("rounds", "7")
	s.SeeOther(s.Post("/desk/open/settings", other))
	mine.Set("rounds", "4")
	mine.Set("do", "look")
	doc := s.Page(s.Post("/desk/open/settings", mine), http.StatusOK)
	mine.Set("seen", doc.Find("[name=seen]").AttrOr("value", ""))
	mine.Set("do", "save")
	if got := s.Post("/desk/open/settings", mine); got.StatusCode != http.StatusUnprocessableEntity {
		t.Errorf("a look takes the mark of what was seen away: %d", got.StatusCode)
	}
	mine.Del("seen")
	if got := s.Post("/desk/open/settings", mine); got.StatusCode != http.StatusConflict {
		t.Errorf("a form that has seen nothing answers %d", got.StatusCode)
	}
}

// A handicap system can be applied in the group of handicaps only.
func TestHandicapSystemsAreOfferedWithHandicaps(t *testing.T) {
	s := newSite(t)
	s.Sample()
	s.Login()
	group := s.Page(s.Get("/desk/open/settings"), 200).Find("select[name=handicap]").Closest(".set")
	if group.Find("[name=ceiling]").Length() != 1 {
		t.Errorf("the systems are offered under %q", sitetest.Words(group.Find("h2")))
	}
}

// Criteria in any number and order: more than the form's fields, and another list for the draw.
func TestCriteriaInAnyNumber(t *testing.T) {
	s := newSite(t)
	s.Sample()
	s.Login()
	form := s.SettingsForm("open")
	want := []tournament.Criterion{"NBW", "SOSW-1", "DC", "SOSOSW", "CUSSW", "EXT", "SDC", "SODOSW", "SOSW-2", "Rating", "MMS"}
	form.Set("criteria", "NBW, SOSW-1; DC SOSOSW CUSSW, EXT, sdc; SODOSW sosw-2,RATING , MMS")
	form.Set("pairing-criteria", "MMS SOSM")
	form.Set("do", "save")
	s.SeeOther(s.Post("/desk/open/settings", form))
	now := s.State("open").Settings
	if diff := cmp.Diff(want, now.Criteria); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]tournament.Criterion{tournament.MMS, tournament.SOSM}, now.PairingCriteria); diff != "" {
		t.Errorf("for the draw (-want +got):\n%s", diff)
	}
	form = s.SettingsForm("open")
	if got := form.Get("criteria"); got != "NBW, SOSW-1, DC, SOSOSW, CUSSW, EXT, SDC, SODOSW, SOSW-2, Rating, MMS" {
		t.Errorf("the form comes back with %q", got)
	}
	form.Set("criteria", "NBW, SOSW-1, DC, SOSOSW, CUSSW, EXT")
	form.Set("do", "save")
	s.SeeOther(s.Post("/desk/open/settings", form))
	if diff := cmp.Diff(want[:6], s.State("open").Settings.Criteria); diff != "" {
		t.Errorf("shortened (-want +got):\n%s", diff)
	}
}

// The simple page shows twenty settings and keeps all others.
func TestSimpleSettings(t *testing.T) {
	s := newSite(t)
	s.Sample()
	s.Login()
	before := s.State("open")
	doc := s.Page(s.Get("/desk/open/settings"), http.StatusOK)
	if n := doc.Find(".settings .opt.field [name], .settings .criteria > [name]").Length(); n != 20 {
		t.Errorf("the simple page shows %d settings", n)
	}
	if doc.Find("#meaning").Length() != 1 || doc.Find(`.index a[href="#settings-group-handicap"]`).Length() != 1 {
		t.Error("what the settings mean, or their index, is missing")
	}
	form := url.Values{}
	doc.Find("form.settings [name]").Each(func(_ int, e *goquery.Selection) {
		_, checked := e.Attr("checked")
		if name := e.AttrOr("name", ""); name != "do" && (e.AttrOr("type", "") != "checkbox" || checked) {
			form.Set(name, e.AttrOr("value", e.Find("option[selected]").AttrOr("value", e.Text())))
		}
	})
	form.Set("do", "save")
	s.SeeOther(s.Post("/desk/open/settings", form))
	if now := s.State("open"); now.Version != before.Version {
		t.Errorf("saving it as it came makes version %d:\n%s", now.Version, cmp.Diff(before.Settings, now.Settings))
	}
	form.Set("ceiling", "6")
	form.Set("place", "Oulu")
	form.Set("do", "look")
	doc = s.Page(s.Post("/desk/open/settings", form), http.StatusOK)
	if got := sitetest.Text(doc, "#changes"); !strings.Contains(got, "9 → 6") || !strings.Contains(got, "Oulu") {
		t.Errorf("named as unsaved: %q", got)
	}
	if got := sitetest.Text(doc, "#unsaved"); !strings.Contains(got, "2 changes") {
		t.Errorf("counted as unsaved: %q", got)
	}
	form.Set("colour", "many") // hidden on this page
	form.Set("do", "save")
	doc = s.Page(s.Post("/desk/open/settings", form), http.StatusUnprocessableEntity)
	if sitetest.Text(doc, "#w-colour") == "" || doc.Find("[name=colour][type=hidden]").Length() != 0 {
		t.Error("a fault of a hidden setting is not shown")
	}
}

// The buttons of a list move, remove and add criteria without saving.
func TestCriteriaAreMovedAndAdded(t *testing.T) {
	s := newSite(t)
	s.Sample()
	s.Login()
	form := s.SettingsForm("open")
	for _, tt := range []struct{ do, add, want string }{
		{"list criteria up 2", "", "SOSW, NBW, SOSOSW"},
		{"list criteria remove 1", "", "NBW, SOSOSW"},
		{"list criteria add", "DC", "NBW, SOSOSW, DC"},
		{"list criteria add", "", "NBW, SOSOSW, DC"},
		{"list criteria remove 9", "", "NBW, SOSOSW, DC"},
		{"list criteria up 1", "", "NBW, SOSOSW, DC"},
		{"list criteria", "", "NBW, SOSOSW, DC"},
	} {
		form.Set("do", tt.do)
		form.Set("criteria-add", tt.add)
		doc := s.Page(s.Post("/desk/open/settings", form), http.StatusOK)
		form.Set("criteria", doc.Find("[name=criteria]").AttrOr("value", ""))
		if got := form.Get("criteria"); got != tt.want {
			t.Fatalf("%s makes %q, want %q", tt.do, got, tt.want)
		}
		if rows := doc.Find("#criteria li").Length(); rows != len(strings.Split(tt.want, ", ")) {
			t.Errorf("%d rows show %q", rows, tt.want)
		}
	}
	if got := s.State("open").Version; got != 1 {
		t.Errorf("moving made version %d", got)
	}
}

func TestBadSettings(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := newSite(t)
	s.Sample()
	s.Login()
	before := s.State("open").Version
	for _, tt := range []struct{ field, value string }{
		{"rounds", "0"}, {"rounds", "many"}, {"size", "99"}, {"even-komi", "lots"}, {"floor", "12 stones"}, {"bar", ""}, {"ceiling", "-1"}, {"ceiling", "20"},
		{"reduction", "77"}, {"steps", "1 2 3"}, {"steps", "1 x"}, {"duplicate", "-5"}, {"curvature", "2"}, {"first", "sideways"},
		{"wins-bye", "7"}, {"club-groups", "no colon"}, {"table", "unknown"}, {"basis", "mood"}, {"name", ""}, {"slug", "A B"},
		{"main", "-1"}, {"system", "lottery"}, {"tie", "dice"}, {"criteria", "SOSW, SOSW"}, {"criteria", "luck"}, {"criteria", ""},
		{"pairing-criteria", "luck"}, {"begin", "tomorrow"}, {"switch", "99"}, {"country-gap", "-1"},
	} {
		s.Run(tt.field+" "+tt.value, func(t *testing.T) {
			form := s.SettingsForm("open")
			form.Set(tt.field, tt.value)
			form.Set("do", "save")
			got := s.Post("/desk/open/settings", form)
			if got.StatusCode != http.StatusUnprocessableEntity {
				t.Errorf("%s %q is taken: %d", tt.field, tt.value, got.StatusCode)
				return
			}
			if doc := s.Page(got, got.StatusCode); sitetest.Text(doc, "#w-"+tt.field) == "" {
				t.Errorf("%s %q: nothing beside the field, above stands %q", tt.field, tt.value, sitetest.Text(doc, ".banner.error"))
			}
		})
	}
	if now := s.State("open").Version; now != before {
		t.Errorf("bad settings brought the tournament from version %d to %d", before, now)
	}
}

// A form shows all faults at once, unreadable and impossible values.
func TestAllBadSettingsAtOnce(t *testing.T) {
	s := newSite(t)
	s.Sample()
	s.Login()
	form := s.SettingsForm("open")
	typed := map[string]string{
		"rounds": "0", "size": "99", "floor": "5k", "bar": "9k", "name": "", "slug": "A B", "curvature": "2", "switch": "99", "steps": "1 2 3",
		"main": "1441", "country": "Narnia", "categories": "5k, 1d", "boards": "11", "colour": "-4", "geography": "many",
	}
	for field, value := range typed {
		form.Set(field, value)
	}
	form.Set("do", "save")
	doc := s.Page(s.Post("/desk/open/settings", form), http.StatusUnprocessableEntity)
	for field, value := range typed {
		if field != "floor" && sitetest.Text(doc, "#w-"+field) == "" { // it is wrong together with the bar
			t.Errorf("nothing is said of %s", field)
		}
		if got := doc.Find("[name='"+field+"']").AttrOr("value", doc.Find("[name='"+field+"']").Text()); got != value {
			t.Errorf("%s comes back as %q", field, got)
		}
	}
	if got := sitetest.Text(doc, ".banner.error"); !strings.Contains(got, "14 fields") {
		t.Errorf("above stands %q", got)
	}
	if got := sitetest.Text(doc, "#w-main"); !strings.Contains(got, "1440") {
		t.Errorf("too long a time is refused with %q", got)
	}
}

func TestWhatSettingsMean(t *testing.T) {
	s := newSite(t)
	s.Sample()
	s.Login()
	mean := func(change url.Values) string {
		form := s.SettingsForm("open")
		for name, value := range change {
			form[name] = value
		}
		if form.Get("do") == "" {
			form.Set("do", "look")
		}
		return sitetest.Text(s.Page(s.Post("/desk/open/settings", form), http.StatusOK), "#meaning ul:first-of-type, .set .findings")
	}
	for _, tt := range []struct {
		change url.Values
		want   string
	}{
		{nil, "The 8k takes Black against the 3d with 9 stones, komi 0."},
		{url.Values{"reduction": {"3"}}, "with 7 stones"},
		{url.Values{"sample-second": {"2d"}}, "The 2d takes Black against the 3d and moves first; komi 0."},
		{url.Values{"sample-second": {"3d"}}, "3d and 3d play an even game: komi 6.5"},
		{url.Values{"ceiling": {"0"}}, "3d and 8k play an even game"},
		{url.Values{"do": {"preset egf"}}, "The 3d starts with 32 McMahon points, the 8k with 22."},
		{url.Values{"do": {"handicap"}, "handicap": {"hiddema-9"}}, "The 8k takes Black against the 3d with 2 stones"},
		{url.Values{"tie": {"white"}}, "then White wins"},
		{url.Values{"sample-first": {"strong"}}, "“strong” isn't a rank"},
	} {
		s.Run(tt.want, func(t *testing.T) {
			if got := mean(tt.change); !strings.Contains(got, tt.want) {
				t.Errorf("%v means %q, want %q in it", tt.change, got, tt.want)
			}
		})
	}
	if got := s.State("open").Version; got != 1 {
		t.Errorf("looking made version %d", got)
	}
}

func TestPresetShowsWhatItChanges(t *testing.T) {
	s := newSite(t)
	s.Sample()
	s.Login()
	form := s.SettingsForm("open")
	form.Set("do", "preset egf")
	doc := s.Page(s.Post("/desk/open/settings", form), http.StatusOK)
	if got := sitetest.Text(doc, ".changes"); !strings.Contains(got, "McMahon") || !strings.Contains(got, "MMS") {
		t.Errorf("the changes are %q", got)
	}
}

func TestChangeOfSystemNeedsAnswer(t *testing.T) {
	s := newSite(t)
	s.Login()
	s.Kind("finnish", 6)
	form := s.SettingsForm("open")
	form.Set("system", "round-robin")
	form.Set("do", "look")
	if doc := s.Page(s.Post("/desk/open/settings", form), http.StatusOK); doc.Find("#meaning .settle button").Length() != 2 {
		t.Error("the aside asks nothing")
	}
	form.Set("do", "save")
	doc := s.Page(s.Post("/desk/open/settings", form), http.StatusUnprocessableEntity)
	if s.State("open").Settings.System != tournament.Swiss || sitetest.Text(doc, ".banner.error") == "" {
		t.Fatal("the system is changed without a question")
	}
	form.Set("do", "system")
	doc = s.Page(s.Post("/desk/open/settings", form), http.StatusOK)
	if got := doc.Find("input[name=settled]").AttrOr("value", ""); got != "round-robin" || s.State("open").Settings.System != tournament.Swiss {
		t.Fatalf("settled for %q", got)
	}
	if got := sitetest.Text(doc, ".changes"); !strings.Contains(got, "SDC") {
		t.Errorf("the changes are %q", got)
	}
	form.Set("settled", "round-robin")
	form.Set("criteria", doc.Find("[name=criteria]").AttrOr("value", ""))
	form.Set("do", "save")
	s.SeeOther(s.Post("/desk/open/settings", form))
	if got := s.State("open").Settings; got.System != tournament.RoundRobin || got.Criteria[1] != tournament.SDC {
		t.Errorf("saved %s by %v", got.System, got.Criteria)
	}

	kept := s.State("open").Settings
	form = s.SettingsForm("open")
	form.Set("system", "knockout")
	form.Set("do", "keep")
	if doc := s.Page(s.Post("/desk/open/settings", form), http.StatusUnprocessableEntity); doc.Find("[name=handicap-komi][aria-invalid=true]").Length() != 1 {
		t.Error("a komi that allows a tie with a handicap is no fault of a knockout")
	}
	form.Set("handicap-komi", "0.5")
	s.SeeOther(s.Post("/desk/open/settings", form))
	if got := s.State("open").Settings; got.System != tournament.Knockout || !slices.Equal(got.Criteria, kept.Criteria) || !reflect.DeepEqual(got.Pairing, kept.Pairing) {
		t.Errorf("kept %v, not %v", got.Criteria, kept.Criteria)
	}
}

func TestWeightsByImportance(t *testing.T) {
	s := newSite(t)
	s.Login()
	s.Kind("egf", 4)
	form := s.SettingsForm("open")
	form.Set("colour", "0")
	form.Set("second", "fold")
	form.Set("club-groups", "North: Oulu, Kemi")
	form.Set("do", "save")
	s.SeeOther(s.Post("/desk/open/settings", form))
	doc := s.Page(s.Get("/desk/open/settings?all=1"), http.StatusOK)
	names := doc.Find(".objective summary b")
	if first, last := sitetest.Words(names.First()), sitetest.Words(names.Last()); names.Length() != 9 || first != "Avoiding rematches" || last != "Colour balance" {
		t.Errorf("%d criteria from %q to %q", names.Length(), first, last)
	}
	if got := doc.Find(".objective .changed").Length(); got != 2 {
		t.Errorf("%d marked as changed", got)
	}
	if got := sitetest.Text(doc, ".objective details:has([name=colour]) .usual"); !strings.Contains(got, "1 000 000") {
		t.Errorf("the default weight is said as %q", got)
	}
	form = s.SettingsForm("open")
	form.Set("colour", "600000000000000")
	form.Set("do", "look")
	doc = s.Page(s.Post("/desk/open/settings?all=1", form), http.StatusOK)
	if first := sitetest.Words(doc.Find(".objective summary b").First()); first != "Colour balance" {
		t.Errorf("%q comes first where colours weigh most", first)
	}
	form = s.SettingsForm("open")
	form.Set("do", "weights")
	doc = s.Page(s.Post("/desk/open/settings?all=1", form), http.StatusOK)
	if got := doc.Find("[name=colour]").AttrOr("value", ""); got != "1\u202f000\u202f000" {
		t.Errorf("back to %q", got)
	}
	if got := sitetest.Words(doc.Find("[name=club-groups]")); got != "North: Oulu, Kemi" {
		t.Errorf("the club groups become %q", got)
	}
	// Categories outweigh scores, so they are first.
	form = s.SettingsForm("open")
	form.Set("system", "swiss-categories")
	form.Set("do", "system")
	doc = s.Page(s.Post("/desk/open/settings?all=1", form), http.StatusOK)
	if got := sitetest.Words(doc.Find(".objective summary b").Eq(1)); got != "Same category" {
		t.Errorf("second is %q", got)
	}
}

func TestPairingCriteriaAndHalfGroups(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Desk("")
	form := s.SettingsForm("spring-cup")
	if form.Get("pairing-criteria") != "" {
		t.Errorf("the order of pairing is %q", form.Get("pairing-criteria"))
	}
	form.Set("criteria", "NBW, SOSM")
	form.Set("pairing-criteria", "MMS, SOSM")
	form.Set("half-groups", "on")
	form.Set("do", "save")
	s.SeeOther(s.Post("/desk/spring-cup/settings", form))
	set := s.State("spring-cup").Settings
	if set.Criteria[0] != tournament.NBW || !slices.Equal(set.PairingCriteria, []tournament.Criterion{"MMS", "SOSM"}) || !set.Pairing.HalfGroups {
		t.Errorf("saved %v, %v, %v", set.Criteria, set.PairingCriteria, set.Pairing.HalfGroups)
	}
	form = s.SettingsForm("spring-cup")
	form.Set("pairing-criteria", "")
	form.Set("do", "save")
	s.SeeOther(s.Post("/desk/spring-cup/settings", form))
	if set := s.State("spring-cup").Settings; set.PairingCriteria != nil {
		t.Errorf("blank fields leave %v", set.PairingCriteria)
	}
}

func TestTeamSettings(t *testing.T) {
	s := newSite(t)
	s.League()
	s.Login()
	s.SeeOther(s.Post("/new", url.Values{"name": {"Four"}, "preset": {"teams"}, "boards": {"4"}, "zone": {"UTC"}}))
	snapshot, err := s.Director.Snapshot(t.Context(), "four")
	s.Check(err)
	if got := snapshot.Tournament.Settings.Teams.Boards; got != 4 {
		t.Errorf("founded on %d boards", got)
	}
	s.SeeOther(s.Post("/new", url.Values{"name": {"Swiss"}, "preset": {"swiss"}, "boards": {"2"}, "zone": {"UTC"}}))
	snapshot, err = s.Director.Snapshot(t.Context(), "swiss")
	s.Check(err)
	if got := snapshot.Tournament.Settings; got.Teams.Boards != 2 || got.Criteria[0] != tournament.TeamPoints {
		t.Errorf("founded on %d boards with %v", got.Teams.Boards, got.Criteria)
	}
	doc := s.Page(s.Post("/new", url.Values{"name": {"Eleven"}, "preset": {"teams"}, "boards": {"11"}, "zone": {"UTC"}}), http.StatusUnprocessableEntity)
	if got := sitetest.Text(doc, "#w-boards"); !strings.Contains(got, "2 to 10 boards, not 11") {
		t.Errorf("eleven boards are told %q", got)
	}
	form := s.SettingsForm("league")
	form.Set("boards", "11")
	form.Set("do", "save")
	if got := sitetest.Text(s.Page(s.Post("/desk/league/settings", form), http.StatusUnprocessableEntity), "#w-boards"); got == "" {
		t.Error("eleven boards are not refused beside the field")
	}
	// Without teams their criteria are removed.
	form = s.SettingsForm("league")
	form.Set("boards", "0")
	form.Set("do", "save")
	s.SeeOther(s.Post("/desk/league/settings", form))
	if now := s.LeagueNow().Settings; now.Teams.Boards != 0 || now.Criteria[0] != tournament.NBW {
		t.Errorf("single players are ranked by %v", now.Criteria)
	}
	if got := s.Get("/t/league/teams"); got.StatusCode != http.StatusNotFound {
		t.Errorf("the teams of single players answer %d", got.StatusCode)
	}
	if got := sitetest.Text(s.Page(s.Get("/desk/league/teams"), http.StatusOK), "main"); !strings.Contains(got, "This is an individual tournament") {
		t.Errorf("the room says %q", got)
	}
}

// A choice of other rules offers their komi with White's further points, and saves nothing. Unchanged rules offer
// nothing.
func TestRulesOfferTheirKomi(t *testing.T) {
	s := newSite(t)
	s.Sample()
	s.Login()
	at := "/desk/open/settings"
	form := s.SettingsForm("open")
	form.Set("do", "look")
	form.Set("even-komi", "5.5")
	if doc := s.Page(s.Post(at, form), http.StatusOK); doc.Find("#meaning [value=komi]").Length() != 0 {
		t.Error("komi is offered with the same rules")
	}
	form.Set("rules", "aga")
	doc := s.Page(s.Post(at, form), http.StatusOK)
	want := "By AGA rules komi is 7.5 in even games and 0.5 with a handicap. Here it is 5.5 and 0. " +
		"White also receives a point for each handicap stone but the first, since these stones count as area. Set 7.5 and 0.5"
	if got := sitetest.Text(doc, "#meaning .settle"); got != want {
		t.Errorf("AGA rules offer %q, want %q", got, want)
	}
	form.Set("do", "komi")
	doc = s.Page(s.Post(at, form), http.StatusOK)
	even, stones := doc.Find("[name=even-komi]").AttrOr("value", ""), doc.Find("[name=handicap-komi]").AttrOr("value", "")
	if even != "7.5" || stones != "0.5" || doc.Find("#meaning [value=komi]").Length() != 0 {
		t.Errorf("taken, komi is %q and %q", even, stones)
	}
	if got := s.State("open").Settings.Handicap.EvenKomi; got == 15 {
		t.Error("looking saves")
	}
	form.Set("size", "9")
	form.Set("do", "look")
	if doc := s.Page(s.Post(at, form), http.StatusOK); doc.Find("#meaning [value=komi]").Length() != 0 {
		t.Error("komi for 19 lines is offered on a small board")
	}
}

// TestSettingsSavedTogether opens several forms, changes one field in each, and saves them all at once. No form
// overwrites another's change, and none is refused.
func TestSettingsSavedTogether(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	form := s.SettingsForm("spring-cup")
	changes := map[string]string{"name": "Autumn Cup", "place": "Elsewhere", "rounds": "7", "main": "50", "ceiling": "5", "even-komi": "7.5", "periods": "4"}
	var all sync.WaitGroup
	for field, value := range changes {
		sent := maps.Clone(form)
		sent.Set(field, value)
		sent.Set("do", "save")
		all.Go(func() {
			if got := s.Post("/desk/spring-cup/settings?all=1", sent); got.StatusCode != http.StatusSeeOther {
				t.Errorf("%s: the form answers %d", field, got.StatusCode)
			}
		})
	}
	all.Wait()
	now := s.SettingsForm("spring-cup")
	for field, value := range changes {
		if now.Get(field) != value {
			t.Errorf("%s is %q, want %q", field, now.Get(field), value)
		}
	}
}

// All settings are folded by group, with their values; a changed group is open, and the reason stands with the change.
func TestGroupsOfAllSettingsAreFolded(t *testing.T) {
	s := newSite(t)
	s.Sample()
	s.Login()
	if n := s.Page(s.Get("/desk/open/settings"), 200).Find(".set.fold:not([open]):not(#presets)").Length(); n != 0 {
		t.Errorf("%d of the simple groups are closed", n)
	}
	doc := s.Page(s.Get("/desk/open/settings?all=1"), 200)
	if n := doc.Find(".set.fold[open]").Length(); n != 0 {
		t.Errorf("%d groups are open without a change", n)
	}
	if got := sitetest.Words(doc.Find("#settings-group-standings summary small").First()); !strings.HasPrefix(got, "Wins, SOS") {
		t.Errorf("the criteria are summed up as %q", got)
	}
	// Every closed group names its state. The state leaves out switched-off options.
	for group, want := range map[string]string{"stages": "none", "order": "default", "records": "none"} {
		if got := sitetest.Words(doc.Find("#settings-group-" + group + " > summary small")); got != want {
			t.Errorf("the group %s is summed up as %q, want %q", group, got, want)
		}
	}
	form := sitetest.Fields(doc, ".settings")
	form.Set("do", "look")
	form.Set("main", "7")
	doc = s.Page(s.Post("/desk/open/settings?all=1", form), 200)
	if n := doc.Find("#settings-group-clock[open]").Length(); n != 1 || doc.Find("#settings-group-play[open]").Length() != 0 {
		t.Errorf("after a change of the clock these groups are open: %s", sitetest.Words(doc.Find(".set.fold[open] h2")))
	}
}
