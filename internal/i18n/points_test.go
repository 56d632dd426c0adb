package i18n

import (
	"io/fs"
	"regexp"
	"testing"

	files "tourney/templates"
)

// Points that fields and messages give as examples are on every board: Q16 is on no board of 9 × 9.
func TestExamplesOfPointsAreOnEveryBoard(t *testing.T) {
	large := regexp.MustCompile(`\b(?:[K-T][1-9]\d?|[A-HJ]1\d)\b`)
	placeholder := regexp.MustCompile(`placeholder="([^"{]*)"`)
	for code, forms := range allForms(t) {
		for key, texts := range forms {
			for _, text := range texts {
				if regexp.MustCompile(`^record\.(play|pencil)\.`).MatchString(key) && large.MatchString(text) {
					t.Errorf("%s: %s: %q", code, key, text)
				}
			}
		}
	}
	for _, folder := range []string{"pages", "partials"} {
		pages, err := fs.Glob(files.FS, folder+"/*.html")
		if err != nil || len(pages) == 0 {
			t.Fatal(err)
		}
		for _, name := range pages {
			text, err := fs.ReadFile(files.FS, name)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range placeholder.FindAllSubmatch(text, -1) {
				if large.Match(m[1]) {
					t.Errorf("%s: the example %s", name, m[1])
				}
			}
		}
	}
}

// allForms returns the texts of all languages by code and key.
func allForms(t *testing.T) map[string]map[string]plurals {
	t.Helper()
	all := map[string]map[string]plurals{}
	for _, lang := range catalogs(t).Languages() {
		all[lang.Code()] = textsOf(lang)
	}
	return all
}
