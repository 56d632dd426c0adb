package web

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"maps"
	"mime/multipart"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/PuerkitoBio/goquery"
	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding/charmap"

	"tourney/internal/director"
	"tourney/internal/exchange"
	"tourney/internal/rules"
	"tourney/internal/tournament"
)

// sample is a tournament without players or rounds.
func (s *testSite) sample() {
	s.t.Helper()
	settings, err := tournament.PresetNamed("finnish")
	s.check(err)
	_, err = s.director.Create(s.t.Context(), anna, director.Creation{Info: tournament.Info{Slug: "open", Name: "Open"}, Settings: settings})
	s.check(err)
}

func (s *testSite) state(slug string) *tournament.Tournament {
	s.t.Helper()
	snapshot, err := s.director.Snapshot(s.t.Context(), slug)
	s.check(err)
	return snapshot.Tournament
}

// upload sends a file as a browser does.
func (s *testSite) upload(path, name string, data []byte) *http.Response {
	s.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", name)
	s.check(err)
	_, err = part.Write(data)
	s.check(err)
	s.check(form.Close())
	r, err := http.NewRequestWithContext(s.t.Context(), http.MethodPost, s.http.URL+path, &body)
	s.check(err)
	r.Header.Set("Content-Type", form.FormDataContentType())
	got, err := s.client.Do(r)
	s.check(err)
	s.t.Cleanup(func() { _ = got.Body.Close() }) // read to its end or given up
	return got
}

// seeOther returns the address that an accepted form redirects to.
func (s *testSite) seeOther(got *http.Response) string {
	s.t.Helper()
	if got.StatusCode != http.StatusSeeOther {
		text, _ := io.ReadAll(got.Body) // for the message only
		s.t.Fatalf("%s answers %d, want a redirect: %.400s", got.Request.URL.Path, got.StatusCode, text)
	}
	return got.Header.Get("Location")
}

var officePages = []string{
	"/desk", "/new", "/desk/spring-cup/players", "/desk/spring-cup/players/1", "/desk/spring-cup/import",
	"/desk/spring-cup/settings", "/desk/spring-cup/simulate", "/desk/spring-cup/exports", "/desk/spring-cup/steering",
}

func TestOfficeInEveryLanguage(t *testing.T) {
	s := newSite(t)
	s.cup()
	s.login()
	list := s.seeOther(s.post("/desk/spring-cup/import", url.Values{"text": {"Name;Rank\nNew Person;5k\nOdd Person;12 stones\n"}}))
	file := s.seeOther(s.upload("/import", "x.json", s.export("spring-cup", "tourney")))
	for _, path := range append(slices.Clone(officePages), list, file) {
		for _, language := range []string{"en", "fi", "pl", "cs"} {
			doc := s.page(s.get(path, "Accept-Language", language), http.StatusOK)
			if got := doc.Find("html").AttrOr("lang", ""); got != language {
				t.Errorf("%s in %s is in %q", path, language, got)
			}
			// A missing message appears on the page as its key.
			for _, word := range strings.Fields(text(doc, "main")) {
				for _, prefix := range []string{"registration.", "field.", "help.", "settings.", "sheet.", "file.", "exports.", "steering.", "meaning.",
					"format.", "content.", "preset.", "column.", "criterion.", "tie.", "overtime.", "position.", "seeding.", "rules.",
					"handicap.", "table.", "entry.", "form.", "upload.", "founding.", "office.", "row.", "basis.", "system."} {
					if strings.HasPrefix(word, prefix) && len(word) > len(prefix) {
						t.Errorf("%s in %s has the key %s", path, language, word)
					}
				}
			}
			if n := doc.Find("h1").Length(); n != 1 {
				t.Errorf("%s has %d headings of the first order", path, n)
			}
		}
	}
}

func (s *testSite) export(slug, format string) []byte {
	s.t.Helper()
	var b bytes.Buffer
	_, err := exchange.Write(&b, format, s.state(slug), func(key string, _ ...any) string { return key })
	s.check(err)
	return b.Bytes()
}

func TestOfficeNeedsALogin(t *testing.T) {
	s := newSite(t)
	s.cup()
	before := s.state("spring-cup").Version
	for _, path := range append(slices.Clone(officePages), "/backup", "/desk/spring-cup/exports/xlsx", "/import/x", "/desk/spring-cup/import/x") {
		got := s.get(path)
		if got.StatusCode != http.StatusSeeOther || !strings.HasPrefix(got.Header.Get("Location"), "/login") {
			t.Errorf("GET %s answers %d to a stranger", path, got.StatusCode)
		}
	}
	for _, path := range []string{
		"/new", "/import", "/import/x", "/desk/spring-cup/players", "/desk/spring-cup/checkin", "/desk/spring-cup/players/1",
		"/desk/spring-cup/players/1/status", "/desk/spring-cup/players/1/round/4", "/desk/spring-cup/players/1/remove",
		"/desk/spring-cup/import", "/desk/spring-cup/import/x", "/desk/spring-cup/settings", "/desk/spring-cup/simulate",
	} {
		form := url.Values{"family": {"X"}, "rank": {"5k"}, "name": {"X"}, "preset": {"egf"}, "status": {"withdrawn"}}
		if got := s.post(path, form); got.StatusCode != http.StatusForbidden {
			t.Errorf("POST %s answers %d to a stranger", path, got.StatusCode)
		}
	}
	if now := s.state("spring-cup").Version; now != before {
		t.Errorf("strangers brought the tournament from version %d to %d", before, now)
	}
}

