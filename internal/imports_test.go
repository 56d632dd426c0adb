package internal

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// may lists, for every package, which of ours it may import. All may import
// fault except matching. A new arrow is one line here and a reason in the
// commit.
var may = map[string][]string{
	"fault":            {},
	"i18n":             {},
	"rank":             {},
	"sgf":              {},
	"rules":            {"sgf"},
	"handicap":         {"rank"},
	"tournament":       {"rank", "handicap", "rules", "sgf"},
	"results":          {"tournament", "rank", "handicap", "rules", "sgf"},
	"rating":           {"tournament", "rank", "handicap", "rules", "sgf"},
	"lists":            {"tournament", "rank", "handicap", "rules", "sgf"},
	"pairing/matching": {},
	"pairing":          {"results", "pairing/matching", "tournament", "rank", "handicap", "rules", "sgf"},
	"exchange":         {"pairing", "results", "tournament", "rank", "handicap", "rules", "sgf"},
	"store":            {"tournament", "rank", "handicap", "rules", "sgf"},
	// prizes ask the standings who came where.
	"prizes": {"results", "tournament", "rank", "handicap", "rules", "sgf"},
	// director searches the rating lists that it keeps.
	"director": {"store", "lists", "exchange", "pairing", "results", "tournament", "rank", "handicap", "rules", "sgf"},
	// demo plays its tournament through the rules of the house.
	"demo": {"pairing", "results", "tournament", "rank", "handicap", "rules", "sgf"},
	// web shows what rating lists say, what games are worth and who wins what.
	"web": {"director", "i18n", "lists", "rating", "prizes", "exchange", "pairing", "results", "tournament", "rank", "handicap", "rules", "sgf",
		"templates", "static"},
}

// inTests lists what only a package's tests may import besides: web is tested
// over the real store.
var inTests = map[string][]string{"web": {"store"}}

// owners lists third-party modules that only the named packages may import.
var owners = map[string][]string{
	"github.com/gin-gonic":   {"web"},
	"github.com/alexedwards": {"web"},
	"gorm.io":                {"store"},
	"modernc.org/sqlite":     {"store"},
	"github.com/pressly":     {"store"},
	"github.com/xuri":        {"exchange", "e2e"},
	"github.com/chromedp":    {"e2e"},
	"github.com/nicksnyder":  {"i18n"},
	"github.com/PuerkitoBio": {"web", "e2e"},
	"golang.org/x/crypto":    {"director"},
	"golang.org/x/time":      {"web"},
	"rsc.io/qr":              {"web"},
	"golang.org/x/text":      {"i18n", "tournament", "sgf", "exchange", "results", "web", "lists"},
	"github.com/google/":     nil, // any, in tests
	"pgregory.net/rapid":     nil, // any, in tests
}

// pure packages take no clock, environment or unseeded chance.
var pure = []string{"fault", "rank", "sgf", "rules", "handicap", "tournament", "results", "pairing/matching", "pairing", "exchange", "rating", "lists", "prizes"}

var impure = []string{"os", "net", "net/http", "math/rand", "log", "log/slog", "os/exec", "database/sql"}

func TestImportsPointOneWay(t *testing.T) {
	eachFile(t, func(pkg, file string, imports []string) {
		if pkg == "e2e" {
			return
		}
		allowed, known := may[pkg]
		if !known {
			t.Errorf("%s: package %s is not in the table", file, pkg)
			return
		}
		test := strings.HasSuffix(file, "_test.go")
		for _, path := range imports {
			ours, isOurs := strings.CutPrefix(path, "tourney/")
			ours = strings.TrimPrefix(ours, "internal/")
			switch {
			case isOurs && ours == pkg && test: // a test from outside its package
			case isOurs && test && slices.Contains(inTests[pkg], ours):
			case isOurs && ours == "fault" && pkg != "pairing/matching":
			case isOurs && !slices.Contains(allowed, ours):
				t.Errorf("%s: %s may not import %s", file, pkg, ours)
			case !isOurs && !test && slices.Contains(pure, pkg) && slices.Contains(impure, path):
				t.Errorf("%s: %s is pure and may not import %s", file, pkg, path)
			case !isOurs && strings.Contains(path, "."):
				checkOwner(t, pkg, file, path, test)
			}
		}
	})
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

// eachFile calls f for every Go file below this folder with its package's path
// and its imports.
func eachFile(t *testing.T, f func(pkg, file string, imports []string)) {
	t.Helper()
	err := filepath.WalkDir(".", func(file string, d fs.DirEntry, err error) error {
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
