package desk_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/app/director"
	"tourney/internal/rank"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

// club stores a club evening with these members, "Family Given rank" each.
func club(t *testing.T, members ...string) (*testSite, *sitetest.Desk) {
	t.Helper()
	s := newSite(t)
	settings, err := tournament.PresetNamed("club")
	s.Check(err)
	tn, err := tournament.New(tournament.Info{Slug: "spring-cup", Name: "Tapiola Go Club", Zone: "Europe/Helsinki"}, settings)
	s.Check(err)
	for _, text := range members {
		words := strings.Fields(text)
		r, err := rank.Parse(words[2])
		s.Check(err)
		_, err = tn.AddPlayer(tournament.Player{Family: words[0], Given: words[1], Rank: r}, tournament.RefuseNamesakes)
		s.Check(err)
	}
	s.Login()
	_, err = s.Director.Import(t.Context(), sitetest.Anna, tournament.Whole{Tournament: tn}, director.Founding{})
	s.Check(err)
	return s, s.Desk("")
}

// typed sends lines one after the other and returns the page after the last.
func typed(d *sitetest.Desk, lines ...string) *goquery.Document {
	d.T.Helper()
	var doc *goquery.Document
	for _, line := range lines {
		got := d.Typed(d.Look(""), line)
		if got.StatusCode != http.StatusSeeOther {
			d.T.Fatalf("%q is refused: %s", line, sitetest.Text(d.Page(got, got.StatusCode), "#said"))
		}
		doc = d.Follow(got)
	}
	return doc
}

// refused sends a line and returns what the desk says against it.
func refused(d *sitetest.Desk, line string) string {
	d.T.Helper()
	got := d.Typed(d.Look(""), line)
	if got.StatusCode < http.StatusBadRequest {
		d.T.Fatalf("%q is accepted", line)
	}
	return sitetest.Text(d.Page(got, got.StatusCode), "#said")
}

func TestEveningByNames(t *testing.T) {
	s, d := club(t, "Aho Otso 6k", "Berg Jagoda 4k", "Chvála Otto 2k", "Dahl Ilona 2d")
	if says := sitetest.Text(d.Look(""), "main"); !strings.Contains(says, "Type the names") || strings.Contains(says, "Round") {
		t.Errorf("an evening without people says %q", says)
	}
	typed(d, "otso", "jag", "Fia Forsman 12k")
	s.Later.Add(int64(21 * time.Minute))
	doc := d.Look("")
	if got := sitetest.Text(doc, ".nextgames .first"); !strings.Contains(got, "Aho Otso") || !strings.Contains(got, "Berg Jagoda") ||
		!strings.Contains(got, "2 handicap stones") || !strings.Contains(got, "not met") {
		t.Errorf("the first proposal is %q", got)
	}
	if got := doc.Find(".waiters .late").Length(); got != 3 {
		t.Errorf("%d people wait too long, want 3: %s", got, sitetest.Text(doc, ".waiters"))
	}
	doc = typed(d, "otso jagoda")
	g := s.State("spring-cup").Running()[0]
	if g.Table != 1 || g.Handicap != 2 || s.State("spring-cup").NameOf(g.Black) != "Aho Otso" {
		t.Errorf("the game is %+v", g)
	}
	if row := sitetest.Text(doc, "tbody.waiting tr[data-table='1']"); !strings.Contains(row, "Aho O") || !strings.Contains(row, "Berg J") {
		t.Errorf("the row is %q", row)
	}
	for line, want := range map[string]string{
		"-otso": "-otso", "o": "may be", "zzz": "No player is called", "9b": "No game at table 9",
	} {
		if says := refused(d, line); !strings.Contains(says, want) {
			t.Errorf("%q: %q, want %q", line, says, want)
		}
	}
	// The result brings both back; the rule allows one rematch, and ! a second one.
	typed(d, "1b", "otso jagoda", "1w")
	if says := refused(d, "otso jagoda"); !strings.Contains(says, "Aho") {
		t.Errorf("a second rematch: %q", says)
	}
	typed(d, "jagoda otso !")
	if running := s.State("spring-cup").Running(); len(running) != 1 {
		t.Errorf("%d games run", len(running))
	}
	// A game of absent players notes their arrival.
	doc = typed(d, "otto ilona")
	if got := sitetest.Text(doc, "#said"); !strings.Contains(got, "Chvála Otto") || !strings.Contains(got, "Undo") {
		t.Errorf("the desk says %q", got)
	}
	d.Follow(d.Typed(d.Look(""), "u"))
	if running := s.State("spring-cup").Running(); len(running) != 1 {
		t.Errorf("after the undo %d games run", len(running))
	}
}

