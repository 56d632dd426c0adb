package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tourney/docs"
	"tourney/internal/app/director"
	"tourney/internal/data/store"
	"tourney/internal/web"
	"tourney/static"
	"tourney/templates"
)

// schemas has a database of every schema so far, each with its write-ahead log if the program was killed, and with the
// responses of the program's own API.
const schemas = "../../internal/data/store/testdata/schemas"

// TestUpgrades opens the databases of all earlier programs, and compares the responses of today's program with the
// earlier ones.
func TestUpgrades(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join(schemas, "*.db.gz"))
	if err != nil || len(files) < 8 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".db.gz")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			schema, err := strconv.Atoi(name)
			if err != nil {
				t.Fatal(err)
			}
			path := unpack(t, name)
			report, err := store.Verify(t.Context(), path)
			if err != nil || len(report.Findings) > 0 || report.Schema != schema {
				t.Fatalf("before: %+v, %v", report, err)
			}
			kept, err := store.Open(t.Context(), path)
			if err != nil {
				t.Fatal(err)
			}
			defer kept.Close()
			if aside := kept.SetAside(); len(aside) > 0 {
				t.Errorf("%v set aside", aside)
			}
			if err := kept.Verify(t.Context()); err != nil {
				t.Error(err)
			}
			want, err := os.ReadFile(filepath.Join(schemas, name+".txt"))
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(strings.Split(asListedNow(want), "\n"), strings.Split(describe(t, inProcess(t, kept)), "\n")); d != "" {
				t.Errorf("(-the earlier program says +this one)\n%s", d)
			}
			checkPast(t, director.New(kept, time.Now))
			checkDraws(t, director.New(kept, time.Now))
		})
	}
}

// checkPast checks every past state of the tournaments of a database: each is sound, and differs from the previous one
// as the log describes.
func checkPast(t *testing.T, d *director.Director) {
	t.Helper()
	list, err := d.Catalogue().Find(t.Context(), director.Search{}, director.Page{Most: 99})
	if err != nil {
		t.Fatal(err)
	}
	for _, summary := range list {
		slug := summary.Info.Slug
		now, err := d.Snapshot(t.Context(), slug)
		if err != nil {
			t.Fatal(err)
		}
		later := now.Tournament
		for version := later.Version; version > 0; version-- {
			was, err := d.Past(t.Context(), slug, version)
			if err != nil {
				t.Fatalf("%s as of %d: %v", slug, version, err)
			}
			if err := was.Tournament.Check(); err != nil {
				t.Errorf("%s as of %d: %v", slug, version, err)
			}
			was.Standings(len(was.Tournament.Rounds))
			if version < later.Version {
				e, err := d.Logged(t.Context(), slug, later.Version)
				if err != nil {
					t.Fatal(err)
				}
				if got := was.Tournament.Diff(later); len(got) > len(e.Changes) {
					t.Errorf("%s: version %d differs from the one before in %d things, the log has %d", slug, later.Version, len(got), len(e.Changes))
				}
			}
			later = was.Tournament
		}
		if n := len(later.Rounds); n > 0 && now.Tournament.Version > 10 && n == len(now.Tournament.Rounds) {
			t.Errorf("%s began with %d rounds", slug, n)
		}
	}
}

// checkDraws repeats the draws of the earlier program: each has its total, and the hash of its inputs.
func checkDraws(t *testing.T, d *director.Director) {
	t.Helper()
	list, err := d.Catalogue().Find(t.Context(), director.Search{}, director.Page{Most: 99})
	if err != nil {
		t.Fatal(err)
	}
	draws := 0
	for _, summary := range list {
		now, err := d.Snapshot(t.Context(), summary.Info.Slug)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range now.Tournament.Rounds {
			if r.Drawn.MadeFrom == "" {
				continue
			}
			draws++
			v, err := now.Verify(t.Context(), r.Number)
			if err != nil || !v.Reproduced() || v.FromCurrent || v.Draw.Inputs != r.Drawn.Inputs {
				t.Errorf("%s, round %d, drawn from %s: %+v, %v", summary.Info.Slug, r.Number, r.Drawn.Inputs, v, err)
			}
		}
	}
	if draws < 3 {
		t.Errorf("%d draws are repeated", draws)
	}
}