func TestRegistration(t *testing.T) {
	s := newSite(t)
	s.sample()
	s.login()
	doc := s.page(s.get("/desk/open/players"), http.StatusOK)
	once := doc.Find(".register [name=once]").AttrOr("value", "")
	if once == "" {
		t.Fatal("the form has no key against double clicks")
	}
	form := url.Values{"family": {" Salo "}, "given": {"Anna"}, "rank": {"2段"}, "club": {"Hel"}, "country": {"fi"}, "here": {"1"},
		"plays": {"1", "2", "4", "5"}, "once": {once}}
	first := s.seeOther(s.post("/desk/open/players", form))
	if again := s.seeOther(s.post("/desk/open/players", form)); again != first {
		t.Errorf("the second click leads to %s, the first to %s", again, first)
	}
	tn := s.state("open")
	if len(tn.Players) != 1 {
		t.Fatalf("two clicks made %d players", len(tn.Players))
	}
	p := tn.Players[0]
	if p.Name() != "Salo Anna" || p.Rank.String() != "2d" || p.Country != "FI" || p.Status != tournament.CheckedIn ||
		p.Attendance(3) != tournament.Absent || p.Attendance(2) != tournament.Plays {
		t.Errorf("registered %+v", p)
	}
	doc = s.page(s.get(first), http.StatusOK)
	if got := text(doc, "#messages"); !strings.Contains(got, "Salo Anna") {
		t.Errorf("after registering the page says %q", got)
	}
	if doc.Find("#f-family[autofocus]").Length() != 1 {
		t.Error("the cursor does not come back to the first field")
	}
}

func TestBadRegistration(t *testing.T) {
	s := newSite(t)
	s.sample()
	s.login()
	before := s.state("open").Version
	for _, tt := range []struct{ field, value, want string }{
		{"rank", "12 stones", "12 stones"},
		{"rank", "", "5k or 2d"},
		{"family", "", "family name is missing"},
		{"family", strings.Repeat("x", 10_000), "10000"},
		{"country", "Atlantis", "two letters"}, {"country", "XX", "two letters"},
	} {
		form := url.Values{"family": {"Salo"}, "rank": {"2d"}, "country": {"FI"}, "once": {"k"}}
		form.Set(tt.field, tt.value)
		doc := s.page(s.post("/desk/open/players", form), http.StatusUnprocessableEntity)
		if got := text(doc, "#w-"+tt.field); !strings.Contains(got, tt.want) {
			t.Errorf("%s %.20q: beside the field stands %q, want %q in it", tt.field, tt.value, got, tt.want)
		}
		if got := doc.Find("#f-"+tt.field).AttrOr("value", ""); got != tt.value {
			t.Errorf("%s %.20q comes back as %.20q", tt.field, tt.value, got)
		}
	}
	if now := s.state("open").Version; now != before {
		t.Errorf("refused forms brought the tournament from version %d to %d", before, now)
	}
}

func TestSimilarNamesNeedConfirmation(t *testing.T) {
	s := newSite(t)
	s.sample()
	s.login()
	add := func(family, twin, once string) *http.Response {
		form := url.Values{"family": {family}, "given": {"Jiří"}, "rank": {"3k"}, "club": {"Brno"}, "once": {once}}
		if twin != "" {
			form.Set("twin", twin)
		}
		return s.post("/desk/open/players", form)
	}
	s.seeOther(add("Novák", "", "a"))
	for i, family := range []string{"Novak", "NOVÁK", "Nowák"} {
		doc := s.page(add(family, "", "b"+family), http.StatusUnprocessableEntity)
		if got := text(doc, ".register .banner"); !strings.Contains(got, "Novák Jiří") || !strings.Contains(got, "Brno") {
			t.Errorf("%s: asked %q", family, got)
		}
		s.seeOther(add(family, "1", "b"+family))
		s.seeOther(add(family, "1", "b"+family))
		if n := len(s.state("open").Players); n != i+2 {
			t.Errorf("%s registered anyway: %d players, want %d", family, n, i+2)
		}
	}
}

func TestCheckInAndRounds(t *testing.T) {
	s := newSite(t)
	s.sample()
	s.login()
	for _, name := range []string{"Aho", "Berg", "Cihla"} {
		s.seeOther(s.post("/desk/open/players", url.Values{"family": {name}, "rank": {"5k"}, "once": {name}, "plays": {"1", "2", "3", "4", "5"}}))
	}
	id := int(s.state("open").Players[0].ID)
	home := "/desk/open/players/" + strconv.Itoa(id)
	if to := s.seeOther(s.post(home+"/status", url.Values{"status": {"checked-in"}, "q": {"ah"}, "show": {"waiting"}})); to != "/desk/open/players?q=ah&show=waiting" {
		t.Errorf("check-in leads to %s", to)
	}
	s.seeOther(s.post(home+"/round/2", url.Values{"attendance": {"half-bye"}}))
	p := s.state("open").Player(tournament.PlayerID(id))
	if p.Status != tournament.CheckedIn || p.Attendance(2) != tournament.HalfBye {
		t.Errorf("after two clicks %+v", p)
	}
	s.seeOther(s.post("/desk/open/checkin", nil))
	s.seeOther(s.post(home+"/status", url.Values{"status": {"withdrawn"}}))
	doc := s.page(s.get("/desk/open/players?q=BERG"), http.StatusOK)
	if got := text(doc, ".entrants tbody .name"); got != "Berg" {
		t.Errorf("a search for BERG finds %q", got)
	}
	if got := text(doc, ".narrowing .switch"); !strings.Contains(got, "All 3") || !strings.Contains(got, "Here 2") || !strings.Contains(got, "Withdrawn 1") {
		t.Errorf("counts: %q", got)
	}
	for path, form := range map[string]url.Values{
		home + "/status":   {"status": {"asleep"}},
		home + "/round/2":  {"attendance": {"sleeps"}},
		home + "/round/77": {"attendance": {"absent"}},
	} {
		if got := s.post(path, form); got.StatusCode != http.StatusUnprocessableEntity {
			t.Errorf("%s with %v answers %d", path, form, got.StatusCode)
		}
	}
	if got := s.post("/desk/open/players/999/status", url.Values{"status": {"withdrawn"}}); got.StatusCode != http.StatusNotFound {
		t.Errorf("a player who is not there answers %d", got.StatusCode)
	}
}

