package internal

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
)

// parsed are the files of a folder without tests and generated files, the names of its top level and methods, and the
// comments of the exported ones.
type parsed struct {
	files []*ast.File
	names map[string]bool
	docs  map[*ast.CommentGroup]string
}

// qualified is the name of a package and an exported name in a comment, such as “updates.Broker”.
var qualified = regexp.MustCompile(`(?:^|[^\w./"])([a-z][a-z0-9]*)\.([A-Z]\w*)`)

// TestNamesInComments checks that the comment of an exported name contains the name, and that a “package.Name” in a
// comment exists.
func TestNamesInComments(t *testing.T) {
	files := token.NewFileSet()
	folders := parseModule(t, files)
	for _, folder := range folders {
		for doc, name := range folder.docs {
			if !slices.Contains(strings.FieldsFunc(doc.Text(), endsName), name) {
				t.Errorf("%s: the comment of %s has another name", files.Position(doc.Pos()), name)
			}
		}
		for _, file := range folder.files {
			for _, comment := range file.Comments {
				text := comment.Text()
				for _, m := range qualified.FindAllStringSubmatch(text, -1) {
					if !exists(folders, file, m[1], m[2]) && !isVariable(text, m[1]) {
						t.Errorf("%s: %s.%s does not exist", files.Position(comment.Pos()), m[1], m[2])
					}
				}
			}
		}
	}
}

// endsName reports whether a character ends a name.
func endsName(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// isVariable reports whether the example in a comment declares a variable with the name of a package.
func isVariable(text, name string) bool {
	return regexp.MustCompile(`\b` + name + `(, \w+)* :=`).MatchString(text)
}

// exists reports whether a package in a comment of a file has an exported name. The package is an import of the file,
// or any package of the module with that name. Packages of others and variables have all names.
func exists(folders map[string]*parsed, file *ast.File, pkg, name string) bool {
	for _, i := range file.Imports {
		from, _ := strconv.Unquote(i.Path.Value)
		if i.Name != nil && i.Name.Name == pkg || i.Name == nil && path.Base(from) == pkg {
			folder, own := strings.CutPrefix(from, "tourney/")
			return !own || folders[folder] == nil || folders[folder].names[name]
		}
	}
	is := true
	for folder, p := range folders {
		if path.Base(folder) == pkg && len(p.files) > 0 {
			if p.names[name] {
				return true
			}
			is = false
		}
	}
	return is
}

// parseModule parses the folders of the module, by their paths from its root.
func parseModule(t *testing.T, files *token.FileSet) map[string]*parsed {
	folders := map[string]*parsed{}
	err := filepath.WalkDir("..", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == "testdata" || strings.HasPrefix(entry.Name(), ".") && name != ".."):
			return filepath.SkipDir
		case entry.IsDir():
			folders[strings.TrimPrefix(filepath.ToSlash(name), "../")] = &parsed{names: map[string]bool{}, docs: map[*ast.CommentGroup]string{}}
			return nil
		case !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || strings.HasSuffix(name, ".gen.go"):
			return nil
		}
		file, err := parser.ParseFile(files, name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		folders[strings.TrimPrefix(path.Dir(filepath.ToSlash(name)), "../")].add(file)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return folders
}

// add adds a file with its exported names and their comments. The comments of a group of constants do not name them.
func (p *parsed) add(file *ast.File) {
	p.files = append(p.files, file)
	for _, decl := range file.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			p.names[d.Name.Name] = true
			p.addDoc(d.Name.Name, d.Doc)
		case *ast.GenDecl:
			alone := d.Doc
			if d.Lparen.IsValid() {
				alone = nil
			}
			for _, spec := range d.Specs {
				switch s := spec.(type) {
				case *ast.TypeSpec:
					p.names[s.Name.Name] = true
					p.addDoc(s.Name.Name, cmp.Or(s.Doc, alone))
				case *ast.ValueSpec:
					for _, id := range s.Names {
						p.names[id.Name] = true
					}
					p.addDoc(s.Names[0].Name, alone)
				}
			}
		}
	}
}

// addDoc adds the comment of an exported name.
func (p *parsed) addDoc(name string, doc *ast.CommentGroup) {
	if doc != nil && ast.IsExported(name) {
		p.docs[doc] = name
	}
}
