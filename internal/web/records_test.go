package web

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/google/go-cmp/cmp"

	"tourney/internal/director"
	"tourney/internal/exchange"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
	"tourney/internal/web/webtest"
)

// gameAt returns the desk's address of a game of the cup.
func (s *testSite) gameAt(round, table int) (*tournament.Game, string) {
	s.t.Helper()
	snapshot, err := s.director.Snapshot(s.t.Context(), "spring-cup")
	s.check(err)
	g := snapshot.Tournament.Round(round).At(table)
	return g, "/games/" + strconv.Itoa(g.ID)
}

// decide ticks one dead chain of a game and saves.
func (s *testSite) decide(round, table int, dead string) *http.Response {
	g, at := s.gameAt(round, table)
	return s.post("/desk/spring-cup"+at+"/dead", url.Values{"record": {g.Record}, "do": {"decide"}, "dead": {dead}})
}

func TestRecordFromUploadToResult(t *testing.T) {
	s := newSite(t)
	s.cup()
	s.login()
	_, at := s.gameAt(2, 2)
	desk, public := "/desk/spring-cup"+at, "/t/spring-cup"+at
	if doc := s.page(s.get(public), http.StatusOK); text(doc, ".empty") != "This game has no record yet." {
		t.Errorf("without a record the page says %q", text(doc, "main"))
	}
	if got := s.upload(desk, "game.sgf", []byte(webtest.CountedRecord())); got.StatusCode != http.StatusSeeOther {
		t.Fatalf("the upload answers %d: %s", got.StatusCode, s.body(got))
	}
	doc := s.page(s.get(desk), http.StatusOK)
	if got := text(doc, ".fine"); got != "Every move is legal. Rules: Japanese." {
		t.Errorf("verdict %q", got)
	}
	if doc.Find(".take").Length() > 0 || doc.Find("[data-dead] input[value=qq]").Length() != 1 {
		t.Error("before the dead stones are decided a result is offered, or the dead stone is not")
	}
	doc = s.page(s.decide(2, 2, "aa"), http.StatusUnprocessableEntity)
	if got := text(doc, ".banner.error"); got != "There is no stone on A19." {
		t.Errorf("an empty point is told %q", got)
	}
	s.page(s.decide(2, 2, "?!"), http.StatusUnprocessableEntity)
	s.page(s.post(desk+"/dead", url.Values{"dead": {"qq"}, "record": {"of another game"}}), http.StatusConflict)
	if got := s.decide(2, 2, "qq"); got.StatusCode != http.StatusSeeOther {
		t.Fatalf("deciding answers %d", got.StatusCode)
	}
	doc = s.page(s.get(desk), http.StatusOK)
	doc.Find(".vh").Remove()
	// Black 10 columns, White 7 and a prisoner with its point, komi.
	if got := text(doc, ".count tbody"); got != "Territory 190 133 Captured stones 0 0 Dead stones on the board 0 1 Komi 6.5 Total 190 140.5" {
		t.Errorf("count %q", got)
	}
	seen, _ := doc.Find(".take input[name=seen]").Attr("value")
	s.page(s.post(desk+"/result", url.Values{"seen": {"x"}}), http.StatusConflict)
	if got := s.post(desk+"/result", url.Values{"seen": {seen}}); got.StatusCode != http.StatusSeeOther {
		t.Fatalf("taking the result answers %d", got.StatusCode)
	}
	g, _ := s.gameAt(2, 2)
	if g.Result.String() != "B+49.5" || !strings.HasPrefix(g.EnteredBy, "Anna") {
		t.Errorf("the result is %s by %s", g.Result, g.EnteredBy)
	}
	doc = s.page(s.get(public), http.StatusOK)
	if doc.Find("svg.board").Length() != 2 || doc.Find(".own rect").Length() < 300 || doc.Find(".moves li").Length() != 41 {
		t.Error("the public page lacks boards, territory or moves")
	}
	if got := text(doc, "h1"); got != "Round 2 · Table 2" {
		t.Errorf("heading %q", got)
	}
	if doc := s.page(s.get("/t/spring-cup/round/2"), http.StatusOK); doc.Find("a[href$='"+at+"']").Length() != 1 {
		t.Error("the round does not lead to the record")
	}
	log := text(s.page(s.get("/desk/spring-cup/log"), http.StatusOK), "main")
	for _, want := range []string{"added the game record", "decided the dead stones"} {
		if !strings.Contains(log, want) {
			t.Errorf("the log does not say that somebody %s", want)
		}
	}
	if got := s.post(desk+"/remove", url.Values{}); got.StatusCode != http.StatusSeeOther {
		t.Errorf("removing answers %d", got.StatusCode)
	}
	if g, _ := s.gameAt(2, 2); g.Record != "" || g.Dead != "" || !g.Result.Known() {
		t.Errorf("after removing the record the game is %+v", g)
	}
}

func TestRecordIsSentAsAFile(t *testing.T) {
	s := newSite(t)
	s.cup()
	s.login()
	_, at := s.gameAt(1, 1)
	const record = "(;GM[1]SZ[9]PB[<script>alert(1)</script>];B[ee]C[<img src=x onerror=alert(2)>])"
	if got := s.post("/desk/spring-cup"+at, url.Values{"text": {record}}); got.StatusCode != http.StatusSeeOther {
		t.Fatalf("pasting answers %d", got.StatusCode)
	}
	got := s.get("/t/spring-cup" + at + "/record")
	if body := s.body(got); body != record {
		t.Errorf("the file holds %q", body)
	}
	for header, want := range map[string]string{
		"Content-Disposition": "attachment; filename=spring-cup-1-1.sgf", "Content-Type": "application/x-go-sgf",
		"X-Content-Type-Options": "nosniff", "Content-Security-Policy": "sandbox; default-src 'none'",
	} {
		if got := got.Header.Get(header); got != want {
			t.Errorf("%s is %q, want %q", header, got, want)
		}
	}
	for _, path := range []string{"/t/spring-cup" + at, "/desk/spring-cup" + at} {
		doc := s.page(s.get(path), http.StatusOK)
		if n := doc.Find("script:not([src]), main img, [onerror]").Length(); n > 0 {
			t.Errorf("%s carries %d things to execute", path, n)
		}
		if !strings.Contains(doc.Find(".findings").Text(), "<script>alert(1)</script>") {
			t.Errorf("%s does not say whose name differs", path)
		}
	}
	s.page(s.get("/t/spring-cup/games/99999"), http.StatusNotFound)
	_, none := s.gameAt(1, 2)
	s.page(s.get("/t/spring-cup"+none+"/record"), http.StatusNotFound)
	_, draft := s.gameAt(3, 1)
	s.page(s.get("/t/spring-cup"+draft), http.StatusNotFound)
}

