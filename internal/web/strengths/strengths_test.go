package strengths_test

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/app/director"
	"tourney/internal/rank"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

const path = "/desk/club/strengths"

// proposal returns the proposal for the first member, and its form.
func proposal(t *testing.T, doc *goquery.Document) (row *goquery.Selection, form url.Values, action string) {
	t.Helper()
	row = doc.Find(".proposals li").FilterFunction(func(_ int, e *goquery.Selection) bool { return strings.Contains(e.Text(), "Aho Aino") })
	if row.Length() != 1 {
		t.Fatalf("%d proposals for Aho: %q", row.Length(), sitetest.Text(doc, "#proposals"))
	}
	form = url.Values{}
	row.Find("input").Each(func(_ int, e *goquery.Selection) { form.Set(e.AttrOr("name", ""), e.AttrOr("value", "")) })
	return row, form, row.Find("form").AttrOr("action", "")
}

func TestProposalIsAcceptedAndUndone(t *testing.T) {
	s := newSite(t)
	before := s.season()
	s.Login()
	doc := s.Page(s.Get(path), http.StatusOK)
	row, form, action := proposal(t, doc)
	if form.Get("was") != "6k" {
		t.Errorf("the form has %v", form)
	}
	to, err := rank.Parse(form.Get("rank"))
	if err != nil || to <= rank.Kyu(6) {
		t.Fatalf("proposed %q, %v", form.Get("rank"), err)
	}
	text := strings.Join(strings.Fields(row.Text()), " ")
	for _, part := range []string{"6k → " + to.String(), "Won ", " of 36 games since ", " were expected.", "Strength "} {
		if !strings.Contains(text, part) {
			t.Errorf("no %q in %q", part, text)
		}
	}
	form.Set("do", "accept")
	at := s.SeeOther(s.Post(action, form))
	now := s.State("club")
	p := now.Player(before.Players[0].ID)
	if p.Rank != to || len(p.RankDecisions) != 1 || p.RankDecisions[0].Was != rank.Kyu(6) || p.RankDecisions[0].PutOff {
		t.Errorf("rank %v, decisions %+v", p.Rank, p.RankDecisions)
	}
	if was, is := before.RunningGame(p.ID), now.RunningGame(p.ID); is.Terms() != was.Terms() || is.Black != was.Black {
		t.Errorf("the running game has %+v, was %+v", is.Terms(), was.Terms())
	}
	log, _, err := s.Director.Log(t.Context(), "club", 0, director.LogFilter{})
	s.Check(err)
	if e := log[0]; e.Action != "player.rank.accept" || len(e.Args) != 6 || e.Args[0] != "Aho Aino" || e.Args[4] != 36 {
		t.Errorf("the log has %q %v", e.Action, e.Args)
	}
	if got := sitetest.Text(s.Page(s.Get("/desk/club/log"), http.StatusOK), "main"); !strings.Contains(got, "Aho Aino: 6k → "+to.String()+". Won ") {
		t.Errorf("the page of the log says %q", got)
	}
	if got := s.Post(action+"0", form); got.StatusCode != http.StatusConflict { // another key, the proposal is gone
		t.Errorf("an old form is answered %d", got.StatusCode)
	}
	doc = s.Page(s.Get(at), http.StatusOK)
	if got := sitetest.Text(doc, "form.banner"); got != "Aho Aino has the rank "+to.String()+" from the next game on. Undo" {
		t.Errorf("said %q", got)
	}
	undo := doc.Find("form.banner").AttrOr("action", "")
	doc = s.Page(s.Get(s.SeeOther(s.Post(undo, url.Values{"do": {"undo"}}))), http.StatusOK)
	if p := s.State("club").Player(p.ID); p.Rank != rank.Kyu(6) || len(p.RankDecisions) != 0 {
		t.Errorf("after the undo: rank %v, decisions %+v", p.Rank, p.RankDecisions)
	}
	if got := sitetest.Text(doc, "form.banner"); got != "The decision is undone. Aho Aino has the rank 6k." {
		t.Errorf("said %q", got)
	}
	proposal(t, doc)
}

