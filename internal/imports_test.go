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

// may lists, for every package, which of ours it may import. All may import
// fault except matching. A new arrow is one line here and a reason in the
// commit.
var may = map[string][]string{
	"fault":     {},
	"golden":    {},
	"eachfield": {},
	"i18n":      {},
	"rank":      {},
	"role":      {},
	"spelling":  {},
	"charset":   {},
	"sgf":       {"charset"},
	"rules":     {"sgf", "spelling"},
	// gamerecord keeps the files that rules judge.
	"gamerecord": {"rules", "sgf"},
	"diagram":    {"rules"},
	"counting":   {"rules"},
	// live is a game while it is played, kept as a record at its end.
	"live":     {"gamerecord", "rules", "sgf"},
	"handicap": {"rank"},
	// fees is rules of their own: a tournament holds them and knows the facts.
	"fees":    {"rank"},
	"consent": {},
	"merge":   {},
	// chain tries undos.
	"chain":           {"merge", "tournament"},
	"tournament":      {"merge", "consent", "spelling", "rank", "handicap", "fees", "gamerecord", "live", "rules", "sgf"},
	"pairing/bracket": {"pairing/matching", "tournament", "rank", "handicap", "rules", "sgf"},
	// results take matches lost without a game from the bracket.
	"results": {"pairing/bracket", "tournament", "rank", "handicap", "rules", "sgf"},
	"rating":  {"tournament", "rank", "handicap", "rules", "sgf"},
	// delimited splits lists of players and rating lists into rows.
	"delimited":  {},
	"ratinglist": {"delimited", "spelling", "tournament", "rank", "handicap", "rules", "sgf"},
	// recordmatch finds players by names in any spelling, as lists do, and in Latin letters
	// as federations' files have them.
	"recordmatch":      {"spelling", "ratinglist", "exchange/federation", "gamerecord", "tournament", "rules", "sgf"},
	"pairing/matching": {},
	"pairing":          {"spelling", "pairing/bracket", "results", "pairing/matching", "tournament", "rank", "handicap", "rules", "sgf"},
	// day grants requests, which may exchange players of a draw, and keeps standings.
	"day":     {"spelling", "pairing", "results", "tournament", "fees", "rank"},
	"picture": {},
	// privacy is what becomes public of a tournament, and how a person is forgotten in it.
	"edition": {"tournament", "fees"},
	"privacy": {"consent", "spelling", "results", "tournament", "fees", "gamerecord", "handicap", "sgf", "rank"},
	// line makes the clients that speak to other computers.
	"line": {}, "line/linetest": {},
	// mail is an edge of its own: what is sent, and how, knows no tournament.
	"mail": {}, "certificate": {},
	// settle is what players do after the passes.
	"settle": {"tournament", "handicap", "gamerecord", "rules"},
	// simulate plays tournaments by what the rating system expects.
	"simulate":         {"pairing", "results", "rating", "tournament", "rank", "handicap", "rules", "sgf"},
	"exchange/file":    {"charset", "spelling", "tournament"},
	"exchange/xmltree": {"exchange/file", "tournament"},
	"exchange/build":   {"exchange/file", "tournament", "rank"},
	// The formats stand beside each other: none imports another.
	"exchange/native":     {"consent", "exchange/file", "tournament", "gamerecord", "live", "fees", "rank", "handicap", "rules"},
	"exchange/opengotha":  {"spelling", "exchange/file", "exchange/xmltree", "exchange/build", "tournament", "rank", "handicap"},
	"exchange/macmahon":   {"exchange/file", "exchange/xmltree", "exchange/build", "tournament", "rank", "handicap"},
	"exchange/pairgoth":   {"exchange/file", "exchange/build", "tournament", "rank", "handicap"},
	"exchange/federation": {"exchange/file", "exchange/build", "rating", "results", "tournament", "rank", "handicap", "rules"},
	// roster asks day what a player who has paid owed.
	"exchange/roster":      {"day", "delimited", "spelling", "exchange/file", "ratinglist", "tournament", "rank"},
	"exchange/resultsheet": {"exchange/file", "tournament"},
	// publish writes the worksheet that resultsheet reads.
	"exchange/publish": {"spelling", "exchange/file", "exchange/resultsheet", "pairing", "rating", "prizes", "results", "tournament", "handicap"},
	// exchange lists the formats; rating lists of federations are read by lists.
	"exchange": {"exchange/file", "exchange/xmltree", "exchange/native", "exchange/opengotha", "exchange/macmahon", "exchange/pairgoth",
		"exchange/federation", "exchange/roster", "exchange/publish", "ratinglist", "privacy", "tournament"},
	// exchangetest is for tests only, as are the modules that it imports.
	"exchange/exchangetest": {"consent", "exchange/file", "tournament", "live", "fees", "rank", "handicap", "rules"},
	// durable writes files.
	"durable": {},
	// jsoncolumn reads and writes the columns of the database that hold JSON.
	"jsoncolumn": {},
	// copies names the backups in a folder.
	"copies": {"durable"},
	// database opens files and servers, and knows no table; databasetest gives tests places at one.
	"database": {"durable"}, "database/databasetest": {},
	"store/renaming": {},
	// logargs keeps the types of values in the log.
	"store/logargs": {"jsoncolumn", "handicap", "tournament"},
	// replay compares a log with what it leads to.
	"replay": {"tournament"},
	"store":  {"copies", "database", "durable", "jsoncolumn", "replay", "store/renaming", "store/logargs", "role", "spelling", "consent", "tournament", "gamerecord", "live", "fees", "rank", "handicap", "rules", "sgf"},
	// standby has one computer follow the data of another.
	"standby": {"accounts", "certificate", "database", "durable", "line", "store"},
	// backup decides when the store is copied, and which copies stay.
	"backup": {"copies", "database", "durable", "store"},
	// prizes go by the places in the standings.
	"prizes": {"spelling", "results", "tournament", "rank", "handicap", "rules", "sgf"},
	// reason computes the standings that a change must not touch in silence.
	"reason": {"results", "tournament"},
	// passkey asks browsers, and passkeytest answers for one in tests; those have a shelf.
	"passkey": {"database"}, "passkey/passkeytest": {},
	// accounts know who comes in; director, web and the rooms ask them.
	"accounts": {"passkey", "role", "consent", "spelling", "store", "tournament"},
	// publication is the form in which a tournament goes to a hub, publishing what a hub does with it,
	// relay what sends it.
	"publication": {"consent", "day", "exchange/native", "exchange/exchangetest", "live", "privacy", "results", "rank", "tournament"},
	"publishing":  {"database", "live", "publication", "store", "tournament"},
	// webspace writes files to folders and servers; sites keeps where, upload what is to be there.
	"webspace": {"line"}, "webspace/webspacetest": {}, "sites": {"store", "webspace"},
	// listshelf keeps rating lists and searches them, in Latin letters too.
	"listshelf": {"accounts", "backup", "copies", "jsoncolumn", "store", "exchange", "exchange/federation", "exchange/roster", "ratinglist", "rank", "tournament"},
	// event sends changes of tournaments to subscribers.
	"event": {"tournament"},
	"director": {"accounts", "event", "publication", "publishing", "sites", "standby", "copies", "durable", "chain", "reason", "consent", "privacy", "spelling", "backup", "store", "listshelf", "ratinglist", "recordmatch", "day", "settle", "picture", "prizes", "rating", "exchange", "exchange/native", "exchange/roster", "exchange/resultsheet", "pairing", "results", "tournament",
		"rank", "handicap", "gamerecord", "live", "rules", "sgf"},
	// changefeed tells programs what has changed, as everybody may know it.
	"changefeed": {"consent", "director", "privacy", "tournament"},
	// webhook delivers what has changed.
	"webhook": {"accounts", "changefeed", "director", "line", "store"},
	// relay sends what the director publishes.
	"relay":  {"director", "line", "live", "publication", "publishing", "store", "tournament"},
	"upload": {"director", "event", "sites", "tournament", "webspace"},
	// demo takes the director's own steps, so that its log is that of a real day.
	"demo": {"day", "director", "fees", "live", "settle", "store", "exchange/native", "exchange/roster", "pairing", "tournament", "rank", "gamerecord", "rules", "sgf"},
	// load is a client: it imports fields of invented players, and knows nothing of web.
	"load": {"exchange/native", "simulate", "tournament"},
	// The rooms of web stand beside each other: each may import what is under
	// them, and none another room.
	"web/page": {"role", "diagram", "day", "i18n", "exchange/file", "pairing", "rating", "simulate", "tournament"},
	"web/form": {"consent", "spelling", "i18n", "exchange/roster", "pairing", "results", "rank", "rules", "tournament", "web/page"}, // Meaning draws a sample game
	// paper lays out what the rooms hand it.
	"web/paper":   {},
	"web/meter":   {},
	"web/history": {"consent", "director", "gamerecord", "i18n", "tournament", "web/page"},
	// Tests of site import lists of players with ranks.
	"web/site": {"rank", "accounts", "role", "day", "director", "mail", "relay", "webhook", "i18n", "exchange/file", "exchange/roster", "tournament", "web/page", "web/history"},
	// public leads to a person by the number of a federation.
	"web/public": {"spelling", "day", "director", "fees", "i18n", "counting", "diagram", "gamerecord", "live", "exchange/publish", "pairing", "pairing/bracket", "rating", "results",
		"handicap", "rank", "tournament", "rules", "sgf", "web/page", "web/paper"},
	// offline writes the public pages, and beside them the calendar.
	"web/offline": {"director", "i18n", "exchange/publish", "tournament", "web/page", "web/public"},
	"web/desk":    {"role", "spelling", "day", "director", "i18n", "results", "tournament", "web/page", "web/history", "web/site", "web/public"},
	// access names people, and the organisations and teams that they belong to.
	"web/access": {"accounts", "webhook", "passkey", "role", "consent", "spelling", "director", "i18n", "store", "tournament", "web/page", "web/site"},
	// api parses what programs send by the fields of the forms, and says when rounds start.
	"web/api":   {"changefeed", "day", "director", "gamerecord", "publication", "publishing", "role", "standby", "tournament", "web/page", "web/form", "web/public", "web/site"},
	"web/today": {"spelling", "day", "director", "i18n", "rank", "tournament", "web/form", "web/page", "web/history", "web/site"},
	"web/draw":  {"reason", "day", "director", "i18n", "pairing", "results", "handicap", "tournament", "web/form", "web/page", "web/history", "web/site"},
	// hub has the public pages written that upload sends.
	"web/hub":    {"role", "director", "i18n", "publishing", "relay", "sites", "upload", "webspace", "web/form", "web/offline", "web/page", "web/site"},
	"web/live":   {"director", "i18n", "diagram", "live", "rules", "tournament", "web/page", "web/site", "web/public"},
	"web/record": {"day", "director", "publication", "i18n", "diagram", "gamerecord", "recordmatch", "settle", "handicap", "tournament", "rules", "sgf", "web/page", "web/history", "web/site", "web/public"},
	"web/people": {"listshelf", "role", "pairing", "consent", "privacy", "spelling", "director", "day", "i18n", "ratinglist", "rating", "exchange", "exchange/file", "exchange/roster", "rank", "tournament", "web/page",
		"web/form", "web/history", "web/site"},
	"web/settings": {"spelling", "director", "i18n", "simulate", "pairing", "rating", "results", "rank", "handicap", "tournament", "rules", "web/page", "web/form", "web/site"},
	"web/exports": {"accounts", "role", "handicap", "director", "i18n", "exchange", "exchange/federation", "exchange/file", "exchange/publish", "exchange/resultsheet", "rank", "tournament",
		"web/page", "web/form", "web/history", "web/site",
		// it prints the public lists together with slips, badges and cards
		"web/public", "web/paper", "web/offline", "day"},
	// signup reads fees from a form, and writes letters about them.
	"web/signup": {"consent", "privacy", "day", "director", "fees", "i18n", "mail", "rank", "ratinglist", "tournament", "web/form", "web/page", "web/public", "web/site"},
	"web/admin":  {"accounts", "edition", "line", "standby", "store", "role", "director", "i18n", "exchange", "tournament", "web/page", "web/form", "web/history", "web/site"},
	// logbook shows the public pages as they were.
	"web/logbook": {"director", "exchange", "i18n", "reason", "tournament", "web/form", "web/page", "web/history", "web/public", "web/site"},
	"web/webtest": {"i18n"},
	// sitetest runs whole sites.
	"web/sitetest":       {},
	"web/webtest/client": {},
	// web mounts the rooms, and finds a person by the number of a federation.
	"web": {"changefeed", "event", "role", "spelling", "director", "standby", "fees", "mail", "i18n", "exchange/publish", "tournament", "web/page", "web/site", "web/public", "web/access", "web/api", "web/desk", "web/draw", "web/record",
		"web/people", "web/settings", "web/signup", "web/exports", "web/today", "web/admin", "web/hub", "web/live", "web/logbook", "web/meter", "load", "relay", "publishing", "upload", "webhook"},
}

