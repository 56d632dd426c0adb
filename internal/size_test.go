package internal

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

const (
	// mostParameters is how many parameters a function may have, its context
	// among them; more want a struct.
	mostParameters = 4
	// mostMethods is how many methods a type may have, exported or not; more want
	// a type of their own.
	mostMethods = 40
)

// narrow are the packages whose functions have few parameters and whose types
// few methods, with a type of each.
var narrow = map[string]string{"director": "Editor", "store": "Tx"}

func TestNarrowPackages(t *testing.T) {
	for pkg, known := range narrow {
		methods := map[string]int{} // by type
		for _, f := range functions(t, pkg) {
			if n := f.Type.Params.NumFields(); n > mostParameters {
				t.Errorf("%s.%s has %d parameters, want at most %d", pkg, f.Name.Name, n, mostParameters)
			}
			if of := receiver(f); of != "" {
				methods[of]++
			}
		}
		for of, n := range methods {
			if n > mostMethods {
				t.Errorf("%s.%s has %d methods, want at most %d", pkg, of, n, mostMethods)
			}
		}
		if methods[known] == 0 {
			t.Errorf("no methods of %s.%s were seen: %v", pkg, known, methods)
		}
	}
}

// functions lists the functions and methods of a package, without its tests.
func functions(t *testing.T, pkg string) (list []*ast.FuncDecl) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(pkg, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range parsed.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok {
				list = append(list, f)
			}
		}
	}
	return list
}

// receiver returns the name of the type whose method it is, "" for a function.
func receiver(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return ""
	}
	of := f.Recv.List[0].Type
	if pointer, ok := of.(*ast.StarExpr); ok {
		of = pointer.X
	}
	if name, ok := of.(*ast.Ident); ok {
		return name.Name
	}
	return ""
}
