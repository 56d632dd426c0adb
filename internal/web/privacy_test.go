package web_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/app/accounts"
	"tourney/internal/app/director"
	"tourney/internal/data/store"
	"tourney/internal/format"
	"tourney/internal/role"
	"tourney/internal/spelling"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
	"tourney/internal/tournament/consent"
	"tourney/internal/web"
)

// hidden are the ways to hide a person's name, with the text shown instead.
var hidden = []struct {
	name, shown string
	hide        func(s *testSite, id tournament.PlayerID)
}{
	{"initials", "Z. Q.", func(s *testSite, id tournament.PlayerID) { s.hide(id, consent.Initials, 0) }},
	{"anonymous", "Anonymous 6", func(s *testSite, id tournament.PlayerID) { s.hide(id, consent.Anonymous, 0) }},
	{"minor", "Anonymous 6", func(s *testSite, id tournament.PlayerID) {
		tn := s.State("spring-cup")
		tn.Settings.Consent = consent.Rules{Minors: consent.Anonymous}
		tn.Info.Begin = tournament.DateOf(time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC))
		s.Check(s.Director.On(sitetest.Anna, "spring-cup").SetUp(s.T.Context(), tn.Info, tn.Settings))
		s.hide(id, consent.Unsaid, 2014)
	}},
	{"forgotten", "Player 6", func(s *testSite, id tournament.PlayerID) {
		s.Check(s.Director.PersonalData().Forget(s.T.Context(), s.Director.On(sitetest.Anna, "spring-cup"), id, "Zyxwv Qwertz"))
	}},
}

func (s *testSite) hide(id tournament.PlayerID, h consent.Hiding, born int) {
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").EditPlayer(s.T.Context(), id, tournament.AllowNamesakes, func(p *tournament.Player) {
		p.Hiding, p.Born = h, born
	}))
}

// secrets are the words of the person's name, folded, and the values that only the desk sees.
var secrets = []string{"zyxwv", "qwertz", "vzq99", "98765431", "vmail", "vnote", "5550199"}

// findSecrets lists the secrets in a body, including those in the files of an archive.
func findSecrets(t testing.TB, body string) (found []string) {
	t.Helper()
	for _, text := range append(sitetest.Unzipped(t, body), body) {
		folded := spelling.Fold(text)
		for _, secret := range secrets {
			if at := strings.Index(folded, secret); at >= 0 {
				found = append(found, folded[max(at-60, 0):min(at+60, len(folded))])
			}
		}
	}
	return found
}

// namelessCup is the cup of the other tests with as much public data as possible about one player: three rounds, a
// record, a live game, prizes.
func (s *testSite) namelessCup() {
	s.Cup()
	ed, ctx := s.Director.On(sitetest.Anna, "spring-cup"), s.T.Context()
	s.Check(ed.EditPlayer(ctx, 6, tournament.AllowNamesakes, func(p *tournament.Player) {
		p.Family, p.Given, p.EGD, p.Mail, p.Contact, p.Notes = "Zyxwv", "Qwertz", "98765431", "vmail@example.org", "5550199", "vnote"
	}))
	tn := s.State("spring-cup")
	tn.Settings.PlayerResults, tn.Settings.Live.On, tn.Settings.ShowOdds = true, true, true
	tn.Settings.SignUp = tournament.SignUp{Open: true}
	tn.Settings.Prizes.List = []tournament.Prize{{Name: "Main", Places: 8, Money: []tournament.Money{100, 50}}}
	s.Check(ed.SetUp(ctx, tn.Info, tn.Settings))
	g, _ := s.GameAt(1, 3) // 6 is White
	s.Check(ed.Game(g.ID).AttachRecord(ctx, []byte("(;GM[1]FF[4]CA[UTF-8]SZ[19]KM[6]PB[Ek X]PW[Zyxwv, Q. (vzq99)]GN[Ek-ZYXWV]C[Qwertz was late]"+
		";B[pd]C[vzq99 [2k\\]: hi, this is Zyx\\\nwv];W[dd])")))
	for table := 2; table <= 4; table++ {
		g, _ := s.GameAt(2, table)
		_, err := ed.Enter(ctx, tournament.Entry{Round: 2, Table: table, Seen: g.Revision, Result: tournament.Result{Outcome: tournament.WhiteWins}})
		s.Check(err)
	}
	s.Check(ed.Round(3).Drop(ctx))
	s.Check(ed.SetAttendance(ctx, 8, 3, tournament.Absent)) // so that no player has the bye
	s.Check(ed.Round(3).Pair(ctx, 1))
	s.Check(ed.Round(3).Publish(ctx))
	s.Check(ed.Game(s.State("spring-cup").Round(3).Game(6).ID).GoLive(ctx))
	s.Check(ed.Day().Announce(ctx, "Lunch at noon", 0, ""))
}

