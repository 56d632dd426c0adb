package record_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/google/go-cmp/cmp"

	"tourney/internal/app/director"
	"tourney/internal/format"
	"tourney/internal/rules/gamerecord"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/testkit/webtest"
	"tourney/internal/tournament"
)

// phone returns a browser with the cookie of a player from the link of a slip.
func (s *testSite) phone(link string, player tournament.PlayerID) *http.Client {
	s.T.Helper()
	s.Client = s.Browser()
	s.SeeOther(s.Post(link+"/as", url.Values{"as": {strconv.Itoa(int(player))}}))
	return s.Client
}

// decide ticks one dead chain of a game and saves.
func (s *testSite) decide(round, table int, dead string) *http.Response {
	g, at := s.GameAt(round, table)
	return s.Post("/desk/spring-cup"+at+"/dead", url.Values{"record": {g.Record}, "do": {"decide"}, "dead": {dead}})
}

func TestRecordFromUploadToResult(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	_, at := s.GameAt(2, 2)
	desk, public := "/desk/spring-cup"+at, "/t/spring-cup"+at
	if doc := s.Page(s.Get(public), http.StatusOK); !strings.HasPrefix(sitetest.Text(doc, ".stateline"), "This game has no record yet.") || doc.Find("svg.board").Length() > 0 {
		t.Errorf("without a record the page says %q", sitetest.Text(doc, "main"))
	}
	if got := s.Upload(desk, "game.sgf", []byte(webtest.CountedRecord())); got.StatusCode != http.StatusSeeOther {
		t.Fatalf("the upload answers %d: %s", got.StatusCode, s.Body(got))
	}
	doc := s.Page(s.Get(desk), http.StatusOK)
	if got := sitetest.Text(doc, ".fine"); got != "Every move is legal. Rules: Japanese." {
		t.Errorf("verdict %q", got)
	}
	if doc.Find(".take").Length() > 0 || doc.Find("[data-dead] input[value=qq]").Length() != 1 {
		t.Error("before the dead stones are decided a result is offered, or the dead stone is not")
	}
	doc = s.Page(s.decide(2, 2, "aa"), http.StatusUnprocessableEntity)
	if got := sitetest.Text(doc, ".banner.error"); got != "A19 is an empty point." {
		t.Errorf("an empty point is told %q", got)
	}
	s.Page(s.decide(2, 2, "?!"), http.StatusUnprocessableEntity)
	s.Page(s.Post(desk+"/dead", url.Values{"dead": {"qq"}, "record": {"of another game"}}), http.StatusConflict)
	if got := s.decide(2, 2, "qq"); got.StatusCode != http.StatusSeeOther {
		t.Fatalf("deciding answers %d", got.StatusCode)
	}
	doc = s.Page(s.Get(desk), http.StatusOK)
	doc.Find(".vh").Remove()
	// Black 10 columns, White 7 and a prisoner with its point, komi.
	if got := sitetest.Text(doc, ".count tbody"); got != "Territory 190 133 Captured stones 0 0 Dead stones on the board 0 1 Komi 6.5 Total 190 140.5" {
		t.Errorf("count %q", got)
	}
	seen, _ := doc.Find(".take input[name=seen]").Attr("value")
	s.Page(s.Post(desk+"/result", url.Values{"seen": {"x"}}), http.StatusConflict)
	if got := s.Post(desk+"/result", url.Values{"seen": {seen}}); got.StatusCode != http.StatusSeeOther {
		t.Fatalf("taking the result answers %d", got.StatusCode)
	}
	g, _ := s.GameAt(2, 2)
	if g.Result.String() != "B+49.5" || !strings.HasPrefix(g.EnteredBy, "Anna") {
		t.Errorf("the result is %s by %s", g.Result, g.EnteredBy)
	}
	doc = s.Page(s.Get(public), http.StatusOK)
	if doc.Find("svg.board").Length() != 2 || doc.Find(".own rect").Length() < 300 || doc.Find(".moves li").Length() != 41 {
		t.Error("the public page lacks boards, territory or moves")
	}
	if got := sitetest.Text(doc, ".right header"); got != "Round 2, Table 2 Black won by 49.5 points" {
		t.Errorf("heading %q", got)
	}
	if doc := s.Page(s.Get("/t/spring-cup/round/2"), http.StatusOK); doc.Find("a[href$='"+at+"']").Length() != 1 {
		t.Error("the round does not lead to the record")
	}
	log := sitetest.Text(s.Page(s.Get("/desk/spring-cup/log"), http.StatusOK), "main")
	for _, want := range []string{"added the game record", "decided the dead stones"} {
		if !strings.Contains(log, want) {
			t.Errorf("the log does not say that somebody %s", want)
		}
	}
	if got := s.Post(desk+"/remove", url.Values{}); got.StatusCode != http.StatusSeeOther {
		t.Errorf("removing answers %d", got.StatusCode)
	}
	if g, _ := s.GameAt(2, 2); g.Record != "" || g.Dead != "" || !g.Result.Known() {
		t.Errorf("after removing the record the game is %+v", g)
	}
}