func TestEditAndRemovePlayer(t *testing.T) {
	s := newSite(t)
	s.cup()
	s.login()
	doc := s.page(s.get("/desk/spring-cup/players/1"), http.StatusOK)
	form := url.Values{}
	doc.Find("form.sheet-form [name]").Each(func(_ int, e *goquery.Selection) {
		value, ok := e.Attr("value")
		if !ok {
			value = e.Text()
		}
		form.Set(e.AttrOr("name", ""), value)
	})
	s.seeOther(s.post("/desk/spring-cup/players/1", form))
	if got := s.state("spring-cup"); got.Version != 1 {
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
	s.seeOther(s.post("/desk/spring-cup/players/1", form))
	p := s.state("spring-cup").Player(1)
	if p.Rating.Points() != 1850 || !slices.Equal(p.Tags, []string{"junior", "woman"}) || p.StartCorrection != -1 || p.Notes != "secret note" {
		t.Errorf("edited %+v", p)
	}
	another := maps.Clone(stale)
	another.Set("club", "Nova")
	s.seeOther(s.post("/desk/spring-cup/players/1", another))
	if p := s.state("spring-cup").Player(1); p.Club != "Nova" || p.Rating.Points() != 1850 || len(p.Tags) != 2 {
		t.Errorf("an older form with another club makes %+v", p)
	}
	stale.Set("rating", "1700")
	doc = s.page(s.post("/desk/spring-cup/players/1", stale), http.StatusUnprocessableEntity)
	if got := text(doc, "#messages .banner"); !strings.Contains(got, "in the meantime") {
		t.Errorf("a form older than the entry is told %q", got)
	}
	if got := text(doc, "#w-rating"); !strings.Contains(got, "1850") || doc.Find("[name=rating]").AttrOr("value", "") != "1700" {
		t.Errorf("beside the rating stands %q", got)
	}
	stale.Set("seen", doc.Find("[name=seen]").AttrOr("value", ""))
	s.seeOther(s.post("/desk/spring-cup/players/1", stale))
	if p := s.state("spring-cup").Player(1); p.Rating.Points() != 1700 {
		t.Errorf("confirmed, the rating is %v", p.Rating)
	}
	doc = s.page(s.get("/desk/spring-cup/players/1"), http.StatusOK)
	form.Set("seen", doc.Find("[name=seen]").AttrOr("value", ""))
	form.Set("rating", "high")
	doc = s.page(s.post("/desk/spring-cup/players/1", form), http.StatusUnprocessableEntity)
	if got := text(doc, "#w-rating"); !strings.Contains(got, "high") {
		t.Errorf("beside the rating stands %q", got)
	}
	if got := s.post("/desk/spring-cup/players/1/remove", nil); got.StatusCode != http.StatusConflict {
		t.Errorf("removing somebody who played answers %d", got.StatusCode)
	}
}

func TestListOfPlayers(t *testing.T) {
	s := newSite(t)
	s.sample()
	s.login()
	s.seeOther(s.post("/desk/open/players", url.Values{"family": {"Aho"}, "given": {"Aino"}, "rank": {"1k"}, "once": {"a"}}))
	list := "Taso;Nimi;Seura\n3k;Berg, Bo;Oulu\n12 stones;Cihla, Cyril;Brno\n1k;Aho, Aino;Helsinki\n5k;Dahl, Dag;Turku\n"
	at := s.seeOther(s.upload("/desk/open/import", "players.csv", []byte(list)))
	doc := s.page(s.get(at), http.StatusOK)
	if got := text(doc, ".sheet-rows tr:not(.group):nth-child(2) .said p.error"); !strings.Contains(got, "12 stones") {
		t.Errorf("the first row of the preview says %q", got)
	}
	if doc.Find("[value=apply]").Length() != 0 {
		t.Error("a list with an error can be applied")
	}
	if n := len(s.state("open").Players); n != 1 {
		t.Fatalf("a preview has made %d players", n)
	}
	if got := s.post(at, url.Values{"do": {"apply"}, "take": {"2", "3", "5"}}); got.StatusCode != http.StatusUnprocessableEntity {
		t.Errorf("applying a list with an error answers %d", got.StatusCode)
	}
	good := url.Values{"do": {"apply"}, "take": {"2", "5"}}
	s.seeOther(s.post(at, url.Values{"do": {"look"}, "take": {"2", "5"}}))
	if doc := s.page(s.get(at), http.StatusOK); doc.Find("[value=apply]").Length() != 1 {
		t.Error("without the wrong row the list cannot be applied")
	}
	for _, want := range []string{"?imported=2", "?taken=1"} { // once more after Back
		if to := s.seeOther(s.post(at, good)); to != "/desk/open/players"+want {
			t.Errorf("applied, the list leads to %s", to)
		}
	}
	if got := text(s.page(s.get("/desk/open/players?taken=1"), http.StatusOK), "#messages"); !strings.Contains(got, "already") {
		t.Errorf("a list applied again is told %q", got)
	}
	if n := len(s.state("open").Players); n != 3 {
		t.Errorf("after the import there are %d players, want 3", n)
	}
}

// TestBadFiles sends wrong files: each gets one clear message and changes nothing.
func TestBadFiles(t *testing.T) {
	s := newSite(t)
	s.sample()
	s.login()
	before := s.state("open").Version
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
		{"a tournament for a list", "list.csv", "/desk/open/import", s.export("open", "tourney"), 422, "tournament"},
		{"too many rows", "list.csv", "/desk/open/import", manyRows(5001), 413, "5000"},
		{"a cut OpenGotha file", "cup.xml", "/import", xml, 422, "line"},
		{"a PDF for a tournament", "cup.xml", "/import", []byte("%PDF-1.7\n"), 422, "PDF"},
	} {
		doc := s.page(s.upload(tt.path, tt.file, tt.data), tt.status)
		if banners := doc.Find("main .banner.error"); banners.Length() != 1 || !strings.Contains(banners.Text(), tt.want) {
			t.Errorf("%s: told %q, want one message with %q", tt.name, text(doc, "main .banner"), tt.want)
		}
	}
	if now := s.state("open"); now.Version != before || len(now.Players) != 0 {
		t.Errorf("bad files brought the tournament from version %d to %d", before, now.Version)
	}
	if all, err := s.director.Tournaments(t.Context()); err != nil || len(all) != 1 {
		t.Errorf("bad files left %d tournaments, %v", len(all), err)
	}
}