// TestNobodyHiddenIsNamed requests every public address of the router, every public file and the live events, and
// searches every byte for a hidden person.
func TestNobodyHiddenIsNamed(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	for _, way := range hidden {
		t.Run(way.name, func(t *testing.T) {
			s := newSite(t)
			s.namelessCup()
			way.hide(s, 6)
			w := walk{s: s, seen: map[string]bool{}, routes: publicRoutes(s.Server)}
			w.start()
			w.all()
			w.tablet()
			for _, route := range slices.Sorted(maps.Keys(w.routes)) {
				t.Errorf("%s was not looked at: lead to it, or say why not in notWalked", route)
			}
			if got := s.Body(s.Get("/t/spring-cup/players")); !strings.Contains(got, way.shown) {
				t.Errorf("the list of players has no %s", way.shown)
			}
			w.look("the static site", string(s.Offline("spring-cup")))
			for _, f := range format.Formats() {
				if f.Public && !f.Pages {
					w.look("the file "+f.Name, string(s.Export("spring-cup", f.Name)))
				}
			}
			w.events()
		})
	}
}

// Programs that may register players receive the real name of a hidden player beside the public one. No other response
// to a program has it, whatever the token.
func TestTrueNamesForPrograms(t *testing.T) {
	sitetest.NeedExtension(t)
	s := newSite(t)
	s.namelessCup()
	s.hide(6, consent.Anonymous, 0)
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").SetAttendance(t.Context(), 6, 5, tournament.HalfBye))
	club, err := s.Director.Access().People().OrganisationAdmin(accounts.Session{User: "Anna"}, 0).AddOrganisation(t.Context(), "Another Club")
	s.Check(err)
	theirs, err := s.Director.Access().People().OrganisationAdmin(accounts.Session{User: "Anna"}, club).MakeToken(t.Context(), "Theirs", role.WholeToken)
	s.Check(err)
	whole := s.Program(role.WholeToken)
	open := s.State("spring-cup").Round(3).Game(6)
	for status, secrets := range map[int][]string{
		http.StatusOK:        {whole.Secret},
		http.StatusForbidden: {theirs, s.Program(role.ReadToken).Secret, s.Program(role.ResultsToken).Secret, s.Program(role.PublishToken).Secret},
	} {
		for _, secret := range secrets {
			for _, path := range []string{"/players", "/players/6", "", "/standings", "/rounds/3", "/rounds/3/explanations", "/changes", fmt.Sprintf("/games/%d/live", open.ID)} {
				got := s.Get("/api/v1"+cup+path, "Authorization", "Bearer "+secret)
				text := s.Body(got)
				named := strings.Contains(text, `"name":"Zyxwv Qwertz"`) && strings.Contains(text, `"egd":"98765431"`)
				switch desk := strings.HasPrefix(path, "/players"); {
				case desk && got.StatusCode != status, !desk && got.StatusCode != http.StatusOK:
					t.Errorf("%s answers %d to a token for which it is to be %d", path, got.StatusCode, status)
				case named != (desk && status == http.StatusOK), !named && len(findSecrets(t, text)) > 0:
					t.Errorf("%s names the player: %v, to a token of status %d", path, named, status)
				case named && (!strings.Contains(text, `"hiding":"anonymous","shown":"Anonymous 6","absent":[5],"halfByes":[5]`) || strings.Contains(text, "vmail") || got.Header.Get("Cache-Control") != "no-store"):
					t.Errorf("%s: %s", path, text)
				case named && s.Get("/api/v1"+cup+path, "Authorization", "Bearer "+secret, "If-None-Match", got.Header.Get("ETag")).StatusCode != http.StatusNotModified:
					t.Errorf("%s is sent again", path)
				}
			}
		}
	}
	for path, body := range map[string]string{"/players/6": `{"club": "Turku"}`, "/players/6/status": `{"status": "checked-in"}`, "/players/6/rounds/5": `{"attendance": "absent"}`} {
		if _, text := whole.Send(cup+path, body); !strings.Contains(text, `"name":"Zyxwv Qwertz"`) || !strings.Contains(text, `"shown":"Anonymous 6"`) {
			t.Errorf("%s answers %s", path, text)
		}
	}
	for path, body := range map[string]string{fmt.Sprintf("/games/%d/result?lang=fi", open.ID): fmt.Sprintf(`{"result": "B+R", "seen": %d}`, open.Revision), "/rounds/3/publication?lang=fi": `{}`} {
		if _, text := whole.Send(cup+path, body); len(findSecrets(t, text)) > 0 || !strings.Contains(text, "Nimetön 6") {
			t.Errorf("%s answers %s", path, text)
		}
	}
}

