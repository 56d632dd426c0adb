package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"

	"tourney/internal/app/director"
	"tourney/internal/data/store"
	"tourney/internal/format"
	"tourney/internal/rank"
	"tourney/internal/results/rating"
	"tourney/internal/testkit/golden"
	"tourney/internal/tournament"
)

const smallList = `name;rank;rating;country;club;egd
Äijälä Väinö;2k;1911;FI;Hki;91000001
Ääriö Vaino;5k;1600;SE;Upp;91000002
Brzęk Łucja;1d;2098;PL;Kra;91000003
;3k;1800;PL;Kra;91000004
`

func TestLookupInJSON(t *testing.T) {
	t.Parallel()
	file := write(t, "list.csv", smallList)
	var got lookupReport
	tourney(t, &got, "lookup", file, "vaino", "aijala", "--json")
	if got.Format != "csv" || got.Players != 3 || len(got.Matches) == 0 {
		t.Fatalf("got %+v", got)
	}
	m := got.Matches[0]
	if m.Family != "Äijälä" || m.Given != "Väinö" || m.ID != "91000001" || m.Rank != "2k" || *m.Rating != 1911 || m.Country != "FI" || m.Club != "Hki" {
		t.Errorf("found %+v", m)
	}
	tourney(t, &got, "lookup", file, "91000003", "--json")
	if len(got.Matches) != 1 || got.Matches[0].Family != "Brzęk" {
		t.Errorf("by number: %+v", got.Matches)
	}
	tourney(t, &got, "lookup", file, "ваино", "--json")
	if len(got.Matches) != 2 {
		t.Errorf("in Cyrillic: %+v", got.Matches)
	}
	tourney(t, &got, "lookup", file, "nobody", "--json")
	if got.Matches == nil || len(got.Matches) != 0 {
		t.Errorf("nobody is found: %+v", got.Matches)
	}
	tourney(t, &got, "lookup", file, "brzek", "kunigunda", "--json")
	if !got.Partial || len(got.Matches) != 1 {
		t.Errorf("the bearers of a family name: %+v", got)
	}
	if _, out, errs := line(t, "lookup", file, "brzek", "kunigunda"); !strings.Contains(errs, "Players with the family name Brzęk:") || !strings.Contains(out, "Brzęk Łucja") {
		t.Errorf("the bearers of a family name: %s%s", errs, out)
	}
	code, out, errs := line(t, "lookup", file, "brzek")
	if code != 0 || !strings.Contains(out, "Brzęk Łucja") || !strings.Contains(errs, ":5: ") {
		t.Errorf("exit %d\n%s%s", code, out, errs)
	}
	for want, args := range map[int][]string{
		1: {"lookup", write(t, "none.txt", "\x00\x01"), "x"},
		2: {"lookup", file},
	} {
		t.Run(called(args...), func(t *testing.T) {
			if code, _, _ := line(t, args...); code != want {
				t.Errorf("tourney %v: exit %d, want %d", args, code, want)
			}
		})
	}
}

// Tables of any form are searched; the command prints the recognised columns.
func TestLookupInTables(t *testing.T) {
	t.Parallel()
	f := excelize.NewFile()
	defer func() { _ = f.Close() }()
	for i, row := range [][]any{{"Pelaaja", "Vahvuus", "PIN"}, {"Aino Aho", "2d", 91000001}, {"Ilkka Berg", "5k", 91000002}} {
		if err := f.SetSheetRow("Sheet1", fmt.Sprintf("A%d", i+1), &row); err != nil {
			t.Fatal(err)
		}
	}
	var sheet bytes.Buffer
	if err := f.Write(&sheet); err != nil {
		t.Fatal(err)
	}
	file := write(t, "club.bin", sheet.String())
	var got lookupReport
	tourney(t, &got, "lookup", file, "91000001", "--json")
	if got.Format != "xlsx" || got.Players != 2 || len(got.Matches) != 1 || got.Matches[0].Family != "Aho" || got.Matches[0].Rank != "2d" {
		t.Errorf("got %+v", got)
	}
	code, out, errs := line(t, "lookup", file, "berg")
	if code != 0 || !strings.Contains(out, "Berg Ilkka") || !strings.Contains(errs, "The columns are read as given-family,rank,egd, the players from row 2.") {
		t.Errorf("exit %d\n%s%s", code, out, errs)
	}
	got = lookupReport{}
	tourney(t, &got, "lookup", file, "--columns", "family-given, - ,ffg", "--from", "3", "--json", "ilkka")
	if got.Players != 1 || len(got.Matches) != 1 || got.Matches[0].Family != "Ilkka" || got.Matches[0].ID != "91000002" || got.Matches[0].Rank != "" {
		t.Errorf("as printed: %+v", got)
	}
	odd := write(t, "odd.csv", "x;y;z\nAho;a;b\nBerg;c;d\n")
	for want, args := range map[string][]string{
		"No column holds the name":                            {odd, "aho"},
		"cannot hold “shoe”":                                  {odd, "aho", "--columns", "family,shoe"},
		"Two columns hold Rank (column 3)":                    {odd, "aho", "--columns", "family,rank,rank"},
		"This is a PDF":                                       {write(t, "a.csv", "%PDF-1.7\n1 0 obj"), "aho"},
		"This isn't a known rating list":                      {write(t, "b.csv", "\x00\x01\x02"), "aho"},
		"This file is a whole tournament":                     {write(t, "t.csv", "<Tournament><Players/></Tournament>"), "aho"},
		"The columns are read as -,-,-, the players from row": {odd, "aho"},
	} {
		t.Run(want, func(t *testing.T) {
			if code, _, errs := line(t, append([]string{"lookup"}, args...)...); code != 1 || !strings.Contains(errs, want) {
				t.Errorf("lookup %v: exit %d, %q, want %q", args[1:], code, errs, want)
			}
		})
	}
}

