package people_test

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/app/accounts"
	"tourney/internal/rank"
	"tourney/internal/role"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

// withList returns a site with a tournament, a rating list and a director.
func (s *testSite) withList() string {
	s.T.Helper()
	s.Cup()
	s.Login()
	preview := s.Send("/desk/spring-cup/ratings", "club.csv", sitetest.ClubList)
	if preview.StatusCode != http.StatusSeeOther {
		s.T.Fatalf("the list is answered %d", preview.StatusCode)
	}
	address := preview.Header.Get("Location")
	got := s.Post(address, s.tableForm(address, "apply"))
	if got.StatusCode != http.StatusSeeOther {
		s.T.Fatalf("the columns are answered %d", got.StatusCode)
	}
	return got.Header.Get("Location")
}

// tableForm returns the form of a table's preview.
func (s *testSite) tableForm(address, do string) url.Values {
	s.T.Helper()
	form := url.Values{"do": {do}}
	doc := s.Page(s.Get(address), 200)
	doc.Find("main form select, main form input").Each(func(_ int, e *goquery.Selection) {
		name, _ := e.Attr("name")
		value, _ := e.Attr("value")
		if e.Is("select") {
			value, _ = e.Find("option[selected]").Attr("value")
		}
		form.Set(name, value)
	})
	return form
}

// The preview of a table shows the meaning of its columns and its first rows; the
// director can change the meaning.
func TestTablesAreConfirmed(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	const odd = "Our club\n\nWho;Where from;How strong;Dan/kyu\nAino Aho;Finland;1911;2k\nBo Berg;Sweden;2098;1d\nCyril Cerny;;;9q\n"
	sent := s.Send("/desk/spring-cup/ratings", "odd.csv", odd)
	address := sent.Header.Get("Location")
	if !strings.HasPrefix(address, "/desk/spring-cup/ratings/table/") {
		t.Fatalf("led to %q", address)
	}
	doc := s.Page(s.Get(address), 200)
	if doc.Find("button[value=apply]").Length() != 0 {
		t.Errorf("players without names can be taken in: %q", sitetest.Text(doc, "main"))
	}
	if got := sitetest.Text(doc, ".banner.error"); !strings.Contains(got, "No column holds the name") {
		t.Errorf("said %q", got)
	}
	if got := sitetest.Text(doc, ".raw tbody tr:nth-child(4)"); got != "4 Aino Aho Finland 1911 2k" {
		t.Errorf("the fourth row is %q", got)
	}
	form := s.tableForm(address, "look")
	for name, value := range map[string]string{"column1": "given-family", "column2": "country", "column3": "rating", "column4": "rank", "from": "4"} {
		form.Set(name, value)
	}
	looked := s.Post(address, form)
	doc = s.Page(s.Get(looked.Header.Get("Location")), 200)
	if got := sitetest.Text(doc, ".understood tbody tr:first-child"); got != "Aho, Aino 2k FI 1911" {
		t.Errorf("understood %q", got)
	}
	if got := sitetest.Text(doc, ".findings"); !strings.Contains(got, "line 6 “9q” isn't a rank") {
		t.Errorf("remarks: %q", got)
	}
	if got := sitetest.Text(doc, "button[value=apply]"); got != "Import 3 players" {
		t.Errorf("the button says %q", got)
	}
	form = s.tableForm(address, "apply")
	form.Set("column4", "country")
	if doc := s.Page(s.Post(address, form), 422); !strings.Contains(sitetest.Text(doc, ".banner.error"), "Two columns") {
		t.Errorf("twice the country: %q", sitetest.Text(doc, ".banner.error"))
	}
	form.Set("encoding", "EBCDIC")
	if doc := s.Page(s.Post(address, form), 422); !strings.Contains(sitetest.Text(doc, ".banner.error"), "EBCDIC") || doc.Find(".raw tbody th.n").Length() != 6 {
		t.Errorf("an encoding that there is not: %q", sitetest.Text(doc, "main"))
	}
	taken := s.Post(address, s.tableForm(address, "apply"))
	doc = s.Page(s.Get(taken.Header.Get("Location")), 200)
	if got := sitetest.Text(doc, ".kept"); !strings.Contains(got, "odd 3") || !strings.Contains(got, "odd.csv") {
		t.Errorf("kept %q", got)
	}
	// The same table is read with the confirmed meaning, and replaces the old one.
	again := s.Send("/desk/spring-cup/ratings", "odd.csv", odd+"Dana Ek;Norway;1500;6k\n").Header.Get("Location")
	if got := sitetest.Text(s.Page(s.Get(again), 200), "button[value=apply]"); got != "Import 4 players" {
		t.Errorf("the newer table offers %q", got)
	}
	taken = s.Post(again, s.tableForm(again, "apply"))
	doc = s.Page(s.Get(taken.Header.Get("Location")), 200)
	if got := sitetest.Text(doc, ".banner"); !strings.HasPrefix(got, "The list odd has been replaced. Players before: 3, now: 4.") || doc.Find(".kept tbody tr").Length() != 1 {
		t.Errorf("replaced: %q, %q", got, sitetest.Text(doc, ".kept"))
	}
	other := s.Send("/desk/spring-cup/ratings", "odd.csv", "a;b\nx;y\n").Header.Get("Location")
	if got := s.Page(s.Get(other), 200).Find("option[selected][value=given-family]").Length(); got != 0 {
		t.Errorf("a table of other columns is read as the one before")
	}
	doc = s.Page(s.Get("/desk/spring-cup/players?find="+url.QueryEscape("aho aino")), 200)
	if got := sitetest.Text(doc, "#found a"); !strings.Contains(got, "Aho Aino 2k 1911 FI") {
		t.Errorf("found %q", got)
	}
	if got := s.Get("/desk/spring-cup/ratings/table/none"); got.StatusCode != 404 {
		t.Errorf("a preview that is gone answers %d", got.StatusCode)
	}
}

