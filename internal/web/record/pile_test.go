package record_test

import (
	"archive/zip"
	"bytes"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/rules/gamerecord"
	"tourney/internal/testkit/sitetest"
)

// packed returns an archive of names and texts.
func packed(s *testSite, files ...[2]string) []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, f := range files {
		w, err := z.Create(f[0])
		s.Check(err)
		_, err = w.Write([]byte(f[1]))
		s.Check(err)
	}
	s.Check(z.Close())
	return b.Bytes()
}

// chosen returns the form as a browser sends it: ticked boxes and selected options.
func chosen(doc *goquery.Document) url.Values {
	form := url.Values{}
	doc.Find(`main form input[type=checkbox][checked]`).Each(func(_ int, box *goquery.Selection) {
		form.Add(box.AttrOr("name", ""), box.AttrOr("value", ""))
	})
	doc.Find("main form select").Each(func(_ int, list *goquery.Selection) {
		form.Add(list.AttrOr("name", ""), list.Find("option").First().AttrOr("value", ""))
	})
	return form
}

// The records of a round come in one archive. One button adds the clear ones. A record replaces another only by choice,
// and the sender gets a report about the rest.
func TestPileOfRecords(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	names := func(table int) (black, white string) {
		g, tn := s.Game(2, table), s.State("spring-cup")
		return tn.NameOf(g.Black), tn.NameOf(g.White)
	}
	record := func(table int, moves string) string {
		black, white := names(table)
		return "(;GM[1]SZ[19]KM[6.5]PB[" + black + " [5k\\]]PW[" + white + "]RE[B+R]" + moves + ")"
	}
	kept := record(2, ";B[dd]")
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").Game(s.Game(2, 2).ID).AttachRecord(t.Context(), []byte(kept)))
	first, second := record(1, ";B[pd]"), record(2, ";B[dd];W[pp]")
	at := s.SeeOther(s.Upload("/desk/spring-cup/round/2/records", "round 2.zip", packed(s,
		[2]string{"one.sgf", first}, [2]string{"two.sgf", second}, [2]string{"../letter.txt", "Dear director"},
		[2]string{"who.sgf", "(;PB[kettu99]PW[susi];B[pd])"})))
	doc := s.Page(s.Get(at), http.StatusOK)
	page := sitetest.Text(doc, "main")
	black, white := names(1)
	for _, want := range []string{
		"1 ready", "one.sgf", "Table 1: " + black + " – " + white, "nothing is entered yet",
		"1 needs you", "Table 2 has another record already", "2 records fit no game", "This text contains no game",
		"No player of this tournament has one of these names: kettu99 – susi",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the preview lacks %q: %s", want, page)
		}
	}
	report := doc.Find("details textarea").Text()
	for _, want := range []string{"two.sgf: Table 2 has another record", "../letter.txt: This text contains no game", "who.sgf: No player"} {
		if !strings.Contains(report, want) {
			t.Errorf("the text for the sender lacks %q: %s", want, report)
		}
	}
	if s.Game(2, 1).Record != "" {
		t.Error("the preview has added a record")
	}
	compare := doc.Find(`main a[href^="` + at + `/"]`)
	if compare.Length() != 1 {
		t.Fatalf("%d comparisons are offered", compare.Length())
	}
	both := sitetest.Text(s.Page(s.Get(compare.AttrOr("href", "")), http.StatusOK), "main")
	for _, want := range []string{"Two records of table 2", "They are the same up to move 1", "This record ends here", "2 White Q4"} {
		if !strings.Contains(both, want) {
			t.Errorf("the comparison lacks %q: %s", want, both)
		}
	}
	for _, no := range []string{"/0", "/7", "/x", "/-1"} {
		if got := s.Get(at + no); got.StatusCode != http.StatusNotFound {
			t.Errorf("the comparison %s answers %d", no, got.StatusCode)
		}
	}
	lists := doc.Find("main form select")
	last := func(i int) string { return lists.Eq(i).Find("option").Last().AttrOr("value", "") }
	twice := url.Values{lists.Eq(0).AttrOr("name", ""): {last(0)}, doc.Find("main form td input[type=checkbox]").AttrOr("name", ""): {last(0)}}
	again := s.Page(s.Post(at, twice), http.StatusUnprocessableEntity)
	if got := again.Find("main form select option[selected]").AttrOr("value", ""); got == "" || got != last(0) {
		t.Errorf("after a refusal %q is chosen, not %q", got, last(0))
	}
	again = s.Page(s.Post(at, url.Values{}), http.StatusUnprocessableEntity)
	if again.Find("main form [checked]:not([value='']), main form [selected]").Length() > 0 {
		t.Error("what was left out is chosen after a refusal")
	}
	s.SeeOther(s.Post(at, chosen(doc)))
	if got := s.Game(2, 1).Record; got != gamerecord.Hash(first) {
		t.Errorf("table 1 has the record %q", got)
	}
	if got := s.Game(2, 2).Record; got != gamerecord.Hash(kept) {
		t.Errorf("the record of table 2 was replaced by %q without being asked", got)
	}
	doc = s.Page(s.Get(at), http.StatusOK)
	if got := sitetest.Text(doc, "main"); !strings.Contains(got, "1 record is in") {
		t.Errorf("afterwards the page says: %s", got)
	}
	// A form without a choice is refused, and so is a choice overtaken by another desk. The choices stay selected.
	if got := sitetest.Text(s.Page(s.Post(at, chosen(doc)), http.StatusUnprocessableEntity), "main"); !strings.Contains(got, "No record is chosen") {
		t.Errorf("without a choice: %s", got)
	}
	choice := doc.Find("input[type=radio]").Last()
	form := url.Values{choice.AttrOr("name", ""): {choice.AttrOr("value", "")}}
	game := s.Director.On(sitetest.Anna, "spring-cup").Game(s.Game(2, 2).ID)
	s.Check(game.RemoveRecord(t.Context()))
	if got := sitetest.Text(s.Page(s.Post(at, form), http.StatusConflict), "main"); !strings.Contains(got, "Table 2 has got another record in the meantime") {
		t.Errorf("overtaken: %s", got)
	}
	s.Check(game.AttachRecord(t.Context(), []byte(kept)))
	s.SeeOther(s.Post(at, form))
	if got := s.Game(2, 2).Record; got != gamerecord.Hash(second) {
		t.Errorf("table 2 has the record %q", got)
	}
	if log := sitetest.Text(s.Page(s.Get("/desk/spring-cup/log"), http.StatusOK), "main"); !strings.Contains(log, "Round 2: added game records, 1 in all") {
		t.Errorf("the log: %s", log)
	}
}

