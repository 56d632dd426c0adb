package rating

import (
	"strings"
	"time"

	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// A Class is the EGF's weight of an event, by thinking time.
type Class string

const (
	// ByClock derives the class from the clock and the board.
	ByClock Class = ""
	A       Class = "A"
	B       Class = "B"
	C       Class = "C"
	// D is for events on the internet.
	D Class = "D"
	// Unrated events change no rating.
	Unrated Class = "none"
)

// Classes lists the classes in the order of the form.
func Classes() []Class { return []Class{ByClock, A, B, C, D, Unrated} }

// ParseClass parses a class, its letter in either case, or returns a fault
// "rating.class". Empty text is ByClock.
func ParseClass(name string) (Class, error) {
	for _, c := range Classes() {
		if strings.EqualFold(name, string(c)) {
			return c, nil
		}
	}
	return ByClock, fault.New(fault.Invalid, "rating.class", fault.Clip(name))
}

// Weight is the factor of every change: 1 in class A, 0.75 in B, 0.5 in C,
// 0.25 in D, 0 for an event that is not rated.
func (c Class) Weight() float64 {
	switch c {
	case A:
		return 1
	case B:
		return 0.75
	case C:
		return 0.5
	case D:
		return 0.25
	}
	return 0
}

// limits are the main and the adjusted time that a class requires; a Fischer
// clock may have less main time (EGF tournament classes).
var limits = []struct {
	class                   Class
	main, fischer, adjusted time.Duration
}{
	{A, 60 * time.Minute, 45 * time.Minute, 75 * time.Minute},
	{B, 40 * time.Minute, 30 * time.Minute, 50 * time.Minute},
	{C, 25 * time.Minute, 20 * time.Minute, 30 * time.Minute},
	{D, 40 * time.Minute, 30 * time.Minute, 50 * time.Minute},
}

// ClassIn returns the class in the settings of a tournament, or else the class by clock, internet and board. Boards
// other than 19×19 are not rated.
func ClassIn(s tournament.Settings) Class {
	if s.Size != 19 {
		return Unrated
	}
	if c := OptionsOf(s).Class; c != ByClock {
		return c
	}
	return ClassOf(s)
}

// ClassOf returns the class by the clock, ignoring the class in the settings: A, B or C over the board, D on the
// internet, or Unrated.
func ClassOf(s tournament.Settings) Class {
	c := s.Clock
	for _, l := range limits {
		if (l.class == D) != s.Internet {
			continue
		}
		main := l.main
		if c.Overtime == tournament.Fischer {
			main = l.fischer
		}
		if time.Duration(c.Main) >= main && Adjusted(c) >= l.adjusted {
			return l.class
		}
	}
	return Unrated
}

// Adjusted returns a player's thinking time by the EGF's rule: the main time, plus 45 Japanese periods, 60 moves of
// Canadian overtime, or 120 moves of a Fischer clock.
func Adjusted(c tournament.Clock) time.Duration {
	main, period := time.Duration(c.Main), time.Duration(c.Period)
	switch c.Overtime {
	case tournament.Japanese:
		return main + 45*period
	case tournament.Canadian:
		return main + 60*period/time.Duration(max(c.Stones, 1))
	case tournament.Fischer:
		return main + 120*period
	}
	return main
}
