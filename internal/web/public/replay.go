package public

import (
	"encoding/json"
	"strings"

	"tourney/internal/i18n"
	"tourney/internal/rules"
	"tourney/internal/rules/sgf"
)

// mostReplayed bounds how many steps of a record a page replays, variations
// included. The main line comes first. rules.Board.Overworked bounds the cost of
// records that put stones upon stones, as in a check.
const mostReplayed = 4000

// A step is one node of a record as the script replays it: Up is the step
// before it (-1 for the first), Set the points that change, with the old and the new
// stone, such as "pd-B", and blanks between.
type step struct {
	Up       int      `json:"u"`
	Number   int      `json:"n,omitempty"`
	Move     string   `json:"m,omitempty"` // point, "pass", or nothing
	Color    string   `json:"c,omitempty"`
	Set      string   `json:"s,omitempty"`
	Captured [2]int   `json:"x"`           // so far, by Black and by White
	Marks    []string `json:"k,omitempty"` // labels and marks: two letters for the point, then the label
	node     sgf.Node
	position []rules.Color
}

// mostReplayedMarks bounds the labels and marks of all steps together.
const mostReplayedMarks = 10_000

// A replayer walks through a record.
type replayer struct {
	board    *rules.Board
	steps    []step
	at       map[sgf.Node]int
	last     int // the step whose position is on the board, or -1
	fork     rules.Board
	forked   int   // the step whose position fork keeps, or -1
	marked   int   // labels and marks so far
	unplaced []int // moves of the main line still to come whose stones are not placed
}

// replay returns the steps of a record with verdict v: the steps of the main line, then of the variations, each after
// its previous step.
func replay(g sgf.Game, v *rules.Verdict) []step {
	board, err := rules.NewBoard(v.Cols, v.Rows)
	if err != nil {
		return nil // a verdict has no board either
	}
	r := replayer{board: board, at: map[sgf.Node]int{}, last: -1, forked: -1, unplaced: v.Unplaced}
	for n := range g.MainLine() {
		r.add(n)
	}
	r.unplaced = nil
	for n := range g.Nodes() {
		if r.full() {
			break
		}
		if _, ok := r.at[n.Parent()]; ok {
			r.add(n)
		}
	}
	return r.steps
}

// full reports whether the limits are reached.
func (r *replayer) full() bool { return len(r.steps) == mostReplayed || r.board.Overworked() }

// add plays a node after the step of its parent.
func (r *replayer) add(n sgf.Node) {
	if _, ok := r.at[n]; ok || r.full() {
		return
	}
	s := step{Up: -1, node: n, Marks: r.marks(n)}
	var before []rules.Color
	if up, ok := r.at[n.Parent()]; ok && n.Parent().Exists() {
		s.Up = up
		before = r.steps[up].position
		s.Number, s.Captured = r.steps[up].Number, r.steps[up].Captured
	}
	if before == nil {
		before = make([]rules.Color, r.board.Cols()*r.board.Rows())
	}
	if s.Up != r.last {
		r.restore(s.Up, before)
	}
	r.board.SetUp(n)
	for m := range n.Moves() {
		r.move(&s, m)
	}
	s.position = r.position()
	s.Set = r.changes(before, s.position)
	r.last = len(r.steps)
	r.at[n] = r.last
	r.steps = append(r.steps, s)
}

// marks returns the labels and marks of a node.
func (r *replayer) marks(n sgf.Node) []string {
	if r.marked >= mostReplayedMarks {
		return nil
	}
	list := marksOf(n)
	r.marked += len(list)
	return list
}

// point returns the point of the move in common notation, "" without a move.
func (s *step) point(rows int) string {
	if s.Move == "" {
		return ""
	}
	if p, ok := rules.ParsePoint(s.Move); ok && s.Move != "pass" {
		return p.Name(rows)
	}
	return "–"
}

// move plays one move, legal or not, unless the check did not place its stone.
func (r *replayer) move(s *step, m sgf.Move) {
	color := rules.Color(m.Color)
	s.Number++
	s.Color, s.Move = color.String(), "pass"
	if m.Point == sgf.Pass {
		return
	}
	s.Move = m.Point.String()
	if len(r.unplaced) > 0 && r.unplaced[0] == s.Number {
		r.unplaced = r.unplaced[1:]
		return
	}
	change := r.board.Play(rules.PointOf(m.Point), color)
	by := color - rules.Black
	s.Captured[by] += change.Captured
	s.Captured[1-by] += change.Suicide
}

// restore returns the board to the position after a step. It keeps a copy, because
// several variations often begin at the same step.
func (r *replayer) restore(step int, position []rules.Color) {
	if step >= 0 && step == r.forked {
		r.board.CopyFrom(&r.fork)
		return
	}
	r.board.Clear()
	i := 0
	r.board.Points(func(p rules.Point) {
		if position[i] != rules.Empty {
			r.board.Set(p, position[i])
		}
		i++
	})
	r.fork, r.forked = *r.board, step
}

func (r *replayer) position() []rules.Color {
	list := make([]rules.Color, 0, r.board.Cols()*r.board.Rows())
	r.board.Points(func(p rules.Point) { list = append(list, r.board.Stone(p)) })
	return list
}

func (r *replayer) changes(was, is []rules.Color) string {
	var list []string
	i := 0
	r.board.Points(func(p rules.Point) {
		if was[i] != is[i] {
			list = append(list, p.SGF()+was[i].String()+is[i].String())
		}
		i++
	})
	return strings.Join(list, " ")
}

// replayWords returns the sentences of the page's script as JSON. In them %n stands for the number of a move, %p for
// its point, %t for the captured stones, %b and %w for Black's and White's share, %s for typed text.
func replayWords(lang *i18n.Language) string {
	text, err := json.Marshal(map[string]string{
		"move": lang.T("game.move", "%n"), "pass": lang.T("game.pass"), "board": lang.T("game.board", "%n"),
		"black": lang.T("record.replay.black", "%n", "%p"), "black.takes": lang.T("record.replay.black.takes", "%n", "%p", "%t"),
		"white": lang.T("record.replay.white", "%n", "%p"), "white.takes": lang.T("record.replay.white.takes", "%n", "%p", "%t"),
		"captured": lang.T("game.captured", "%b", "%w"), "stones": lang.T("record.replay.stones", "%b", "%w"),
		"occupied": lang.T("rules.occupied"), "ko": lang.T("rules.ko"), "suicide": lang.T("rules.suicide"),
		"superko": lang.T("rules.superko", "%n"), "point": lang.T("record.play.point", "%s"),
	})
	if err != nil {
		return ""
	}
	return string(text)
}

// script returns the steps as JSON for the page's script, "" for none.
func script(steps []step) string {
	if len(steps) == 0 {
		return ""
	}
	text, err := json.Marshal(steps)
	if err != nil {
		return ""
	}
	return string(text)
}
