package rules

import (
	"tourney/internal/sgf"
)

// A Verdict is what Check says of a game record. The final position holds
// whatever the findings, with illegal moves executed as the format asks.
type Verdict struct {
	System   System
	Cols     int
	Rows     int
	Moves    int   // moves and passes of the main line that can be read
	Unplaced []int // moves that broke a rule and so counted as passes or were taken back
	Legal    bool  // every stone could be placed under the system
	Offender Color // who made the first illegal move, Empty if nobody did
	Findings []Finding
	More     int // findings beyond those listed

	Board    *Board     // the final position, nil if there is no board
	Captured [2]int     // stones taken off, by Black and by White
	Handicap int        // stones
	Komi     HalfPoints // to count with: the game's, or else what the record names
	Shift    HalfPoints // by how much the komi that the record names is higher
	Dead     []Point    // one stone of each chain taken as dead
	Counted  bool       // dead stones were marked or given, so Score can be relied upon
	Score    Score
	Recorded sgf.Result // RE
	Swapped  bool       // the record's Black is the game's White, and the other way round
	Larger   bool       // the record's board is larger than the game's
}

// InGame returns an outcome of the record in the colors of the game, where the
// names tell that the two are swapped. It is its own inverse.
func (v *Verdict) InGame(o Outcome) Outcome {
	if v.Swapped && o.Winner != sgf.Empty {
		o.Winner = sgf.Black + sgf.White - o.Winner
	}
	return o
}

// Position returns the final position as Board.String does.
func (v *Verdict) Position() string {
	if v.Board == nil {
		return ""
	}
	return v.Board.String()
}

// Outcome returns how the game ended: as the record says where it was not
// counted, such as B+R, else as the count says. It is zero without a board.
func (v *Verdict) Outcome() Outcome {
	switch v.Recorded.Ending {
	case sgf.ByResignation, sgf.OnTime, sgf.ByForfeit, sgf.NoResult:
		return Outcome(v.Recorded)
	}
	if v.Board == nil {
		return Outcome{}
	}
	return v.Score.Outcome()
}

// Options say what Check should take into account besides the record.
type Options struct {
	Dead      []Point      // dead stones, instead of the record's marks; nil leaves it to the marks
	Marks     []Mark       // points that people decide by hand
	Prisoners [2]int       // stones captured by Black and by White before the record begins
	Komi      *HalfPoints  // instead of the record's
	Handicap  *int         // instead of the record's
	Reading   Reading      // of seki
	Expect    *Expectation // the game that the record should be of
}

// An Expectation is what a tournament knows of the game.
type Expectation struct {
	Cols, Rows   int
	Handicap     int
	Komi         HalfPoints
	Black, White string     // names; an empty one is not compared
	Result       sgf.Result // that was entered; the zero Result is not compared
}

// maxFindings bounds the list of a verdict: a hostile record can break a rule
// at each of its moves.
const maxFindings = 100

// Check plays the main line of a game record under a rule system, counts its
// final position and compares both with what the record and the pairing say.
// It never fails: what is wrong stands in the findings. Time and memory are
// in proportion to the record.
func Check(record sgf.Game, system System, o Options) *Verdict {
	c := checker{
		Verdict: Verdict{System: system, Legal: true},
		record:  record,
		options: o,
		minds:   system.minds(),
	}
	c.Recorded, _ = record.Result()
	if !record.IsGo() {
		c.find(RuleGame, Error)
		return &c.Verdict
	}
	cols, rows, ok := record.Size()
	game, err := NewGame(cols, rows)
	if !ok || err != nil {
		c.find(RuleSize, Error, sizeNamed(record))
		return &c.Verdict
	}
	c.game, c.Board, c.Cols, c.Rows = game, game.Board, cols, rows
	if min(cols, rows) < 2 || max(cols, rows) > 25 {
		c.find(RuleLarge, Warning, cols, rows)
	}
	c.play()
	c.count()
	c.compare()
	return &c.Verdict
}