// The comments of a record are beside its replay, as text and up to a limit.
func TestCommentsOfARecord(t *testing.T) {
	s := newSite(t)
	s.cup()
	s.login()
	_, at := s.gameAt(1, 1)
	const record = "(;GM[1]SZ[19]GC[A club game]C[Before <b>the</b> game];B[pd]N[Opening]TE[1]LB[dd:A][pp:BCDE]TR[pd]C[Look:\n<img src=x onerror=alert(1)>](;W[dd])(;W[dp]DO[]C[What if?\\]]))"
	if got := s.post("/desk/spring-cup"+at, url.Values{"text": {record}}); got.StatusCode != http.StatusSeeOther {
		t.Fatalf("pasting answers %d", got.StatusCode)
	}
	for _, path := range []string{"/t/spring-cup" + at, "/desk/spring-cup" + at} {
		doc := s.page(s.get(path), http.StatusOK)
		var got []string
		doc.Find(".comments li").Each(func(_ int, li *goquery.Selection) {
			got = append(got, li.AttrOr("data-said", "")+": "+strings.Join(strings.Fields(li.Text()), " "))
		})
		want := []string{
			"0: Before the game A club game Before <b>the</b> game", "1: 1 Q16 Opening good move Look: <img src=x onerror=alert(1)>",
			"3: 2 D4 variation doubtful move What if?]",
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", path, diff)
		}
		if doc.Find(".comments img, .comments b b, .comments p *").Length() > 0 {
			t.Errorf("%s takes a comment for markup", path)
		}
		if steps, _ := doc.Find("[data-replay]").Attr("data-replay"); !strings.Contains(steps, `"k":["ddA","ppBCD","pd△"]`) {
			t.Errorf("%s: the marks are not in %s", path, steps)
		}
		if got := text(doc, ".moves li:first-child .said"); got != "…" {
			t.Errorf("%s: the first move is marked %q", path, got)
		}
	}
	long := "(;SZ[19]" + strings.Repeat(";B[]C["+strings.Repeat("ä", 6000)+"]", 80) + ")"
	if got := s.upload("/desk/spring-cup"+at, "game.sgf", []byte(long)); got.StatusCode != http.StatusSeeOther {
		t.Fatalf("pasting answers %d", got.StatusCode)
	}
	doc := s.page(s.get("/t/spring-cup"+at), http.StatusOK)
	said := doc.Find(".comments p")
	const most = 128 << 10 // bytes of all comments together
	if n := len(said.Text()); n > most+1000 || n < most/2 || !strings.HasSuffix(said.First().Text(), "ä…") {
		t.Errorf("the page shows %d bytes of comments", n)
	}
}

// A file with several games offers a choice.
func TestOneOfSeveralGames(t *testing.T) {
	s := newSite(t)
	s.cup()
	s.login()
	_, at := s.gameAt(2, 2)
	const file = "(;GM[1]SZ[19]PB[Aho]PW[Dvořák <b>]DT[2026-05-02]RE[B+R];B[dd];W[pp])\n(;GM[3])(;GM[1]SZ[19]PB[]PW[\\]x];B[qq])"
	for _, send := range []func() *http.Response{
		func() *http.Response { return s.upload("/desk/spring-cup"+at, "game.sgf", []byte(file)) },
		func() *http.Response { return s.post("/desk/spring-cup"+at, url.Values{"text": {file}}) },
	} {
		doc := s.page(send(), http.StatusUnprocessableEntity)
		if got := text(doc, ".banner.error"); got != "The file holds 3 games. Which one is it?" {
			t.Errorf("told %q", got)
		}
		doc.Find(".vh").Remove()
		if got := text(doc, ".choices"); got != "1 Aho Dvořák <b> 2 moves · B+R · 2026-05-02 2 – ]x 1 move" {
			t.Errorf("the choices are %q", got)
		}
		chosen, _ := doc.Find(".choices input[name=text]").First().Attr("value")
		if got := s.post("/desk/spring-cup"+at, url.Values{"text": {chosen}}); got.StatusCode != http.StatusSeeOther {
			t.Fatalf("choosing answers %d", got.StatusCode)
		}
		doc = s.page(s.get("/t/spring-cup"+at), http.StatusOK)
		if got := text(doc, ".moves ol"); !strings.HasSuffix(got, "Q4") || doc.Find(".moves li").Length() != 2 {
			t.Errorf("the game taken has the moves %q", got)
		}
	}
	snapshot, err := s.director.Snapshot(t.Context(), "spring-cup")
	s.check(err)
	g, _ := s.gameAt(2, 3)
	token, err := s.director.GameToken(t.Context(), snapshot.Tournament, g)
	s.check(err)
	link := "/t/spring-cup/report/" + token
	doc := s.page(s.upload(link, "game.sgf", []byte(file)), http.StatusUnprocessableEntity)
	form := doc.Find(".choices form").Last()
	if form.AttrOr("action", "") != link || form.AttrOr("enctype", "") != "multipart/form-data" {
		t.Errorf("players choose by %q", form.AttrOr("action", ""))
	}
	many := s.page(s.upload(link, "game.sgf", []byte(strings.Repeat("(;GM[1];B[aa])", 5000))), http.StatusUnprocessableEntity)
	if n := many.Find(".choices li").Length(); n == 0 || n > 200 {
		t.Errorf("of very many games %d are to choose from", n)
	}
}