func TestRecordIsSentAsAFile(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	_, at := s.GameAt(1, 1)
	const record = "(;GM[1]SZ[9]PB[<script>alert(1)</script>];B[ee]C[<img src=x onerror=alert(2)>])"
	if got := s.Post("/desk/spring-cup"+at, url.Values{"text": {record}}); got.StatusCode != http.StatusSeeOther {
		t.Fatalf("pasting answers %d", got.StatusCode)
	}
	got := s.Get("/t/spring-cup" + at + "/record")
	if body := s.Body(got); body != record {
		t.Errorf("the file holds %q", body)
	}
	for header, want := range map[string]string{
		"Content-Disposition": "attachment; filename=spring-cup-1-1.sgf", "Content-Type": "application/x-go-sgf",
		"X-Content-Type-Options": "nosniff", "Content-Security-Policy": "sandbox; default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
	} {
		s.Run(header, func(t *testing.T) {
			if got := got.Header.Get(header); got != want {
				t.Errorf("%s is %q, want %q", header, got, want)
			}
		})
	}
	for _, path := range []string{"/t/spring-cup" + at, "/desk/spring-cup" + at} {
		doc := s.Page(s.Get(path), http.StatusOK)
		if n := doc.Find("script:not([src]), main img, [onerror]").Length(); n > 0 {
			t.Errorf("%s carries %d things to execute", path, n)
		}
		if !strings.Contains(doc.Find(".findings").Text(), "<script>alert(1)</script>") {
			t.Errorf("%s does not say whose name differs", path)
		}
	}
	s.Page(s.Get("/t/spring-cup/games/99999"), http.StatusNotFound)
	_, none := s.GameAt(1, 2)
	s.Page(s.Get("/t/spring-cup"+none+"/record"), http.StatusNotFound)
	_, draft := s.GameAt(3, 1)
	s.Page(s.Get("/t/spring-cup"+draft), http.StatusNotFound)
}