// sizeNamed returns the size of the board as the record writes it, as far as
// anybody wants to read.
func sizeNamed(record sgf.Game) string {
	const most = 20
	text := []rune(record.Root().Text("SZ"))
	return string(text[:min(len(text), most)])
}

// A checker is a verdict in the making.
type checker struct {
	Verdict
	record  sgf.Game
	options Options
	minds   Offence
	game    *Game
	next    Color // whose turn it is, Empty if that cannot be known
	moved   Color // who moved last
	placed  int   // handicap stones that Black may still enter as moves
	stopped bool  // the game was stopped by passes
	last    sgf.Node
}

func (c *checker) find(rule Rule, severity Severity, args ...any) {
	c.findAt(rule, severity, 0, Pass, args...)
}

func (c *checker) findAt(rule Rule, severity Severity, move int, p Point, args ...any) {
	if len(c.Findings) == maxFindings {
		c.More++
		return
	}
	c.Findings = append(c.Findings, Finding{rule, severity, move, p, args})
}

// play carries out the main line.
func (c *checker) play() {
	root := c.record.Root()
	c.setUpRoot(root)
	for n := range c.record.MainLine() {
		if n != root {
			c.setUpLater(n)
		}
		for m := range n.Moves() {
			c.move(m)
		}
		if c.game.Overworked() {
			c.findAt(RuleAbuse, Error, c.Moves, Pass)
			c.Legal = false
			break
		}
		c.last = n
	}
	c.Captured = [2]int{c.game.captured[0] + c.options.Prisoners[0], c.game.captured[1] + c.options.Prisoners[1]}
}

// setUp places the set-up stones of a node, reports those that leave a chain
// without liberties, and returns the number of points named for Black and for
// White.
func (c *checker) setUp(n sgf.Node) (black, white int) {
	c.game.SetUp(n)
	ab, aw := n.Points("AB"), n.Points("AW")
	if !c.breathless(ab) {
		c.breathless(aw)
	}
	return ab.Len(), aw.Len()
}

// breathless reports the first of the points set up at or beside which a chain
// has no liberty, if there is one.
func (c *checker) breathless(set sgf.PointSet) bool {
	for at := range set.All() {
		p := PointOf(at)
		for _, d := range [...]Point{0, around[0], around[1], around[2], around[3]} {
			q := (p + d) & mask
			if c.Board.Stone(q) != Empty && c.Board.cells[c.Board.cells[q].head].libs == 0 {
				c.findAt(RuleBreathless, Warning, c.Moves, q)
				return true
			}
		}
	}
	return false
}

// setUpRoot places the stones before the game, which may be a handicap, and
// works out who begins.
func (c *checker) setUpRoot(root sgf.Node) {
	black, white := 0, 0
	if root.HasSetup() {
		black, white = c.setUp(root)
	}
	stated, _ := c.record.Handicap()
	stones := c.blackOnly(black, white)
	isHandicap := len(stones) >= 2 && (stated >= 2 || IsHandicap(c.Cols, c.Rows, stones))
	switch {
	case isHandicap:
		c.Handicap = black
		c.next = White
	case black+white == 0:
		c.Handicap = stated
		c.next = Black
	}
	if stated >= 2 {
		if stated != black {
			c.find(RuleHandicap, Warning, stated, black)
		}
		if black == 0 {
			c.next, c.placed = Empty, stated
		}
	}
	if isHandicap && c.System.Placement == FixedPlacement && black <= maxFixed(c.Cols, c.Rows) &&
		!IsHandicap(c.Cols, c.Rows, stones) {
		c.find(RulePlacement, Note)
	}
	if c.options.Handicap != nil {
		c.Handicap = *c.options.Handicap
	}
	if p := root.ToPlay(); p != sgf.Empty {
		c.next = Color(p)
	}
}