// cutTournament is a truncated OpenGotha file.
func (s *testSite) cutTournament() []byte {
	data := s.export("open", "opengotha")
	return data[:len(data)/2]
}

func manyRows(n int) []byte {
	var b bytes.Buffer
	b.WriteString("Family;Given;Rank\n")
	for i := range n {
		fmt.Fprintf(&b, "Family%c%c%c%d;Given;%dk\n", 'a'+i%26, 'a'+i/26%26, 'a'+i/676, i, 1+i%30)
	}
	return b.Bytes()
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
		s := newSite(t)
		s.sample()
		s.login()
		at := s.seeOther(s.upload("/desk/open/import", "a.csv", data))
		s.seeOther(s.post(at, url.Values{"do": {"apply"}, "take": {"2", "3"}}))
		var names []string
		for _, p := range s.state("open").Players {
			names = append(names, p.Name())
		}
		if !slices.Equal(names, []string{"Žižka Řehoř", "Wiśniewski Łukasz"}) {
			t.Errorf("%s: imported %q", name, names)
		}
	}
}

func TestLongList(t *testing.T) {
	if testing.Short() {
		t.Skip("saves as many players as there can be")
	}
	s := newSite(t)
	s.sample()
	s.login()
	at := s.seeOther(s.upload("/desk/open/import", "a.csv", manyRows(tournament.MostPlayers)))
	form := url.Values{"do": {"apply"}}
	for n := range tournament.MostPlayers {
		form.Add("take", strconv.Itoa(n+2))
	}
	s.seeOther(s.post(at, form))
	if n := len(s.state("open").Players); n != tournament.MostPlayers {
		t.Errorf("imported %d players of %d", n, tournament.MostPlayers)
	}
	if rows := s.page(s.get("/desk/open/players"), http.StatusOK).Find(".entrants tbody tr").Length(); rows != tournament.MostPlayers {
		t.Errorf("the list shows %d players of %d", rows, tournament.MostPlayers)
	}
}

func TestFoundAndImport(t *testing.T) {
	s := newSite(t)
	s.login()
	for _, preset := range tournament.Presets() {
		form := url.Values{"name": {"Spring " + preset.Name}, "slug": {""}, "place": {"Oulu"}, "country": {"FI"}, "begin": {"2026-05-02"},
			"end": {"2026-05-03"}, "zone": {"Europe/Helsinki"}, "preset": {preset.Name}, "once": {preset.Name}}
		first := s.seeOther(s.post("/new", form))
		if again := s.seeOther(s.post("/new", form)); again != first {
			t.Errorf("%s: two clicks lead to %s and %s", preset.Name, first, again)
		}
		if got := s.state("spring-" + preset.Name).Settings.System; got != preset.Settings.System {
			t.Errorf("%s begins as %s", preset.Name, got)
		}
	}
	for _, tt := range []struct{ field, value string }{
		{"name", ""}, {"slug", "Not A Slug"}, {"slug", "spring-egf"}, {"zone", "Nowhere"}, {"end", "2026-05-01"}, {"begin", "tomorrow"},
	} {
		form := url.Values{"name": {"Autumn"}, "slug": {""}, "begin": {"2026-05-02"}, "preset": {"egf"}}
		form.Set(tt.field, tt.value)
		doc := s.page(s.post("/new", form), http.StatusUnprocessableEntity)
		if text(doc, "#w-"+tt.field) == "" {
			t.Errorf("%s %q: nothing beside the field, above stands %q", tt.field, tt.value, text(doc, "#messages"))
		}
	}
	at := s.seeOther(s.upload("/import", "cup.xml", s.export("spring-egf", "opengotha")))
	doc := s.page(s.get(at), http.StatusOK)
	if got := text(doc, ".preview"); !strings.Contains(got, "Spring egf") {
		t.Errorf("the preview says %q", got)
	}
	all := len(tournament.Presets())
	for range 2 {
		s.seeOther(s.post(at, nil))
	}
	if list, err := s.director.Tournaments(t.Context()); err != nil || len(list) != all+1 {
		t.Errorf("after the import there are %d tournaments, want %d (%v)", len(list), all+1, err)
	}
	if got := s.get("/import/gone"); got.StatusCode != http.StatusNotFound {
		t.Errorf("a preview that is gone answers %d", got.StatusCode)
	}
}

// settingsForm returns the form of the settings page as a browser sends it.
func (s *testSite) settingsForm(slug string) url.Values {
	s.t.Helper()
	form := url.Values{}
	s.page(s.get("/desk/"+slug+"/settings"), http.StatusOK).Find("form.sheet-form").Find("input, select, textarea").Each(func(_ int, e *goquery.Selection) {
		name := e.AttrOr("name", "")
		_, checked := e.Attr("checked")
		switch {
		case e.Is("select"):
			form.Set(name, e.Find("option[selected]").AttrOr("value", ""))
		case e.Is("textarea"):
			form.Set(name, e.Text())
		case e.AttrOr("type", "") != "checkbox" || checked:
			form.Set(name, e.AttrOr("value", ""))
		}
	})
	return form
}

