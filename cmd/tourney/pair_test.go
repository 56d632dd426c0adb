package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"tourney/internal/format"
	"tourney/internal/format/native"
	"tourney/internal/format/workbook"
	"tourney/internal/pairing"
	"tourney/internal/rank"
	"tourney/internal/testkit/webtest"
	"tourney/internal/tournament"
)

// cupOf writes a tournament with a number of players, its first round drawn, published and played, and its second
// drawn.
func cupOf(t *testing.T, players int, change func(tn *tournament.Whole)) (path string, tn *tournament.Tournament) {
	t.Helper()
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	settings, err := tournament.PresetNamed("egf")
	check(err)
	tn, err = tournament.New(tournament.Info{Slug: "cup", Name: "Cup"}, settings)
	check(err)
	for i := range players {
		_, err := tn.AddPlayer(tournament.Player{Family: fmt.Sprintf("Player%02d", i), Given: "X", Rank: rank.Dan(3) - rank.Rank(i), Status: tournament.CheckedIn}, tournament.RefuseNamesakes)
		check(err)
	}
	whole := tournament.Whole{Tournament: tn}
	for n := 1; n <= 2; n++ {
		draw, err := pairing.Make(t.Context(), tn, n, pairing.Options{Seed: 3})
		check(err)
		from := pairing.Inputs(tn, n)
		check(draw.Draft(tn, "test"))
		check(native.KeepDraw(&whole, n, from))
		if n == 2 {
			break
		}
		check(tn.Publish(n))
		for _, g := range draw.Games {
			_, _, err := tn.Record(tournament.Entry{Round: n, Table: g.Game.Table, Result: tournament.Result{Outcome: tournament.WhiteWins}})
			check(err)
		}
	}
	change(&whole)
	var out strings.Builder
	_, err = format.Write(&out, "tourney", whole, nil)
	check(err)
	return write(t, "cup.json", out.String()), tn
}

func TestPairPrintsItsReasons(t *testing.T) {
	t.Parallel()
	path, tn := cupOf(t, 9, func(*tournament.Whole) {})
	code, out, errs := line(t, "pair", path, "--round", "2", "--json")
	var report workbook.DrawReport
	if err := json.Unmarshal([]byte(out), &report); code != 0 || err != nil {
		t.Fatalf("exit %d, %v, %s", code, err, errs)
	}
	if len(report.Games) != 4 || report.Best != report.Total || len(report.Byes) != 1 || !strings.Contains(report.Byes[0].Text, "fewest byes") {
		t.Errorf("%+v", report)
	}
	for _, g := range report.Games {
		if len(g.Reasons.Black) == 0 || len(g.Reasons.White) == 0 || g.Criteria[0].Text != "They have not met before." || g.Criteria[0].Most != g.Criteria[0].Share {
			t.Errorf("%+v", g)
		}
	}
	if want := tn.Round(2).Drawn.Inputs; report.Inputs != want {
		t.Errorf("inputs %s, want %s", report.Inputs, want)
	}
}

