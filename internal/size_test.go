package internal

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const (
	// fewParameters is the most parameters of a function in packages with many callers, mostParameters of others,
	// including its context; more need a struct.
	fewParameters, mostParameters = 4, 5
	// longest is the most lines of a function except tables; a longer one is split.
	longest = 60
)

// narrow are the packages whose functions have few parameters, with their subpackages.
var narrow = []string{"app/director", "data/store", "web"}

func TestFunctionsStaySmall(t *testing.T) {
	for _, pkg := range packages(t) {
		below := slices.ContainsFunc(narrow, func(n string) bool { return pkg == n || strings.HasPrefix(pkg, n+"/") })
		most := mostParameters
		if below {
			most = fewParameters
		}
		for _, f := range functions(t, pkg) {
			if n := f.Type.Params.NumFields(); n > most {
				t.Errorf("%s.%s has %d parameters, want at most %d", pkg, f.Name.Name, n, most)
			}
			if f.lines > longest {
				t.Errorf("%s.%s has %d lines, want at most %d", pkg, f.Name.Name, f.lines, longest)
			}
		}
	}
}

// packages lists all packages here.
func packages(t *testing.T) (list []string) {
	t.Helper()
	eachFile(t, func(pkg, _ string, _ []string) { list = append(list, pkg) })
	return slices.Compact(list)
}

// A function is the declaration of a function or method, with its number of lines.
type function struct {
	*ast.FuncDecl
	lines int
}

// functions lists the functions and methods of a package, without its tests and generated files.
func functions(t *testing.T, pkg string) (list []function) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(pkg, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		files := token.NewFileSet()
		parsed, err := parser.ParseFile(files, path, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		if ast.IsGenerated(parsed) {
			continue
		}
		for _, decl := range parsed.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok {
				list = append(list, function{f, files.Position(f.End()).Line - files.Position(f.Pos()).Line + 1})
			}
		}
	}
	return list
}
