package rules

import (
	"slices"
	"strings"

	"tourney/internal/fault"
	"tourney/internal/rules/sgf"
	"tourney/internal/spelling"
)

// count counts the final position with the dead stones that are given or marked.
func (c *checker) count() {
	c.passOwed()
	c.Dead, c.Counted = c.options.Dead, c.options.Dead != nil
	if !c.Counted {
		c.Dead, c.Counted = c.marked()
	}
	c.leaveOutEmpty()
	if c.System.LifeAndDeath == AllAlive {
		if len(c.Dead) > 0 { // marked under other rules
			c.find(RuleAllAlive, Note)
		}
		c.Dead = nil
	}
	c.Counted = c.Counted || c.Stage == Ended
	c.Komi = c.komi()
	if komi, named := c.recordedKomi(); named {
		c.Shift = komi - c.Komi
	}
	c.final = c.finalWith(c.Komi)
	c.Score = c.System.Score(c.final)
	if c.Counted && c.Score.Neutral > 0 {
		c.find(RuleNeutral, Note, c.Score.Neutral)
	}
}

// leaveOutEmpty leaves marks of dead stones out of the count where no stone stands.
func (c *checker) leaveOutEmpty() {
	var dead []Point
	var names []string
	for _, p := range c.Dead {
		if c.Board.Stone(p) == Empty {
			names = append(names, p.Name(c.Rows))
		} else {
			dead = append(dead, p)
		}
	}
	if len(names) > 0 {
		c.Dead = dead
		c.find(RuleDeadEmpty, Warning, strings.Join(names, " "))
	}
}

// passOwed counts the pass that a player owes as made, where the record ends
// with two passes: the rules leave no choice, and a count without it is wrong.
func (c *checker) passOwed() {
	if c.Owes = c.game.Owes(&c.System); c.Owes != Empty {
		c.game.Play(c.Owes, Pass)
		c.Stage = c.game.Stage(&c.System)
		c.find(RuleOwes, Note, c.Owes)
	}
}

// finalWith returns the final position to count, with a komi.
func (c *checker) finalWith(komi HalfPoints) Final {
	byBlack, byWhite := c.game.PassStones(&c.System)
	return Final{
		Board:    c.Board,
		Dead:     c.Dead,
		Captured: c.Captured,
		Passes:   [2]int{byBlack, byWhite},
		Handicap: c.Handicap,
		Komi:     komi,
		Reading:  c.options.Reading,
		Marks:    c.options.Marks,
	}
}

// recordedKomi returns the record's komi, or the one given instead.
func (c *checker) recordedKomi() (komi HalfPoints, ok bool) {
	if c.options.Komi != nil {
		return *c.options.Komi, true
	}
	n, ok := c.record.Komi()
	return HalfPoints(n), ok
}

// komi returns the komi to count with: the komi of the game as it was paired, because editors write a default komi into
// a record unnoticed.
func (c *checker) komi() HalfPoints {
	named, ok := c.recordedKomi()
	komi := c.System.KomiEven
	switch {
	case c.options.Expect != nil:
		komi = c.options.Expect.Komi
	case ok:
		return named
	case c.Handicap >= 2:
		komi = c.System.KomiHandicap
	}
	switch {
	case ok:
	case c.record.Info("KM") != "":
		c.find(RuleKomiUnread, Note, komi)
	default:
		c.find(RuleKomi, Note, komi)
	}
	return komi
}

// marked returns the dead stones that the record marks after its last move:
// stones in the territory of the other color, or, without territory, stones
// with a cross. ok is false without such marks.
func (c *checker) marked() (dead []Point, ok bool) {
	for n := c.last; n.Exists(); n = n.Parent() {
		if n.Has("TB") || n.Has("TW") {
			return c.chainsOn(n.Points("TW"), n.Points("TB")), true
		}
		for range n.Moves() {
			return nil, false // a cross beside a move marks the move
		}
		if crosses := n.Points("MA"); crosses.Len() > 0 {
			dead = c.chainsOn(crosses, crosses)
			return dead, len(dead) > 0
		}
	}
	return nil, false
}

// chainsOn returns one stone of each chain that has a stone on the points for
// its color.
func (c *checker) chainsOn(black, white sgf.PointSet) []Point {
	dead := []Point{}
	for i, set := range []sgf.PointSet{black, white} {
		for at := range set.All() {
			if p := PointOf(at); c.Board.Stone(p) == Black+Color(i) {
				dead = append(dead, c.Board.first(p))
			}
		}
	}
	slices.Sort(dead)
	return slices.Compact(dead)
}

// compare compares the record with its own header and with the expected game.
func (c *checker) compare() {
	c.compareRules()
	c.compareScore()
	if c.options.Expect != nil {
		c.compareGame(*c.options.Expect)
		c.compareNames(*c.options.Expect)
		c.compareResult(c.options.Expect.Result)
	}
}