func TestLookupFillsTheForm(t *testing.T) {
	s := newSite(t)
	s.withList()
	home := "/desk/spring-cup/players"
	doc := s.Page(s.Get(home+"?find="+url.QueryEscape("vaino aij")), 200)
	if got := sitetest.Text(doc, "#found a"); !strings.Contains(got, "Äijälä Väinö 2k 1911 FI Hki 91000001") {
		t.Errorf("found %q", got)
	}
	if _, ok := doc.Find("#found a .who").Parent().Attr("href"); !ok || doc.Find("#found li").Length() != 1 {
		t.Errorf("%d are found", doc.Find("#found li").Length())
	}
	part := s.Page(s.Get(home+"?find=brzek", "HX-Request", "true"), 200)
	if part.Find("#found li").Length() != 2 || part.Find("form").Length() != 0 {
		t.Errorf("the homonyms: %q", sitetest.Text(part, "body"))
	}
	for _, apart := range []string{"Kra", "Waw", "9k", "1210"} {
		if !strings.Contains(sitetest.Text(part, "#found"), apart) {
			t.Errorf("%s does not tell the homonyms apart", apart)
		}
	}
	if got := sitetest.Text(s.Page(s.Get(home+"?find=oberg"), 200), "#found b"); got != "registered" {
		t.Errorf("who is registered is marked %q", got)
	}
	if got := sitetest.Text(s.Page(s.Get(home+"?find=zzzz"), 200), "#found"); !strings.Contains(got, "no player with this name") {
		t.Errorf("nobody is found as %q", got)
	}
	if got := sitetest.Text(s.Page(s.Get(home+"?find=brzek+kunigunda"), 200), "#found p"); got != "No name has all these words. Players with the family name Brzęk:" {
		t.Errorf("the bearers of a family name are below %q", got)
	}
	if n := s.Page(s.Get(home+"?find=brzek+lucja"), 200).Find("#found p, #found [data-partial]").Length(); n != 0 {
		t.Errorf("players who fit are below %d remarks", n)
	}

	take, _ := doc.Find("#found a").Attr("href")
	doc = s.Page(s.Get(take), 200)
	form := url.Values{"here": {"1"}}
	doc.Find("form.register input[name]").Each(func(_ int, e *goquery.Selection) {
		if kind, _ := e.Attr("type"); kind != "checkbox" {
			name, _ := e.Attr("name")
			value, _ := e.Attr("value")
			form.Set(name, value)
		}
	})
	if form.Get("family") != "Äijälä" || form.Get("rank") != "2k" || form.Get("club") != "Hki" || form.Get("entry") == "" {
		t.Fatalf("the form is filled with %v", form)
	}
	form.Set("rank", "2d")
	added := s.Post(home, form)
	doc = s.Page(s.Get(added.Header.Get("Location")), 200)
	if got := sitetest.Text(doc, "#reading .warn"); !strings.Contains(got, "Declares 2d, but the rating 1911 matches 2k") {
		t.Errorf("the doubt is said as %q", got)
	}
	snapshot, err := s.Director.Snapshot(t.Context(), "spring-cup")
	s.Check(err)
	p := snapshot.Tournament.Players[len(snapshot.Tournament.Players)-1]
	if p.EGD != "91000001" || p.Rating.Points() != 1911 || p.Rank != rank.Dan(2) || p.Country != "FI" {
		t.Errorf("registered %+v", p)
	}

	form.Set("family", "Other")
	form.Set("given", "Person")
	form.Set("once", "another")
	s.Post(home, form)
	snapshot, err = s.Director.Snapshot(t.Context(), "spring-cup")
	s.Check(err)
	if p := snapshot.Tournament.Players[len(snapshot.Tournament.Players)-1]; p.Family != "Other" || p.EGD != "" {
		t.Errorf("another name keeps the number: %+v", p)
	}
	for _, gone := range []string{"?take=99-2", "?take=1-99", "?take=x"} {
		if got := s.Get(home + gone); got.StatusCode != 404 && got.StatusCode != 422 {
			t.Errorf("%s answers %d", gone, got.StatusCode)
		}
	}
}

