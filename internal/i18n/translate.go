package i18n

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/language"

	"tourney/internal/fault"
	"tourney/internal/i18n/po"
)

// A FirstSet is the list lang/first.txt: the messages that players and visitors meet. A language is complete for them
// with these messages. A word of the list stands for a message and for
// all below it, one after "-" takes them out; comments say where they are seen.
type FirstSet struct{ seen map[string]string }

// ReadFirstSet reads the list beside the catalogs.
func ReadFirstSet(fsys fs.FS) (FirstSet, error) {
	text, err := fs.ReadFile(fsys, "lang/first.txt")
	if err != nil {
		return FirstSet{}, fmt.Errorf("first set: %w", err)
	}
	first, where := FirstSet{map[string]string{}}, ""
	lines := bufio.NewScanner(bytes.NewReader(text))
	for lines.Scan() {
		if comment, ok := strings.CutPrefix(lines.Text(), "# "); ok {
			where = comment
			continue
		}
		for _, word := range strings.Fields(lines.Text()) {
			first.seen[word] = where
		}
	}
	return first, lines.Err()
}

// Words returns the words of the list, sorted.
func (f FirstSet) Words() (words []string) {
	for word := range f.seen {
		words = append(words, word)
	}
	slices.Sort(words)
	return words
}

// Has reports whether a message is in the set, and where it is seen.
func (f FirstSet) Has(key string) (where string, ok bool) {
	for at := key; at != ""; {
		if _, out := f.seen["-"+at]; out {
			return "", false
		}
		if where, ok = f.seen[at]; ok {
			return where, true
		}
		at = at[:max(strings.LastIndexByte(at, '.'), 0)]
	}
	return "", false
}

// forOperators are the beginnings of messages that need no translation: people read them who run servers, write programs
// or translate.
var forOperators = []string{"api.", "catalog.", "changes.", "hub.", "load.", "relay.", "standby.", "webhook.", "webspace."}

func isForOperators(key string) bool {
	return slices.ContainsFunc(forOperators, func(with string) bool { return strings.HasPrefix(key, with) })
}

// pluralRules are the rules of gettext for languages with other forms than "one" and "other" as in English.
var pluralRules = map[string]string{
	"fr": "n > 1",
	"pl": "n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2",
	"cs": "n==1 ? 0 : n>=2 && n<=4 ? 1 : 3",
}

// Export returns the messages of a language, new or known, for a translator: the first set, or all that need a
// translation or have one.
func (c *Catalog) Export(code string, first FirstSet, all bool) ([]po.Entry, error) {
	tag, err := language.Parse(code)
	if err != nil {
		return nil, fault.New(fault.Invalid, "catalog.code", fault.Clip(code))
	}
	own := map[string]message{}
	if l := c.Language(tag.String()); l != nil {
		own = l.messages()
	}
	entries := []po.Entry{{Texts: []string{head(tag)}}}
	english := c.languages[0].messages()
	for key, m := range english {
		where, is := first.Has(key)
		if _, has := own[key]; is || all && (has || !isForOperators(key)) {
			entries = append(entries, export(key, where, m, own[key], formsOf(tag)))
		}
	}
	slices.SortFunc(entries, func(a, b po.Entry) int { return strings.Compare(a.Context, b.Context) })
	return entries, nil
}

// head returns the header of a file.
func head(tag language.Tag) string {
	forms := formsOf(tag)
	rule := pluralRules[tag.String()]
	switch {
	case len(forms) == 1:
		rule = "0"
	case rule == "" && len(forms) == 2:
		rule = "n != 1"
	case rule == "": // the notes of each message have the numbers
		rule = "n==1 ? " + strconv.Itoa(max(slices.Index(forms, "one"), 0)) + " : " + strconv.Itoa(len(forms)-1)
	}
	return "Project-Id-Version: tourney\nLanguage: " + tag.String() + "\nMIME-Version: 1.0\nContent-Type: text/plain; charset=UTF-8\n" +
		"Content-Transfer-Encoding: 8bit\nPlural-Forms: nplurals=" + strconv.Itoa(len(forms)) + "; plural=(" + rule + ");\n"
}

