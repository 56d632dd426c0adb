package i18n

import (
	"strings"
	"testing"
	"testing/fstest"

	"tourney/internal/fault"
)

// A folder adds a language and corrects messages; missing ones are as before, or in English.
func TestWithAFolder(t *testing.T) {
	c := catalogs(t)
	with, err := c.With(fstest.MapFS{
		"nl.json":   {Data: []byte(`{"language.name": "Nederlands", "now.rounds": {"one": "{0} ronde", "other": "{0} rondes"}}`)},
		"fi.json":   {Data: []byte(`{"frame.now": "Juuri nyt"}`)},
		"notes.txt": {Data: []byte("not a catalog")},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ code, key, want string }{
		{"nl", "now.rounds", "2 rondes"}, {"nl", "frame.now", "Now"}, {"fi", "frame.now", "Juuri nyt"}, {"fi", "frame.games", "Pelit"}, {"de", "frame.now", "Jetzt"},
	} {
		if got := with.Language(tt.code).T(tt.key, 2); got != tt.want {
			t.Errorf("%s %s is %q, want %q", tt.code, tt.key, got, tt.want)
		}
	}
	nl := with.Language("nl")
	if nl.Name() != "Nederlands" || nl.AtDesk().Code() != "en" || with.Match("", "nl-BE").Code() != "nl" || nl.Codes() != "en, cs, de, fi, fr, nl, pl" {
		t.Errorf("%s at the desk %s, of %s", nl.Name(), nl.AtDesk().Code(), nl.Codes())
	}
	if c.Language("nl") != nil || c.Language("fi").T("frame.now") == "Juuri nyt" {
		t.Error("the catalog without the folder has changed")
	}
}

func TestFaultsOfCatalogs(t *testing.T) {
	name := `{"language.name": "Nederlands",` + "\n"
	for _, tt := range []struct{ name, file, catalog, want string }{
		{"unknown message", "nl.json", name + `"now.nowhere": "x"}`, "nl.json, line 2: the message now.nowhere does not exist."},
		{"placeholder missing", "nl.json", name + `"frame.round": "Ronde"}`, "nl.json, line 2: frame.round needs {0}, but has –."},
		{"placeholder unknown", "nl.json", name + `"frame.round": "Ronde {0} {1}"}`, "nl.json, line 2: frame.round needs {0}, but has {0} {1}."},
		{"plural form missing", "pl.json", `{"now.rounds": {"one": "{0}", "other": "{0}"}}`, "pl.json, line 1: now.rounds needs the plural forms one, few, many, other, not one, other."},
		{"plural form unknown", "nl.json", name + `"now.rounds": {"few": "{0}", "other": "{0}"}}`, "nl.json, line 2: now.rounds needs the plural forms one, other, not few, other."},
		{"no plural forms", "nl.json", name + `"now.rounds": "{0} rondes"}`, "nl.json, line 2: now.rounds must have the plural forms one, other if it has them in English, and only then."},
		{"plural forms of one text", "nl.json", name + `"frame.now": {"one": "a", "other": "b"}}`, "line 2: frame.now must have"},
		{"empty", "nl.json", name + `"frame.now": ""}`, "nl.json, line 2: frame.now is empty"},
		{"blank around", "nl.json", name + `"frame.now": "Nu "}`, "or has a blank at an end."},
		{"repeated", "nl.json", name + `"frame.now": "Nu",` + "\n" + `"frame.now": "Nu"}`, "nl.json, line 3: frame.now is there twice."},
		{"a number", "nl.json", name + `"frame.now": 7}`, "nl.json, line 2: frame.now is neither a text nor plural forms."},
		{"forms of forms", "nl.json", name + `"now.rounds": {"one": {"other": "x"}}}`, "nl.json, line 2: this is not the JSON of a catalog"},
		{"a comma missing", "nl.json", name + `"frame.now": "Nu"` + "\n" + `"frame.games": "Partijen"}`, "nl.json, line 3: this is not the JSON of a catalog"},
		{"an end missing", "nl.json", name + `"frame.now": "Nu"`, "nl.json, line 2: this is not the JSON of a catalog"},
		{"more after the end", "nl.json", name + `"frame.now": "Nu"} {}`, "this is not the JSON of a catalog"},
		{"a list", "nl.json", `[]`, "nl.json, line 1: this is not the JSON of a catalog: {."},
		{"nothing", "nl.json", ``, "nl.json, line 1: this is not the JSON of a catalog"},
		{"a long text", "nl.json", name + `"frame.now": "` + strings.Repeat("n", mostText+1) + `"}`, "nl.json, line 2: a text has at most 4000 bytes."},
		{"a large file", "nl.json", strings.Repeat(" ", mostCatalog+1), "a file has at most 2 MB."},
		{"no language", "dutch language.json", `{}`, "dutch language.json: a catalog is named for its language"},
		{"no name", "nl.json", `{"frame.now": "Nu"}`, "nl.json has no language.name"},
		{"no catalogs", "readme.txt", ``, "--lang names a folder with catalogs"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := catalogs(t)
			_, err := c.With(fstest.MapFS{tt.file: {Data: []byte(tt.catalog)}})
			if got := c.Language("en").Error(err); err == nil || !strings.Contains(got, tt.want) {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

// Any file is read or refused by a fault.
func FuzzReadCatalog(f *testing.F) {
	f.Add([]byte(`{"a": "b", "c": {"one": "d", "other": "e"}}`))
	f.Add([]byte("{\"a\":\n\n7}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		entries, err := readCatalog("a.json", data)
		if _, isFault := fault.As(err); err != nil && !isFault {
			t.Fatal(err)
		}
		for _, e := range entries {
			if most := strings.Count(string(data), "\n") + 1; e.line < 1 || e.line > most {
				t.Errorf("%s is in line %d of %d", e.key, e.line, most)
			}
		}
	})
}
