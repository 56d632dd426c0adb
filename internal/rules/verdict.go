package rules

import "tourney/internal/sgf"

// A Verdict is the result of Check. The final position is present with all
// findings; illegal moves are executed as the format prescribes.
type Verdict struct {
	System   System
	Cols     int
	Rows     int
	Moves    int   // moves and passes of the main line that can be read
	Unplaced []int // moves that broke a rule and so counted as passes or were taken back
	Legal    bool  // every stone could be placed under the system
	Offender Color // player of the first illegal move, Empty if there was none
	Owes     Color // player of a pass that the rules still ask for and that is counted as made, Empty for none
	Stage    Stage // at the end, with that pass
	Next     Color // the player to move at the end, Empty if that is not known
	Ko       Point // where that player may not retake the ko, or Pass
	Findings []Finding
	More     int // findings beyond those listed

	Board    *Board     // the final position, nil if there is no board
	Captured [2]int     // stones taken off, by Black and by White
	Handicap int        // stones
	Komi     HalfPoints // the game's, or else the record's
	Shift    HalfPoints // the record's komi minus Komi
	Dead     []Point    // one stone of each chain taken as dead
	Counted  bool       // dead stones were marked or given, so Score can be relied upon
	Score    Score
	Recorded sgf.Result // RE
	Swapped  bool       // the record's Black is the game's White, and the other way round
	Larger   bool       // the record's board is larger than the game's
}

// InGame converts an outcome between the colors of the record and those of
// the game, which differ if Swapped.
func (v *Verdict) InGame(o Outcome) Outcome {
	if v.Swapped && o.Winner != sgf.Empty {
		o.Winner = sgf.Black + sgf.White - o.Winner
	}
	return o
}

// Over reports whether no move may follow under the rules.
func (v *Verdict) Over() bool {
	return v.Owes == Empty && (v.Stage == Ended || v.Stage == Stopped && !v.System.Resumes())
}

// GoesOn reports whether the players may play on from the end.
func (v *Verdict) GoesOn() bool {
	return v.Board != nil && (v.Stage == InPlay || v.Stage == Stopped && v.System.Resumes())
}

// Lives reports whether a living stone stands on a point at the end.
func (v *Verdict) Lives(p Point) bool {
	if v.Board == nil || v.Board.Stone(p) == Empty {
		return false
	}
	dead := false
	for _, d := range v.Dead { // each with a stone
		v.Board.Chain(d, func(q Point) { dead = dead || q == p })
	}
	return !dead
}

// Position returns the final position as Board.String does.
func (v *Verdict) Position() string {
	if v.Board == nil {
		return ""
	}
	return v.Board.String()
}

// Outcome returns how the game ended: as the record states if it was not
// counted, such as B+R, else by the count. It is zero without a board.
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

// Options are what Check takes into account besides the record.
type Options struct {
	Dead      []Point      // dead stones, instead of the record's marks; nil leaves it to the marks
	Marks     []Mark       // points decided by hand
	Prisoners [2]int       // stones captured by Black and by White before the record begins
	Komi      *HalfPoints  // instead of the record's
	Handicap  *int         // instead of the record's
	Reading   Reading      // of seki
	Expect    *Expectation // the game that the record should show
}

// An Expectation is the game as the tournament has it.
type Expectation struct {
	Cols, Rows   int
	Handicap     int
	Komi         HalfPoints
	Black, White string     // names; an empty one is not compared
	Result       sgf.Result // as entered; the zero Result is not compared
}

// CheckAll checks a record under every named system, in the order of Systems.
func CheckAll(record sgf.Game, o Options) (verdicts []*Verdict) {
	for _, s := range Systems() {
		verdicts = append(verdicts, Check(record, s, o))
	}
	return verdicts
}

// Illegal returns the first finding about a move that the system forbids, false if all
// are legal.
func (v *Verdict) Illegal() (first Finding, ok bool) {
	for _, f := range v.Findings {
		if f.Severity == Error && f.Move > 0 && (!ok || f.Move < first.Move) {
			first, ok = f, true
		}
	}
	return first, ok
}

// maxFindings bounds the list of a verdict: a hostile record can break a rule
// at each of its moves.
const maxFindings = 100

// Check plays the main line of a game record under a rule system, counts its
// final position and compares both with the record's header and the pairing.
// It never fails: errors are findings. Time and memory are in proportion to
// the record.
func Check(record sgf.Game, system System, o Options) *Verdict {
	c := checker{
		Verdict: Verdict{System: system, Legal: true},
		record:  record,
		options: o,
	}
	c.Recorded, _ = record.Result()
	if !record.IsGo() {
		c.find(RuleGame, Error)
		return &c.Verdict
	}
	cols, rows, ok := record.Size()
	game, err := NewGame(cols, rows)
	if !ok || err != nil {
		c.find(RuleSize, Error, sizeText(record))
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

// sizeText returns the size of the board as the record writes it, shortened.
func sizeText(record sgf.Game) string {
	const most = 20
	text := []rune(record.Info("SZ"))
	return string(text[:min(len(text), most)])
}

// A checker is a verdict in the making.
type checker struct {
	Verdict
	record  sgf.Game
	options Options
	game    *Game
	next    Color // player to move, Empty if unknown
	moved   Color // player who moved last
	placed  int   // handicap stones that Black may still enter as moves
	last    sgf.Node
}

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
			c.findAt(RuleAbuse, Error, Pass)
			c.Legal = false
			break
		}
		c.last = n
	}
	c.Stage, c.Next, c.Ko = c.game.Stage(&c.System), c.next, c.game.ko
	c.Captured = [2]int{c.game.captured[0] + c.options.Prisoners[0], c.game.captured[1] + c.options.Prisoners[1]}
}

