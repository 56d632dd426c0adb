package live

import (
	"time"

	"tourney/internal/fault"
	"tourney/internal/rules"
)

// A Kind is the kind of a recorder's entry.
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
	// Point is the point of a Move, else rules.Pass.
	Point rules.Point
	// Left is the display of the player's clock, if the recorder noted it.
	Left Clock
	// Ends is set on the step that ended the game: a resignation, the last pass.
	Ends bool
	// At is when the step was entered; a later step is never earlier.
	At time.Time
	// Once identifies the request, so that a repeated one is not entered twice.
	Once string
}

// Line returns the steps that no undo has taken back, without the undos.
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

// A Delay delays the publication of a step by so many later moves, and so much time. The end of the game replaces the
// moves, not the time.
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

// A Publication is the public part of a game at a moment.
type Publication struct {
	// Shown are the published steps in the order of their publication. An undo is among them if the undone step had
	// been published.
	Shown []Shown
	// Over is set when the game has ended and all of it is published.
	Over bool
}

// Line returns the Line of the published steps.
func (p Publication) Line() []Step {
	steps := make([]Step, len(p.Shown))
	for i, s := range p.Shown {
		steps[i] = s.Step
	}
	return Line(steps)
}

// Steps returns the published steps as a game without a delay: each is entered at the time of its publication.
func (p Publication) Steps() []Step {
	steps := make([]Step, len(p.Shown))
	for i, s := range p.Shown {
		steps[i] = s.Step
		steps[i].Number, steps[i].At, steps[i].Once = i+1, s.Since, ""
	}
	return steps
}

// Same reports whether two steps are the same, apart from the request that entered them.
func (s Step) Same(as Step) bool {
	at := s.At.Equal(as.At)
	s.At, s.Once = as.At, as.Once
	return at && s == as
}

// Published returns the published steps at a moment. At a later moment, or with more steps entered later, it returns
// the same steps and perhaps more: published steps never change. An undo is published if its move has been, after the
// time of the delay.
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
				since = s.At // this step made the earlier one public
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

// CheckSteps refuses steps that Game.Take cannot have made: steps out of order, of no kind or player, or an undo of
// nothing. It does not check the moves by the rules. Fault: "live.steps" with the number of the step.
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
