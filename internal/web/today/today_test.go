package today_test

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

// A player's request is entered and granted in one step; a refusal keeps the typed values.
func TestRequestsOfTheDay(t *testing.T) {
	s := newSite(t)
	tn := s.Cup()
	s.Login()
	const home = "/desk/spring-cup/day"
	name := tn.Players[0].Name()
	send := func(status int, path string, fields ...string) {
		t.Helper()
		form := url.Values{}
		for i := 0; i < len(fields); i += 2 {
			form.Set(fields[i], fields[i+1])
		}
		got := s.Post(path, form)
		if got.StatusCode != status {
			t.Fatalf("%s %v answers %d", path, fields, got.StatusCode)
		}
	}
	send(303, home+"/requests", "kind", "skip", "player", name, "round", "4", "do", "ask", "note", "a wedding")
	doc := s.Page(s.Get(home), http.StatusOK)
	if got := sitetest.Text(doc, ".request"); !strings.Contains(got, name+" wants to skip round 4") || !strings.Contains(got, "a wedding") {
		t.Errorf("the request is shown as %q", got)
	}
	if got := sitetest.Text(s.Page(s.Get("/desk/spring-cup"), http.StatusOK), ".requests"); !strings.Contains(got, "wants to skip round 4") {
		t.Errorf("the desk shows %q", got)
	}
	send(303, doc.Find(".request").AttrOr("action", ""), "do", "grant", "answer", "enjoy")
	if now := s.State("spring-cup"); !now.Players[0].Absent.Has(4) || now.Day.Requests[0].State != tournament.RequestDone {
		t.Errorf("granted, the player is absent in %v, the request %v", now.Players[0].Absent, now.Day.Requests[0].State)
	}
	if got := sitetest.Text(s.Page(s.Get(home), http.StatusOK), "#requests .notes"); !strings.Contains(got, "enjoy") {
		t.Errorf("the answered requests say %q", got)
	}
	send(303, home+"/requests", "kind", "rank", "player", name, "rank", "2k", "do", "grant", "why", "wrong rank")
	if got := s.State("spring-cup").Players[0].Rank.String(); got != "2k" {
		t.Errorf("done at once, the rank is %s", got)
	}
	got := s.Post(home+"/requests", url.Values{"kind": {"rank"}, "player": {"Nobody"}, "rank": {"7k"}})
	if doc := s.Page(got, http.StatusNotFound); doc.Find("input[name=rank]").AttrOr("value", "") != "7k" || sitetest.Text(doc, ".fold .wrong") == "" {
		t.Errorf("a refused request says %q", sitetest.Text(doc, ".fold .wrong"))
	}
	// A refused form keeps all sent values, and no other form has them.
	long := strings.Repeat("x", 5000)
	got = s.Post(home+"/incidents", url.Values{"kind": {"penalty"}, "player": {name}, "round": {"1"}, "minutes": {"7"}, "note": {long}})
	if doc = s.Page(got, got.StatusCode); sitetest.Text(doc, ".banner.error") == "" {
		t.Errorf("an endless note answers %d without a reason", got.StatusCode)
	}
	for at, want := range map[string]string{
		"incidents player": name, "incidents kind": "penalty", "incidents round": "1", "incidents minutes": "7", "incidents note": long,
		"requests player": "", "requests kind": "", "requests round": "3", "requests note": "",
	} {
		to, name, _ := strings.Cut(at, " ")
		field := doc.Find("#day form[action$='/" + to + "'] [name=" + name + "]")
		if got := field.AttrOr("value", field.Find("[selected]").AttrOr("value", "")); field.Length() != 1 || got != want {
			t.Errorf("after a refused incident, %s is %q, want %q", at, got, want)
		}
	}
	// Text about other people has a limit, and browsers do not suggest the reader's own name.
	doc.Find("#day input:not([type=hidden]):not([type=checkbox])").Each(func(_ int, e *goquery.Selection) {
		if e.AttrOr("autocomplete", "") != "off" || e.AttrOr("maxlength", "") == "" {
			t.Errorf("the field %s has no autocomplete or no bound", e.AttrOr("name", ""))
		}
	})
	for name, capitals := range map[string]string{"rank": "none", "family": "words", "given": "words", "club": "words", "country": "characters"} {
		if got := doc.Find("input[name="+name+"]").AttrOr("autocapitalize", ""); got != capitals {
			t.Errorf("%s begins with %q", name, got)
		}
	}

	send(303, home+"/incidents", "kind", "late", "player", name, "round", "2", "minutes", "20", "note", "train")
	if got := sitetest.Text(s.Page(s.Get(home), http.StatusOK), "#incidents tbody"); !strings.Contains(got, "Late 20 min") || !strings.Contains(got, "train") {
		t.Errorf("the incident is shown as %q", got)
	}
	send(303, home+"/announcements", "text", "Lunch is served", "minutes", "30")
	if got := sitetest.Text(s.Page(s.Get("/desk/spring-cup"), http.StatusOK), "#panel"); !strings.Contains(got, "Lunch is served") {
		t.Errorf("the desk says %q", got)
	}
	end := s.Page(s.Get(home), http.StatusOK).Find("form[action$='/end']").AttrOr("action", "")
	send(303, end)
	if got := sitetest.Text(s.Page(s.Get("/desk/spring-cup"), http.StatusOK), "#panel"); strings.Contains(got, "Lunch") {
		t.Error("an ended announcement is shown")
	}
}

