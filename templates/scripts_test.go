package templates

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	filledByScripts = regexp.MustCompile(`querySelectorAll\("((?:\[data-[a-z-]+\])+)"\)\.forEach\(\(at\) => \{\s*at\.textContent =`)
	dataAttribute   = regexp.MustCompile(`\[(data-[a-z-]+)\]`)
	elementStart    = regexp.MustCompile(`<([a-z][a-z0-9]*)((?:\s+[a-z][a-z-]*(?:="(?:\{\{.*?\}\}|[^"])*")?|\s*\{\{.*?\}\})*)\s*>`)
)

// A script that fills all elements with an attribute replaces their content: an element of a page that has content of
// its own must not have that attribute too.
func TestScriptsFillEmptyElements(t *testing.T) {
	paths, err := filepath.Glob("../static/*.js")
	if err != nil {
		t.Fatal(err)
	}
	selectors := 0
	for _, path := range paths {
		script, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range filledByScripts.FindAllStringSubmatch(string(script), -1) {
			selectors++
			filled := 0
			for name, text := range files(t) {
				for _, at := range elementStart.FindAllStringSubmatchIndex(text, -1) {
					if tag, attributes := text[at[2]:at[3]], text[at[4]:at[5]]; hasAll(attributes, found[1]) {
						filled++
						if !strings.HasPrefix(text[at[1]:], "</"+tag+">") {
							t.Errorf("%s: a script fills %s, which has content of its own: %s", name, found[1], text[at[0]:at[1]])
						}
					}
				}
			}
			if filled == 0 {
				t.Errorf("%s fills %s, which no page has", filepath.Base(path), found[1])
			}
		}
	}
	if selectors < 3 {
		t.Errorf("only %d selectors found: has the form of the scripts changed?", selectors)
	}
}

// hasAll reports whether the attributes of an element have all names of a selector.
func hasAll(attributes, selector string) bool {
	names := map[string]bool{}
	for _, name := range regexp.MustCompile(`(?:^|\s)(data-[a-z-]+)`).FindAllStringSubmatch(attributes, -1) {
		names[name[1]] = true
	}
	for _, name := range dataAttribute.FindAllStringSubmatch(selector, -1) {
		if !names[name[1]] {
			return false
		}
	}
	return true
}
