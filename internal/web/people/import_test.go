package people_test

import (
	"encoding/binary"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"golang.org/x/text/encoding/charmap"

	"tourney/internal/format"
	"tourney/internal/format/file"
	"tourney/internal/format/roster"
	"tourney/internal/rank"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

func TestListsInOldEncodings(t *testing.T) {
	const list = "Příjmení;Jméno;Třída\nŽižka;Řehoř;5k\nWiśniewski;Łukasz;3k\n"
	latin, err := charmap.ISO8859_2.NewEncoder().String(list)
	if err != nil {
		t.Fatal(err)
	}
	wide := []byte{0xff, 0xfe}
	for _, u := range utf16.Encode([]rune(list)) {
		wide = binary.LittleEndian.AppendUint16(wide, u)
	}
	for name, data := range map[string][]byte{"Latin-2": []byte(latin), "UTF-16": wide, "UTF-8": []byte(list)} {
		t.Run(name, func(t *testing.T) {
			s := newSite(t)
			s.Sample()
			s.Login()
			at := s.SeeOther(s.Upload("/desk/open/import", "a.csv", data))
			s.SeeOther(s.Post(at, url.Values{"do": {"apply"}, "take": {"2", "3"}}))
			var names []string
			for _, p := range s.State("open").Players {
				names = append(names, p.Name())
			}
			if !slices.Equal(names, []string{"Žižka Řehoř", "Wiśniewski Łukasz"}) {
				t.Errorf("%s: imported %q", name, names)
			}
		})
	}
}

func TestLongList(t *testing.T) {
	if testing.Short() {
		t.Skip("saves as many players as there can be")
	}
	s := newSite(t)
	s.Sample()
	s.Login()
	at := s.SeeOther(s.Upload("/desk/open/import", "a.csv", sitetest.ManyRows(tournament.MostPlayers)))
	form := url.Values{"do": {"apply"}}
	for n := range tournament.MostPlayers {
		form.Add("take", strconv.Itoa(n+2))
	}
	s.SeeOther(s.Post(at, form))
	if n := len(s.State("open").Players); n != tournament.MostPlayers {
		t.Errorf("imported %d players of %d", n, tournament.MostPlayers)
	}
	if rows := s.Page(s.Get("/desk/open/players"), http.StatusOK).Find(".entrants tbody tr").Length(); rows != tournament.MostPlayers {
		t.Errorf("the list shows %d players of %d", rows, tournament.MostPlayers)
	}
}

// A row with an error can be corrected in the preview.
func TestRepairedRow(t *testing.T) {
	s := newSite(t)
	s.Sample()
	s.Login()
	at := s.SeeOther(s.Post("/desk/open/import", url.Values{"text": {"Family;Given;Rank;Country\nSalo;Anna;strong;Finland\n"}}))
	doc := s.Page(s.Get(at), http.StatusOK)
	if doc.Find("[name=rank2]").Length() != 1 || doc.Find("[value=apply]").Length() != 0 {
		t.Fatal("the row offers nothing to repair")
	}
	repaired := url.Values{"do": {"look"}, "take": {"2"}, "rank2": {"5k"}, "given2": {"Anne"}}
	s.SeeOther(s.Post(at, repaired))
	doc = s.Page(s.Get(at), http.StatusOK)
	if doc.Find("[value=apply]").Length() != 1 {
		t.Fatal("the repaired list cannot be applied")
	}
	repaired.Set("do", "apply")
	s.SeeOther(s.Post(at, repaired))
	players := s.State("open").Players
	if p := players[len(players)-1]; p.Name() != "Salo Anne" || p.Rank.String() != "5k" || p.Country != "FI" {
		t.Errorf("imported %+v", p)
	}
}

// The box of a row corrects its club too. A word for a player without a rank is a rank, and a wrong correction keeps the
// box open.
func TestCorrectionBox(t *testing.T) {
	s := newSite(t)
	s.Sample()
	s.Login()
	at := s.SeeOther(s.Post("/desk/open/import", url.Values{"text": {"Family;Given;Rank;Club\nSalo;Anna;;Hki\nEk;Ida;1d;Turku\n"}}))
	form := s.PreviewForm(at, "look")
	form.Set("rank2", "beginner")
	form.Set("club2", "HelGo")
	s.SeeOther(s.Post(at, form))
	doc := s.Page(s.Get(at), http.StatusOK)
	if got := sitetest.Text(doc, ".group"); got != "2 rows ready" {
		t.Errorf("with its row corrected the page counts %q: %s", got, sitetest.Text(doc, ".said"))
	}
	wrong := s.PreviewForm(at, "look")
	wrong.Set("rank2", "")
	wrong.Set("club2", strings.Repeat("x", 70))
	s.SeeOther(s.Post(at, wrong))
	if doc := s.Page(s.Get(at), http.StatusOK); doc.Find("details.limits[open] [name=club2]").Length() != 1 {
		t.Error("the box with the wrong club is closed")
	}
	s.SeeOther(s.Post(at, form))
	s.SeeOther(s.Post(at, s.PreviewForm(at, "apply")))
	players := s.State("open").Players
	if p := players[len(players)-2]; p.Rank.String() != "20k" || p.Club != "HelGo" {
		t.Errorf("imported %+v", p)
	}
}

// A guessed order of the names is swapped by one button.
func TestNamesAreSwapped(t *testing.T) {
	s := newSite(t)
	s.Sample()
	s.Login()
	at := s.SeeOther(s.Post("/desk/open/import", url.Values{"text": {"Aho Vieno 5k Turku\nEk Ilta 1d Lund\n"}}))
	form := s.PreviewForm(at, "look")
	form.Set("swap", "1")
	s.SeeOther(s.Post(at, form))
	doc := s.Page(s.Get(at), http.StatusOK)
	if got := sitetest.Text(doc, "td.name"); got != "Vieno Aho Ilta Ek" || doc.Find("[name=swap]").Length() != 0 {
		t.Errorf("the names are %s", got)
	}
}

// A file of another tournament gives its players.
func TestPlayersOfATournamentFile(t *testing.T) {
	s := newSite(t)
	s.Sample()
	s.Login()
	s.SeeOther(s.Post("/desk/open/players", url.Values{"family": {"Salo"}, "rank": {"aloittelija"}, "once": {"a"}}))
	at := s.SeeOther(s.Upload("/desk/open/import", "cup.xml", s.Export("open", "opengotha")))
	doc := s.Page(s.Get(at), http.StatusOK)
	if got := sitetest.Text(doc, ".findings .warning"); !strings.Contains(got, "Only the players of “") {
		t.Errorf("the preview says %q", got)
	}
	if got := doc.Find(".sheet-rows td.r input").AttrOr("value", ""); got != "20k" {
		t.Errorf("a beginner is %s", got)
	}
}

// Corrections stay if a later form omits their fields, and the buttons check the corrected rows.
func TestRepairsAreKept(t *testing.T) {
	const list = "Family;Given;Rank\nSalo;Anna;strong\nAalto;Eino;5k\nNiemi;Oona;weak\n"
	s := newSite(t)
	s.Sample()
	s.Login()
	before := len(s.State("open").Players)
	at := s.SeeOther(s.Post("/desk/open/import", url.Values{"text": {list}}))
	if doc := s.Page(s.Get(at), http.StatusOK); doc.Find("form.importing[data-asks] a[data-cancel]").Length() != 1 {
		t.Error("a preview with typed corrections is left without a question")
	}
	form := s.PreviewForm(at, "look")
	form.Set("rank2", "5k")
	s.SeeOther(s.Post(at, form))
	doc := s.Page(s.Get(at), http.StatusOK)
	if got := sitetest.Text(doc, ".group"); got != "1 row to check 2 rows ready" {
		t.Errorf("with one row repaired the page counts %q", got)
	}
	if got := sitetest.Text(doc, "[value=apply]"); got != "Import 2 players, leave out 1" {
		t.Errorf("the button is %q", got)
	}
	if got := sitetest.Text(doc, ".said p.error"); !strings.Contains(got, "weak") {
		t.Errorf("the row that is left out gives as its reason %q", got)
	}
	if to := s.SeeOther(s.Post(at, s.PreviewForm(at, "apply"))); !strings.Contains(to, "imported=2") {
		t.Errorf("applied, the list leads to %s", to)
	}
	players := s.State("open").Players[before:]
	if len(players) != 2 || players[0].Name() != "Salo Anna" || players[0].Rank.String() != "5k" {
		t.Errorf("imported %+v", players)
	}
}

// A correction with an error stops the import and stays on the page. A second import leaves its row out and names it.
func TestWrongRepair(t *testing.T) {
	s := newSite(t)
	s.Sample()
	s.Login()
	before := len(s.State("open").Players)
	at := s.SeeOther(s.Post("/desk/open/import", url.Values{"text": {"Family name;Given name;Rank\nKoski;Anna;\nLehti;Olli;4k\n"}}))
	form := s.PreviewForm(at, "apply")
	form.Set("rank2", "zz")
	doc := s.Page(s.Post(at, form), http.StatusUnprocessableEntity)
	if got := sitetest.Text(doc, ".banner.error"); !strings.Contains(got, "Row 2 still has an error") || len(s.State("open").Players) != before {
		t.Errorf("a wrong correction is answered %q", got)
	}
	if got := doc.Find("[name=rank2]").AttrOr("value", ""); got != "zz" {
		t.Errorf("the page has kept %q", got)
	}
	if got := sitetest.Text(doc, ".said p.error"); !strings.Contains(got, "“zz”") {
		t.Errorf("the error is %q", got)
	}
	to := s.SeeOther(s.Post(at, s.PreviewForm(at, "apply")))
	if got := sitetest.Text(s.Page(s.Get(to), http.StatusOK), "#reading"); !strings.Contains(got, "1 player was imported") || !strings.Contains(got, "Left out: 2 Koski Anna") {
		t.Errorf("%s says %q", to, got)
	}
}

// The preview asks once per list about words that may mean yes or no.
func TestWordsAreAskedAbout(t *testing.T) {
	s := newSite(t)
	s.Sample()
	s.Login()
	at := s.SeeOther(s.Post("/desk/open/import", url.Values{"text": {"Family;Given;Rank;R1;R2\nSalo;Anna;5k;W;B\nAalto;Eino;5k;B;W\n"}}))
	doc := s.Page(s.Get(at), http.StatusOK)
	if got := sitetest.Text(doc, ".group"); got != "2 rows to check" || doc.Find(".answers select").Length() != 2 {
		t.Fatalf("the page counts %q and asks about %d words", got, doc.Find(".answers select").Length())
	}
	form := s.PreviewForm(at, "look")
	form["answer"] = []string{"yes", "no"}
	s.SeeOther(s.Post(at, form))
	doc = s.Page(s.Get(at), http.StatusOK)
	if got := sitetest.Text(doc, ".group"); got != "2 rows ready" || doc.Find(".answers option[value=yes][selected]").Length() != 1 {
		t.Errorf("with an answer the page counts %q", got)
	}
	s.SeeOther(s.Post(at, s.PreviewForm(at, "apply")))
	players := s.State("open").Players
	if a, b := players[len(players)-2].Absent, players[len(players)-1].Absent; a != tournament.Rounds(0).With(2) || b != tournament.Rounds(0).With(1) {
		t.Errorf("absent in %b and %b", a, b)
	}
}

// A note shows in the preview; a note about rounds adds fields for them beside the row.
func TestNotesAreShown(t *testing.T) {
	s := newSite(t)
	s.Sample()
	s.Login()
	at := s.SeeOther(s.Post("/desk/open/import", url.Values{"text": {"Family;Given;Rank;Notes\nSalo;Anna;5k;vegetarian\nAalto;Eino;5k;not round 2\nNiemi;Oona;4k;PERUUTTANUT\n"}}))
	doc := s.Page(s.Get(at), http.StatusOK)
	if got := sitetest.Text(doc, ".group"); got != "1 row to check 1 row left out 1 row ready" {
		t.Errorf("the page counts %q", got)
	}
	for _, want := range []string{"5k vegetarian", "not round 2", "“PERUUTTANUT”: cancelled?"} {
		if got := sitetest.Text(doc, ".sheet-rows"); !strings.Contains(got, want) {
			t.Errorf("the rows do not say %q: %s", want, got)
		}
	}
	if doc.Find(".noted [name=absent3]").Length() != 1 {
		t.Error("the row does not ask for the rounds")
	}
	form := s.PreviewForm(at, "apply")
	form.Set("absent3", "2")
	to := s.SeeOther(s.Post(at, form))
	players := s.State("open").Players
	if p := players[len(players)-1]; p.Family != "Aalto" || p.Absent != tournament.Rounds(0).With(2) {
		t.Errorf("imported %+v", p)
	}
	if got := sitetest.Text(s.Page(s.Get(to), http.StatusOK), "#reading"); !strings.Contains(got, "Left out: 4 Niemi Oona") {
		t.Errorf("%s says %q", to, got)
	}
}

// An emptied field undoes a correction.
func TestCorrectionIsUndone(t *testing.T) {
	s := newSite(t)
	s.Sample()
	s.Login()
	at := s.SeeOther(s.Post("/desk/open/import", url.Values{"text": {"Family;Given;Rank\nSalo;Anna;strong\n"}}))
	for _, tt := range []struct {
		rank   string
		errors int
	}{{"5k", 0}, {"", 1}} {
		form := s.PreviewForm(at, "look")
		form.Set("rank2", tt.rank)
		s.SeeOther(s.Post(at, form))
		if n := s.Page(s.Get(at), http.StatusOK).Find(".said p.error").Length(); n != tt.errors {
			t.Errorf("with the rank %q the row has %d errors", tt.rank, n)
		}
	}
}

// The same list again updates the registered players. It neither duplicates nor removes players, and the preview shows
// the changes.
func TestListUpdatesPlayers(t *testing.T) {
	s := newSite(t)
	s.Sample()
	s.Login()
	const list = "Family;Given;Rank;Club;Absent;Paid\n"
	at := s.SeeOther(s.Post("/desk/open/import", url.Values{"text": {list + "Aho;Aino;5k;HGS;;\nBerg;Bo;3k;;;\nCihla;Cyril;1d;Brno;;\n"}}))
	s.SeeOther(s.Post(at, s.PreviewForm(at, "apply")))
	before := s.State("open")
	aho := before.Players[len(before.Players)-3]
	s.Check(s.Director.On(sitetest.Anna, "open").EditPlayer(t.Context(), aho.ID, tournament.RefuseNamesakes, func(p *tournament.Player) {
		p.Mail, p.Notes = "aino@example.org", "brings a board"
	}))

	at = s.SeeOther(s.Post("/desk/open/import", url.Values{
		"text": {list + "Aho;Aino;4k;;2;15\nBerg;Bo;3k;;;\nDahl;Disa;7k;;;\nAho;Aino;9k;;;\n"},
	}))
	doc := s.Page(s.Get(at), http.StatusOK)
	if got := sitetest.Text(doc, ".differences"); got != "Rank 5k → 4k Absent – → 2 Paid 15" {
		t.Errorf("the page shows the differences %q", got)
	}
	if got := sitetest.Text(doc, ".head .main"); got != "Import 1, update 1, leave out 2" {
		t.Errorf("the button says %q", got)
	}
	old := s.PreviewForm(at, "apply")
	old.Del("update")
	if got := sitetest.Text(s.Page(s.Post(at, old), http.StatusUnprocessableEntity), ".banner.error"); !strings.Contains(got, "Row 2 would change") {
		t.Errorf("a change that was not shown answers %q", got)
	}
	to := s.SeeOther(s.Post(at, s.PreviewForm(at, "apply")))
	if got := sitetest.Text(s.Page(s.Get(to), http.StatusOK), "#reading"); !strings.Contains(got, "Imported 1, updated 1 players") {
		t.Errorf("%s says %q", to, got)
	}
	after := s.State("open")
	if len(after.Players) != len(before.Players)+1 {
		t.Fatalf("%d players became %d", len(before.Players), len(after.Players))
	}
	p := after.Player(aho.ID)
	if p.Rank != rank.Kyu(4) || p.Club != "HGS" || !p.Absent.Has(2) || p.Fee.Paid != 15_00 || p.Mail != "aino@example.org" || p.Notes != "brings a board" {
		t.Errorf("Aho is %+v", p)
	}
	if got := after.Players[len(after.Players)-2]; got.Family != "Cihla" || got.Rank != rank.Dan1 {
		t.Errorf("the player whom the list no longer has is %+v", got)
	}
	s.Check(s.Director.On(sitetest.Anna, "open").Undo(t.Context(), after.Version))
	if got := s.State("open").Player(aho.ID); got.Rank != rank.Kyu(5) || got.Fee.Paid != 0 {
		t.Errorf("after undo Aho is %+v", got)
	}
}

// A row of a registered player with the same values is left out with the reason; a tick declares another person.
func TestDuplicatesAreImportedOnlyOnPurpose(t *testing.T) {
	s := newSite(t)
	s.Sample()
	s.Login()
	s.SeeOther(s.Post("/desk/open/players", url.Values{"family": {"Aho"}, "given": {"Aino"}, "rank": {"1k"}, "once": {"a"}}))
	before := len(s.State("open").Players)
	at := s.SeeOther(s.Post("/desk/open/import", url.Values{"text": {"Family;Given;Rank\nAho;Aino;1k\nBerg;Bo;3k\nBerg;Bo;4k\n"}}))
	for range 2 { // looking again changes nothing
		doc := s.Page(s.Get(at), http.StatusOK)
		if got := sitetest.Text(doc, ".group"); got != "2 rows left out 1 row ready" {
			t.Errorf("the page counts %q", got)
		}
		if got := doc.Find(".said p.warning").Length(); got != 2 {
			t.Errorf("%d rows give a reason, want 2", got)
		}
		s.SeeOther(s.Post(at, s.PreviewForm(at, "look")))
	}
	form := s.PreviewForm(at, "apply")
	form["anyway"] = []string{"2"}
	if to := s.SeeOther(s.Post(at, form)); !strings.Contains(to, "imported=2") {
		t.Errorf("applied, the list leads to %s", to)
	}
	if n := len(s.State("open").Players); n != before+2 {
		t.Errorf("after the import there are %d players, want %d", n, before+2)
	}
}

// A player registered after the preview is not registered again.
func TestPreviewIsOutOfDate(t *testing.T) {
	s := newSite(t)
	s.Sample()
	s.Login()
	at := s.SeeOther(s.Post("/desk/open/import", url.Values{"text": {"Family;Given;Rank\nAho;Aino;5k\nBerg;Bo;3k\n"}}))
	form := s.PreviewForm(at, "apply")
	s.SeeOther(s.Post("/desk/open/players", url.Values{"family": {"Aho"}, "given": {"Aino"}, "rank": {"5k"}, "once": {"a"}}))
	before := len(s.State("open").Players)
	doc := s.Page(s.Post(at, form), http.StatusUnprocessableEntity)
	if got := sitetest.Text(doc, ".banner.error"); !strings.Contains(got, "Row 2 is left out now") || len(s.State("open").Players) != before {
		t.Errorf("the old preview answers %q and leaves %d players of %d", got, len(s.State("open").Players), before)
	}
}

// Exported lists of players in any language are imported without warnings or losses.
func TestListsComeBack(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := newSite(t)
	tn := s.Cup()
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").EditPlayer(t.Context(), 1, tournament.RefuseNamesakes, func(p *tournament.Player) {
		p.Rating, p.EGD, p.Tags = rank.Points(2012), "12345678", []string{"junior"}
	}))
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").SetAttendance(t.Context(), 2, 4, tournament.Absent))
	s.Login()
	empty, err := tournament.New(tournament.Info{Slug: "empty", Name: "Empty"}, tn.Settings)
	s.Check(err)
	for _, lang := range []string{"en", "fi", "pl", "cs"} {
		for _, kind := range []string{"csv", "xlsx"} {
			s.Run(kind+" in "+lang, func(t *testing.T) {
				got := s.Get("/desk/spring-cup/exports/"+kind, "Accept-Language", lang)
				data, err := io.ReadAll(got.Body)
				s.Check(err)
				list, err := format.ReadSheet(data, empty, roster.Options{})
				s.Check(err)
				players, err := list.Players()
				s.Check(err)
				if len(players) != len(tn.Players) {
					t.Errorf("%s in %s: %d players come back", kind, lang, len(players))
				}
				for _, r := range list.Rows {
					for _, n := range r.Findings {
						t.Errorf("%s in %s: row %d says %s %v", kind, lang, r.Number, n.Key, n.Args)
					}
				}
				for _, n := range list.Findings {
					if n.Severity > file.Info {
						t.Errorf("%s in %s says %s %v", kind, lang, n.Key, n.Args)
					}
				}
				found := false
				for _, p := range players {
					if p.Family != "Öberg" {
						continue
					}
					found = true
					if p.Rating.Points() != 2012 || p.EGD != "12345678" || len(p.Tags) != 1 || p.Rank != rank.Dan(1) || p.Country != "FI" {
						t.Errorf("%s in %s brings %+v", kind, lang, p)
					}
					if secret := p.Contact == "secret@example.org" && p.Notes == "secret note"; secret != (kind == "csv") {
						t.Errorf("%s in %s: contact %q, notes %q", kind, lang, p.Contact, p.Notes)
					}
				}
				if !found {
					t.Errorf("%s in %s: headings %v", kind, lang, list.Headings)
				}
			})
		}
	}
	list, err := format.ReadSheet([]byte("Imię;Nazwisko;Stopień;Ranking\nAnna;Nowak;5k;1600\n"), empty, roster.Options{})
	s.Check(err)
	if p := list.Rows[0].Player; p.Rating.Points() != 1600 || p.Rank != rank.Kyu(5) {
		t.Errorf("a column Ranking of ratings is read as %+v", p)
	}
	if strings.Contains(s.Body(s.Get("/t/spring-cup/players")), "secret") {
		t.Error("the public list tells what only directors may see")
	}
}

// A list with a column of teams creates the teams.
func TestListWithTeams(t *testing.T) {
	s := newSite(t)
	s.League()
	s.Login()
	to := s.SeeOther(s.Post("/desk/league/import", url.Values{"text": {"Name;Rank;Team\nNew One;5k;Visitors\nNew Two;4k;visitors\n"}}))
	doc := s.Page(s.Get(to), http.StatusOK)
	if got := sitetest.Text(doc, ".sheet-rows"); !strings.Contains(got, "Visitors") {
		t.Errorf("the preview shows %q", got)
	}
	s.SeeOther(s.Post(to, url.Values{"do": {"apply"}, "take": {"2", "3"}}))
	teams := s.LeagueNow().Settings.Teams.Teams
	if len(teams) != 1 || teams[0].Name != "Visitors" || len(teams[0].Members) != 2 {
		t.Errorf("the list made %+v", teams)
	}
}
