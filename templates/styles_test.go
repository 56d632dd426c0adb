package templates

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// mostStyles is the most bytes of all stylesheets together. The files for browsers, static/flat, are a tenth smaller.
const mostStyles = 155_000

// stylesheets returns the texts of static/*.css by their names, without comments.
func stylesheets(t *testing.T) (texts map[string]string, bytes int) {
	t.Helper()
	paths, err := filepath.Glob("../static/*.css")
	if err != nil {
		t.Fatal(err)
	}
	if len(paths) < 5 {
		t.Fatalf("only %d stylesheets found", len(paths))
	}
	texts = map[string]string{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		bytes += len(text)
		texts[filepath.Base(path)] = regexp.MustCompile(`(?s)/\*.*?\*/`).ReplaceAllString(string(text), "")
	}
	return texts, bytes
}

var (
	selector  = regexp.MustCompile(`[^{};]*\{`)
	class     = regexp.MustCompile(`\.([A-Za-z][\w-]*)`)
	attribute = regexp.MustCompile(`class="(?:\{\{.*?\}\}|[^"])*"`)
	literal   = regexp.MustCompile("\"(?:\\\\.|[^\"\\\\\n])*\"|'(?:\\\\.|[^'\\\\\n])*'|`[^`]*`")
	word      = regexp.MustCompile(`[A-Za-z][\w-]*(?:\{\{)?`)
)

// givenClasses returns the words that may be classes of an element: the words in class attributes of templates and in
// strings of Go files and scripts. A word with a variable end, as in class="k{{.Kind}}", is there a second time with
// "{{" at its end.
func givenClasses(t *testing.T) map[string]bool {
	t.Helper()
	given := map[string]bool{}
	read := func(text string, in *regexp.Regexp) {
		for _, part := range in.FindAllString(text, -1) {
			for _, w := range word.FindAllString(part, -1) {
				given[w], given[strings.TrimSuffix(w, "{{")] = true, true
			}
		}
	}
	for _, text := range files(t) {
		read(text, attribute)
	}
	for _, root := range []string{"../internal", "../static"} {
		err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
			source := filepath.Ext(path) == ".go" && !strings.HasSuffix(path, "_test.go") || filepath.Ext(path) == ".js"
			if err != nil || !source || strings.HasSuffix(path, ".min.js") {
				return err
			}
			text, err := os.ReadFile(path)
			read(string(text), literal)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return given
}

// completed reports whether a template writes the start of the class and a number ends it, as in k{{.Kind}}, or a name
// after a hyphen, as in of-{{.Name}}.
func completed(given map[string]bool, class string) bool {
	number := strings.TrimRight(class, "0123456789")
	named := class[:strings.Index(class, "-")+1]
	return number != class && given[number+"{{"] || named != "" && given[named+"{{"]
}

// TestStylesAreUsed finds rules that match no element.
func TestStylesAreUsed(t *testing.T) {
	given := givenClasses(t)
	texts, _ := stylesheets(t)
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		dead := map[string]bool{}
		for _, s := range selector.FindAllString(texts[name], -1) {
			for _, m := range class.FindAllStringSubmatch(s, -1) {
				dead[m[1]] = !given[m[1]] && !completed(given, m[1])
			}
		}
		for _, c := range slices.Sorted(maps.Keys(dead)) {
			if dead[c] {
				t.Errorf("static/%s has rules for .%s, which no template, Go file or script gives to an element; "+
					"delete them", name, c)
			}
		}
	}
}

// TestStylesAreSmall limits the styles that a browser loads before it shows a page, and that a reader of the styles
// must understand.
func TestStylesAreSmall(t *testing.T) {
	if _, bytes := stylesheets(t); bytes > mostStyles {
		t.Errorf("the stylesheets static/*.css have %d bytes together, at most %d; "+
			"use a component of app.css, or merge rules that say the same", bytes, mostStyles)
	}
}
