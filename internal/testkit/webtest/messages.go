package webtest

import (
	"testing"

	"tourney/internal/i18n"
	"tourney/templates"
)

// Languages returns all languages of the catalogs.
func Languages(t testing.TB) []*i18n.Language {
	t.Helper()
	catalog, err := i18n.Load(templates.FS)
	if err != nil {
		t.Fatal(err)
	}
	return catalog.Languages()
}

// HasMessages fails for every key without an English message. It is for keys composed at run time, which the test of
// all catalogs cannot find.
func HasMessages(t testing.TB, keys ...string) {
	t.Helper()
	if len(keys) == 0 {
		t.Error("there are no keys")
	}
	english := Languages(t)[0]
	for _, key := range keys {
		if !english.Has(key) {
			t.Errorf("%s lacks %q", english.Code(), key)
		}
	}
}
