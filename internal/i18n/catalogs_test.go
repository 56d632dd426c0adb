package i18n

import (
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

func catalogs(t *testing.T) *Catalog {
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
}

func TestCatalogsAgree(t *testing.T) {
	c := catalogs(t)
	english := c.Language(Fallback)
	for _, l := range c.Languages() {
		for key, m := range l.messages {
			if !english.Has(key) {
				t.Errorf("%s has %s, which English lacks", l.Code(), key)
			}
			if len(m) > 1 && !slices.Equal(keysOf(m), pluralForms[l.Code()]) {
				t.Errorf("%s %s has the forms %v, want %v", l.Code(), key, keysOf(m), pluralForms[l.Code()])
			}
			for form, text := range m {
				if strings.TrimSpace(text) != text || text == "" {
					t.Errorf("%s %s %s is %q", l.Code(), key, form, text)
				}
			}
		}
		for key, m := range english.messages {
			mine, ok := l.messages[key]
			if !ok {
				t.Errorf("%s lacks %s", l.Code(), key)
				continue
			}
			if (len(m) > 1) != (len(mine) > 1) {
				t.Errorf("%s %s: plural forms in one language only", l.Code(), key)
			}
			for form, text := range mine {
				got, want := placeholders(text), placeholders(m["other"])
				if form == "one" && !slices.Contains(got, "{0}") {
					want = slices.DeleteFunc(want, func(p string) bool { return p == "{0}" }) // "the player" for "1 player"
				}
				if !slices.Equal(got, want) {
					t.Errorf("%s %s %s has the placeholders %v, want %v", l.Code(), key, form, got, want)
				}
			}
		}
	}
}

func keysOf(m message) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

func placeholders(text string) []string {
	found := placeholder.FindAllString(text, -1)
	slices.Sort(found)
	return slices.Compact(found)
}

// TestKeys holds that every message asked for exists and every message is
// asked for. A key may be put together in the source: from a beginning that
// ends in a dot ("month." + n), or from two literals ("result.black" +
// ".time").
func TestKeys(t *testing.T) {
	english := catalogs(t).Language(Fallback)
	literals, asked := map[string]bool{}, map[string]string{}
	collectGo(t, literals, asked)
	collectTemplates(t, literals, asked)
	for key, where := range asked {
		if !english.Has(key) {
			t.Errorf("%s asks for %q, which no catalog has", where, key)
		}
	}
	for key := range english.messages {
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

// collectGo gathers the string literals of our sources, and those that are
// surely message keys: arguments of T and of fault.New and fault.Wrap, and what
// package lists notes about a list.
func collectGo(t *testing.T, literals map[string]bool, asked map[string]string) {
	eachSource(t, "../..", ".go", func(file string) {
		if strings.HasSuffix(file, "_test.go") {
			return
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		notes := parsed.Name.Name == "lists"
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

// TestFindingsHaveMessages goes through what may be found in a game record, so
// that no reader ever sees a key.
func TestFindingsHaveMessages(t *testing.T) {
	c := catalogs(t)
	for _, kind := range []struct {
		file, name, before string
	}{{"../rules/finding.go", "Rule", "rules."}, {"../sgf/finding.go", "Kind", ""}} {
		values := constants(t, kind.file, kind.name)
		if len(values) < 20 {
			t.Errorf("%s: only %d constants of type %s", kind.file, len(values), kind.name)
		}
		for _, l := range c.Languages() {
			for _, value := range values {
				if !l.Has(kind.before + value) {
					t.Errorf("%s lacks %s", l.Code(), kind.before+value)
				}
			}
		}
	}
}

// constants returns the values of a file's text constants of one type.
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