// publicRoutes are the patterns of the public addresses, without addresses outside of a tournament.
func publicRoutes(s *web.Server) map[string]*regexp.Regexp {
	routes := map[string]*regexp.Regexp{}
	for _, p := range s.Parts() {
		if p.Read != role.See && p.Read != role.OwnLink {
			continue
		}
		for _, r := range s.Router().Routes() {
			inside := strings.HasPrefix(r.Path, "/t/") || strings.HasPrefix(r.Path, "/api/") || r.Path == "/" || r.Path == "/feed.atom"
			if r.Method == http.MethodGet && inside && notWalked[r.Path] == "" {
				pattern := regexp.MustCompile(`[:*][a-z]+`).ReplaceAllString(regexp.QuoteMeta(r.Path), `[^/]+`)
				routes[r.Path] = regexp.MustCompile("^" + pattern + "$")
			}
		}
	}
	return routes
}

// notWalked are the public routes that TestNobodyHiddenIsNamed skips, with the reason.
var notWalked = map[string]string{
	"/t/:slug/events":                           "read by walk.events",
	"/t/:slug/pictures/:picture":                "a photo",
	"/t/:slug/report/:token/on":                 "needs a game that its players have ended",
	"/t/:slug/report/:token/thought":            "likewise",
	"/t/:slug/bracket":                          "a knockout",
	"/t/:slug/evenings":                         "open play; TestHiddenPlayerOfASeason looks at it",
	"/t/:slug/evenings/:evening":                "likewise",
	"/api/v1/tournaments/:slug/teams":           "a tournament of teams",
	"/api/v1/tournaments/:slug/players":         "for programs that may register players",
	"/api/v1/tournaments/:slug/players/:player": "likewise",
	"/api/v1/tournaments/:slug/files/:format":   "for programs that may take files; the public ones are looked at as files of the desk",
	"/t/:slug/teams":                            "a tournament of teams",
	"/t/:slug/teams/:team":                      "likewise",
	"/t/:slug/final":                            "no final standings yet; TestHiddenPlayerIsNamedNowhere has them",
	"/t/:slug/games/:game/count":                "needs a game that was counted",
	"/api/v1/standby/reign":                     "which computer writes; nothing of any tournament",
	"/t/:slug/me/:token/letter.eml":             "a letter to the player alone",
}

// A walk follows the links of the public pages.
type walk struct {
	s      *testSite
	queue  []string
	seen   map[string]bool
	routes map[string]*regexp.Regexp // not yet seen
}

