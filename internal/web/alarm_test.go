package web_test

import (
	"bytes"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tourney/internal/data/store"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/web/page"
)

// When the data file is removed while the desk is open, every page of the desk warns,
// writes are refused with 503, and a backup is complete.
func TestDataFileRemoved(t *testing.T) {
	s := newSite(t)
	s.AboutFiles()
	s.Cup()
	s.Login()
	if doc := s.Page(s.Get("/desk/spring-cup"), http.StatusOK); doc.Find("#alarm[hx-get='/alarm']").Length() != 1 || sitetest.Text(doc, "#alarm") != "" {
		t.Error("a desk does not ask whether all is well")
	}
	if got := s.Get("/alarm"); got.StatusCode != http.StatusNoContent {
		t.Errorf("while all is well the answer is %d", got.StatusCode)
	}
	for _, suffix := range []string{"", "-wal", "-shm"} {
		s.Check(os.Remove(filepath.Join(s.Dir, "test.db"+suffix)))
	}
	const says = "The data file was removed or replaced"
	for _, address := range []string{"/desk", "/desk/spring-cup", "/desk/spring-cup/players", "/desk/spring-cup/draw/3", "/desk/spring-cup/settings", "/desk/spring-cup/exports"} {
		doc := s.Page(s.Get(address), http.StatusOK)
		if got := sitetest.Text(doc, "#alarm .banner"); !strings.Contains(got, says) || doc.Find("#alarm a[href='/backup']").Length() != 1 || doc.Find("#alarm[hx-get^='/alarm?shown=']").Length() != 1 {
			t.Errorf("%s says %q", address, got)
		}
	}
	told := s.Get("/alarm", "HX-Request", "true")
	if doc := s.Page(told, http.StatusOK); told.Header.Get("HX-Trigger") != "live:results" || !strings.Contains(sitetest.Text(doc, "#alarm .banner"), says) {
		t.Error("a page that is open does not learn of it")
	}
	if got := sitetest.Text(s.Page(s.Get("/desk/spring-cup"), http.StatusOK), "#panel"); !strings.Contains(got, "Nothing is saved. Last saved ") || strings.Contains(got, " Saved ") {
		t.Errorf("beside the tables: %q", got)
	}
	game := s.Game(2, 2)
	line := url.Values{"round": {"2"}, "line": {"2b"}, "seen-2": {page.FormatSeen(&game)}}
	kept := s.Do(http.MethodPost, "/desk/spring-cup/line", line, "HX-Request", "true")
	if got := sitetest.Text(s.Page(kept, http.StatusServiceUnavailable), ".banner"); !strings.Contains(got, says) || kept.Header.Get("HX-Retarget") != "#messages" {
		t.Errorf("a line that is not saved is answered %q, at %q", got, kept.Header.Get("HX-Retarget"))
	}
	doc := s.Page(s.Post("/desk/spring-cup/players/1/status", url.Values{"status": {"withdrawn"}}), http.StatusServiceUnavailable)
	if got := sitetest.Text(doc, "main"); !strings.Contains(got, says) {
		t.Errorf("a write is answered %q", got)
	}
	for address, form := range map[string]url.Values{
		"/new":                     {"name": {"Autumn"}, "slug": {""}, "begin": {"2026-05-02"}, "preset": {"egf"}, "once": {"a"}},
		"/desk/spring-cup/players": {"family": {"Late"}, "given": {"Lea"}, "rank": {"5k"}, "once": {"b"}},
		"/desk/spring-cup/draw/3":  {"do": {"pair"}},
		"/desk/spring-cup/prizes":  {"currency": {"EUR"}},
		"/desk/spring-cup/checkin": {"who": {"all"}},
		"/desk/spring-cup/noshow":  {"round": {"2"}, "player": {"1"}, "answer": {"withdrawn"}},
	} {
		s.Run(address, func(t *testing.T) {
			if got := s.Post(address, form); got.StatusCode != http.StatusServiceUnavailable {
				t.Errorf("a write to %s is answered %d", address, got.StatusCode)
			}
		})
	}
	got := s.Get("/backup")
	data, err := io.ReadAll(got.Body)
	s.Check(err)
	saved := filepath.Join(t.TempDir(), "saved.db")
	s.Check(os.WriteFile(saved, data, 0o600))
	report, err := store.Verify(t.Context(), saved)
	if err != nil || got.StatusCode != http.StatusOK || len(report.Findings) > 0 || len(report.Tournaments) != 1 || report.Tournaments[0].Players != 9 {
		t.Errorf("%d, %+v, %v", got.StatusCode, report, err)
	}
	if _, err := os.Stat(filepath.Join(s.Dir, "test.db")); err == nil {
		t.Error("the backup made a new file in place of the data")
	}
	s.Client = s.Browser() // a stranger
	if doc := s.Page(s.Get("/t/spring-cup"), http.StatusOK); doc.Find("#alarm").Length() != 0 {
		t.Error("strangers are told")
	}
	if got := s.Get("/alarm"); got.StatusCode != http.StatusNoContent {
		t.Errorf("strangers are answered %d", got.StatusCode)
	}
}

// After a file is copied over the data file no backup is offered, since it would contain that file.
func TestDataFileOverwritten(t *testing.T) {
	s := newSite(t)
	s.AboutFiles()
	s.Cup()
	s.Login()
	s.Check(os.WriteFile(filepath.Join(s.Dir, "test.db"), bytes.Repeat([]byte("notes "), 9999), 0o600))
	doc := s.Page(s.Get("/desk/spring-cup"), http.StatusServiceUnavailable)
	if got := sitetest.Text(doc, ".banner"); !strings.Contains(got, "Another file was copied over the data file") || doc.Find("a[href='/backup']").Length() != 0 {
		t.Errorf("says %q", got)
	}
	if got := s.Get("/backup"); got.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("a backup answers %d", got.StatusCode)
	}
}

// If the data cannot be reached, the response is 503 with a sentence that does not reveal the path.
func TestUnavailableHidesThePath(t *testing.T) {
	s := newSite(t)
	s.AboutFiles()
	s.Cup()
	for _, name := range []string{"test.db", "test.db-wal"} {
		path := filepath.Join(s.Dir, name)
		content, err := os.ReadFile(path)
		s.Check(err)
		for i := 100; i < len(content); i++ {
			content[i] ^= 0x55
		}
		s.Check(os.WriteFile(path, content, 0o600))
	}
	for _, address := range []string{"/", "/t/another-cup", "/api/v1/tournaments", "/api/v1/tournaments/another-cup"} {
		s.Run(address, func(t *testing.T) {
			got := s.Get(address)
			body, err := io.ReadAll(got.Body)
			s.Check(err)
			// The fault depends on whether the log was written into the file between reading and writing above.
			says := func(what string) bool { return strings.Contains(string(body), what) }
			known := slices.ContainsFunc([]string{"damaged", "Another file was copied over", "not a tourney database"}, says)
			// The look-up of an unknown tournament may find its pages in the memory of the reader.
			inMemory := strings.HasSuffix(address, "another-cup") && got.StatusCode == http.StatusNotFound
			if says("test.db") || says(s.Dir) || !inMemory && (got.StatusCode != http.StatusServiceUnavailable || !known) {
				t.Errorf("%s answers %d: %.200s", address, got.StatusCode, body)
			}
		})
	}
}