func TestSettingsAreSaved(t *testing.T) {
	presets := tournament.Presets()
	if testing.Short() {
		presets = presets[:3]
	}
	for _, preset := range presets {
		s := newSite(t)
		s.login()
		_, err := s.director.Create(t.Context(), anna, director.Creation{Info: tournament.Info{Slug: "open", Name: "Open"}, Settings: preset.Settings})
		s.check(err)
		form := s.settingsForm("open")
		form.Set("do", "save")
		s.seeOther(s.post("/desk/open/settings", form))
		if got := s.state("open").Version; got != 1 {
			t.Errorf("%s: saving the form as it came makes version %d", preset.Name, got)
		}
		form.Set("even-komi", "7,5")
		form.Set("steps", "0 6.5\n1 0\n2 0,5")
		form.Set("criterion-2", "")
		form.Set("place", "Oulu")
		s.seeOther(s.post("/desk/open/settings", form))
		now := s.state("open")
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
	s.sample()
	s.login()
	form := s.settingsForm("open")
	form.Set("custom-suicide", "multi-stone-allowed")
	form.Set("do", "look")
	s.page(s.post("/desk/open/settings", form), http.StatusOK)
	form.Set("do", "save")
	form.Set("rules", rules.Custom)
	for _, p := range rules.Parameters() {
		if p.Values != nil && p.Name != "tie" {
			form.Set("custom-"+p.Name, p.Values[len(p.Values)-1])
		}
	}
	form.Set("tie", "white")
	form.Set("even-komi", "5.5")
	s.seeOther(s.post("/desk/open/settings", form))
	now := s.state("open").Settings
	system := now.RuleSystem()
	for _, p := range rules.Parameters() {
		if p.Values != nil && p.Name != "tie" && p.Of(system) != p.Values[len(p.Values)-1] {
			t.Errorf("%s is %s", p.Name, p.Of(system))
		}
	}
	if system.Name != rules.Custom || system.Tie != rules.TieWhiteWins || system.KomiEven != 11 {
		t.Errorf("played under %+v", system)
	}
	form = s.settingsForm("open")
	if got := form.Get("custom-scoring"); got != string(system.Scoring) {
		t.Errorf("the form comes back with %s", got)
	}
	form.Set("custom-scoring", "beauty")
	s.page(s.post("/desk/open/settings", form), http.StatusUnprocessableEntity)
}

// TestSettingsAreOneChange saves rules together with the address of another tournament,
// then with a free one.
func TestSettingsAreOneChange(t *testing.T) {
	s := newSite(t)
	s.sample()
	s.cup()
	s.login()
	before := s.state("open")
	form := s.settingsForm("open")
	form.Set("rounds", "7")
	form.Set("slug", "spring-cup")
	s.page(s.post("/desk/open/settings", form), http.StatusUnprocessableEntity)
	if now := s.state("open"); now.Version != before.Version {
		t.Errorf("a refused form makes version %d of %d, with %d rounds", now.Version, before.Version, now.Settings.Rounds)
	}
	form.Set("slug", "free")
	s.seeOther(s.post("/desk/open/settings", form))
	if now := s.state("free"); now.Version != before.Version+1 || now.Settings.Rounds != 7 {
		t.Errorf("one form makes version %d of %d, with %d rounds", now.Version, before.Version, now.Settings.Rounds)
	}
}

func TestOvertakenSettings(t *testing.T) {
	s := newSite(t)
	s.sample()
	s.login()
	mine, other := s.settingsForm("open"), s.settingsForm("open")
	other.Set("rounds", "7")
	s.seeOther(s.post("/desk/open/settings", other))
	mine.Set("place", "Oulu")
	s.seeOther(s.post("/desk/open/settings", mine))
	if now := s.state("open"); now.Settings.Rounds != 7 || now.Info.Place != "Oulu" {
		t.Errorf("two forms at once make %d rounds at %q", now.Settings.Rounds, now.Info.Place)
	}
	mine.Set("rounds", "4")
	mine.Set("even-komi", "7.5")
	doc := s.page(s.post("/desk/open/settings", mine), http.StatusUnprocessableEntity)
	if got := text(doc, "main > .banner.error"); !strings.Contains(got, "in the meantime") {
		t.Errorf("a form against the settings is told %q", got)
	}
	if got := text(doc, "#w-rounds"); !strings.Contains(got, "7") || doc.Find("[name=rounds]").AttrOr("value", "") != "4" {
		t.Errorf("beside the rounds stands %q", got)
	}
	if now := s.state("open"); now.Settings.Rounds != 7 {
		t.Errorf("the settings are %d rounds", now.Settings.Rounds)
	}
	mine.Set("seen", doc.Find("[name=seen]").AttrOr("value", ""))
	s.seeOther(s.post("/desk/open/settings", mine))
	if now := s.state("open"); now.Settings.Rounds != 4 || now.Settings.Handicap.EvenKomi != 15 {
		t.Errorf("confirmed, the settings are %d rounds, komi %v", now.Settings.Rounds, now.Settings.Handicap.EvenKomi)
	}
}

// A preview between two saves keeps the values that the form was filled with.
func TestOvertakenWhileLooking(t *testing.T) {
	s := newSite(t)
	s.sample()
	s.login()
	mine, other := s.settingsForm("open"), s.settingsForm("open")
	other.Set("rounds", "7")
	s.seeOther(s.post("/desk/open/settings", other))
	mine.Set("rounds", "4")
	mine.Set("do", "look")
	doc := s.page(s.post("/desk/open/settings", mine), http.StatusOK)
	mine.Set("seen", doc.Find("[name=seen]").AttrOr("value", ""))
	mine.Set("do", "save")
	if got := s.post("/desk/open/settings", mine); got.StatusCode != http.StatusUnprocessableEntity {
		t.Errorf("a look takes the mark of what was seen away: %d", got.StatusCode)
	}
	mine.Del("seen")
	if got := s.post("/desk/open/settings", mine); got.StatusCode != http.StatusConflict {
		t.Errorf("a form that has seen nothing answers %d", got.StatusCode)
	}
}

// A handicap system can be applied in the group of handicaps only.
func TestHandicapSystemsAreOfferedWithHandicaps(t *testing.T) {
	s := newSite(t)
	s.sample()
	s.login()
	group := s.page(s.get("/desk/open/settings"), 200).Find("select[name=handicap]").Closest("fieldset")
	if group.Find("[name=ceiling]").Length() != 1 {
		t.Errorf("the systems are offered under %q", words(group.Find("legend")))
	}
}

// Criteria in any number and order: more than the form has fields, and another list
// for the draw.
func TestCriteriaInAnyNumber(t *testing.T) {
	s := newSite(t)
	s.sample()
	s.login()
	form := s.settingsForm("open")
	want := []tournament.Criterion{"NBW", "SOSW-1", "DC", "SOSOSW", "CUSSW", "EXT", "SDC", "SODOSW", "SOSW-2", "Rating", "MMS"}
	for i, c := range want[:6] {
		form.Set("criterion-"+strconv.Itoa(i+1), string(c))
	}
	form.Set("criteria-more", "sdc; SODOSW sosw-2,RATING , MMS")
	form.Set("pairing-criterion-1", "MMS")
	form.Set("pairing-criterion-2", "SOSM")
	form.Set("do", "save")
	s.seeOther(s.post("/desk/open/settings", form))
	now := s.state("open").Settings
	if diff := cmp.Diff(want, now.Criteria); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]tournament.Criterion{tournament.MMS, tournament.SOSM}, now.PairingCriteria); diff != "" {
		t.Errorf("for the draw (-want +got):\n%s", diff)
	}
	form = s.settingsForm("open")
	if got := form.Get("criteria-more"); got != "SDC, SODOSW, SOSW-2, Rating, MMS" {
		t.Errorf("the form comes back with %q", got)
	}
	form.Set("criteria-more", "")
	form.Set("do", "save")
	s.seeOther(s.post("/desk/open/settings", form))
	if diff := cmp.Diff(want[:6], s.state("open").Settings.Criteria); diff != "" {
		t.Errorf("shortened (-want +got):\n%s", diff)
	}
}

