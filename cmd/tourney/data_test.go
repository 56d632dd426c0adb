package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tourney/internal/format"
	"tourney/internal/format/workbook"
	"tourney/internal/testkit/golden"
	"tourney/internal/tournament"
)

// recorded are the tournaments of the test data with all rounds known.
var recorded = []string{"simplemm", "simpleswiss", "notsosimpleswiss", "Toulouse2024"}

// tourney runs a command line that must succeed, and decodes its JSON.
func tourney(t *testing.T, answer any, args ...string) {
	t.Helper()
	var out, errs strings.Builder
	if code := run(t.Context(), args, &out, &errs); code != 0 {
		t.Fatalf("tourney %s: exit %d: %s", strings.Join(args, " "), code, errs.String())
	}
	if err := json.Unmarshal([]byte(out.String()), answer); err != nil {
		t.Fatalf("tourney %s: %v", strings.Join(args, " "), err)
	}
}

// A wanted line of the derived standings.
type wanted struct {
	place  int
	name   string
	scores []string // parallel to the columns after the name
}

// derived reads derived/<name>_standings.csv by round.
func derived(t *testing.T, name string) (columns []string, rounds map[int][]wanted) {
	t.Helper()
	heading, rows := golden.Lines(t, "opengotha", "derived", name+"_standings.csv")
	rounds = map[int][]wanted{}
	for _, row := range rows {
		after, err := strconv.Atoi(row[0])
		if err != nil {
			t.Fatal(err)
		}
		place, err := strconv.Atoi(row[1])
		if err != nil {
			t.Fatal(err)
		}
		rounds[after] = append(rounds[after], wanted{place, row[2], row[3:]})
	}
	return heading[3:], rounds
}

func TestStandingsOfRecordedTournaments(t *testing.T) {
	t.Parallel()
	for _, name := range recorded {
		columns, rounds := derived(t, name)
		file := golden.Sample(t, "opengotha", name, name+".xml")
		for after, want := range rounds {
			var got workbook.StandingsReport
			tourney(t, &got, "standings", file, "--round", strconv.Itoa(after), "--json")
			if len(got.Players) != len(want) {
				t.Errorf("%s after %d: %d players, want %d", name, after, len(got.Players), len(want))
				continue
			}
			checked := 0
			for _, w := range want {
				i := slices.IndexFunc(got.Players, func(l workbook.StandingsLine) bool { return l.Name == w.name })
				if i < 0 || got.Players[i].Place != w.place {
					t.Errorf("%s after %d: %s is not at place %d", name, after, w.name, w.place)
					continue
				}
				for j, column := range columns {
					score := fmt.Sprint(got.Players[i].Wins)
					if k := slices.Index(got.Criteria, tournament.Criterion(column)); k >= 0 {
						score = fmt.Sprint(got.Players[i].Scores[k])
						checked++
					} else if column != "NBW" {
						continue
					}
					if score != w.scores[j] {
						t.Errorf("%s after %d: %s of %s is %s, want %s", name, after, column, w.name, score, w.scores[j])
					}
				}
			}
			if checked < 3*len(want) {
				t.Errorf("%s after %d: only %d scores compared", name, after, checked)
			}
		}
		if len(rounds) < 5 {
			t.Errorf("%s: only %d rounds compared", name, len(rounds))
		}
	}
}

func TestPairRecordedTournaments(t *testing.T) {
	t.Parallel()
	for _, name := range recorded {
		file := golden.Sample(t, "opengotha", name, name+".xml")
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		tn, _, err := format.Read(data)
		if err != nil {
			t.Fatal(err)
		}
		met := map[[2]string]bool{}
		for n := 1; n <= len(tn.Rounds); n++ {
			var draw workbook.DrawReport
			tourney(t, &draw, "pair", file, "--round", strconv.Itoa(n), "--json")
			checkDraw(t, tn.Tournament, draw, met)
			for _, g := range tn.Round(n).Games {
				met[pairOf(tn.Player(g.Black).Name(), tn.Player(g.White).Name())] = true
			}
		}
	}
}

func pairOf(a, b string) [2]string { return [2]string{min(a, b), max(a, b)} }

