package live

import (
	"time"

	"tourney/internal/fault"
	"tourney/internal/rules"
)

// A Kind is what a recorder enters.
type Kind string

// The kinds of steps.
const (
	Move   Kind = "move"
	Pass   Kind = "pass"
	Resign Kind = "resign"
	Undo   Kind = "undo" // of the last step that stands
)

// A Step is one thing that a recorder has entered. Steps are never changed nor removed.
type Step struct {
	// Number is the place among the steps of the game, from 1.
	Number int
	Kind   Kind
	// Player moved, passed or resigned; Empty for an undo.
	Player rules.Color
	// Point is that of a Move, else rules.Pass.
	Point rules.Point
	// Left is what the clock of the player showed, if that was noted.
	Left Clock
	// Ends is set on the step that ended the game: a resignation, the last pass.
	Ends bool
	// At is when the step was entered; a later step is never earlier.
	At time.Time
	// Once identifies the request, so that a repeated one is not entered twice.
	Once string
}

// Line returns the steps that stand: those that no undo has taken back, and no undo.
func Line(steps []Step) []Step {
	line := make([]Step, 0, len(steps))
	for _, s := range steps {
		if s.Kind == Undo {
			line = line[:max(len(line)-1, 0)]
		} else {
			line = append(line, s)
		}
	}
	return line
}

// Ended reports whether the last step of a line ended the game.
func Ended(line []Step) bool { return len(line) > 0 && line[len(line)-1].Ends }

// A Delay is what has to happen before a step is published: so many moves later ones,
// and so much time. The end of the game stands for the moves, not for the time.
type Delay struct {
	Moves int
	Time  time.Duration
}

// A Shown is a step that is published.
type Shown struct {
	Step
	// Since is when it was published.
	Since time.Time
}

// A Publication is what everybody may know of a game at a moment.
type Publication struct {
	// Shown are the published steps in the order of their publication. An undo is
	// among them if what it took back had been published.
	Shown []Shown
	// Over is set when the game has ended and all of it is published.
	Over bool
}

// Line returns the published steps that stand.
func (p Publication) Line() []Step {
	steps := make([]Step, len(p.Shown))
	for i, s := range p.Shown {
		steps[i] = s.Step
	}
	return Line(steps)
}

// Steps returns the published steps as those of a game without a delay, which are entered when they are published.
func (p Publication) Steps() []Step {
	steps := make([]Step, len(p.Shown))
	for i, s := range p.Shown {
		steps[i] = s.Step
		steps[i].Number, steps[i].At, steps[i].Once = i+1, s.Since, ""
	}
	return steps
}

// Same reports whether two steps are the same, by whatever request they were entered.
func (s Step) Same(as Step) bool {
	at := s.At.Equal(as.At)
	s.At, s.Once = as.At, as.Once
	return at && s == as
}

// Published returns what is published at a moment. Of a later moment, or with more steps
// that were entered later, it is the same and what has been added: nothing that was
// published ever changes. An undo is published if its move has been, after the time of
// the delay.
func Published(steps []Step, d Delay, now time.Time) (p Publication) {
	var line []Step // that stand after the steps so far
	out := 0        // of these, how many are published
	for i, s := range steps {
		if s.At.After(now) {
			break
		}
		switch {
		case s.Kind != Undo:
			line = append(line, s)
		case len(line) == 0:
		default:
			if out == len(line) {
				out--
				p.Shown = append(p.Shown, Shown{s, s.At.Add(d.Time)})
			}
			line = line[:len(line)-1]
		}
		until := now
		if i+1 < len(steps) && steps[i+1].At.Before(now) {
			until = steps[i+1].At
		}
		for ended := Ended(line); out < len(line) && (ended || len(line)-1-out >= d.Moves); out++ {
			since := line[out].At.Add(d.Time)
			if since.Before(s.At) {
				since = s.At // what came with this step made it public
			}
			if since.After(until) {
				break
			}
			p.Shown = append(p.Shown, Shown{line[out], since})
		}
	}
	for i, s := range p.Shown {
		if s.Since.After(now) { // an undo that is still to be published
			p.Shown = p.Shown[:i]
			return p
		}
	}
	p.Over = Ended(line) && out == len(line)
	return p
}

// CheckSteps refuses what Game.Take cannot have made: steps out of order, of no kind or
// player, or an undo of nothing. It does not check the moves by the rules. Fault:
// "live.steps" with the number of the step.
func CheckSteps(steps []Step) error {
	standing := 0
	for i, s := range steps {
		wrong := s.Number != i+1 || i >= MostSteps || i > 0 && s.At.Before(steps[i-1].At)
		switch s.Kind {
		case Undo:
			standing--
			wrong = wrong || standing < 0 || s.Player != rules.Empty || s.Ends
		case Move, Pass, Resign:
			standing++
			wrong = wrong || s.Player != rules.Black && s.Player != rules.White || (s.Kind == Move) == (s.Point == rules.Pass) || s.Kind == Resign && !s.Ends
		default:
			wrong = true
		}
		if wrong {
			return fault.New(fault.Invalid, "live.steps", i+1)
		}
	}
	return nil
}
