package record_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"tourney/internal/testkit/sitetest"
)

func TestPlayingIn(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	_, at := s.GameAt(2, 3) // two handicap stones: White begins
	desk := "/desk/spring-cup" + at
	doc := s.Page(s.Get(desk), http.StatusOK)
	if doc.Find("#play .stones .b").Length() != 2 || !strings.HasPrefix(sitetest.Text(doc, ".turn"), "White to play, move 1") {
		t.Errorf("the board begins with %q", sitetest.Text(doc, ".turn"))
	}
	step := func(status int, do, moves, point string) (after, fault string) {
		t.Helper()
		doc := s.Page(s.Post(desk+"/play", url.Values{"do": {do}, "moves": {moves}, "at": {point}}), status)
		after, _ = doc.Find("#play input[name=moves]").Attr("value")
		return after, sitetest.Text(doc, "#play .wrong")
	}
	moves := ""
	for _, point := range []string{"D16", "q3", "dc"} {
		moves, _ = step(http.StatusOK, "move", moves, point)
	}
	if moves != "ddpqdc" {
		t.Errorf("after three moves the form holds %q", moves)
	}
	for _, point := range []string{"Rd", "RD", "rD", "rd", "s16"} {
		if after, fault := step(http.StatusOK, "move", moves, point); after != moves+"rd" || fault != "" {
			t.Errorf("%s leads to %q and says %q", point, after, fault)
		}
	}
	for point, want := range map[string]string{
		"D16": "D16: There is already a stone on this point.", "Z99": "“Z99” isn't a point of this board. Write it like D4, or click the board.",
	} {
		if after, fault := step(http.StatusUnprocessableEntity, "move", moves, point); fault != want || after != moves {
			t.Errorf("%s leads to %q and says %q", point, after, fault)
		}
	}
	if doc := s.Page(s.Post(desk+"/play", url.Values{"moves": {moves}, "at": {"D16"}}, "Accept-Language", "fi"), http.StatusUnprocessableEntity); !strings.HasPrefix(sitetest.Text(doc, "#play .wrong"), "D16: Tässä pisteessä on jo kivi") {
		t.Errorf("in Finnish: %q", sitetest.Text(doc, "#play .wrong"))
	}
	if after, _ := step(http.StatusOK, "undo", moves, ""); after != "ddpq" {
		t.Errorf("undo leads to %q", after)
	}
	passed, _ := step(http.StatusOK, "pass", moves, "")
	for _, bad := range []string{"dd?", "!!", strings.Repeat("aa", 5000)} {
		s.Page(s.Post(desk+"/play", url.Values{"moves": {bad}, "at": {"D16"}}), http.StatusUnprocessableEntity)
	}
	if got := s.Post(desk+"/play", url.Values{"do": {"save"}, "moves": {passed}}); got.StatusCode != http.StatusSeeOther {
		t.Fatalf("saving answers %d", got.StatusCode)
	}
	record := s.Body(s.Get("/t/spring-cup" + at + "/record"))
	if !strings.Contains(record, "HA[2]AB[pd][dp]") || !strings.Contains(record, ";W[dd]\n;B[pq]\n;W[dc]\n;B[]") {
		t.Errorf("the record is %s", record)
	}
	if got := sitetest.Text(s.Page(s.Get(desk), http.StatusOK), ".findings li"); got != "" {
		t.Errorf("what was played in here is found to be %q", got)
	}
}

