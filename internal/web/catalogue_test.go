package web_test

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"tourney/internal/app/accounts"
	"tourney/internal/role"
	"tourney/internal/testkit/sitetest"
)

// A server with ten thousand tournaments has a small first page, from which each is found.
func TestManyTournaments(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	const most, n = 30_000, 10_000 // bytes and tournaments
	s := newSite(t)
	s.Cup()
	s.Many(n)
	s.Login()
	for _, list := range []string{"/", "/desk"} {
		for _, path := range []string{list, list + "?era=past", list + "?era=running", list + "?era=coming&page=2", list + "?q=testville", list + "?year=2026&country=FI"} {
			body := s.Body(s.Get(path))
			t.Logf("%s has %d bytes", path, len(body))
			if len(body) > most {
				t.Errorf("%s has %d bytes, at most %d", path, len(body), most)
			}
		}
	}
	doc := s.Page(s.Get("/?q=spring+TESTVILLE"), http.StatusOK)
	if got := sitetest.Text(doc, "main a[href^='/t/']"); got != "Spring Cup" {
		t.Errorf("found: %q", got)
	}
	if got := doc.Find("main input[name=q]").AttrOr("value", ""); got != "spring TESTVILLE" {
		t.Errorf("the form has forgotten what was searched for: %q", got)
	}
	if got := sitetest.Text(s.Page(s.Get("/?q=nothing+like+it"), http.StatusOK), ".empty"); got == "" {
		t.Error("nothing says that nothing was found")
	}
	// The pages of past tournaments list each of them once.
	seen := map[string]bool{}
	path := "/?era=past&q=club+of+the"
	pages := 0
	for path != "" {
		doc := s.Page(s.Get(path), http.StatusOK)
		for _, a := range doc.Find("td.name a").EachIter() {
			if seen[a.AttrOr("href", "")] {
				t.Fatalf("%s lists %s again", path, a.AttrOr("href", ""))
			}
			seen[a.AttrOr("href", "")] = true
		}
		pages++
		path = doc.Find("a[rel=next]").AttrOr("href", "")
		if pages == 20 {
			break // the API below reads on
		}
	}
	if want := min(20*25, n*89/100); len(seen) < want {
		t.Errorf("%d pages list %d tournaments, want %d at least", pages, len(seen), want)
	}
	total, listed := 0, map[string]bool{}
	for next := 1; next > 0; {
		var got struct {
			Tournaments []struct{ Slug string }
			Total, Next int
		}
		s.Check(json.Unmarshal([]byte(s.Body(s.Get(fmt.Sprint("/api/v1/tournaments?page=", next)))), &got))
		for _, one := range got.Tournaments {
			listed[one.Slug] = true
		}
		next, total = got.Next, got.Total
	}
	if total != n+1 || len(listed) != total {
		t.Errorf("the API lists %d of %d tournaments, want %d", len(listed), total, n+1)
	}
}

// An unreadable tournament breaks only its own pages, not the list.
func TestListOutlivesADamagedTournament(t *testing.T) {
	s := newSite(t)
	s.AboutFiles()
	s.Cup()
	s.Many(2)
	db, err := sql.Open("sqlite", "file:"+filepath.Join(s.Dir, "test.db")+"?_pragma=busy_timeout(5000)")
	s.Check(err)
	_, err = db.Exec("update tournaments set settings = '{}}', version = version + 1 where slug = 'spring-cup'")
	s.Check(errors.Join(err, db.Close()))
	if got := s.Get("/t/spring-cup"); got.StatusCode < 500 {
		t.Fatalf("the damaged tournament answers %d", got.StatusCode)
	}
	for _, list := range []string{"/", "/?era=running"} {
		if doc := s.Page(s.Get(list), http.StatusOK); !strings.Contains(sitetest.Text(doc, "main"), "Spring Cup") {
			t.Errorf("%s lacks the damaged tournament", list)
		}
	}
}

