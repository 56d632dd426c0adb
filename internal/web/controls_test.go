package web_test

import (
	"io/fs"
	"regexp"
	"strings"
	"testing"

	"tourney/templates"
)

// An element that sends its form after each change and replaces itself must set hx-sync, for a change before the
// response. Otherwise htmx queues the change for the replaced element, and drops it.
func TestPreviewsFollowEachChange(t *testing.T) {
	tag := regexp.MustCompile(`<[a-z]+ (?:[^<>"']|"[^"]*"|'[^']*')*>`)
	found := 0
	err := fs.WalkDir(templates.FS, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".html") {
			return err
		}
		page, err := fs.ReadFile(templates.FS, path)
		for _, element := range tag.FindAllString(string(page), -1) {
			if trigger := regexp.MustCompile(`hx-trigger="[^"]*\b(change|input)\b`).FindString(element); trigger == "" {
				continue
			}
			found++
			if !strings.Contains(element, "hx-sync=") {
				t.Errorf("%s: %s has no hx-sync", path, element)
			}
			if strings.Contains(element, `queue`) && strings.Contains(element, `hx-swap="outerHTML"`) && !strings.Contains(element, "hx-target=") {
				t.Errorf("%s: %s queues for an element that it replaces", path, element)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if found < 8 {
		t.Errorf("only %d elements found", found)
	}
}
