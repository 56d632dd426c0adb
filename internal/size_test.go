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
	// fewParameters is how many parameters a function may have where many call,
	// mostParameters how many elsewhere, its context among them; more want a struct.
	fewParameters, mostParameters = 4, 5
	// mostMethods is how many methods a type may have, exported or not; more want
	// a type of their own.
	mostMethods = 40
	// longest is how many lines a function may have that is no table; a longer one is two.
	longest = 60
	// mostLines is how many lines a package may have without its tests; more want
	// a package of their own.
	mostLines = 6000
)

// narrow are the packages whose functions have few parameters, and all below.
var narrow = []string{"director", "store", "web"}

// wide are the types with more methods, each one idea in many steps.
var wide = map[string]string{
	"tournament.Tournament": "the steps of the model",
	"pairing.objective":     "the terms of one sum",
	"pairing/matching.core": "the state of one search",
}

func TestPackagesStaySmall(t *testing.T) {
	for pkg := range may {
		below := slices.ContainsFunc(narrow, func(n string) bool { return pkg == n || strings.HasPrefix(pkg, n+"/") })
		most := mostParameters
		if below {
			most = fewParameters
		}
		list, lines := functions(t, pkg)
		if lines > mostLines {
			t.Errorf("%s has %d lines, want at most %d", pkg, lines, mostLines)
		}
		methods := map[string]int{} // by type
		for _, f := range list {
			if n := f.Type.Params.NumFields(); n > most {
				t.Errorf("%s.%s has %d parameters, want at most %d", pkg, f.Name.Name, n, most)
			}
			if f.lines > longest {
				t.Errorf("%s.%s has %d lines, want at most %d", pkg, f.Name.Name, f.lines, longest)
			}
			if of := receiver(f.FuncDecl); of != "" {
				methods[pkg+"."+of]++
			}
		}
		for of, n := range methods {
			if n > mostMethods && wide[of] == "" {
				t.Errorf("%s has %d methods, want at most %d", of, n, mostMethods)
			}
		}
		for of := range wide {
			if strings.HasPrefix(of, pkg+".") && methods[of] <= mostMethods {
				t.Errorf("%s has %d methods and is wide no more", of, methods[of])
			}
		}
	}
}

// A function is the declaration of a function or method, and how many lines it takes.
type function struct {
	*ast.FuncDecl
	lines int
}

// functions lists the functions and methods of a package, without its tests, and
// counts its lines.
func functions(t *testing.T, pkg string) (list []function, lines int) {
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
		parsed, err := parser.ParseFile(files, path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		lines += files.File(parsed.Pos()).LineCount()
		for _, decl := range parsed.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok {
				list = append(list, function{f, files.Position(f.End()).Line - files.Position(f.Pos()).Line + 1})
			}
		}
	}
	return list, lines
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
