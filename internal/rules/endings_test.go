package rules

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tourney/internal/rules/sgf"
)

// slowGame keeps a whole game and answers every question by reading it from the beginning, by the text of each system.
type slowGame struct {
	board slowBoard
	turns []slowTurn
	past  []slowSituation // before the first turn, then after each
}

type slowTurn struct {
	color   Color
	pass    bool
	resumed bool // play was resumed before this turn
}

type slowSituation struct {
	position string
	toMove   Color
}

func newSlowGame(cols, rows int, first Color) *slowGame {
	g := &slowGame{}
	for range rows {
		g.board = append(g.board, []byte(strings.Repeat(".", cols)))
	}
	g.past = []slowSituation{{g.board.String(), first}}
	return g
}

// after returns the board after a move, with the stones captured and lost.
func (g *slowGame) after(c Color, col, row int) (b slowBoard, captured, suicide int) {
	for _, r := range g.board {
		b = append(b, slices.Clone(r))
	}
	captured, suicide = b.play(".XO"[c], col, row)
	return b, captured, suicide
}

// legal checks the prohibitions of a text.
func (g *slowGame) legal(system string, c Color, col, row int) bool {
	if g.board[row][col] != '.' {
		return false
	}
	b, captured, suicide := g.after(c, col, row)
	manyMay := system == "new-zealand" || system == "ing" || system == "tromp-taylor"
	if suicide == 1 || suicide > 1 && !manyMay {
		return false
	}
	switch system {
	case "japanese", "czech": // no retaking in a ko on the next move
		n := len(g.past)
		if n < 2 || captured != 1 || g.turns[len(g.turns)-1].pass {
			return true
		}
		return b.String() != g.past[n-2].position
	case "chinese", "leaflet", "tromp-taylor":
		return !slices.ContainsFunc(g.past, func(s slowSituation) bool { return s.position == b.String() })
	}
	return !slices.Contains(g.past, slowSituation{b.String(), c.Opponent()})
}

func (g *slowGame) take(t slowTurn) {
	g.turns = append(g.turns, t)
	g.past = append(g.past, slowSituation{g.board.String(), t.color.Opponent()})
}

// passes returns how many passes stand at the end of the game, and how many of
// them since play was resumed.
func (g *slowGame) passes() (all, since int) {
	counting := true
	for _, t := range slices.Backward(g.turns) {
		if !t.pass {
			break
		}
		all++
		if counting {
			since++
		}
		counting = counting && !t.resumed
	}
	return all, since
}

// turnsSince returns the turns of Black and White since play was resumed last.
func (g *slowGame) turnsSince() (turns [2]int, resumed bool) {
	for _, t := range slices.Backward(g.turns) {
		turns[t.color-1]++
		if t.resumed {
			return turns, true
		}
	}
	return turns, false
}

func (g *slowGame) stage(system string) Stage {
	all, since := g.passes()
	if since < 2 {
		return InPlay
	}
	turns, resumed := g.turnsSince()
	whiteLast := g.turns[len(g.turns)-1].color == White
	switch {
	case system == "tromp-taylor": // two passes, and all stones live
		return Ended
	case system == "japanese" || system == "czech": // two passes, then agreement
		return Stopped
	case system == "aga" && !whiteLast, // White makes the last pass
		system == "leaflet" && resumed && turns[0] != turns[1]: // as many turns each
		return InPlay
	case system == "ing" && resumed, // the second time for good
		all >= 4: // both have passed twice in succession
		return Ended
	}
	return Stopped
}

// passStones returns the stones that Black and White have handed over.
func (g *slowGame) passStones(system string) (stones [2]int) {
	disputed := false
	for _, t := range g.turns {
		disputed = disputed || t.resumed
		if t.pass && (system == "aga" || system == "leaflet" && disputed) {
			stones[t.color-1]++
		}
	}
	return stones
}

// area returns the stones of each color and the points from which only it is
// reached.
func (g *slowGame) area() (area [2]int) {
	for row := range g.board {
		for col := range g.board[row] {
			reached, seen := map[byte]bool{}, map[[2]int]bool{}
			g.reach(col, row, reached, seen)
			for i, sign := range []byte("XO") {
				if len(reached) == 1 && reached[sign] {
					area[i]++
				}
			}
		}
	}
	return area
}

