package webspace

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// With doubts, Sync sends missing and damaged files again, as after a power cut, and no other.
func TestSyncInDoubt(t *testing.T) {
	want := pages(4)
	want["fi/rules/index.html"], want["calendar.ics"], want["round-3.html"] = "rules", "calendar", "the third"
	for kind, at := range servers(t) {
		t.Run(kind, func(t *testing.T) {
			for _, doubtful := range []Site{{Claims: true}, {Doubts: true}} {
				s := site(want)
				s.Claims, s.Doubts = doubtful.Claims, doubtful.Doubts
				if _, err := Sync(t.Context(), at.Place, s); err != nil {
					t.Fatal(err)
				}
				same := damage(t, at.is.Disk)
				if _, err := Sync(t.Context(), at.Place, s); err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(want, held(t, at.is.Disk)); diff != "" {
					t.Fatal(diff)
				}
				was := written(t, at.is.Disk)
				for _, name := range same {
					if is := was[name]; !is.ModTime().Equal(past) {
						t.Errorf("%s was sent again", name)
					}
				}
				if _, err := Sync(t.Context(), at.Place, s); err != nil {
					t.Fatal(err)
				}
				for name, is := range written(t, at.is.Disk) {
					if !os.SameFile(was[name], is) || !is.ModTime().Equal(was[name].ModTime()) {
						t.Errorf("%s was sent again although nobody has touched it", name)
					}
				}
			}
		})
	}
}

// past is the time of undamaged files.
var past = time.Date(2026, time.May, 1, 9, 0, 0, 0, time.UTC)

// damage damages some files of a folder in all ways, and returns the undamaged ones.
func damage(t *testing.T, disk string) (same []string) {
	t.Helper()
	for name := range written(t, disk) {
		if err := os.Chtimes(filepath.Join(disk, name), past, past); err != nil {
			t.Fatal(err)
		}
	}
	at := func(name string) string { return filepath.Join(disk, filepath.FromSlash(name)) }
	for _, err := range []error{
		os.Remove(at("round-1.html")), os.Truncate(at("players.html"), 0), os.Truncate(at("round-2.html"), 3),
		os.RemoveAll(at("fi")), os.WriteFile(at("round-3.html"), []byte("not yours"), 0o600),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return []string{"index.html", "static/app.css", "calendar.ics", "round-4.html"}
}

// written returns the files of a folder, including the marker.
func written(t *testing.T, disk string) map[string]fs.FileInfo {
	t.Helper()
	all := map[string]fs.FileInfo{}
	err := filepath.WalkDir(disk, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		below, _ := filepath.Rel(disk, name)
		all[filepath.ToSlash(below)], err = d.Info()
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// After a second power cut during the repair of the first, the next call repairs the place.
func TestDoubtAfterASecondPowerCut(t *testing.T) {
	want := pages(4)
	s := site(want)
	s.Doubts = true
	disk := filepath.Join(t.TempDir(), "public")
	place := Place{Address: disk}
	bring := func() {
		t.Helper()
		if _, err := Sync(t.Context(), place, s); err != nil {
			t.Fatal(err)
		}
	}
	bring()
	all, err := sums(s.Files)
	if err != nil {
		t.Fatal(err)
	}
	b := &syncer{space: newFolder(disk), place: place, site: s, want: all}
	if b.is, _, err = b.find(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.is.Files["round-1.html"] = unverified // as an interrupted repair leaves it
	lost := []error{b.mark(t.Context(), nil), os.Truncate(filepath.Join(disk, "players.html"), 0), os.Remove(filepath.Join(disk, "round-2.html"))}
	if err := errors.Join(lost...); err != nil {
		t.Fatal(err)
	}
	bring()
	if diff := cmp.Diff(want, held(t, disk)); diff != "" {
		t.Error(diff)
	}
}

// A place that reports wrong sizes gets all files again with doubts, but only once, despite broken connections.
func TestSyncToAPlaceWithWrongSizes(t *testing.T) {
	want := map[string]string{"index.html": "round-1.html"}
	for n := range 4 * batch {
		want[fmt.Sprintf("round-%d.html", n+1)] = "index.html"
	}
	s := site(want)
	s.Doubts = true
	sums, err := sums(s.Files)
	if err != nil {
		t.Fatal(err)
	}
	at := &memory{files: map[string]string{}, check: func() {}, oversize: 1}
	runs := func(steps int) (n int) {
		t.Helper()
		for n = 1; n < 20; n++ {
			at.left = steps
			if err := (&syncer{space: at, site: s, want: sums}).run(t.Context()); err == nil {
				return n
			} else if !errors.Is(err, errCut) {
				t.Fatal(err)
			}
		}
		t.Fatal("it is never done")
		return n
	}
	runs(1 << 20)
	if n := runs(2 * batch); n < 3 {
		t.Errorf("all is sent again in %d runs", n)
	}
	if diff := cmp.Diff(want, at.pages()); diff != "" {
		t.Error(diff)
	}
}

// A repair interrupted at any point is continued, even before removed folders are created again.
func TestSyncInDoubtAfterCuts(t *testing.T) {
	want := pages(2)
	s := site(want)
	s.Doubts = true
	sums, err := sums(s.Files)
	if err != nil {
		t.Fatal(err)
	}
	for steps := range 30 {
		at := &memory{files: map[string]string{}, check: func() {}}
		for _, at.left = range []int{1 << 20, steps, 1 << 20} {
			if err := (&syncer{space: at, site: s, want: sums}).run(t.Context()); err != nil && (at.left > 0 || !errors.Is(err, errCut)) {
				t.Fatalf("after %d steps: %v", steps, err)
			}
			if diff := cmp.Diff(want, at.pages()); diff != "" && at.left > 0 {
				t.Fatalf("after %d steps: %s", steps, diff)
			}
			if at.left > 1000 {
				maps.DeleteFunc(at.files, func(name, _ string) bool { return path.Dir(name) == "fi" })
			}
		}
	}
}
