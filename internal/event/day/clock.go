package day

import (
	"time"

	"tourney/internal/tournament"
)

// A Phase is the state of the clock of the day.
type Phase string

// The phases.
const (
	// Unplanned: no start of a round is known.
	Unplanned Phase = "unplanned"
	// Waiting: the round has yet to start.
	Waiting Phase = "waiting"
	// MainTime: both players may still be in their main time.
	MainTime Phase = "main"
	// Overtime: unfinished games are in overtime or past their time.
	Overtime Phase = "overtime"
	// Over: all rounds are played.
	Over Phase = "over"
)

// A Clock is the state of the day at one time.
type Clock struct {
	Phase Phase
	// Round is the round in play or, for Waiting, the next one.
	Round int
	// Start is the start of that round, Main the end of the main time of both players, Next the planned start of the
	// round after it; zero if unknown.
	Start, Main, Next time.Time
	// Playing is the number of games of the round without a known result.
	Playing int
}

// StartOf returns the announced start of round n, else the planned one; zero if neither is known.
func StartOf(t *tournament.Tournament, n int) time.Time {
	if r := t.Round(n); r != nil && !r.Start.IsZero() {
		return r.Start
	}
	if n >= 1 && n <= len(t.Settings.Schedule) {
		return t.Settings.Schedule[n-1]
	}
	return time.Time{}
}

// ClockAt returns the state of the day. The last published round counts until all its results are known, then the next
// one. Open play has no clock.
func ClockAt(t *tournament.Tournament, now time.Time) Clock {
	n := t.Current()
	c := Clock{Round: n}
	if t.IsOpen() {
		return Clock{Phase: Unplanned}
	}
	if n > 0 {
		c.Playing = t.Rounds[n-1].Missing()
	}
	if c.Playing == 0 {
		if c.Round++; c.Round > t.Settings.Rounds {
			return Clock{Phase: Over, Round: n}
		}
	}
	c.Start, c.Next = StartOf(t, c.Round), StartOf(t, c.Round+1)
	if main := t.Settings.Clock.Main; main > 0 && !c.Start.IsZero() {
		c.Main = c.Start.Add(2 * time.Duration(main))
	}
	switch {
	case c.Start.IsZero():
		c.Phase = Unplanned
	case now.Before(c.Start), c.Playing == 0:
		c.Phase = Waiting
	case c.Main.IsZero() || now.Before(c.Main):
		c.Phase = MainTime
	default:
		c.Phase = Overtime
	}
	return c
}