func TestHostileRecords(t *testing.T) {
	s := newSite(t)
	s.cup()
	s.login()
	_, at := s.gameAt(1, 1)
	desk := "/desk/spring-cup" + at
	moves := strings.Repeat(";B[aa];W[bb]", 500_000)
	for name, tt := range map[string]struct {
		data   string
		status int
		says   string
	}{
		"200 MB":             {strings.Repeat(" ", 200<<20), http.StatusRequestEntityTooLarge, "too much at once"},
		"more than a record": {"(;" + strings.Repeat("C[a]", tournament.MostRecordBytes/3) + ")", http.StatusUnprocessableEntity, "too many for a game record"},
		"a million moves":    {"(;SZ[19]" + moves + ")", http.StatusRequestEntityTooLarge, "too much at once"},
		"thousands of moves": {"(;SZ[19]" + moves[:60_000] + ")", http.StatusUnprocessableEntity, "moves"},
		"size 60":            {"(;GM[1]SZ[60];B[aa])", http.StatusUnprocessableEntity, "The board size cannot be read or played on: 60."},
		"a larger board":     {webtest.SetUpHeavyRecord("52", "aa:ZZ"), http.StatusUnprocessableEntity, "a board of 52 × 52; the game is on 19 × 19, and a larger"},
		"one line larger":    {"(;SZ[19:20];B[aa])", http.StatusUnprocessableEntity, "a board of 19 × 20"},
		"another game":       {"(;GM[3]SZ[8])", http.StatusUnprocessableEntity, "not a record of a game of Go"},
		"nothing":            {"", http.StatusUnprocessableEntity, ""},
		"a picture":          {"\x89PNG\r\n\x1a\n\x00\x00", http.StatusUnprocessableEntity, "no game in this text"},
		"two games":          {"(;GM[1])(;GM[1])", http.StatusUnprocessableEntity, "The file holds 2 games. Which one"},
		"no board":           {"(;GM[1]SZ[0:0])", http.StatusUnprocessableEntity, "board size"},
	} {
		got := s.upload(desk, "game.sgf", []byte(tt.data))
		if name == "200 MB" && got.StatusCode == tt.status {
			continue
		}
		doc := s.page(got, tt.status)
		if said := text(doc, ".banner.error"); !strings.Contains(said, tt.says) || said == "" {
			t.Errorf("%s is told %q", name, said)
		}
	}
	for name, record := range map[string]string{
		"100,000 nested variations": "(;SZ[19]" + strings.Repeat("(;B[aa]", 100_000) + strings.Repeat(")", 100_001),
		"variations side by side":   "(;SZ[19]" + strings.Repeat("(;B[aa];W[bb])", 50_000) + ")",
		"stones on stones":          webtest.SetUpHeavyRecord("19", "aa:ss"),
		"stones off the board":      "(;SZ[9];B[ss];W[zz];B[Zz])",
		"cut":                       "(;SZ[9];B[aa",
	} {
		if got := s.upload(desk, "game.sgf", []byte(record)); got.StatusCode != http.StatusSeeOther && got.StatusCode != http.StatusUnprocessableEntity {
			t.Errorf("%s answers %d", name, got.StatusCode)
			continue
		}
		doc := s.page(s.get("/t/spring-cup"+at), http.StatusOK)
		if script, _ := doc.Find("[data-replay]").Attr("data-replay"); len(script) > 1<<20 {
			t.Errorf("%s: the page carries %d bytes of replay", name, len(script))
		}
	}
}

// A record of a larger board than the game's, as a file or earlier settings may
// leave one, is shown without being replayed.
func TestRecordOfALargerBoard(t *testing.T) {
	s := newSite(t)
	tn := s.cup()
	s.login()
	_, at := s.gameAt(1, 1)
	if got := s.upload("/desk/spring-cup"+at, "game.sgf", []byte("(;SZ[13];B[aa];W[mm])")); got.StatusCode != http.StatusSeeOther {
		t.Fatalf("a record of a smaller board answers %d", got.StatusCode)
	}
	if doc := s.page(s.get("/t/spring-cup"+at), http.StatusOK); doc.Find("[data-replay]").Length() != 1 || doc.Find(".moves li").Length() != 2 {
		t.Error("a record of a smaller board is not replayed")
	}
	settings := tn.Settings
	settings.Size = 9
	s.check(s.director.On(anna, "spring-cup").SetUp(t.Context(), tn.Info, settings))
	doc := s.page(s.get("/t/spring-cup"+at), http.StatusOK)
	if doc.Find("[data-replay]").Length() != 0 || doc.Find("svg.board").Length() == 0 {
		t.Error("a record of a larger board is replayed, or its position is not shown")
	}
	if got := text(doc, ".findings"); !strings.Contains(got, "The record is of a board of 13 × 13, the game is on 9 × 9.") {
		t.Errorf("the page says %q", got)
	}
}

// The source of the result is named: the count once stones are marked, else the record.
func TestSourceOfResultIsNamed(t *testing.T) {
	for _, tt := range []struct{ name, record, want string }{
		{"says who won", "(;SZ[9]RE[B+R];B[ee];W[cc])", "By the record:"},
		{"says by how much", "(;SZ[9]KM[6.5]RE[B+2];B[ee];W[];B[])", "By the record:"},
		{"is counted", "(;SZ[9]KM[6.5]RE[B+2];B[ee];W[];B[]TB[aa])", "By the count:"},
		{"resigned, yet marked", "(;SZ[9]KM[6.5]RE[W+R];B[ee];W[];B[]TB[aa])", "By the record:"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := newSite(t)
			s.cup()
			s.login()
			_, at := s.gameAt(1, 1)
			s.upload("/desk/spring-cup"+at, "game.sgf", []byte(tt.record))
			if got := text(s.page(s.get("/t/spring-cup"+at), http.StatusOK), ".gives"); !strings.HasPrefix(got, tt.want) {
				t.Errorf("the page says %q, want %q", got, tt.want)
			}
		})
	}
}

