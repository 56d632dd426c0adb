package exports_test

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"tourney/internal/app/accounts"
	"tourney/internal/format"
	"tourney/internal/role"
	"tourney/internal/testkit/sitetest"
)

func TestExports(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := newSite(t)
	s.Cup()
	s.Login()
	const exports = "/desk/spring-cup/exports"
	doc := s.Page(s.Get(exports+"/files"), http.StatusOK)
	if n := doc.Find(".downloads a[download]").Length(); n != 7 {
		t.Errorf("%d files are offered", n)
	}
	if gold := doc.Find("a.button.main"); gold.Length() != 1 || gold.AttrOr("href", "") != exports+"/tourney" {
		t.Errorf("%d files are gold, the first %s", gold.Length(), gold.AttrOr("href", ""))
	}
	if got := sitetest.Text(doc, "#lost-opengotha summary"); !strings.Contains(got, "lost") || doc.Find("#lost-opengotha li").Length() == 0 {
		t.Errorf("the losses are %q", got)
	}
	// The federation of the tournament is open, with its findings and links to correct them. The others are folded.
	doc = s.Page(s.Get(exports+"/federations"), http.StatusOK)
	if open := doc.Find(".federation"); open.Length() != 1 || open.Find(`a[download][href$="/exports/egd"]`).Length() != 1 || doc.Find("details.fold").Length() != 3 {
		t.Errorf("%d open blocks: %q", open.Length(), sitetest.Words(open))
	}
	if n := doc.Find(`.federation .questions a[href^="/desk/spring-cup/players/"]`).Length(); n == 0 {
		t.Error("no question leads to a player")
	}
	if got, want := sitetest.Text(doc, ".tabs small"), strconv.Itoa(doc.Find(".federation .questions > li").Length()); got != want {
		t.Errorf("%s questions at the tab, %s in the block", got, want)
	}
	// The reason against a federation's file appears once, among its questions.
	aga := doc.Find(".fold:has(b:contains('AGA'))")
	if aga.Find("a[download]").Length() != 0 || strings.Count(sitetest.Words(aga), "AGA number:") != 1 {
		t.Errorf("of the file that asks for numbers is said %q", sitetest.Words(aga))
	}
	for _, f := range format.Formats() {
		if f.Writes == format.Nothing {
			continue
		}
		got := s.Get("/desk/spring-cup/exports/"+f.Name, "Accept-Language", "fi")
		if f.Name == "aga" { // the players have no numbers
			if got.StatusCode != http.StatusUnprocessableEntity {
				t.Errorf("a file for the AGA without numbers answers %d", got.StatusCode)
			}
			continue
		}
		if got.StatusCode != http.StatusOK || !strings.HasPrefix(got.Header.Get("Content-Type"), f.Media) ||
			!strings.HasPrefix(got.Header.Get("Content-Disposition"), "attachment; filename=spring-cup") {
			t.Errorf("%s: %d %v", f.Name, got.StatusCode, got.Header)
		}
		if !strings.Contains(got.Header.Get("Content-Security-Policy"), "sandbox") {
			t.Errorf("%s may run in the page: %q", f.Name, got.Header.Get("Content-Security-Policy"))
		}
		data, err := io.ReadAll(got.Body)
		s.Check(err)
		if known, err := format.Recognise(data); f.Reads != format.Nothing && (err != nil || known.Name != f.Name) {
			t.Errorf("%s is recognised as %s, %v", f.Name, known.Name, err)
		}
	}
	if got := s.Body(s.Get("/desk/spring-cup/exports/csv", "Accept-Language", "fi")); !strings.Contains(got, "Sukunimi") {
		t.Errorf("the Finnish list begins %.80q", got)
	}
	if got := s.Get("/desk/spring-cup/exports/word"); got.StatusCode != http.StatusUnprocessableEntity {
		t.Errorf("an unknown format answers %d", got.StatusCode)
	}
}

// Readers can download the public files and the files for federations.
func TestReadersTakePublicFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := newSite(t)
	s.Cup()
	s.Login()
	s.Client = s.Person("Rita", accounts.Invitation{Role: role.Reader})
	files := s.Page(s.Get("/desk/spring-cup/exports/files"), http.StatusOK)
	federations := s.Page(s.Get("/desk/spring-cup/exports/federations"), http.StatusOK)
	for format, want := range map[string]int{
		"site": http.StatusOK, "standings-csv": http.StatusOK, "calendar": http.StatusOK, "egd": http.StatusOK,
		"xlsx": http.StatusForbidden, "csv": http.StatusForbidden, "tourney": http.StatusForbidden,
	} {
		address := "/desk/spring-cup/exports/" + format
		if got := s.Get(address); got.StatusCode != want {
			t.Errorf("%s answers %d, want %d", format, got.StatusCode, want)
		}
		if format == "site" || format == "calendar" { // on the page Publish
			continue
		}
		if offered := files.Find(`a[href="`+address+`"]`).Length()+federations.Find(`a[href="`+address+`"]`).Length() > 0; offered != (want == http.StatusOK) {
			t.Errorf("%s is offered: %t", format, offered)
		}
	}
}

