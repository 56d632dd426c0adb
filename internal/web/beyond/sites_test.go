package beyond_test

import (
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tourney/internal/beyond/webspace"
	"tourney/internal/data/store"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/testkit/webspacetest"
	"tourney/internal/tournament"
	"tourney/internal/tournament/consent"
)

// A fileSite is a site that publishes the pages of its tournament as files.
type fileSite struct {
	*publishedSite
	disk string
}

// keptAsFiles returns a site with the cup, whose desk publishes the pages with a form.
func keptAsFiles(t *testing.T, form url.Values, disk string) *fileSite {
	t.Helper()
	s := &fileSite{publishedSite: &publishedSite{testSite: newSite(t)}, disk: disk}
	s.Cup()
	s.publishedSite.desk = s.testSite.Desk("")
	s.SeeOther(s.publishedSite.desk.Send("/publish", form))
	return s
}

// says waits until the desk's page contains a text.
func (s *fileSite) says(what string) {
	s.T.Helper()
	sitetest.WaitFor(s.T, func() bool { return strings.Contains(s.statusText(), what) })
}

// holds compares the files at the place with the archive of the public pages.
func (s *fileSite) holds() {
	s.T.Helper()
	sitetest.WaitFor(s.T, func() bool {
		places := s.Page(s.Get("/desk/spring-cup/publish/state"), http.StatusOK).Find("[data-say]")
		return places.Length() > 0 && places.Not(":contains('up to date')").Length() == 0
	})
	want, _ := s.Files(s.Offline("spring-cup"))
	got := heldAt(s.T, s.disk)
	if got[webspace.Marker] == "" {
		s.T.Error("nothing says what was written")
	}
	delete(got, webspace.Marker)
	if diff := cmp.Diff(want, got); diff != "" {
		s.T.Errorf("the archive and the place differ:\n%s", diff)
	}
}

// heldAt returns the files of a folder.
func heldAt(t testing.TB, disk string) map[string]string {
	t.Helper()
	all := map[string]string{}
	if err := filepath.WalkDir(disk, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(name)
		below, _ := filepath.Rel(disk, name)
		all[filepath.ToSlash(below)] = string(text)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return all
}

func webForm(address, secret string) url.Values {
	of := "dav"
	if strings.HasPrefix(address, "sftp") {
		of = "sftp"
	}
	return url.Values{"do": {"begin"}, "kind": {of}, "where": {address}, "login": {webspacetest.Login}, "secret": {secret}, "language": {"en"}}
}

// hide hides the tournament, or shows it again.
func (s *fileSite) hide(hidden bool) {
	s.T.Helper()
	is := s.State("spring-cup")
	info := is.Info
	info.Hidden = hidden
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").SetUp(s.T.Context(), info, is.Settings))
}

// The folder has the pages of the archive, after every change; a hidden tournament has none.
func TestPublishedInAFolder(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	disk := filepath.Join(t.TempDir(), "cup")
	s := keptAsFiles(t, url.Values{"do": {"begin"}, "kind": {"folder"}, "where": {disk}, "language": {"en"}, "public": {"https://www.example.org/cup/"}}, disk)
	s.holds()
	s.typed("2w")
	s.holds()
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").EditPlayer(t.Context(), 2, tournament.AllowNamesakes, func(p *tournament.Player) { p.Hiding = consent.Anonymous }))
	s.holds()
	page := s.Page(s.Get("/desk/spring-cup/publish"), http.StatusOK)
	if at, _ := page.Find("#places th a").Attr("href"); at != "https://www.example.org/cup/" {
		t.Errorf("the desk leads to %q", at)
	}
	s.hide(true)
	s.says("hidden")
	if left := heldAt(t, disk); len(left) != 1 || left[webspace.Marker] == "" {
		t.Errorf("%d files of a hidden tournament are there", len(left))
	}
	s.hide(false)
	s.holds()
	full := t.TempDir()
	s.Check(os.WriteFile(filepath.Join(full, "mine.txt"), nil, 0o600))
	if got := s.publishedSite.desk.Send("/publish", url.Values{"do": {"begin"}, "kind": {"folder"}, "where": {full}, "language": {"en"}}); !strings.Contains(s.Body(got), "are not from tourney") {
		t.Errorf("a folder of somebody else is answered %d", got.StatusCode)
	}
	s.typed("3b")
	s.holds() // it works as before
	s.SeeOther(s.publishedSite.desk.Send("/publish", url.Values{"do": {"begin"}, "kind": {"folder"}, "where": {disk}, "language": {"en"}}))
	s.holds()
	s.SeeOther(s.publishedSite.desk.Send("/publish", url.Values{"do": {"stop"}}))
	if said := s.statusText(); said != "" {
		t.Errorf("the desk says %q", said)
	}
	if len(heldAt(t, disk)) < 2 {
		t.Error("the pages have gone")
	}
}

// A tournament may be at a hub and in a folder. A result changes the pages that show it, and only those are written.
func TestPublishedAtAHubAndInAFolder(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := &fileSite{publishedSite: published(t), disk: filepath.Join(t.TempDir(), "cup")}
	s.SeeOther(s.publishedSite.desk.Send("/publish", url.Values{"do": {"begin"}, "kind": {"folder"}, "where": {s.disk}, "language": {"en"}}))
	s.holds()
	before := s.times()
	s.typed("2w")
	s.waitSynced()
	s.holds()
	changed := 0
	for name, at := range s.times() {
		if !at.Equal(before[name]) {
			changed++
		}
	}
	if changed == 0 || changed > len(before)*3/4 {
		t.Errorf("a result writes %d of %d files", changed, len(before))
	}
}

// times returns the modification times of the files.
func (s *fileSite) times() map[string]time.Time {
	s.T.Helper()
	all := map[string]time.Time{}
	s.Check(filepath.WalkDir(s.disk, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		all[name] = info.ModTime()
		return err
	}))
	return all
}