func TestPlayingIn(t *testing.T) {
	s := newSite(t)
	s.cup()
	s.login()
	_, at := s.gameAt(2, 3) // two handicap stones: White begins
	desk := "/desk/spring-cup" + at
	doc := s.page(s.get(desk), http.StatusOK)
	if doc.Find("#play .stones .b").Length() != 2 || !strings.HasPrefix(text(doc, ".turn"), "White to play, move 1") {
		t.Errorf("the board begins with %q", text(doc, ".turn"))
	}
	step := func(status int, do, moves, point string) (after, fault string) {
		t.Helper()
		doc := s.page(s.post(desk+"/play", url.Values{"do": {do}, "moves": {moves}, "at": {point}}), status)
		after, _ = doc.Find("#play input[name=moves]").Attr("value")
		return after, text(doc, "#play .wrong")
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
		"D16": "D16: There is already a stone on this point.", "Z99": "“Z99” isn't a point of this board. Write it like Q16, or click the board.",
	} {
		if after, fault := step(http.StatusUnprocessableEntity, "move", moves, point); fault != want || after != moves {
			t.Errorf("%s leads to %q and says %q", point, after, fault)
		}
	}
	if doc := s.page(s.post(desk+"/play", url.Values{"moves": {moves}, "at": {"D16"}}, "Accept-Language", "fi"), http.StatusUnprocessableEntity); !strings.HasPrefix(text(doc, "#play .wrong"), "D16: Tässä pisteessä on jo kivi") {
		t.Errorf("in Finnish: %q", text(doc, "#play .wrong"))
	}
	if after, _ := step(http.StatusOK, "undo", moves, ""); after != "ddpq" {
		t.Errorf("undo leads to %q", after)
	}
	passed, _ := step(http.StatusOK, "pass", moves, "")
	for _, bad := range []string{"dd?", "!!", strings.Repeat("aa", 5000)} {
		s.page(s.post(desk+"/play", url.Values{"moves": {bad}, "at": {"D16"}}), http.StatusUnprocessableEntity)
	}
	if got := s.post(desk+"/play", url.Values{"do": {"save"}, "moves": {passed}}); got.StatusCode != http.StatusSeeOther {
		t.Fatalf("saving answers %d", got.StatusCode)
	}
	record := s.body(s.get("/t/spring-cup" + at + "/record"))
	if !strings.Contains(record, "HA[2]AB[pd][dp]") || !strings.Contains(record, ";W[dd]\n;B[pq]\n;W[dc]\n;B[]") {
		t.Errorf("the record is %s", record)
	}
	if got := text(s.page(s.get(desk), http.StatusOK), ".findings li"); got != "" {
		t.Errorf("what was played in here is found to be %q", got)
	}
}

// If Black places the handicap stones freely, they are the first moves on the board and
// set-up stones in the record.
func TestPlacingHandicapStones(t *testing.T) {
	s := newSite(t)
	s.cup()
	s.login()
	snapshot, err := s.director.Snapshot(t.Context(), "spring-cup")
	s.check(err)
	settings := snapshot.Tournament.Settings
	settings.Rules = "chinese"
	s.check(s.director.On(anna, "spring-cup").SetUp(t.Context(), snapshot.Tournament.Info, settings))
	_, at := s.gameAt(2, 3) // two handicap stones
	desk := "/desk/spring-cup" + at
	doc := s.page(s.get(desk), http.StatusOK)
	if got := text(doc, ".turn"); doc.Find("#play .stones circle").Length() != 0 || !strings.HasPrefix(got, "Black places handicap stone 1 of 2") {
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
		doc := s.page(s.post(desk+"/play", url.Values{"do": {tt.do}, "moves": {tt.moves}, "at": {tt.point}}), tt.status)
		after, _ := doc.Find("#play input[name=moves]").Attr("value")
		if got := text(doc, ".turn"); after != tt.after || !strings.HasPrefix(got, tt.turn) || text(doc, "#play .wrong") != tt.fault {
			t.Errorf("%s %s after %q: %q, %q, %q", tt.do, tt.point, tt.moves, after, got, text(doc, "#play .wrong"))
		}
	}
	s.page(s.post(desk+"/play", url.Values{"do": {"move"}, "moves": {"--"}, "at": {"D4"}}), http.StatusUnprocessableEntity)
	s.post(desk+"/play", url.Values{"do": {"save"}, "moves": {"cqjjdd--"}})
	if record := s.body(s.get("/t/spring-cup" + at + "/record")); !strings.Contains(record, "HA[2]AB[cq][jj]\n;W[dd]\n;B[]") {
		t.Errorf("the record is %s", record)
	}
	if got := text(s.page(s.get(desk), http.StatusOK), ".findings li"); got != "" {
		t.Errorf("what was played in here is found to be %q", got)
	}
}

func TestLinkOnTheSlip(t *testing.T) {
	s := newSite(t)
	tn := s.cup()
	snapshot, err := s.director.Snapshot(t.Context(), "spring-cup")
	s.check(err)
	g, at := s.gameAt(2, 2)
	token, err := s.director.GameToken(t.Context(), snapshot.Tournament, g)
	s.check(err)
	link := "/t/spring-cup/report/" + token
	if got := text(s.page(s.get(link), http.StatusOK), "h1"); got != "Round 2 · Table 2" {
		t.Errorf("the link leads to %q", got)
	}
	for _, wrong := range []string{token[:len(token)-1], token + "0", "1" + token, "x", strconv.Itoa(g.ID) + "-"} {
		s.page(s.get("/t/spring-cup/report/"+wrong), http.StatusNotFound)
		s.page(s.post("/t/spring-cup/report/"+wrong, url.Values{"text": {webtest.CountedRecord()}}), http.StatusNotFound)
	}
	doc := s.page(s.post(link, url.Values{"text": {"no record"}}), http.StatusUnprocessableEntity)
	if text(doc, "textarea") != "no record" || text(doc, ".banner.error") == "" {
		t.Error("a refused text does not come back with the reason")
	}
	s.page(s.post(link+"/play", url.Values{"do": {"move"}, "at": {"Q16"}}), http.StatusOK)
	if got := s.post(link, url.Values{"text": {webtest.CountedRecord()}}); got.StatusCode != http.StatusSeeOther {
		t.Fatalf("handing in answers %d", got.StatusCode)
	}
	doc = s.page(s.post(link, url.Values{"text": {"(;SZ[9];B[aa])"}}), http.StatusConflict)
	if got := text(doc, ".banner.error"); !strings.HasPrefix(got, "This game already has a record.") {
		t.Errorf("a second record is told %q", got)
	}
	s.login()
	if doc := s.page(s.get("/desk/spring-cup/print/slips/2"), http.StatusOK); doc.Find(".slip .code small").Length() != 4 {
		t.Error("the slips do not offer to hand in records")
	}
	settings := tn.Settings
	settings.DeskRecords = true
	s.check(s.director.On(anna, "spring-cup").SetUp(t.Context(), tn.Info, settings))
	s.page(s.get(link), http.StatusForbidden)
	if doc := s.page(s.get("/desk/spring-cup/print/slips/2"), http.StatusOK); doc.Find(".slip .code small").Length() != 0 {
		t.Error("the slips offer what is switched off")
	}
	if doc := s.page(s.get("/t/spring-cup"+at), http.StatusOK); doc.Find("svg.board").Length() == 0 {
		t.Error("the record is not shown")
	}
}

