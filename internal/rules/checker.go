package rules

import "tourney/internal/rules/sgf"

// sizeText returns the size of the board as the record writes it, shortened.
func sizeText(record sgf.Game) string {
	const most = 20
	text := []rune(record.Info("SZ"))
	return string(text[:min(len(text), most)])
}

// A checker collects the findings of a verdict.
type checker struct {
	Verdict
	record  sgf.Game
	options Options
	game    *Game
	line    []sgf.Move // all moves of the main line, once one has broken a rule
	started bool       // the first move has come
	toPlay  Color      // first player by the record, Empty if it names none
	next    Color      // player to move, Empty if unknown
	moved   Color      // player who moved last
	placed  int        // handicap stones that Black may still enter as moves
	last    sgf.Node
	// off are moves whose stones the rest of the record shows to be off the board.
	off map[int]bool
	// wrong are the moves that broke a rule, faults how many of these and of moves out of
	// turn there are.
	wrong  []int
	faults int
	// without are moves to leave out since they broke a rule; nil leaves out no move. follow
	// are the moves that cannot be played on the board without them.
	without map[int]bool
	follow  []int
}

// newChecker returns a checker at the beginning of a record, without a game if the record
// cannot be played.
func newChecker(record sgf.Game, system System, o Options) *checker {
	c := &checker{
		Verdict: Verdict{System: system, Legal: true},
		record:  record,
		options: o,
	}
	c.Recorded, _ = record.Result()
	if !record.IsGo() {
		c.find(RuleGame, Error)
		return c
	}
	cols, rows, ok := record.Size()
	game, err := NewGame(cols, rows)
	if !ok || err != nil {
		c.find(RuleSize, Error, sizeText(record))
		return c
	}
	c.game, c.Board, c.Cols, c.Rows = game, game.Board, cols, rows
	if min(cols, rows) < 2 || max(cols, rows) > 25 {
		c.find(RuleLarge, Warning, cols, rows)
	}
	return c
}

// maxFindings bounds the list of a verdict: a hostile record can break a rule
// at each of its moves.
const maxFindings = 100

func (c *checker) find(rule Rule, severity Severity, args ...any) {
	c.add(Finding{Rule: rule, Severity: severity, Args: args})
}

func (c *checker) findAt(rule Rule, severity Severity, p Point, args ...any) {
	c.add(Finding{rule, severity, c.Moves, p, args})
}

func (c *checker) add(f Finding) {
	if len(c.Findings) == maxFindings {
		c.More++
		return
	}
	c.Findings = append(c.Findings, f)
}

// play executes the main line.
func (c *checker) play() {
	for n := range c.record.MainLine() {
		c.setUp(n)
		for m := range n.Moves() {
			c.start()
			c.move(m)
		}
		if c.game.Overworked() {
			c.findAt(RuleAbuse, Error, Pass)
			c.Legal = false
			break
		}
		c.last = n
	}
	c.start()
	c.endPlacing()
	c.Stage, c.Next, c.Ko = c.game.Stage(&c.System), c.next, c.game.ko
	c.Captured = [2]int{c.game.captured[0] + c.options.Prisoners[0], c.game.captured[1] + c.options.Prisoners[1]}
}

// move plays one move and reports its errors.
func (c *checker) move(m sgf.Move) {
	color, p := Color(m.Color), PointOf(m.Point)
	c.Moves++
	broken := c.System.Forbids(c.game.try(color, p))
	where := c.whereabouts(color, p, broken.First())
	if where == takenBack || where == offBoard && c.System.IllegalMove != IllegalCountsAsPass {
		c.addIllegal(color, p, broken.First(), where)
		c.next, c.moved = Empty, Empty // the players may have continued without noticing
		return
	}
	c.checkTurn(color, p)
	if where == offBoard {
		c.addIllegal(color, p, broken.First(), where)
		p = Pass
	}
	if p != Pass && c.game.Stage(&c.System) != InPlay {
		c.resume(color, p)
	}
	offence := c.game.Play(color, p)
	if broken != 0 && where == onBoard {
		c.addIllegal(color, p, broken.First(), where)
	} else if offence&PositionRepeated != 0 && p != Pass {
		c.addRepetition(p)
	}
}

// resume takes the game up again after the passes that stopped it.
func (c *checker) resume(color Color, p Point) {
	if c.System.Resumes() && c.game.Stage(&c.System) != Ended {
		c.findAt(RuleResumed, Note, p)
	} else {
		c.findAt(RuleAfterEnd, Warning, p)
	}
	c.game.Resume(&c.System, color.Opponent())
}

func (c *checker) checkTurn(color Color, p Point) {
	if c.place(color, p) {
		return
	}
	switch {
	case c.next != Empty && color != c.next && color == c.moved:
		c.findAt(RuleTwice, Warning, p, color)
		c.faults++
	case c.next != Empty && color != c.next:
		c.findAt(RuleStart, Warning, p, color)
		c.faults++
	}
	c.moved, c.next = color, color.Opponent()
}

// addRepetition adds a repeated position that the system allows.
func (c *checker) addRepetition(p Point) {
	rule := RuleRepetition
	if c.System.Repetition == SimpleKoNoResult {
		rule = RuleNoResult
	}
	c.findAt(rule, Note, p, c.game.repeats)
}
