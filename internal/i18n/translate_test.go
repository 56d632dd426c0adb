package i18n

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/language"
	"pgregory.net/rapid"

	"tourney/internal/i18n/po"
)

// exported returns the file of a language as its translator gets it.
func exported(t testing.TB, code string, all bool) []po.Entry {
	t.Helper()
	entries, err := catalogs(t).Export(code, firstSet(t), all)
	var file bytes.Buffer
	if err == nil {
		err = po.Write(&file, entries)
	}
	if err == nil {
		entries, err = po.Read(code+".po", &file)
	}
	if err != nil {
		t.Fatal(err)
	}
	return entries
}

// Every catalog is the same after its way through a translator's program.
func TestCatalogsAsPO(t *testing.T) {
	c := catalogs(t)
	for _, l := range c.Languages() {
		want, err := os.ReadFile(filepath.Join(templates, "lang", l.Code()+".json"))
		if err != nil {
			t.Fatal(err)
		}
		got, err := c.Import("x.po", exported(t, l.Code(), true))
		if err != nil {
			t.Fatal(err)
		}
		var before, after map[string]any
		if err := errors.Join(json.Unmarshal(want, &before), json.Unmarshal(got.Catalog, &after)); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(before, after); diff != "" || got.Code != l.Code() || got.Count != len(before) {
			t.Errorf("%s: %d messages of %s, %d left: %s", l.Code(), got.Count, got.Code, len(got.Left), diff)
		}
	}
}

// A new language starts with the first set, with notes and without translations.
func TestExportOfANewLanguage(t *testing.T) {
	entries := exported(t, "lt", false)
	at := slices.IndexFunc(entries, func(e po.Entry) bool { return e.Context == "now.rounds" })
	if !strings.Contains(entries[0].Texts[0], "Language: lt\n") || !strings.Contains(entries[0].Texts[0], "nplurals=4;") {
		t.Errorf("the header is %q", entries[0].Texts)
	}
	e := entries[at]
	if notes := strings.Join(e.Notes, " "); len(e.Texts) != 4 || strings.Join(e.Texts, "") != "" || !strings.Contains(notes, "Keep {0}") || !strings.Contains(notes, "one, few, many, other") || !strings.Contains(notes, "Seen: ") {
		t.Errorf("%+v", e)
	}
	if slices.ContainsFunc(entries, func(e po.Entry) bool { return strings.HasPrefix(e.Context, "webhook.") }) {
		t.Error("the first set has webhooks")
	}
}

// Messages of another time are left out, wrong ones refused with their line.
func TestImport(t *testing.T) {
	c := catalogs(t)
	const head = "msgid \"\"\nmsgstr \"Language: nl\\n\"\n"
	for _, tt := range []struct{ name, file, want string }{
		{"as it should be", head + "msgctxt \"frame.now\"\nmsgid \"Now\"\nmsgstr \"Nu\"\n", "{\n \"frame.now\": \"Nu\"\n}\n"},
		{"a guess", head + "#, fuzzy\nmsgctxt \"frame.now\"\nmsgid \"Now\"\nmsgstr \"Nu\"\n", "{}\nleft [frame.now]"},
		{"untranslated", head + "msgctxt \"frame.now\"\nmsgid \"Now\"\nmsgstr \"\"\n", "{}\nleft [frame.now]"},
		{"another English text", head + "msgctxt \"frame.now\"\nmsgid \"Then\"\nmsgstr \"Nu\"\n", "{}\nleft [frame.now]"},
		{"a former message", head + "msgctxt \"frame.then\"\nmsgid \"Then\"\nmsgstr \"Dan\"\n", "{}\nleft [frame.then]"},
		{"a placeholder lost", head + "msgctxt \"frame.round\"\nmsgid \"Round {0}\"\nmsgstr \"Ronde\"\n", "nl.po, line 3: frame.round needs {0}, but has –."},
		{"a form lost", head + "msgctxt \"now.rounds\"\nmsgid \"{0} round\"\nmsgid_plural \"{0} rounds\"\nmsgstr[0] \"{0} ronde\"\n", "nl.po, line 3: now.rounds needs the plural forms one, other, not 1."},
		{"repeated", head + strings.Repeat("msgctxt \"frame.now\"\nmsgid \"Now\"\nmsgstr \"Nu\"\n", 2), "nl.po, line 6: frame.now is there twice."},
		{"no language", "msgctxt \"frame.now\"\nmsgid \"Now\"\nmsgstr \"Nu\"\n", "nl.po has no header"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			entries, err := po.Read("nl.po", strings.NewReader(tt.file))
			if err != nil {
				t.Fatal(err)
			}
			in, err := c.Import("nl.po", entries)
			got := ""
			if err != nil {
				got = c.Language("en").Error(err)
			} else if got = string(in.Catalog); len(in.Left) > 0 {
				got += "left " + strings.Join([]string{"[", strings.Join(in.Left, " "), "]"}, "")
			}
			if !strings.Contains(got, tt.want) {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

// Any correct translation, into a language with any number of plural forms, comes back as it was written.
func TestTranslationsComeBack(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	c, english := catalogs(t), textsOf(catalogs(t).Language(Fallback))
	codes := []string{"ja", "nl", "lt", "sl", "ar", "pl"}
	before := map[string][]po.Entry{}
	for _, code := range codes {
		before[code] = exported(t, code, false)
	}
	rapid.Check(t, func(t *rapid.T) {
		code := rapid.SampledFrom(codes).Draw(t, "language")
		all, want := before[code], map[string]any{}
		entries := []po.Entry{all[0]}
		for _, i := range rapid.SliceOfNDistinct(rapid.IntRange(1, len(all)-1), 1, 5, rapid.ID).Draw(t, "messages") {
			e := all[i]
			e.Texts = slices.Clone(e.Texts)
			for n := range e.Texts {
				e.Texts[n] = rapid.StringMatching(`[a-zé"\\]{1,9}`).Draw(t, "text") + strings.Join(placeholders(english[e.Context]["other"]), "")
			}
			entries, want[e.Context] = append(entries, e), e.Texts
		}
		var file bytes.Buffer
		if err := po.Write(&file, entries); err != nil {
			t.Fatal(err)
		}
		read, err := po.Read("a.po", &file)
		if err != nil {
			t.Fatal(err)
		}
		in, err := c.Import("a.po", read)
		if err != nil {
			t.Fatal(c.languages[0].Error(err))
		}
		var got map[string]any
		if err := json.Unmarshal(in.Catalog, &got); err != nil {
			t.Fatal(err)
		}
		for key, texts := range want {
			forms, isForms := got[key].(map[string]any)
			for n, text := range texts.([]string) {
				is := got[key]
				if isForms {
					is = forms[formsOf(language.MustParse(code))[n]]
				}
				if is != text {
					t.Errorf("%s %s is %q, want %q", code, key, is, text)
				}
			}
		}
		if len(got) != len(want) {
			t.Errorf("%d messages of %d", len(got), len(want))
		}
	})
}
