package web

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

	"tourney/internal/consent"
	"tourney/internal/store"
	"tourney/internal/tournament"
	"tourney/internal/webspace"
	"tourney/internal/webspace/webspacetest"
)

// A filed is a site that keeps the pages of its tournament somewhere.
type filed struct {
	*hubbed
	disk string
}

// keptAsFiles returns a site with the cup, whose desk keeps the pages as a form says.
func keptAsFiles(t *testing.T, form url.Values, disk string) *filed {
	t.Helper()
	s := &filed{hubbed: &hubbed{testSite: newSite(t)}, disk: disk}
	s.cup()
	s.hubbed.desk = s.testSite.desk("")
	s.seeOther(s.hubbed.desk.send("/publish", form))
	return s
}

// says waits until the desk says something.
func (s *filed) says(what string) {
	s.t.Helper()
	waits(s.t, func() bool { return strings.Contains(s.said(), what) })
}

// holds compares what is there with the archive of the public pages.
func (s *filed) holds() {
	s.t.Helper()
	s.says("All pages are there.")
	want, _ := s.files(s.offline("spring-cup"))
	got := heldAt(s.t, s.disk)
	if got[webspace.Marker] == "" {
		s.t.Error("nothing says what was written")
	}
	delete(got, webspace.Marker)
	if diff := cmp.Diff(want, got); diff != "" {
		s.t.Errorf("the archive and the place differ:\n%s", diff)
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
	return url.Values{"do": {"web"}, "address": {address}, "login": {webspacetest.Login}, "secret": {secret}, "language": {"en"}}
}

// hide hides the tournament, or shows it again.
func (s *filed) hide(hidden bool) {
	s.t.Helper()
	is := s.state("spring-cup")
	info := is.Info
	info.Hidden = hidden
	s.check(s.director.On(anna, "spring-cup").SetUp(s.t.Context(), info, is.Settings))
}

// Pages are in a folder as they are in the archive, after every change; those of a hidden tournament are not.
func TestPublishedInAFolder(t *testing.T) {
	disk := filepath.Join(t.TempDir(), "cup")
	s := keptAsFiles(t, url.Values{"do": {"folder"}, "address": {disk}, "language": {"en"}, "public": {"https://www.example.org/cup/"}}, disk)
	s.holds()
	s.typed("2w")
	s.holds()
	s.check(s.director.On(anna, "spring-cup").EditPlayer(t.Context(), 2, tournament.AllowNamesakes, func(p *tournament.Player) { p.Hiding = consent.Anonymous }))
	s.holds()
	page := s.page(s.get("/desk/spring-cup/publish"), http.StatusOK)
	if at, _ := page.Find("#publish a").Attr("href"); at != "https://www.example.org/cup/" {
		t.Errorf("the desk leads to %q", at)
	}
	s.hide(true)
	s.says("none of its pages are there")
	if left := heldAt(t, disk); len(left) != 1 || left[webspace.Marker] == "" {
		t.Errorf("%d files of a hidden tournament are there", len(left))
	}
	s.hide(false)
	s.holds()
	full := t.TempDir()
	s.check(os.WriteFile(filepath.Join(full, "mine.txt"), nil, 0o600))
	if got := s.hubbed.desk.send("/publish", url.Values{"do": {"folder"}, "address": {full}, "language": {"en"}}); !strings.Contains(s.body(got), "is not empty") {
		t.Errorf("a folder of somebody else is answered %d", got.StatusCode)
	}
	s.typed("3b")
	s.holds() // it goes on as before
	s.seeOther(s.hubbed.desk.send("/publish", url.Values{"do": {"folder"}, "address": {disk}, "language": {"en"}}))
	s.holds()
	s.seeOther(s.hubbed.desk.send("/publish", url.Values{"do": {"stop"}}))
	if said := s.said(); said != "" {
		t.Errorf("the desk says %q", said)
	}
	if len(heldAt(t, disk)) < 2 {
		t.Error("the pages have gone")
	}
}

// A tournament may be at a hub and in a folder. A result changes the pages that show it, and only those are written.
func TestPublishedAtAHubAndInAFolder(t *testing.T) {
	s := &filed{hubbed: published(t), disk: filepath.Join(t.TempDir(), "cup")}
	s.seeOther(s.hubbed.desk.send("/publish", url.Values{"do": {"folder"}, "address": {s.disk}, "language": {"en"}}))
	s.holds()
	s.says("Everything is on the server")
	before := s.times()
	s.typed("2w")
	s.arrives()
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

// times are when the files were written.
func (s *filed) times() map[string]time.Time {
	s.t.Helper()
	all := map[string]time.Time{}
	s.check(filepath.WalkDir(s.disk, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		all[name] = info.ModTime()
		return err
	}))
	return all
}

// A web space gets what is missing once there is a line, also after a restart.
func TestPublishedAtAWebSpace(t *testing.T) {
	at := webspacetest.DAV(t)
	s := keptAsFiles(t, webForm(at.Address, "wrong"), at.Disk)
	s.says("does not let this user in")
	s.seeOther(s.hubbed.desk.send("/publish", webForm(at.Address, webspacetest.Secret)))
	s.holds()
	at.Cut.Store(2000)
	s.typed("2w")
	s.typed("3b")
	s.says("2 changes not there since")
	if said := s.said(); !strings.Contains(said, "cannot be reached") {
		t.Errorf("the desk says %q", said)
	}
	s.server.Close()
	at.Cut.Store(-1)
	again := s.another()
	s.testSite, again.t = again, t
	s.holds()
	at.Full.Store(true)
	s.typed("4b")
	s.says("no room left")
	at.Full.Store(false)
	s.holds()
}

// copied returns a site over a copy of the data, elsewhere on this computer.
func (s *filed) copied() *filed {
	s.t.Helper()
	place := filepath.Join(s.t.TempDir(), "copy.db")
	_, err := store.Backup(s.t.Context(), s.database, place)
	s.check(err)
	other := &testSite{t: s.t, database: place, store: s.open(place), client: s.browser()}
	is := &filed{hubbed: &hubbed{testSite: other.another()}, disk: s.disk}
	is.hubbed.desk = is.testSite.desk("")
	return is
}

// A copy of the data sends nothing until somebody publishes there; from then on the first one sends nothing, until
// somebody publishes there again.
func TestCopiesSendNoPages(t *testing.T) {
	at := webspacetest.DAV(t)
	folder := filepath.Join(t.TempDir(), "cup")
	for kind, tt := range map[string]struct {
		form url.Values
		disk string
	}{
		"folder":    {url.Values{"do": {"folder"}, "address": {folder}, "language": {"en"}}, folder},
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
			s.check(os.RemoveAll(tt.disk))
			other = s.copied()
			other.typed("3b")
			other.says(another)
			if _, err := os.Stat(tt.disk); err == nil {
				t.Error("a copy of the data has sent pages to where none are")
			}
			s.seeOther(s.hubbed.desk.send("/publish", tt.form))
			s.holds()
			tt.form.Set("secret", "") // it is kept
			other.seeOther(other.hubbed.desk.send("/publish", tt.form))
			other.holds()
			s.typed("4b")
			s.says(another)
			other.holds()
			s.seeOther(s.hubbed.desk.send("/publish", tt.form))
			s.holds()
			other.typed("4w")
			other.says(another)
			s.holds()
		})
	}
}

