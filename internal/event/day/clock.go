package day

import (
	"time"

	"tourney/internal/tournament"
)

// A Phase is where the clock of the day stands.
type Phase string

// The phases.
const (
	// Unplanned: no start of a round is known.
	Unplanned Phase = "unplanned"
	// Waiting: the round has yet to start.
	Waiting Phase = "waiting"
	// MainTime: both players may still be in their main time.
	MainTime Phase = "main"
	// Overtime: games that still go on are in overtime or past their time.
	Overtime Phase = "overtime"
	// Over: all rounds are played.
	Over Phase = "over"
)

// A Clock is where the day stands at one time.
type Clock struct {
	Phase Phase
	// Round is the round that is being played or, Waiting, that comes next.
	Round int
	// Start is the start of that round, Main the end of the main time of both
	// players, Next the planned start of the round after it; zero if not known.
	Start, Main, Next time.Time
	// Playing is the number of games of the round whose result is not known.
	Playing int
}

// StartOf returns the start of round n: as it was set, else as it is planned;
// zero if neither is known.
func StartOf(t *tournament.Tournament, n int) time.Time {
	if r := t.Round(n); r != nil && !r.Start.IsZero() {
		return r.Start
	}
	if n >= 1 && n <= len(t.Settings.Schedule) {
		return t.Settings.Schedule[n-1]
	}
	return time.Time{}
}

// ClockAt returns where the day stands. The last published round counts until
// all its results are known, then the next one.
func ClockAt(t *tournament.Tournament, now time.Time) Clock {
	n := t.Current()
	c := Clock{Round: n}
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