// Players report the result by the link if the settings allow it. The desk sees it at
// once as theirs, and decides between contradicting reports.
func TestPlayersReportTheResult(t *testing.T) {
	s := newSite(t)
	tn := s.cup()
	snapshot, err := s.director.Snapshot(t.Context(), "spring-cup")
	s.check(err)
	g, _ := s.gameAt(2, 3) // 6 is Black, 7 White, with two stones and no komi
	token, err := s.director.GameToken(t.Context(), snapshot.Tournament, g)
	s.check(err)
	link := "/t/spring-cup/report/" + token
	seen := func() string { g, _ := s.gameAt(2, 3); return page.FormatSeen(g) }
	report := func(winner, how, margin string) url.Values {
		return url.Values{"seen": {seen()}, "winner": {winner}, "how": {how}, "margin": {margin}}
	}
	if doc := s.page(s.get(link), http.StatusOK); doc.Find(".outcome").Length() != 0 {
		t.Error("players are asked for the result though it is switched off")
	}
	s.page(s.post(link+"/result", report("6", "R", "")), http.StatusForbidden)
	settings := tn.Settings
	settings.PlayerResults, settings.DeskRecords = true, true
	s.check(s.director.On(anna, "spring-cup").SetUp(t.Context(), tn.Info, settings))

	doc := s.page(s.get(link), http.StatusOK)
	if doc.Find(".outcome input[name=winner]").Length() != 3 || doc.Find("#play, .handin").Length() != 0 {
		t.Errorf("the link shows %q", text(doc, "main"))
	}
	s.page(s.post(link, url.Values{"text": {webtest.CountedRecord()}}), http.StatusForbidden)
	for name, wrong := range map[string]url.Values{
		"Choose who won.": report("", "R", ""),
		"Give the points, or how else the game ended, not both.":       report("6", "T", "3"),
		"“x” isn't a result. Write it as B+R, W+3.5, Jigo or ?.":       report("6", "x", ""),
		"“q” isn't a margin. Write points in steps of a half, such as": report("6", "", "q"),
		"Table 3 has komi 0, so a margin is a whole number":            report("6", "", "2.5"),
		"A margin is at most 361 points":                               report("6", "", "999"),
	} {
		doc := s.page(s.post(link+"/result", wrong), http.StatusUnprocessableEntity)
		if got := text(doc, ".outcome .wrong"); !strings.HasPrefix(got, name) {
			t.Errorf("%v is told %q, want %q", wrong, got, name)
		}
		if got := doc.Find(".outcome [name=margin]").AttrOr("value", ""); got != wrong.Get("margin") {
			t.Errorf("the margin comes back as %q", got)
		}
	}
	if got := s.post(link+"/result", report("7", "R", "")); got.StatusCode != http.StatusSeeOther {
		t.Fatalf("reporting answers %d: %s", got.StatusCode, s.body(got))
	}
	if g, _ := s.gameAt(2, 3); g.Result.String() != "W+R" || g.EnteredBy != tournament.ByLink {
		t.Errorf("the result is %s by %s", g.Result, g.EnteredBy)
	}
	if got := text(s.page(s.get(link), http.StatusOK), ".banner"); !strings.HasPrefix(got, "You have reported: White won by resignation, at ") {
		t.Errorf("afterwards the link says %q", got)
	}
	s.login()
	if got := text(s.page(s.get("/desk/spring-cup/round/2"), http.StatusOK), ".entered"); !strings.Contains(got, "players") || strings.Contains(got, tournament.ByLink) {
		t.Errorf("the desk shows %q", got)
	}

	// The other player reports another result; the desk decides.
	s.post(link+"/result", report("6", "", "12"))
	doc = s.page(s.get("/desk/spring-cup/round/2"), http.StatusOK)
	if got := text(doc, ".dispute"); !strings.Contains(got, "Which is right?") || !strings.Contains(got, "players entered") {
		t.Errorf("the desk is asked %q", got)
	}
	doc = s.page(s.post(link+"/result", report("6", "T", "")), http.StatusConflict)
	if doc.Find(".outcome").Length() != 0 || !strings.HasPrefix(text(doc, ".banner"), "Two different results") {
		t.Errorf("with a question open the link says %q", text(doc, "main"))
	}
	log := text(s.page(s.get("/desk/spring-cup/log"), http.StatusOK), "main")
	for _, want := range []string{"Reported by the link on the slip: round 2, table 3", "Contested round 2, table 3"} {
		if !strings.Contains(log, want) {
			t.Errorf("the log does not say %q: %s", want, log)
		}
	}
	slips := s.page(s.get("/desk/spring-cup/print/slips/2"), http.StatusOK)
	if got := slips.Find(".slip .code small").First().Text(); got != "result" {
		t.Errorf("the slip says that the code takes %q", got)
	}
	tries := 0
	for got := 0; got != http.StatusTooManyRequests && tries < 2*site.TriesAtOnce; tries++ {
		got = s.post(link+"/result", report("6", "R", "")).StatusCode
	}
	if tries == 2*site.TriesAtOnce {
		t.Error("one link can report without end")
	}
}