func TestPairVerifies(t *testing.T) {
	t.Parallel()
	path, tn := cupOf(t, 10, func(*tournament.Whole) {})
	code, out, errs := line(t, "pair", path, "--round", "2", "--verify")
	for _, word := range []string{"Random number  3", "Inputs         " + tn.Round(2).Drawn.MadeFrom, "Program        test", "Total          " + tn.Round(2).Drawn.Total, "Yes: drawing again gives the same draw."} {
		if code != 0 || !strings.Contains(out, word) {
			t.Errorf("exit %d, %q lacks %q %s", code, out, word, errs)
		}
	}
	changed, _ := cupOf(t, 10, func(tn *tournament.Whole) {
		r := tn.Round(2)
		next, err := pairing.Swap(tn.Tournament, 2, r.Games[0].White, r.Games[1].White)
		if err == nil {
			err = tn.SetDraft(2, next.Games, next.Byes, r.Drawn)
		}
		if err != nil {
			t.Fatal(err)
		}
	})
	if code, out, _ = line(t, "pair", changed, "--round", "2", "--verify"); code != 0 || !strings.Contains(out, "2 games were set by the director before or after the draw.\nThe round differs from the draw:\nTable 1:") {
		t.Errorf("a changed round: exit %d, %s", code, out)
	}
	corrected, _ := cupOf(t, 10, func(tn *tournament.Whole) {
		tn.Players[3].Rank, tn.Players[4].Family, tn.Info.Place = rank.Kyu(9), "Renamed", "Oulu"
	})
	code, out, _ = line(t, "pair", corrected, "--round", "2", "--verify")
	if code != 0 || !strings.Contains(out, "the same draw.\nSince then:\nThe rank of Player03 X was changed from 1k to 9k.\n") || strings.Contains(out, "Renamed") {
		t.Errorf("another rank: exit %d, %s", code, out)
	}
	older, _ := cupOf(t, 10, func(tn *tournament.Whole) {
		tn.Players[3].Rank, tn.Draws, tn.Rounds[1].Drawn.MadeFrom = rank.Kyu(9), nil, ""
	})
	if code, out, _ = line(t, "pair", older, "--round", "2", "--verify"); code != 1 || !strings.Contains(out, "was made before inputs were saved") {
		t.Errorf("a draw without its inputs: exit %d, %s", code, out)
	}
	code, out, _ = line(t, "pair", older, "--round", "2", "--verify", "--json")
	var report struct {
		Reproduced      bool
		Failures, Since []string
		Program         string
	}
	if err := json.Unmarshal([]byte(out), &report); err != nil || code != 1 || report.Reproduced || len(report.Failures) != 1 || report.Program != "test" || report.Since == nil {
		t.Errorf("exit %d, %v, %s", code, err, out)
	}
	broken, _ := cupOf(t, 10, func(tn *tournament.Whole) { tn.Draws[tn.Rounds[1].Drawn.MadeFrom][20] ^= 1 })
	if code, _, errs = line(t, "pair", broken, "--round", "2", "--verify"); code != 1 || !strings.Contains(errs, "The saved inputs of the draw of round 2 are damaged in the file.") {
		t.Errorf("damaged: exit %d, %s", code, errs)
	}
	byHand, _ := cupOf(t, 4, func(tn *tournament.Whole) {
		if err := tn.SetDraft(2, tn.Round(2).Games, nil, tournament.Drawn{}); err != nil {
			t.Fatal(err)
		}
	})
	for _, tt := range []struct {
		code     int
		args     string
		expected string
	}{
		{1, byHand + " --round 2 --verify", "paired by hand"},
		{1, byHand + " --round 3 --verify", "not been paired"},
		{2, byHand + " --round 2 --verify --seed 4", "--verify uses the seed"},
		{2, byHand + " --round 2 --weights", "--weights needs --json"},
		{2, byHand + " --round 2 --why Player01", "given twice"},
		{1, byHand + " --round 2 --why Player01 --why Nobody", "No player in the list is called “Nobody”."},
		{1, byHand + " --round 2 --why Player01 --why Player", "4 players are called"},
		{1, byHand + " --round 2 --why Player01 --why player01", "have no cost"},
	} {
		t.Run(called(strings.Fields(tt.args)...), func(t *testing.T) {
			if code, out, errs := line(t, append([]string{"pair"}, strings.Fields(tt.args)...)...); code != tt.code || !strings.Contains(errs, tt.expected) {
				t.Errorf("pair %s: exit %d, %q %s", tt.args, code, errs, out)
			}
		})
	}
}

func TestPairPricesAnotherPair(t *testing.T) {
	t.Parallel()
	path, tn := cupOf(t, 10, func(*tournament.Whole) {})
	r := tn.Round(2)
	a, b := tn.Player(r.Games[0].Black).Name(), tn.Player(r.Games[2].White).Name()
	code, out, errs := line(t, "pair", path, "--round", "2", "--seed", "3", "--why", a, "--why", b, "--json")
	var report whyReport
	if err := json.Unmarshal([]byte(out), &report); err != nil || code != 0 {
		t.Fatalf("exit %d, %v, %s", code, err, errs)
	}
	other, err := new(pairing.Session).Instead(t.Context(), tn, 2, r.Games[0].Black, r.Games[2].White)
	if err != nil {
		t.Fatal(err)
	}
	if report.Cost != other.Cost.String() || report.A != a || report.B != b || len(report.Instead) != len(other.Changed)-1 {
		t.Errorf("%+v, want the cost %v", report, other.Cost)
	}
	if report.Game.Reasons.Black == nil || report.Game.Table == 0 {
		t.Errorf("the game of the two: %+v", report.Game)
	}
	code, out, errs = line(t, "pair", path, "--round", "2", "--seed", "3", "--why", a, "--why", b)
	if code != 0 || !strings.Contains(out, a+" – "+b+" costs "+report.Cost) || !strings.Contains(out, "They have") || !strings.Contains(out, "Handicap") {
		t.Errorf("exit %d, %s %s", code, out, errs)
	}
}

