package people_test

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/app/accounts"
	"tourney/internal/app/director"
	"tourney/internal/rank"
	"tourney/internal/role"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

func TestRegistration(t *testing.T) {
	s := newSite(t)
	s.Sample()
	s.Login()
	doc := s.Page(s.Get("/desk/open/players"), http.StatusOK)
	once := doc.Find(".register [name=once]").AttrOr("value", "")
	if once == "" {
		t.Fatal("the form has no key against double clicks")
	}
	form := url.Values{"family": {" Salo "}, "given": {"Anna"}, "rank": {"2段"}, "club": {"Hel"}, "country": {"fi"}, "here": {"1"},
		"plays": {"1", "2", "4", "5"}, "once": {once}}
	first := s.SeeOther(s.Post("/desk/open/players", form))
	if again := s.SeeOther(s.Post("/desk/open/players", form)); again != first {
		t.Errorf("the second click leads to %s, the first to %s", again, first)
	}
	tn := s.State("open")
	if len(tn.Players) != 1 {
		t.Fatalf("two clicks made %d players", len(tn.Players))
	}
	p := tn.Players[0]
	if p.Name() != "Salo Anna" || p.Rank.String() != "2d" || p.Country != "FI" || p.Status != tournament.CheckedIn ||
		p.Attendance(3) != tournament.Absent || p.Attendance(2) != tournament.Plays {
		t.Errorf("registered %+v", p)
	}
	doc = s.Page(s.Get(first), http.StatusOK)
	if got := sitetest.Text(doc, "#reading"); !strings.Contains(got, "Salo Anna") {
		t.Errorf("after registering the page says %q", got)
	}
	if doc.Find("#find[autofocus]").Length() != 1 {
		t.Error("the cursor does not come back to the field that finds players")
	}
}

// A query without a match fills the form.
func TestNewNameFillsTheForm(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	for query, want := range map[string][4]string{
		"Laaksovirta Eino 8k":      {"Laaksovirta", "Eino", "8k", "f-club"},
		"de la Cruz, Ana María":    {"de la Cruz", "Ana María", "", "f-rank"},
		"Laaksovirta":              {"Laaksovirta", "", "", "f-rank"},
		"7d":                       {"7d", "", "", "f-rank"},
		"Laaksovirta Eino Olavi 1": {"Laaksovirta", "Eino Olavi 1", "", "f-rank"},
	} {
		doc := s.Page(s.Get("/desk/spring-cup/players?find="+url.QueryEscape(query)), http.StatusOK)
		value := func(name string) string { return doc.Find("#f-"+name).AttrOr("value", "") }
		if got := [4]string{value("family"), value("given"), value("rank"), doc.Find("[autofocus]").AttrOr("id", "")}; got != want {
			t.Errorf("%q fills in %q, want %q", query, got, want)
		}
		if n := doc.Find(".entrants tbody tr:not([hidden])").Length(); n != 0 {
			t.Errorf("%q finds %d players", query, n)
		}
	}
}

func TestBadRegistration(t *testing.T) {
	s := newSite(t)
	s.Sample()
	s.Login()
	before := s.State("open").Version
	for _, tt := range []struct{ field, value, want string }{
		{"rank", "12 stones", "12 stones"},
		{"rank", "", "5k or 2d"},
		{"family", "", "family name is missing"},
		{"family", strings.Repeat("x", 10_000), "10000"},
		{"country", "Atlantis", "two letters"}, {"country", "XX", "two letters"},
	} {
		s.Run(fmt.Sprintf("%s %.20s", tt.field, tt.value), func(t *testing.T) {
			form := url.Values{"family": {"Salo"}, "rank": {"2d"}, "country": {"FI"}, "once": {"k"}}
			form.Set(tt.field, tt.value)
			doc := s.Page(s.Post("/desk/open/players", form), http.StatusUnprocessableEntity)
			if got := sitetest.Text(doc, "#w-"+tt.field); !strings.Contains(got, tt.want) {
				t.Errorf("%s %.20q: beside the field stands %q, want %q in it", tt.field, tt.value, got, tt.want)
			}
			if got := doc.Find("#f-"+tt.field).AttrOr("value", ""); got != tt.value {
				t.Errorf("%s %.20q comes back as %.20q", tt.field, tt.value, got)
			}
		})
	}
	if now := s.State("open").Version; now != before {
		t.Errorf("refused forms brought the tournament from version %d to %d", before, now)
	}
}

