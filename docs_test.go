package tourney

import (
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
