package tournament

import (
	"testing"
	"time"

	"tourney/internal/rules"
	"tourney/internal/rules/gamerecord"
	"tourney/internal/rules/sgf"
)

// columns is a position on five lines: Black has ten points, White five.
const columns = "(;SZ[5]AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de]"

// TestResultOf takes the result of a record for a game with komi 0.5.
func TestResultOf(t *testing.T) {
	const marked = ";B[];W[]TB[aa][ba][ab][bb][ac][bc][ad][bd][ae][be]TW[ea][eb][ec][ed][ee])"
	for _, tt := range []struct {
		name, record, rules string
		want                string // "" for none
	}{
		{"counted", columns + "KM[0.5]" + marked, "japanese", "B+4.5"},
		{"counted with the komi of the game, not the record's", columns + "KM[6.5]RE[W+1.5]" + marked, "japanese", "B+4.5"},
		{"counted, no komi in the record", columns + marked, "japanese", "B+4.5"},
		{"how it ended outweighs the count", columns + "KM[6.5]RE[W+R]" + marked, "japanese", "W+R"},
		{"on time", columns + "KM[0.5]RE[B+T])", "japanese", "B+T"},
		{"no result", columns + "RE[Void])", "japanese", "Void"},
		{"points that nobody can count", columns + "KM[0.5]RE[B+4.5])", "japanese", "B+4.5"},
		{"points with another komi", columns + "KM[6.5]RE[W+1.5])", "japanese", ""},
		{"jigo with another komi", columns + "KM[5]RE[0])", "japanese", ""},
		{"only who won", columns + "KM[6.5]RE[B+])", "japanese", "B+"},
		{"nothing", columns + "KM[6.5])", "japanese", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c, _ := sgf.Parse([]byte(tt.record), sgf.Options{})
			system, err := rules.Parse(tt.rules)
			if err != nil {
				t.Fatal(err)
			}
			r, ok := ResultOf(rules.Check(c.Game(0), system, rules.Options{Expect: &rules.Expectation{Komi: 1}}))
			if got := r.String(); ok != (tt.want != "") || ok && got != tt.want {
				t.Errorf("%s: %v %s, want %q", tt.name, ok, got, tt.want)
			}
		})
	}
}

// If the rules give a tie to one player, the win is by no points.
func TestTieThatIsWon(t *testing.T) {
	const even = "(;SZ[5]AB[ba][bb][bc][bd][be]AW[da][db][dc][dd][de]KM[0];B[];W[]TB[aa][ab][ac][ad][ae]TW[ea][eb][ec][ed][ee])"
	for spec, want := range map[string]string{"japanese": "Jigo", "japanese,tie=white-wins": "W+0", "japanese,tie=black-wins": "B+0"} {
		t.Run(spec, func(t *testing.T) {
			c, _ := sgf.Parse([]byte(even), sgf.Options{})
			system, err := rules.Parse(spec)
			if err != nil {
				t.Fatal(err)
			}
			r, ok := ResultOf(rules.Check(c.Game(0), system, rules.Options{Expect: &rules.Expectation{}}))
			if !ok || r.String() != want {
				t.Errorf("%s: %v %s, want %s", spec, ok, r, want)
			}
		})
	}
}

func attach(tn *Tournament, id int, text string) error {
	record, err := tn.JudgeRecord(id, []byte(text))
	if err != nil {
		return err
	}
	return tn.AttachRecord(id, record)
}

// The dead stones are decided for one record and cleared with it.
func TestDeadStonesBelongToTheRecord(t *testing.T) {
	tn := reportable(t)
	id := tn.Round(1).At(1).ID
	give := func(record string) {
		t.Helper()
		if err := attach(tn, id, record); err != nil {
			t.Fatal(err)
		}
	}
	for _, again := range []struct{ record, dead string }{
		{"(;SZ[9];B[ee];W[cc])", "ee"}, // the same record
		{"(;SZ[9];B[ee];W[dd])", ""},
	} {
		give("(;SZ[9];B[ee];W[cc])")
		if err := tn.DecideDead(id, []rules.Point{rules.At(4, 4)}); err != nil {
			t.Fatal(err)
		}
		give(again.record)
		if got := tn.Game(id).Dead; got != again.dead {
			t.Errorf("with %s the dead stones are %q, want %q", again.record, got, again.dead)
		}
	}
}

// A change of anything in the evidence reopens an accepted record; undoing that
// change settles it again.
// A new record clears the players' proposals, because they concern the former record; a call for the referee stays
// until the game is decided.
func TestRefereeIsAskedForUntilTheGameIsDecided(t *testing.T) {
	tn := reportable(t)
	g := tn.Round(1).At(1)
	for name, decide := range map[string]func() error{
		"dead stones": func() error { return tn.DecideDead(g.ID, nil) },
		"a point":     func() error { return tn.SetPencil(g.ID, gamerecord.Pencil{Black: "aa", Reason: "bent four"}) },
		"a result": func() error {
			_, _, err := tn.Record(Entry{Round: 1, Table: 1, Seen: g.Revision, Result: Result{Outcome: WhiteWins}})
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			for _, record := range []string{"(;SZ[9];B[ee])", "(;SZ[9];B[ee];W[dd])"} {
				if err := attach(tn, g.ID, record); err != nil {
					t.Fatal(err)
				}
				if g.Settling.By != 0 || record != "(;SZ[9];B[ee])" && g.Settling.Referee != g.White {
					t.Errorf("with another record it is %+v", g.Settling)
				}
				g.Settling = Settling{By: g.Black, Dead: "-", Referee: g.White}
			}
			if err := decide(); err != nil {
				t.Fatal(err)
			}
			if g.Settling != (Settling{}) {
				t.Errorf("decided, it is %+v", g.Settling)
			}
		})
	}
}