// start adds the addresses without a link to them.
func (w *walk) start() {
	t, tn := w.s.T, w.s.State("spring-cup")
	w.queue = append([]string{
		"/", "/feed.atom", "/api/v1", "/api/v1/openapi.json", "/api/v1/tournaments", "/api/v1/tournaments/spring-cup", "/api/v1/tournaments/spring-cup/changes", "/t/spring-cup/feed.atom",
		"/t/spring-cup/calendar.ics", "/t/spring-cup/code.svg", "/t/spring-cup/embed", "/t/spring-cup/embed/standings", "/t/spring-cup/embed/pairings",
		"/t/spring-cup/print/players", "/t/spring-cup/print/crosstable", "/t/spring-cup/door", "/t/spring-cup/sign-up", "/t/spring-cup/live",
		"/t/spring-cup/live/wall", "/t/spring-cup/find?name=z", "/t/spring-cup/find?name=qwer", "/t/spring-cup/hall?show=prizes", "/t/spring-cup/compare?a=6&b=7",
	}, sitetest.PublicPages...)
	for n := 1; n <= 3; n++ {
		for _, list := range []string{"t/spring-cup/print/tables/%d", "t/spring-cup/print/names/%d", "t/spring-cup/print/standings?after=%d", "api/v1/tournaments/spring-cup/rounds/%d",
			"api/v1/tournaments/spring-cup/rounds/%d/explanations", "api/v1/tournaments/spring-cup/standings?after=%d", "t/spring-cup/round/%d", "t/spring-cup/round/%d/why/6"} {
			w.queue = append(w.queue, fmt.Sprintf("/"+list, n))
		}
		g := tn.Round(n).Game(6)
		slip, err := w.s.Director.GameToken(t.Context(), tn, g)
		w.s.Check(err)
		w.queue = append(w.queue, "/t/spring-cup/report/"+slip, fmt.Sprintf("/t/spring-cup/games/%d", g.ID), fmt.Sprintf("/t/spring-cup/games/%d/record", g.ID))
		w.queue = append(w.queue, fmt.Sprintf("/api/v1/tournaments/spring-cup/games/%d/live", g.ID))
		for _, path := range []string{"live/large/%d", "live/overlay/%d"} {
			w.queue = append(w.queue, fmt.Sprintf("/t/spring-cup/"+path, g.ID))
		}
		opponent, err := w.s.Director.PlayerToken(t.Context(), tn, g.Opponent(6)) // their page and file
		w.s.Check(err)
		w.queue = append(w.queue, "/t/spring-cup/me/"+opponent, "/t/spring-cup/me/"+opponent+"/data.json")
	}
	recorder, err := w.s.Director.LiveGames().Token(t.Context(), tn, tn.Round(3).Game(6))
	w.s.Check(err)
	w.queue = append(w.queue, "/t/spring-cup/recorder/"+recorder, "/t/spring-cup/recorder/"+recorder+"/state")
}

func (w *walk) all() {
	for len(w.queue) > 0 && len(w.seen) < 2500 {
		path, _, _ := strings.Cut(w.queue[0], "#")
		w.queue = w.queue[1:]
		if w.seen[path] {
			continue
		}
		w.seen[path] = true
		got := w.s.Get(path)
		body := w.s.Body(got)
		w.look(path, body+fmt.Sprint(got.Header))
		if got.StatusCode == http.StatusOK {
			bare, _, _ := strings.Cut(path, "?")
			maps.DeleteFunc(w.routes, func(_ string, pattern *regexp.Regexp) bool { return pattern.MatchString(bare) })
		}
		if !strings.HasPrefix(got.Header.Get("Content-Type"), "text/html") {
			continue
		}
		doc, err := goquery.NewDocumentFromReader(strings.NewReader(body))
		w.s.Check(err)
		doc.Find("[href], [hx-get], [src]").Each(func(_ int, e *goquery.Selection) {
			for _, name := range []string{"href", "hx-get", "src"} {
				if to := e.AttrOr(name, ""); strings.HasPrefix(to, "/t/spring-cup") && !strings.Contains(to, "lang=") && !strings.Contains(to, "/events") {
					w.queue = append(w.queue, to)
				}
			}
		})
	}
}