// Bad files are refused on the page of the upload.
func TestPileIsRefused(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	const path = "/desk/spring-cup/round/2/records"
	if link := s.Page(s.Get("/desk/spring-cup/round/2"), http.StatusOK).Find(`a[href="` + path + `"]`); link.Length() != 2 { // one for phones
		t.Errorf("%d links on the desk", link.Length())
	}
	for name, data := range map[string][]byte{
		"The archive is damaged": []byte("PK\x03\x04 broken"), "No file was found": packed(s),
	} {
		if got := sitetest.Text(s.Page(s.Upload(path, "x.zip", data), http.StatusUnprocessableEntity), "main"); !strings.Contains(got, name) {
			t.Errorf("want %q: %s", name, got)
		}
	}
	for at, want := range map[string]int{
		"/desk/spring-cup/round/3/records": http.StatusConflict, "/desk/spring-cup/round/9/records": http.StatusNotFound, path + "/nothing": http.StatusNotFound,
	} {
		if got := s.Get(at); got.StatusCode != want {
			t.Errorf("%s answers %d, want %d", at, got.StatusCode, want)
		}
	}
}

// A record replaces another only after a comparison of both, and not if the game has got a third one since.
func TestReplacingARecordIsAsked(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	g := s.Game(2, 1)
	path := "/desk/spring-cup/games/" + strconv.Itoa(g.ID)
	first, second := "(;SZ[19];B[aa];W[bb])", "(;SZ[19];B[aa];W[cc])"
	if at := s.SeeOther(s.Upload(path, "one.sgf", []byte(first))); at != path {
		t.Errorf("the first record leads to %s", at)
	}
	if at := s.SeeOther(s.Upload(path, "one.sgf", []byte(first))); at != path {
		t.Errorf("the same record again leads to %s", at)
	}
	at := s.SeeOther(s.Upload(path, "two.sgf", []byte(second)))
	if got := s.Game(2, 1).Record; got != gamerecord.Hash(first) {
		t.Errorf("replaced by %q without being asked", got)
	}
	doc := s.Page(s.Get(at), http.StatusOK)
	if got := sitetest.Text(doc, "main"); !strings.Contains(got, "They differ from move 2 on") || !strings.Contains(got, "two.sgf") {
		t.Errorf("the comparison says: %s", got)
	}
	s.ReplaceRecord(path, "(;SZ[19];B[dd])")
	seen := url.Values{"seen": {doc.Find("main form button[name=seen]").AttrOr("value", "")}}
	if got := s.Post(at, seen); got.StatusCode != http.StatusConflict || s.Game(2, 1).Record != gamerecord.Hash("(;SZ[19];B[dd])") {
		t.Errorf("overtaken: %d, the record is %s", got.StatusCode, s.Game(2, 1).Record)
	}
	if got := s.Get(path + "/compare/nothing"); got.StatusCode != http.StatusNotFound {
		t.Errorf("without its file the comparison answers %d", got.StatusCode)
	}
}