// unpack writes the database of a schema into a folder and returns its path.
func unpack(t *testing.T, name string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "tourney.db")
	for _, part := range []struct{ packed, to string }{{name + ".db.gz", path}, {name + ".wal.gz", path + "-wal"}} {
		packed, err := os.Open(filepath.Join(schemas, part.packed))
		if os.IsNotExist(err) && part.to != path {
			continue // it ended in order
		}
		if err != nil {
			t.Fatal(err)
		}
		defer packed.Close()
		content, err := gzip.NewReader(packed)
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(content)
		if err == nil {
			err = os.WriteFile(part.to, data, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return path
}

// inProcess returns a function that gets pages of this program.
func inProcess(t *testing.T, kept *store.Store) func(path string) []byte {
	server, err := web.New(director.New(kept, time.Now), web.Config{Templates: templates.FS, Static: static.FS, Docs: docs.FS, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	server.Close() // requests only
	return func(path string) []byte {
		w := httptest.NewRecorder()
		server.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		if w.Code != http.StatusOK {
			t.Fatalf("%s answers %d: %.300s", path, w.Code, w.Body)
		}
		return w.Body.Bytes()
	}
}

// describe returns the public content of a database as lines, from the responses of a program's API.
func describe(t *testing.T, get func(path string) []byte) string {
	t.Helper()
	var lines strings.Builder
	read := func(path string, into any) {
		if err := json.Unmarshal(get("/api/v1/tournaments"+path), into); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
	}
	var list struct{ Tournaments []struct{ Slug string } }
	read("", &list)
	slices.SortFunc(list.Tournaments, func(a, b struct{ Slug string }) int { return strings.Compare(a.Slug, b.Slug) })
	for _, each := range list.Tournaments {
		path := "/" + each.Slug
		var cup struct {
			Name, Place, System string
			Version             any // a string once
			Rounds, Round       int
			Players             []struct {
				ID, Rating                                 int
				Family, Given, Rank, Country, Club, Status string
			}
		}
		read(path, &cup)
		fmt.Fprintf(&lines, "%s: %s, %s, %s, round %d of %d, version %v\n", each.Slug, cup.Name, cup.Place, cup.System, cup.Round, cup.Rounds, cup.Version)
		for _, p := range cup.Players {
			fmt.Fprintf(&lines, "player %d %s, %s %s %d %s %s %s\n", p.ID, p.Family, p.Given, p.Rank, p.Rating, p.Country, p.Club, p.Status)
		}
		for n := 1; n <= cup.Round; n++ {
			var round struct {
				Seed  uint64
				Total string
				Games []struct {
					Table, Handicap      int
					Komi                 json.Number
					Black, White, Result string
				}
				Bye, Absent []string
			}
			read(fmt.Sprint(path, "/rounds/", n), &round)
			fmt.Fprintf(&lines, "round %d: seed %d, total %s, byes %q, absent %q\n", n, round.Seed, round.Total, round.Bye, round.Absent)
			for _, g := range round.Games {
				fmt.Fprintf(&lines, "table %d: %s - %s, %d, %s: %s\n", g.Table, g.Black, g.White, g.Handicap, g.Komi, g.Result)
			}
		}
		if cup.Round == 0 {
			continue // the list before the first round has changed
		}
		var standings struct {
			After    int
			Criteria []string
			Players  []struct {
				Place  int
				Name   string
				Scores []json.Number
				Rounds []string
			}
		}
		read(path+"/standings", &standings)
		fmt.Fprintf(&lines, "after round %d by %q\n", standings.After, standings.Criteria)
		for _, p := range standings.Players {
			fmt.Fprintf(&lines, "%d. %s %s %q\n", p.Place, p.Name, p.Scores, p.Rounds)
		}
	}
	return lines.String()
}

// TestSchemaFile writes, with TOURNEY_SCHEMA=write, the database file of a program's schema, by default of this one:
// its demonstration, after a desk enters results, corrects one, undoes another and registers a player. Programs of odd
// schemas are killed, so that a write-ahead log stays; programs of even ones make a backup. TOURNEY_BINARY is another
// program.
func TestSchemaFile(t *testing.T) {
	if os.Getenv("TOURNEY_SCHEMA") != "write" {
		t.Skip("internal/data/store/testdata/schemas/add writes files with it")
	}
	h := &harness{t: t, dir: t.TempDir()}
	t.Setenv("TMPDIR", h.dir) // the folder of the demonstration's database
	p := &program{cmd: h.binary("demo", "--addr", "127.0.0.1:0")}
	var err error
	if p.out, err = p.cmd.StdoutPipe(); err == nil {
		err = p.cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	p.ready(t)
	client := h.login(p, "demo", "helsinki-demo")
	time.Sleep(3 * time.Second) // later programs empty the log after two
	playOn(h, client, p.url+"/desk/helsinki-handicap-open")
	text := describe(t, func(path string) []byte { return h.get(client, p.url+path) })
	backup := h.file("backup.db", h.get(client, p.url+"/backup"))
	p.kill(t)
	found, err := filepath.Glob(filepath.Join(h.dir, "tourney-demo-*", "demo.db"))
	if err != nil || len(found) != 1 {
		t.Fatalf("%v, %v", found, err)
	}
	report, err := store.Verify(t.Context(), found[0])
	if err != nil || len(report.Findings) > 0 {
		t.Fatalf("%+v, %v", report, err)
	}
	name := strconv.Itoa(report.Schema)
	if report.Schema%2 == 0 {
		pack(t, backup, name+".db.gz")
	} else {
		pack(t, found[0], name+".db.gz")
		pack(t, found[0]+"-wal", name+".wal.gz")
	}
	if err := os.WriteFile(filepath.Join(schemas, name+".txt"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Logf("wrote the files of schema %s", name)
}

// seenField is the field of a desk's page with the shown game of a table.
var seenField = regexp.MustCompile(`name="seen-(\d+)" value="([\d.]+)"`)

// playOn makes a few writes of a desk, with forms that all programs had.
func playOn(h *harness, client *http.Client, desk string) {
	post := func(path string, form url.Values) {
		got, err := client.PostForm(desk+path, form)
		if err != nil {
			h.t.Fatal(err)
		}
		defer got.Body.Close()
		if got.StatusCode != http.StatusSeeOther {
			text, _ := io.ReadAll(got.Body)
			h.t.Fatalf("%s answers %d: %.200s", path, got.StatusCode, text)
		}
	}
	round := regexp.MustCompile(`name="round" value="(\d+)"`).FindSubmatch(h.get(client, desk))
	if round == nil {
		h.t.Fatal("the desk has no round")
	}
	seen := func() (games [][][]byte) {
		return seenField.FindAllSubmatch(h.get(client, desk), -1)
	}
	// The fourth table is disputed, which later programs count differently.
	for i, result := range []string{"W+R", "B+R", "W+R", "B+T"} {
		game := seen()[(i+3)%4]
		post("/result", url.Values{"round": {string(round[1])}, "table": {string(game[1])}, "seen": {string(game[2])}, "result": {result}})
	}
	post("/undo", url.Values{"round": {string(round[1])}})
	first := seen()[0]
	post("/result", url.Values{"round": {string(round[1])}, "table": {string(first[1])}, "seen": {string(first[2])}, "result": {"W+T"}})
	post("/players", url.Values{"family": {"Uusi"}, "given": {"Ulla"}, "rank": {"9k"}})
}

// neverPlayed matches the line of a player without a game or bye in a list of standings.
var neverPlayed = regexp.MustCompile(`(?m)^\d+\. .* \["0-"(?: "0-")*\]\n`)

// asListedNow returns an earlier program's output without players who never took part, because current lists omit them.
func asListedNow(printed []byte) string { return neverPlayed.ReplaceAllString(string(printed), "") }

// pack compresses a file.
func pack(t *testing.T, path, name string) {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err == nil {
		_, err = w.Write(content)
	}
	if err == nil {
		err = w.Close()
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(schemas, name), packed.Bytes(), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestKillsWhileMigrating kills the program again and again while it starts with the database of an earlier one. Each
// time, the database must be sound and have either schema. TOURNEY_KILLS and TOURNEY_SEED are as for TestKills.
func TestKillsWhileMigrating(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	files, err := filepath.Glob(filepath.Join(schemas, "*.db.gz"))
	if err != nil {
		t.Fatal(err)
	}
	kills, seed := number(t, "TOURNEY_KILLS", 4), number(t, "TOURNEY_SEED", 1)
	rng := rand.New(rand.NewPCG(uint64(seed), 0))
	early, late := 0, 0
	for n := 0; n < kills; {
		name := strings.TrimSuffix(filepath.Base(files[rng.IntN(len(files))]), ".db.gz")
		h := &harness{t: t, rng: rng, db: unpack(t, name)}
		was, err := store.Verify(t.Context(), h.db)
		if err != nil {
			t.Fatal(err)
		}
		for range 1 + rng.IntN(5) {
			p := h.spawn()
			h.pause(420)
			p.kill(t)
			is, err := store.Verify(t.Context(), h.db)
			if err != nil || len(is.Findings) > 0 {
				t.Fatalf("schema %s after %d kills: %+v, %v", name, n, is.Findings, err)
			}
			if is.Schema == was.Schema {
				early++
			} else {
				late++
			}
			if d := cmp.Diff(was.Tournaments, is.Tournaments); d != "" {
				t.Fatalf("schema %s has become %s", name, d)
			}
			n++
		}
		kept, err := store.Open(t.Context(), h.db)
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(filepath.Join(schemas, name+".txt"))
		if is := describe(t, inProcess(t, kept)); err != nil || is != asListedNow(want) {
			t.Errorf("schema %s has become other data: %v", name, err)
		}
		if err := kept.Close(); err != nil {
			t.Error(err)
		}
		h.dir = filepath.Dir(h.db)
		h.clear("")
	}
	t.Logf("%d kills before the new schema was there and %d after it: every database sound, and the same", early, late)
}