// tablet looks at the pages of a pinned device. Its lists of kept ratings are not the tournament's.
func (w *walk) tablet() {
	s, here := w.s, w.s.Client
	s.Client = s.Browser()
	s.Login()
	s.SeeOther(s.Post("/desk/spring-cup/staff", url.Values{"do": {"tablet"}}))
	tablet, err := s.Director.Tablet(s.T.Context(), "spring-cup")
	s.Check(err)
	const home = "/t/spring-cup/tablet"
	s.Client = s.Browser()
	link := home + "/pin/" + tablet.Token
	w.queue = append(w.queue, link)
	w.all()
	s.SeeOther(s.Post(link, nil))
	w.queue = append(w.queue, home, home+"/player/6", home+"/find?name=zyxwv")
	w.all()
	s.Client = here
}

// look reports secrets in a body.
func (w *walk) look(what, body string) {
	w.s.T.Helper()
	if found := findSecrets(w.s.T, body); found != nil {
		w.s.T.Errorf("%s names the person: …%s…", what, found[0])
	}
}

// events reads the live events while the desk enters the result of the person's game.
func (w *walk) events() {
	ctx, cancel := context.WithTimeout(w.s.T.Context(), 10*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, w.s.HTTP.URL+"/t/spring-cup/events", nil)
	w.s.Check(err)
	got, err := http.DefaultClient.Do(request)
	w.s.Check(err)
	defer got.Body.Close()
	g := w.s.State("spring-cup").Round(3).Game(6)
	_, err = w.s.Director.On(sitetest.Anna, "spring-cup").Enter(ctx, tournament.Entry{
		Round: 3, Table: g.Table, Seen: g.Revision, Result: tournament.Result{Outcome: tournament.BlackWins},
	})
	w.s.Check(err)
	lines := 0
	for in := bufio.NewScanner(got.Body); in.Scan(); {
		w.look("an event", in.Text())
		if strings.HasPrefix(in.Text(), "data:") {
			lines++
		}
		if lines == 2 {
			return
		}
	}
	w.s.T.Errorf("there were %d events: %v", lines, ctx.Err())
}

// TestForgetAtTheDesk erases a person as the desk does: with a preview, and by typing the name.
func TestForgetAtTheDesk(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := newSite(t)
	s.namelessCup()
	s.Login()
	const entry = "/desk/spring-cup/players/6"
	if got := s.Body(s.Get(entry)); !strings.Contains(got, entry+"/forget") || !strings.Contains(got, entry+"/data.json") {
		t.Error("the player's page leads to neither")
	}
	account := s.Body(s.Get(entry + "/data.json"))
	for _, want := range []string{`"family": "Zyxwv"`, "vnote", "vmail@example.org", `"round": 1`, "PW[", `"action": "player.edit"`} {
		if !strings.Contains(account, want) {
			t.Errorf("the file lacks %s", want)
		}
	}
	if got := sitetest.Text(s.Page(s.Get(entry+"/forget"), http.StatusOK), "main"); !strings.Contains(got, "Player 6") || !strings.Contains(got, "cannot be undone") {
		t.Errorf("the preview says %q", got)
	}
	if got := s.Post(entry+"/forget", url.Values{"name": {"Zyxwv"}}); got.StatusCode != http.StatusUnprocessableEntity {
		t.Errorf("half the name answers %d", got.StatusCode)
	}
	if to := s.SeeOther(s.Post(entry+"/forget", url.Values{"name": {"Zyxwv Qwertz"}})); to != "/desk/spring-cup/privacy?forgotten=6" {
		t.Errorf("it leads to %s", to)
	}
	if got := sitetest.Text(s.Page(s.Get("/people/1/log"), http.StatusOK), "table tbody tr:first-child"); !strings.Contains(got, "Anna erased") {
		t.Errorf("the access log says %q", got)
	}
	for _, path := range []string{"", "/players", "/players/6", "/players/6/data.json", "/log", "/log?before=10", "/privacy?forgotten=6", "/draw/3", "/draw/3/verify", "/draw/3/why", "/day", "/exports", "/round/1"} {
		got := s.Body(s.Get("/desk/spring-cup" + path))
		if found := findSecrets(t, got); found != nil {
			t.Errorf("the desk's page %s still names them: …%s…", path, found[0])
		}
	}
	for _, f := range format.Formats() {
		if f.Writes != format.Nothing && !f.Pages {
			if found := findSecrets(t, s.Body(s.Get("/desk/spring-cup/exports/"+f.Name))); found != nil {
				t.Errorf("the file %s still names them: …%s…", f.Name, found[0])
			}
		}
	}
	if got := s.Get(entry + "/forget"); got.StatusCode != http.StatusNotFound {
		t.Errorf("forgetting twice answers %d", got.StatusCode)
	}
	if got := s.Post(entry, url.Values{"family": {"Zyxwv"}, "rank": {"5k"}}); got.StatusCode == http.StatusSeeOther {
		t.Error("a forgotten player gets a name again")
	}
}

