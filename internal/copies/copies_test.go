package copies

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestCopiesOfADatabase(t *testing.T) {
	dir := t.TempDir()
	db := filepath.Join(dir, "cup.db")
	folder := Folder(db)
	if folder != filepath.Join(dir, "cup-backups") {
		t.Errorf("folder %s", folder)
	}
	if list, err := List(folder, db); err != nil || len(list) > 0 {
		t.Errorf("no folder holds %v, %v", list, err)
	}
	noon := time.Date(2026, 5, 2, 12, 0, 0, 5e8, time.FixedZone("", 3600))
	var want []string
	for _, c := range []struct {
		after time.Duration
		why   Reason
	}{{0, ByClock}, {0, AtStop}, {0, ByClock}, {time.Second, BeforePublication}} {
		made, err := New(folder, db, noon.Add(c.after), c.why)
		if err == nil {
			err = os.WriteFile(made.Path, []byte("x"), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, made.Name())
	}
	if want[0] != "cup-20260502-110000Z-by-clock.db" || want[2] != "cup-20260502-110000Z-by-clock-3.db" {
		t.Errorf("names %v", want)
	}
	for _, name := range []string{"cup-20260502-110000Z-by-chance.db", "cup.db", "cup-2-20260502-110000Z-by-clock.db", "cup-20261302-110000Z-by-clock.db", "notes.txt"} {
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	list, err := List(folder, db)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range list {
		got = append(got, c.Name())
	}
	slices.Reverse(got)
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// Two computers with a stick, and two databases of one name, share no folder on it.
func TestElsewhere(t *testing.T) {
	seen := map[string]bool{}
	for _, computer := range []string{"Anna's Laptop.local", "annas-laptop", ""} {
		for _, path := range []string{"/cups/2026/cup.db", "/cups/2027/cup.db"} {
			folder := Elsewhere("/media/stick", path, computer)
			if folder != Elsewhere("/media/stick", path, computer) || seen[folder] {
				t.Errorf("%s of %s is in %s", path, computer, folder)
			}
			seen[folder] = true
		}
	}
	if got := filepath.Base(Elsewhere("/media/stick", "/cup.db", "Anna's Laptop.local")); !strings.HasPrefix(got, "cup-anna-s-laptop-local-") {
		t.Errorf("the folder is %s", got)
	}
}