// An entry at the desk that agrees with the players' report raises no question, also
// if it is more precise.
func TestSlipAfterTheReport(t *testing.T) {
	for _, tt := range []struct{ reported, typed, result, dispute string }{
		{"B+", "3br", "B+R", "?"},
		{"B+R", "3b", "B+R", "?"},
		{"B+R", "3br", "B+R", "?"},
		{"B+R", "3b4", "B+R", "B+4"},
		{"B+", "3w", "B+", "W+"},
	} {
		s := newSite(t)
		tn := s.cup()
		settings := tn.Settings
		settings.PlayerResults = true
		s.check(s.director.On(anna, "spring-cup").SetUp(t.Context(), tn.Info, settings))
		r, err := tournament.ParseResult(tt.reported)
		s.check(err)
		_, err = s.director.On(director.Actor{Name: tournament.ByLink}, "spring-cup").Enter(t.Context(), tournament.Entry{Mode: tournament.Reported, Round: 2, Table: 3, Result: r})
		s.check(err)
		s.login()
		g, _ := s.gameAt(2, 3)
		s.post("/desk/spring-cup/line", url.Values{"round": {"2"}, "line": {tt.typed}, "seen-3": {page.FormatSeen(g)}})
		if g, _ := s.gameAt(2, 3); g.Result.String() != tt.result || g.Dispute.Result.String() != tt.dispute {
			t.Errorf("%s after %s: %s, in dispute %s", tt.typed, tt.reported, g.Result, g.Dispute.Result)
		}
	}
}

func TestContradictionsAtTheDesk(t *testing.T) {
	s := newSite(t)
	s.cup()
	s.login()
	_, first := s.gameAt(1, 1) // entered: B+R
	_, second := s.gameAt(1, 2)
	_, third := s.gameAt(1, 3)
	for at, record := range map[string]string{
		first:  "(;SZ[19]KM[6.5]RE[W+R]PB[Somebody];B[dd];W[dp];W[])", // a name, a pass out of turn: the result matters most
		second: "(;SZ[19]KM[6.5]RU[AGA]RE[W+3.5];B[dd];B[pp])",        // agrees with what was entered
		third:  "(;SZ[19]KM[6.5];B[dd];W[pp];W[])",
	} {
		if got := s.post("/desk/spring-cup"+at, url.Values{"text": {record}}); got.StatusCode != http.StatusSeeOther {
			t.Fatalf("pasting answers %d", got.StatusCode)
		}
	}
	doc := s.page(s.get("/desk/spring-cup/round/1"), http.StatusOK)
	const want = "Table 1 The record says W+R, the result entered is B+R. Move 3: White plays twice in a row. Show Leave as it is " +
		"Table 3 Move 3: White plays twice in a row. The record has komi 6.5, the game 6; the game's counts. Show Leave as it is"
	if got := text(doc, ".contradictions"); got != want {
		t.Errorf("the desk lists %q, want %q", got, want)
	}
	s.post("/desk/spring-cup"+second, url.Values{"text": {"(;SZ[19]KM[6.5]RU[AGA]RE[W+3.5]HA[3]AB[dd][pp][pd])"}})
	doc = s.page(s.get("/desk/spring-cup/round/1"), http.StatusOK)
	if got := text(doc, ".contradictions"); !strings.Contains(got, "Table 2 Handicap stones: 3 in the record, 0 in the game. Show") {
		t.Errorf("of a game with other stones the desk lists %q", got)
	}
}

// Findings can be accepted in the list of the desk or beside the verdict, and appear
// again when they change.
func TestLeavingAContradiction(t *testing.T) {
	s := newSite(t)
	s.cup()
	s.login()
	const round = "/desk/spring-cup/round/1"
	_, at := s.gameAt(1, 1)
	desk := "/desk/spring-cup" + at
	atDesk := strings.Replace(desk, "/games/", "/accept/", 1)
	listed := func() *goquery.Selection { return s.page(s.get(round), http.StatusOK).Find(".contradictions > *") }
	s.post(desk, url.Values{"text": {"(;SZ[19]KM[6.5]RE[B+R];B[dd];W[dd];B[pp])"}})
	row := listed()
	if row.Length() != 1 || row.Find("button").Text() != "Leave as it is" || row.Find("form").AttrOr("action", "") != atDesk {
		t.Fatalf("the desk lists %q", row.Text())
	}
	form := url.Values{}
	row.Find("input").Each(func(_ int, e *goquery.Selection) { form.Set(e.AttrOr("name", ""), e.AttrOr("value", "")) })

	stale := url.Values{"round": {"1"}, "seen": {"what was before"}}
	const overtaken = "Table 1: the record or the result has changed in the meantime. Check it again."
	if got := text(s.page(s.post(atDesk, stale), http.StatusConflict), ".said .wrong"); got != overtaken {
		t.Errorf("at the desk, too late: %q", got)
	}
	stale.Del("round")
	if got := text(s.page(s.post(desk+"/accept", stale), http.StatusConflict), ".banner.error"); got != overtaken {
		t.Errorf("on the page of the game, too late: %q", got)
	}
	s.page(s.post("/desk/spring-cup/accept/999", form), http.StatusNotFound)
	if row := listed(); row.Length() != 1 {
		t.Fatal("what was refused left the list")
	}

	got := s.post(atDesk, form)
	if got.StatusCode != http.StatusSeeOther || got.Header.Get("Location") != round {
		t.Errorf("leaving answers %d and leads to %q", got.StatusCode, got.Header.Get("Location"))
	}
	if row := listed(); row.Length() != 0 {
		t.Errorf("the desk still lists %q", row.Text())
	}
	doc := s.page(s.get(desk), http.StatusOK)
	if got := text(doc, ".leave"); !strings.HasPrefix(got, "Left as it is by Anna") || !strings.HasSuffix(got, "List it again") {
		t.Errorf("the page of the game says %q", got)
	}
	if got := text(s.page(s.get("/desk/spring-cup/log"), http.StatusOK), "main"); !strings.Contains(got, "left the record and the result as they are") {
		t.Errorf("the log says %q", got)
	}

	if got := s.post(desk+"/reopen", url.Values{}); got.StatusCode != http.StatusSeeOther || listed().Length() != 1 {
		t.Errorf("taking it back answers %d", got.StatusCode)
	}
	seen := s.page(s.get(desk), http.StatusOK).Find(".leave input[name=seen]").AttrOr("value", "")
	if got := s.post(desk+"/accept", url.Values{"seen": {seen}}); got.StatusCode != http.StatusSeeOther || got.Header.Get("Location") != desk {
		t.Errorf("leaving it on its page answers %d and leads to %q", got.StatusCode, got.Header.Get("Location"))
	}
	if listed().Length() != 0 {
		t.Error("left on the page of the game, the desk still lists it")
	}
	g, _ := s.gameAt(1, 1)
	s.post("/desk/spring-cup/line", url.Values{"round": {"1"}, "seen-1": {page.FormatSeen(g)}, "line": {"1wr"}, "asked": {"1wr"}})
	if row := listed(); row.Length() != 1 || row.Find("button").Length() != 1 {
		t.Errorf("with another result the desk lists %q", row.Text())
	}
	if doc := s.page(s.get(desk), http.StatusOK); doc.Find(".leave input[name=seen]").Length() != 1 {
		t.Error("with another result the page of the game does not ask")
	}
}