// TestOwnFileAndShowing changes through the personal link how the name is published, and reads the file of personal
// data.
func TestOwnFileAndShowing(t *testing.T) {
	s := newSite(t)
	s.namelessCup()
	token, err := s.Director.PlayerToken(t.Context(), s.State("spring-cup"), 6)
	s.Check(err)
	me := "/t/spring-cup/me/" + token
	for _, tt := range []struct {
		form url.Values
		want consent.Hiding
	}{
		{url.Values{"hiding": {"anonymous"}}, consent.Anonymous},
		{url.Values{"hiding": {"initials"}, "guardian": {"on"}}, consent.Initials},
		{url.Values{"hiding": {"full"}}, consent.Unsaid}, // a minor cannot consent without a guardian
		{url.Values{"hiding": {"full"}, "guardian": {"on"}}, consent.Full},
	} {
		s.SeeOther(s.Post(me+"/shown", tt.form))
		if got := s.State("spring-cup").Player(6).Hiding; got != tt.want {
			t.Errorf("%v: %q, want %q", tt.form, got, tt.want)
		}
	}
	got := s.Get(me + "/data.json")
	if body := s.Body(got); got.StatusCode != http.StatusOK || !strings.Contains(body, "Zyxwv") || !strings.HasPrefix(got.Header.Get("Content-Disposition"), "attachment") {
		t.Errorf("the file answers %d: %s", got.StatusCode, body)
	}
}

// A player's file has no pairing of an unpublished round, neither for the player nor at the desk, which hands it on.
func TestPlayersFileHasNoDraft(t *testing.T) {
	s := newSite(t)
	tn := s.Cup() // round 3 is drafted, with a game of player 9
	ed := s.Director.On(sitetest.Anna, "spring-cup")
	token, err := s.Director.PlayerToken(t.Context(), tn, 9)
	s.Check(err)
	s.Check(ed.Round(3).Pair(t.Context(), 2)) // a draft in the log
	tn = s.State("spring-cup")
	game := tn.Round(3).Game(9)
	if game == nil {
		t.Fatal("player 9 has no game in the draft")
	}
	s.Login()
	for _, address := range []string{"/t/spring-cup/me/" + token + "/data.json", "/desk/spring-cup/players/9/data.json"} {
		var file struct {
			Games []struct{ Round int }
			Log   []struct {
				By      string
				Changes []tournament.Change
			}
		}
		s.Check(json.Unmarshal([]byte(s.Body(s.Get(address))), &file))
		if len(file.Log) == 0 || len(file.Games) != 1 {
			t.Errorf("%s has %d entries and %d games", address, len(file.Log), len(file.Games))
		}
		for _, e := range file.Log {
			for _, c := range e.Changes {
				if c.InRound() == 3 {
					t.Errorf("%s tells of round 3: %+v", address, c.Game.Value())
				}
			}
			if e.By != "desk" {
				t.Errorf("%s names %q", address, e.By)
			}
		}
	}
}