func TestAcceptedUntilItChanges(t *testing.T) {
	when := time.Unix(5, 0)
	for name, change := range map[string]func(tn *Tournament, g *Game) error{
		"record":      func(tn *Tournament, g *Game) error { return attach(tn, g.ID, "(;SZ[9];B[ee];W[dd])") },
		"no record":   func(tn *Tournament, g *Game) error { return tn.RemoveRecord(g.ID) },
		"dead stones": func(tn *Tournament, g *Game) error { return tn.DecideDead(g.ID, nil) },
		"result": func(tn *Tournament, g *Game) error {
			_, _, err := tn.Record(Entry{Round: 1, Table: 1, Seen: g.Revision, Result: Result{Outcome: WhiteWins}})
			return err
		},
		"terms":   func(tn *Tournament, g *Game) error { return tn.SetTerms(1, 1, 3, g.Komi) },
		"colours": func(tn *Tournament, g *Game) error { return tn.SwapColours(1, 1) },
	} {
		t.Run(name, func(t *testing.T) {
			tn := reportable(t)
			g := tn.Round(1).At(1)
			wantFault(t, tn.Accept(g.ID, g.Evidence(), "desk", when), "record.missing")
			if err := attach(tn, g.ID, "(;SZ[9];B[ee];W[ee])"); err != nil {
				t.Fatal(err)
			}
			wantFault(t, tn.Accept(g.ID, "what was before", "desk", when), "record.overtaken")
			for _, by := range []string{"desk", "another desk"} {
				if err := tn.Accept(g.ID, g.Evidence(), by, when); err != nil {
					t.Fatal(err)
				}
			}
			if !g.Settled() || g.Accepted.By != "desk" || !g.Accepted.At.Equal(when) {
				t.Fatalf("accepted, the game is %+v", g)
			}
			was := tn.Clone()
			if err := change(tn, g); err != nil {
				t.Fatal(err)
			}
			if g.Settled() {
				t.Error("after the change the record is still settled")
			}
			if err := tn.Undo(was.Diff(tn)); err != nil {
				t.Fatal(err)
			}
			if g = tn.Round(1).At(1); !g.Settled() {
				t.Error("after reverting the record is not settled")
			}
			if err := tn.Reopen(g.ID); err != nil || g.Settled() || g.Accepted != (Acceptance{}) {
				t.Errorf("taken back: %v, %+v", err, g)
			}
		})
	}
}

// A record with reversed colours gives the game to the winner by name.
func TestResultGoesByTheNames(t *testing.T) {
	const names = "PB[Salo Anna]PW[Berg Nils]KM[0.5]"
	const marked = ";B[];W[]TB[aa][ba][ab][bb][ac][bc][ad][bd][ae][be]TW[ea][eb][ec][ed][ee])"
	for _, tt := range []struct{ record, result, penalty string }{
		{columns + names + marked, "W+4.5", "?"},
		{columns + names + "RE[B+R])", "W+R", "?"},
		{columns + names + "RE[W+T])", "B+T", "?"},
		{columns + names + "RE[0])", "Jigo", "?"},
		{columns + names + "RE[B+R];B[aa];W[aa])", "W+R", "W+I"},
	} {
		t.Run(tt.record, func(t *testing.T) {
			c, _ := sgf.Parse([]byte(tt.record), sgf.Options{})
			expect := rules.Expectation{Komi: 1, Black: "Berg Nils", White: "Salo Anna"}
			v := rules.Check(c.Game(0), rules.Systems()[0], rules.Options{Expect: &expect})
			result, _ := ResultOf(v)
			penalty, _ := PenaltyOf(v)
			if result.String() != tt.result || penalty.String() != tt.penalty {
				t.Errorf("%s: %s, for an illegal move %s; want %s, %s", tt.record, result, penalty, tt.result, tt.penalty)
			}
		})
	}
}

// The player of the first illegal move loses if the rules demand it.
func TestPenaltyOf(t *testing.T) {
	for _, tt := range []struct{ record, rules, want string }{
		{"(;SZ[9];B[ee];W[ee];B[ee])", "japanese", "B+I"},
		{"(;SZ[9];B[ee];W[dd];B[dd])", "japanese", "W+I"},
		{"(;SZ[9];B[ee];W[dd])", "japanese", ""},
		{"(;SZ[9];B[ee];B[dd])", "japanese", ""}, // a move out of turn is not an illegal placement
		{"(;SZ[9];B[ee];W[ee])", "czech", ""},
		{"(;SZ[9];B[ee];W[ee])", "chinese", ""},
	} {
		t.Run(tt.rules+" "+tt.record, func(t *testing.T) {
			c, _ := sgf.Parse([]byte(tt.record), sgf.Options{})
			system, err := rules.Parse(tt.rules)
			if err != nil {
				t.Fatal(err)
			}
			r, ok := PenaltyOf(rules.Check(c.Game(0), system, rules.Options{}))
			if got := r.String(); ok != (tt.want != "") || ok && got != tt.want {
				t.Errorf("%s under %s rules: %v %s, want %q", tt.record, tt.rules, ok, got, tt.want)
			}
		})
	}
}