// workbook returns the parts of the workbook of a cup with prizes, from the desk.
func (s *testSite) workbook() *zip.Reader {
	s.T.Helper()
	s.Cup()
	s.Login()
	s.SavePrizes(sitetest.CupPrizes)
	book := s.Body(s.Get("/desk/spring-cup/exports/xlsx"))
	parts, err := zip.NewReader(strings.NewReader(book), int64(len(book)))
	s.Check(err)
	return parts
}

// inWorkbook returns the texts that occur in the cells of a workbook.
func (s *testSite) inWorkbook(book string, texts ...string) (found []string) {
	s.T.Helper()
	parts, err := zip.NewReader(strings.NewReader(book), int64(len(book)))
	s.Check(err)
	var all strings.Builder
	for _, f := range parts.File {
		if strings.HasPrefix(f.Name, "xl/") {
			data, err := fs.ReadFile(parts, f.Name)
			s.Check(err)
			all.Write(data)
		}
	}
	for _, text := range texts {
		if strings.Contains(all.String(), ">"+text+"<") {
			found = append(found, text)
		}
	}
	return found
}

// A workbook is dated by the clock of the director, in its properties and on its first sheet.
func TestWorkbookIsDatedByTheClock(t *testing.T) {
	s := newSite(t)
	parts := s.workbook()
	properties, err := fs.ReadFile(parts, "docProps/core.xml")
	s.Check(err)
	if got := string(properties); strings.Count(got, "2026-05-02T09:30:00Z") != 2 {
		t.Errorf("the workbook is dated %s", got)
	}
	summary, err := fs.ReadFile(parts, "xl/worksheets/sheet1.xml")
	s.Check(err)
	if got := string(summary); !strings.Contains(got, "2026-05-02 12:30") { // in Helsinki
		t.Errorf("the first sheet does not say when it was written: %.2000s", got)
	}
}

// The workbook from the desk has the winners and the log in words.
func TestWorkbookFromTheDesk(t *testing.T) {
	s := newSite(t)
	parts := s.workbook()
	var texts strings.Builder
	for n := 1; ; n++ {
		sheet, err := fs.ReadFile(parts, fmt.Sprintf("xl/worksheets/sheet%d.xml", n))
		if errors.Is(err, fs.ErrNotExist) {
			break
		}
		s.Check(err)
		texts.Write(sheet)
	}
	for _, want := range []string{"Prizes after round", "Main prize", "Money €", "1k and weaker", ">Log · version", "Set 3 prizes"} {
		if !strings.Contains(texts.String(), want) {
			t.Errorf("the workbook lacks %q", want)
		}
	}
}

// Findings before an export link to the field to correct, and a prize for a category
// without players has a warning.
func TestFindingsLeadToTheirField(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	doc := s.Page(s.Get("/desk/spring-cup/exports/federations"), 200)
	if doc.Find(`.questions a[href*="/players/"][href$="#f-egd"]`).Length() == 0 || doc.Find(`.questions a[href="/desk/spring-cup/ratings"]`).Length() == 0 {
		t.Errorf("a missing number leads nowhere: %q", sitetest.Text(doc, ".questions"))
	}
	// A value that many players miss is one finding.
	lack := doc.Find(`.federation .questions > li:has(a[href$="#f-egd"])`)
	if players := lack.Find("span a").Length(); lack.Length() != 1 || players < 2 || !strings.Contains(sitetest.Words(lack), "EGD number: missing for "+strconv.Itoa(players)+" players") {
		t.Errorf("missing numbers are said %d times: %q", lack.Length(), sitetest.Words(lack))
	}
	saved := s.Post("/desk/spring-cup/prizes", url.Values{"name-0": {"Youth"}, "tag-0": {"juniorr"}})
	doc = s.Page(s.Get(saved.Header.Get("Location")), 200)
	if got := sitetest.Text(doc, ".awards .warn"); !strings.Contains(got, "No player has the category “juniorr”") {
		t.Errorf("the slip is said as %q", got)
	}
	doc = s.Page(s.Get("/desk/spring-cup/settings"), 200)
	if got := sitetest.Text(doc, ".legend"); !strings.Contains(got, "SODOSM") || !strings.Contains(got, "Direct confrontation") {
		t.Errorf("the criteria are explained as %q", got)
	}
}