// compareRules compares the rules that RU names with the rules of the check.
func (c *checker) compareRules() {
	text := strings.TrimSpace(c.record.Info("RU"))
	named := inRecord(text)
	switch {
	case text == "":
	case len(named) == 0:
		c.find(RuleRulesetUnknown, Note, fault.Clip(text))
	case !slices.Contains(named, c.System.Name) && c.System.Name != Custom:
		c.find(RuleRuleset, Warning, fault.Clip(text), SystemName(c.System.Name))
	}
}

// compareScore compares the count with RE, which was reached with the record's
// komi.
func (c *checker) compareScore() {
	if !decidedByCount(c.Recorded) {
		return
	}
	rule, own := RuleScore, c.Score
	if c.Shift != 0 {
		rule, own = RuleScoreOwnKomi, c.System.Score(c.finalWith(c.Komi+c.Shift))
	}
	switch {
	case c.Stage == InPlay && !c.Counted:
		c.find(RuleUnfinished, Note)
	case !c.Counted:
		c.find(RuleUnmarked, Note)
	case !own.agrees(c.Recorded):
		c.find(rule, Warning, own.Outcome(), Outcome(c.Recorded))
	}
}

func decidedByCount(r sgf.Result) bool { return r.Ending == sgf.ByPoints || r.Ending == sgf.Jigo }

// agrees reports whether a counted result is the score.
func (s *Score) agrees(r sgf.Result) bool {
	return Color(r.Winner) == s.Winner && (r.Ending == sgf.Jigo || HalfPoints(r.Margin) == s.Margin)
}

func (c *checker) compareGame(e Expectation) {
	c.Larger = e.Cols != 0 && (c.Cols > e.Cols || c.Rows > e.Rows)
	if e.Cols != 0 && (e.Cols != c.Cols || e.Rows != c.Rows) {
		c.find(RuleExpectSize, Warning, c.Cols, c.Rows, e.Cols, e.Rows)
	}
	if c.Handicap != e.Handicap && max(c.Handicap, e.Handicap) >= 2 {
		c.find(RuleExpectHandicap, Warning, c.Handicap, e.Handicap)
	}
	if komi, ok := c.recordedKomi(); ok && komi != e.Komi {
		c.find(RuleExpectKomi, Warning, komi, e.Komi)
	}
}

func (c *checker) compareNames(e Expectation) {
	black, white := c.record.Name(sgf.Black), c.record.Name(sgf.White)
	straight := spelling.Agree(black, e.Black) && spelling.Agree(white, e.White)
	crosswise := spelling.Agree(black, e.White) && spelling.Agree(white, e.Black) && !straight
	spelled := alike(black, e.White) && alike(white, e.Black) && !alike(black, e.Black) && !alike(white, e.White)
	if black != "" && (crosswise || spelled) {
		c.find(RuleExpectSwapped, Warning)
		c.Swapped = true
		return
	}
	for _, side := range []struct {
		rule             Rule
		record, expected string
	}{{RuleExpectBlack, black, e.Black}, {RuleExpectWhite, white, e.White}} {
		if side.record != "" && side.expected != "" && !spelling.Agree(side.record, side.expected) {
			c.find(side.rule, Warning, side.record, side.expected)
		}
	}
}

// alike reports whether two names may be spellings of one.
func alike(a, b string) bool {
	var names spelling.Names
	names.Add("", b)
	return len(names.Like("", a)) > 0
}

// compareResult compares the record and the count with the result entered. The
// findings give both in the colors of the game.
func (c *checker) compareResult(entered sgf.Result) {
	won := c.InGame(Outcome(entered)) // in the record's colors
	penalty := c.Offender != Empty && Color(won.Winner) == c.Offender.Opponent() && !decidedByCount(entered)
	if entered.Ending == sgf.NotKnown || penalty {
		return // an illegal move outweighs the rest of the game
	}
	same := sameResult(c.Recorded, sgf.Result(won)) || sameResult(c.shifted(), sgf.Result(won))
	if c.Recorded.Ending != sgf.NotKnown && !same {
		c.find(RuleExpectResult, Warning, c.InGame(Outcome(c.Recorded)), Outcome(entered))
	}
	if c.Counted && decidedByCount(entered) && !c.Score.agrees(sgf.Result(won)) {
		c.find(RuleExpectScore, Warning, c.InGame(c.Score.Outcome()), Outcome(entered))
	}
}

// shifted converts RE to the komi that was counted with.
func (c *checker) shifted() sgf.Result {
	if !decidedByCount(c.Recorded) {
		return c.Recorded
	}
	var s Score
	s.Black.Total = HalfPoints(c.Recorded.Margin)
	if c.Recorded.Winner == sgf.White {
		s.Black.Total = -s.Black.Total
	}
	s.White.Total = -c.Shift
	c.System.decide(&s)
	return sgf.Result(s.Outcome())
}

// sameResult compares two results. A result without a way of winning agrees
// with any way.
func sameResult(a, b sgf.Result) bool {
	if a.Ending == sgf.Won || b.Ending == sgf.Won {
		return a.Winner == b.Winner
	}
	return a == b
}
