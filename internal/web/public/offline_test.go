package public_test

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/app/director"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
	"tourney/internal/tournament/consent"
	"tourney/internal/web/offline"
)

// checkLinks checks that each address in the files leads to a file, and to an existing element in it.
func checkLinks(t *testing.T, files map[string]string) {
	t.Helper()
	pages := map[string]*goquery.Document{}
	for name, text := range files {
		if path.Ext(name) == ".html" {
			doc, err := goquery.NewDocumentFromReader(strings.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			pages[name] = doc
		}
	}
	links := 0
	for name, doc := range pages {
		doc.Find("*").Each(func(_ int, at *goquery.Selection) {
			for _, a := range at.Nodes[0].Attr {
				if strings.HasPrefix(a.Key, "hx-") {
					t.Errorf("%s asks a server: %s=%q", name, a.Key, a.Val)
				}
				if !slices.Contains([]string{"href", "src", "action", "data-address", "data-live"}, a.Key) {
					continue
				}
				links++
				if a.Key == "data-live" && a.Val == "" {
					continue
				}
				u, err := url.Parse(a.Val)
				if err != nil || u.Scheme != "" || u.Host != "" || strings.HasPrefix(u.Path, "/") || u.RawQuery != "" {
					t.Errorf("%s: %s=%q leads out of the folder", name, a.Key, a.Val)
					continue
				}
				to := name
				if u.Path != "" {
					to = path.Join(path.Dir(name), u.Path)
				}
				if _, found := files[to]; !found {
					t.Errorf("%s: %s=%q leads nowhere", name, a.Key, a.Val)
				} else if there := pages[to]; there != nil && u.Fragment != "" && there.Find(fmt.Sprintf("[id=%q]", u.Fragment)).Length() == 0 {
					t.Errorf("%s: %s=%q leads to a place that is not there", name, a.Key, a.Val)
				}
			}
		})
		if n := doc.Find("script:not([src]), style, iframe, [onclick], meta[http-equiv=refresh]").Length(); n > 0 {
			t.Errorf("%s has %d elements that no page has", name, n)
		}
	}
	if links < 100 {
		t.Errorf("only %d links", links)
	}
}

// The pages as files have the same content as the live pages, and every link leads to a file.
func TestPagesAsFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := newSite(t)
	s.Cup()
	s.Login()
	files, names := s.Files(s.Offline("spring-cup"))
	checkLinks(t, files)
	if names[0] != "index.html" {
		t.Errorf("the first file is %s", names[0])
	}
	for file, live := range map[string]string{
		"standings.html": "/standings", "round-2.html": "/round/2", "round-1-by-name.html": "/round/1?by=name", "players-4.html": "/players/4",
		"games-only-1.html": "/games?only=1", "crosstable.html": "/crosstable", "statistics.html": "/statistics", "index.html": "",
		"standings-after-1.html": "/standings?after=1", "why-1.html": "/why/1",
	} {
		if files[file] == "" {
			t.Errorf("%s is not there, but %q", file, names)
			continue
		}
		doc, err := goquery.NewDocumentFromReader(strings.NewReader(files[file]))
		s.Check(err)
		want := s.Page(s.Get("/t/spring-cup"+live), http.StatusOK)
		for _, page := range []*goquery.Document{doc, want} {
			page.Find(".because, form.row, [data-printed], .panel:has(.clock), a[href$=hall], a[href$='.xlsx']").Remove()
		}
		if got, want := sitetest.Words(doc.Find("main")), sitetest.Words(want.Find("main")); got != want {
			t.Errorf("%s says\n%s\nand the live page\n%s", file, got, want)
		}
	}
	for _, file := range []string{"fi/standings.html", "pl/index.html", "cs/round-1.html", "fi/calendar.ics", "static/app.css", "static/offline.js"} {
		if files[file] == "" {
			t.Errorf("%s is not there", file)
		}
	}
	if !strings.Contains(files["fi/standings.html"], `<html lang="fi">`) || !strings.Contains(files["fi/standings.html"], `href="../pl/standings.html"`) {
		t.Error("the Finnish standings are not Finnish, or do not lead to the Polish ones")
	}
	for name, text := range files {
		for _, bad := range []string{"secret", "/desk", "/login", "/events", "sign-up", "spring-cup/", "round-3.html", "ZgotmplZ"} {
			if !strings.HasPrefix(name, "static/") && strings.Contains(text, bad) {
				t.Errorf("%s holds %q", name, bad)
			}
		}
		if name != path.Clean(name) || strings.HasPrefix(name, "/") || strings.HasPrefix(name, "..") || strings.ContainsAny(name, `\:`) {
			t.Errorf("a file is named %q", name)
		}
	}
}

