package web

import (
	"bytes"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
)

func TestBackup(t *testing.T) {
	s := newSite(t)
	s.cup()
	s.login()
	got := s.get("/backup")
	data, err := io.ReadAll(got.Body)
	s.check(err)
	if !bytes.HasPrefix(data, []byte("SQLite format 3\x00")) {
		t.Errorf("the backup begins %.20q", data)
	}
	if name := got.Header.Get("Content-Disposition"); name != "attachment; filename=tourney-20260502-093000.db" {
		t.Errorf("the backup is saved as %s", name)
	}
}

func TestBackupWithoutTemporaryFolder(t *testing.T) {
	s := newSite(t)
	s.login()
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "nowhere"))
	t.Setenv("TMP", filepath.Join(t.TempDir(), "nowhere"))
	doc := s.page(s.get("/backup"), http.StatusServiceUnavailable)
	if got := text(doc, ".banner"); !strings.Contains(got, "no folder for a temporary copy") {
		t.Errorf("says %q", got)
	}
}
