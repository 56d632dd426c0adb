package internal

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// floors are the folders here, and some of their subfolders, from the ground up. A package may import packages of lower
// lines and of the same folder. docs/architecture.md draws them.
var floors = [][]string{
	{"fault"},
	{"rank", "role", "spelling", "i18n"},
	{"rules", "handicap"},
	{"tournament"},
	{"results"},
	{"pairing"},
	{"event"},
	{"format"},
	{"data"},
	{"app"},
	{"beyond"},
	// web: the common parts of all pages, then the independent handlers, then the server.
	{"web/mail", "web/metrics", "web/page", "web/paper"},
	{"web/form", "web/history"},
	{"web/site", "web/public"},
	{"web/offline"},
	{"web/access", "web/admin", "web/api", "web/desk", "web/draw", "web/exports", "web/handbook", "web/live", "web/logbook", "web/people", "web/record", "web/settings", "web/signup", "web/strengths", "web/tablet", "web/today"},
	{"web"},
	{"web/beyond"},
	{"tool"},
	{"testkit"},
}

// upward are the arrows that point up, each with its reason.
var upward = map[[2]string]string{
	{"results", "pairing/bracket"}: "who lost a match without a game is read from the bracket",
}

// extension are the folders without which the program runs: "Beyond as an extension" in docs/architecture.md. Only they
// and files whose names begin with beyond import them.
var extension = []string{"internal/beyond/", "internal/web/beyond/"}

