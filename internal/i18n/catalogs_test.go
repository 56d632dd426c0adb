package i18n

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func catalogs(t testing.TB) *Catalog {
	t.Helper()
	c, err := Load(os.DirFS("../../templates"))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// pluralForms are the forms that CLDR gives each language.
var pluralForms = map[string][]string{
	"en": {"one", "other"},
	"fi": {"one", "other"},
	"pl": {"few", "many", "one", "other"},
	"cs": {"few", "many", "one", "other"},
	"de": {"one", "other"},
	"fr": {"one", "other"},
}

// nameless are messages that a language may write without the name in {0}: a greeting has another form of the name than
// the list.
var nameless = []string{"message.hello"}

// TestCatalogsAgree compares every translation with the English message.
// TestUntranslated lists the missing ones.
func TestCatalogsAgree(t *testing.T) {
	c := catalogs(t)
	english := formsOf(c.Language(Fallback))
	for _, l := range c.Languages() {
		if l.Name() == "" {
			t.Errorf("%s lacks language.name, by which the language itself is named", l.Code())
		}
		if pluralForms[l.Code()] == nil {
			t.Errorf("%s is missing in pluralForms", l.Code())
		}
		for key, m := range formsOf(l) {
			want, ok := english[key]
			if !ok {
				t.Errorf("%s has %s, which English lacks", l.Code(), key)
				continue
			}
			if slices.Contains(nameless, key) && !strings.Contains(m["other"], "{0}") {
				want = plurals{"other": strings.ReplaceAll(want["other"], "{0}", "")}
			}
			for _, fault := range faults(m, want, pluralForms[l.Code()]) {
				t.Errorf("%s %s %s", l.Code(), key, fault)
			}
		}
	}
}

// plurals are the texts of a message by the form; one without plural forms has "other".
type plurals map[string]string

// formsOf returns all messages of a catalog.
func formsOf(l *Language) map[string]plurals {
	all := map[string]plurals{}
	for key, m := range l.messages() {
		if all[key] = m.forms; m.forms == nil {
			all[key] = plurals{"other": m.text}
		}
	}
	return all
}

// faults returns the errors in a translation. forms are the plural forms of its
// language.
func faults(m, english plurals, forms []string) (faults []string) {
	switch {
	case (len(m) > 1) != (len(english) > 1):
		faults = append(faults, "has plural forms in one language only")
	case len(m) > 1 && !slices.Equal(keysOf(m), forms):
		faults = append(faults, fmt.Sprintf("has the forms %v, want %v", keysOf(m), forms))
	case len(m) == 1 && m["other"] == "":
		faults = append(faults, fmt.Sprintf("has the form %v alone", keysOf(m)))
	}
	for form, text := range m {
		if strings.TrimSpace(text) != text || text == "" {
			faults = append(faults, fmt.Sprintf("%s is %q", form, text))
		}
		got, want := placeholders(text), placeholders(english["other"])
		if form == "one" && !slices.Contains(got, "{0}") {
			want = slices.DeleteFunc(want, func(p string) bool { return p == "{0}" }) // "the player" for "1 player"
		}
		if !slices.Equal(got, want) {
			faults = append(faults, fmt.Sprintf("%s has the placeholders %v, want %v", form, got, want))
		}
	}
	return faults
}

// TestUntranslated lists the messages missing in a language, as lines of its catalog:
//
//	go test ./internal/i18n -run TestUntranslated -v
func TestUntranslated(t *testing.T) {
	all := formsOf(catalogs(t).Language(Fallback))
	for _, l := range catalogs(t).Languages()[1:] {
		keys := l.untranslated()
		t.Logf("%s.json lacks %d of %d messages", l.Code(), len(keys), len(all))
		for _, key := range keys {
			english, err := json.Marshal(all[key])
			if len(all[key]) == 1 {
				english, err = json.Marshal(all[key]["other"])
			}
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%s.json: %q: %s", l.Code(), key, english)
		}
	}
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
			if key := string(m[1]); key <= last {
				t.Errorf("%s.json: %s stands after %s", l.Code(), key, last)
			} else {
				last = key
			}
		}
		if len(found) != len(l.messages()) {
			t.Errorf("%s.json: %d of %d keys begin a line after one space", l.Code(), len(found), len(l.messages()))
		}
	}
}

func keysOf(m plurals) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

var placeholder = regexp.MustCompile(`\{[0-9]\}`)

func placeholders(text string) []string {
	found := placeholder.FindAllString(text, -1)
	slices.Sort(found)
	return slices.Compact(found)
}

// TestKeys checks that every used message exists and every message is used. The
// source may compose a key: from a beginning that ends in a dot ("date.month." + n),
// or from two literals ("result.black" + ".time").
func TestKeys(t *testing.T) {
	skipWithoutGuests(t)
	english := catalogs(t).Language(Fallback)
	literals, asked := map[string]bool{}, map[string]string{}
	collectGo(t, literals, asked)
	collectTemplates(t, literals, asked)
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
func collectGo(t *testing.T, literals map[string]bool, asked map[string]string) {
	eachSource(t, "../..", ".go", func(file string) {
		if strings.HasSuffix(file, "_test.go") {
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

func collectTemplates(t *testing.T, literals map[string]bool, asked map[string]string) {
	eachSource(t, templates, ".html", func(file string) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
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

// skipWithoutGuests skips a test about everything in the program where a guest is away, see docs/architecture.md.
func skipWithoutGuests(t *testing.T) {
	t.Helper()
	if _, err := os.Stat(filepath.FromSlash("../beyond")); err != nil {
		t.Skip("package beyond is away")
	}
}
