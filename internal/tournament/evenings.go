package tournament

import (
	"slices"
	"time"

	"tourney/internal/fault"
)

// A Ladder is an order of the members of a club, changed by challenges. The zero value is empty. Package scoring has
// its steps.
type Ladder struct {
	// Reach is the greatest number of places between a challenger and the challenged player above, 0 without a ladder.
	Reach int `json:"reach,omitzero"`
	// Shift is the change of the order after a challenger's win, "" for LadderSwap.
	Shift LadderShift `json:"shift,omitzero"`
	// Protection is the number of days without another challenge of a player, after a challenge of the player or a
	// challenge won by the player; 0 for none.
	Protection int `json:"protection,omitzero"`
	// Idle is the number of days without a game after which a player moves down by one place, 0 for never. With Leave,
	// the player leaves the ladder instead.
	Idle  int  `json:"idle,omitzero"`
	Leave bool `json:"leave,omitzero"`
}

// A LadderShift is a change of a ladder after a challenger's win.
type LadderShift string

// The changes: the two players swap, or the winner moves in above the loser and all players between move down by one.
const (
	LadderSwap   LadderShift = "swap"
	LadderInsert LadderShift = "insert"
)

// LadderShifts lists the changes, the default first.
func LadderShifts() []LadderShift { return []LadderShift{LadderSwap, LadderInsert} }

// Bounds on a ladder. Protection and Idle are in days.
const (
	mostReach      = 100
	mostLadderDays = 366
)

func (l Ladder) check() error {
	switch {
	case l.Reach < 0 || l.Reach > mostReach:
		return fault.New(fault.Invalid, "open.ladder.reach", l.Reach, mostReach)
	case l.Shift != "" && !slices.Contains(LadderShifts(), l.Shift):
		return fault.New(fault.Invalid, "open.ladder.shift", fault.Clip(string(l.Shift)))
	case l.Protection < 0 || l.Protection > mostLadderDays:
		return fault.New(fault.Invalid, "open.ladder.days", l.Protection, mostLadderDays)
	case l.Idle < 0 || l.Idle > mostLadderDays:
		return fault.New(fault.Invalid, "open.ladder.days", l.Idle, mostLadderDays)
	}
	return nil
}

// Came returns the players of an evening, with or without a game, in the order of their IDs; to any evening for nil.
func (t *Tournament) Came(e *Evening) []PlayerID {
	if e != nil {
		return e.Present
	}
	came := map[PlayerID]bool{}
	for i := range t.Day.Evenings {
		for _, id := range t.Day.Evenings[i].Present {
			came[id] = true
		}
	}
	var list []PlayerID
	for id := range came {
		list = append(list, id)
	}
	slices.Sort(list)
	return list
}

// During returns the evenings from one to another as a tournament: their turns, renumbered from 1, their dates and the
// players present or with a game. The copy is for files and figures of these evenings; it shares nothing with t.
func (t *Tournament) During(from, until *Evening) *Tournament {
	c := t.Clone()
	first, last := from.First, len(t.Rounds)
	for i := range t.Day.Evenings {
		if next := &t.Day.Evenings[i]; next.ID > until.ID {
			last = min(last, next.First-1)
		}
	}
	c.Rounds = c.Rounds[min(first-1, len(c.Rounds)):max(last, first-1)]
	kept := map[PlayerID]bool{}
	for i := range c.Rounds {
		r := &c.Rounds[i]
		r.Number = i + 1
		for j := range r.Games {
			g := &r.Games[j]
			g.Round = r.Number
			kept[g.Black], kept[g.White] = true, true
		}
	}
	c.Day = Day{}
	for _, e := range t.Day.clone().Evenings {
		if e.ID < from.ID || e.ID > until.ID {
			continue
		}
		e.First -= first - 1
		c.Day.Evenings = append(c.Day.Evenings, e)
		for _, id := range e.Present {
			kept[id] = true
		}
	}
	c.Settings.Rounds = len(c.Rounds)
	c.Players = slices.DeleteFunc(c.Players, func(p Player) bool { return !kept[p.ID] })
	c.Info.Begin, c.Info.End = t.eveningDate(from.Began), t.eveningDate(until.Began)
	return c
}

// eveningDate returns the date at the venue of an evening.
func (t *Tournament) eveningDate(began time.Time) Date { return DateOf(t.Info.DateAt(began)) }

// PlayedDays returns the first and the last day with games: the days of the tournament, or in open play the days of its
// evenings.
func (t *Tournament) PlayedDays() (begin, end time.Time) {
	if n := len(t.Day.Evenings); t.IsOpen() && n > 0 {
		return t.eveningDate(t.Day.Evenings[0].Began).Time, t.eveningDate(t.Day.Evenings[n-1].Began).Time
	}
	return t.Info.Days()
}