// setUp places the set-up stones of a node, reports chains without liberties
// and returns the number of points named for Black and for White.
func (c *checker) setUp(n sgf.Node) (black, white int) {
	c.game.SetUp(n)
	ab, aw := n.Points("AB"), n.Points("AW")
	if !c.noLiberties(ab) {
		c.noLiberties(aw)
	}
	return ab.Len(), aw.Len()
}

// noLiberties reports the first point of a set at or beside which a chain has
// no liberty, if there is one.
func (c *checker) noLiberties(set sgf.PointSet) bool {
	for at := range set.All() {
		p := PointOf(at)
		beside := neighbours(p)
		for _, q := range append([]Point{p}, beside[:]...) {
			if c.Board.Stone(q) != Empty && c.Board.cells[c.Board.cells[q].head].libs == 0 {
				c.findAt(RuleNoLiberties, Warning, q)
				return true
			}
		}
	}
	return false
}

// setUpRoot places the stones before the game, which may be a handicap, and
// finds out who begins.
func (c *checker) setUpRoot(root sgf.Node) {
	black, white := 0, 0
	if root.HasSetup() {
		black, white = c.setUp(root)
	}
	stated, _ := c.record.Handicap()
	stones := c.blackOnly(black, white)
	isHandicap := len(stones) >= 2 && (stated >= 2 || onFixedPoints(c.Cols, c.Rows, stones))
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
		!onFixedPoints(c.Cols, c.Rows, stones) {
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

// setUpLater executes set-up in the course of the game.
func (c *checker) setUpLater(n sgf.Node) {
	if n.HasSetup() {
		c.setUp(n)
		c.next, c.moved = Empty, Empty
		c.findAt(RuleSetup, Warning, Pass)
	}
	if n.Has("PL") {
		if p := n.ToPlay(); p != sgf.Empty {
			c.next = Color(p)
		}
	}
}

// move plays one move and reports its errors.
func (c *checker) move(m sgf.Move) {
	color, p := Color(m.Color), PointOf(m.Point)
	c.Moves++
	if c.refuse(IllegalTakenBack, color, p) {
		c.next, c.moved = Empty, Empty // the players may have gone on without noticing
		return
	}
	c.checkTurn(color, p)
	if c.refuse(IllegalCountsAsPass, color, p) {
		p = Pass
	}
	if p != Pass && c.game.Stage(&c.System) != InPlay {
		c.resume(color, p)
	}
	offence := c.game.Play(color, p)
	if broken := c.System.Forbids(offence); broken != 0 {
		c.addIllegal(color, p, broken.First())
	} else if offence&PositionRepeated != 0 {
		c.addRepetition(p)
	}
}

// refuse leaves out a move that breaks a rule if the system treats illegal moves
// in the given way, and reports whether it did.
func (c *checker) refuse(treatment IllegalMove, color Color, p Point) bool {
	if c.System.IllegalMove != treatment {
		return false
	}
	broken := c.System.Forbids(c.game.try(color, p))
	if broken == 0 {
		return false
	}
	c.addIllegal(color, p, broken.First())
	c.Unplaced = append(c.Unplaced, c.Moves)
	return true
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
	switch {
	case c.placed > 0 && color == Black && p != Pass:
		if c.placed--; c.placed == 0 {
			c.findAt(RuleMoved, Note, p, c.Moves)
			c.next = Empty
		}
		c.moved = Empty
		return
	case c.next != Empty && color != c.next && color == c.moved:
		c.findAt(RuleTwice, Warning, p, color)
	case c.next != Empty && color != c.next:
		c.findAt(RuleStart, Warning, p, color)
	}
	c.placed = 0
	c.moved, c.next = color, color.Opponent()
}

func (c *checker) addIllegal(color Color, p Point, offence Offence) {
	if rule := offence.Rule(); rule == RuleSuperko {
		c.findAt(rule, Error, p, c.game.repeats)
	} else {
		c.findAt(rule, Error, p)
	}
	if c.Offender == Empty || c.System.IllegalMove != IllegalLoses {
		c.findAt(consequences[c.System.IllegalMove], Note, p, color)
	}
	if c.Offender == Empty {
		c.Offender = color
	}
	c.Legal = false
}

// addRepetition adds a repeated position that the system allows.
func (c *checker) addRepetition(p Point) {
	rule := RuleRepetition
	if c.System.Repetition == SimpleKoNoResult {
		rule = RuleNoResult
	}
	c.findAt(rule, Note, p, c.game.repeats)
}