// The page to erase a person links to the organisation's other tournaments that may have the same person, if the
// director may erase people there.
func TestForgetLeadsToOtherTournaments(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	ctx := t.Context()
	club, err := s.Director.Access().People().OrganisationAdmin(accounts.Session{User: "Anna"}, 0).AddOrganisation(ctx, "Another Club")
	s.Check(err)
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").EditPlayer(ctx, 1, tournament.AllowNamesakes, func(p *tournament.Player) { p.EGD = "12345678" }))
	for _, tt := range []struct {
		slug, family, egd string
		of                int
	}{
		{"same-name", "öberg", "", store.FirstOrganisation}, {"same-number", "Obergson", "12345678", store.FirstOrganisation},
		{"other", "Ohlson", "", store.FirstOrganisation}, {"theirs", "Öberg", "", club}, {"gone", "Öberg", "", store.FirstOrganisation},
	} {
		tn, err := tournament.New(tournament.Info{Slug: tt.slug, Name: tt.slug}, s.State("spring-cup").Settings)
		s.Check(err)
		_, err = tn.AddPlayer(tournament.Player{Family: tt.family, Given: "X", EGD: tt.egd, Rank: 20, Status: tournament.CheckedIn}, tournament.RefuseNamesakes)
		s.Check(err)
		_, err = s.Director.Import(ctx, sitetest.Anna, tournament.Whole{Tournament: tn}, director.Founding{Organisation: tt.of})
		s.Check(err)
	}
	s.Check(s.Director.Catalogue().Delete(ctx, accounts.Session{User: "Anna"}, "gone"))
	for name, tt := range map[string]struct {
		invitation accounts.Invitation
		want       []string
	}{
		"Dora": {accounts.Invitation{Role: role.Director}, []string{"/deleted", "/desk/same-number/players/1/forget", "/desk/same-name/players/1/forget"}},
		"Gerd": {accounts.Invitation{Role: role.Director, Slug: "spring-cup"}, nil},
	} {
		s.Client = s.Person(name, tt.invitation)
		var got []string
		s.Page(s.Get("/desk/spring-cup/players/1/forget"), http.StatusOK).Find("#elsewhere a").Each(func(_ int, e *goquery.Selection) {
			got = append(got, e.AttrOr("href", ""))
			if e.AttrOr("href", "") != "/deleted" {
				s.Page(s.Get(e.AttrOr("href", "")), http.StatusOK)
			}
		})
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s is led to %v, want %v", name, got, tt.want)
		}
	}
}

// Only operators see the names of the files with earlier states; directors see their number and dates.
func TestOlderFilesAreTheOperators(t *testing.T) {
	s := newSite(t)
	s.AboutFiles()
	s.Cup()
	s.Check(os.WriteFile(filepath.Join(s.Dir, "test-of-another-club.db"), []byte("x"), 0o600))
	s.Login()
	operator := s.Client
	director := s.Person("Dora", accounts.Invitation{Role: role.Director})
	for _, path := range []string{"/desk/spring-cup/privacy", "/desk/spring-cup/players/1/forget"} {
		s.Client = operator
		if got := sitetest.Text(s.Page(s.Get(path), http.StatusOK), "aside"); !strings.Contains(got, "Files: 1,") || !strings.Contains(got, "another-club") {
			t.Errorf("%s says to the operator %q", path, got)
		}
		s.Client = director
		if got := sitetest.Text(s.Page(s.Get(path), http.StatusOK), "aside"); !strings.Contains(got, "Files: 1,") || strings.Contains(got, "another-club") {
			t.Errorf("%s says to a director %q", path, got)
		}
	}
}

