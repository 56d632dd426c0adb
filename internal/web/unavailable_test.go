package web

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// If the data cannot be reached, the answer is 503 with a sentence that does not
// reveal the path.
func TestUnavailableHidesThePath(t *testing.T) {
	s := newSite(t)
	s.cup()
	for _, name := range []string{"test.db", "test.db-wal"} {
		path := filepath.Join(s.dir, name)
		content, err := os.ReadFile(path)
		s.check(err)
		for i := 100; i < len(content); i++ {
			content[i] ^= 0x55
		}
		s.check(os.WriteFile(path, content, 0o600))
	}
	for _, address := range []string{"/", "/t/another-cup", "/api/v1/tournaments", "/api/v1/tournaments/another-cup"} {
		got := s.get(address)
		body, err := io.ReadAll(got.Body)
		s.check(err)
		if got.StatusCode != http.StatusServiceUnavailable || strings.Contains(string(body), "test.db") ||
			strings.Contains(string(body), s.dir) || !strings.Contains(string(body), "damaged") {
			t.Errorf("%s answers %d: %.200s", address, got.StatusCode, body)
		}
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