func TestHostileRecords(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := newSite(t)
	s.Cup()
	s.Login()
	_, at := s.GameAt(1, 1)
	desk := "/desk/spring-cup" + at
	moves := strings.Repeat(";B[aa];W[bb]", 500_000)
	for name, tt := range map[string]struct {
		data   string
		status int
		says   string
	}{
		"200 MB":             {strings.Repeat(" ", 200<<20), http.StatusRequestEntityTooLarge, "too much at once"},
		"more than a record": {"(;" + strings.Repeat("C[a]", gamerecord.MostBytes/3) + ")", http.StatusUnprocessableEntity, "too many for a game record"},
		"a million moves":    {"(;SZ[19]" + moves + ")", http.StatusRequestEntityTooLarge, "too much at once"},
		"thousands of moves": {"(;SZ[19]" + moves[:60_000] + ")", http.StatusUnprocessableEntity, "moves"},
		"size 60":            {"(;GM[1]SZ[60];B[aa])", http.StatusUnprocessableEntity, "The board size cannot be read or played on: 60."},
		"a larger board":     {webtest.SetUpHeavyRecord("52", "aa:ZZ"), http.StatusUnprocessableEntity, "a board of 52 × 52, the game on 19 × 19. A record on a larger"},
		"one line larger":    {"(;SZ[19:20];B[aa])", http.StatusUnprocessableEntity, "a board of 19 × 20"},
		"another game":       {"(;GM[3]SZ[8])", http.StatusUnprocessableEntity, "not a record of a game of Go"},
		"nothing":            {"", http.StatusUnprocessableEntity, ""},
		"a picture":          {"\x89PNG\r\n\x1a\n\x00\x00", http.StatusUnprocessableEntity, "contains no game"},
		"two games":          {"(;GM[1])(;GM[1])", http.StatusUnprocessableEntity, "The file holds 2 games. Which one"},
		"no board":           {"(;GM[1]SZ[0:0])", http.StatusUnprocessableEntity, "board size"},
	} {
		s.Run(name, func(t *testing.T) {
			got := s.Upload(desk, "game.sgf", []byte(tt.data))
			if name == "200 MB" && got.StatusCode == tt.status {
				return
			}
			doc := s.Page(got, tt.status)
			if said := sitetest.Text(doc, ".banner.error"); !strings.Contains(said, tt.says) || said == "" {
				t.Errorf("%s is told %q", name, said)
			}
		})
	}
	for name, record := range map[string]string{
		"100,000 nested variations": "(;SZ[19]" + strings.Repeat("(;B[aa]", 100_000) + strings.Repeat(")", 100_001),
		"variations side by side":   "(;SZ[19]" + strings.Repeat("(;B[aa];W[bb])", 50_000) + ")",
		"stones on stones":          webtest.SetUpHeavyRecord("19", "aa:ss"),
		"stones off the board":      "(;SZ[9];B[ss];W[zz];B[Zz])",
		"cut":                       "(;SZ[9];B[aa",
	} {
		s.Run(name, func(t *testing.T) {
			if s.Game(1, 1).Record != "" {
				// a second record is only compared, which changes nothing
				if got := s.Upload(desk, "game.sgf", []byte(record)); got.StatusCode == http.StatusSeeOther {
					s.Page(s.Get(got.Header.Get("Location")), http.StatusOK)
				}
			}
			s.Post(desk+"/remove", url.Values{})
			if got := s.Upload(desk, "game.sgf", []byte(record)); got.StatusCode != http.StatusSeeOther && got.StatusCode != http.StatusUnprocessableEntity {
				t.Errorf("%s answers %d", name, got.StatusCode)
				return
			}
			doc := s.Page(s.Get("/t/spring-cup"+at), http.StatusOK)
			if script, _ := doc.Find("[data-replay]").Attr("data-replay"); len(script) > 1<<20 {
				t.Errorf("%s: the page carries %d bytes of replay", name, len(script))
			}
		})
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
			s.Cup()
			s.Login()
			_, at := s.GameAt(1, 1)
			s.Upload("/desk/spring-cup"+at, "game.sgf", []byte(tt.record))
			if got := sitetest.Text(s.Page(s.Get("/t/spring-cup"+at), http.StatusOK), ".gives"); !strings.HasPrefix(got, tt.want) {
				t.Errorf("the page says %q, want %q", got, tt.want)
			}
		})
	}
}

// If an illegal move loses, the desk can enter that result, which settles the game.
func TestIllegalMoveDecides(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	_, at := s.GameAt(2, 2)
	desk := "/desk/spring-cup" + at
	s.Post(desk, url.Values{"text": {"(;SZ[19]KM[6.5]RE[W+3.5];B[dd];W[dd];B[pp])"}})
	doc := s.Page(s.Get(desk), http.StatusOK)
	if got := sitetest.Text(doc, ".banner"); !strings.HasPrefix(got, "White’s move 2 was illegal. Black would win by the rules. Enter") || !strings.Contains(got, "+I") || !strings.HasSuffix(got, "Leave as it is") {
		t.Errorf("the desk is offered %q", got)
	}
	seen := doc.Find(".take input[name=seen]").First().AttrOr("value", "")
	if got := s.Post(desk+"/result", url.Values{"seen": {seen}, "do": {"penalty"}}); got.StatusCode != http.StatusSeeOther {
		t.Fatalf("ruling answers %d", got.StatusCode)
	}
	if g, _ := s.GameAt(2, 2); g.Result.String() != "B+I" {
		t.Errorf("the result is %s", g.Result)
	}
	doc = s.Page(s.Get(desk), http.StatusOK)
	if got := sitetest.Text(doc, ".fine"); doc.Find(".take").Length() != 0 || got != "The illegal move has decided the game." {
		t.Errorf("after the ruling: %q", got)
	}
	if got := sitetest.Text(s.Page(s.Get("/desk/spring-cup/round/2"), http.StatusOK), ".contradictions"); got != "" {
		t.Errorf("the desk still lists %q", got)
	}
}

