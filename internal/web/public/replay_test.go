package public

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tourney/internal/rules"
	"tourney/internal/rules/gamerecord"
	"tourney/internal/testkit/webtest"
)

func TestReplay(t *testing.T) {
	c, _ := gamerecord.Read([]byte("(;SZ[5]AB[aa];W[ab];B[ba](;W[];B[bb];W[ca])(;AE[ab]AW[ee](;W[cc])(;W[dd])))"))
	steps := replay(c.Game(0), rules.Check(c.Game(0), rules.Systems()[0], rules.Options{}))
	var got []string
	for _, s := range steps {
		got = append(got, strings.Join([]string{string(rune('0' + s.Up)), string(rune('0' + s.Number)), s.Color + s.Move, s.Set}, "|"))
	}
	want := []string{
		"/|0||aa-B", "0|1|Wab|ab-W", "1|2|Bba|ba-B", "2|3|Wpass|", "3|4|Bbb|bb-B", "4|5|Wca|ca-W",
		"2|2||abW- ee-W", "6|3|Wcc|cc-W", "6|3|Wdd|dd-W",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// The steps lead to the position of the verdict, with captures and suicide, and back again.
func TestReplayLeadsToTheVerdict(t *testing.T) {
	chinese, _ := rules.ByName("chinese") // an illegal move counts as a pass
	for _, system := range []rules.System{rules.Systems()[0], chinese} {
		for _, record := range replayed() {
			t.Run(system.Name+" "+record[:min(len(record), 40)], func(t *testing.T) { leadsToTheVerdict(t, record, system) })
		}
	}
}

func replayed() []string {
	return []string{
		webtest.CountedRecord(),
		"(;SZ[3];B[ab];W[aa];B[ba];W[bb];B[ca];W[cb];B[];W[ab];B[cc];W[];B[bc];W[ac];B[ca])",
		"(;SZ[2];B[aa];W[ab];B[bb];W[ba];B[aa];W[ab];B[bb])", // suicide and captures
		"(;SZ[4];B[aa];W[aa];B[aa];AW[bb])",                  // stones on stones
		"(;SZ[4];B[aa];W[aa](;B[bb];W[bb];B[cc])(;W[bb];B[bb]))",
	}
}

func leadsToTheVerdict(t *testing.T, record string, system rules.System) {
	t.Helper()
	c, _ := gamerecord.Read([]byte(record))
	v := rules.Check(c.Game(0), system, rules.Options{})
	steps := replay(c.Game(0), v)
	board, err := rules.NewBoard(v.Cols, v.Rows)
	if err != nil {
		t.Fatal(err)
	}
	main := 0
	for i, s := range steps {
		if s.Up != i-1 {
			break // a variation
		}
		main++
		for _, change := range strings.Fields(s.Set) {
			p, _ := rules.ParsePoint(change[:2])
			if board.Stone(p).String() != change[2:3] {
				t.Errorf("%s: step %d says %s of %s", record, i, change, board.Stone(p))
			}
			board.Set(p, map[byte]rules.Color{'B': rules.Black, 'W': rules.White}[change[3]])
		}
	}
	last := steps[main-1]
	if board.String() != v.Position() || last.Captured != v.Captured || last.Number != v.Moves {
		t.Errorf("%s leads to %s with %v, want %s with %v", record, board, last.Captured, v.Position(), v.Captured)
	}
}

func TestReplayIsBounded(t *testing.T) {
	c, _ := gamerecord.Read([]byte("(;SZ[19]" + strings.Repeat("(;B[aa];W[bb];B[cc])", 30_000) + ")"))
	if n := len(replay(c.Game(0), rules.Check(c.Game(0), rules.Systems()[0], rules.Options{}))); n != mostReplayed {
		t.Errorf("%d steps are replayed", n)
	}
}

// A replay stops at the limit of the record's check.
func TestReplayIsBoundedAsTheCheck(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	for name, record := range map[string]string{
		"stones placed by hand":       "(;SZ[52]AB[aa:ZZ]" + strings.Repeat(";AW[aa:ca]W[];AB[aa:ca]", 1500) + ")",
		"stones on stones":            "(;SZ[52]AB[aa:Za][bb:ZZ][ac:aZ]" + strings.Repeat(";W[aa];B[aa]", 1500) + ")",
		"one stone taken off by hand": "(;SZ[52]AB[aa:ZZ]" + strings.Repeat(";AE[aa]W[];AB[aa]", 1500) + ")",
	} {
		t.Run(name, func(t *testing.T) {
			c, _ := gamerecord.Read([]byte(record))
			v := rules.Check(c.Game(0), rules.Systems()[0], rules.Options{})
			if !v.Board.Overworked() {
				t.Fatal("the record costs too little for this test")
			}
			steps := replay(c.Game(0), v)
			if last := steps[len(steps)-1]; last.Number != v.Moves || len(steps) == mostReplayed {
				t.Errorf("%d steps with %d moves are replayed, %d moves checked", len(steps), last.Number, v.Moves)
			}
		})
	}
}

// BenchmarkReplay replays ordinary moves, and a hostile record on the boards of tournaments and on the largest of the
// file format.
func BenchmarkReplay(b *testing.B) {
	for _, bench := range []struct{ name, record string }{
		{"counted", webtest.CountedRecord()},
		{"setup19", webtest.SetUpHeavyRecord("19", "aa:ss")},
		{"setup52", webtest.SetUpHeavyRecord("52", "aa:ZZ")},
	} {
		b.Run(bench.name, func(b *testing.B) {
			c, _ := gamerecord.Read([]byte(bench.record))
			v := rules.Check(c.Game(0), rules.Systems()[0], rules.Options{})
			for b.Loop() {
				script(replay(c.Game(0), v))
			}
		})
	}
}
