package tourney

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestStepsNamePagesAndButtons checks the English names of the pages and buttons in the steps of the README.
func TestStepsNamePagesAndButtons(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, steps, _ := strings.Cut(string(readme), "## A tournament, step by step\n")
	steps, _, _ = strings.Cut(steps, "\n## ")
	catalog, err := os.ReadFile("templates/lang/en.json")
	if err != nil {
		t.Fatal(err)
	}
	var messages map[string]any
	if err := json.Unmarshal(catalog, &messages); err != nil {
		t.Fatal(err)
	}
	value := regexp.MustCompile(` ?\{\d\}`)
	known := map[string]bool{}
	for _, message := range messages {
		if text, ok := message.(string); ok {
			known[value.ReplaceAllString(text, "")] = true
		}
	}
	number := regexp.MustCompile(` \d+`)
	names := regexp.MustCompile(`\*([^*]+)\*`).FindAllStringSubmatch(steps, -1)
	for _, m := range names {
		for name := range strings.SplitSeq(strings.ReplaceAll(m[1], "\n", " "), " → ") {
			if name = strings.Join(strings.Fields(name), " "); !known[number.ReplaceAllString(name, "")] {
				t.Errorf("nothing is called %q", name)
			}
		}
	}
	if len(names) < 10 {
		t.Errorf("%d names", len(names))
	}
}