// If Black places the handicap stones freely, they are the first moves on the board and
// set-up stones in the record.
func TestPlacingHandicapStones(t *testing.T) {
	s := newSite(t)
	s.cupBy("chinese")
	_, at := s.GameAt(2, 3) // two handicap stones
	desk := "/desk/spring-cup" + at
	doc := s.Page(s.Get(desk), http.StatusOK)
	if got := sitetest.Text(doc, ".turn"); doc.Find("#play .stones circle").Length() != 0 || !strings.HasPrefix(got, "Black places handicap stone 1 of 2") {
		t.Errorf("the board begins with %q", got)
	}
	for _, tt := range []struct {
		do, moves, point, after, turn, fault string
		status                               int
	}{
		{"move", "", "C3", "cq", "Black places handicap stone 2 of 2", "", 200},
		{"move", "cq", "C3", "cq", "Black places handicap stone 2 of 2", "C3: There is already a stone on this point.", 422},
		{"pass", "cq", "", "cq", "Black places handicap stone 2 of 2", "Black places handicap stone 2 of 2", 422},
		{"undo", "cq", "", "", "Black places handicap stone 1 of 2", "", 200},
		{"move", "cq", "K10", "cqjj", "White to play, move 1", "", 200},
		{"move", "cqjj", "K10", "cqjj", "White to play, move 1", "K10: There is already a stone on this point.", 422},
		{"move", "cqjj", "D16", "cqjjdd", "Black to play, move 2", "", 200},
		{"pass", "cqjjdd", "", "cqjjdd--", "White to play, move 3", "", 200},
	} {
		s.Run(strings.TrimSpace(tt.do+" "+tt.point+" after "+tt.moves), func(t *testing.T) {
			doc := s.Page(s.Post(desk+"/play", url.Values{"do": {tt.do}, "moves": {tt.moves}, "at": {tt.point}}), tt.status)
			after, _ := doc.Find("#play input[name=moves]").Attr("value")
			if got := sitetest.Text(doc, ".turn"); after != tt.after || !strings.HasPrefix(got, tt.turn) || sitetest.Text(doc, "#play .wrong") != tt.fault {
				t.Errorf("%s %s after %q: %q, %q, %q", tt.do, tt.point, tt.moves, after, got, sitetest.Text(doc, "#play .wrong"))
			}
		})
	}
	s.Page(s.Post(desk+"/play", url.Values{"do": {"move"}, "moves": {"--"}, "at": {"D4"}}), http.StatusUnprocessableEntity)
	s.Post(desk+"/play", url.Values{"do": {"save"}, "moves": {"cqjjdd--"}})
	if record := s.Body(s.Get("/t/spring-cup" + at + "/record")); !strings.Contains(record, "HA[2]AB[cq][jj]\n;W[dd]\n;B[]") {
		t.Errorf("the record is %s", record)
	}
	if got := sitetest.Text(s.Page(s.Get(desk), http.StatusOK), ".findings li"); got != "" {
		t.Errorf("what was played in here is found to be %q", got)
	}
}

// The board explains passes at the end by the rules of the tournament, and refuses moves after the end.
func TestPassesAtTheEnd(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	for _, tt := range []struct{ rules, moves, said, refused string }{
		{"japanese", "dd--", "", ""},
		{"japanese", "dd----", "Both have passed: the game is over. Save the record to mark dead stones.", "Both have passed: the game is over. Save the record to mark dead stones."},
		{"aga", "dd----", "Both have passed, but under these rules White still has to pass.", ""},
		{"aga", "dd------", "Both have passed. Save the record to mark dead stones. If the players disagree about them, play on.", ""},
		{"aga", "dddp----", "Both have passed. Save the record to mark dead stones. If the players disagree about them, play on.", ""},
		{"aga", "dddp--------", "The game has ended. All stones on the board live.", "The game has ended. All stones on the board live."},
		{"leaflet", "dddp----pppd----", "Both have passed. Save the record to mark dead stones. If the players disagree about them, play on.", ""},
		{"leaflet", "dddp----pp--pd--pj----", "Both have passed, but under these rules White still has to pass.", ""},
		{"tromp-taylor", "dddp----", "The game has ended. All stones on the board live.", "The game has ended. All stones on the board live."},
	} {
		t.Run(tt.rules+" "+tt.moves, func(t *testing.T) {
			s := newSite(t)
			s.cupBy(tt.rules)
			_, at := s.GameAt(2, 2) // without handicap stones
			doc := s.Page(s.Post("/desk/spring-cup"+at+"/play", url.Values{"do": {"pass"}, "moves": {tt.moves[:len(tt.moves)-2]}}), http.StatusOK)
			if got := sitetest.Text(doc, "#play .said"); got != tt.said {
				t.Errorf("the board says %q, want %q", got, tt.said)
			}
			status := map[bool]int{true: http.StatusOK, false: http.StatusUnprocessableEntity}[tt.refused == ""]
			doc = s.Page(s.Post("/desk/spring-cup"+at+"/play", url.Values{"do": {"move"}, "moves": {tt.moves}, "at": {"K10"}}), status)
			if got := sitetest.Text(doc, "#play .wrong"); got != tt.refused {
				t.Errorf("a move after it is refused: %q, want %q", got, tt.refused)
			}
		})
	}
}

