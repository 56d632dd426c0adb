package public_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/google/go-cmp/cmp"

	"tourney/internal/testkit/sitetest"
)

// The comments of a record are beside its replay, as text and up to a limit.
func TestCommentsOfARecord(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	_, at := s.GameAt(1, 1)
	const record = "(;GM[1]SZ[19]GC[A club game]C[Before <b>the</b> game];B[pd]N[Opening]TE[1]LB[dd:A][pp:BCDE]TR[pd]C[Look:\n<img src=x onerror=alert(1)>](;W[dd])(;W[dp]DO[]C[What if?\\]]))"
	if got := s.Post("/desk/spring-cup"+at, url.Values{"text": {record}}); got.StatusCode != http.StatusSeeOther {
		t.Fatalf("pasting answers %d", got.StatusCode)
	}
	for _, path := range []string{"/t/spring-cup" + at, "/desk/spring-cup" + at} {
		s.Run(path, func(t *testing.T) {
			doc := s.Page(s.Get(path), http.StatusOK)
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
			if got := sitetest.Text(doc, ".moves li:first-child .commented"); got != "…" {
				t.Errorf("%s: the first move is marked %q", path, got)
			}
		})
	}
	long := "(;SZ[19]" + strings.Repeat(";B[]C["+strings.Repeat("ä", 6000)+"]", 80) + ")"
	s.ReplaceRecord("/desk/spring-cup"+at, long)
	doc := s.Page(s.Get("/t/spring-cup"+at), http.StatusOK)
	said := doc.Find(".comments p")
	const most = 128 << 10 // bytes of all comments together
	if n := len(said.Text()); n > most+1000 || n < most/2 || !strings.HasSuffix(said.First().Text(), "ä…") {
		t.Errorf("the page shows %d bytes of comments", n)
	}
}

// A file with several games offers a choice.
func TestOneOfSeveralGames(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	_, at := s.GameAt(2, 2)
	const file = "(;GM[1]SZ[19]PB[Aho]PW[Dvořák <b>]DT[2026-05-02]RE[B+R];B[dd];W[pp])\n(;GM[3])(;GM[1]SZ[19]PB[]PW[\\]x];B[qq])"
	for _, send := range []func() *http.Response{
		func() *http.Response { return s.Upload("/desk/spring-cup"+at, "game.sgf", []byte(file)) },
		func() *http.Response { return s.Post("/desk/spring-cup"+at, url.Values{"text": {file}}) },
	} {
		doc := s.Page(send(), http.StatusUnprocessableEntity)
		if got := sitetest.Text(doc, ".banner.error"); got != "The file holds 3 games. Which one is it?" {
			t.Errorf("told %q", got)
		}
		doc.Find(".vh").Remove()
		if got := sitetest.Text(doc, ".choices"); got != "1 Aho Dvořák <b> 2 moves · B+R · 2026-05-02 2 – ]x 1 move" {
			t.Errorf("the choices are %q", got)
		}
		chosen, _ := doc.Find(".choices input[name=text]").First().Attr("value")
		if got := s.Post("/desk/spring-cup"+at, url.Values{"text": {chosen}}); got.StatusCode != http.StatusSeeOther {
			t.Fatalf("choosing answers %d", got.StatusCode)
		}
		doc = s.Page(s.Get("/t/spring-cup"+at), http.StatusOK)
		if got := sitetest.Text(doc, ".moves ol"); !strings.HasSuffix(got, "Q4") || doc.Find(".moves li").Length() != 2 {
			t.Errorf("the game taken has the moves %q", got)
		}
	}
	link := s.Slip(2, 3)
	doc := s.Page(s.Upload(link, "game.sgf", []byte(file)), http.StatusUnprocessableEntity)
	form := doc.Find(".choices form").Last()
	if form.AttrOr("action", "") != link || form.AttrOr("enctype", "") != "multipart/form-data" {
		t.Errorf("players choose by %q", form.AttrOr("action", ""))
	}
	many := s.Page(s.Upload(link, "game.sgf", []byte(strings.Repeat("(;GM[1];B[aa])", 5000))), http.StatusUnprocessableEntity)
	if n := many.Find(".choices li").Length(); n == 0 || n > 200 {
		t.Errorf("of very many games %d are to choose from", n)
	}
}

// A record of a larger board than the game's is shown without a replay. A file or earlier settings may leave one.
func TestRecordOfALargerBoard(t *testing.T) {
	s := newSite(t)
	tn := s.Cup()
	s.Login()
	_, at := s.GameAt(1, 1)
	if got := s.Upload("/desk/spring-cup"+at, "game.sgf", []byte("(;SZ[13];B[aa];W[mm])")); got.StatusCode != http.StatusSeeOther {
		t.Fatalf("a record of a smaller board answers %d", got.StatusCode)
	}
	if doc := s.Page(s.Get("/t/spring-cup"+at), http.StatusOK); doc.Find("[data-replay]").Length() != 1 || doc.Find(".moves li").Length() != 2 {
		t.Error("a record of a smaller board is not replayed")
	}
	settings := tn.Settings
	settings.Size = 9
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").SetUp(t.Context(), tn.Info, settings))
	doc := s.Page(s.Get("/t/spring-cup"+at), http.StatusOK)
	if doc.Find("[data-replay]").Length() != 0 || doc.Find("svg.board").Length() == 0 {
		t.Error("a record of a larger board is replayed, or its position is not shown")
	}
	if got := sitetest.Text(doc, ".findings"); !strings.Contains(got, "The record is of a board of 13 × 13, the game is on 9 × 9.") {
		t.Errorf("the page says %q", got)
	}
}