// After meetings of all players, the answer reports the additional meetings of another pair, even without a cost.
func TestPairTellsWhatAnotherPairRepeats(t *testing.T) {
	t.Parallel()
	const text = `{"tourney":1,"info":{"slug":"x","name":"X"},"settings":{"system":"swiss","rounds":9,"size":19,"floor":"30k","bar":"9d","handicap":{"basis":"rank"},"criteria":["NBW"],"pairing":{"duplicate":1000}},"lastId":9,
		"players":[{"id":1,"family":"A","rank":"1k","status":"checked-in"},{"id":2,"family":"B","rank":"1k","status":"checked-in"},
			{"id":3,"family":"C","rank":"1k","status":"checked-in"},{"id":4,"family":"D","rank":"1k","status":"checked-in"}],
		"rounds":[{"published":true,"games":[{"id":5,"table":1,"black":1,"white":2,"result":"B+"},{"id":6,"table":2,"black":3,"white":4,"result":"B+"}]},
			{"published":true,"games":[{"id":7,"table":1,"black":1,"white":3,"result":"B+"},{"id":8,"table":2,"black":2,"white":4,"result":"B+"}]}%s]}`
	const third = `,{"published":true,"games":[{"id":9,"table":1,"black":1,"white":4,"result":"B+"},{"id":10,"table":2,"black":2,"white":3,"result":"B+"}]}`
	two, three := write(t, "two.json", fmt.Sprintf(text, "")), write(t, "three.json", strings.Replace(fmt.Sprintf(text, third), `"lastId":9`, `"lastId":10`, 1))
	for _, tt := range []struct{ file, round, other, want string }{
		{two, "3", "B", "2 more earlier meetings."},
		{three, "4", "D", "2 immediate rematches."},
		{three, "4", "C", "players meet again 2 rounds sooner, all games together."},
	} {
		code, out, errs := line(t, "pair", tt.file, "--round", tt.round, "--why", "A", "--why", tt.other)
		if code != 0 || !strings.Contains(out, tt.want+" That counts before any cost.") {
			t.Errorf("round %s, A and %s: exit %d, %s%s", tt.round, tt.other, code, out, errs)
		}
	}
}

// Planned pairs have no cost: the command prints when two players will meet, and the standings are listed by pool.
func TestPairAndStandingsOfPools(t *testing.T) {
	t.Parallel()
	path, _ := cupOf(t, 8, func(tn *tournament.Whole) {
		tn.Settings.System, tn.Settings.Format.Pools = tournament.RoundRobin, 2
	})
	code, out, errs := line(t, "pair", path, "--round", "2", "--json", "--why", "Player00", "--why", "Player04")
	var report struct {
		Round int
		Why   []string
	}
	if err := json.Unmarshal([]byte(out), &report); code != 0 || err != nil || report.Round != 2 {
		t.Fatalf("exit %d, %v, %s %s", code, err, out, errs)
	}
	if len(report.Why) == 0 || !strings.Contains(strings.Join(report.Why, " "), "The Berger table has them meet in round") && !strings.Contains(report.Why[len(report.Why)-1], "pool") {
		t.Errorf("why not: %q", report.Why)
	}
	code, out, errs = line(t, "pair", path, "--round", "2", "--why", "Player00", "--why", "Player04")
	if code != 0 || !strings.Contains(out, report.Why[0]) {
		t.Errorf("exit %d, %q %s", code, out, errs)
	}
	code, out, errs = line(t, "standings", path, "--round", "1")
	if code != 0 || !strings.Contains(out, "Pool A") || strings.Index(out, "Pool B") < strings.Index(out, "Pool A") {
		t.Errorf("exit %d, %q %s", code, out, errs)
	}
}