// A server that shows another key gets nothing until somebody trusts that key.
func TestPublishedBySFTP(t *testing.T) {
	keys := &webspacetest.Keys{}
	first := webspacetest.NewKey(t)
	second := webspacetest.NewKey(t)
	keys.Host.Store(&first)
	at := webspacetest.SFTP(t, keys)
	s := keptAsFiles(t, webForm(at.Address, webspacetest.Secret), at.Disk)
	s.holds()
	trusted := text(s.page(s.get("/desk/spring-cup/publish"), http.StatusOK), ".hostkey code")
	if !strings.HasPrefix(trusted, "ssh-ed25519 SHA256:") {
		t.Errorf("the page shows the key %q", trusted)
	}
	keys.Host.Store(&second)
	s.typed("2w")
	s.says("another key than before")
	shown, _ := s.page(s.get("/desk/spring-cup/publish"), http.StatusOK).Find("input[name=key]").Attr("value")
	if shown == trusted || !strings.HasPrefix(shown, "ssh-ed25519 SHA256:") {
		t.Fatalf("the page shows the new key %q", shown)
	}
	s.seeOther(s.hubbed.desk.send("/publish", url.Values{"do": {"trust"}, "key": {shown}}))
	s.holds()
}

// What cannot be is refused in its own form, which keeps what was typed.
func TestPlacesAreChecked(t *testing.T) {
	s := newSite(t)
	s.cup()
	desk := s.desk("")
	taken := t.TempDir()
	s.check(os.WriteFile(filepath.Join(taken, "thesis.txt"), nil, 0o600))
	for _, tt := range []struct {
		form url.Values
		says string
	}{
		{url.Values{"do": {"folder"}, "address": {"public/cup"}}, "not the whole path"},
		{url.Values{"do": {"folder"}, "address": {taken}}, "is not empty"},
		{url.Values{"do": {"folder"}, "address": {"/srv/cup"}, "public": {"javascript:alert(1)"}}, "not the address of a page"},
		{webForm("http://www.example.org/cup", "x"), "others could read the password"},
		{webForm("ftp://www.example.org/cup", "x"), "not the address of a folder"},
		{webForm("sftp://www.example.org/cup", ""), "Enter the password"},
		{url.Values{"do": {"web"}, "address": {"sftp://www.example.org/cup"}, "login": {"anna"}, "key": {"/etc/hosts"}}, "not a private key"},
	} {
		got := desk.send("/publish", tt.form)
		status := http.StatusUnprocessableEntity
		if tt.says == "is not empty" {
			status = http.StatusConflict
		}
		page := s.page(got, status)
		if said := text(page, "details[open] [role=alert]"); !strings.Contains(said, tt.says) {
			t.Errorf("%v is answered %q", tt.form, said)
		}
		if typed, _ := page.Find("details[open] input[name=address]").Attr("value"); typed != tt.form.Get("address") {
			t.Errorf("%q is typed, %q is shown", tt.form.Get("address"), typed)
		}
	}
	if left := heldAt(t, taken); len(left) != 1 {
		t.Errorf("%v is there", left)
	}
}