// A record from the other side of the board is compared as the same game.
func TestReplacingByATurnedRecord(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	g := s.Game(2, 1)
	path := "/desk/spring-cup/games/" + strconv.Itoa(g.ID)
	s.SeeOther(s.Upload(path, "one.sgf", []byte("(;SZ[9];B[cc];W[gg];B[gc];W[cg];B[ec];W[eg];B[ce];W[ge];B[ff];W[dd];B[aa])")))
	at := s.SeeOther(s.Upload(path, "two.sgf", []byte("(;SZ[9];B[gg];W[cc];B[cg];W[gc];B[eg];W[ec];B[ge];W[ce];B[dd];W[ff];B[ia])")))
	got := sitetest.Text(s.Page(s.Get(at), http.StatusOK), "main")
	for _, want := range []string{"from another side of the board", "They differ from move 11 on", "11 Black A9", "11 Black A1"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing: %s", want, got)
		}
	}
}

// With the box ticked, results of added records are entered too, if the game has none and the record is legal and names
// the winner. Each has its own entry in the log.
func TestPileEntersResults(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	var files [][2]string
	for table, rest := range map[int]string{1: "RE[B+R];B[pd]", 2: "RE[W+R];B[pd];W[pd]", 3: ";B[pd]", 4: "RE[W+R];B[pd]"} {
		g, tn := s.Game(2, table), s.State("spring-cup")
		files = append(files, [2]string{strconv.Itoa(table) + ".sgf", "(;GM[1]SZ[19]PB[" + tn.NameOf(g.Black) + "]PW[" + tn.NameOf(g.White) + "]" + rest + ")"})
	}
	add := func(results string) {
		t.Helper()
		at := s.SeeOther(s.Upload("/desk/spring-cup/round/2/records", "round 2.zip", packed(s, files...)))
		form := url.Values{"results": {results}}
		s.Page(s.Get(at), http.StatusOK).Find(`main form [name^="game-"]`).Each(func(_ int, field *goquery.Selection) {
			form.Set(field.AttrOr("name", ""), field.AttrOr("value", field.Find("option").Last().AttrOr("value", "")))
		})
		s.SeeOther(s.Post(at, form))
	}
	entered := func() (results []string) {
		for table := 1; table <= 4; table++ {
			results = append(results, s.Game(2, table).Result.String())
		}
		return results
	}
	before := entered()
	add("")
	if got := entered(); !slices.Equal(got, before) {
		t.Errorf("unasked, the results are %v, before %v", got, before)
	}
	for table := 1; table <= 4; table++ {
		s.Check(s.Director.On(sitetest.Anna, "spring-cup").Game(s.Game(2, table).ID).RemoveRecord(t.Context()))
	}
	add("yes")
	want := slices.Clone(before)
	want[3] = "W+R" // table 1 has a result
	if got := entered(); !slices.Equal(got, want) {
		t.Errorf("the results are %v, want %v", got, want)
	}
}

// Two new records of one game are compared before either is added.
func TestRivalsAreCompared(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	g, tn := s.Game(2, 1), s.State("spring-cup")
	record := func(moves string) string {
		return "(;SZ[19]PB[" + tn.NameOf(g.Black) + "]PW[" + tn.NameOf(g.White) + "]" + moves + ")"
	}
	second := record(";B[pd];W[dd];B[qq]")
	at := s.SeeOther(s.Upload("/desk/spring-cup/round/2/records", "round 2.zip", packed(s,
		[2]string{"black.sgf", record(";B[pd];W[dp]")}, [2]string{"white.sgf", second}, [2]string{"none.sgf", "(;PB[kettu99]PW[susi];B[pd])"})))
	doc := s.Page(s.Get(at), http.StatusOK)
	link := doc.Find(`main a[href="` + at + `/1/0"]`)
	if link.Length() != 1 || doc.Find(`main a[href="`+at+`/0/1"]`).Length() != 1 {
		t.Fatalf("the preview leads to no comparison: %s", sitetest.Text(doc, "main"))
	}
	doc = s.Page(s.Get(at+"/1/0"), http.StatusOK)
	got := sitetest.Text(doc, "main")
	for _, want := range []string{"They differ from move 2 on", "black.sgf 2 moves", "white.sgf 3 moves", "2 White D4", "2 White D16"} {
		if !strings.Contains(got, want) {
			t.Errorf("the comparison lacks %q: %s", want, got)
		}
	}
	for _, no := range []string{"/0/0", "/0/2", "/2/0", "/0/9", "/x/0", "/1/-1"} {
		if got := s.Get(at + no); got.StatusCode != http.StatusNotFound {
			t.Errorf("%s answers %s", no, got.Status)
		}
	}
	button := doc.Find("main form button").Last()
	s.SeeOther(s.Post(at, url.Values{button.AttrOr("name", ""): {button.AttrOr("value", "")}}))
	if got := s.Game(2, 1).Record; got != gamerecord.Hash(second) {
		t.Errorf("the game has the record %q", got)
	}
}