func TestBadSettings(t *testing.T) {
	s := newSite(t)
	s.sample()
	s.login()
	before := s.state("open").Version
	for _, tt := range []struct{ field, value string }{
		{"rounds", "0"}, {"rounds", "many"}, {"size", "99"}, {"even-komi", "lots"}, {"floor", "12 stones"}, {"bar", ""}, {"ceiling", "-1"},
		{"reduction", "77"}, {"steps", "1 2 3"}, {"steps", "1 x"}, {"duplicate", "-5"}, {"curvature", "2"}, {"first", "sideways"},
		{"wins-bye", "7"}, {"club-groups", "no colon"}, {"table", "unknown"}, {"basis", "mood"}, {"name", ""}, {"slug", "A B"},
		{"main", "-1"}, {"system", "lottery"}, {"tie", "dice"}, {"criterion-1", "SOSW"}, {"criterion-1", "luck"},
		{"criteria-more", "luck"}, {"criteria-more", "CUSSW CUSSW"}, {"switch", "99"}, {"country-gap", "-1"},
	} {
		form := s.settingsForm("open")
		form.Set(tt.field, tt.value)
		form.Set("do", "save")
		got := s.post("/desk/open/settings", form)
		if got.StatusCode != http.StatusUnprocessableEntity {
			t.Errorf("%s %q is taken: %d", tt.field, tt.value, got.StatusCode)
			continue
		}
		if doc := s.page(got, got.StatusCode); text(doc, "#w-"+tt.field) == "" {
			t.Errorf("%s %q: nothing beside the field, above stands %q", tt.field, tt.value, text(doc, ".banner.error"))
		}
	}
	if now := s.state("open").Version; now != before {
		t.Errorf("bad settings brought the tournament from version %d to %d", before, now)
	}
}

// A form shows all faults at once, unreadable and impossible values.
func TestAllBadSettingsAtOnce(t *testing.T) {
	s := newSite(t)
	s.sample()
	s.login()
	form := s.settingsForm("open")
	typed := map[string]string{
		"rounds": "0", "size": "99", "floor": "5k", "bar": "9k", "name": "", "slug": "A B", "curvature": "2", "switch": "99", "steps": "1 2 3",
		"main": "1441", "country": "Narnia", "categories": "5k, 1d", "boards": "11", "colour": "-4", "geography": "many",
	}
	for field, value := range typed {
		form.Set(field, value)
	}
	form.Set("do", "save")
	doc := s.page(s.post("/desk/open/settings", form), http.StatusUnprocessableEntity)
	for field, value := range typed {
		if field != "floor" && text(doc, "#w-"+field) == "" { // which is wrong with the bar
			t.Errorf("nothing is said of %s", field)
		}
		if got := doc.Find("[name='"+field+"']").AttrOr("value", doc.Find("[name='"+field+"']").Text()); got != value {
			t.Errorf("%s comes back as %q", field, got)
		}
	}
	if got := text(doc, ".banner.error"); !strings.Contains(got, "14 fields") {
		t.Errorf("above stands %q", got)
	}
	if got := text(doc, "#w-main"); !strings.Contains(got, "1440") {
		t.Errorf("too long a time is refused with %q", got)
	}
}