// Findings that the desk does not list in full can be accepted on the game's page only.
func TestLongContradictionIsAcceptedOnGamePage(t *testing.T) {
	s := newSite(t)
	s.cup()
	s.login()
	_, at := s.gameAt(1, 1)
	s.post("/desk/spring-cup"+at, url.Values{"text": {"(;SZ[19]KM[6.5]RE[W+R];B[dd];W[dd];B[dd];W[dd])"}})
	if doc := s.page(s.get("/desk/spring-cup/round/1"), http.StatusOK); doc.Find(".contradictions > *").Length() != 1 || doc.Find(".contradictions button").Length() != 0 {
		t.Errorf("the desk lists %q", text(doc, ".contradictions"))
	}
	if doc := s.page(s.get("/desk/spring-cup"+at), http.StatusOK); doc.Find(".leave button").Length() != 1 {
		t.Error("the page of the game does not offer it")
	}
}

// If an illegal move loses, the desk can enter that result, which settles the game.
func TestIllegalMoveDecides(t *testing.T) {
	s := newSite(t)
	s.cup()
	s.login()
	_, at := s.gameAt(2, 2)
	desk := "/desk/spring-cup" + at
	s.post(desk, url.Values{"text": {"(;SZ[19]KM[6.5]RE[W+3.5];B[dd];W[dd];B[pp])"}})
	doc := s.page(s.get(desk), http.StatusOK)
	if got := text(doc, ".take:not(:has(.main)) button"); !strings.HasPrefix(got, "For the illegal move:") || !strings.Contains(got, "+I") {
		t.Errorf("the desk is offered %q", got)
	}
	seen := doc.Find(".take input[name=seen]").First().AttrOr("value", "")
	if got := s.post(desk+"/result", url.Values{"seen": {seen}, "do": {"penalty"}}); got.StatusCode != http.StatusSeeOther {
		t.Fatalf("ruling answers %d", got.StatusCode)
	}
	if g, _ := s.gameAt(2, 2); g.Result.String() != "B+I" {
		t.Errorf("the result is %s", g.Result)
	}
	doc = s.page(s.get(desk), http.StatusOK)
	if got := text(doc, ".fine"); doc.Find(".take").Length() != 0 || got != "The illegal move has decided the game." {
		t.Errorf("after the ruling: %q", got)
	}
	if got := text(s.page(s.get("/desk/spring-cup/round/2"), http.StatusOK), ".contradictions"); got != "" {
		t.Errorf("the desk still lists %q", got)
	}
}

// The desk and the pages report a move that cannot be read.
func TestUnreadableMoveIsReported(t *testing.T) {
	s := newSite(t)
	s.cup()
	s.login()
	_, at := s.gameAt(1, 3)
	s.post("/desk/spring-cup"+at, url.Values{"text": {"(;SZ[19]KM[6]RE[remis!];B[dd];W[zz];B[pp])"}})
	for _, path := range []string{"/desk/spring-cup" + at, "/t/spring-cup" + at} {
		doc := s.page(s.get(path), http.StatusOK)
		if got := text(doc, ".findings > .wrong"); got != "Not all of the record could be read. Rules: Japanese." {
			t.Errorf("%s says %q", path, got)
		}
		if got := text(doc, ".findings > ul .error"); got != "W[zz] lies outside the board and was left out." {
			t.Errorf("%s tells as error %q", path, got)
		}
		if got := text(doc, ".findings details ul"); got != "The result “remis!” is not in the standard form." {
			t.Errorf("%s tells aside %q", path, got)
		}
	}
	doc := s.page(s.get("/desk/spring-cup/round/1"), http.StatusOK)
	if got := text(doc, ".contradictions"); !strings.HasPrefix(got, "Table 3 W[zz] lies outside the board and was left out.") {
		t.Errorf("the desk lists %q", got)
	}
}

// TestRecordsGoThroughAFile exports the tournament as tourney's own file and imports
// it again.
func TestRecordsGoThroughAFile(t *testing.T) {
	s := newSite(t)
	s.cup()
	s.login()
	_, at := s.gameAt(1, 1)
	s.post("/desk/spring-cup"+at, url.Values{"text": {webtest.CountedRecord()}})
	file := s.body(s.get("/desk/spring-cup/exports/tourney"))
	again, _, err := exchange.Read([]byte(file))
	s.check(err)
	slug, err := s.director.Import(t.Context(), anna, again, "")
	s.check(err)
	if got := s.body(s.get("/t/" + slug + at + "/record")); cmp.Diff(webtest.CountedRecord(), got) != "" {
		t.Errorf("the record has become %q", got)
	}
}