// The pages ignore nonsense in the query of a list; the API refuses impossible values.
func TestListsTakeNonsense(t *testing.T) {
	s := newSite(t)
	s.Cup()
	for query, program := range map[string]int{"era=never": 422, "year=-1": 422, "year=99999999999999999999": 422, "page=99999999999999": 200, "page=-3&era=past": 422,
		"country=": 200, "q=%00%ff": 200, "q=" + strings.Repeat("a+", 2000): 200, "q=%27%22;--&year=1e9": 422, "page=100000&era=running": 200} {
		for list, want := range map[string]int{"/": 200, "/api/v1/tournaments": program} {
			if got := s.Get(list + "?" + query); got.StatusCode != want {
				t.Errorf("%s?%s answers %d", list, query, got.StatusCode)
			}
		}
	}
}

// A director copies a tournament for the next year.
func TestCopyForTheNextTime(t *testing.T) {
	s := newSite(t)
	tn := s.Cup()
	s.Login()
	doc := s.Page(s.Get("/desk/spring-cup/end"), http.StatusOK)
	form := sitetest.Fields(doc, "form[action$='/end/copy']")
	for _, name := range []string{"name", "place", "begin", "end"} {
		form.Set(name, doc.Find("input[name="+name+"]").AttrOr("value", ""))
	}
	if form.Get("name") != "Spring Cup" || !strings.Contains(form.Get("begin"), "2027") {
		t.Errorf("the form suggests %v", form)
	}
	bad := url.Values{"name": {""}, "once": {"1"}, "place": {"Testville"}}
	if got := s.Post("/desk/spring-cup/end/copy", bad); got.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(s.Body(got), "Testville") {
		t.Errorf("a copy without a name is answered %d", got.StatusCode)
	}
	form.Set("name", "Spring Cup 2027")
	form.Set("begin", "2027-05-08")
	first := s.SeeOther(s.Post("/desk/spring-cup/end/copy", form))
	if again := s.SeeOther(s.Post("/desk/spring-cup/end/copy", form)); first != "/desk/spring-cup-2027/settings" || again != first {
		t.Errorf("two clicks lead to %s and %s", first, again)
	}
	next := s.State("spring-cup-2027")
	if len(next.Players) != 0 || len(next.Rounds) != 0 || next.Settings.Bar != tn.Settings.Bar || next.Info.Begin.Day() != 8 {
		t.Errorf("the copy is %+v", next)
	}
	s.Client = s.Person("Gerd", accounts.Invitation{Role: role.Director, Slug: "spring-cup"})
	if doc := s.Page(s.Get("/desk/spring-cup/end"), http.StatusOK); doc.Find("form[action$='/end/copy']").Length() > 0 {
		t.Error("a guest may copy the tournament")
	}
	if got := s.Post("/desk/spring-cup/end/copy", form); got.StatusCode != http.StatusForbidden {
		t.Errorf("a guest's copy is answered %d", got.StatusCode)
	}
}