// The command imports a rating list like the page: a federation's list by its content, a table with --list.
func TestImportRatingLists(t *testing.T) {
	t.Parallel()
	db := filepath.Join(t.TempDir(), "club.db")
	aga := write(t, "list.txt", "Aho, Aino\t90001\tFull\t3.7\t12/31/2026\tTEST\tMA\nBerg, Bo\t90002\tFull\t-1.2\t12/31/2026\tTEST\tMA\n")
	if code, out, errs := line(t, "import", aga, "--db", db); code != 0 || !strings.Contains(out, "The rating list AGA has been imported: 2 players.") {
		t.Fatalf("exit %d\n%s%s", code, out, errs)
	}
	table := write(t, "club.csv", smallList)
	code, out, errs := line(t, "import", table, "--db", db, "--list")
	if code != 0 || !strings.Contains(out, "The rating list club has been imported: 3 players.") || !strings.Contains(errs, "family-given,rank,rating,country,club,egd") {
		t.Fatalf("exit %d\n%s%s", code, out, errs)
	}
	kept, err := store.Open(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	d := director.New(kept, time.Now)
	all, err := d.RatingLists().Common().All(t.Context())
	if err != nil || len(all) != 2 || all[0].Origin != "AGA" || all[1].File != "club.csv" || all[1].By != "command line" {
		t.Fatalf("kept %+v, %v", all, err)
	}
	ix, _, err := d.RatingLists().Common().Index(t.Context(), all[1].ID)
	if err != nil || len(ix.Search("aijala", 5)) != 1 {
		t.Errorf("the table is not searched: %v", err)
	}
	for want, args := range map[int][]string{
		1: {"import", write(t, "odd.csv", "x;y\n1;2\n"), "--list", "--db", filepath.Join(t.TempDir(), "new.db")},
		2: {"import", table, "--list", "--into", "cup", "--db", db},
	} {
		t.Run(called(args...), func(t *testing.T) {
			if code, _, errs := line(t, args...); code != want || errs == "" {
				t.Errorf("tourney %v: exit %d, want %d: %s", args, code, want, errs)
			}
		})
	}
}

// A database stores any number of tables by their names beside the lists of federations; they are searched together,
// updated and removed.
func TestManyListsInADatabase(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	db := filepath.Join(t.TempDir(), "club.db")
	ok := func(want string, args ...string) {
		t.Helper()
		code, out, errs := line(t, args...)
		if code != 0 || !strings.Contains(out, want) {
			t.Errorf("tourney %v: exit %d, %q does not print %q; %s", args, code, out, want, errs)
		}
	}
	club := write(t, "club.csv", smallList)
	ok("The rating list AGA has been imported: 1 player.", "import", write(t, "aga.txt", "Brzek, Adam\t90001\tFull\t3.7\t12/31/2026\tTEST\tMA\n"), "--db", db)
	ok("The rating list club has been imported: 3 players.", "import", club, "--list", "--db", db)
	ok("The rating list Our juniors has been imported: 1 player.", "import", write(t, "x.csv", "name;rank\nBrzęk Ewa;9k\n"), "--list", "--name", "Our juniors", "--db", db)
	var got lookupReport
	tourney(t, &got, "lookup", "brzek", "--db", db, "--json")
	if text := fmt.Sprint(len(got.Matches), got.Format, got.Players); text != "3database5" {
		t.Fatalf("%s: %+v", text, got.Matches)
	}
	for i, want := range []string{"AGA Adam", "Our juniors Ewa", "club Łucja"} {
		if m := got.Matches[i]; m.List+" "+m.Given != want {
			t.Errorf("match %d is %s %s, want %s", i, m.List, m.Given, want)
		}
	}
	ok("Our juniors", "lookup", "brzek ewa", "--db", db)
	ok("The rating list Our juniors has been imported: 2 players.", "import", write(t, "y.csv", "name;rank\nBrzęk Ewa;8k\nNew One;20k\n"), "--list", "--name", "Our juniors", "--db", db)
	var kept []keptList
	tourney(t, &kept, "lists", "--db", db, "--json")
	if len(kept) != 3 || kept[0].Name != "AGA" || kept[1].Name != "club" || kept[1].Format != "csv" || kept[2].Name != "Our juniors" || kept[2].Players != 2 || kept[2].File != "y.csv" {
		t.Errorf("kept %+v", kept)
	}
	ok("The rating list Our juniors has been removed.", "lists", "--db", db, "--remove", "Our juniors")
	ok("club", "lists", "--db", db)
	got = lookupReport{}
	tourney(t, &got, "lookup", "new one", "--db", db, "--json")
	if len(got.Matches) != 0 {
		t.Errorf("found in a list that is removed: %+v", got.Matches)
	}
	missing := filepath.Join(t.TempDir(), "none.db")
	for _, tt := range []struct {
		code int
		args []string
	}{
		{1, []string{"lists", "--db", db, "--remove", "Our juniors"}},
		{1, []string{"lists", "--db", missing}},
		{1, []string{"lookup", "x", "--db", missing}},
		{1, []string{"import", club, "--list", "--name", strings.Repeat("x", 61), "--db", db}},
		{1, []string{"import", club, "--list", "--name", "EGF", "--db", db}},
		{2, []string{"import", club, "--name", "x", "--db", db}},
		{2, []string{"lookup", club}},
		{2, []string{"lists"}},
	} {
		t.Run(called(tt.args...), func(t *testing.T) {
			if code, _, errs := line(t, tt.args...); code != tt.code || errs == "" {
				t.Errorf("tourney %v: exit %d, want %d: %s", tt.args, code, tt.code, errs)
			}
		})
	}
	if _, err := os.Stat(missing); err == nil {
		t.Error("asking for lists makes a database")
	}
}

func TestLookupInLists(t *testing.T) {
	t.Parallel()
	for file, want := range map[string]lookupReport{
		"synthetic-allworld_lp.html":  {Format: "egd", Players: 20000},
		"synthetic-allworld_lp.zip":   {Format: "egd", Players: 20000},
		"synthetic-ech_ffg_V3.txt":    {Format: "ffg", Players: 3005},
		"synthetic-TDListA.txt":       {Format: "aga", Players: 3000},
		"synthetic-EGF-20260315.json": {Format: "json", Players: 1000},
	} {
		t.Run(file, func(t *testing.T) {
			var got lookupReport
			tourney(t, &got, "lookup", golden.Sample(t, "ratings", file), "a", "--json")
			if got.Format != want.Format || got.Players != want.Players || len(got.Matches) != mostMatches {
				t.Errorf("%s: %s with %d players, %d found", file, got.Format, got.Players, len(got.Matches))
			}
		})
	}
}

// oneGame writes a file of a tournament of one game between equals, won by the first player.
func oneGame(t *testing.T) string {
	t.Helper()
	settings, err := tournament.PresetNamed("egf")
	if err != nil {
		t.Fatal(err)
	}
	tn, err := tournament.New(tournament.Info{Slug: "two", Name: "Two"}, settings)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"Winner", "Loser"} {
		p := tournament.Player{Family: name, Given: "X", Rank: rank.Dan1, Rating: rank.Points(2100), Status: tournament.CheckedIn}
		if _, err := tn.AddPlayer(p, tournament.RefuseNamesakes); err != nil {
			t.Fatal(err)
		}
	}
	if err := tn.SetDraft(1, []tournament.Game{{Table: 1, Black: 1, White: 2, Komi: 13}}, nil, tournament.Drawn{}); err != nil {
		t.Fatal(err)
	}
	if err := tn.Publish(1); err != nil {
		t.Fatal(err)
	}
	if _, _, err := tn.Record(tournament.Entry{Round: 1, Table: 1, Result: tournament.Result{Outcome: tournament.BlackWins}}); err != nil {
		t.Fatal(err)
	}
	var xml bytes.Buffer
	if _, err := format.Write(&xml, "opengotha", tournament.Whole{Tournament: tn}, func(key string, _ ...any) string { return key }); err != nil {
		t.Fatal(err)
	}
	return write(t, "two.xml", xml.String())
}