// checkDraw compares a draw with the round as played.
func checkDraw(t *testing.T, tn *tournament.Tournament, draw workbook.DrawReport, met map[[2]string]bool) {
	t.Helper()
	round := tn.Round(draw.Round)
	terms := map[[2]string]tournament.Game{}
	for _, g := range round.Games {
		terms[pairOf(tn.Player(g.Black).Name(), tn.Player(g.White).Name())] = g
	}
	seen := map[string]bool{}
	for _, g := range draw.Games {
		pair := pairOf(g.Black, g.White)
		if met[pair] {
			t.Errorf("%s round %d: %s and %s meet again", tn.Info.Name, draw.Round, g.Black, g.White)
		}
		for _, name := range pair {
			if seen[name] {
				t.Errorf("%s round %d: %s plays twice", tn.Info.Name, draw.Round, name)
			}
			seen[name] = true
		}
		if was, ok := terms[pair]; ok && was.Handicap != g.Handicap {
			t.Errorf("%s round %d: handicap of %v is %d, was %d", tn.Info.Name, draw.Round, pair, g.Handicap, was.Handicap)
		}
	}
	for _, name := range draw.Bye {
		seen[name] = true
	}
	playing := 0
	for i := range tn.Players {
		if p := &tn.Players[i]; p.Plays(draw.Round) {
			playing++
			if !seen[p.Name()] {
				t.Errorf("%s round %d: %s has no game", tn.Info.Name, draw.Round, p.Name())
			}
		}
	}
	if playing != len(seen) || len(draw.Bye) != playing%2 {
		t.Errorf("%s round %d: %d players, %d seated, %d byes", tn.Info.Name, draw.Round, playing, len(seen), len(draw.Bye))
	}
}

func TestCheckRecords(t *testing.T) {
	t.Parallel()
	folder := golden.Sample(t, "sgf", "games")
	wanted := map[string]map[string]string{} // by file and game
	args := []string{"check", "--json", "--rules", "japanese"}
	for _, row := range golden.Rows(t, "sgf", "expected.csv") {
		if row["class"] != "ok" {
			continue
		}
		wanted[row["file"]+" "+row["game"]] = row
		if file := filepath.Join(folder, row["file"]); !slices.Contains(args, file) {
			args = append(args, file)
		}
	}
	var out, errs strings.Builder
	if code := run(t.Context(), args, &out, &errs); code != 1 {
		t.Fatalf("exit %d although some records break a rule: %s", code, errs.String())
	}
	compared := 0
	for answer := json.NewDecoder(strings.NewReader(out.String())); answer.More(); {
		var v verdict
		if err := answer.Decode(&v); err != nil {
			t.Fatal(err)
		}
		row := wanted[fmt.Sprint(filepath.Base(v.File), " ", max(v.Game, 1))]
		if row == nil {
			continue // a later game of a long collection
		}
		compared++
		illegal := ""
		for _, f := range v.Findings {
			if f.Severity == "error" && illegal == "" && f.Move > 0 && f.Line == 0 {
				illegal = strconv.Itoa(f.Move)
			}
		}
		got := []string{strconv.Itoa(v.Moves), illegal, strconv.FormatBool(v.Legal), strconv.Itoa(v.Captures.Black), strconv.Itoa(v.Captures.White), v.Position}
		first := row["ko_first_illegal"]
		want := []string{row["moves"], first, strconv.FormatBool(first == ""), row["captured_by_black"], row["captured_by_white"], row["final_position"]}
		if !slices.Equal(got, want) {
			t.Errorf("%s game %s:\n got %v\nwant %v", row["file"], row["game"], got, want)
		}
	}
	if compared != len(wanted) || compared < 100 {
		t.Errorf("%d of %d records compared", compared, len(wanted))
	}
}

func TestScorePositions(t *testing.T) {
	t.Parallel()
	compared := 0
	for _, row := range golden.Rows(t, "scoring", "scoring.csv") {
		if row["class"] != "exact" {
			continue
		}
		file := golden.Sample(t, "scoring", "positions", row["file"])
		args := []string{"score", file, "--json", "--dead", row["dead"], "--komi", row["komi"], "--handicap", row["handicap"]}
		var plain verdict
		var out strings.Builder
		run(t.Context(), []string{"check", "--json", file}, &out, &out)
		if err := json.Unmarshal([]byte(out.String()), &plain); err != nil {
			t.Fatalf("%s: %v", row["file"], err)
		}
		if plain.Moves == 0 { // a bare position has no prisoners
			args = append(args, "--prisoners", row["captured_by_black"]+","+row["captured_by_white"])
		}
		for _, rules := range []string{"japanese", "chinese", "aga"} {
			var got count
			tourney(t, &got, append(args, "--rules", rules)...)
			want := row[rules]
			if want == "0" {
				want = "Jigo"
			}
			if got.Result != want || got.Rules != rules {
				t.Errorf("%s under %s rules: %s, want %s", row["file"], got.Rules, got.Result, want)
			}
		}
		compared++
	}
	if compared < 50 {
		t.Errorf("only %d positions compared", compared)
	}
}