func TestEveningByButtons(t *testing.T) {
	s, d := club(t, "Aho Otso 6k", "Berg Jagoda 4k", "Chvála Otto 2k")
	typed(d, "otso", "jag", "otto")
	press := func(selector string, more ...string) *goquery.Document {
		t.Helper()
		doc := d.Look("")
		form := doc.Find(selector).First()
		action, ok := form.Attr("action")
		if !ok {
			t.Fatalf("no form %s", selector)
		}
		values := s.With(sitetest.Fields(doc, selector), more...)
		return d.Follow(d.Send(strings.TrimPrefix(action, "/desk/spring-cup"), values))
	}
	press(".nextgames form")
	if len(s.State("spring-cup").Running()) != 1 {
		t.Fatal("the proposed game does not run")
	}
	id := s.State("spring-cup").Waiting()[0].ID
	press(".waiters form", "do", "rest")
	if !s.State("spring-cup").Player(id).Resting {
		t.Error("the player does not rest")
	}
	press(".waiters form", "do", "wait")
	press(".waiters form", "do", "home")
	if s.State("spring-cup").Player(id).Status != tournament.Preliminary {
		t.Error("the player is still there")
	}
	if got := d.Send("/evening/end", sitetest.Fields(d.Look(""), "form[action$='/evening/end']")); got.StatusCode != http.StatusConflict {
		t.Errorf("the end during a game answers %d", got.StatusCode)
	}
	g := s.State("spring-cup").Running()[0]
	change := func(more ...string) {
		t.Helper()
		doc := d.Look("?table=1")
		form := s.With(sitetest.Fields(doc, "form[action*='/game/']"), more...)
		got := d.Send(strings.TrimPrefix(doc.Find("form[action*='/game/']").AttrOr("action", ""), "/desk/spring-cup"), form)
		if got.StatusCode != http.StatusSeeOther {
			t.Fatalf("%q is refused: %s", more, sitetest.Text(d.Page(got, got.StatusCode), "#said"))
		}
	}
	change("do", "swap")
	change("do", "terms", "handicap", "1", "komi", "0.5")
	now := *s.State("spring-cup").Game(g.ID)
	if now.Black != g.White || now.Handicap != 1 || now.Komi != 1 {
		t.Errorf("the game is now %+v", now)
	}
	change("do", "cancel")
	if len(s.State("spring-cup").Running()) != 0 {
		t.Error("the game still runs")
	}
	doc := press("form[action$='/evening/end']")
	if says := sitetest.Text(doc, "main"); !strings.Contains(says, "The last evening was") {
		t.Errorf("after the end the desk says %q", says)
	}
}

// The reading explains a line before Enter.
func TestReadingOfNames(t *testing.T) {
	_, d := club(t, "Aho Otso 6k", "Berg Jagoda 4k", "Chvála Otto 2k")
	typed(d, "otso")
	for line, want := range map[string]string{
		"jag":               "Berg Jagoda is here",
		"otso":              "waits for a game",
		"otso jag":          "2 handicap stones",
		"-otso":             "goes home",
		"Fia Forsman 12k":   "new, and here",
		"ot":                "may be Aho Otso, Chvála Otto",
		"forsman":           "No player is called",
		"7b":                "No game at table 7",
		"Aho Otso Chvála !": "Aho Otso",
	} {
		doc := d.Look("/reading?line=" + strings.ReplaceAll(line, " ", "+"))
		if got := sitetest.Words(doc.Selection); !strings.Contains(got, want) {
			t.Errorf("%q is read as %q, want %q", line, got, want)
		}
	}
}