// After a disagreement the game continues from the end of its record, which keeps that end with its dead stones. The
// page names an owed turn, and the count stays the same.
func TestPlayingOn(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	snapshot, err := s.Director.Snapshot(t.Context(), "spring-cup")
	s.Check(err)
	settings := snapshot.Tournament.Settings
	settings.Rules, settings.Size = "leaflet", 9
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").SetUp(t.Context(), snapshot.Tournament.Info, settings))
	_, at := s.GameAt(2, 2)
	desk := "/desk/spring-cup" + at
	wall := "(;SZ[9]KM[6.5]RE[W+16.5]"
	for i, row := range "abcdefghi" {
		wall += ";B[d" + string(row) + "]"
		if i == 4 {
			wall += ";W[bb]" // a stone in Black's territory
		} else {
			wall += ";W[e" + string(row) + "]"
		}
	}
	s.SeeOther(s.Post(desk, url.Values{"text": {wall + ";B[];W[ee];B[];W[])"}}))
	count := func() string { return sitetest.Text(s.Page(s.Get(desk), http.StatusOK), "form.take button") }
	form := url.Values{"do": {"decide"}, "dead": {"bb"}}
	form.Set("record", s.Page(s.Get(desk), http.StatusOK).Find("#dead [name=record]").AttrOr("value", ""))
	s.SeeOther(s.Post(desk+"/dead", form))
	before := count()
	doc := s.Page(s.Get(desk), http.StatusOK)
	if doc.Find(`a[href="`+desk+`/on"]`).Length() != 1 {
		t.Fatalf("the page of the record leads to no more moves")
	}
	kept, _ := s.GameAt(2, 2)
	step := func(do, moves, point string) (after, said string) {
		t.Helper()
		doc := s.Page(s.Post(desk+"/on/play", url.Values{"do": {do}, "moves": {moves}, "at": {point}, "from": {kept.Record}}), http.StatusOK)
		if got := doc.Find("#play input[name=from]").AttrOr("value", ""); got != kept.Record {
			t.Errorf("the form goes on from %.8s, want %.8s", got, kept.Record)
		}
		return doc.Find("#play input[name=moves]").AttrOr("value", ""), sitetest.Text(doc, "#play .said")
	}
	if got := sitetest.Text(s.Page(s.Get(desk+"/on"), http.StatusOK), ".turn"); !strings.HasPrefix(got, "Black to play, move 23") {
		t.Errorf("the board begins with %q", got)
	}
	moves := ""
	for _, m := range []string{"ab", "", "ba", "", "cb", "", "bc", "", ""} { // White passes, four stones take the one
		do := "move"
		if m == "" {
			do = "pass"
		}
		moves, _ = step(do, moves, m)
	}
	if _, said := step("move", moves, "ii"); moves != "ab--ba--cb--bc----" || said != "" {
		t.Errorf("after %q the board says %q", moves, said)
	}
	save := url.Values{"do": {"save"}, "from": {kept.Record}}
	s.Page(s.Post(desk+"/on/play", save), http.StatusUnprocessableEntity) // without a move
	save.Set("moves", moves)
	s.SeeOther(s.Post(desk+"/on/play", save))
	if record := s.Body(s.Get("/t/spring-cup" + at + "/record")); strings.Contains(record, "RE[") || !strings.Contains(record, "W[]MA[bb]\n;B[ab]\n;W[]") {
		t.Errorf("the record is %s", record)
	}
	doc = s.Page(s.Get(desk), http.StatusOK)
	if got := sitetest.Text(doc, ".findings"); !strings.Contains(got, "The players resumed the game") || !strings.Contains(got, "White still had to pass") {
		t.Errorf("found %q", got)
	}
	form.Set("record", doc.Find("#dead [name=record]").AttrOr("value", ""))
	form.Del("dead")
	s.SeeOther(s.Post(desk+"/dead", form))
	if after := count(); after != before || before == "" {
		t.Errorf("played on the count is %q, before it was %q", after, before)
	}
	// Moves after one record are not added to another: the form sent twice, or on two phones.
	now, _ := s.GameAt(2, 2)
	for _, do := range []string{"save", "pass", "undo"} {
		save.Set("do", do)
		s.Page(s.Post(desk+"/on/play", save), http.StatusConflict)
	}
	if after, _ := s.GameAt(2, 2); after.Record != now.Record {
		t.Errorf("saved twice, the record is %s", s.Body(s.Get("/t/spring-cup"+at+"/record")))
	}
}