func TestRatingsAreBroughtUpToDate(t *testing.T) {
	s := newSite(t)
	room := s.withList()
	for _, p := range []tournament.Player{
		{Family: "Brzęk", Given: "Łucja", Rank: rank.Dan1}, {Family: "Aijala", Given: "Vaino", Rank: rank.Kyu(2)},
	} {
		_, err := s.Director.On(sitetest.Anna, "spring-cup").AddPlayer(t.Context(), p, tournament.AllowNamesakes, "")
		s.Check(err)
	}
	doc := s.Page(s.Get(room), 200)
	if got := sitetest.Text(doc, ".update .name"); !strings.Contains(got, "Öberg X") || !strings.Contains(got, "Brzęk Łucja") {
		t.Errorf("to be looked at: %q", got)
	}
	if got := doc.Find("select[name=choose] option").Length(); got != 3 {
		t.Errorf("%d choices for the name of two", got)
	}
	if got := sitetest.Text(doc, ".unknown"); !strings.Contains(got, "Łoś X") {
		t.Errorf("not in the list: %q", got)
	}
	if got := sitetest.Text(doc, ".update .warning p.warning"); !strings.Contains(got, "1500") {
		t.Errorf("doubts: %q", got)
	}
	form := url.Values{}
	for _, name := range []string{"list", "once"} {
		value, _ := doc.Find("form input[name=" + name + "]").Attr("value")
		form.Set(name, value)
	}
	doc.Find("input[name=take]").Each(func(_ int, e *goquery.Selection) {
		value, _ := e.Attr("value")
		form.Add("take", value)
	})
	second, _ := doc.Find("select[name=choose] option").Eq(2).Attr("value")
	form.Set("choose", second)
	done := s.Post("/desk/spring-cup/ratings/update", form)
	doc = s.Page(s.Get(done.Header.Get("Location")), 200)
	if got := sitetest.Text(doc, ".banner"); !strings.Contains(got, "3 players updated") {
		t.Errorf("said %q", got)
	}
	if doc.Find("input[name=take]").Length() != 0 {
		t.Errorf("still different: %q", sitetest.Text(doc, ".update"))
	}
	if got := sitetest.Text(s.Page(s.Get("/desk/spring-cup/log"), 200), "main"); !strings.Contains(got, "Updated 3 players from the rating list") {
		t.Error("the log does not tell")
	}
	for status, form := range map[int]url.Values{
		404: {"list": {"1"}, "take": {"1-99"}},
		422: {"list": {"1"}, "take": {"nonsense"}},
	} {
		s.Run(strconv.Itoa(status), func(t *testing.T) {
			if got := s.Post("/desk/spring-cup/ratings/update", form); got.StatusCode != status {
				t.Errorf("%v answers %d, want %d", form, got.StatusCode, status)
			}
		})
	}
	doc = s.Page(s.Send("/desk/spring-cup/ratings", "x.bin", "\x00\x01\x02"), 422)
	if sitetest.Text(doc, ".banner.error") == "" {
		t.Error("nothing is said about a file that is no list")
	}
	s.Post("/desk/spring-cup/ratings/drop", url.Values{"list": {form.Get("list")}})
	if s.Page(s.Get("/desk/spring-cup/ratings"), 200).Find(".kept").Length() > 0 {
		t.Error("the list is still there")
	}
}