// An incident, request or announcement with an invalid field is refused with the name of the field, and keeps the typed
// values; before, it was saved without a player.
func TestUnknownPlayerOfAnIncident(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	const home = "/desk/spring-cup/day"
	twin := s.State("spring-cup").Players[0]
	_, err := s.Director.On(sitetest.Anna, "spring-cup").AddPlayer(t.Context(), tournament.Player{Family: twin.Family, Given: twin.Given, Rank: 9}, tournament.AllowNamesakes, "")
	s.Check(err)
	version := s.State("spring-cup").Version
	for _, tt := range []struct{ to, field, typed, want string }{
		{"incidents", "player", "Nobody", "Player: “Nobody” isn't a player here. Choose from the list of the field."},
		{"incidents", "player", "Ek Ida · 999", "Player: “Ek Ida · 999” isn't a player here. Choose from the list of the field."},
		{"incidents", "player", "Ek Ida · seventeen", "Player: “Ek Ida · seventeen” isn't a player here. Choose from the list of the field."},
		{"incidents", "player", "17", "Player: “17” isn't a player here. Choose from the list of the field."},
		{"incidents", "player", twin.Name(), "Player: several players are called “" + twin.Name() + "”. Choose the one with the right number from the list."},
		{"incidents", "minutes", "ten", "Minutes: “ten” isn't a whole number."},
		{"incidents", "minutes", "-3", "The minutes must be from 0 to 1440, not -3."},
		{"incidents", "round", "9", "Round 9 does not exist: the tournament has rounds 1 to 5."},
		{"requests", "player", "Nobody", "Player: “Nobody” isn't a player here. Choose from the list of the field."},
		{"requests", "substitute", "Nobody", "Substitute: “Nobody” isn't a player here. Choose from the list of the field."},
		{"announcements", "minutes", "an hour", "Minutes: “an hour” isn't a whole number."},
	} {
		kind := map[string]string{"incidents": "warning", "requests": "substitute"}[tt.to]
		sent := url.Values{"kind": {kind}, "round": {"3"}, "note": {"by phone"}, "text": {"Lunch"}}
		sent.Set(tt.field, tt.typed)
		got := s.Post(home+"/"+tt.to, sent)
		doc := s.Page(got, got.StatusCode)
		field := doc.Find("#day form[action$='/" + tt.to + "'] [name=" + tt.field + "]")
		if said := sitetest.Text(doc, ".banner.error, .fold .wrong"); got.StatusCode < 400 || said != tt.want {
			t.Errorf("%s with %s %q answers %d: %q, want %q", tt.to, tt.field, tt.typed, got.StatusCode, said, tt.want)
		}
		if !field.Is("select") && field.AttrOr("value", "") != tt.typed {
			t.Errorf("%s with %s %q: the field is %q", tt.to, tt.field, tt.typed, field.AttrOr("value", ""))
		}
		if _, invalid := field.Attr("aria-invalid"); tt.field == "player" && !invalid {
			t.Errorf("%s with %s %q: the field is not marked", tt.to, tt.field, tt.typed)
		}
	}
	if now := s.State("spring-cup"); now.Version != version {
		t.Errorf("saved: %+v", now.Day)
	}
	s.SeeOther(s.Post(home+"/incidents", url.Values{"kind": {"warning"}, "round": {"1"}, "note": {"noise in the hall"}}))
	if n := s.State("spring-cup").Day.Incidents; len(n) != 1 || n[0].Player != 0 {
		t.Errorf("an incident about nobody: %+v", n)
	}
}

