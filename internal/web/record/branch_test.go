package record_test

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"tourney/internal/testkit/sitetest"
)

// undone is a record whose first branch is an undone move.
const undone = "(;GM[1]FF[4]SZ[19]KM[0.5]PB[A]PW[B];B[dd];W[pp](;B[qc])(;B[dp];W[pd];B[];W[]))"

// If the first branch of a record may be an undone move, desk and players must choose the branch. The longer one is
// selected.
func TestBranchIsChosen(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	_, at := s.GameAt(2, 2)
	link := s.Slip(2, 3)
	g, _ := s.GameAt(2, 3)
	for _, tt := range []struct {
		form, game string
		choice     int
		moves      string
	}{
		{"/desk/spring-cup" + at, "/t/spring-cup" + at, 0, "6"},
		{link, "/t/spring-cup/games/" + strconv.Itoa(g.ID), 1, "3"},
	} {
		doc := s.Page(s.Upload(tt.form, "game.sgf", []byte(undone)), http.StatusUnprocessableEntity)
		if got := sitetest.Text(doc, ".banner.error"); !strings.HasPrefix(got, "The first branch of the record has 3 moves, another continues to move 6.") {
			t.Errorf("%s: told %q", tt.form, got)
		}
		doc.Find(".vh").Remove()
		if got := sitetest.Text(doc, ".choices"); got != "1 A B 6 moves, two passes at the end 2 A B 3 moves" {
			t.Errorf("the choices are %q", got)
		}
		form := doc.Find(".choices form").Eq(tt.choice)
		sent := url.Values{"text": {form.Find("[name=text]").AttrOr("value", "")}, "branch": {form.Find("[name=branch]").AttrOr("value", "")}}
		s.SeeOther(s.Post(form.AttrOr("action", ""), sent))
		if got := strconv.Itoa(s.Page(s.Get(tt.game), http.StatusOK).Find(".moves li").Length()); got != tt.moves {
			t.Errorf("the game has %s moves, want %s", got, tt.moves)
		}
	}
	// The page describes the choice beside the record, and one click takes the other branch.
	desk := "/desk/spring-cup/games/" + strconv.Itoa(g.ID)
	doc := s.Page(s.Get(desk), http.StatusOK)
	take := doc.Find("form[action$='/branch']")
	if got := strings.Join(strings.Fields(take.Text()), " "); !strings.Contains(got, "The record has branches from move 3 on.") || !strings.HasSuffix(got, "Read the other branch (6 moves)") {
		t.Fatalf("the desk reads %q", got)
	}
	if got := sitetest.Text(s.Page(s.Get("/desk/spring-cup/round/2"), http.StatusOK), "main"); !strings.Contains(got, "The record has branches from move 3 on.") {
		t.Errorf("the desk does not list the branch: %s", got)
	}
	record := take.Find("[name=record]").AttrOr("value", "")
	if res := s.Post(desk+"/branch", url.Values{"record": {"another"}}); res.StatusCode != http.StatusConflict {
		t.Errorf("a branch of another record answers %d", res.StatusCode)
	}
	s.SeeOther(s.Post(desk+"/branch", url.Values{"record": {record}}))
	doc = s.Page(s.Get(desk), http.StatusOK)
	if doc.Find(".moves li").Length() != 6 || doc.Find("form[action$='/branch']").Length() != 0 {
		t.Errorf("the other branch has %d moves", doc.Find(".moves li").Length())
	}
	if res := s.Post(desk+"/branch", url.Values{"record": {record}}); res.StatusCode != http.StatusNotFound {
		t.Errorf("a record without branches answers %d", res.StatusCode)
	}
}

