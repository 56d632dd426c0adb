package po

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"tourney/internal/fault"
)

// Files are written as they are read, with any text.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOfN(rapid.SampledFrom([]rune("aä“\"\\\n\t\r {0}#»\u202f語")), 0, 30, -1)
		word := rapid.StringMatching(`[a-z]{1,8}(\.[a-z]{1,8})?`)
		entries := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Entry {
			e := Entry{Context: word.Draw(t, "context"), ID: text.Draw(t, "id"), Fuzzy: rapid.Bool().Draw(t, "fuzzy"), Texts: []string{text.Draw(t, "text")}}
			if rapid.Bool().Draw(t, "plural") {
				e.Plural, e.Texts = word.Draw(t, "plural"), rapid.SliceOfN(text, 1, len(formKeywords)).Draw(t, "texts")
			}
			for range rapid.IntRange(0, 2).Draw(t, "notes") {
				e.Notes = append(e.Notes, word.Draw(t, "note"))
			}
			return e
		}), 0, 5).Draw(t, "entries")
		var file bytes.Buffer
		if err := Write(&file, entries); err != nil {
			t.Fatal(err)
		}
		got, err := Read("a.po", bytes.NewReader(file.Bytes()))
		if err != nil {
			t.Fatalf("%v in\n%s", err, file.String())
		}
		for i := range got {
			got[i].Line = 0
		}
		if diff := cmp.Diff(append([]Entry{}, entries...), append([]Entry{}, got...)); diff != "" {
			t.Fatalf("%s\n%s", diff, file.String())
		}
	})
}

// Files of other programs have more kinds of comments, and long texts in pieces.
func TestOtherPrograms(t *testing.T) {
	file := "\ufeffmsgid \"\"\r\nmsgstr \"\"\r\n\"Language: nl\\n\"\r\n\r\n# by hand\n#: page.html:7\n#, fuzzy, c-format\n#| msgid \"old\"\n#. a note\n" +
		"msgctxt \"now.rounds\"\nmsgid \"\"\n\"{0} \"\n\"round\"\nmsgid_plural \"{0} rounds\"\nmsgstr[0] \"{0} ronde\"\nmsgstr[1] \"{0} rondes\"\n#~ msgid \"gone\"\n#~ msgstr \"weg\"\n"
	want := []Entry{
		{Texts: []string{"Language: nl\n"}, Line: 1},
		{Context: "now.rounds", ID: "{0} round", Plural: "{0} rounds", Texts: []string{"{0} ronde", "{0} rondes"}, Notes: []string{"a note"}, Fuzzy: true, Line: 10},
	}
	got, err := Read("a.po", strings.NewReader(file))
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Error(err, diff)
	}
}

func TestFaultsNameTheirLine(t *testing.T) {
	for _, tt := range []struct {
		name, file, key string
		line            int
	}{
		{"no quotation mark at the end", "msgid \"a\nmsgstr \"b\"", "catalog.po.quote", 1},
		{"an unknown escape", "msgid \"a\"\nmsgstr \"\\q\"", "catalog.po.quote", 2},
		{"an unknown keyword", "msgid \"a\"\nmsgtext \"b\"", "catalog.po.line", 2},
		{"a word alone", "msgid \"a\"\n\nhello", "catalog.po.line", 3},
		{"a text without a keyword", "\"a\"", "catalog.po.line", 1},
		{"no translation", "msgid \"a\"\nmsgid \"b\"\nmsgstr \"c\"", "catalog.po.line", 2},
		{"no translation at the end", "msgid \"a\"", "catalog.po.entry", 1},
		{"forms of one text", "msgid \"a\"\nmsgstr[0] \"b\"\nmsgstr[1] \"c\"", "catalog.po.entry", 1},
		{"a missing form", "msgid \"a\"\nmsgid_plural \"b\"\nmsgstr[0] \"b\"\nmsgstr[2] \"c\"", "catalog.po.line", 4},
		{"a seventh form", "msgid \"a\"\nmsgid_plural \"b\"\nmsgstr[6] \"b\"", "catalog.po.line", 3},
		{"a long text", "msgid \"a\"\nmsgstr \"" + strings.Repeat("b", mostText+1) + "\"", "catalog.long", 2},
		{"a long line", "msgid \"a\"\nmsgstr \"" + strings.Repeat("b", 4*mostText) + "\"", "catalog.long", 2},
		{"a large file", strings.Repeat("# "+strings.Repeat("b", 998)+"\n", MostBytes/1000+1), "catalog.large", MostBytes/1001 + 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Read("a.po", strings.NewReader(tt.file))
			if e, ok := fault.As(err); !ok || e.Key != tt.key || e.Args[0] != "a.po" || e.Args[1] != tt.line {
				t.Errorf("%v, want line %d: %s", err, tt.line, tt.key)
			}
		})
	}
}

// A file that is read is also written and read again, unchanged.
func FuzzRead(f *testing.F) {
	f.Add("msgctxt \"a.b\"\nmsgid \"c\"\nmsgstr \"d\\n\"\n\"e\"\n")
	f.Add("#, fuzzy\nmsgid \"{0} x\"\nmsgid_plural \"y\"\nmsgstr[0] \"\"\nmsgstr[1] \"\\\\\"\n")
	f.Fuzz(func(t *testing.T, file string) {
		entries, err := Read("a.po", strings.NewReader(file))
		if err != nil {
			return
		}
		var again bytes.Buffer
		if err := Write(&again, entries); err != nil {
			t.Fatal(err)
		}
		got, err := Read("a.po", &again)
		if err != nil {
			t.Fatal(err)
		}
		for _, list := range [][]Entry{entries, got} {
			for i := range list {
				list[i].Line = 0
			}
		}
		if diff := cmp.Diff(entries, got); diff != "" {
			t.Error(diff)
		}
	})
}
