package admin_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A file handed over by another start leads to its preview, once. Nothing outside of the folder is read.
func TestOpenedFile(t *testing.T) {
	s := newSite(t)
	s.Cup()
	folder := t.TempDir()
	s.Server.Opened = folder
	s.Check(os.WriteFile(filepath.Join(folder, "my cup.json"), s.Export("spring-cup", "tourney"), 0o600))
	s.Check(os.WriteFile(filepath.Join(filepath.Dir(folder), "other.json"), s.Export("spring-cup", "tourney"), 0o600))
	const path = "/opened/my%20cup.json"
	if at := s.SeeOther(s.Get(path)); !strings.HasPrefix(at, "/login") {
		t.Fatalf("a stranger is led to %s", at)
	}
	s.Login()
	at := s.SeeOther(s.Get(path))
	if !strings.HasPrefix(at, "/import/") || !strings.Contains(s.Body(s.Get(at)), "Spring Cup") {
		t.Errorf("it leads to %s", at)
	}
	if again := s.SeeOther(s.Get(path)); again != "/desk" {
		t.Errorf("again it leads to %s", again)
	}
	if got := s.Get("/opened/..%2fother.json"); got.StatusCode != http.StatusNotFound && got.StatusCode != http.StatusSeeOther {
		t.Errorf("a file elsewhere answers %d", got.StatusCode)
	}
	if _, err := os.Stat(filepath.Join(filepath.Dir(folder), "other.json")); err != nil {
		t.Error("a file elsewhere was removed")
	}
}