// A proposal that is put off returns after four more games, and by an undo.
func TestProposalIsPutOff(t *testing.T) {
	s := newSite(t)
	tn := s.season()
	s.Login()
	_, form, action := proposal(t, s.Page(s.Get(path), http.StatusOK))
	form.Set("do", "later")
	doc := s.Page(s.Get(s.SeeOther(s.Post(action, form))), http.StatusOK)
	if got := sitetest.Text(doc, "form.banner"); got != "Aho Aino keeps the rank 6k for now. Undo" {
		t.Errorf("said %q", got)
	}
	if got := sitetest.Text(doc, "#proposals"); strings.Contains(got, "Aho") {
		t.Errorf("proposed again: %q", got)
	}
	p := s.State("club").Player(tn.Players[0].ID)
	if p.Rank != rank.Kyu(6) || len(p.RankDecisions) != 1 || !p.RankDecisions[0].PutOff {
		t.Errorf("rank %v, decisions %+v", p.Rank, p.RankDecisions)
	}
	undo := doc.Find("form.banner").AttrOr("action", "")
	s.SeeOther(s.Post(undo, url.Values{"do": {"undo"}}))
	proposal(t, s.Page(s.Get(path), http.StatusOK))
}

// The undo of the page undoes decisions about the player only.
func TestUndoIsForDecisions(t *testing.T) {
	s := newSite(t)
	tn := s.season()
	s.Login()
	s.Check(s.Director.On(sitetest.Anna, "club").SetStatus(t.Context(), tn.Players[4].ID, tournament.Withdrawn))
	version := strconv.Itoa(s.State("club").Version)
	for _, id := range []string{"1", "5", "4711"} {
		if got := s.Post(path+"/"+id+"?version="+version, url.Values{"do": {"undo"}}); got.StatusCode != http.StatusNotFound {
			t.Errorf("player %s: answered %d", id, got.StatusCode)
		}
	}
	if got := s.Post(path+"/1", url.Values{"do": {"promote"}}); got.StatusCode < 400 {
		t.Errorf("an unknown button is answered %d", got.StatusCode)
	}
	if got := sitetest.Text(s.Page(s.Get(path), http.StatusOK), ".strengths"); strings.Contains(got, "Ek Elsa") {
		t.Errorf("a member who left is listed: %q", got)
	}
}

// The table and the picture have all games with a result.
func TestMembersAndEvenness(t *testing.T) {
	s := newSite(t)
	s.season()
	s.Login()
	doc := s.Page(s.Get(path), http.StatusOK)
	if got := sitetest.Text(doc, ".facts"); got != "180 games 12 evenings" {
		t.Errorf("facts: %q", got)
	}
	var names []string
	games := 0
	doc.Find(".strengths tbody tr").Each(func(_ int, e *goquery.Selection) {
		names = append(names, e.Find(".who").Text())
		n, err := strconv.Atoi(e.Find("td").Last().Text())
		s.Check(err)
		games += n
		if e.Find("svg[role=img] polyline").Length() != 1 || !strings.Contains(e.Find("svg").AttrOr("aria-label", ""), " today") {
			t.Errorf("%s has no line", names[len(names)-1])
		}
	})
	if len(names) != len(members) || games != 2*180 || names[0] != "Gran Greta" || !slices.Contains(names, "Łoś Jan") {
		t.Errorf("%d games of %v", games, names)
	}
	if got := sitetest.Text(doc, ".aside"); got != "No game yet: Öberg Newcomer" {
		t.Errorf("newcomers: %q", got)
	}
	counted := 0
	doc.Find(".evenness tbody tr").Each(func(_ int, e *goquery.Selection) {
		n, err := strconv.Atoi(e.Find("td").Last().Text())
		s.Check(err)
		counted += n
		if e.Find("svg circle").Length() != 1 || !strings.HasPrefix(e.Find("svg").AttrOr("aria-label", ""), "Black ") {
			t.Errorf("no picture in %q", e.Text())
		}
	})
	if counted != 180 {
		t.Errorf("the picture has %d games", counted)
	}
	if got := sitetest.Text(doc, "#even p:not(.help)"); !strings.HasPrefix(got, "Black wins ") || !strings.Contains(got, " games with handicap: ") {
		t.Errorf("the verdict is %q", got)
	}
	if doc.Find(".moremenu a[href='"+path+"'][aria-current]").Length() != 1 {
		t.Error("the menu does not name the page")
	}
}

// A tournament with rounds has the page without strengths, and no entry in the menu.
func TestRoundsHaveNoStrengths(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	doc := s.Page(s.Get("/desk/spring-cup/strengths"), http.StatusOK)
	if got := sitetest.Text(doc, ".empty"); !strings.HasPrefix(got, "Strengths are estimated in open play") {
		t.Errorf("said %q", got)
	}
	if doc.Find(".moremenu a[href$=strengths]").Length() != 0 {
		t.Error("the menu names the page")
	}
}