// In a pile the longer branch is proposed, and the record needs a decision.
func TestBranchInAPile(t *testing.T) {
	s := newSite(t)
	tn := s.Cup()
	s.Login()
	g, _ := s.GameAt(2, 3)
	names := strings.NewReplacer("PB[A]", "PB["+tn.NameOf(g.Black)+"]", "PW[B]", "PW["+tn.NameOf(g.White)+"]").Replace(undone)
	for _, tt := range []struct {
		first bool
		moves int
	}{{true, 3}, {false, 6}} {
		res := s.Upload("/desk/spring-cup/round/2/records", "game.sgf", []byte(names))
		preview := res.Header.Get("Location")
		doc := s.Page(s.Get(preview), http.StatusOK)
		if got := sitetest.Text(doc, ".pile td:nth-child(3)"); !strings.Contains(got, "The first branch of the record has 3 moves; another that may be the game has 6.") {
			t.Fatalf("the preview warns %q", got)
		}
		form := chosen(doc)
		if box := doc.Find("[name^=branch-]"); box.Length() != 1 || box.AttrOr("checked", "no") == "no" {
			t.Error("the branch that goes on is not proposed")
		}
		form.Set("game-0", doc.Find("[name=game-0]").Last().AttrOr("value", ""))
		form.Set("branch-0", "yes")
		if tt.first {
			form.Del("branch-0")
		}
		s.SeeOther(s.Post(preview, form))
		if n := s.Page(s.Get("/t/spring-cup/games/"+strconv.Itoa(g.ID)), http.StatusOK).Find(".moves li").Length(); n != tt.moves {
			t.Errorf("the game has %d moves, want %d", n, tt.moves)
		}
		s.SeeOther(s.Post("/desk/spring-cup/games/"+strconv.Itoa(g.ID)+"/remove", url.Values{}))
	}
}

// An illegal move left on the board counts as it lies. The referee can count without it, by the rules.
func TestCountWithoutIllegalMoves(t *testing.T) {
	s := newSite(t)
	s.cupBy("chinese")
	g, _ := s.GameAt(2, 3)
	desk := "/desk/spring-cup/games/" + strconv.Itoa(g.ID)
	const retaken = "(;GM[1]FF[4]SZ[5]KM[0]AB[ba][ab][bc]AW[ca][db][cc][bb];B[cb];W[bb];B[ee];W[cb];B[];W[];TB[aa])"
	s.SeeOther(s.Post(desk, url.Values{"text": {retaken}}))
	doc := s.Page(s.Get(desk), http.StatusOK)
	if got := sitetest.Text(doc, ".findings"); strings.Count(got, "is repeated") != 1 || strings.Contains(got, "already a stone") || !strings.Contains(got, "In this record the stone stays") {
		t.Errorf("the check says %q", got)
	}
	total := func() string { return sitetest.Text(s.Page(s.Get(desk), http.StatusOK), ".count tr.sum") }
	lies := total()
	record := doc.Find("#count [name=record]").AttrOr("value", "")
	if doc.Find("#count [name=enforced]").Length() != 1 {
		t.Fatal("the referee cannot leave the illegal move out")
	}
	s.SeeOther(s.Post(desk+"/count", url.Values{"do": {"set"}, "record": {record}, "enforced": {"yes"}, "reason": {"Seen at once"}}))
	doc = s.Page(s.Get(desk), http.StatusOK)
	if got := total(); got == lies {
		t.Errorf("with and without the illegal move the count is %s", got)
	}
	if got := sitetest.Text(doc, ".count > p.grey"); got != "Referee: without the moves that broke a rule. “Seen at once”" {
		t.Errorf("the count says %q", got)
	}
	if got := sitetest.Text(doc, ".findings"); !strings.Contains(got, "one more move cannot be played and is left out: 4") || doc.Find("#count [name=enforced][checked]").Length() != 1 {
		t.Errorf("the check says %q", got)
	}
	s.SeeOther(s.Post(desk+"/count", url.Values{"do": {"back"}, "record": {record}}))
	if got := total(); got != lies {
		t.Errorf("taken back the count is %s, want %s", got, lies)
	}
}