// inTests lists what only a package's tests may import besides: draws and
// verdicts are shown in the sentences of the catalogs.
var inTests = map[string][]string{
	"chain":   {"rank"},
	"reason":  {"rank", "handicap"},
	"pairing": {"i18n"}, "rules": {"i18n"}, "counting": {"sgf"},
	"backup":              {"tournament", "rank"},
	"upload":              {"store"},
	"changefeed":          {"rank", "store"},
	"webhook":             {"consent", "database", "database/databasetest", "rank", "tournament"},
	"exchange/opengotha":  {"results"},
	"exchange/macmahon":   {"exchange/native", "results"},
	"exchange/pairgoth":   {"exchange/native", "results"},
	"exchange/federation": {"exchange/native"},
	"exchange/roster":     {"exchange/native"},
	"exchange/publish":    {"exchange/opengotha", "exchange/xmltree", "rank", "i18n"},
	"exchange":            {"consent"},
	"web/history":         {"consent"},
}

// drivesWhole reports whether tests of a package drive the whole program: those of pages do.
func drivesWhole(pkg string) bool { return pkg == "web" || strings.HasPrefix(pkg, "web/") }

// forTests are packages that only tests import.
var forTests = []string{"golden", "eachfield", "exchange/exchangetest", "passkey/passkeytest", "database/databasetest", "line/linetest", "webspace/webspacetest", "web/sitetest", "web/webtest", "web/webtest/client", "templates"}

