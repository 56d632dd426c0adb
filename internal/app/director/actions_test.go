package director

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestEveryActionHasARow checks that the actions in the sources of the package are the rows of the table. An action is
// a literal in a field, a variable or an argument named action.
func TestEveryActionHasARow(t *testing.T) {
	used := map[string]bool{}
	for _, e := range actionExpressions(packageFiles(t)) {
		ast.Inspect(e, func(n ast.Node) bool {
			if sum, ok := n.(*ast.BinaryExpr); ok && sum.Op == token.ADD {
				t.Error("an action is put together from parts")
			}
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				name, err := strconv.Unquote(lit.Value)
				used[name] = err == nil
			}
			return true
		})
	}
	want, got := slices.Sorted(maps.Keys(actions)), slices.Sorted(maps.Keys(used))
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("the table of actions and the actions used differ: %s", d)
	}
}

func packageFiles(t *testing.T) []*ast.File {
	t.Helper()
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") || name == "actions.go" {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, parsed)
	}
	return files
}

// actionExpressions returns the expressions for the action of an entry.
func actionExpressions(files []*ast.File) []ast.Expr {
	var list []ast.Expr
	places := map[string]int{} // the index of the parameter action, by function
	each := func(visit func(ast.Node) bool) {
		for _, f := range files {
			ast.Inspect(f, visit)
		}
	}
	each(func(n ast.Node) bool {
		if f, ok := n.(*ast.FuncDecl); ok {
			i := 0
			for _, field := range f.Type.Params.List {
				for _, name := range field.Names {
					if name.Name == "action" {
						places[f.Name.Name] = i
					}
					i++
				}
			}
		}
		return true
	})
	each(func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.KeyValueExpr:
			if name, ok := n.Key.(*ast.Ident); ok && isAction(name.Name) {
				list = append(list, n.Value)
			}
		case *ast.ValueSpec:
			if name := n.Names[0].Name; strings.HasSuffix(name, "Action") || strings.HasSuffix(name, "Actions") {
				list = append(list, n.Values...)
			}
		case *ast.AssignStmt:
			for i, to := range n.Lhs {
				if isAction(nameOf(to)) && len(n.Rhs) == len(n.Lhs) {
					list = append(list, n.Rhs[i])
				}
			}
		case *ast.CallExpr:
			if i, ok := places[nameOf(n.Fun)]; ok && i < len(n.Args) {
				list = append(list, n.Args[i])
			}
		}
		return true
	})
	return list
}

func isAction(name string) bool { return strings.EqualFold(name, "action") }

// nameOf returns the name of a variable, field, function or method.
func nameOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	}
	return ""
}