// The desk and the pages report an unreadable move.
func TestUnreadableMoveIsReported(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	_, at := s.GameAt(1, 3)
	s.Post("/desk/spring-cup"+at, url.Values{"text": {"(;SZ[19]KM[6]RE[remis!];B[dd];W[zz];B[pp])"}})
	for _, path := range []string{"/desk/spring-cup" + at, "/t/spring-cup" + at} {
		s.Run(path, func(t *testing.T) {
			doc := s.Page(s.Get(path), http.StatusOK)
			if got := sitetest.Text(doc, ".findings > .wrong"); got != "Not all of the record could be read. Rules: Japanese." {
				t.Errorf("%s says %q", path, got)
			}
			if got := sitetest.Text(doc, ".findings > ul .error"); got != "W[zz] lies outside the board and was left out." {
				t.Errorf("%s tells as error %q", path, got)
			}
			if got := sitetest.Text(doc, ".findings details ul"); got != "The result “remis!” is not in the standard form and was read as Jigo." {
				t.Errorf("%s tells aside %q", path, got)
			}
		})
	}
	doc := s.Page(s.Get("/desk/spring-cup/round/1"), http.StatusOK)
	if got := sitetest.Text(doc, ".contradictions"); !strings.HasPrefix(got, "Table 3 W[zz] lies outside the board and was left out.") {
		t.Errorf("the desk lists %q", got)
	}
}

// TestRecordsGoThroughAFile exports the tournament as tourney's own file and imports
// it again.
func TestRecordsGoThroughAFile(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	_, at := s.GameAt(1, 1)
	s.Post("/desk/spring-cup"+at, url.Values{"text": {webtest.CountedRecord()}})
	file := s.Body(s.Get("/desk/spring-cup/exports/tourney"))
	again, _, err := format.Read([]byte(file))
	s.Check(err)
	slug, err := s.Director.Import(t.Context(), sitetest.Anna, again, director.Founding{})
	s.Check(err)
	if got := s.Body(s.Get("/t/" + slug + at + "/record")); cmp.Diff(webtest.CountedRecord(), got) != "" {
		t.Errorf("the record has become %q", got)
	}
}