// owners lists third-party modules that only the named packages may import.
var owners = map[string][]string{
	"github.com/gin-gonic":          {"web", "web/site", "web/access", "web/api", "web/desk", "web/draw", "web/record", "web/people", "web/settings", "web/signup", "web/exports", "web/today", "web/admin", "web/hub", "web/live", "web/logbook", "web/meter", "load"},
	"github.com/prometheus":         {"web/meter"},
	"gorm.io":                       {"database", "store"},
	"modernc.org/sqlite":            {"database", "store", "store/renaming", "load"},
	"github.com/jackc/pgx":          {"database", "database/databasetest"},
	"modernc.org/libc":              {"store"},
	"github.com/pressly":            {"store"},
	"github.com/xuri":               {"exchange/roster", "exchange/resultsheet", "exchange/publish", "exchange/exchangetest", "e2e"},
	"github.com/chromedp":           {"e2e"},
	"github.com/PuerkitoBio":        nil, // any, in tests
	"golang.org/x/crypto":           {"certificate", "accounts", "webspace", "webspace/webspacetest"},
	"golang.org/x/net":              {"webspace/webspacetest"}, // tests only
	"github.com/pkg/sftp":           {"webspace", "webspace/webspacetest"},
	"github.com/nbutton23":          {"accounts"},
	"github.com/go-webauthn":        {"passkey"},
	"github.com/denisbrodbeck":      {"publishing"},
	"github.com/andybalholm/brotli": {"web/site"},
	"rsc.io/qr":                     {"web/page"},
	"github.com/makiuchi-d":         {"web/public"}, // tests only
	"golang.org/x/text":             {"i18n", "spelling", "charset", "sgf", "exchange/file", "exchange/xmltree", "exchange/federation", "exchange/roster", "web/people", "ratinglist"},
	"github.com/getkin":             {"web", "web/sitetest"},
	"github.com/oapi-codegen":       {"web/webtest/client"}, // tests only
	"github.com/google/":            nil,                    // any, in tests
	"pgregory.net/rapid":            nil,                    // any, in tests
}