func TestSimilarNamesNeedConfirmation(t *testing.T) {
	s := newSite(t)
	s.Sample()
	s.Login()
	add := func(family, twin, once string) *http.Response {
		form := url.Values{"family": {family}, "given": {"Jiří"}, "rank": {"3k"}, "club": {"Brno"}, "once": {once}}
		if twin != "" {
			form.Set("twin", twin)
		}
		return s.Post("/desk/open/players", form)
	}
	s.SeeOther(add("Novák", "", "a"))
	for i, family := range []string{"Novak", "NOVÁK", "Nowák"} {
		doc := s.Page(add(family, "", "b"+family), http.StatusUnprocessableEntity)
		if got := sitetest.Text(doc, ".register .banner"); !strings.Contains(got, "Novák Jiří") || !strings.Contains(got, "Brno") {
			t.Errorf("%s: asked %q", family, got)
		}
		s.SeeOther(add(family, "1", "b"+family))
		s.SeeOther(add(family, "1", "b"+family))
		if n := len(s.State("open").Players); n != i+2 {
			t.Errorf("%s registered anyway: %d players, want %d", family, n, i+2)
		}
	}
}

func TestCheckInAndRounds(t *testing.T) {
	s := newSite(t)
	s.Sample()
	s.Login()
	for _, name := range []string{"Aho", "Berg", "Cihla"} {
		s.SeeOther(s.Post("/desk/open/players", url.Values{"family": {name}, "rank": {"5k"}, "once": {name}, "plays": {"1", "2", "3", "4", "5"}}))
	}
	id := int(s.State("open").Players[0].ID)
	home := "/desk/open/players/" + strconv.Itoa(id)
	if to := s.SeeOther(s.Post(home+"/status", url.Values{"status": {"checked-in"}, "find": {"ah"}, "show": {"waiting"}})); to != "/desk/open/players?done="+strconv.Itoa(id)+"&find=ah&show=waiting&was=preliminary" {
		t.Errorf("check-in leads to %s", to)
	} else {
		said := s.Page(s.Get(to), http.StatusOK).Find("#reading")
		undo := said.Find("button[name=status]")
		if got := sitetest.Words(said); !strings.Contains(got, "Present: Aho") || undo.AttrOr("value", "") != "preliminary" || undo.AttrOr("formaction", "") != home+"/status" {
			t.Errorf("after check-in the page says %q", got)
		}
	}
	s.SeeOther(s.Post(home+"/round/2", url.Values{"attendance": {"half-bye"}}))
	p := s.State("open").Player(tournament.PlayerID(id))
	if p.Status != tournament.CheckedIn || p.Attendance(2) != tournament.HalfBye {
		t.Errorf("after two clicks %+v", p)
	}
	if entries, _, err := s.Director.Log(t.Context(), "open", 0, director.LogFilter{}); err != nil || !strings.Contains(entries[0].By, " · ") {
		t.Errorf("the log signs a check-in %q, without the desk (%v)", entries[0].By, err)
	}
	s.SeeOther(s.Post("/desk/open/checkin", nil))
	s.SeeOther(s.Post(home+"/status", url.Values{"status": {"withdrawn"}}))
	doc := s.Page(s.Get("/desk/open/players?find=BERG"), http.StatusOK)
	if got := sitetest.Text(doc, ".entrants tbody tr:not([hidden]) .who"); got != "Berg" {
		t.Errorf("a search for BERG finds %q", got)
	}
	if got := sitetest.Text(doc, "#reading"); !strings.Contains(got, "Berg 5k") || !strings.Contains(got, "Already present") {
		t.Errorf("a search for BERG says %q", got)
	}
	if got := sitetest.Text(doc, ".narrowing .switch"); !strings.Contains(got, "All 3") || !strings.Contains(got, "Present 2") || !strings.Contains(got, "Withdrawn 1") {
		t.Errorf("counts: %q", got)
	}
	for path, form := range map[string]url.Values{
		home + "/status":   {"status": {"asleep"}},
		home + "/round/2":  {"attendance": {"sleeps"}},
		home + "/round/77": {"attendance": {"absent"}},
	} {
		s.Run(path, func(t *testing.T) {
			if got := s.Post(path, form); got.StatusCode != http.StatusUnprocessableEntity {
				t.Errorf("%s with %v answers %d", path, form, got.StatusCode)
			}
		})
	}
	if got := s.Post("/desk/open/players/999/status", url.Values{"status": {"withdrawn"}}); got.StatusCode != http.StatusNotFound {
		t.Errorf("a player who is not there answers %d", got.StatusCode)
	}
}

