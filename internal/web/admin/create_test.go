package admin_test

import (
	"archive/zip"
	"bytes"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"tourney/internal/app/director"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

func TestFoundAndImport(t *testing.T) {
	s := newSite(t)
	s.Login()
	for _, preset := range tournament.Presets() {
		form := url.Values{"name": {"Spring " + preset.Name}, "slug": {""}, "place": {"Oulu"}, "country": {"FI"}, "begin": {"2026-05-02"},
			"end": {"2026-05-03"}, "zone": {"Europe/Helsinki"}, "preset": {preset.Name}, "once": {preset.Name}}
		first := s.SeeOther(s.Post("/new", form))
		if again := s.SeeOther(s.Post("/new", form)); again != first {
			t.Errorf("%s: two clicks lead to %s and %s", preset.Name, first, again)
		}
		if got := s.State("spring-" + preset.Name).Settings.System; got != preset.Settings.System {
			t.Errorf("%s begins as %s", preset.Name, got)
		}
	}
	for _, tt := range []struct{ field, value string }{
		{"name", ""}, {"slug", "Not A Slug"}, {"slug", "spring-egf"}, {"zone", "Nowhere"}, {"end", "2026-05-01"}, {"begin", "tomorrow"},
	} {
		s.Run(tt.field+" "+tt.value, func(t *testing.T) {
			form := url.Values{"name": {"Autumn"}, "slug": {""}, "begin": {"2026-05-02"}, "preset": {"egf"}}
			form.Set(tt.field, tt.value)
			doc := s.Page(s.Post("/new", form), http.StatusUnprocessableEntity)
			if sitetest.Text(doc, "#w-"+tt.field) == "" {
				t.Errorf("%s %q: nothing beside the field, above stands %q", tt.field, tt.value, sitetest.Text(doc, "#messages"))
			}
		})
	}
	at := s.SeeOther(s.Upload("/import", "cup.xml", s.Export("spring-egf", "opengotha")))
	doc := s.Page(s.Get(at), http.StatusOK)
	if got := sitetest.Text(doc, "main .lead"); !strings.Contains(got, "Spring egf") {
		t.Errorf("the preview says %q", got)
	}
	all := len(tournament.Presets())
	for range 2 {
		s.SeeOther(s.Post(at, nil))
	}
	if list, err := s.Director.Catalogue().Find(t.Context(), director.Search{}, director.Page{Most: 99}); err != nil || len(list) != all+1 {
		t.Errorf("after the import there are %d tournaments, want %d (%v)", len(list), all+1, err)
	}
	if got := s.Get("/import/gone"); got.StatusCode != http.StatusNotFound {
		t.Errorf("a preview that is gone answers %d", got.StatusCode)
	}
}

func TestListIsNoTournament(t *testing.T) {
	s := newSite(t)
	s.Login()
	doc := s.Page(s.Post("/import", url.Values{"text": {"Name;Rank\nSalo Anna;5k\n"}}), http.StatusUnprocessableEntity)
	if got := sitetest.Text(doc, ".banner.error"); !strings.Contains(got, "Players → Import") {
		t.Errorf("a list taken for a tournament is told %q", got)
	}
}

// TestBadFiles sends wrong files: each gets one clear message and changes nothing.
func TestBadFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := newSite(t)
	s.Sample()
	s.Login()
	before := s.State("open").Version
	xml := s.cutTournament()
	for _, tt := range []struct {
		name, file, path string
		data             []byte
		status           int
		want             string
	}{
		{"renamed PDF", "list.xlsx", "/desk/open/import", []byte("%PDF-1.7\n%âãÏÓ"), 422, "PDF"},
		{"zip bomb", "list.xlsx", "/desk/open/import", zipBomb(t), 413, "MB"},
		{"60 MB", "list.csv", "/desk/open/import", bytes.Repeat([]byte("a;b\n"), 15<<20), 413, ""},
		{"nothing", "list.csv", "/desk/open/import", nil, 422, "empty"},
		{"a tournament without players", "list.csv", "/desk/open/import", s.Export("open", "tourney"), 422, "no players"},
		{"too many rows", "list.csv", "/desk/open/import", sitetest.ManyRows(5001), 413, "5000"},
		{"a cut OpenGotha file", "cup.xml", "/import", xml, 422, "line"},
		{"a PDF for a tournament", "cup.xml", "/import", []byte("%PDF-1.7\n"), 422, "PDF"},
	} {
		s.Run(tt.name, func(t *testing.T) {
			doc := s.Page(s.Upload(tt.path, tt.file, tt.data), tt.status)
			if banners := doc.Find("main .banner.error"); banners.Length() != 1 || !strings.Contains(banners.Text(), tt.want) {
				t.Errorf("%s: told %q, want one message with %q", tt.name, sitetest.Text(doc, "main .banner"), tt.want)
			}
		})
	}
	if now := s.State("open"); now.Version != before || len(now.Players) != 0 {
		t.Errorf("bad files brought the tournament from version %d to %d", before, now.Version)
	}
	if all, err := s.Director.Catalogue().Find(t.Context(), director.Search{}, director.Page{Most: 99}); err != nil || len(all) != 1 {
		t.Errorf("bad files left %d tournaments, %v", len(all), err)
	}
}

// cutTournament is a truncated OpenGotha file.
func (s *testSite) cutTournament() []byte {
	data := s.Export("open", "opengotha")
	return data[:len(data)/2]
}

// zipBomb is a small workbook that claims to unpack to 60 MB.
func zipBomb(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range []string{"[Content_Types].xml", "xl/workbook.xml", "xl/worksheets/sheet1.xml"} {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(bytes.Repeat([]byte(" "), 20<<20)); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// After an import the page offers the stored lists. The list of the tournament's region is compared first.
func TestRatingListsAreOfferedAfterAnImport(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	home := "/desk/spring-cup/"
	if got := sitetest.Text(s.Page(s.Get(home+"players?imported=3"), 200), "#reading a"); got != "" {
		t.Errorf("without a list there is %q", got)
	}
	const european = `[{"egf":"91000001","name":"Aho","firstname":"Aino","rank":"2d","rating":"2190","country":"FI","club":"Hel"}]`
	const american = "Aho, Aino\t90001\tFull\t2.1\t1/1/2027\tSEAT\tWA\t0.4\t1/1/2026\r\n"
	s.Send(home+"ratings", "TDListA.txt", american)
	s.Send(home+"ratings", "egf.json", european)
	doc := s.Page(s.Get(home+"players?imported=3"), 200)
	link := doc.Find("#reading a")
	if got := link.AttrOr("href", ""); got != home+"ratings" || sitetest.Words(link) != "Compare with the rating lists" {
		t.Errorf("after an import there is %q to %q", sitetest.Words(link), got)
	}
	for query, want := range map[string]string{"": "EGF", "?list=99": "EGF", "?list=1": "AGA"} {
		if got := sitetest.Text(s.Page(s.Get(home+"ratings"+query), 200), ".kept .current .who"); got != want {
			t.Errorf("with %q the list compared is %q", query, got)
		}
	}
}