// unnamed lists what a package may not name although it imports the package
// that has it: a public page cannot know who asks.
var unnamed = map[string][]string{
	"web/public": {"director.Director", "director.Actor", "accounts.Session", "net/http.Request", "net/http.Cookie"},
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

// namedOf returns those of names, such as director.Actor, that a file uses.
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
		`import "tourney/internal/director"; var a director.Actor`:       "director.Actor",
		`import door "tourney/internal/director"; var a door.Actor`:      "director.Actor",
		`import . "tourney/internal/director"; var a Actor`:              "director.Actor",
		`import "tourney/internal/director"; var a director.Snapshot`:    "",
		`import "net/http"; var a http.Cookie`:                           "net/http.Cookie",
		`import "tourney/internal/web/page"; var director page.Director`: "",
	} {
		parsed, err := parser.ParseFile(token.NewFileSet(), "", "package p; "+source, 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(namedOf(parsed, []string{"director.Actor", "net/http.Cookie"}), " "); got != want {
			t.Errorf("%s: names %q, want %q", source, got, want)
		}
	}
}

// pure packages take no clock, environment or unseeded chance.
var pure = []string{"fault", "delimited", "spelling", "charset", "rank", "role", "sgf", "rules", "gamerecord", "settle", "recordmatch", "handicap", "fees", "tournament", "pairing/bracket", "results", "pairing/matching", "pairing", "exchange/file", "exchange/xmltree", "exchange/build", "exchange/native", "exchange/opengotha", "exchange/macmahon", "exchange/pairgoth", "exchange/federation", "exchange/roster", "exchange/resultsheet", "exchange/publish", "exchange", "rating", "ratinglist", "simulate", "diagram", "counting", "live", "prizes", "day", "edition", "picture"}