// The final standings are announced, reopened with a reason, corrected and announced again.
func TestFinalStandings(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	const home = "/desk/spring-cup/final"
	if got := sitetest.Text(s.Page(s.Get(home), http.StatusOK), "#final .stateline"); got != "Round 2 of 5 is being played. The final standings come after round 5. 3 missing results Standings" {
		t.Errorf("with results missing, the page says %q", got)
	}
	s.Page(s.Post(home, url.Values{"do": {"announce"}}), http.StatusConflict)
	s.Page(s.Post(home, url.Values{"do": {"reopen"}, "reason": {"x"}}), http.StatusConflict)
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").Day().AddSending(t.Context(), tournament.Sending{To: "EGD", File: "x.h9"}, ""))
	if got := sitetest.Text(s.Page(s.Get(home), http.StatusOK), ".panel .links"); !strings.HasPrefix(got, "EGD sent ") {
		t.Errorf("the report is shown as %q", got)
	}
	if doc := s.Page(s.Post(home+"/pictures", url.Values{}), http.StatusUnprocessableEntity); sitetest.Text(doc, ".banner.error") == "" {
		t.Error("no picture, and no reason")
	}
}

// After the announcement, the final standings replace the front page, with the changes of a correction and the
// pictures.
func TestFinishedPage(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	s.Page(s.Get("/t/spring-cup/final"), http.StatusNotFound)
	tn := s.State("spring-cup")
	settings := tn.Settings
	settings.Rounds, settings.Criteria = 2, []tournament.Criterion{tournament.NBW, tournament.MMS} // places are shared
	ed := s.Director.On(sitetest.Anna, "spring-cup").Because("fewer rounds")
	if tn.Round(3) != nil {
		s.Check(ed.Round(3).Drop(t.Context()))
	}
	s.Check(ed.SetUp(t.Context(), tn.Info, settings))
	d := s.Desk("")
	doc := d.Look("")
	for _, line := range []string{"2b", "3b", "4b"} {
		doc = d.Follow(d.Typed(doc, line))
	}
	form := s.Page(s.Get("/desk/spring-cup"), http.StatusOK)
	if got := form.Find("#panel .complete a.main").AttrOr("href", ""); got != "/desk/spring-cup/final" {
		t.Errorf("with all results in the desk leads to %q", got)
	}
	preview := s.Page(s.Get("/desk/spring-cup/final"), http.StatusOK)
	if rows := preview.Find("#final .notes tbody tr"); rows.Length() != 9 || !strings.Contains(sitetest.Text(preview, "#final"), "Shown on the public final page") {
		t.Errorf("before the announcement %d lines are shown: %s", rows.Length(), sitetest.Text(preview, "#final"))
	}
	if got := s.Post("/desk/spring-cup/final", url.Values{"do": {"announce"}, "note": {"by the referee"}}); got.StatusCode != http.StatusSeeOther {
		t.Fatalf("announcing answers %d", got.StatusCode)
	}
	doc = s.Page(s.Get("/t/spring-cup"), http.StatusOK)
	if got := sitetest.Text(doc, "#finished > .banner.notice"); got != "by the referee" {
		t.Errorf("of the note the page says %q", got)
	}
	// Players with a shared place have separate lines, by which rounds name opponents.
	doc.Find(".finals tbody tr").Each(func(i int, row *goquery.Selection) {
		place := strings.Fields(row.Find("td.n").Text())
		if got := place[len(place)-1]; got != fmt.Sprint(i+1) {
			t.Errorf("line %d has the number %q", i+1, got)
		}
		opponents := row.Find("td.cell a").Map(func(_ int, cell *goquery.Selection) string { return cell.Text() })
		if slices.Contains(opponents, fmt.Sprint(i+1)) {
			t.Errorf("line %d meets itself: %v", i+1, opponents)
		}
		if row.Find(".rest").Text() == "" {
			t.Errorf("line %d tells phones nothing about its place", i+1)
		}
	})
	first := s.State("spring-cup").Day.Finals[0].Lines[0].Name
	if got := sitetest.Text(doc, ".podium .first"); !strings.Contains(got, "Winner "+first) {
		t.Errorf("the page begins with %q, want %s", got, first)
	}
	if got := sitetest.Text(doc, ".sections [aria-current]"); got != "Final" {
		t.Errorf("the section is called %q", got)
	}
	s.Check(ed.Day().AddSending(t.Context(), tournament.Sending{To: "EGD", File: "secret.h9", Note: "private", State: tournament.Sent}, ""))
	if got := sitetest.Text(s.Page(s.Get("/t/spring-cup"), http.StatusOK), "#finished .panel"); !strings.Contains(got, "Sent to EGD") || strings.Contains(got, "private") {
		t.Errorf("of what was sent the page says %q", got)
	}
	if got := s.Post("/desk/spring-cup/result", url.Values{"round": {"2"}, "table": {"2"}, "result": {"W+"}}); got.StatusCode != http.StatusConflict {
		t.Errorf("a result after the announcement answers %d", got.StatusCode)
	}
	refused := s.Page(s.Post("/desk/spring-cup/players/1/status", url.Values{"status": {"withdrawn"}}), http.StatusConflict)
	if got := sitetest.Text(refused, "body"); !strings.Contains(got, "The final standings were announced at 12:30. To change this") {
		t.Errorf("a withdrawal after the announcement is told %q", got)
	}
	if got := sitetest.Text(s.Page(s.Get("/desk/spring-cup/import"), http.StatusOK), ".banner.warning"); !strings.Contains(got, "announced at 12:30") {
		t.Errorf("before a list is imported the page says %q", got)
	}
	s.Check(ed.Day().Reopen(t.Context(), "wrong slip"))
	// During a correction, the announced standings stay the first page.
	doc = s.Page(s.Get("/t/spring-cup"), http.StatusOK)
	if got := sitetest.Text(doc, "#finished .banner"); !strings.Contains(got, "being corrected: wrong slip") || !strings.Contains(sitetest.Text(doc, ".podium .first"), first) {
		t.Errorf("while a correction is made the first page says %q", got)
	}
	got := sitetest.Text(doc, "#finished .panel")
	if !strings.Contains(got, "Open for a correction") || !strings.Contains(got, "wrong slip") || strings.Contains(got, "Results are final") {
		t.Errorf("while a correction is made the page says %q", got)
	}
	doc = d.Look("")
	doc = d.Follow(d.Typed(doc, "3w"))
	if doc.Find("#question").Length() != 0 {
		t.Fatal("the desk asks")
	}
	s.Check(ed.Day().AnnounceFinal(t.Context(), ""))
	if got := sitetest.Text(s.Page(s.Get("/t/spring-cup/final"), http.StatusOK), "#finished .panel"); !strings.Contains(got, " · place ") || !strings.Contains(got, "Corrected") || !strings.Contains(got, "wrong slip") || !strings.Contains(got, "→") {
		t.Errorf("after the correction the page says %q", got)
	}

	// An open sign-up ends with the tournament, whatever its hour.
	for _, closes := range []time.Time{{}, sitetest.Noon.Add(time.Hour)} {
		tn = s.State("spring-cup")
		tn.Settings.SignUp = tournament.SignUp{Open: true, Closes: closes}
		s.Check(ed.SetUp(t.Context(), tn.Info, tn.Settings))
		if got := sitetest.Text(s.Page(s.Get("/t/spring-cup/sign-up"), http.StatusOK), "main"); !strings.Contains(got, "Sign-up is closed. Ask the organisers.") {
			t.Errorf("with the closing time %v the sign-up says %q", closes, got)
		}
	}
}

