package tourney

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestPagesNameExistingFiles checks the links of the pages, and paths in them such as `internal/rules` or
// `templates/lang/*.json`.
func TestPagesNameExistingFiles(t *testing.T) {
	skipWithoutBeyond(t)
	pages, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	link := regexp.MustCompile(`\]\(([^):]+)\)`)
	path := regexp.MustCompile("`((?:cmd|docs|internal|static|templates)/[^`]+)`")
	pages = append(pages, handbook(t)...)
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

// TestPagesNameExistingTests checks that each test named in the pages exists, in the package before its name, if any. A
// name in docs/asvs.md must be the name of exactly one test.
func TestPagesNameExistingTests(t *testing.T) {
	skipWithoutBeyond(t)
	there := map[string]int{} // by name, and by package and name
	names := regexp.MustCompile(`(?m)^func ((?:Test|Fuzz|Benchmark)\w+)\(`)
	for _, root := range []string{"cmd", "internal", "templates"} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err == nil && strings.HasSuffix(path, "_test.go") {
				for _, m := range names.FindAllStringSubmatch(read(t, path), -1) {
					there[m[1]]++
					there[filepath.Base(filepath.Dir(path))+"."+m[1]]++
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	here, err := filepath.Glob("*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range here {
		for _, m := range names.FindAllStringSubmatch(read(t, path), -1) {
			there[m[1]]++
		}
	}
	pages, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages {
		for _, m := range regexp.MustCompile("`((?:[a-z]+\\.)?(?:Test|Fuzz|Benchmark)[A-Z]\\w+)`").FindAllStringSubmatch(read(t, page), -1) {
			switch n := there[m[1]]; {
			case n == 0:
				t.Errorf("%s names %s, which is not there", page, m[1])
			case n > 1 && filepath.Base(page) == "asvs.md":
				t.Errorf("%s names %s, of which there are %d", page, m[1], n)
			}
		}
	}
}

// TestEveryLineOfTheStandardIsAnswered checks docs/asvs.md: each line is there once and has an answer, and the figures
// at the top are the sums of the lines.
func TestEveryLineOfTheStandardIsAnswered(t *testing.T) {
	const (
		tested = iota + 1
		built
		written
		foreign
		missing
	)
	page := read(t, "docs/asvs.md")
	counts := make([]int, missing+1)
	seen, levels := map[string]bool{}, map[string]int{}
	for _, m := range regexp.MustCompile(`(?m)^\| (\d[\d., ]*) \| ([12]) \| ([^|]+) \| (.+) \|$`).FindAllStringSubmatch(page, -1) {
		answer := m[4]
		kind := 0
		for prefix, k := range map[string]int{"`": tested, "by construction: ": built, "documented: [": written, "does not apply: ": foreign, "**not held**": missing} {
			if strings.HasPrefix(answer, prefix) {
				kind = k
			}
		}
		if kind == 0 || kind == tested && !regexp.MustCompile("^`([a-z]+\\.)?(Test|Fuzz)").MatchString(answer) {
			t.Errorf("%s has no answer: %q", m[1], answer)
		}
		for number := range strings.SplitSeq(m[1], ", ") {
			if seen[number] || !regexp.MustCompile(`^\d+\.\d+\.\d+$`).MatchString(number) {
				t.Errorf("%q is no number of its own", number)
			}
			seen[number] = true
			counts[kind]++
			levels[m[2]]++
		}
	}
	if levels["1"] != 70 || levels["2"] != 183 { // of 5.0.0
		t.Errorf("%d lines of level 1, %d of level 2", levels["1"], levels["2"])
	}
	line := regexp.MustCompile(`(?m)^\| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$`).FindStringSubmatch(page)
	if line == nil {
		t.Fatal("no figures")
	}
	counts[0] = len(seen)
	for i, want := range counts {
		if got := line[1+i]; got != strconv.Itoa(want) {
			t.Errorf("figure %d is %s, the lines have %d", 1+i, got, want)
		}
	}
	// Links to headings must match a heading of the page.
	for _, m := range regexp.MustCompile(`\]\((?:(security)\.md)?#([a-z-]+)\)`).FindAllStringSubmatch(page, -1) {
		text := page
		if m[1] != "" {
			text = read(t, "docs/security.md")
		}
		heading := regexp.MustCompile(`(?mi)^## ` + strings.ReplaceAll(m[2], "-", " ") + `$`)
		if !heading.MatchString(text) {
			t.Errorf("there is no heading %q", m[2])
		}
	}
}

// TestEveryDependencyHasALine checks that docs/architecture.md has a line for each direct dependency.
func TestEveryDependencyHasALine(t *testing.T) {
	skipWithoutBeyond(t)
	_, table, _ := strings.Cut(read(t, "docs/architecture.md"), "## Libraries")
	asked, _, _ := strings.Cut(read(t, "go.mod"), "// indirect")
	number := regexp.MustCompile(`^v\d+$`)
	for _, m := range regexp.MustCompile(`(?m)^\t(\S+) v\S+$`).FindAllStringSubmatch(asked, -1) {
		parts := strings.Split(m[1], "/")
		if number.MatchString(parts[len(parts)-1]) {
			parts = parts[:len(parts)-1]
		}
		if name := parts[len(parts)-1]; !strings.Contains(table, name) {
			t.Errorf("docs/architecture.md has no line for %s", m[1])
		}
	}
}

// skipWithoutBeyond skips a test about the whole program in a copy without package beyond, see docs/architecture.md.
func skipWithoutBeyond(t *testing.T) {
	t.Helper()
	if _, err := os.Stat(filepath.FromSlash("internal/beyond")); err != nil {
		t.Skip("package beyond is away")
	}
}