// Two archives of one state are equal, and text of people stays text.
func TestPagesAsFilesAreSafe(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := newSite(t)
	cup := s.Cup()
	s.Login()
	_, at := s.GameAt(1, 1)
	s.SeeOther(s.Post("/desk/spring-cup"+at, url.Values{"text": {`(;GM[1]SZ[19]C[a href="/desk" <b>];B[pd];W[dd];B[dp])`}}))
	hostile := `"><script src="/x.js">alert(1)</script>../../etc href="/desk"`
	ed := s.Director.On(sitetest.Anna, "spring-cup")
	for i, change := range []func(p *tournament.Player){
		func(p *tournament.Player) { p.Club = hostile },
		func(p *tournament.Player) { p.Family, p.Given, p.Hiding = "Qwertzuiop", "Yxcvb", consent.Initials },
	} {
		s.Check(ed.EditPlayer(t.Context(), tournament.PlayerID(i+1), tournament.RefuseNamesakes, change))
	}
	cup.Info.Name, cup.Info.Place = hostile, hostile
	s.Check(ed.SetUp(t.Context(), cup.Info, cup.Settings))
	first := s.Offline("spring-cup")
	files, _ := s.Files(first)
	checkLinks(t, files)
	for name, text := range files {
		if strings.Contains(text, "Qwertzuiop") || strings.Contains(text, "Yxcvb") {
			t.Errorf("%s names a hidden player", name)
		}
		if strings.HasSuffix(name, ".html") && strings.Contains(text, "<script src=\"/x") {
			t.Errorf("%s takes a name for markup", name)
		}
	}
	game := strings.TrimPrefix(at, "/games/")
	if page := files["games-"+game+".html"]; !strings.Contains(page, `href="records/1-1.sgf"`) || !strings.Contains(page, "data-replay") {
		t.Errorf("the game with a record is\n%s", page)
	}
	if !strings.HasPrefix(files["records/1-1.sgf"], "(;") || files["static/board.js"] == "" {
		t.Error("the record or its script is not there")
	}
	snapshot, err := s.Director.Snapshot(t.Context(), "spring-cup")
	s.Check(err)
	whole, err := s.Director.Whole(t.Context(), snapshot.Tournament)
	s.Check(err)
	var again bytes.Buffer
	s.Check(offline.Write(t.Context(), &again, offline.Source{
		Snapshot: director.NewSnapshot(whole.Tournament), Records: whole.Records, Catalog: s.Server.Catalog,
		Language: s.Server.Catalog.Language("en"), Renderer: s.Server.Renderer, Static: s.Server.Static,
	}))
	if !bytes.Equal(first, again.Bytes()) {
		t.Error("two archives of one tournament differ")
	}
}

// A finished tournament has its final page and every photo among the files.
func TestFinishedTournamentAsFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := newSite(t)
	s.Cup()
	ed := s.Director.On(sitetest.Anna, "spring-cup").Day()
	for _, size := range []int{30, 40} {
		var photo bytes.Buffer
		s.Check(jpeg.Encode(&photo, image.NewGray(image.Rect(0, 0, 60, size)), nil))
		s.Check(ed.AddPicture(t.Context(), photo.Bytes(), fmt.Sprint("Photo ", size)))
	}
	for _, g := range s.State("spring-cup").Round(2).Games {
		if !g.Result.Known() {
			_, err := s.Director.On(sitetest.Anna, "spring-cup").Enter(t.Context(), tournament.Entry{
				Round: 2, Table: g.Table, Seen: g.Revision, Result: tournament.Result{Outcome: tournament.BlackWins},
			})
			s.Check(err)
		}
	}
	s.Check(ed.AnnounceFinal(t.Context(), "Thank you all."))
	s.Login()
	files, _ := s.Files(s.Offline("spring-cup"))
	checkLinks(t, files)
	for _, folder := range []string{"", "fi/"} {
		doc, err := goquery.NewDocumentFromReader(strings.NewReader(files[folder+"index.html"]))
		s.Check(err)
		shown := doc.Find("#finished .album img")
		if shown.Length() != 2 {
			t.Errorf("%sindex.html shows %d photos of 2", folder, shown.Length())
		}
		for _, img := range shown.EachIter() {
			if photo := files[path.Join(folder, img.AttrOr("src", ""))]; !strings.HasPrefix(photo, "\xff\xd8") {
				t.Errorf("%sindex.html: %q is no photo", folder, img.AttrOr("src", ""))
			}
		}
	}
}

// A tournament of teams has the pages of its teams and matches among the files.
func TestTeamsAsFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := newSite(t)
	s.PlayedLeague()
	s.Login()
	files, _ := s.Files(s.Offline("league"))
	checkLinks(t, files)
	want := []string{"index.html", "teams.html", "standings.html", "round-1.html", "round-2.html", "crosstable.html"}
	for _, team := range s.LeagueNow().Settings.Teams.Teams {
		want = append(want, fmt.Sprintf("teams-%d.html", team.ID))
	}
	for _, p := range s.LeagueNow().Players {
		want = append(want, fmt.Sprintf("players-%d.html", p.ID))
	}
	for _, name := range want {
		for _, folder := range []string{"", "fi/", "pl/", "cs/"} {
			if files[folder+name] == "" {
				t.Errorf("%s is not there", folder+name)
			}
		}
	}
}
