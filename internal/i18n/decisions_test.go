package i18n

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"
)

// TestKeysThatDecide checks that every message key in a condition of the program exists and is used where a fault or a
// finding is made. Conditions must not use a part of a key, of an action of the log or of a kind of finding; a common
// property of several keys is a column of a table.
func TestKeysThatDecide(t *testing.T) {
	skipWithoutBeyond(t)
	english := catalogs(t).Language(Fallback)
	d := readDecisions(t, "../..", english)
	if len(d.keys) < 50 {
		t.Errorf("only %d keys decide something", len(d.keys))
	}
	for key, where := range d.keys {
		if !english.Has(key) {
			t.Errorf("%s decides by %q, which no catalog has", where, key)
		} else if !isUsed(key, d.made) {
			t.Errorf("%s decides by %q, which no code makes", where, key)
		}
	}
	for _, unclear := range d.unclear {
		t.Error(unclear)
	}
}

// decisions are the message keys in conditions.
type decisions struct {
	keys map[string]string // key to file
	// made are all other literals of the sources.
	made map[string]bool
	// unclear are conditions without a whole key.
	unclear []string

	english *Language
	// named are the variables of a file that hold a key or an action.
	named    map[string]bool
	deciding map[ast.Node]bool
}

func readDecisions(t *testing.T, root string, english *Language) *decisions {
	t.Helper()
	d := &decisions{keys: map[string]string{}, made: map[string]bool{}, english: english, deciding: map[ast.Node]bool{}}
	files := map[string]*ast.File{}
	eachSource(t, root, ".go", func(file string) {
		if strings.HasSuffix(file, "_test.go") {
			return
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		files[file] = parsed
	})
	for file, parsed := range files {
		d.readFile(file, parsed)
	}
	for _, parsed := range files {
		ast.Inspect(parsed, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && !d.deciding[lit] {
				if s, ok := literal(lit); ok {
					d.made[s] = true
				}
			}
			return true
		})
	}
	return d
}

func (d *decisions) readFile(file string, parsed *ast.File) {
	lists := map[string]*ast.CompositeLit{} // lists of loops, by the name of the variable
	d.named = map[string]bool{}
	ast.Inspect(parsed, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.RangeStmt:
			list, ok := n.X.(*ast.CompositeLit)
			if value, isName := n.Value.(*ast.Ident); ok && isName {
				lists[value.Name] = list
			}
		case *ast.AssignStmt:
			for i, to := range n.Lhs {
				if name, ok := to.(*ast.Ident); ok && len(n.Lhs) == len(n.Rhs) && d.isDeciding(n.Rhs[i]) {
					d.named[name.Name] = true
				}
			}
		case *ast.CallExpr:
			d.readCall(file, n, lists)
		case *ast.BinaryExpr:
			if isKey(n.X) && (n.Op == token.EQL || n.Op == token.NEQ) {
				d.addKey(file, n.Y)
			}
		case *ast.SwitchStmt:
			if isKey(n.Tag) {
				for _, c := range n.Body.List {
					for _, value := range c.(*ast.CaseClause).List {
						d.addKey(file, value)
					}
				}
			}
		case *ast.CompositeLit:
			d.readTable(file, n)
		}
		return true
	})
}

// readTable reads a map that has a message key among its keys: then all are,
// unless it is the table of actions, some of which are also message keys.
func (d *decisions) readTable(file string, table *ast.CompositeLit) {
	if _, ok := table.Type.(*ast.MapType); !ok {
		return
	}
	keys := make([]ast.Expr, len(table.Elts))
	for i, row := range table.Elts {
		keys[i] = row.(*ast.KeyValueExpr).Key
	}
	if !slices.ContainsFunc(keys, func(e ast.Expr) bool { name, ok := literal(e); return ok && !d.english.Has("log."+name) }) {
		return
	}
	if slices.ContainsFunc(keys, func(e ast.Expr) bool { key, ok := literal(e); return ok && d.english.Has(key) }) {
		for _, key := range keys {
			d.addKey(file, key)
		}
	}
}

// readCall reads calls of fault.Is, and of functions of strings that take a part
// of a key.
func (d *decisions) readCall(file string, call *ast.CallExpr, lists map[string]*ast.CompositeLit) {
	f, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return
	}
	pkg, _ := f.X.(*ast.Ident)
	switch {
	case pkg == nil || len(call.Args) != 2:
	case pkg.Name == "strings" && (d.isDeciding(call.Args[0]) || d.beginsKeys(call.Args[1])):
		d.unclear = append(d.unclear, file+" decides by a part of a key: strings."+f.Sel.Name)
	case pkg.Name == "fault" && f.Sel.Name == "Is":
		name, isName := call.Args[1].(*ast.Ident)
		if !isName {
			d.addKey(file, call.Args[1])
		} else if list := lists[name.Name]; list != nil {
			for _, value := range list.Elts {
				d.addKey(file, value)
			}
		} else {
			d.unclear = append(d.unclear, file+" calls fault.Is with "+name.Name+", which is no literal")
		}
	}
}

// isDeciding reports whether an expression is a message key, an action of the
// log or a kind of finding, or a variable that holds one.
func (d *decisions) isDeciding(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.SelectorExpr:
		return e.Sel.Name == "Key" || e.Sel.Name == "Action" || e.Sel.Name == "Kind"
	case *ast.CallExpr: // of Step, or a conversion
		if f, ok := e.Fun.(*ast.SelectorExpr); ok && f.Sel.Name == "Step" {
			return true
		}
		f, ok := e.Fun.(*ast.Ident)
		return ok && f.Name == "string" && d.isDeciding(e.Args[0])
	case *ast.Ident:
		return d.named[e.Name]
	}
	return false
}

// beginsKeys reports whether an expression is a literal such as "steer.", with
// which keys or actions begin.
func (d *decisions) beginsKeys(e ast.Expr) bool {
	part, ok := literal(e)
	if !ok || len(part) < 2 || !strings.HasSuffix(part, ".") {
		return false
	}
	for key := range d.english.messages() {
		if strings.HasPrefix(key, part) || strings.HasPrefix(key, "log."+part) {
			return true
		}
	}
	return false
}

// isKey reports whether an expression is the field Key of something.
func isKey(e ast.Expr) bool {
	field, ok := e.(*ast.SelectorExpr)
	return ok && field.Sel.Name == "Key"
}

// addKey adds a key. Literals without a dot are not keys.
func (d *decisions) addKey(file string, e ast.Expr) {
	if key, ok := literal(e); ok && strings.Contains(key, ".") {
		d.keys[key] = file
		d.deciding[e] = true
	}
}