// export returns a message for translators, with notes.
func export(key, where string, english, own message, forms []string) po.Entry {
	e := po.Entry{Context: key, ID: english.text, Texts: []string{own.text}}
	if where != "" {
		e.Notes = append(e.Notes, "Seen: "+where)
	}
	if marks := placeholders(english.text); len(marks) > 0 {
		e.Notes = append(e.Notes, "Keep "+strings.Join(marks, " ")+", in any order.")
	}
	if len(english.forms) > 1 {
		e.ID, e.Plural, e.Texts = english.forms["one"], english.forms["other"], nil
		for _, form := range forms {
			e.Texts = append(e.Texts, own.forms[form])
		}
		e.Notes = append(e.Notes, "Forms for the number in {0}: "+strings.Join(forms, ", ")+".")
		if len(forms) == 1 {
			e.Texts = []string{own.text}
		}
	}
	return e
}

// An Imported is a translation that was read: the code of its language, its catalog in JSON, and the keys of messages
// left out: without a translation, marked as a guess, unknown, or of another English text.
type Imported struct {
	Code    string
	Catalog []byte
	Left    []string
	Count   int
}

// Import makes a catalog of a translation that Export wrote. An error names the file and the line.
func (c *Catalog) Import(file string, entries []po.Entry) (*Imported, error) {
	tag, err := languageOf(file, entries)
	if err != nil {
		return nil, err
	}
	in, english, written := &Imported{Code: tag.String()}, c.languages[0].messages(), map[string]any{}
	for _, e := range entries {
		m, known := english[e.Context]
		switch {
		case e.ID == "" && e.Context == "":
			continue
		case !known || e.Fuzzy || slices.Contains(e.Texts, "") || e.ID != m.text && e.ID != m.forms["one"] || e.Plural != "" && e.Plural != m.forms["other"]:
			in.Left = append(in.Left, e.Context)
			continue
		}
		if written[e.Context] != nil {
			return nil, fault.New(fault.Invalid, "catalog.twice", file, e.Line, fault.Clip(e.Context))
		}
		got := entry{key: e.Context, line: e.Line, message: message{text: e.Texts[0]}}
		forms := formsOf(tag)
		if e.Plural != "" && len(forms) > 1 {
			if len(e.Texts) != len(forms) {
				return nil, fault.New(fault.Invalid, "catalog.forms", file, e.Line, fault.Clip(e.Context), strings.Join(forms, ", "), strconv.Itoa(len(e.Texts)))
			}
			got.forms = map[string]string{}
			for i, form := range forms {
				got.forms[form] = e.Texts[i]
			}
			got.text = got.forms["other"]
		}
		if err := verify(file, got, m, tag); err != nil {
			return nil, err
		}
		if written[e.Context] = got.text; got.forms != nil {
			written[e.Context] = got.forms
		}
	}
	in.Count = len(written)
	in.Catalog, err = marshal(written)
	return in, err
}

// languageOf returns the language of a file by its header.
func languageOf(file string, entries []po.Entry) (language.Tag, error) {
	if len(entries) > 0 && entries[0].ID == "" {
		for line := range strings.Lines(entries[0].Texts[0]) {
			if name, value, _ := strings.Cut(line, ":"); strings.EqualFold(name, "Language") {
				if tag, err := language.Parse(strings.TrimSpace(value)); err == nil {
					return tag, nil
				}
			}
		}
	}
	return language.Und, fault.New(fault.Invalid, "catalog.po.language", file)
}

// marshal returns a catalog as its file: a sorted list, one key a line.
func marshal(written map[string]any) ([]byte, error) {
	var out bytes.Buffer
	to := json.NewEncoder(&out)
	to.SetEscapeHTML(false)
	to.SetIndent("", " ")
	err := to.Encode(written)
	return out.Bytes(), err
}
