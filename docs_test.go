package tourney

import (
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestPagesNameExistingFiles checks the links of our pages and the paths that
// they name, as `internal/rules` or `templates/lang/*.json`.
func TestPagesNameExistingFiles(t *testing.T) {
	pages, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	link := regexp.MustCompile(`\]\(([^):]+)\)`)
	path := regexp.MustCompile("`((?:cmd|docs|internal|static|templates)/[^`]+)`")
	for _, page := range append(pages, "README.md", "CONTRIBUTING.md", "CHANGELOG.md") {
		text := read(t, page)
		var names []string
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			names = append(names, filepath.Join(filepath.Dir(page), m[1]))
		}
		for _, m := range path.FindAllStringSubmatch(text, -1) {
			names = append(names, m[1])
		}
		for _, name := range names {
			file, _, _ := strings.Cut(name, "#")
			if found, err := filepath.Glob(filepath.FromSlash(file)); err != nil || len(found) == 0 {
				t.Errorf("%s names %s, which is not there", page, name)
			}
		}
	}
}

// TestPagesNameExistingTests checks that each test that our pages name is there.
func TestPagesNameExistingTests(t *testing.T) {
	there := map[string]bool{}
	names := regexp.MustCompile(`(?m)^func ((?:Test|Fuzz|Benchmark)\w+)\(`)
	for _, root := range []string{"cmd", "internal", "templates"} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err == nil && strings.HasSuffix(path, "_test.go") {
				for _, m := range names.FindAllStringSubmatch(read(t, path), -1) {
					there[m[1]] = true
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	pages, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages {
		for _, m := range regexp.MustCompile("`((?:Test|Fuzz|Benchmark)[A-Z]\\w+)`").FindAllStringSubmatch(read(t, page), -1) {
			if !there[m[1]] {
				t.Errorf("%s names %s, which is not there", page, m[1])
			}
		}
	}
}