func TestWhatSettingsMean(t *testing.T) {
	s := newSite(t)
	s.sample()
	s.login()
	mean := func(change url.Values) string {
		form := s.settingsForm("open")
		for name, value := range change {
			form[name] = value
		}
		if form.Get("do") == "" {
			form.Set("do", "look")
		}
		return text(s.page(s.post("/desk/open/settings", form), http.StatusOK), "#meaning ul:first-of-type")
	}
	for _, tt := range []struct {
		change url.Values
		want   string
	}{
		{nil, "The 8k takes Black against the 3d with 9 stones, komi 0: Q16 D4 Q4 D16 Q10 D10 K16 K4 K10."},
		{url.Values{"reduction": {"3"}}, "with 7 stones"},
		{url.Values{"sample-second": {"2d"}}, "The 2d takes Black against the 3d and moves first; komi 0."},
		{url.Values{"sample-second": {"3d"}}, "3d and 3d play an even game: komi 6.5"},
		{url.Values{"ceiling": {"0"}}, "3d and 8k play an even game"},
		{url.Values{"do": {"preset egf"}}, "The 3d starts with 32 McMahon points, the 8k with 22."},
		{url.Values{"do": {"handicap"}, "handicap": {"hiddema-9"}}, "The 8k takes Black against the 3d with 2 stones"},
		{url.Values{"tie": {"white"}}, "then White wins"},
		{url.Values{"sample-first": {"strong"}}, "“strong” isn't a rank"},
	} {
		if got := mean(tt.change); !strings.Contains(got, tt.want) {
			t.Errorf("%v means %q, want %q in it", tt.change, got, tt.want)
		}
	}
	if got := s.state("open").Version; got != 1 {
		t.Errorf("looking made version %d", got)
	}
}

func TestPresetShowsWhatItChanges(t *testing.T) {
	s := newSite(t)
	s.sample()
	s.login()
	form := s.settingsForm("open")
	form.Set("do", "preset egf")
	doc := s.page(s.post("/desk/open/settings", form), http.StatusOK)
	if got := text(doc, ".changes"); !strings.Contains(got, "McMahon") || !strings.Contains(got, "MMS") {
		t.Errorf("the changes are %q", got)
	}
}