// A name in another script is transliterated for the comparison, as in the search.
func TestRatingsOfPlayersInOtherLetters(t *testing.T) {
	s := newSite(t)
	room := s.withList()
	_, err := s.Director.On(sitetest.Anna, "spring-cup").AddPlayer(t.Context(), tournament.Player{Family: "Аијала", Given: "Ваино", Rank: rank.Kyu(2)}, tournament.AllowNamesakes, "")
	s.Check(err)
	doc := s.Page(s.Get(room), 200)
	if changes, unknown := sitetest.Text(doc, ".update .name"), sitetest.Text(doc, ".unknown"); !strings.Contains(changes, "Аијала Ваино") || strings.Contains(unknown, "Аијала") {
		t.Errorf("to be looked at: %q, not in the list: %q", changes, unknown)
	}
}

// The pages of ratings and prizes show no keys in any language.
func TestRatingPagesInEveryLanguage(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := newSite(t)
	s.withList()
	s.SavePrizes(sitetest.CupPrizes)
	for _, path := range []string{
		"/desk/spring-cup/ratings", s.Send("/desk/spring-cup/ratings", "club.csv", sitetest.ClubList).Header.Get("Location"), "/desk/spring-cup/ratings/changes", "/desk/spring-cup/players?find=brz",
		"/desk/spring-cup/settings", "/t/spring-cup/players/1", "/desk/spring-cup/prizes", "/desk/spring-cup/prizes/script",
		"/desk/spring-cup/prizes/certificates", "/t/spring-cup/why/1", "/desk/spring-cup/exports", "/t/spring-cup/standings",
	} {
		for _, lang := range []string{"en", "fi", "pl", "cs"} {
			s.Run(lang+" "+path, func(t *testing.T) {
				doc := s.Page(s.Get(path, "Accept-Language", lang), 200)
				if got, _ := doc.Find("html").Attr("lang"); got != lang {
					t.Errorf("%s is in %s, want %s", path, got, lang)
				}
				if key := sitetest.UntranslatedKey(sitetest.Text(doc, "main")); key != "" {
					t.Errorf("%s in %s shows the key %s", path, lang, key)
				}
			})
		}
	}
}

// A list that replaces another is announced, with a warning if it is likely half of a
// file, and the findings on lost parts are open.
func TestReplacedListIsAnnounced(t *testing.T) {
	s := newSite(t)
	s.withList()
	const home = "/desk/spring-cup/ratings"
	const whole = `[{"Pin_Player":"91000001","Last_Name":"Äijälä","Name":"Väinö","Gor":1911,"Elab_Date":"2026-03-15"},
{"Pin_Player":"91000002","Last_Name":"Brzęk","Name":"Łucja","Gor":1500},{"Pin_Player":"91000003","Last_Name":"Łoś","Name":"Ewa","Gor":900}]`
	first := s.Page(s.Get(s.Send(home, "egd.json", whole).Header.Get("Location")), 200)
	if got := sitetest.Text(first, ".banner"); strings.Contains(got, "replaced") {
		t.Errorf("the first list replaces %q", got)
	}
	again := s.Page(s.Get(s.Send(home, "egd.json", whole).Header.Get("Location")), 200)
	if got := sitetest.Text(again, ".banner"); !strings.HasPrefix(got, "The list EGF of 15 March 2026 has been replaced. Players before: 3, now: 3.") || strings.Contains(got, "whole") {
		t.Errorf("replaced: %q", got)
	}
	cut := s.Page(s.Get(s.Send(home, "egd.json", strings.Replace(whole, "2026-03-15", "2025-03-15", 1)[:130]).Header.Get("Location")), 200)
	if got := sitetest.Text(cut, ".banner.warning"); !strings.Contains(got, "before: 3, now: 1") || !strings.Contains(got, "older than") || !strings.Contains(got, "is the file complete?") {
		t.Errorf("the half of a list: %q", got)
	}
	if got := sitetest.Text(cut, "details[open]"); !strings.Contains(got, "ends in the middle of a player") {
		t.Errorf("what was lost: %q", got)
	}
}