// An announcement is on every public page until the desk ends it.
func TestAnnouncementOnPublicPages(t *testing.T) {
	s := newSite(t)
	s.Cup()
	ed := s.Director.On(sitetest.Anna, "spring-cup").Day()
	s.Check(ed.Announce(t.Context(), "Lunch is served", time.Hour, ""))
	for _, path := range []string{"/t/spring-cup", "/t/spring-cup/standings", "/t/spring-cup/hall"} {
		if got := s.Page(s.Get(path), http.StatusOK).Find(".news[data-until]").Text(); got != "Lunch is served" {
			t.Errorf("%s announces %q", path, got)
		}
	}
	s.Check(ed.EndAnnouncement(t.Context(), s.State("spring-cup").Day.Announcements[0].ID))
	if got := s.Page(s.Get("/t/spring-cup"), http.StatusOK).Find(".news"); got.Length() != 0 {
		t.Errorf("an ended announcement is still there: %q", got.Text())
	}
	s.Check(ed.Announce(t.Context(), "The hall closes at eleven", 0, ""))
	for i := range 4 {
		s.Check(ed.Announce(t.Context(), fmt.Sprint("Tea ", i), time.Minute, ""))
	}
	if got := s.Page(s.Get("/t/spring-cup"), http.StatusOK).Find(".news"); got.Length() != 4 || got.Last().Text() != "The hall closes at eleven" {
		t.Errorf("behind those that end stands %q", got.Text())
	}
}