// Pages with a record have all messages in every language.
func TestRecordPagesInEveryLanguage(t *testing.T) {
	s := newSite(t)
	s.cup()
	s.login()
	_, first := s.gameAt(1, 1)
	_, second := s.gameAt(1, 2)
	_, third := s.gameAt(2, 3)
	_, fourth := s.gameAt(1, 3)
	// Wrong size, ruleset, names, result; an occupied point, a ko, colors.
	const bad = "(;GM[1]SZ[9]RU[AGA]PB[Dahl X]PW[X, Chvála]RE[B+R]KM[0];W[aa];B[aa];B[bb]oops;W[zz])"
	s.post("/desk/spring-cup"+first, url.Values{"text": {webtest.CountedRecord()}})
	s.decide(1, 1, "qq")
	s.post("/desk/spring-cup"+second, url.Values{"text": {bad}})
	s.post("/desk/spring-cup"+fourth, url.Values{"text": {"(;SZ[19];B[dd];W[dd])"}})
	g, _ := s.gameAt(1, 3)
	s.post("/desk/spring-cup"+fourth+"/accept", url.Values{"seen": {g.Evidence()}})
	for _, code := range []string{"en", "fi", "pl", "cs"} {
		for _, path := range []string{
			"/t/spring-cup" + first, "/t/spring-cup" + second, "/t/spring-cup" + third, "/desk/spring-cup" + first,
			"/desk/spring-cup" + second, "/desk/spring-cup" + third, "/desk/spring-cup" + fourth, "/desk/spring-cup/round/1", "/desk/spring-cup/log",
		} {
			doc := s.page(s.get(path, "Accept-Language", code), http.StatusOK)
			if found := recordKeys.FindString(doc.Text()); found != "" {
				t.Errorf("%s in %s shows %q", path, code, found)
			}
			if left := doc.Find(".leave").Length(); path == "/desk/spring-cup"+fourth && left != 1 {
				t.Errorf("%s in %s does not say that the record was left so", path, code)
			}
			doc.Find("script:not([src]), style, [style], [onclick], [onload]").Each(func(_ int, e *goquery.Selection) {
				t.Errorf("%s: the policy forbids %s", path, goquery.NodeName(e))
			})
		}
	}
}

// recordKeys finds message keys and placeholders in pages.
var recordKeys = regexp.MustCompile(`\{[0-9]\}|\b(game|record|verdict|count|dead|play|replay|report|rules|sgf|stone|desk|log)\.[a-z]+`)

// setUp is a record of a position without moves.
func setUp(drawing string) string {
	var b strings.Builder
	rows := strings.Fields(drawing)
	fmt.Fprintf(&b, "(;GM[1]SZ[%d]KM[6.5]", len(rows))
	for sign, property := range map[rune]string{'X': "AB", 'O': "AW"} {
		b.WriteString(property)
		for y, row := range rows {
			for x, c := range row {
				if c == sign {
					fmt.Fprintf(&b, "[%c%c]", 'a'+x, 'a'+y)
				}
			}
		}
	}
	b.WriteString(";B[];W[])")
	return b.String()
}

// Bent four in the corner is decided by trial moves: threats do not help, the group is
// marked dead, and the record stays unchanged.
func TestPlayedOutInThought(t *testing.T) {
	s := newSite(t)
	s.cup()
	s.login()
	_, at := s.gameAt(2, 2)
	desk := "/desk/spring-cup" + at
	s.page(s.get(desk+"/confirm"), http.StatusNotFound) // there is no record yet
	record := setUp(`
		....OX...
		....OX...
		....OX...
		....OX...
		....OXX..
		OOO.OX...
		XXOOOOX..
		.XXXXOX..
		OOO.XOX..`)
	s.post(desk, url.Values{"text": {record}})
	if s.page(s.get(desk), http.StatusOK).Find("a[href='"+desk+"/confirm']").Length() != 1 {
		t.Error("the record does not lead to playing out in thought")
	}
	step := func(status int, do, moves, color, point string) *goquery.Document {
		t.Helper()
		return s.page(s.post(desk+"/confirm", url.Values{"do": {do}, "moves": {moves}, "color": {color}, "at": {point}}), status)
	}

	moves, doc := "", s.page(s.get(desk+"/confirm"), http.StatusOK)
	for _, m := range []string{"WA2", "BD1", "WB1", "BA1", "WA2", "BJ9", "WJ8"} {
		doc = step(http.StatusOK, "move", moves, m[:1], m[1:])
		moves, _ = doc.Find("input[name=moves]").Attr("value")
	}
	if moves != "WahBdiWbiBaiWahBiaWib" || !strings.Contains(text(doc, ".kos"), "Black passes for the ko at A1") {
		t.Fatalf("after %q there are the kos %q", moves, text(doc, ".kos"))
	}
	if doc = step(http.StatusUnprocessableEntity, "move", moves, "B", "A1"); text(doc, ".wrong") != "A1: this ko may be retaken only after a pass for it." {
		t.Errorf("retaking is told %q", text(doc, ".wrong"))
	}
	if doc = step(http.StatusUnprocessableEntity, "move", moves, "B", "J8"); text(doc, ".wrong") != "J8: There is already a stone on this point." {
		t.Errorf("an occupied point is told %q", text(doc, ".wrong"))
	}
	pass, _ := doc.Find(".kos button").Attr("value")
	if after := step(http.StatusOK, pass, moves, "", ""); after.Find(".kos").Length() != 0 {
		t.Errorf("after a pass for the ko there is still %q", text(after, ".kos"))
	}
	doc = step(http.StatusOK, "move", moves, "W", "C1") // takes the group
	var dead []string
	doc.Find("input[name=dead]").Each(func(_ int, e *goquery.Selection) { dead = append(dead, e.AttrOr("value", "")) })
	if diff := cmp.Diff([]string{"ag", "ai"}, dead); diff != "" {
		t.Error(diff)
	}
	if doc = step(http.StatusOK, "undo", moves, "", ""); !strings.HasSuffix(doc.Find("input[name=moves]").AttrOr("value", ""), "Bia") {
		t.Error("undo takes back something else than the last move")
	}
	for _, bad := range []string{"Wa", "Xaa", "W!!", strings.Repeat("Baa", 2000)} {
		s.page(s.post(desk+"/confirm", url.Values{"do": {"move"}, "moves": {bad}, "at": {"J9"}}), http.StatusUnprocessableEntity)
	}
	hash := doc.Find("input[name=record]").AttrOr("value", "")
	if got := s.post(desk+"/dead", url.Values{"do": {"decide"}, "dead": {"ag"}, "record": {hash}}); got.StatusCode != http.StatusSeeOther {
		t.Fatalf("deciding answers %d", got.StatusCode)
	}
	if got := s.body(s.get("/t/spring-cup" + at + "/record")); got != record {
		t.Errorf("the record has become %q", got)
	}
	if got := text(s.page(s.get(desk+"/confirm"), http.StatusOK), ".chains"); !strings.Contains(got, "A3 7 stones") {
		t.Errorf("decided dead before: %q", got)
	}
}