// A web space receives the missing pages once it is reachable, also after a restart.
func TestPublishedAtAWebSpace(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	at := webspacetest.DAV(t)
	s := keptAsFiles(t, webForm(at.Address, "wrong"), at.Disk)
	s.says("does not let this user in")
	s.SeeOther(s.publishedSite.desk.Send("/publish", webForm(at.Address, webspacetest.Secret)))
	s.holds()
	at.Cut.Store(2000)
	s.typed("2w")
	s.typed("3b")
	s.says("2 changes waiting since")
	if said := s.statusText(); !strings.Contains(said, "cannot be reached") {
		t.Errorf("the desk says %q", said)
	}
	s.Server.Close()
	at.Cut.Store(-1)
	again := s.Another()
	s.testSite, again.T = again, t
	s.holds()
	at.Full.Store(true)
	s.typed("4b")
	s.says("is full")
	at.Full.Store(false)
	s.holds()
}

// copied returns a site over a copy of the data, elsewhere on this computer.
func (s *fileSite) copied() *fileSite {
	s.T.Helper()
	place := filepath.Join(s.T.TempDir(), "copy.db")
	_, err := store.Backup(s.T.Context(), s.Database, place)
	s.Check(err)
	other := &testSite{Site: &sitetest.Site{T: s.T, Database: place, Store: s.Open(place), Client: s.Browser()}}
	is := &fileSite{publishedSite: &publishedSite{testSite: other.Another()}, disk: s.disk}
	is.publishedSite.desk = is.testSite.Desk("")
	return is
}