// blackOnly returns the stones on the board if all are Black's, as handicap
// stones are.
func (c *checker) blackOnly(black, white int) (stones []Point) {
	if black == 0 || white > 0 {
		return nil
	}
	c.Board.Points(func(p Point) {
		if c.Board.Stone(p) == Black {
			stones = append(stones, p)
		}
	})
	return stones
}

// setUpLater carries out set-up in the course of the game.
func (c *checker) setUpLater(n sgf.Node) {
	if n.HasSetup() {
		c.setUp(n)
		c.next, c.moved = Empty, Empty
		c.findAt(RuleSetup, Warning, c.Moves, Pass)
	}
	if n.Has("PL") {
		if p := n.ToPlay(); p != sgf.Empty {
			c.next = Color(p)
		}
	}
}

// move plays one move and notes what is wrong with it.
func (c *checker) move(m sgf.Move) {
	color, p := Color(m.Color), PointOf(m.Point)
	c.Moves++
	if c.refused(IllegalTakenBack, color, p) {
		c.next, c.moved = Empty, Empty // the players may have gone on without noticing
		return
	}
	c.checkTurn(color, p)
	if c.refused(IllegalCountsAsPass, color, p) {
		p = Pass
	}
	if c.stopped && p != Pass {
		c.resume(color, p)
	}
	offence := c.game.Play(color, p)
	c.stopped = c.game.Stage(&c.System) != InPlay
	if broken := offence & c.minds; broken != 0 {
		c.illegal(color, p, broken.First())
	} else if offence&PositionRepeated != 0 {
		c.repeated(p)
	}
}

// refused reports whether a move breaks a rule and the system does with it what
// is asked, so that its stone is not placed, and notes what is wrong with it.
func (c *checker) refused(what IllegalMove, color Color, p Point) bool {
	if c.System.IllegalMove != what {
		return false
	}
	broken := c.game.try(color, p) & c.minds
	if broken == 0 {
		return false
	}
	c.illegal(color, p, broken.First())
	c.Unplaced = append(c.Unplaced, c.Moves)
	return true
}

// resume takes the game up again after the passes that had stopped it.
func (c *checker) resume(color Color, p Point) {
	if c.System.Resumes() && c.game.Stage(&c.System) != Ended {
		c.findAt(RuleResumed, Note, c.Moves, p)
	} else {
		c.findAt(RuleAfterEnd, Warning, c.Moves, p)
	}
	c.game.Resume(&c.System, color.Opponent())
}

// checkTurn notes a move out of turn.
func (c *checker) checkTurn(color Color, p Point) {
	switch {
	case c.placed > 0 && color == Black && p != Pass:
		if c.placed--; c.placed == 0 {
			c.findAt(RuleMoved, Note, c.Moves, p, c.Moves)
			c.next = Empty
		}
		c.moved = Empty
		return
	case c.next != Empty && color != c.next && color == c.moved:
		c.findAt(RuleTwice, Warning, c.Moves, p, color)
	case c.next != Empty && color != c.next:
		c.findAt(RuleStart, Warning, c.Moves, p, color)
	}
	c.placed = 0
	c.moved, c.next = color, color.Opponent()
}

func (c *checker) illegal(color Color, p Point, offence Offence) {
	rule := offence.Rule()
	switch rule {
	case RuleSuperko:
		c.findAt(rule, Error, c.Moves, p, c.game.repeats)
	default:
		c.findAt(rule, Error, c.Moves, p)
	}
	if c.Offender == Empty || c.System.IllegalMove != IllegalLoses {
		c.findAt(consequences[c.System.IllegalMove], Note, c.Moves, p, color)
	}
	if c.Offender == Empty {
		c.Offender = color
	}
	c.Legal = false
}

// repeated notes a position that came back although the system allows it.
func (c *checker) repeated(p Point) {
	rule := RuleRepetition
	if c.System.Repetition == SimpleKoNoResult {
		rule = RuleNoResult
	}
	c.findAt(rule, Note, c.Moves, p, c.game.repeats)
}
