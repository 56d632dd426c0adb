package rules

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"tourney/internal/rules/sgf"
)

// parse parses a drawn position.
func parse(t testing.TB, drawing string) *Board {
	t.Helper()
	lines := strings.Fields(strings.ReplaceAll(drawing, "/", "\n"))
	b, err := NewBoard(len(lines[0]), len(lines))
	if err != nil {
		t.Fatal(err)
	}
	for row, line := range lines {
		for col, sign := range line {
			b.Set(At(col, row), Color(strings.IndexRune(".XO", sign)))
		}
	}
	return b
}

func newGame(t testing.TB, cols, rows int) *Game {
	t.Helper()
	g, err := NewGame(cols, rows)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// gameFrom begins a game at a drawn position.
func gameFrom(t testing.TB, drawing string) *Game {
	t.Helper()
	b := parse(t, drawing)
	g := newGame(t, b.Cols(), b.Rows())
	b.Points(func(p Point) { g.Set(p, b.Stone(p)) })
	return g
}

// at returns a point by its name.
func at(t testing.TB, b *Board, name string) Point {
	t.Helper()
	found := Pass
	b.Points(func(p Point) {
		if p.Name(b.Rows()) == name {
			found = p
		}
	})
	if found == Pass {
		t.Fatalf("no point %s on a board of %d×%d", name, b.Cols(), b.Rows())
	}
	return found
}

func TestBoardSizes(t *testing.T) {
	for _, size := range []struct {
		cols, rows int
		ok         bool
	}{{0, 0, false}, {0, 19, false}, {1, 1, true}, {2, 25, true}, {52, 52, true}, {53, 19, false}, {19, 60, false}, {-1, 9, false}, {1 << 40, 1, false}} {
		t.Run(fmt.Sprintf("%d×%d", size.cols, size.rows), func(t *testing.T) {
			b, err := NewBoard(size.cols, size.rows)
			var refused SizeError
			if ok := err == nil; ok != size.ok || !ok && !errors.As(err, &refused) {
				t.Errorf("NewBoard(%d, %d): %v, want ok %v", size.cols, size.rows, err, size.ok)
			}
			if err != nil {
				return
			}
			n := 0
			b.Points(func(p Point) {
				n++
				if !b.Has(p) || At(p.Col(), p.Row()) != p {
					t.Errorf("%d×%d: point %d is not on the board, or not where it is", size.cols, size.rows, p)
				}
			})
			if n != size.cols*size.rows {
				t.Errorf("%d×%d board has %d points", size.cols, size.rows, n)
			}
			if b.Has(Pass) || b.Has(At(size.cols, 0)) || b.Has(At(0, size.rows)) || b.Has(0xffff) {
				t.Errorf("%d×%d board has points outside", size.cols, size.rows)
			}
		})
	}
}

func TestPointNamed(t *testing.T) {
	for row := range MaxSize {
		for col := range MaxSize {
			p := At(col, row)
			if got, ok := PointNamed(strings.ToLower(p.Name(MaxSize)), MaxSize); !ok || got != p {
				t.Fatalf("%s is read as %s", p.Name(MaxSize), got.Name(MaxSize))
			}
		}
	}
	for _, name := range []string{"", "A", "4", "I5", "A0", "A20", "A-1", "AAA1", "D04", "4D", "D4 ", "pass", "ZZ1", "Å1", "D99999999999999999999"} {
		if p, ok := PointNamed(name, 19); ok {
			t.Errorf("%q is read as %s", name, p.Name(19))
		}
	}
}

func TestPointNames(t *testing.T) {
	for _, tt := range []struct {
		col, row, rows int
		want           string
	}{{15, 3, 19, "Q16"}, {3, 15, 19, "D4"}, {9, 9, 19, "K10"}, {0, 18, 19, "A1"}, {18, 0, 19, "T19"}, {7, 0, 9, "H9"}, {8, 8, 9, "J1"}, {24, 0, 25, "Z25"}, {25, 0, 52, "AA52"}, {51, 51, 52, "BB1"}} {
		t.Run(tt.want, func(t *testing.T) {
			if got := At(tt.col, tt.row).Name(tt.rows); got != tt.want {
				t.Errorf("column %d, row %d of %d rows: %s, want %s", tt.col, tt.row, tt.rows, got, tt.want)
			}
		})
	}
	if got := Pass.Name(19); got != "pass" || Pass.SGF() != "" {
		t.Errorf("pass is called %q and %q", got, Pass.SGF())
	}
	for text, want := range map[string]Point{"pd": At(15, 3), "aa": At(0, 0), "ZZ": At(51, 51), "Aa": At(26, 0)} {
		t.Run(text, func(t *testing.T) {
			if got, ok := ParsePoint(text); !ok || got != want || got.SGF() != text {
				t.Errorf("%s is point %d, written %s", text, got, got.SGF())
			}
		})
	}
	for _, bad := range []string{"", "a", "aaa", "a1", "a ", "åå"} {
		t.Run(fmt.Sprintf("refuses %q", bad), func(t *testing.T) {
			if p, ok := ParsePoint(bad); ok {
				t.Errorf("%q is point %d", bad, p)
			}
		})
	}
}

func TestBoardDrawings(t *testing.T) {
	const drawing = "X.O/.../OX."
	if got := parse(t, drawing).String(); got != drawing {
		t.Errorf("read and drawn again: %s, want %s", got, drawing)
	}
}

// slowBoard plays by the letter of the rules on rows of signs, with floods for
// everything.
type slowBoard [][]byte

func (s slowBoard) String() string { return string(slices.Concat(joined(s)...)) }

func joined(rows [][]byte) (out [][]byte) {
	for i, r := range rows {
		if i > 0 {
			out = append(out, []byte("/"))
		}
		out = append(out, r)
	}
	return out
}

func (s slowBoard) chain(col, row int) (stones [][2]int, hasLiberty bool) {
	seen := map[[2]int]bool{{col, row}: true}
	stones = [][2]int{{col, row}}
	for i := 0; i < len(stones); i++ {
		for _, d := range [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
			c, r := stones[i][0]+d[0], stones[i][1]+d[1]
			if r < 0 || r >= len(s) || c < 0 || c >= len(s[r]) || seen[[2]int{c, r}] {
				continue
			}
			switch s[r][c] {
			case '.':
				hasLiberty = true
			case s[row][col]:
				seen[[2]int{c, r}] = true
				stones = append(stones, [2]int{c, r})
			}
		}
	}
	return stones, hasLiberty
}

// play executes a move and returns the stones captured and lost by suicide.
func (s slowBoard) play(color byte, col, row int) (captured, suicide int) {
	s[row][col] = color
	for _, d := range [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
		c, r := col+d[0], row+d[1]
		if r < 0 || r >= len(s) || c < 0 || c >= len(s[r]) || s[r][c] == '.' || s[r][c] == color {
			continue
		}
		if stones, hasLiberty := s.chain(c, r); !hasLiberty {
			captured += len(stones)
			s.remove(stones)
		}
	}
	if stones, hasLiberty := s.chain(col, row); !hasLiberty {
		suicide = len(stones)
		s.remove(stones)
	}
	return captured, suicide
}

func (s slowBoard) remove(stones [][2]int) {
	for _, p := range stones {
		s[p[1]][p[0]] = '.'
	}
}

// The engine and the slow board play the same random games, on occupied
// points too and with stones set up in between, and must agree on everything:
// stones, captures, every offence, and when a position first occurred.
func TestGameAgainstSlowBoard(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cols, rows := rapid.IntRange(1, 5).Draw(t, "columns"), rapid.IntRange(1, 4).Draw(t, "rows")
		g, err := NewGame(cols, rows)
		if err != nil {
			t.Fatal(err)
		}
		slow := make(slowBoard, rows)
		for i := range slow {
			slow[i] = []byte(strings.Repeat(".", cols))
		}
		type situation struct {
			position string
			toMove   Color
		}
		var past []situation
		koPoint, koFor, color := Pass, Empty, Black
		captured := [2]int{}
		for range rapid.IntRange(1, 60).Draw(t, "moves") {
			if rapid.IntRange(0, 9).Draw(t, "other player") > 0 {
				color = color.Opponent()
			}
			kind := rapid.IntRange(0, 19).Draw(t, "kind")
			col, row := rapid.IntRange(0, cols-1).Draw(t, "column"), rapid.IntRange(0, rows-1).Draw(t, "row")
			p := At(col, row)
			if kind == 0 { // set up
				c := Color(rapid.IntRange(0, 2).Draw(t, "stone"))
				slow[row][col] = ".XO"[c]
				record, _ := sgf.Parse([]byte("(;"+[]string{"AE", "AB", "AW"}[c]+"["+p.SGF()+"])"), sgf.Options{})
				g.SetUp(record.Game(0).Root())
				past, koPoint = nil, Pass
				continue
			}
			if past == nil {
				past = []situation{{slow.String(), color}}
			}
			next := color.Opponent()
			if kind == 1 {
				if o := g.Play(color, Pass); o != 0 {
					t.Fatalf("pass is offence %b", o)
				}
				past = append(past, situation{slow.String(), next})
				koPoint = Pass
				continue
			}
			var want Offence
			if slow[row][col] != '.' {
				want |= Occupied
			}
			if p == koPoint && color == koFor {
				want |= KoRetaken
			}
			before := slow.String()
			took, suicide := slow.play(".XO"[color], col, row)
			captured[color-1] += took
			captured[next-1] += suicide
			switch {
			case suicide == 1:
				want |= SuicideOfOne
			case suicide > 1:
				want |= SuicideOfMany
			}
			koPoint, koFor = Pass, next
			if stones, _ := slow.chain(col, row); suicide == 0 && took == 1 && len(stones) == 1 {
				koPoint = koOf(before, slow, stones[0])
			}
			for _, s := range past {
				if s.position == slow.String() {
					want |= PositionRepeated
					if s.toMove == next {
						want |= SituationRepeated
					}
				}
			}
			since := slices.IndexFunc(past, func(s situation) bool { return s.position == slow.String() })
			past = append(past, situation{slow.String(), next})
			got := g.Play(color, p)
			if got != want {
				t.Fatalf("%v at %s on %s: offences %b, want %b", color, p.Name(rows), before, got, want)
			}
			if g.String() != slow.String() {
				t.Fatalf("%v at %s on %s: %s, want %s", color, p.Name(rows), before, g, slow)
			}
			if since >= 0 && g.moves-g.repeats != len(past)-1-since {
				t.Fatalf("%v at %s on %s: known since %d moves, want %d", color, p.Name(rows), before, g.moves-g.repeats, len(past)-1-since)
			}
		}
		byBlack, byWhite := g.captured[0], g.captured[1]
		if diff := cmp.Diff(captured, [2]int{byBlack, byWhite}); diff != "" {
			t.Fatalf("captured (-want +got):\n%s", diff)
		}
		checkLiberties(t, g.Board)
	})
}