// Standings are public ones: without a draft, and with the results so far of an unfinished round.
func TestStandingsOfPublishedRounds(t *testing.T) {
	t.Parallel()
	cup, tn := cupOf(t, 8, func(*tournament.Whole) {})
	if code, out, errs := line(t, "standings", cup); code != 0 || !strings.Contains(out, "Standings after round 1\n") || strings.Contains(out, "R2") {
		t.Errorf("with a draft %d: %s%s", code, out, errs)
	}
	if code, out, errs := line(t, "standings", "--round", "2", cup); code != 1 || !strings.Contains(errs, "Round 2 has not been published yet.") {
		t.Errorf("those of a draft %d: %s%s", code, out, errs)
	}
	later, _ := cupOf(t, 8, func(w *tournament.Whole) {
		if err := w.Publish(2); err != nil {
			t.Fatal(err)
		}
	})
	if code, out, errs := line(t, "standings", later); code != 0 || !strings.Contains(out, "Standings during round 2\n") {
		t.Errorf("while %d results are missing %d: %s%s", tn.Round(2).Missing(), code, out, errs)
	}
}

// A draft's byes and locked games stay, as in a new draw at the desk, and the command lists them.
func TestPairKeepsTheDraftOfTheDirector(t *testing.T) {
	settings, err := tournament.PresetNamed("swiss")
	if err != nil {
		t.Fatal(err)
	}
	tn, err := tournament.New(tournament.Info{Slug: "byes", Name: "Byes"}, settings)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 7 {
		p := tournament.Player{Family: fmt.Sprint("P0", i+1), Rank: rank.Kyu1 - rank.Rank(i), Status: tournament.CheckedIn}
		if _, err := tn.AddPlayer(p, tournament.RefuseNamesakes); err != nil {
			t.Fatal(err)
		}
	}
	games := []tournament.Game{{Table: 1, Black: 1, White: 4, Komi: 13}, {Table: 2, Black: 6, White: 2, Komi: 13, Locked: true}}
	if err := tn.SetDraft(1, games, []tournament.PlayerID{3, 5, 7}, tournament.Drawn{Seed: 1, Bye: 7, Total: "1", Inputs: "f"}); err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	if _, err := format.Write(&text, "tourney", tournament.Whole{Tournament: tn}, nil); err != nil {
		t.Fatal(err)
	}
	path := write(t, "byes.json", text.String())
	code, out, errs := line(t, "pair", path, "--round", "1", "--json")
	var report workbook.DrawReport
	if err := json.Unmarshal([]byte(out), &report); code != 0 || err != nil {
		t.Fatalf("exit %d, %v, %s", code, err, errs)
	}
	var got []string
	for _, g := range report.Games {
		got = append(got, fmt.Sprintf("%d %s %s", g.Table, g.Black, g.White))
	}
	if len(got) != 2 || !slices.Contains(got, "2 P06 P02") || fmt.Sprint(report.Bye) != "[P03 P05 P07]" {
		t.Errorf("games %q, byes %q", got, report.Bye)
	}
	for _, said := range []string{"The byes of the draft stay: P03, P05.", "The locked games of the draft stay: 2 P06 – P02."} {
		if !strings.Contains(errs, said) {
			t.Errorf("%q lacks %q", errs, said)
		}
	}
	if err := tn.Publish(1); err != nil {
		t.Fatal(err)
	}
	text.Reset()
	if _, err := format.Write(&text, "tourney", tournament.Whole{Tournament: tn}, nil); err != nil {
		t.Fatal(err)
	}
	if _, out, errs = line(t, "pair", write(t, "published.json", text.String()), "--round", "1"); strings.Contains(errs, "draft stay") || !strings.Contains(out, "bye: P07\n") {
		t.Errorf("a published round: %s%s", out, errs)
	}
}

// The standings of open play are points, without rounds.
func TestStandingsOfASeason(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	season := webtest.NewSeason(time.Date(2026, 10, 20, 18, 0, 0, 0, time.UTC))
	if _, err := format.Write(&text, "tourney", tournament.Whole{Tournament: season}, nil); err != nil {
		t.Fatal(err)
	}
	path := write(t, "season.json", text.String())
	if code, out, errs := line(t, "standings", path); code != 0 || !strings.Contains(out, "Points\n") || strings.Contains(out, "R1") {
		t.Errorf("exit %d, %q %s", code, out, errs)
	}
	if code, out, errs := line(t, "standings", "--json", path); code != 0 || !strings.Contains(out, `"POINTS"`) {
		t.Errorf("exit %d, %q %s", code, out, errs)
	}
	if code, _, errs := line(t, "standings", "--round", "1", path); code != 1 || !strings.Contains(errs, "no rounds") {
		t.Errorf("a round: exit %d, %s", code, errs)
	}
}
