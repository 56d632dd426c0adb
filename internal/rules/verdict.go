package rules

import "tourney/internal/rules/sgf"

// A Verdict is the result of Check. The final position is present with all
// findings: the board as the record leaves it, illegal moves included.
type Verdict struct {
	System   System
	Cols     int
	Rows     int
	Moves    int   // moves and passes of the main line that can be read
	Unplaced []int // moves that broke a rule and were not executed: the stone was taken off
	Standing []int // moves that broke a rule and were executed, as the record has them
	Legal    bool  // every stone could be placed under the system
	Offender Color // player of the first illegal move, or Empty
	Owes     Color // player of a pass that the rules still require and that is counted as made, or Empty
	Stage    Stage // at the end, with that pass
	Next     Color // the player to move at the end, Empty if that is not known
	Ko       Point // where that player may not retake the ko, or Pass
	Findings []Finding
	More     int // findings beyond those listed

	Board    *Board     // the final position, nil without a playable board
	Captured [2]int     // stones taken off, by Black and by White
	Handicap int        // stones
	Komi     HalfPoints // the game's, or else the record's
	Shift    HalfPoints // the record's komi minus Komi
	Dead     []Point    // one stone of each chain taken as dead
	Counted  bool       // dead stones were marked or given, so Score can be relied upon
	Score    Score
	final    Final      // the counted position
	Recorded sgf.Result // RE
	Swapped  bool       // the record's Black is the game's White, and the other way round
	Larger   bool       // the record's board is larger than the game's
}

// InGame converts an outcome between the colors of the record and the colors of the game, which differ if Swapped.
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

// Options are the inputs of Check besides the record.
type Options struct {
	Dead      []Point      // dead stones, instead of the record's marks; nil leaves it to the marks
	Marks     []Mark       // points decided by hand
	Prisoners [2]int       // stones captured by Black and by White before the record begins
	Komi      *HalfPoints  // instead of the record's
	Handicap  *int         // instead of the record's
	Reading   Reading      // of seki
	Enforce   bool         // whether illegal moves are left out, or count as passes, as the system has it
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

// Check plays the main line of a game record under a rule system, counts its
// final position and compares both with the record's header and the pairing.
// It never fails: errors are findings. Time and memory are in proportion to
// the record.
func Check(record sgf.Game, system System, o Options) *Verdict {
	c := newChecker(record, system, o)
	if c.game == nil {
		return &c.Verdict
	}
	c.play()
	c = c.settled()
	if o.Enforce && len(c.Standing) > 0 && system.IllegalMove != IllegalLoses {
		c.enforce()
	}
	c.count()
	c.compare()
	return &c.Verdict
}