// koOf returns the point where a single stone captured, if it has no other liberty.
func koOf(before string, s slowBoard, stone [2]int) Point {
	var free []Point
	for _, d := range [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
		c, r := stone[0]+d[0], stone[1]+d[1]
		if r >= 0 && r < len(s) && c >= 0 && c < len(s[r]) && s[r][c] == '.' {
			free = append(free, At(c, r))
		}
	}
	if len(free) != 1 {
		return Pass
	}
	was := strings.Split(before, "/")[free[0].Row()][free[0].Col()]
	if was == '.' {
		return Pass
	}
	return free[0]
}

// checkLiberties recounts every chain of a board from its stones.
func checkLiberties(t *rapid.T, b *Board) {
	libs, size := map[Point]int{}, map[Point]int{}
	hash := uint64(0)
	b.Points(func(p Point) {
		c := b.Stone(p)
		if c == Empty {
			return
		}
		hash ^= key(p, c)
		size[b.cells[p].head]++
		for _, q := range neighbours(p) {
			if b.cells[q].color == Empty {
				libs[b.cells[p].head]++
			}
		}
	})
	for head, n := range size {
		if int(b.size[head]) != n || int(b.cells[head].libs) != libs[head] {
			t.Fatalf("chain at %s: %d stones, %d liberties, want %d, %d", head.Name(b.Rows()), b.size[head], b.cells[head].libs, n, libs[head])
		}
	}
	if hash != b.hash {
		t.Fatalf("hash of %s went astray", b)
	}
}