// An archived tournament is read-only, and a search finds it.
func TestArchivedTournament(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	back := s.SeeOther(s.Post("/desk/spring-cup/end/archive", url.Values{"do": {"archive"}}))
	for path, want := range map[string]bool{"/": false, "/desk": false, "/?q=spring": true, "/desk?year=2026": true, "/?era=past": true, "/t/spring-cup": true, "/api/v1/tournaments": true} {
		if got := strings.Contains(s.Body(s.Get(path)), "Spring Cup"); got != want {
			t.Errorf("%s shows the archived tournament: %v", path, got)
		}
	}
	for _, list := range []string{"/", "/desk"} {
		if got := s.Page(s.Get(list), http.StatusOK).Find("a[href='" + list + "?era=past']"); sitetest.Words(got) != "1 archived tournament" {
			t.Errorf("%s doesn't tell of what is in the archive", list)
		}
	}
	for _, path := range []string{"/desk/spring-cup", "/desk/spring-cup/players", "/desk/spring-cup/settings", "/desk/spring-cup/prizes"} {
		doc := s.Page(s.Get(path), http.StatusOK)
		if free := doc.Find("main :is(input, button, select, textarea):not(fieldset[disabled] *)"); free.Length() > 0 {
			t.Errorf("%s has fields and buttons that work: %v", path, free.First().AttrOr("name", "?"))
		}
		if doc.Find("main a[href='/desk/spring-cup/end']").Length() == 0 {
			t.Errorf("%s doesn't lead to the way out", path)
		}
	}
	for _, path := range []string{"/desk/spring-cup/players/1/forget", "/desk/spring-cup/print/all", "/desk/spring-cup/draw/1/why", "/desk/spring-cup/staff",
		"/desk/spring-cup/prizes/certificates"} {
		if button := s.Page(s.Get(path), http.StatusOK).Find("main button"); button.Length() == 0 || button.Is("fieldset[disabled] *") {
			t.Errorf("%s has no button that works", path)
		}
	}
	token, err := s.Director.PlayerToken(t.Context(), s.State("spring-cup"), 1)
	s.Check(err)
	me := s.Page(s.Get("/t/spring-cup/me/"+token), http.StatusOK)
	if me.Find("form[action$='/ask'], form[action$='/cancel']").Length() > 0 || me.Find("form[action$='/shown']").Length() == 0 {
		t.Error("the player's link offers what cannot be, or not how the name is shown")
	}
	line := sitetest.Fields(s.Page(s.Get("/desk/spring-cup"), http.StatusOK), "#line")
	line.Set("line", "2b")
	if got := s.Post("/desk/spring-cup/line", line); !strings.Contains(s.Body(got), "archive") {
		t.Errorf("a result is answered %d without a word of the archive", got.StatusCode)
	}
	s.SeeOther(s.Post(back+"/archive", url.Values{"do": {"unarchive"}}))
	if s.State("spring-cup").Info.Archived || !strings.Contains(s.Body(s.Get("/desk")), "Spring Cup") {
		t.Error("the tournament stays in the archive")
	}
}

func TestDeleteTournament(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	owner := s.Client
	if s.Page(s.Get("/desk/spring-cup/end"), http.StatusOK).Find("details form[action$='/end/delete'] button").Length() != 1 {
		t.Error("it is deleted without a question")
	}
	if got := s.SeeOther(s.Post("/desk/spring-cup/end/delete", url.Values{})); got != "/deleted" {
		t.Errorf("it leads to %s", got)
	}
	for _, path := range []string{"/t/spring-cup", "/desk/spring-cup", "/desk/spring-cup/end", "/api/v1/tournaments/spring-cup", "/t/spring-cup~1", "/desk/spring-cup~1"} {
		if got := s.Get(path); got.StatusCode != http.StatusNotFound {
			t.Errorf("%s answers %d", path, got.StatusCode)
		}
	}
	doc := s.Page(s.Get("/deleted"), http.StatusOK)
	address := doc.Find("main table form").AttrOr("action", "")
	if got := s.Body(s.Get(address)); !strings.Contains(got, `"slug": "spring-cup"`) {
		t.Errorf("the file is %.200q", got)
	}
	office := s.Director.Access().People().OrganisationAdmin(accounts.Session{User: "Anna"}, 0)
	other, err := office.AddOrganisation(t.Context(), "Another Club")
	s.Check(err)
	for name, invited := range map[string]accounts.Invitation{
		"Olga": {Role: role.Owner, Organisation: other}, "Dora": {Role: role.Desk},
	} {
		s.Client = s.Person(name, invited)
		if got := s.Get(address); got.StatusCode == http.StatusOK {
			t.Errorf("%s gets the file", name)
		}
		if got := s.Post(address, url.Values{}); got.StatusCode == http.StatusSeeOther {
			t.Errorf("%s brings it back", name)
		}
	}
	s.Client = owner
	if got := s.SeeOther(s.Post(address, url.Values{})); got != "/desk/spring-cup" {
		t.Errorf("it comes back as %s", got)
	}
	s.Page(s.Get("/t/spring-cup"), http.StatusOK)
	if got := s.Post(address, url.Values{}); got.StatusCode != http.StatusNotFound {
		t.Errorf("bringing it back again is answered %d", got.StatusCode)
	}
	if log := s.Body(s.Get("/people/1/log")); !strings.Contains(log, "deleted the tournament Spring Cup") || !strings.Contains(log, "brought the tournament") {
		t.Error("the log of access doesn't tell")
	}
}