func TestExports(t *testing.T) {
	s := newSite(t)
	s.cup()
	s.login()
	doc := s.page(s.get("/desk/spring-cup/exports"), http.StatusOK)
	links := doc.Find(".formats a.button")
	if links.Length() < 4 {
		t.Errorf("only %d formats", links.Length())
	}
	// The page shows names spelled in another way and findings of a federation, with links
	// to correct them.
	if got := text(doc, ".formats .checks"); !strings.Contains(got, "number") {
		t.Errorf("the checks are %q", got)
	}
	if n := doc.Find(`.formats .checks a[href^="/desk/spring-cup/players/"]`).Length(); n == 0 {
		t.Error("no check leads to a player")
	}
	if got := text(doc, `.formats li:has(a[href$="/exports/egd"]) .from`); !strings.HasSuffix(got, "· results") {
		t.Errorf("the file for the EGD is said to be %q", got)
	}
	for _, sheet := range []string{"/t/spring-cup/round/1?by=name", "/desk/spring-cup/print/slips/1", "/desk/spring-cup/prizes/certificates"} {
		if doc.Find(`a[href="`+sheet+`"]`).Length() != 1 {
			t.Errorf("%s is not offered for printing", sheet)
		}
	}
	if n := doc.Find(".formats .refused").Length(); n != 1 {
		t.Errorf("%d formats are refused, want the one that asks for numbers", n)
	}
	for _, f := range exchange.Formats() {
		if f.Writes == exchange.Nothing {
			continue
		}
		got := s.get("/desk/spring-cup/exports/"+f.Name, "Accept-Language", "fi")
		if f.Name == "aga" { // nobody has a number
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
		s.check(err)
		if known, err := exchange.Recognise(data); f.Reads != exchange.Nothing && (err != nil || known.Name != f.Name) {
			t.Errorf("%s is recognised as %s, %v", f.Name, known.Name, err)
		}
	}
	if got := s.body(s.get("/desk/spring-cup/exports/csv", "Accept-Language", "fi")); !strings.Contains(got, "Sukunimi") {
		t.Errorf("the Finnish list begins %.80q", got)
	}
	if got := s.get("/desk/spring-cup/exports/word"); got.StatusCode != http.StatusUnprocessableEntity {
		t.Errorf("an unknown format answers %d", got.StatusCode)
	}
}

func TestBackup(t *testing.T) {
	s := newSite(t)
	s.cup()
	s.login()
	got := s.get("/backup")
	data, err := io.ReadAll(got.Body)
	s.check(err)
	if !bytes.HasPrefix(data, []byte("SQLite format 3\x00")) {
		t.Errorf("the backup begins %.20q", data)
	}
	if name := got.Header.Get("Content-Disposition"); name != "attachment; filename=tourney-20260502-093000.db" {
		t.Errorf("the backup is saved as %s", name)
	}
}

// A row with an error can be corrected in the preview.
func TestRepairedRow(t *testing.T) {
	s := newSite(t)
	s.sample()
	s.login()
	at := s.seeOther(s.post("/desk/open/import", url.Values{"text": {"Family;Given;Rank;Country\nSalo;Anna;strong;Finland\n"}}))
	doc := s.page(s.get(at), http.StatusOK)
	if doc.Find("[name=rank2]").Length() != 1 || doc.Find("[value=apply]").Length() != 0 {
		t.Fatal("the row offers nothing to repair")
	}
	repaired := url.Values{"do": {"look"}, "take": {"2"}, "rank2": {"5k"}, "given2": {"Anne"}}
	s.seeOther(s.post(at, repaired))
	doc = s.page(s.get(at), http.StatusOK)
	if doc.Find("[value=apply]").Length() != 1 {
		t.Fatal("the repaired list cannot be applied")
	}
	repaired.Set("do", "apply")
	s.seeOther(s.post(at, repaired))
	players := s.state("open").Players
	if p := players[len(players)-1]; p.Name() != "Salo Anne" || p.Rank.String() != "5k" || p.Country != "FI" {
		t.Errorf("imported %+v", p)
	}
}

// previewForm returns the form that a browser sends from the preview of a list: all
// boxes, fields and the button.
func (s *testSite) previewForm(at, button string) url.Values {
	s.t.Helper()
	form := url.Values{"do": {button}}
	s.page(s.get(at), http.StatusOK).Find("form input, form select").Each(func(_ int, e *goquery.Selection) {
		name := e.AttrOr("name", "")
		_, checked := e.Attr("checked")
		switch {
		case e.Is("select"):
			form.Add(name, e.Find("option[selected]").AttrOr("value", ""))
		case e.AttrOr("type", "") != "checkbox" || checked:
			form.Add(name, e.AttrOr("value", ""))
		}
	})
	return form
}

// Corrections stay when the form no longer has their fields, and the buttons check the
// corrected rows.
func TestRepairsAreKept(t *testing.T) {
	const list = "Family;Given;Rank\nSalo;Anna;strong\nAalto;Eino;5k\nNiemi;Oona;weak\n"
	s := newSite(t)
	s.sample()
	s.login()
	before := len(s.state("open").Players)
	at := s.seeOther(s.post("/desk/open/import", url.Values{"text": {list}}))
	form := s.previewForm(at, "clean")
	form.Set("rank2", "5k")
	s.seeOther(s.post(at, form))
	doc := s.page(s.get(at), http.StatusOK)
	if got := text(doc, ".facts"); !strings.Contains(got, "2 ready · 0 to check · 0 with an error · 1 left out") {
		t.Errorf("after leaving out the row with an error the page counts %q", got)
	}
	if got := text(doc, ".said p.error"); !strings.Contains(got, "weak") {
		t.Errorf("the row that is left out gives as its reason %q", got)
	}
	if to := s.seeOther(s.post(at, url.Values{"do": {"apply"}, "take": {"2", "3"}})); !strings.Contains(to, "imported=2") {
		t.Errorf("applied, the list leads to %s", to)
	}
	players := s.state("open").Players[before:]
	if len(players) != 2 || players[0].Name() != "Salo Anna" || players[0].Rank.String() != "5k" {
		t.Errorf("imported %+v", players)
	}
}

// An emptied field undoes a correction.
func TestCorrectionIsUndone(t *testing.T) {
	s := newSite(t)
	s.sample()
	s.login()
	at := s.seeOther(s.post("/desk/open/import", url.Values{"text": {"Family;Given;Rank\nSalo;Anna;strong\n"}}))
	for _, tt := range []struct {
		rank   string
		errors int
	}{{"5k", 0}, {"", 1}} {
		form := s.previewForm(at, "look")
		form.Set("rank2", tt.rank)
		s.seeOther(s.post(at, form))
		if n := s.page(s.get(at), http.StatusOK).Find(".said p.error").Length(); n != tt.errors {
			t.Errorf("with the rank %q the row has %d errors", tt.rank, n)
		}
	}
}

// A row of a registered player is left out with the reason; who ticks it declares
// another person.
func TestDuplicatesAreImportedOnlyOnPurpose(t *testing.T) {
	s := newSite(t)
	s.sample()
	s.login()
	s.seeOther(s.post("/desk/open/players", url.Values{"family": {"Aho"}, "given": {"Aino"}, "rank": {"1k"}, "once": {"a"}}))
	before := len(s.state("open").Players)
	at := s.seeOther(s.post("/desk/open/import", url.Values{"text": {"Family;Given;Rank\nAho;Aino;5k\nBerg;Bo;3k\nBerg;Bo;4k\n"}}))
	for range 2 { // looking again changes nothing
		doc := s.page(s.get(at), http.StatusOK)
		if got := text(doc, ".facts"); !strings.Contains(got, "1 ready · 0 to check · 0 with an error · 2 left out") {
			t.Errorf("the page counts %q", got)
		}
		if got := doc.Find(".said p.warning").Length(); got != 2 {
			t.Errorf("%d rows give a reason, want 2", got)
		}
		s.seeOther(s.post(at, s.previewForm(at, "look")))
	}
	form := s.previewForm(at, "apply")
	form["anyway"] = []string{"2"}
	if to := s.seeOther(s.post(at, form)); !strings.Contains(to, "imported=2") {
		t.Errorf("applied, the list leads to %s", to)
	}
	if n := len(s.state("open").Players); n != before+2 {
		t.Errorf("after the import there are %d players, want %d", n, before+2)
	}
}

// A player registered after the preview is not registered again.
func TestPreviewIsOutOfDate(t *testing.T) {
	s := newSite(t)
	s.sample()
	s.login()
	at := s.seeOther(s.post("/desk/open/import", url.Values{"text": {"Family;Given;Rank\nAho;Aino;5k\nBerg;Bo;3k\n"}}))
	form := s.previewForm(at, "apply")
	s.seeOther(s.post("/desk/open/players", url.Values{"family": {"Aho"}, "given": {"Aino"}, "rank": {"5k"}, "once": {"a"}}))
	before := len(s.state("open").Players)
	doc := s.page(s.post(at, form), http.StatusUnprocessableEntity)
	if got := text(doc, ".banner.error"); !strings.Contains(got, "Row 2 is left out now") || len(s.state("open").Players) != before {
		t.Errorf("the old preview answers %q and leaves %d players of %d", got, len(s.state("open").Players), before)
	}
}

func TestListIsNoTournament(t *testing.T) {
	s := newSite(t)
	s.login()
	doc := s.page(s.post("/import", url.Values{"text": {"Name;Rank\nSalo Anna;5k\n"}}), http.StatusUnprocessableEntity)
	if got := text(doc, ".banner.error"); !strings.Contains(got, "Players → Import") {
		t.Errorf("a list taken for a tournament is told %q", got)
	}
}
