package counting_test

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tourney/internal/rules"
	"tourney/internal/rules/counting"
	"tourney/internal/rules/sgf"
)

// final builds the verdict of a finished game, its stones given as rows of "b", "w" and
// dots, the dead ones as capitals.
func final(t *testing.T, system string, f rules.Final, rows ...string) *rules.Verdict {
	t.Helper()
	board, err := rules.NewBoard(len(rows[0]), len(rows))
	if err != nil {
		t.Fatal(err)
	}
	f.Board = board
	for y, row := range rows {
		for x, c := range row {
			switch c {
			case 'b', 'B':
				board.Set(rules.At(x, y), rules.Black)
			case 'w', 'W':
				board.Set(rules.At(x, y), rules.White)
			}
			if c == 'B' || c == 'W' {
				f.Dead = append(f.Dead, rules.At(x, y))
			}
		}
	}
	s, ok := rules.ByName(system)
	if !ok {
		t.Fatalf("no rules %q", system)
	}
	return &rules.Verdict{System: s, Cols: board.Cols(), Rows: board.Rows(), Board: board, Dead: f.Dead, Counted: true, Score: s.Score(f)}
}

// sums returns the totals of a count by its lines: the sum of all but the last, and the last.
func sums(t *testing.T, v *rules.Verdict) (added, total [2]float64) {
	t.Helper()
	parts := v.CountParts()
	for i, p := range parts {
		for side, text := range []string{p.Black, p.White} {
			n := 0.0
			if text != "" {
				var err error
				if n, err = strconv.ParseFloat(text, 64); err != nil {
					t.Fatal(err)
				}
			}
			if i == len(parts)-1 {
				total[side] = n
			} else {
				added[side] += n
			}
		}
	}
	return added, total
}

// own returns random rules of a tournament's own.
func own(random *rand.Rand) rules.System {
	s, _ := rules.ByName(rules.Custom)
	for _, p := range rules.Parameters() {
		if len(p.Values) > 0 {
			s, _ = s.With(p.Name, p.Values[random.IntN(len(p.Values))])
		}
	}
	return s
}

// In all named systems and in rules of a tournament's own the lines of a count add up to its total. The steps on the
// board add up to their end and give the same margin.
func TestLinesAndStepsAddUp(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	random := rand.New(rand.NewPCG(5, 6))
	for i := range 3000 {
		s := own(random)
		if named := rules.Systems(); i < 40*len(named) {
			s = named[i%len(named)]
		}
		f := rules.Final{Captured: [2]int{random.IntN(9), random.IntN(9)}, Passes: [2]int{random.IntN(3), random.IntN(3)},
			Komi: rules.HalfPoints(random.IntN(30) - 5), Handicap: random.IntN(5)}
		rows := make([]string, 5)
		for y := range rows {
			for range 6 {
				rows[y] += string("bw...bw..B"[random.IntN(10)])
			}
		}
		v := final(t, "japanese", f, rows...)
		f.Board, f.Dead = v.Board, v.Dead
		v.System, v.Score = s, s.Score(f)
		added, total := sums(t, v)
		if added != total || total != [2]float64{float64(v.Score.Black.Total) / 2, float64(v.Score.White.Total) / 2} {
			t.Fatalf("%+v: the lines add up to %v, the total is %v: %v", s, added, total, v.CountParts())
		}
		checkSteps(t, v)
	}
}

// checkSteps checks that the points, compensation and komi of the steps add up to their end, and that the margin is the
// margin of the score.
func checkSteps(t *testing.T, v *rules.Verdict) {
	t.Helper()
	var added, total [2]rules.HalfPoints
	for _, s := range counting.Steps(v) {
		switch n := s.Numbers; s.Kind {
		case counting.Left:
			added = [2]rules.HalfPoints{n[0], n[1]}
		case counting.BlackArea:
			added[0] += n[2]
		case counting.WhiteArea:
			added[1] += n[2]
		case counting.Compensation, counting.Komi:
			added[1] += n[0]
		case counting.Total:
			total = [2]rules.HalfPoints{n[0], n[1]}
		}
	}
	if margin := v.Score.Black.Total - v.Score.White.Total; added != total || total[0]-total[1] != margin {
		t.Fatalf("%+v: the steps add up to %v and end with %v, the margin is %v: %v", v.System, added, total, margin, said(counting.Steps(v)))
	}
}

// said lists the kinds of steps with their numbers.
func said(steps []counting.Step) (list []string) {
	for _, s := range steps {
		text := string(s.Kind)
		for _, n := range s.Numbers {
			text += " " + n.String()
		}
		list = append(list, text)
	}
	return list
}