// countLegal counts the positions of a board in which every chain has a
// liberty, by setting every point to everything.
func countLegal(b *Board) int {
	points := []Point{}
	b.Points(func(p Point) { points = append(points, p) })
	count := 0
	var fill func(i int)
	fill = func(i int) {
		if i == len(points) {
			for _, p := range points {
				if b.cells[p].color != Empty && b.cells[b.cells[p].head].libs == 0 {
					return
				}
			}
			count++
			return
		}
		for _, c := range []Color{Black, White, Empty} {
			b.Set(points[i], c)
			fill(i + 1)
		}
	}
	fill(0)
	return count
}

// Numbers of legal positions: John Tromp and Gunnar Farnebäck, Combinatorics
// of Go, 2006.
func TestLegalPositions(t *testing.T) {
	for size, want := range map[int]int{1: 1, 2: 57, 3: 12675} {
		t.Run(fmt.Sprint(size, " lines"), func(t *testing.T) {
			b, err := NewBoard(size, size)
			if err != nil {
				t.Fatal(err)
			}
			if got := countLegal(b); got != want {
				t.Errorf("%d×%d: %d legal positions, want %d", size, size, got, want)
			}
		})
	}
}

func BenchmarkLegalPositions4x4(b *testing.B) {
	board, err := NewBoard(4, 4)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if got := countLegal(board); got != 24318165 {
			b.Fatalf("4×4: %d legal positions, want 24318165", got)
		}
	}
}

// A long game outgrows the table of positions; the next one on the same board
// begins afresh.
func TestLongGameKeepsEveryPosition(t *testing.T) {
	g := newGame(t, 4, 4)
	rng := rand.New(rand.NewPCG(3, 4))
	var moves []played
	for i := range 4000 {
		moves = append(moves, played{Black + Color(i%2), At(rng.IntN(4), rng.IntN(4))})
	}
	run := func() (offences []Offence) {
		seen := map[string]Offence{g.String() + "B": PositionRepeated, g.String(): PositionRepeated}
		for _, m := range moves {
			o := g.Play(m.c, m.p)
			toMove := g.String() + m.c.Opponent().String()
			want := seen[g.String()]
			if seen[toMove] != 0 {
				want |= SituationRepeated
			}
			if got := o & (PositionRepeated | SituationRepeated); got != want {
				t.Fatalf("move %d: repeats %b, want %b", g.moves, got, want)
			}
			seen[g.String()], seen[toMove] = PositionRepeated, PositionRepeated
			offences = append(offences, o)
		}
		return offences
	}
	first := run()
	if g.history.used <= fewSlots/2 {
		t.Fatalf("only %d positions: the table did not grow", g.history.used)
	}
	g.Reset()
	if diff := cmp.Diff(first, run()); diff != "" {
		t.Errorf("the same game again (-first +second):\n%s", diff)
	}
}