// Rating lists belong to organisations: another club reads the lists of the whole server without the importer's name,
// cannot replace or drop them, and keeps its own lists private.
func TestRatingListsOfAnotherClub(t *testing.T) {
	s := newSite(t)
	shown := s.withList()
	server := shown[strings.Index(shown, "list=")+len("list="):]
	ours := s.Client
	club, err := s.Director.Access().People().OrganisationAdmin(s.Inviter(1), 0).AddOrganisation(t.Context(), "Another")
	s.Check(err)
	s.Client = s.Person("Olga", accounts.Invitation{Role: role.Director, Organisation: club})
	theirs := s.Client
	s.SeeOther(s.Post("/new", url.Values{"name": {"Winter"}, "preset": {"egf"}, "once": {"1"}, "begin": {"2026-12-01"}, "rounds": {"3"}}))
	doc := s.Page(s.Get("/desk/winter/ratings"), http.StatusOK)
	if got := sitetest.Text(doc, "table.kept"); !strings.Contains(got, "club") || strings.Contains(got, "Anna") || doc.Find("form[action$='/ratings/drop']").Length() != 0 {
		t.Errorf("another club sees %q", got)
	}
	drop := func(slug, list string, want int) {
		t.Helper()
		got := s.Post("/desk/"+slug+"/ratings/drop", url.Values{"list": {list}})
		if body := s.Body(got); got.StatusCode != want || want == http.StatusForbidden && !strings.Contains(body, "belongs to another organisation") {
			t.Errorf("list %s is dropped from %s: %d", list, slug, got.StatusCode)
		}
	}
	drop("winter", server, http.StatusForbidden)

	// A list with the same name replaces nothing, and only the other club reads it.
	preview := s.Send("/desk/winter/ratings", "club.csv", "name;rank\nTheirs One;3k\n").Header.Get("Location")
	kept := s.SeeOther(s.Post(preview, s.tableForm(preview, "apply")))
	own := kept[strings.Index(kept, "list=")+len("list="):]
	if strings.Contains(kept, "was=") || own == server {
		t.Errorf("the list of another club is replaced: %s", kept)
	}
	for client, want := range map[*http.Client][2]string{ours: {"spring-cup", "brzek"}, theirs: {"winter", "theirs"}} {
		s.Client = client
		for _, query := range []string{"brzek", "theirs"} {
			found := s.Page(s.Get("/desk/"+want[0]+"/players?find="+query), http.StatusOK).Find("a[href*='take=']").Length() > 0
			if found != (query == want[1]) {
				t.Errorf("%s at the desk of %s: found %v", query, want[0], found)
			}
		}
	}
	s.Client = ours
	if got := sitetest.Text(s.Page(s.Get("/desk/spring-cup/ratings"), http.StatusOK), "table.kept"); strings.Contains(got, "Olga") || !strings.Contains(got, "Anna") {
		t.Errorf("the first organisation sees %q", got)
	}
	drop("spring-cup", own, http.StatusForbidden)
	if got := s.Get("/desk/spring-cup/players?take=" + own + "-2"); got.StatusCode == http.StatusOK {
		t.Error("a player of another club's list fills a form")
	}
	drop("spring-cup", server, http.StatusSeeOther)
	if got := sitetest.Text(s.Page(s.Get("/people/1/log"), http.StatusOK), "table"); !strings.Contains(got, "Anna removed the rating list club") {
		t.Errorf("the log of access has %s", got)
	}
}

// The page links the list of each federation, first of the tournament's. Its day freezes ratings: the preview then has
// the other changes, and the reason.
func TestFreezeOfRatings(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	const home = "/desk/spring-cup/ratings"
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").EditPlayer(t.Context(), 1, tournament.AllowNamesakes, func(p *tournament.Player) {
		p.Family, p.Given, p.Rating, p.RatingOrigin = "Aho", "Aino", rank.Points(2100), "EGF"
	}))
	s.Send(home, "egf.json", `[{"egf":"91000001","name":"Aho","firstname":"Aino","rank":"2d","rating":"2190","country":"FI","club":"Hel"}]`)
	doc := s.Page(s.Get(home), http.StatusOK)
	if got := sitetest.Text(doc, ".take-file .pairs"); !strings.HasPrefix(got, "EGF allworld_lp.html europeangodatabase.eu FFG ech_ffg_V3.txt AGA usgo.org") {
		t.Errorf("the lists are %q", got)
	}
	if got := sitetest.Text(doc, ".update tbody"); !strings.Contains(got, "2100") || !strings.Contains(got, "2190") {
		t.Errorf("the preview is %q", got)
	}
	s.Page(s.Post(home+"/freeze", url.Values{"freeze": {"soon"}}), http.StatusUnprocessableEntity)
	s.SeeOther(s.Post(home+"/freeze", url.Values{"freeze": {"2026-05-01"}}))
	doc = s.Page(s.Get(home), http.StatusOK)
	if got := sitetest.Text(doc, ".update tbody"); strings.Contains(got, "2190") || !strings.Contains(got, "91000001") {
		t.Errorf("after the freeze the preview is %q", got)
	}
	if got := sitetest.Text(doc, "form .banner.notice"); !strings.Contains(got, "Ratings are frozen since 1 May 2026.") {
		t.Errorf("the reason is %q", got)
	}
	if got := doc.Find("#f-freeze").AttrOr("value", ""); got != "1 May 2026" {
		t.Errorf("the field has %q", got)
	}
}
