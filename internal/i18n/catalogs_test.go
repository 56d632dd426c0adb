package i18n

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/text/language"
)

func catalogs(t testing.TB) *Catalog {
	t.Helper()
	c, err := Load(os.DirFS("../../templates"))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestPluralForms compares the computed forms with the forms of CLDR.
func TestPluralForms(t *testing.T) {
	for code, want := range map[string]string{
		"en": "one other", "fi": "one other", "de": "one other", "fr": "one other", "pl": "one few many other", "cs": "one few many other",
		"ja": "other", "ar": "zero one two few many other", "lt": "one few many other", "sl": "one two few other",
	} {
		if got := strings.Join(formsOf(language.MustParse(code)), " "); got != want {
			t.Errorf("%s has the forms %s, want %s", code, got, want)
		}
	}
}

// TestCatalogsAgree compares every translation with the English message. TestCatalogsAreComplete lists the missing
// ones.
func TestCatalogsAgree(t *testing.T) {
	c := catalogs(t)
	english := c.Language(Fallback)
	for _, l := range c.Languages() {
		if l.Name() == "" {
			t.Errorf("%s lacks language.name, by which the language itself is named", l.Code())
		}
		for key, m := range l.messages() {
			want, ok := english.messages()[key]
			if !ok {
				t.Errorf("%s has %s, which English lacks", l.Code(), key)
			} else if err := verify(l.Code()+".json", entry{key: key, message: m}, want, l.tag); err != nil {
				t.Error(english.Error(err))
			}
		}
	}
}

// plurals are the texts of a message by the form; one without plural forms has "other".
type plurals = map[string]string

// textsOf returns all messages of a catalog.
func textsOf(l *Language) map[string]plurals {
	all := map[string]plurals{}
	for key, m := range l.messages() {
		all[key] = m.texts()
	}
	return all
}

// TestCatalogsAreComplete finds messages missing in a language: all for a language of the desk, the first set for the
// others. It prints the lines of the catalog with the English text.
func TestCatalogsAreComplete(t *testing.T) {
	c, first := catalogs(t), firstSet(t)
	all := textsOf(c.Language(Fallback))
	for _, l := range c.Languages()[1:] {
		for _, key := range l.untranslated() {
			_, isFirst := first.Has(key)
			if !isFirst && (l.AtDesk() != l || isForOperators(key)) {
				continue
			}
			var english any = all[key]
			if len(all[key]) == 1 {
				english = all[key]["other"]
			}
			line, err := json.Marshal(english)
			if err != nil {
				t.Fatal(err)
			}
			t.Errorf("%s.json lacks %q: %s", l.Code(), key, line)
		}
		for key := range l.messages() {
			if _, isFirst := first.Has(key); !isFirst && l.AtDesk() != l {
				t.Errorf("%s.json has %s, which is for the desk, without the letters of results", l.Code(), key)
			}
		}
	}
}

// The first set has no word without a message, no word below another, and takes out no message that is not in it.
func TestFirstSet(t *testing.T) {
	first, english := firstSet(t), catalogs(t).Language(Fallback)
	for _, word := range first.Words() {
		word, isOut := strings.CutPrefix(word, "-")
		stands := slices.ContainsFunc(slices.Collect(maps.Keys(english.messages())), func(key string) bool {
			return key == word || strings.HasPrefix(key, word+".")
		})
		if !stands {
			t.Errorf("no message begins with %s", word)
		}
		if _, above := first.Has(word[:max(strings.LastIndexByte(word, '.'), 0)]); above != isOut {
			t.Errorf("a word above %s is in the set: %v", word, above)
		}
	}
}

// forTheDesk are sources of the desk's pages alone, and templates with their styles.
var (
	forTheDesk   = regexp.MustCompile(`/(cmd|access|admin|draw|history|logbook|people|settings|today)/`)
	deskTemplate = regexp.MustCompile(`template "(officefiles|peoplefiles)"`)
)

// A message that only the desk uses is not in the first set.
func TestFirstSetIsForPlayers(t *testing.T) {
	skipWithoutBeyond(t)
	first, literals := firstSet(t), map[string]bool{}
	collectGo(t, literals, map[string]string{}, forTheDesk)
	collectTemplates(t, literals, map[string]string{}, deskTemplate)
	literals["fault.missing.help"], literals["fault.request"] = true, true // the page of every failure
	for key := range catalogs(t).Language(Fallback).messages() {
		if _, is := first.Has(key); is && !isUsed(key, literals) {
			t.Errorf("only the desk uses %s", key)
		}
	}
}

func firstSet(t testing.TB) FirstSet {
	t.Helper()
	first, err := ReadFirstSet(os.DirFS("../../templates"))
	if err != nil {
		t.Fatal(err)
	}
	return first
}

// untranslated returns the keys that only the English catalog has, in order.
func (l *Language) untranslated() (keys []string) {
	if l.fallback == nil {
		return nil
	}
	for key := range l.fallback.messages() {
		if _, own := l.messages()[key]; !own {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}

// TestTranslatingNamesEveryPrefix finds prefixes whose pages translators cannot
// look up.
func TestTranslatingNamesEveryPrefix(t *testing.T) {
	page, err := os.ReadFile(filepath.FromSlash("../../docs/translating.md"))
	if err != nil {
		t.Fatal(err)
	}
	prefixes := map[string]bool{}
	for key := range catalogs(t).Language(Fallback).messages() {
		prefix, _, _ := strings.Cut(key, ".")
		prefixes[prefix] = true
	}
	for prefix := range prefixes {
		if !strings.Contains(string(page), "`"+prefix+"`") {
			t.Errorf("docs/translating.md does not say where %s.… is seen", prefix)
		}
	}
	table := string(page[bytes.LastIndex(page, []byte("\n## ")):])
	for _, m := range regexp.MustCompile("`([a-z]+)`").FindAllStringSubmatch(table, -1) {
		if !prefixes[m[1]] && m[1] != "b" {
			t.Errorf("docs/translating.md names %s.…, which no message has", m[1])
		}
	}
}

// TestCatalogsAreSorted finds unsorted and repeated keys; of repeated ones JSON
// would keep the last.
func TestCatalogsAreSorted(t *testing.T) {
	line := regexp.MustCompile(`(?m)^ "([^"]+)":`)
	for _, l := range catalogs(t).Languages() {
		text, err := os.ReadFile(filepath.Join(templates, "lang", l.Code()+".json"))
		if err != nil {
			t.Fatal(err)
		}
		var last string
		found := line.FindAllSubmatch(text, -1)
		for _, m := range found {
			key := string(m[1])
			if key <= last {
				t.Errorf("%s.json: %s stands after %s", l.Code(), key, last)
			}
			last = key
		}
		if len(found) != len(l.messages()) {
			t.Errorf("%s.json: %d of %d keys begin a line after one space", l.Code(), len(found), len(l.messages()))
		}
	}
}

// TestKeys checks that every used message exists and every message is used. The
// source may compose a key: from a beginning that ends in a dot ("date.month." + n),
// or from two literals ("result.black" + ".time").
func TestKeys(t *testing.T) {
	skipWithoutBeyond(t)
	english := catalogs(t).Language(Fallback)
	literals, asked := map[string]bool{}, map[string]string{}
	collectGo(t, literals, asked, nil)
	collectTemplates(t, literals, asked, nil)
	for key, where := range asked {
		if !english.Has(key) {
			t.Errorf("%s asks for %q, which no catalog has", where, key)
		}
	}
	for key := range english.messages() {
		if !isUsed(key, literals) {
			t.Errorf("no page or source uses %q", key)
		}
	}
}

func isUsed(key string, literals map[string]bool) bool {
	if literals[key] {
		return true
	}
	for i, r := range key {
		if r == '.' && (literals[key[:i+1]] || literals[key[:i]] && literals[key[i:]]) {
			return true
		}
	}
	return false
}

// collectGo collects the string literals of our sources, and literals that are
// certainly message keys: arguments of T, fault.New and fault.Wrap, and keys of
// findings in package ratinglist.
func collectGo(t *testing.T, literals map[string]bool, asked map[string]string, skipped *regexp.Regexp) {
	eachSource(t, "../..", ".go", func(file string) {
		if strings.HasSuffix(file, "_test.go") || skipped != nil && skipped.MatchString(filepath.ToSlash(file)) {
			return
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		notes := parsed.Name.Name == "ratinglist"
		ast.Inspect(parsed, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BasicLit:
				if s, ok := literal(n); ok {
					literals[s] = true
					if notes && strings.HasPrefix(s, "list.") {
						asked[s] = file
					}
				}
			case *ast.CallExpr:
				if s, ok := literal(keyOf(n)); ok {
					asked[s] = file
				}
			}
			return true
		})
	})
}

// keyOf returns the argument of a call that is a message key, or nil.
func keyOf(call *ast.CallExpr) ast.Expr {
	if name, ok := call.Fun.(*ast.Ident); ok && name.Name == "say" && len(call.Args) > 0 { // a file.Label
		return call.Args[0]
	}
	f, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	pkg, _ := f.X.(*ast.Ident)
	isFault := pkg != nil && pkg.Name == "fault"
	switch {
	case f.Sel.Name == "T" && len(call.Args) > 0:
		return call.Args[0]
	case isFault && f.Sel.Name == "New" && len(call.Args) > 1:
		return call.Args[1]
	case isFault && f.Sel.Name == "Wrap" && len(call.Args) > 2:
		return call.Args[2]
	}
	return nil
}

func literal(e ast.Expr) (string, bool) {
	lit, ok := e.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return "", false
	}
	s, err := strconv.Unquote(lit.Value)
	return s, err == nil
}

var (
	quoted    = regexp.MustCompile(`"([a-z][A-Za-z0-9.-]*)"`)
	callOfT   = regexp.MustCompile(`[.$]T "([^"]+)"`)
	templates = "../../templates"
)

func collectTemplates(t *testing.T, literals map[string]bool, asked map[string]string, skipped *regexp.Regexp) {
	eachSource(t, templates, ".html", func(file string) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if skipped != nil && skipped.Match(text) {
			return
		}
		for _, m := range quoted.FindAllSubmatch(text, -1) {
			literals[string(m[1])] = true
		}
		for _, m := range callOfT.FindAllSubmatch(text, -1) {
			if key := string(m[1]); !strings.HasSuffix(key, ".") {
				asked[key] = file
			}
		}
	})
}

