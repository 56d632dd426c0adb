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

// Two computers with one stick, equal except for their data, have separate folders on it, and so do two databases of
// one name. A renamed computer keeps its folder.
func TestElsewhere(t *testing.T) {
	stick, seen := filepath.Join(t.TempDir(), "st[i]ck"), map[string]bool{}
	for range 3 {
		path := filepath.Join(t.TempDir(), "cup.db")
		folder := Elsewhere(stick, path, "Anna's Laptop.local")
		if again := Elsewhere(stick, path, "Anna's Laptop.local"); again != folder || seen[folder] {
			t.Errorf("%s is in %s, then in %s", path, folder, again)
		}
		seen[folder] = true
		if name := filepath.Base(folder); !strings.HasPrefix(name, "cup-anna-s-laptop-local-") || filepath.Dir(folder) != stick {
			t.Errorf("the folder is %s", folder)
		}
		if err := os.MkdirAll(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		if renamed := Elsewhere(stick, path, "new"); renamed != folder {
			t.Errorf("under another name of the computer it is %s, want %s", renamed, folder)
		}
	}
	// If nothing can be written the path decides.
	nowhere := filepath.Join(t.TempDir(), "file", "cup.db")
	if err := os.WriteFile(filepath.Dir(nowhere), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if a, b := Elsewhere(stick, nowhere, ""), Elsewhere(stick, nowhere, ""); a != b {
		t.Errorf("%s, then %s", a, b)
	}
}