func TestNothingNeedsTheExtension(t *testing.T) {
	seen := 0
	for _, root := range []string{"../internal", "../cmd"} {
		err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(file) != ".go" || strings.HasPrefix(d.Name(), "beyond") {
				return err
			}
			isExtension := func(path string) bool {
				return slices.ContainsFunc(extension, func(folder string) bool { return strings.HasPrefix(path+"/", folder) })
			}
			if isExtension(strings.TrimPrefix(filepath.ToSlash(file), "../")) {
				seen++
				return nil
			}
			parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
			if err != nil {
				return err
			}
			for _, spec := range parsed.Imports {
				if path := strings.Trim(spec.Path.Value, `"`); isExtension(strings.TrimPrefix(path, "tourney/")) {
					t.Errorf("%s imports %s: the program must compile without it", file, path)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d files of the extension", seen)
}

// alone are packages that import none of ours.
var alone = []string{"fault", "pairing/matching"}

// standsOn returns the number and the folder of a package's floor.
func standsOn(pkg string) (number int, folder string) {
	number = -1
	for i, line := range floors {
		for _, f := range line {
			if (pkg == f || strings.HasPrefix(pkg, f+"/")) && len(f) > len(folder) {
				number, folder = i, f
			}
		}
	}
	return number, folder
}

// mayImport reports whether an arrow points down.
func mayImport(from, to string) bool {
	a, folder := standsOn(from)
	b, other := standsOn(to)
	return upward[[2]string{from, to}] != "" || !slices.Contains(alone, from) && (b < a || folder == other)
}

// owners lists third-party modules that only the named packages may import.
var owners = map[string][]string{
	"github.com/gin-gonic":          {"web", "web/site", "web/access", "web/api", "web/desk", "web/draw", "web/record", "web/people", "web/settings", "web/signup", "web/exports", "web/today", "web/admin", "web/beyond", "web/handbook", "web/live", "web/logbook", "web/strengths", "web/tablet", "web/metrics", "tool/load"},
	"github.com/prometheus":         {"web/metrics"},
	"gorm.io":                       {"data/database", "data/store"},
	"modernc.org/sqlite":            {"data/database", "data/store", "tool/load"},
	"github.com/jackc/pgx":          {"data/database", "testkit/databasetest"},
	"modernc.org/libc":              {"data/store"},
	"github.com/pressly":            {"data/store"},
	"github.com/xuri":               {"format/roster", "format/resultsheet", "format/workbook", "testkit/formattest", "tool/e2e"},
	"github.com/chromedp":           {"tool/e2e"},
	"github.com/PuerkitoBio":        nil, // any, in tests
	"golang.org/x/crypto":           {"data/certificate", "app/accounts", "beyond/webspace", "testkit/webspacetest"},
	"golang.org/x/net":              {"testkit/webspacetest"}, // tests only
	"golang.org/x/sync":             {"app/director", "data/database", "beyond/upload", "beyond/webhook", "web/access", "web/beyond", "web/settings", "web/site"},
	"github.com/pkg/sftp":           {"beyond/webspace", "testkit/webspacetest"},
	"github.com/nbutton23":          {"app/accounts"},
	"github.com/go-webauthn":        {"app/passkey"},
	"github.com/wneessen/go-mail":   {"web/mail"},
	"github.com/SherClockHolmes":    {"beyond/push"},
	"github.com/denisbrodbeck":      {"beyond/publishing"},
	"github.com/andybalholm/brotli": {"web/site"},
	"github.com/yuin/goldmark":      {"web/handbook"},
	"rsc.io/qr":                     {"web/page"},
	"github.com/makiuchi-d":         {"web/public"}, // tests only
	"golang.org/x/text":             {"i18n", "spelling", "i18n/charset", "rules/sgf", "format/file", "format/federation", "format/roster", "format/ratinglist", "web/people"},
	"github.com/getkin":             {"web", "testkit/sitetest"},
	"github.com/oapi-codegen":       {"testkit/webtest/client"}, // tests only
	"github.com/google/":            nil,                        // any, in tests
	"pgregory.net/rapid":            nil,                        // any, in tests
}

// unnamed lists names that a package may not use although it imports their package: a public page must not depend on
// its reader.
var unnamed = map[string][]string{
	"web/public": {"app/director.Director", "app/director.Actor", "app/accounts.Session", "net/http.Request", "net/http.Cookie"},
	"web/page":   {"net/http.Request", "net/http.Cookie"},
}

func TestPublicPagesKnowNobody(t *testing.T) {
	for pkg, names := range unnamed {
		paths, err := filepath.Glob(filepath.Join(filepath.FromSlash(pkg), "*.go"))
		if err != nil || len(paths) == 0 {
			t.Fatal(pkg, err)
		}
		for _, path := range paths {
			if strings.HasSuffix(path, "_test.go") {
				continue // drives the whole program
			}
			parsed, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range namedOf(parsed, names) {
				t.Errorf("%s: %s may not name %s", path, pkg, name)
			}
		}
	}
}

// namedOf returns the names, such as director.Actor, that a file uses out of a list.
func namedOf(file *ast.File, names []string) (found []string) {
	for _, u := range usesOf(file) {
		of := strings.TrimPrefix(u.of, "tourney/internal/") + "."
		for _, name := range names {
			if name == of+u.name || u.name == "" && strings.HasPrefix(name, of) {
				found = append(found, name)
			}
		}
	}
	return found
}

func TestNamesAreSeen(t *testing.T) {
	for source, want := range map[string]string{
		`import "tourney/internal/app/director"; var a director.Actor`:    "app/director.Actor",
		`import door "tourney/internal/app/director"; var a door.Actor`:   "app/director.Actor",
		`import . "tourney/internal/app/director"; var a Actor`:           "app/director.Actor",
		`import "tourney/internal/app/director"; var a director.Snapshot`: "",
		`import "net/http"; var a http.Cookie`:                            "net/http.Cookie",
		`import "tourney/internal/web/page"; var director page.Director`:  "",
	} {
		parsed, err := parser.ParseFile(token.NewFileSet(), "", "package p; "+source, 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(namedOf(parsed, []string{"app/director.Actor", "net/http.Cookie"}), " "); got != want {
			t.Errorf("%s: names %q, want %q", source, got, want)
		}
	}
}

// pure are the floors, and packages of others, without clock, environment or unseeded randomness.
var pure = []string{"fault", "rank", "role", "spelling", "rules", "handicap", "tournament", "results", "pairing", "event", "format", "app/picture"}

// isPure reports whether a package is pure: its results depend only on its inputs.
func isPure(pkg string) bool {
	return slices.ContainsFunc(pure, func(f string) bool { return pkg == f || strings.HasPrefix(pkg, f+"/") })
}

// impure are packages that pure packages may not import. impureCalls are functions that they may not call: randomness
// needs a source as an input, from New and the sources of math/rand/v2.
var impure = []string{"os", "net", "net/http", "math/rand", "log", "log/slog", "os/exec", "database/sql"}

var impureCalls = map[string]func(name string) bool{
	"time": func(name string) bool {
		return slices.Contains([]string{"Now", "Since", "Until", "After", "AfterFunc", "Tick", "Sleep", "NewTimer", "NewTicker", "Local"}, name)
	},
	"math/rand/v2": func(name string) bool {
		return !slices.Contains([]string{"New", "NewPCG", "NewChaCha8", "NewZipf", "Rand", "Source", "PCG", "ChaCha8", "Zipf"}, name)
	},
	"crypto/rand": func(string) bool { return true },
}

// A use is a file's use of a name of an imported package. For a package imported by a dot, the name is empty.
type use struct{ of, name string }

// usesOf lists a file's uses of other packages, under any local name.
func usesOf(file *ast.File) (uses []use) {
	paths := map[string]string{} // by the local name in the file
	for _, spec := range file.Imports {
		importPath, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue
		}
		name := path.Base(strings.TrimSuffix(importPath, "/v2"))
		if spec.Name != nil {
			name = spec.Name.Name
		}
		if name == "." {
			uses = append(uses, use{importPath, ""})
		}
		paths[name] = importPath
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if selector, ok := n.(*ast.SelectorExpr); ok {
			if pkg, ok := selector.X.(*ast.Ident); ok && paths[pkg.Name] != "" {
				uses = append(uses, use{paths[pkg.Name], selector.Sel.Name})
			}
		}
		return true
	})
	return uses
}

// impureUses lists a file's uses that depend on the clock or on randomness without a source.
func impureUses(file *ast.File) (uses []string) {
	for _, u := range usesOf(file) {
		if impure := impureCalls[u.of]; impure != nil && (u.name == "" || impure(u.name)) {
			uses = append(uses, u.of+"."+u.name)
		}
	}
	return uses
}

func TestPurePackagesHaveNoClock(t *testing.T) {
	files := 0
	eachFile(t, func(pkg, file string, _ []string) {
		if !isPure(pkg) || strings.HasSuffix(file, "_test.go") {
			return
		}
		files++
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		if uses := impureUses(parsed); len(uses) > 0 {
			t.Errorf("%s: %s is pure and may not use %s", file, pkg, strings.Join(uses, ", "))
		}
	})
	if files < 100 {
		t.Errorf("only %d files seen", files)
	}
}

func TestClocksAndChanceAreSeen(t *testing.T) {
	for source, want := range map[string]string{
		`import "time"; var a, b = time.Now(), time.Unix(0, 0)`:                             "time.Now",
		`import clock "time"; func f() { <-clock.After(1) }`:                                "time.After",
		`import "time"; var f = time.Since`:                                                 "time.Since",
		`import "math/rand/v2"; var a, b = rand.IntN(6), rand.New(rand.NewPCG(1, 2)).Int()`: "math/rand/v2.IntN",
		`import "crypto/rand"; var a = rand.Text()`:                                         "crypto/rand.Text",
		`import . "time"; var a = Now()`:                                                    "time.",
		`import "time"; func f(t time.Time) bool { return t.After(t) }`:                     "",
	} {
		parsed, err := parser.ParseFile(token.NewFileSet(), "", "package p; "+source, 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(impureUses(parsed), " "); got != want {
			t.Errorf("%s: %q, want %q", source, got, want)
		}
	}
}

func TestImportsPointDown(t *testing.T) {
	used := map[[2]string]bool{}
	eachFile(t, func(pkg, file string, imports []string) {
		if number, _ := standsOn(pkg); number < 0 {
			t.Errorf("%s: package %s stands on no floor", file, pkg)
		}
		test := strings.HasSuffix(file, "_test.go") || strings.HasPrefix(pkg, "testkit/") || pkg == "tool/e2e"
		for _, path := range imports {
			ours, isOurs := strings.CutPrefix(path, "tourney/")
			ours = strings.TrimPrefix(ours, "internal/")
			switch {
			case isOurs && test, isOurs && slices.Contains([]string{"templates", "static"}, ours) && pkg == "tool/demo":
			case isOurs:
				used[[2]string{pkg, ours}] = true
				if !mayImport(pkg, ours) {
					t.Errorf("%s: %s may not import %s", file, pkg, ours)
				}
			case !test && isPure(pkg) && slices.Contains(impure, path):
				t.Errorf("%s: %s is pure and may not import %s", file, pkg, path)
			case strings.Contains(path, "."):
				checkOwner(t, pkg, file, path, test)
			}
		}
	})
	for arrow := range upward {
		if !used[arrow] {
			t.Errorf("%s does not import %s any more: its line can go", arrow[0], arrow[1])
		}
	}
}

func TestArchitectureNamesEveryPackage(t *testing.T) {
	page, err := os.ReadFile(filepath.FromSlash("../docs/architecture.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, pkg := range packages(t) {
		if !strings.Contains(string(page), "`internal/"+pkg+"`") {
			t.Errorf("docs/architecture.md does not say what %s answers", pkg)
		}
	}
}

func checkOwner(t *testing.T, pkg, file, path string, test bool) {
	for prefix, packages := range owners {
		if strings.HasPrefix(path, prefix) {
			if packages == nil && !test || packages != nil && !slices.Contains(packages, pkg) {
				t.Errorf("%s: %s may not import %s", file, pkg, path)
			}
			return
		}
	}
	t.Errorf("%s: %s imports %s, which no line of the table allows", file, pkg, path)
}

// TestOwnersAreAsListed checks that the table of owners is current: every line has modules in go.mod, and every package
// imports them.
func TestOwnersAreAsListed(t *testing.T) {
	text, err := os.ReadFile("../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	direct := []string{}
	for line := range strings.Lines(string(text)) {
		if words := strings.Fields(line); len(words) == 2 && strings.HasPrefix(words[1], "v") {
			direct = append(direct, words[0])
		}
	}
	type ownership struct{ prefix, pkg string }
	imported := map[ownership]bool{}
	eachFile(t, func(pkg, _ string, imports []string) {
		for prefix := range owners {
			if slices.ContainsFunc(imports, func(path string) bool { return strings.HasPrefix(path, prefix) }) {
				imported[ownership{prefix, pkg}] = true
			}
		}
	})
	for prefix, packages := range owners {
		if !slices.ContainsFunc(direct, func(module string) bool { return strings.HasPrefix(module, prefix) }) {
			t.Errorf("owners lists %s, which go.mod does not require", prefix)
		}
		for _, pkg := range packages {
			if _, err := os.Stat(filepath.FromSlash(pkg)); err != nil && slices.ContainsFunc(extension, func(g string) bool { return strings.HasPrefix("internal/"+pkg+"/", g) }) {
				continue // the guest is away
			}
			if !imported[ownership{prefix, pkg}] {
				t.Errorf("owners lists %s for %s, which does not import it", prefix, pkg)
			}
		}
	}
}

// eachFile calls f for every Go file below this folder that the go command uses, with its package's path and its
// imports.
func eachFile(t *testing.T, f func(pkg, file string, imports []string)) {
	t.Helper()
	err := filepath.WalkDir(".", func(file string, d fs.DirEntry, err error) error {
		if err == nil && d.Name() == "testdata" {
			return fs.SkipDir
		}
		if err != nil || d.IsDir() || filepath.Ext(file) != ".go" || filepath.Dir(file) == "." {
			return err
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		var imports []string
		for _, spec := range parsed.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			imports = append(imports, path)
		}
		f(filepath.ToSlash(filepath.Dir(file)), file, imports)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
