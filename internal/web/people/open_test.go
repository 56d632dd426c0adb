package people_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"tourney/internal/app/director"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

// The list of open play describes each player tonight; its buttons note arrivals and departures.
func TestPlayersOfOpenPlay(t *testing.T) {
	s := newSite(t)
	s.Kind("club", 5)
	s.Login()
	const list, second = "/desk/open/players", "/desk/open/players/2"
	ed := s.Director.On(sitetest.Anna, "open")
	s.Check(ed.SetStatus(t.Context(), 4, tournament.Preliminary))
	s.Check(ed.Rest(t.Context(), 3, true))
	begun, err := ed.Begin(t.Context(), director.Pairing{A: 1, B: 2}, "")
	s.Check(err)
	row := func(doc string, id string) string {
		t.Helper()
		return sitetest.Text(s.Page(s.Get(doc), http.StatusOK), "tr[data-key='"+id+"'] .plays")
	}
	for id, want := range map[string]string{"1": "plays at table 1", "2": "plays at table 1", "3": "rests", "4": "", "5": "waits since 09:30"} {
		if got := row(list, id); got != want {
			t.Errorf("player %s: %q, want %q", id, got, want)
		}
	}
	doc := s.Page(s.Get(list), http.StatusOK)
	if got := sitetest.Text(doc, ".plays[scope]"); got != "Tonight" {
		t.Errorf("the column is %q", got)
	}
	if got := sitetest.Text(doc, "#crowd .facts"); got != "4 of 5 here tonight" {
		t.Errorf("the head says %q", got)
	}
	if doc.Find("form[action$='/checkin'], [name=plays], [name=attendance]").Length() > 0 || strings.Contains(strings.ToLower(sitetest.Text(doc, "main")), "round") {
		t.Error("the list has parts about rounds")
	}
	press := func(id, status string) string {
		t.Helper()
		at := s.SeeOther(s.Post(list+"/"+id+"/status", url.Values{"status": {status}}))
		return sitetest.Text(s.Page(s.Get(at), http.StatusOK), "#reading .lead")
	}
	if got := press("4", "checked-in"); !strings.HasPrefix(got, "Here tonight: Player04") {
		t.Errorf("an arrival says %q", got)
	}
	if got := press("4", "preliminary"); !strings.HasPrefix(got, "Gone home: Player04") {
		t.Errorf("a departure says %q", got)
	}
	if got := row(list, "4"); !strings.HasPrefix(got, "last here") {
		t.Errorf("then the row says %q", got)
	}
	got := s.Post(list+"/2/status", url.Values{"status": {"preliminary"}})
	if text := sitetest.Text(s.Page(got, http.StatusConflict), ".banner"); !strings.Contains(text, "Player02 is playing at table 1") {
		t.Errorf("who plays cannot leave: %q", text)
	}
	_, err = ed.Enter(t.Context(), tournament.Entry{Round: begun.Round, Table: begun.Table, Game: begun.ID, Seen: begun.Revision, Result: tournament.Result{Outcome: tournament.BlackWins}})
	s.Check(err)
	doc = s.Page(s.Get(second), http.StatusOK)
	if got := sitetest.Text(doc, "main"); strings.Contains(strings.ToLower(got), "round") || !strings.Contains(got, "Goes home") {
		t.Errorf("the page of a player has %q", got)
	}
	if n := doc.Find("#played tbody tr").Length(); n != 1 || doc.Find("#toggles").Length() > 0 {
		t.Errorf("the page of a player has %d games", n)
	}
	if got := sitetest.Text(doc, "#played tbody th"); got == "" || got == "1" {
		t.Errorf("the day of the game is %q", got)
	}
}

// A new member is added without rounds, here tonight or not.
func TestNewMember(t *testing.T) {
	s := newSite(t)
	s.Kind("club", 2)
	s.Login()
	for _, tt := range []struct {
		name, here string
		want       tournament.Status
	}{{"Aho", "1", tournament.CheckedIn}, {"Berg", "", tournament.Preliminary}} {
		form := url.Values{"family": {tt.name}, "rank": {"5k"}, "once": {tt.name}}
		if tt.here != "" {
			form.Set("here", tt.here)
		}
		s.SeeOther(s.Post("/desk/open/players", form))
		players := s.State("open").Players
		if p := players[len(players)-1]; p.Family != tt.name || p.Status != tt.want || p.Absent != 0 {
			t.Errorf("%+v", p)
		}
	}
	if tn := s.State("open"); tn.Evening() == nil || len(tn.Evening().Present) != 3 {
		t.Errorf("the evening is %+v", tn.Evening())
	}
}