func TestEditAndRemovePlayer(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	doc := s.Page(s.Get("/desk/spring-cup/players/1"), http.StatusOK)
	form := url.Values{}
	doc.Find("#entry [name]:not([form])").Each(func(_ int, e *goquery.Selection) {
		value, ok := e.Attr("value")
		switch {
		case e.Is("select"):
			value = e.Find("[selected]").AttrOr("value", "")
		case !ok:
			value = e.Text()
		}
		form.Set(e.AttrOr("name", ""), value)
	})
	s.SeeOther(s.Post("/desk/spring-cup/players/1", form))
	if got := s.State("spring-cup"); got.Version != 1 {
		t.Errorf("a form sent as it was makes version %d", got.Version)
	}
	stale := url.Values{}
	for name, value := range form {
		stale[name] = value
	}
	form.Set("rating", "1 850")
	form.Set("tags", "junior, woman")
	form.Set("correction", "−1")
	form.Set("grade", "1d")
	form.Set("why", "wrong rank")
	s.SeeOther(s.Post("/desk/spring-cup/players/1", form))
	p := s.State("spring-cup").Player(1)
	if p.Rating.Points() != 1850 || !slices.Equal(p.Tags, []string{"junior", "woman"}) || p.StartCorrection != -1 || p.Notes != "secret note" {
		t.Errorf("edited %+v", p)
	}
	another := maps.Clone(stale)
	another.Set("club", "Nova")
	s.SeeOther(s.Post("/desk/spring-cup/players/1", another))
	if p := s.State("spring-cup").Player(1); p.Club != "Nova" || p.Rating.Points() != 1850 || len(p.Tags) != 2 {
		t.Errorf("an older form with another club makes %+v", p)
	}
	stale.Set("rating", "1700")
	doc = s.Page(s.Post("/desk/spring-cup/players/1", stale), http.StatusUnprocessableEntity)
	if got := sitetest.Text(doc, "#messages .banner"); !strings.Contains(got, "in the meantime") {
		t.Errorf("a form older than the entry is told %q", got)
	}
	if got := sitetest.Text(doc, "#w-rating"); !strings.Contains(got, "1850") || doc.Find("[name=rating]").AttrOr("value", "") != "1700" {
		t.Errorf("beside the rating stands %q", got)
	}
	stale.Set("why", "wrong rating")
	stale.Set("seen", doc.Find("[name=seen]").AttrOr("value", ""))
	s.SeeOther(s.Post("/desk/spring-cup/players/1", stale))
	if p := s.State("spring-cup").Player(1); p.Rating.Points() != 1700 {
		t.Errorf("confirmed, the rating is %v", p.Rating)
	}
	doc = s.Page(s.Get("/desk/spring-cup/players/1"), http.StatusOK)
	form.Set("seen", doc.Find("[name=seen]").AttrOr("value", ""))
	form.Set("rating", "high")
	doc = s.Page(s.Post("/desk/spring-cup/players/1", form), http.StatusUnprocessableEntity)
	if got := sitetest.Text(doc, "#w-rating"); !strings.Contains(got, "high") {
		t.Errorf("beside the rating stands %q", got)
	}
	if got := s.Post("/desk/spring-cup/players/1/remove", nil); got.StatusCode != http.StatusSeeOther {
		t.Errorf("removing somebody who played answers %d", got.StatusCode)
	}
}

