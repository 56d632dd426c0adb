package rules

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"tourney/internal/rules/sgf"
)

// A whereabouts is the place of the stone of an illegal move after it, by the rest of the record.
type whereabouts int8

const (
	onBoard   whereabouts = iota // the record continues with it
	offBoard                     // it was taken off
	takenBack                    // its player moves again
)

// whereabouts returns where the stone of a move is after it, with its offence if it breaks a rule. Play continues from
// the board as it lies, which is the same under all rules: the move is executed as the format prescribes, unless the
// rest of the record shows that its stone was taken off.
func (c *checker) whereabouts(color Color, p Point, offence Offence) whereabouts {
	switch {
	case c.without[c.Moves]:
		return offBoard
	case offence == 0:
		return onBoard
	case c.without != nil: // it cannot be played on the board without the others
		c.follow = append(c.follow, c.Moves)
		return takenBack
	case !c.off[c.Moves] && !c.showsOff(color, p, offence):
		return onBoard
	}
	if m, ok := c.following(); ok && Color(m.Color) == color {
		return takenBack
	}
	return offBoard
}

// following returns the next move of the record. ok is false at the end.
func (c *checker) following() (m sgf.Move, ok bool) {
	if c.line == nil {
		for n := range c.record.MainLine() {
			c.line = slices.AppendSeq(c.line, n.Moves())
		}
	}
	if c.Moves >= len(c.line) {
		return m, false
	}
	return c.line[c.Moves], true
}

// showsOff reports whether the next move shows that a stone is off the board: its player
// moves again, or the opponent plays on the very point. The move must be possible without the
// stone, as far as it would be with the stone.
func (c *checker) showsOff(color Color, p Point, offence Offence) bool {
	m, ok := c.following()
	if !ok {
		return false
	}
	next, q := Color(m.Color), PointOf(m.Point)
	if next != color {
		return q == p && c.System.Forbids(c.game.try(next, q)) == 0
	}
	return q == p || offence == Occupied || c.System.Forbids(c.game.try(next, q)) == 0
}

// mostDoubts bounds the illegal moves whose whereabouts are sought in the rest of a record.
const mostDoubts = 8

// settled returns the checker after finding out which illegal stones are off the board: those
// without which the rest of the record has fewer faults. A record with many illegal moves
// shows nothing.
func (c *checker) settled() *checker {
	if len(c.wrong) > mostDoubts || c.faults <= 1 {
		return c
	}
	for _, i := range slices.Clone(c.Standing) {
		trial := newChecker(c.record, c.System, c.options)
		trial.off = map[int]bool{i: true}
		maps.Copy(trial.off, c.off)
		if trial.play(); trial.faults < c.faults {
			c = trial
		}
	}
	return c
}

// enforce plays the main line once more, without the moves that broke a rule or with passes
// in their place, as the system has it. The findings stay the findings of the board as it lay. Moves
// that cannot be played on that board are left out, too.
func (c *checker) enforce() {
	e := newChecker(c.record, c.System, c.options)
	e.without = map[int]bool{}
	for _, i := range c.wrong {
		e.without[i] = true
	}
	e.play()
	c.game, c.Board, c.Unplaced = e.game, e.Board, e.Unplaced
	c.Stage, c.Next, c.Ko, c.Captured = e.Stage, e.Next, e.Ko, e.Captured
	if len(e.follow) > 0 {
		var list []string
		for _, i := range e.follow[:min(len(e.follow), mostDoubts)] {
			list = append(list, strconv.Itoa(i))
		}
		c.find(RuleIllegalFollows, Note, len(e.follow), strings.Join(list, ", "))
	}
}

// addIllegal reports a move that broke a rule, and its consequence.
func (c *checker) addIllegal(color Color, p Point, offence Offence, where whereabouts) {
	if where == onBoard {
		c.Standing = append(c.Standing, c.Moves)
	} else {
		c.Unplaced = append(c.Unplaced, c.Moves)
	}
	c.wrong = append(c.wrong, c.Moves)
	c.faults++
	if rule := offence.Rule(); rule == RuleSuperko {
		c.findAt(rule, Error, p, c.game.repeats)
	} else {
		c.findAt(rule, Error, p)
	}
	if rule := c.consequence(where, offence); rule != "" {
		c.findAt(rule, Note, p, color)
	}
	if c.Offender == Empty {
		c.Offender = color
	}
	c.Legal = false
}

// consequence returns the finding about the consequence of an illegal move. It is "" for a
// further illegal move under rules whose first one loses the game.
func (c *checker) consequence(where whereabouts, offence Offence) Rule {
	if where == onBoard && c.System.IllegalMove != IllegalLoses {
		switch {
		case c.options.Enforce:
			where = offBoard
		case offence&(SuicideOfOne|SuicideOfMany) != 0:
			return RuleIllegalSuicide
		}
	}
	rule := consequences[c.System.IllegalMove][where]
	if c.System.IllegalMove == IllegalLoses && c.Offender != Empty {
		return map[whereabouts]Rule{offBoard: RuleIllegalOff, takenBack: RuleIllegalOff}[where]
	}
	return rule
}

// consequences maps the treatment of illegal moves, and where their stones are, to findings.
var consequences = map[IllegalMove][3]Rule{
	IllegalLoses:        {RuleIllegalLoses, RuleIllegalLosesOff, RuleIllegalLosesOff},
	IllegalTakenBack:    {RuleIllegalStands, RuleIllegalOff, RuleIllegalTakenBack},
	IllegalCountsAsPass: {RuleIllegalPassStands, RuleIllegalPass, RuleIllegalPassBack},
}