func eachSource(t *testing.T, root, ext string, f func(file string)) {
	t.Helper()
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && filepath.Ext(file) == ext {
			f(file)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestFindingsHaveMessages checks the findings about game records, so that no
// user ever sees a key.
func TestFindingsHaveMessages(t *testing.T) {
	english := catalogs(t).Language(Fallback)
	for _, kind := range []struct {
		file, name, before string
	}{{"../rules/finding.go", "Rule", "rules."}, {"../rules/sgf/finding.go", "Kind", ""}} {
		t.Run(kind.file, func(t *testing.T) {
			values := constants(t, kind.file, kind.name)
			if len(values) < 20 {
				t.Errorf("%s: only %d constants of type %s", kind.file, len(values), kind.name)
			}
			for _, value := range values {
				if !english.Has(kind.before + value) {
					t.Errorf("English lacks %s", kind.before+value)
				}
			}
		})
	}
}

// constants returns the values of a file's string constants of one type.
func constants(t *testing.T, file, name string) (values []string) {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(parsed, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		if kind, _ := spec.Type.(*ast.Ident); kind != nil && kind.Name == name {
			for _, v := range spec.Values {
				if s, ok := literal(v); ok {
					values = append(values, s)
				}
			}
		}
		return true
	})
	return values
}

// skipWithoutBeyond skips a test about the whole program in a copy without package beyond, see docs/architecture.md.
func skipWithoutBeyond(t *testing.T) {
	t.Helper()
	if _, err := os.Stat(filepath.FromSlash("../beyond")); err != nil {
		t.Skip("package beyond is away")
	}
}