func TestListOfPlayers(t *testing.T) {
	s := newSite(t)
	s.Sample()
	s.Login()
	s.SeeOther(s.Post("/desk/open/players", url.Values{"family": {"Aho"}, "given": {"Aino"}, "rank": {"1k"}, "once": {"a"}}))
	list := "Taso;Nimi;Seura\n3k;Berg, Bo;Oulu\n12 stones;Cihla, Cyril;Brno\n1k;Aho, Aino;Helsinki\n5k;Dahl, Dag;Turku\n"
	at := s.SeeOther(s.Upload("/desk/open/import", "players.csv", []byte(list)))
	doc := s.Page(s.Get(at), http.StatusOK)
	if got := sitetest.Text(doc, ".sheet-rows tr:not(.group):nth-child(2) .said p.error"); !strings.Contains(got, "12 stones") {
		t.Errorf("the first row of the preview says %q", got)
	}
	if got := sitetest.Text(doc, "[value=apply]"); got != "Import 2, update 1, leave out 1" {
		t.Errorf("a list with an error and a duplicate offers %q", got)
	}
	if n := len(s.State("open").Players); n != 1 {
		t.Fatalf("a preview has made %d players", n)
	}
	// The page had not shown the error of row 3.
	if got := s.Post(at, url.Values{"do": {"apply"}, "take": {"2", "3", "5"}}); got.StatusCode != http.StatusUnprocessableEntity {
		t.Errorf("applying a list with an error answers %d", got.StatusCode)
	}
	good := url.Values{"do": {"apply"}, "take": {"2", "5"}}
	s.SeeOther(s.Post(at, url.Values{"do": {"look"}, "take": {"2", "5"}}))
	if doc := s.Page(s.Get(at), http.StatusOK); doc.Find("[value=apply]").Length() != 1 {
		t.Error("without the wrong row the list cannot be applied")
	}
	for _, want := range []string{"?imported=2&updated=0", "?taken=1"} { // once more after Back
		if to := s.SeeOther(s.Post(at, good)); !strings.HasPrefix(to, "/desk/open/players"+want) {
			t.Errorf("applied, the list leads to %s", to)
		}
	}
	if got := sitetest.Text(s.Page(s.Get("/desk/open/players?taken=1"), http.StatusOK), "#messages"); !strings.Contains(got, "already") {
		t.Errorf("a list applied again is told %q", got)
	}
	if n := len(s.State("open").Players); n != 3 {
		t.Errorf("after the import there are %d players, want 3", n)
	}
}

// The warning about a namesake has a button that checks in the registered player.
func TestNamesakeIsCheckedIn(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").SetStatus(t.Context(), 8, tournament.Preliminary))
	page := s.Page(s.Post("/desk/spring-cup/players", url.Values{"family": {"Holm"}, "given": {"X"}, "rank": {"1k"}}), 422)
	button := page.Find(".register .banner button[name=status]")
	if button.Length() != 1 {
		t.Fatalf("%d buttons check somebody in", button.Length())
	}
	s.SeeOther(s.Post(button.AttrOr("formaction", ""), url.Values{"status": {button.AttrOr("value", "")}}))
	if p := s.State("spring-cup").Player(8); p.Status != tournament.CheckedIn {
		t.Errorf("they are %v", p.Status)
	}
}

func TestEntryShowsWishes(t *testing.T) {
	s := newSite(t)
	s.Cup()
	d := s.Desk("")
	notes := ".fold:has([name=notes])"
	if got := sitetest.Words(d.Look("/players/2").Find(notes + " summary")); got != "Notes and pairing secret note" {
		t.Errorf("without a wish: %q", got)
	}
	d.Ask("apart", "who", "Abel", "who", "Chvála", "until", "3")
	d.Ask("seat", "who", "Abel", "table", "4")
	doc := d.Look("/players/2")
	if got := sitetest.Words(doc.Find(notes + " summary")); !strings.Contains(got, "Kept apart from Chvála X until round 3") || !strings.Contains(got, "table 4") {
		t.Errorf("the entry says %q", got)
	}
	link := doc.Find(notes+" a").AttrOr("href", "")
	doc = d.Look(strings.TrimPrefix(link, "/desk/spring-cup"))
	if got := doc.Find("#apart [name=who]").First().AttrOr("value", ""); got != "Abel X" {
		t.Errorf("the link leads to a form for %q", got)
	}
}

// A helper may give a player the personal link again, if its page shows no data that only directors see.
func TestHelperGivesTheLinkAgain(t *testing.T) {
	s := newSite(t)
	s.Sample()
	ed := s.Director.On(sitetest.Anna, "open")
	p, err := ed.AddPlayer(t.Context(), tournament.Player{Family: "Aho", Rank: rank.Kyu(3)}, tournament.RefuseNamesakes, "")
	s.Check(err)
	path := fmt.Sprintf("/desk/open/players/%d", p)
	s.Login()
	s.Client = s.Person("Hanna", accounts.Invitation{Role: role.Desk})
	link := func() string {
		return s.Page(s.Get(path), http.StatusOK).Find(".newlink a").AttrOr("href", "")
	}
	own, err := url.Parse(link())
	s.Check(err)
	s.Page(s.Get(own.Path), http.StatusOK)
	s.Check(ed.EditPlayer(t.Context(), p, tournament.RefuseNamesakes, func(p *tournament.Player) { p.Mail = "a@example.org" }))
	if got := link(); got != "" {
		t.Errorf("a helper gets %s of a player with a mail address", got)
	}
}
