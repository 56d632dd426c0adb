package admin_test

import (
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tourney/internal/data/backup"
	"tourney/internal/data/copies"
	"tourney/internal/testkit/databasetest"
	"tourney/internal/testkit/sitetest"
)

// A folder that is chosen on the page gets the backups at once and after a restart, and none once it is removed.
func TestStickChosenOnThePage(t *testing.T) {
	databasetest.Alone(t)
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
	stick := filepath.Join(s.Dir, "stick")
	s.Check(os.Mkdir(stick, 0o700))
	s.SeeOther(s.Post("/safety/folder", url.Values{"folder": {" " + stick + " "}}))
	if found, err := filepath.Glob(filepath.Join(stick, "*", "*.db")); err != nil || len(found) != 1 || copies.Chosen(path) != stick {
		t.Errorf("the stick has %v, %v; %q is chosen", found, err, copies.Chosen(path))
	}
	doc := s.Page(s.Get("/safety"), http.StatusOK)
	if got := sitetest.Text(doc, ".stateline"); !strings.Contains(got, "saved twice: here, and on the stick") {
		t.Errorf("the page says %q", got)
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