// An event on the internet has a quarter of the weight, unless --class is set or its clock is too short.
func TestRateOnTheInternet(t *testing.T) {
	t.Parallel()
	hall := oneGame(t)
	data, err := os.ReadFile(hall)
	if err != nil {
		t.Fatal(err)
	}
	online := strings.Replace(string(data), `bInternet="false"`, `bInternet="true"`, 1)
	fast := strings.Replace(online, `basicTime="`, `basicTime="1" old="`, 1)
	for _, tt := range []struct {
		text, class string
		want        rating.Class
		after       float64
	}{
		{string(data), "", "B", 2106.98}, {online, "", "D", 2102.33}, {online, "C", "C", 2104.65}, {fast, "", "none", 2100},
	} {
		t.Run(fmt.Sprintf("%v after class %q", tt.after, tt.class), func(t *testing.T) {
			var got rateReport
			tourney(t, &got, "rate", write(t, "online.xml", tt.text), "--class", tt.class, "--json")
			if got.Class != tt.want || *got.Players[0].After != tt.after {
				t.Errorf("--class %q: class %q, %v; want %q, %v", tt.class, got.Class, *got.Players[0].After, tt.want, tt.after)
			}
		})
	}
}

func TestRateInJSON(t *testing.T) {
	t.Parallel()
	file := oneGame(t)
	var got rateReport
	tourney(t, &got, "rate", file, "--class", "a", "--json")
	// The published example of the formula: 2100 beats 2100 in class A.
	points := func(x float64) *float64 { return &x }
	want := []rateLine{
		{Name: "Winner X", Before: 2100, After: points(2109.31), Games: 1, Score: 1, Expected: 0.5},
		{Name: "Loser X", Before: 2100, After: points(2091.73), Games: 1, Expected: 0.5},
	}
	if diff := cmp.Diff(want, got.Players); got.Formula.String() != "egf-2021" || got.Class != "A" || diff != "" {
		t.Errorf("%v in class %s: %s", got.Formula, got.Class, diff)
	}
	tourney(t, &got, "rate", file, "--class", "A", "--formula", "egf-2020", "--json")
	if after := got.Players[0].After; got.Formula.String() != "egf-2020" || *after >= 2115 || *after <= 2110 {
		t.Errorf("by the older formula: %+v", got)
	}
	if code, out, _ := line(t, "rate", file, "--class", "A"); code != 0 || !strings.Contains(out, "+9.3") {
		t.Errorf("exit %d: %s", code, out)
	}
	for _, wrong := range [][]string{{"--formula", "elo"}, {"--class", "E"}} {
		if code, _, errs := line(t, append([]string{"rate", file}, wrong...)...); code != 2 || errs == "" {
			t.Errorf("rate %v: exit %d, %q", wrong, code, errs)
		}
	}
}