// The page itself asks for missing facts that the federations require.
func TestMissingPlaceIsAskedInPlace(t *testing.T) {
	s := newSite(t)
	tn := s.Cup()
	s.Login()
	info := tn.Info
	info.Place, info.Country = "", ""
	s.Check(s.Director.On(sitetest.Anna, info.Slug).SetUp(t.Context(), info, tn.Settings))
	const federations = "/desk/spring-cup/exports/federations"
	doc := s.Page(s.Get(federations), http.StatusOK)
	if n := doc.Find(".asked input").Length(); n != 2 {
		t.Fatalf("%d facts are asked", n)
	}
	doc = s.Page(s.Post(federations, url.Values{"place": {"Oulu"}, "country": {"Narnia"}}), http.StatusUnprocessableEntity)
	if got := sitetest.Text(doc, "#w-country"); !strings.Contains(got, "Narnia") || doc.Find("#f-place").AttrOr("value", "") != "Oulu" {
		t.Errorf("a wrong country is answered %q", got)
	}
	doc = s.Page(s.Get(s.SeeOther(s.Post(federations, url.Values{"place": {"Oulu"}, "country": {"Finland"}}))), http.StatusOK)
	if doc.Find(".asked").Length() != 0 || s.State("spring-cup").Info.Country != "FI" {
		t.Error("they are asked again")
	}
}

// The button that prints a list leads to its sheets, in the order and of the round of the page, and back.
func TestPrintButtons(t *testing.T) {
	s := newSite(t)
	s.Cup()
	const cup = "/t/spring-cup"
	for page, sheets := range map[string]string{
		"/round/1": "/print/tables/1", "/round/1?by=name": "/print/names/1", "/standings?after=1": "/print/standings?after=1",
		"/players": "/print/players", "/players?by=rank": "/print/players?by=rank", "/crosstable": "/print/crosstable",
	} {
		doc := s.Page(s.Get(cup+page), http.StatusOK)
		if got := doc.Find(".tools a:contains(Print)").AttrOr("href", ""); got != cup+sheets {
			t.Errorf("%s is printed at %q, want %q", page, got, cup+sheets)
		}
		back := s.Page(s.Get(cup+sheets), http.StatusOK).Find(".head a.button").AttrOr("href", "")
		if back != cup+page {
			t.Errorf("%s leads back to %q, want %q", sheets, back, cup+page)
		}
	}
	// Slips link back to the page before: the desk, or the page of all prints.
	s.Login()
	const desk = "/desk/spring-cup"
	for page, back := range map[string]string{desk: desk, desk + "/exports?round=2&look=slips": desk + "/exports"} {
		slips := s.Page(s.Get(page), http.StatusOK).Find("a[href*='/print/slips/2']").AttrOr("href", "")
		if got := s.Page(s.Get(slips), http.StatusOK).Find(".head a.button").AttrOr("href", ""); got != back {
			t.Errorf("slips opened from %s lead back to %q", page, got)
		}
	}
	for from, back := range map[string]string{"desk": "/desk/spring-cup", "exports": "/desk/spring-cup/exports"} {
		for _, sheet := range []string{"/print/tables/1", "/print/names/1", "/print/players", "/print/standings", "/print/crosstable"} {
			if got := s.Page(s.Get(cup+sheet+"?from="+from), http.StatusOK).Find(".head a.button").AttrOr("href", ""); got != back {
				t.Errorf("%s opened from %s leads back to %s", sheet, back, got)
			}
		}
	}
	byRank := s.Page(s.Get(cup+"/print/players?by=rank"), http.StatusOK).Find(".sheet tbody .name").First().Text()
	byName := s.Page(s.Get(cup+"/print/players"), http.StatusOK).Find(".sheet tbody .name").First().Text()
	if byRank == byName {
		t.Errorf("by rank and by name the list begins with %q", byName)
	}
}

// Badges, cards and certificates name the round and the version of their data.
func TestStamps(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	const desk = "/desk/spring-cup"
	for _, sheet := range []string{desk + "/print/badges", desk + "/print/cards"} {
		doc := s.Page(s.Get(sheet), http.StatusOK)
		if sheets, stamps := doc.Find(".sheet"), doc.Find(".sheet > .stamp"); sheets.Length() == 0 || stamps.Length() != sheets.Length() {
			t.Errorf("%s: %d stamps on %d sheets", sheet, stamps.Length(), sheets.Length())
		}
		if got := sitetest.Words(doc.Find(".stamp").First()); !strings.HasPrefix(got, "Round 2, change ") {
			t.Errorf("%s is stamped %q", sheet, got)
		}
	}
}