// Pages with a record have all messages in every language.
func TestRecordPagesInEveryLanguage(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := newSite(t)
	s.Cup()
	s.Login()
	_, first := s.GameAt(1, 1)
	_, second := s.GameAt(1, 2)
	_, third := s.GameAt(2, 3)
	_, fourth := s.GameAt(1, 3)
	// Wrong size, ruleset, names, result; an occupied point, a ko, colors.
	const bad = "(;GM[1]SZ[9]RU[AGA]PB[Dahl X]PW[X, Chvála]RE[B+R]KM[0];W[aa];B[aa];B[bb]oops;W[zz])"
	s.Post("/desk/spring-cup"+first, url.Values{"text": {webtest.CountedRecord()}})
	s.decide(1, 1, "qq")
	s.Post("/desk/spring-cup"+second, url.Values{"text": {bad}})
	s.Post("/desk/spring-cup"+fourth, url.Values{"text": {"(;SZ[19];B[dd];W[dd])"}})
	g, _ := s.GameAt(1, 3)
	s.Post("/desk/spring-cup"+fourth+"/accept", url.Values{"seen": {g.Evidence()}})
	for _, code := range []string{"en", "fi", "pl", "cs"} {
		s.Run(code, func(t *testing.T) {
			for _, path := range []string{
				"/t/spring-cup" + first, "/t/spring-cup" + second, "/t/spring-cup" + third, "/desk/spring-cup" + first,
				"/desk/spring-cup" + second, "/desk/spring-cup" + third, "/desk/spring-cup" + fourth, "/desk/spring-cup/round/1", "/desk/spring-cup/log",
			} {
				doc := s.Page(s.Get(path, "Accept-Language", code), http.StatusOK)
				if found := sitetest.UntranslatedKey(doc.Text()); found != "" {
					t.Errorf("%s in %s shows %q", path, code, found)
				}
				if left := doc.Find(".leave").Length(); path == "/desk/spring-cup"+fourth && left != 1 {
					t.Errorf("%s in %s does not say that the record was left so", path, code)
				}
				doc.Find("script:not([src]), style, [style], [onclick], [onload]").Each(func(_ int, e *goquery.Selection) {
					t.Errorf("%s: the policy forbids %s", path, goquery.NodeName(e))
				})
			}
		})
	}
}

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
	s.Cup()
	s.Login()
	_, at := s.GameAt(2, 2)
	desk := "/desk/spring-cup" + at
	s.Page(s.Get(desk+"/confirm"), http.StatusNotFound) // without a record
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
	s.Post(desk, url.Values{"text": {record}})
	if s.Page(s.Get(desk), http.StatusOK).Find("a[href='"+desk+"/confirm']").Length() != 1 {
		t.Error("the record does not lead to playing out in thought")
	}
	step := func(status int, do, moves, color, point string) *goquery.Document {
		t.Helper()
		return s.Page(s.Post(desk+"/confirm", url.Values{"do": {do}, "moves": {moves}, "color": {color}, "at": {point}}), status)
	}

	moves, doc := "", s.Page(s.Get(desk+"/confirm"), http.StatusOK)
	for _, m := range []string{"WA2", "BD1", "WB1", "BA1", "WA2", "BJ9", "WJ8"} {
		doc = step(http.StatusOK, "move", moves, m[:1], m[1:])
		moves, _ = doc.Find("input[name=moves]").Attr("value")
	}
	if moves != "WahBdiWbiBaiWahBiaWib" || !strings.Contains(sitetest.Text(doc, ".kos"), "Black passes for the ko at A1") {
		t.Fatalf("after %q there are the kos %q", moves, sitetest.Text(doc, ".kos"))
	}
	if doc = step(http.StatusUnprocessableEntity, "move", moves, "B", "A1"); sitetest.Text(doc, ".wrong") != "A1: this ko may be retaken only after a pass for it." {
		t.Errorf("retaking is told %q", sitetest.Text(doc, ".wrong"))
	}
	if doc = step(http.StatusUnprocessableEntity, "move", moves, "B", "J8"); sitetest.Text(doc, ".wrong") != "J8: There is already a stone on this point." {
		t.Errorf("an occupied point is told %q", sitetest.Text(doc, ".wrong"))
	}
	pass, _ := doc.Find(".kos button").Attr("value")
	after := step(http.StatusOK, pass, moves, "", "")
	if after.Find(".kos").Length() != 0 {
		t.Errorf("after a pass for the ko there is still %q", sitetest.Text(after, ".kos"))
	}
	if got := sitetest.Text(after, "p.vh[data-say]"); got != "Black passes for the ko at A1" {
		t.Errorf("a pass for the ko is read out as %q", got)
	}
	doc = step(http.StatusOK, "move", moves, "W", "C1") // takes the group
	if got := sitetest.Text(doc, "p.vh[data-say]"); got != "Move 8, White C1, captures 8" {
		t.Errorf("the capture is read out as %q", got)
	}
	var dead []string
	doc.Find("input[name=dead]").Each(func(_ int, e *goquery.Selection) { dead = append(dead, e.AttrOr("value", "")) })
	if diff := cmp.Diff([]string{"ag", "ai"}, dead); diff != "" {
		t.Error(diff)
	}
	if doc = step(http.StatusOK, "undo", moves, "", ""); !strings.HasSuffix(doc.Find("input[name=moves]").AttrOr("value", ""), "Bia") {
		t.Error("undo takes back something else than the last move")
	}
	for _, bad := range []string{"Wa", "Xaa", "W!!", strings.Repeat("Baa", 2000)} {
		s.Page(s.Post(desk+"/confirm", url.Values{"do": {"move"}, "moves": {bad}, "at": {"J9"}}), http.StatusUnprocessableEntity)
	}
	hash := doc.Find("input[name=record]").AttrOr("value", "")
	if got := s.Post(desk+"/dead", url.Values{"do": {"decide"}, "dead": {"ag"}, "record": {hash}}); got.StatusCode != http.StatusSeeOther {
		t.Fatalf("deciding answers %d", got.StatusCode)
	}
	if got := s.Body(s.Get("/t/spring-cup" + at + "/record")); got != record {
		t.Errorf("the record has become %q", got)
	}
	if got := sitetest.Text(s.Page(s.Get(desk+"/confirm"), http.StatusOK), ".chains"); !strings.Contains(got, "A3 7 stones") {
		t.Errorf("decided dead before: %q", got)
	}
}
