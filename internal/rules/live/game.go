package live

import (
	"strconv"

	"tourney/internal/fault"
	"tourney/internal/rules"
	"tourney/internal/rules/gamerecord"
	"tourney/internal/rules/sgf"
)

// A Game is the terms under which the moves are checked.
type Game struct {
	Size, Handicap int
	Rules          rules.System
	// Head writes the players and terms at the beginning of the record.
	Head func(*sgf.Builder)
}

// Limits of a recorder's requests: the steps of one game, undone ones among them, and the key of a request.
const (
	MostSteps   = 2 * gamerecord.MostMoves
	longestOnce = 100
)

// Take returns a step as the next of a game, with its number, player and the end it causes. Faults: "live.kind";
// "live.full"; "live.nothing" for an undo of nothing; "live.finished" for a move after the end; "live.place" for a pass
// instead of a handicap stone, "rules.point" for a point off the board, and "record.play.refused" for a move that the
// rules forbid.
func (g *Game) Take(steps []Step, s Step) (Step, error) {
	line := Line(steps)
	s.Number = len(steps) + 1
	if len(steps) > 0 && s.At.Before(steps[len(steps)-1].At) {
		s.At = steps[len(steps)-1].At // the clock was put back
	}
	switch {
	case s.Once == "" || len(s.Once) > longestOnce:
		return s, fault.New(fault.Invalid, "form.key", longestOnce)
	case len(steps) >= MostSteps || len(line) >= gamerecord.MostMoves && s.Kind != Undo:
		return s, fault.New(fault.Conflict, "live.full", gamerecord.MostMoves)
	case s.Kind == Undo && len(line) == 0:
		return s, fault.New(fault.Conflict, "live.nothing")
	case s.Kind == Undo:
		s.Player, s.Point, s.Left, s.Ends = rules.Empty, rules.Pass, Clock{}, false
		return s, nil
	case len(line) > 0 && line[len(line)-1].Kind == Resign || g.Verdict(line).Over():
		return s, fault.New(fault.Conflict, "live.finished")
	}
	next := g.Next(line)
	switch s.Kind {
	case Resign:
		s.Point, s.Ends = rules.Pass, true
		if s.Player != rules.Black && s.Player != rules.White {
			s.Player = next
		}
		return s, nil
	case Pass:
		if len(line) < g.FreeStones() {
			return s, fault.New(fault.Invalid, "live.place", len(line)+1, g.Handicap)
		}
		s.Point = rules.Pass
	case Move:
		if s.Point == rules.Pass || s.Point.Col() < 0 || s.Point.Col() >= g.Size || s.Point.Row() < 0 || s.Point.Row() >= g.Size {
			return s, fault.New(fault.Invalid, "rules.point", s.Point.SGF())
		}
	default:
		return s, fault.New(fault.Invalid, "live.kind", fault.Clip(string(s.Kind)))
	}
	s.Player = next
	return g.check(line, s)
}

// check refuses a move that the rules forbid.
func (g *Game) check(line []Step, s Step) (Step, error) {
	if len(line) < g.FreeStones() {
		for _, other := range line {
			if other.Point == s.Point {
				return s, fault.New(fault.Invalid, "live.refused", s.Point.Name(g.Size), fault.New(fault.Invalid, "rules.occupied"))
			}
		}
		return s, nil
	}
	v := g.Verdict(append(line[:len(line):len(line)], s))
	for _, f := range v.Findings {
		if f.Move == v.Moves && f.Severity == rules.Error {
			return s, fault.New(fault.Invalid, "live.refused", s.Point.Name(g.Size), fault.New(fault.Invalid, f.Key(), f.Args...))
		}
	}
	s.Ends = v.Stage != rules.InPlay && v.Owes == rules.Empty
	return s, nil
}

// FreeStones returns how many handicap stones Black places freely as first steps.
func (g *Game) FreeStones() int { return g.Rules.FreeStones(g.Size, g.Handicap) }

// Next returns the player to move after a line.
func (g *Game) Next(line []Step) rules.Color {
	n := len(line) - g.FreeStones()
	if n < 0 || (n%2 == 0) == (g.Handicap < 2) {
		return rules.Black
	}
	return rules.White
}

// Verdict returns the verdict of the rules on a line.
func (g *Game) Verdict(line []Step) *rules.Verdict {
	c, _ := gamerecord.Read([]byte(g.Record(line)))
	return rules.Check(c.Game(0), g.Rules, rules.Options{})
}

// Record returns a line as the record of the game, with the clocks that were noted.
func (g *Game) Record(line []Step) string {
	var b sgf.Builder
	b.Set("SZ", strconv.Itoa(g.Size))
	if g.Head != nil {
		g.Head(&b)
	}
	if n := len(line); n > 0 && line[n-1].Kind == Resign {
		b.Set("RE", line[n-1].Player.Opponent().String()+"+R")
	}
	free := min(g.FreeStones(), len(line))
	var stones []sgf.Point
	for _, s := range line[:free] {
		if s.Kind == Move {
			stones = append(stones, s.Point.Record())
		}
	}
	if free == 0 && g.FreeStones() == 0 {
		for _, p := range rules.Handicap(g.Size, g.Size, g.Handicap) {
			stones = append(stones, p.Record())
		}
	}
	if len(stones) > 0 {
		b.Set("HA", strconv.Itoa(g.Handicap))
		b.Add("AB", stones...)
	}
	for _, s := range line[free:] {
		if s.Kind == Resign {
			break
		}
		b.Play(sgf.Move{Color: sgf.Color(s.Player), Point: s.Point.Record()})
		if s.Left.Noted {
			b.Set(s.Player.String()+"L", strconv.Itoa(s.Left.Seconds))
			if s.Left.Over > 0 {
				b.Set("O"+s.Player.String(), strconv.Itoa(s.Left.Over))
			}
		}
	}
	return b.String()
}

// Estimate returns the verdict on a finished line with the proposed dead stones; it takes some tens of milliseconds.
func (g *Game) Estimate(line []Step) *rules.Verdict {
	dead := []rules.Point{}
	for _, j := range g.Rules.Propose(g.Verdict(line).Board) {
		if j.Dead {
			dead = append(dead, j.Chain)
		}
	}
	c, _ := gamerecord.Read([]byte(g.Record(line)))
	return rules.Check(c.Game(0), g.Rules, rules.Options{Dead: dead})
}