// The setting for all names hides them whatever a player chose, and the page about personal data shows its state first.
func TestAllNamesAreHiddenBySetting(t *testing.T) {
	s := newSite(t)
	s.namelessCup()
	s.hide(6, consent.Full, 0)
	s.Login()
	const home = "/desk/spring-cup/privacy"
	if got := sitetest.Text(s.Page(s.Get(home), http.StatusOK), ".stateline"); got != "All players are shown by their full names." {
		t.Errorf("the state is %q", got)
	}
	doc := s.Page(s.Get(s.SeeOther(s.Post(home, url.Values{"names": {"initials"}, "minors": {"anonymous"}}))), http.StatusOK)
	all := len(s.State("spring-cup").Players)
	if got, want := sitetest.Text(doc, ".stateline"), fmt.Sprintf("By full name: 0 of %d players. Rule for minors: applies to 0 of %[1]d; no year of birth is known for %[1]d.", all); got != want {
		t.Errorf("the state is %q, want %q", got, want)
	}
	if got := s.Body(s.Get("/t/spring-cup/players")); !strings.Contains(got, "Z. Q.") || strings.Contains(got, "Zyxwv") {
		t.Error("the name is shown")
	}
	s.hide(6, consent.Anonymous, 0)
	if got := s.Body(s.Get("/t/spring-cup/players")); strings.Contains(got, "Z. Q.") {
		t.Error("the initials of an anonymous player are shown")
	}
	if got := s.Post(home, url.Values{"names": {"nothing"}}); got.StatusCode != http.StatusUnprocessableEntity {
		t.Errorf("an unknown form of names answers %d", got.StatusCode)
	}
}

// TestMinorsAreHiddenBySetting sets at the desk how minors are shown.
func TestMinorsAreHiddenBySetting(t *testing.T) {
	s := newSite(t)
	s.namelessCup()
	s.hide(6, consent.Unsaid, 2010)
	s.Login()
	s.SeeOther(s.Post("/desk/spring-cup/privacy", url.Values{"names": {""}, "minors": {"initials"}, "minors-age": {"16"}}))
	if got, want := s.State("spring-cup").Settings.Consent, (consent.Rules{Minors: consent.Initials, Age: 16}); got != want {
		t.Errorf("the setting is %+v, want %+v", got, want)
	}
	if got := s.Body(s.Get("/t/spring-cup/players")); !strings.Contains(got, "Z. Q.") || strings.Contains(got, "Zyxwv") {
		t.Error("the minor is shown")
	}
	if got := sitetest.Text(s.Page(s.Get("/desk/spring-cup/players"), http.StatusOK), "tr[data-key='6']"); !strings.Contains(got, "Zyxwv Qwertz") || !strings.Contains(got, "Initials") {
		t.Errorf("at the desk they are %q", got)
	}
	s.hide(6, consent.Full, 2010) // a guardian has agreed
	if got := s.Body(s.Get("/t/spring-cup/players")); !strings.Contains(got, "Zyxwv") {
		t.Error("the guardian's consent counts for nothing")
	}
}

// The page of an owner's first organisation shows its rules for minors, so that saving it again keeps them.
func TestMinorsOfTheOrganisationStay(t *testing.T) {
	s := newSite(t)
	s.Login()
	s.SeeOther(s.Post("/people/1", url.Values{"do": {"name"}, "name": {"Go Club"}, "minors": {"initials"}, "minors-age": {"16"}}))
	for _, path := range []string{"/people/1/programs"} {
		doc := s.Page(s.Get(path), http.StatusOK)
		if way, age := doc.Find("#minors option[selected]").AttrOr("value", ""), doc.Find("#minors-age").AttrOr("value", ""); way != "initials" || age != "16" {
			t.Errorf("%s shows minors as %q under %q", path, way, age)
		}
	}
}

// Players without a name are called by a word of the reader's language.
func TestNamelessInTheReadersLanguage(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.hide(6, consent.Anonymous, 0)
	s.Check(s.Director.PersonalData().Forget(t.Context(), s.Director.On(sitetest.Anna, "spring-cup"), 7, s.State("spring-cup").NameOf(7)))
	for language, want := range map[string][]string{
		"en": {"Anonymous 6", "Player 7"}, "fi": {"Nimetön 6", "Pelaaja 7"}, "pl": {"Anonim 6", "Gracz 7"}, "cs": {"Anonym 6", "Hráč 7"},
	} {
		s.Get("/?lang=" + language)
		for _, path := range []string{"/t/spring-cup/round/2", "/t/spring-cup/standings", "/t/spring-cup/players/6"} {
			got := sitetest.Text(s.Page(s.Get(path), http.StatusOK), "main")
			if !strings.Contains(got, want[0]) || !strings.Contains(got, want[1]) {
				t.Errorf("%s in %s does not say %q: %s", path, language, want, got)
			}
		}
	}
}
