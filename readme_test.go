package tourney

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestStepsNamePagesAndButtons checks the English names of the pages and buttons in the steps of the README.
func TestStepsNamePagesAndButtons(t *testing.T) {
	_, steps, _ := strings.Cut(read(t, "README.md"), "## Three steps\n")
	steps, _, _ = strings.Cut(steps, "\n## ")
	checkNames(t, "README.md", "en", steps, regexp.MustCompile(`\*([^*]+)\*`))
}

// TestREADMEIsShort checks that the README fits on one screen and a half, with one picture, and leaves servers and what is
// beyond the hall to its link.
func TestREADMEIsShort(t *testing.T) {
	page := read(t, "README.md")
	if words, lines := len(strings.Fields(page)), strings.Count(page, "\n"); words > 600 || lines > 65 {
		t.Errorf("%d words in %d lines", words, lines)
	}
	for _, command := range []string{"go run ./cmd/tourney demo", "go run ./cmd/tourney serve", "go test ./..."} {
		if !strings.Contains(page, "\n"+command+" ") {
			t.Errorf("it does not name %q", command)
		}
	}
	if n := strings.Count(page, "!["); n != 1 {
		t.Errorf("%d pictures", n)
	}
	if found := regexp.MustCompile(`(?i)postgres|hub\b|standby|second computer|webhook|prometheus|nginx|webdav`).FindString(page); found != "" {
		t.Errorf("it speaks of %q: docs/server.md has that", found)
	}
}

// TestHandbookNamesPagesAndButtons checks the names in bold of the handbook: each is a message of the chapter's language,
// or in English if the desk has no such language.
func TestHandbookNamesPagesAndButtons(t *testing.T) {
	for _, chapter := range handbook(t) {
		lang := filepath.Base(filepath.Dir(chapter))
		if !strings.Contains(read(t, "templates/lang/"+lang+".json"), `"desk.line.black"`) {
			lang = "en"
		}
		checkNames(t, chapter, lang, read(t, chapter), regexp.MustCompile(`\*\*([^*]+)\*\*`))
	}
}

// handbook returns the paths of all chapters of the handbook.
func handbook(t *testing.T) []string {
	t.Helper()
	chapters, err := filepath.Glob("docs/handbook/*/*.md")
	if err != nil || len(chapters) < 10 {
		t.Fatal(len(chapters), err)
	}
	return chapters
}

// properNames are bold names in the handbook that no message has: other programs, and criteria.
var properNames = map[string]bool{"OpenGotha": true, "MacMahon": true, "Pairgoth": true, "Excel": true, "SOS": true, "SODOS": true, "SOSOS": true}

// checkNames checks that each name in a text is a message of a language, with any number in the place of a value. An arrow joins
// names.
func checkNames(t *testing.T, page, lang, text string, name *regexp.Regexp) {
	t.Helper()
	known := messages(t, lang)
	number := regexp.MustCompile(` ?\d+`)
	count := 0
	for _, m := range name.FindAllStringSubmatch(text, -1) {
		for name := range strings.SplitSeq(strings.Join(strings.Fields(m[1]), " "), " → ") {
			if count++; !known[name] && !known[strings.TrimSpace(number.ReplaceAllString(name, ""))] && !properNames[name] {
				t.Errorf("%s: nothing is called %q", page, name)
			}
		}
	}
	if count == 0 {
		t.Errorf("%s has no names", page)
	}
}

// messages returns the messages of a language, in each plural form, without their values.
func messages(t *testing.T, lang string) map[string]bool {
	t.Helper()
	var catalog map[string]any
	if err := json.Unmarshal([]byte(read(t, "templates/lang/"+lang+".json")), &catalog); err != nil {
		t.Fatal(err)
	}
	value := regexp.MustCompile(` ?\{\d\}`)
	known := map[string]bool{}
	for _, message := range catalog {
		forms, ok := message.(map[string]any)
		if !ok {
			forms = map[string]any{"": message}
		}
		for _, text := range forms {
			known[strings.TrimSpace(value.ReplaceAllString(text.(string), ""))] = true
		}
	}
	return known
}