// TestRemovedPhotoIsGone removes a photo: its public address answers 404, also from a cache, until the desk undoes the
// removal.
func TestRemovedPhotoIsGone(t *testing.T) {
	s := newSite(t)
	s.Cup()
	var photo bytes.Buffer
	s.Check(jpeg.Encode(&photo, image.NewGray(image.Rect(0, 0, 40, 30)), nil))
	ed := s.Director.On(sitetest.Anna, "spring-cup").Because("fewer rounds")
	s.Check(ed.Day().AddPicture(t.Context(), photo.Bytes(), "The hall"))
	id := s.State("spring-cup").Day.Pictures[0].ID
	at := fmt.Sprint("/t/spring-cup/pictures/", id)
	got := s.Get(at)
	tag, kept := got.Header.Get("ETag"), got.Header.Get("Cache-Control")
	if got.StatusCode != http.StatusOK || got.Header.Get("Content-Type") != "image/jpeg" || tag == "" || kept != "no-cache" {
		t.Errorf("the photo: %d, %v", got.StatusCode, got.Header)
	}
	if got := s.Get(at, "If-None-Match", tag).StatusCode; got != http.StatusNotModified {
		t.Errorf("a browser that has it is answered %d", got)
	}
	s.Check(ed.Day().RemovePicture(t.Context(), id))
	for _, header := range [][]string{nil, {"If-None-Match", tag}} {
		if got := s.Get(at, header...).StatusCode; got != http.StatusNotFound {
			t.Errorf("removed, with %q: %d", header, got)
		}
	}
	s.Check(ed.Undo(t.Context(), s.State("spring-cup").Version))
	if got := s.Get(at).StatusCode; got != http.StatusOK {
		t.Errorf("the removal taken back: %d", got)
	}
}

// A published round without a start has a button at the desk that starts its clock: now, or at a time of today.
func TestDeskStartsTheClock(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	editor := s.Director.On(sitetest.Anna, "spring-cup")
	s.Check(editor.Round(2).SetStart(t.Context(), time.Time{}))
	button := func() *goquery.Selection {
		return s.Page(s.Get("/desk/spring-cup"), http.StatusOK).Find("#panel form[action$='/clock']")
	}
	if got := button().Find("button").Text(); got != "Start the clock of round 2" {
		t.Fatalf("without a start the desk offers %q", got)
	}
	send := func(at string, status int) {
		t.Helper()
		if got := s.Post("/desk/spring-cup/clock", url.Values{"round": {"2"}, "at": {at}}); got.StatusCode != status {
			t.Fatalf("starting the clock at %q answers %d", at, got.StatusCode)
		}
	}
	send("soon", http.StatusUnprocessableEntity)
	if button().Length() != 1 {
		t.Error("a refused time has started the clock")
	}
	send("", http.StatusSeeOther)
	now := s.Director.Now().Truncate(time.Minute)
	if got := s.State("spring-cup").Round(2).Start; !got.Equal(now) || button().Length() != 0 {
		t.Errorf("the clock starts at %v, want now, %v", got, now)
	}
	send("23:10", http.StatusSeeOther) // of another desk, too late
	if got := s.State("spring-cup").Round(2).Start; !got.Equal(now) {
		t.Errorf("a second desk moves the start to %v", got)
	}
	s.Check(editor.Round(2).SetStart(t.Context(), time.Time{}))
	send("14:45", http.StatusSeeOther)
	tn := s.State("spring-cup")
	if got := tn.Round(2).Start.In(tn.Info.Location()).Format("2006-01-02 15:04"); got != now.In(tn.Info.Location()).Format("2006-01-02")+" 14:45" {
		t.Errorf("the clock starts at %s, want today at 14:45", got)
	}
}