// The American system has expectations only: no new ratings, changes, suggested ranks or European classes.
func TestRateAGA(t *testing.T) {
	t.Parallel()
	file := oneGame(t)
	code, out, _ := line(t, "rate", file, "--formula", "aga", "--json")
	// Komi 6.5 is less than fair.
	want := `{"formula":"aga","players":[{"name":"Winner X","before":2100,"games":1,"score":1,"expected":0.53},` +
		`{"name":"Loser X","before":2100,"games":1,"score":0,"expected":0.47}]}` + "\n"
	if code != 0 || out != want {
		t.Errorf("exit %d: %s, want %s", code, out, want)
	}
	code, out, _ = line(t, "rate", file, "--formula", "aga")
	if rows := strings.Split(out, "\n"); code != 0 || len(rows) < 7 || rows[0] != "Two, AGA" ||
		strings.Join(strings.Fields(rows[2]), " ") != "Before Games Score Expected Name" ||
		strings.Join(strings.Fields(rows[3]), " ") != "2100 1 1 0.53 Winner X" || !strings.Contains(out, "as a whole") {
		t.Errorf("exit %d\n%s", code, out)
	}
	if _, out, _ := line(t, "rate", file, "--formula", "aga", "--class", "none"); !strings.Contains(out, "not rated") {
		t.Errorf("nobody expected that the event is not rated:\n%s", out)
	}
}
