package admin_test

import (
	"bytes"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tourney/internal/testkit/databasetest"
)

func TestBackup(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	got := s.Get("/backup")
	data, err := io.ReadAll(got.Body)
	s.Check(err)
	if !bytes.HasPrefix(data, []byte("SQLite format 3\x00")) {
		t.Errorf("the backup begins %.20q", data)
	}
	if name := got.Header.Get("Content-Disposition"); name != "attachment; filename=tourney-20260502-093000.db" {
		t.Errorf("the backup is saved as %s", name)
	}
}

// The copy for a download is next to the data, where the disk has space, and is deleted afterwards.
func TestBackupNeedsNoTemporaryFolder(t *testing.T) {
	databasetest.Alone(t)
	s := newSite(t)
	s.Login()
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "nowhere"))
	t.Setenv("TMP", filepath.Join(t.TempDir(), "nowhere"))
	if got := s.Get("/backup"); got.StatusCode != http.StatusOK || !strings.HasPrefix(s.Body(got), "SQLite format 3") {
		t.Errorf("answers %d", got.StatusCode)
	}
	for end := time.Now().Add(10 * time.Second); ; time.Sleep(10 * time.Millisecond) { // the response comes first
		left, err := filepath.Glob(filepath.Join(s.Dir, "test-backups", ".*"))
		s.Check(err)
		if len(left) == 0 {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("left behind: %v", left)
		}
	}
}