// impure are the packages that none of these may import, and impureCalls what
// they may not call of others: chance needs a source that is handed in, for
// which package math/rand/v2 has New and its sources.
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

// A use is a name of an imported package that a file uses. Of a package imported
// by a dot, the name is empty.
type use struct{ of, name string }

// usesOf lists what a file uses of other packages, whatever it calls them.
func usesOf(file *ast.File) (uses []use) {
	paths := map[string]string{} // by the name that the file gives the package
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

// impureUses lists what a file uses of packages that depends on the clock or on
// chance without a source.
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
	for _, pkg := range pure {
		paths, err := filepath.Glob(filepath.Join(filepath.FromSlash(pkg), "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			files++
			parsed, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			if uses := impureUses(parsed); len(uses) > 0 {
				t.Errorf("%s: %s is pure and may not use %s", path, pkg, strings.Join(uses, ", "))
			}
		}
	}
	if files < len(pure) {
		t.Errorf("only %d files seen in %d packages", files, len(pure))
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
		test := strings.HasSuffix(file, "_test.go") || slices.Contains(forTests, pkg)
		for _, path := range imports {
			ours, isOurs := strings.CutPrefix(path, "tourney/")
			ours = strings.TrimPrefix(ours, "internal/")
			switch {
			case isOurs && ours == pkg && test: // a test from outside its package
			case isOurs && test && drivesWhole(pkg):
			case isOurs && test && (slices.Contains(forTests, ours) || slices.Contains(inTests[pkg], ours)):
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

func TestArchitectureNamesEveryPackage(t *testing.T) {
	page, err := os.ReadFile(filepath.FromSlash("../docs/architecture.md"))
	if err != nil {
		t.Fatal(err)
	}
	for pkg := range may {
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

// TestOwnersAreAsListed holds that the table of owners names nothing that is
// not so: every line has modules in go.mod, and every package imports them.
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
			if !imported[ownership{prefix, pkg}] {
				t.Errorf("owners lists %s for %s, which does not import it", prefix, pkg)
			}
		}
	}
}

// eachFile calls f for every Go file below this folder that the go command sees, with its package's path
// and its imports.
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