// The example of the Czech text: each has captured one stone in play, White takes two dead
// stones off and Black three; filled in, Black has 7 points and White 3, and with the komi
// White has 9.5.
func TestCzechExample(t *testing.T) {
	v := final(t, "czech", rules.Final{Captured: [2]int{1, 1}, Komi: 13},
		"WWbwB.",
		"W.bwB.",
		"..bw.w",
		"..bw.w",
		"..bw.w")
	want := []string{"dead 2 3", "held 4 3", "surrounded 10 7 0", "filled 3 4", "left 7 3", "komi 6.5", "total 7 9.5"}
	steps := counting.Steps(v)
	if got := said(steps); !slices.Equal(got, want) {
		t.Errorf("the count goes %q, want %q", got, want)
	}
	if got := len(steps[3].Laid); got != 7 {
		t.Errorf("%d stones are laid, want 7", got)
	}
	left := steps[4]
	b, w := 0, 0
	left.Board.Points(func(p rules.Point) {
		if left.Board.Stone(p) != rules.Empty {
			return
		}
		switch left.Owner[p.Row()][p.Col()] {
		case rules.Black:
			b++
		case rules.White:
			w++
		}
	})
	if b != 7 || w != 3 {
		t.Errorf("the board shows %d and %d points left, want 7 and 3\n%s", b, w, left.Board)
	}
	if v.Board.Stone(rules.At(0, 0)) != rules.White {
		t.Error("the final position of the verdict has changed")
	}
}

func TestMorePrisonersThanRoom(t *testing.T) {
	v := final(t, "japanese", rules.Final{Captured: [2]int{0, 12}, Komi: 13}, ".bw.", ".bw.", ".bw.")
	want := []string{"alive", "held 0 12", "surrounded 3 3 0", "filled 3 0", "over 9 0", "left -9 3", "komi 6.5", "total -9 9.5"}
	if got := said(counting.Steps(v)); !slices.Equal(got, want) {
		t.Errorf("the count goes %q, want %q", got, want)
	}
}

func TestAreaIsCountedPlayerByPlayer(t *testing.T) {
	v := final(t, "chinese", rules.Final{Captured: [2]int{5, 0}, Handicap: 2, Komi: 0}, "Wbw.", ".bw.", ".bw.")
	want := []string{"dead 0 1", "off", "black 3 3 6", "white 3 3 6", "compensation 2", "total 6 8"}
	if got := said(counting.Steps(v)); !slices.Equal(got, want) {
		t.Errorf("the count goes %q, want %q", got, want)
	}
}

// Whatever the position, the steps end with the score, and no step changes the board of another.
func TestStepsEndAtTheScore(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, system := range rules.Systems() {
		name := system.Name
		for range 300 {
			f := rules.Final{Captured: [2]int{random.IntN(9), random.IntN(9)}, Passes: [2]int{random.IntN(3), random.IntN(3)}, Komi: 13, Handicap: random.IntN(4)}
			rows := make([]string, 5)
			for y := range rows {
				for range 6 {
					rows[y] += string("bw...bw..B"[random.IntN(10)])
				}
			}
			v := final(t, name, f, rows...)
			before := v.Board.String()
			steps := counting.Steps(v)
			total := steps[len(steps)-1].Numbers
			if black, white := v.Score.Black.Total, v.Score.White.Total; total[0]-total[1] != black-white {
				t.Fatalf("%s: the steps end %v, the score is %s to %s\n%s", name, said(steps), black, white, v.Board)
			}
			if v.Board.String() != before || steps[0].Board.String() != before {
				t.Fatal("the final position has changed")
			}
		}
	}
}

// Where each pass costs a stone the count ends with the same margin by territory, if the passes
// allow it: players may count either way. White's pass that is owed is among them.
func TestAreaIsCountedByTerritoryToo(t *testing.T) {
	const moves = ";B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de];B[bb];W[aa]"
	for text, want := range map[string][]string{
		"(;GM[1]SZ[5]KM[0.5]" + moves + ";B[];W[];MA[aa])": {"dead 0 1", "off", "black 6 9 15", "white 5 5 10", "komi 0.5", "total 15 10.5",
			"territory 9 2 11 5 1 6.5"},
		"(;GM[1]SZ[5]KM[0]" + moves + ";B[ab];W[];B[];MA[aa])": {"dead 0 1", "off", "black 7 8 15", "white 5 5 10", "total 15 10",
			"territory 8 3 11 5 1 6"},
	} {
		games, _ := sgf.Parse([]byte(text), sgf.Options{})
		s, _ := rules.ByName("aga")
		v := rules.Check(games.Game(0), s, rules.Options{})
		if got := said(counting.Steps(v)); !slices.Equal(got, want) {
			t.Errorf("%s: the count goes %q, want %q", text, got, want)
		}
		chinese, _ := rules.ByName("chinese")
		if steps := said(counting.Steps(rules.Check(games.Game(0), chinese, rules.Options{}))); strings.HasPrefix(steps[len(steps)-1], "territory") {
			t.Errorf("by Chinese rules the count goes %q", steps)
		}
	}
}
