package admin_test

import (
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tourney/internal/data/backup"
	"tourney/internal/data/copies"
	"tourney/internal/testkit/databasetest"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

// A folder that is chosen on the page gets the present state at once, and none once it is removed. Its dot is green only
// while it has all changes.
func TestStickChosenOnThePage(t *testing.T) {
	databasetest.Alone(t)
	if os.Getenv(databasetest.Variable) != "" {
		t.Skip("a server of databases has no folder beside it")
	}
	s := newSite(t)
	s.Cup()
	s.Login()
	path := filepath.Join(s.Dir, "test.db")
	s.Director.Backups().Configure(t.Context(), backup.Config{Folder: copies.Folder(path), Log: sitetest.Quiet().Log})
	s.SeeOther(s.Post("/backups", url.Values{}))
	for _, wrong := range []string{"stick", filepath.Join(s.Dir, "nowhere"), filepath.Join(s.Dir, "test.db")} {
		doc := s.Page(s.Post("/safety/folder", url.Values{"folder": {wrong}}), http.StatusUnprocessableEntity)
		if got := doc.Find("#folder[aria-invalid]").AttrOr("value", ""); got != wrong || copies.Chosen(path) != "" {
			t.Errorf("%s: the form has %q, and %q is chosen", wrong, got, copies.Chosen(path))
		}
	}
	s.Later.Add(int64(time.Minute))
	s.Enter(2, tournament.BlackWins) // after the backup
	stick := filepath.Join(s.Dir, "stick")
	s.Check(os.Mkdir(stick, 0o700))
	s.SeeOther(s.Post("/safety/folder", url.Values{"folder": {" " + stick + " "}}))
	if found, err := filepath.Glob(filepath.Join(stick, "*", "*.db")); err != nil || len(found) != 2 || copies.Chosen(path) != stick {
		t.Errorf("the stick has %v, %v; %q is chosen", found, err, copies.Chosen(path))
	}
	doc := s.Page(s.Get("/safety"), http.StatusOK)
	if got := sitetest.Text(doc, ".stateline"); !strings.Contains(got, "saved twice: here, and on the stick") {
		t.Errorf("the page says %q", got)
	}
	dots := func() string { return doc.Find(".stateline .dot, .places tr:nth-child(2) .dot").AttrOr("class", "") }
	if dots() != "dot good" || !strings.Contains(sitetest.Text(doc, ".points"), "round 2, 2 of 4 results") {
		t.Errorf("with all changes on the stick the dot is %q above %q", dots(), sitetest.Text(doc, ".points"))
	}
	s.Later.Add(int64(time.Minute))
	s.Enter(3, tournament.BlackWins)
	if doc = s.Page(s.Get("/safety"), http.StatusOK); dots() != "dot wait" || !strings.Contains(sitetest.Text(doc, ".stateline"), "1 change is lost") {
		t.Errorf("with a change that is only here the dot is %q: %q", dots(), sitetest.Text(doc, ".stateline"))
	}
	s.Check(os.Rename(stick, stick+"-out"))
	s.Director.Backups().Tick(t.Context())
	doc = s.Page(s.Get("/safety"), http.StatusOK)
	if got := sitetest.Text(doc, ".stateline"); !strings.Contains(got, "only on this computer since") || doc.Find("#alarm .banner.warning").Length() != 1 {
		t.Errorf("without the stick the page says %q", got)
	}
	s.SeeOther(s.Post("/safety/folder", url.Values{}))
	if got := sitetest.Text(s.Page(s.Get("/safety"), http.StatusOK), ".stateline"); copies.Chosen(path) != "" || !strings.Contains(got, "Add a stick") {
		t.Errorf("afterwards %q is chosen, and the page says %q", copies.Chosen(path), got)
	}
}