// A copy of the data sends nothing until a user publishes there; from then on the first one sends nothing, until a user
// publishes there again.
func TestCopiesSendNoPages(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	at := webspacetest.DAV(t)
	folder := filepath.Join(t.TempDir(), "cup")
	for kind, tt := range map[string]struct {
		form url.Values
		disk string
	}{
		"folder":    {url.Values{"do": {"begin"}, "kind": {"folder"}, "where": {folder}, "language": {"en"}}, folder},
		"web space": {webForm(at.Address, webspacetest.Secret), at.Disk},
	} {
		t.Run(kind, func(t *testing.T) {
			const another = "another copy of this data, sends the pages there"
			s := keptAsFiles(t, tt.form, tt.disk)
			s.holds()
			other := s.copied()
			other.typed("2w")
			other.says(another)
			s.holds()
			s.Check(os.RemoveAll(tt.disk))
			other = s.copied()
			other.typed("3b")
			other.says(another)
			if _, err := os.Stat(tt.disk); err == nil {
				t.Error("a copy of the data has sent pages to where none are")
			}
			s.SeeOther(s.publishedSite.desk.Send("/publish", tt.form))
			s.holds()
			tt.form.Set("secret", "") // the stored one is used
			other.SeeOther(other.publishedSite.desk.Send("/publish", tt.form))
			other.holds()
			s.typed("4b")
			s.says(another)
			other.holds()
			s.SeeOther(s.publishedSite.desk.Send("/publish", tt.form))
			s.holds()
			other.typed("4w")
			other.says(another)
			s.holds()
		})
	}
}

// A server that presents another key receives nothing until a user trusts that key.
func TestPublishedBySFTP(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	keys := &webspacetest.Keys{}
	first := webspacetest.NewKey(t)
	second := webspacetest.NewKey(t)
	keys.Host.Store(&first)
	at := webspacetest.SFTP(t, keys)
	s := keptAsFiles(t, webForm(at.Address, webspacetest.Secret), at.Disk)
	s.holds()
	change := url.Values{"do": {"sftp"}, "where": {at.Address}}
	trusted := sitetest.Text(s.Page(s.publishedSite.desk.Send("/publish", change), http.StatusOK), ".hostkey code")
	if !strings.HasPrefix(trusted, "ssh-ed25519 SHA256:") {
		t.Errorf("the page shows the key %q", trusted)
	}
	keys.Host.Store(&second)
	s.typed("2w")
	s.says("another key than before")
	shown, _ := s.Page(s.Get("/desk/spring-cup/publish"), http.StatusOK).Find("input[name=key]").Attr("value")
	if shown == trusted || !strings.HasPrefix(shown, "ssh-ed25519 SHA256:") {
		t.Fatalf("the page shows the new key %q", shown)
	}
	s.SeeOther(s.publishedSite.desk.Send("/publish", url.Values{"do": {"trust"}, "key": {shown}}))
	s.holds()
}

// A wrong place is refused in its own form, which keeps the entered values.
func TestPlacesAreChecked(t *testing.T) {
	s := newSite(t)
	s.Cup()
	desk := s.Desk("")
	taken := t.TempDir()
	s.Check(os.WriteFile(filepath.Join(taken, "thesis.txt"), nil, 0o600))
	for _, tt := range []struct {
		form url.Values
		says string
	}{
		{url.Values{"do": {"begin"}, "kind": {"folder"}, "where": {"public/cup"}}, "not the whole path"},
		{url.Values{"do": {"begin"}, "kind": {"folder"}, "where": {taken}}, "are not from tourney"},
		{url.Values{"do": {"begin"}, "kind": {"folder"}, "where": {"/srv/cup"}, "public": {"javascript:alert(1)"}}, "not the address of a page"},
		{webForm("http://www.example.org/cup", "x"), "others could read the password"},
		{webForm("ftp://www.example.org/cup", "x"), "not the address of a folder"},
		{webForm("sftp://www.example.org/cup", ""), "Enter the password"},
		{url.Values{"do": {"begin"}, "kind": {"sftp"}, "where": {"sftp://www.example.org/cup"}, "login": {"anna"}, "key": {"/etc/hosts"}}, "not a private key"},
	} {
		got := desk.Send("/publish", tt.form)
		status := http.StatusUnprocessableEntity
		if tt.says == "are not from tourney" {
			status = http.StatusConflict
		}
		page := s.Page(got, status)
		if said := sitetest.Text(page, "#where [role=alert]"); !strings.Contains(said, tt.says) {
			t.Errorf("%v is answered %q", tt.form, said)
		}
		if typed, _ := page.Find("#typed").Attr("value"); typed != tt.form.Get("where") {
			t.Errorf("%q is typed, %q is shown", tt.form.Get("where"), typed)
		}
	}
	if left := heldAt(t, taken); len(left) != 1 {
		t.Errorf("%v is there", left)
	}
}