// reach walks from a point over empty ones and notes the stones it reaches.
func (g *slowGame) reach(col, row int, reached map[byte]bool, seen map[[2]int]bool) {
	if row < 0 || row >= len(g.board) || col < 0 || col >= len(g.board[row]) || seen[[2]int{col, row}] {
		return
	}
	seen[[2]int{col, row}] = true
	if sign := g.board[row][col]; sign != '.' {
		reached[sign] = true
		return
	}
	for _, d := range [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
		g.reach(col+d[0], row+d[1], reached, seen)
	}
}

// Random games of every system, played to their ends with passes in between, disputes and resumptions, against the slow
// game: which moves are legal, when the game stops and ends, what passes cost, who moves after a resumption, and the
// count of the final board. A record of the game gives the same. In AGA games both ways of counting have the same
// result.
func TestGamesToTheirEnds(t *testing.T) {
	t.Parallel()
	games := 20_000
	if testing.Short() {
		games = 500
	}
	for _, s := range Systems() {
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(1, 2))
			for n := range games {
				if fault := playToTheEnd(&s, random); fault != "" {
					t.Fatalf("game %d: %s", n, fault)
				}
			}
		})
	}
}

func playToTheEnd(s *System, random *rand.Rand) (fault string) {
	cols, rows := 2+random.IntN(3), 2+random.IntN(2)
	g, _ := NewGame(cols, rows)
	slow, toMove, resume := newSlowGame(cols, rows, Black), Black, false
	record := fmt.Sprintf("(;SZ[%d:%d]KM[0]", cols, rows)
	placed := [2]int{}
	for turn := 0; ; turn++ {
		col, row := random.IntN(cols), random.IntN(rows)
		p := At(col, row)
		if legal := s.Forbids(g.try(toMove, p)) == 0; legal != slow.legal(s.Name, toMove, col, row) {
			return fmt.Sprintf("%s: %v at %s is legal: %t", record, toMove, p.Name(rows), legal)
		} else if !legal || turn > 60 || random.IntN(5) == 0 {
			p = Pass
		}
		if p != Pass {
			slow.board, _, _ = slow.after(toMove, col, row)
			placed[toMove-1]++
		}
		g.Play(toMove, p)
		slow.take(slowTurn{toMove, p == Pass, resume})
		record += fmt.Sprintf(";%v[%s]", toMove, p.SGF())
		toMove, resume = toMove.Opponent(), false
		stage := g.Stage(s)
		if want := slow.stage(s.Name); stage != want {
			return fmt.Sprintf("%s: stage %d, want %d", record, stage, want)
		}
		if stage == Stopped && s.Resumes() && turn < 60 && random.IntN(2) == 0 {
			asks := Black + Color(random.IntN(2))
			next := g.Resume(s, asks)
			if want := map[bool]Color{true: toMove, false: asks.Opponent()}[s.Name != "czech"]; next != want {
				return fmt.Sprintf("%s: %v asks to play on, %v moves, want %v", record, asks, next, want)
			}
			toMove, resume = next, true
		} else if stage != InPlay {
			break
		}
	}
	byBlack, byWhite := g.PassStones(s)
	if got := [2]int{byBlack, byWhite}; got != slow.passStones(s.Name) {
		return fmt.Sprintf("%s: pass stones %v, want %v", record, got, slow.passStones(s.Name))
	}
	f := Final{Board: g.Board, Captured: g.captured, Passes: [2]int{byBlack, byWhite}}
	score := s.Score(f)
	if area := slow.area(); s.Scoring == Area && (score.Black.Total != HalfPoints(2*area[0]) || score.White.Total != HalfPoints(2*area[1])) {
		return fmt.Sprintf("%s: %v to %v, want %v", record, score.Black.Total, score.White.Total, area)
	}
	if s.Name == "aga" {
		territory := *s
		territory.Scoring = Territory
		if other := territory.Score(f); other.Outcome() != score.Outcome() {
			return fmt.Sprintf("%s: by area %s, by territory %s", record, score.Outcome(), other.Outcome())
		}
	}
	games, _ := sgf.Parse([]byte(record+")"), sgf.Options{})
	v := Check(games.Game(0), *s, Options{Dead: []Point{}})
	if v.Stage == InPlay || v.Score.Outcome() != score.Outcome() || v.Position() != g.String() {
		return fmt.Sprintf("%s: its record has stage %d and %s, want %s", record, v.Stage, v.Score.Outcome(), score.Outcome())
	}
	return ""
}
