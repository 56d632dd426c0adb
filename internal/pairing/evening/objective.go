package evening

import (
	"cmp"
	"slices"
	"time"

	"tourney/internal/handicap"
	"tourney/internal/tournament"
)

// The weights. A cost is in sixtieths of a second of waiting. The two greatest weights outweigh any sum of smaller ones
// over all games, so that the optimum has first the fewest broken promises, then the fewest rematches.
const (
	second = 60
	// broken is the cost of a player whose wait would exceed the promise.
	broken = 1 << 45
	// rematch is the cost of one earlier game tonight, for at most mostRematches of them.
	rematch       = 1 << 33
	mostRematches = 15
	// stone is the cost of a step of difference, unmet of a step that the handicap does not even out.
	stone, unmet = 80 * second, 160 * second
	// recent is the cost of a game of another evening, which falls to 0 in recentDays.
	recent, recentDays = 60 * second, 60
	// mostWait bounds all waits, in seconds.
	mostWait = 4 * 3600
)

// An objective values each pair of an evening. field holds the players with time for one more game, ordered by
// their values and not by the lists of the evening.
type objective struct {
	e       *Evening
	field   []entrant
	history map[[2]tournament.PlayerID]Meeting
	// wide is the policy without a ceiling, which measures whole differences.
	wide handicap.Policy
	// promise and length are the promised wait and the length of a new game, in seconds.
	promise, length int
	// mostGames is the greatest number of games of a player tonight.
	mostGames int
}

// An entrant is a player of the field.
type entrant struct {
	Person
	// playing is set for a player of a running game at a table, which ends in free seconds.
	playing     bool
	table, free int
	// waited is the wait so far in seconds, left the time until the player leaves.
	waited, left int
	// fresh is set if an opponent of no game tonight is or will be free within the promise.
	fresh bool
}

// newObjective returns the objective of an evening, which must have passed check.
func newObjective(e *Evening) *objective {
	o := &objective{
		e: e, history: make(map[[2]tournament.PlayerID]Meeting, len(e.Met)), wide: e.Handicap,
		promise: int(e.Rules.Promise / time.Second), length: int(e.Length / time.Second),
	}
	o.wide.Ceiling = 1 << 20
	for _, m := range e.Met {
		o.history[key(m.A, m.B)] = m
	}
	playing := make(map[tournament.PlayerID]Game, 2*len(e.Games))
	for _, g := range e.Games {
		playing[g.A], playing[g.B] = g, g
		m := o.history[key(g.A, g.B)]
		m.Tonight, m.Last = m.Tonight+1, e.Now
		o.history[key(g.A, g.B)] = m
	}
	for _, p := range e.People {
		o.mostGames = max(o.mostGames, p.Games)
		g, busy := playing[p.ID]
		if p.Resting && !busy {
			continue
		}
		if n := o.newEntrant(p, g, busy); n.left >= n.free+o.length {
			o.field = append(o.field, n)
		}
	}
	slices.SortFunc(o.field, func(a, b entrant) int {
		return cmp.Or(
			cmp.Compare(b.waited, a.waited), cmp.Compare(a.free, b.free), cmp.Compare(b.Strength, a.Strength),
			cmp.Compare(a.Games, b.Games), cmp.Compare(a.left, b.left), cmp.Compare(a.ID, b.ID),
		)
	})
	o.setFresh()
	return o
}

// setFresh sets fresh for each player.
func (o *objective) setFresh() {
	for i := range o.field {
		p := &o.field[i]
		for k := range o.field {
			q := &o.field[k]
			if k != i && o.history[key(p.ID, q.ID)].Tonight == 0 && o.forbidden(p, q) == "" && p.waited+start(p, q)-p.free <= o.promise {
				p.fresh = true
				break
			}
		}
	}
}

// eligible reports whether a game may be in a plan: the rules allow it, at least one of the two waits, and it is not a
// rematch of two players who both have another opponent within the promise.
func (o *objective) eligible(a, b *entrant) bool {
	return !(a.playing && b.playing) && o.forbidden(a, b) == "" && !(a.fresh && b.fresh && o.history[key(a.ID, b.ID)].Tonight > 0)
}

func key(a, b tournament.PlayerID) [2]tournament.PlayerID {
	return [2]tournament.PlayerID{min(a, b), max(a, b)}
}

// newEntrant returns a player of the field; g is the running game of a busy one.
func (o *objective) newEntrant(p Person, g Game, busy bool) entrant {
	n := entrant{Person: p, playing: busy, left: 7 * 24 * 3600}
	if !p.Leaves.IsZero() {
		n.left = o.until(p.Leaves, n.left)
	}
	if busy {
		n.table, n.free = g.Table, max(o.until(g.Ends, mostWait), 60)
	} else {
		n.waited = min(max(int(o.e.Now.Sub(p.Since)/time.Second), 0), mostWait)
	}
	return n
}

// until returns the seconds until a time, from 0 to most.
func (o *objective) until(t time.Time, most int) int {
	return int(min(max(t.Sub(o.e.Now)/time.Second, 0), time.Duration(most)))
}

// start returns the seconds until both players are free.
func start(a, b *entrant) int { return max(a.free, b.free) }

// forbidden returns the rule that forbids a game of two players, "" for an allowed game.
func (o *objective) forbidden(a, b *entrant) Kind {
	switch {
	case o.history[key(a.ID, b.ID)].Tonight >= o.e.Rules.most():
		return RematchForbidden
	case o.e.Rules.Widest > 0 && distance(a.Strength, b.Strength) > o.e.Rules.Widest:
		return TooFarApart
	case min(a.left, b.left) < start(a, b)+o.length:
		return LeavesBefore
	}
	return ""
}

func distance(a, b int) int { return max(a-b, b-a) }

// cost returns the cost of a game of two players, who begin when both are free.
func (o *objective) cost(a, b *entrant) int64 {
	at := start(a, b)
	met := o.history[key(a.ID, b.ID)]
	return o.discomfort(a, b, met) + int64(rematch)*int64(min(met.Tonight, mostRematches)) + o.wait(a, at) + o.wait(b, at)
}

// discomfort returns the cost of the difference of two players and of their games on other evenings.
func (o *objective) discomfort(a, b *entrant, met Meeting) int64 {
	even, left := o.differences(a, b)
	cost := int64(stone*even + unmet*left)
	if met.Tonight == 0 && !met.Last.IsZero() {
		cost += int64(recent) * int64(recentDays-min(o.days(met), recentDays)) / recentDays
	}
	return cost
}

// differences returns the steps between two players that the handicap evens out, and the steps beyond.
func (o *objective) differences(a, b *entrant) (even, beyond int) {
	whole := o.wide.Difference(a.Strength, b.Strength)
	whole = max(whole, -whole)
	even = min(whole, o.e.Handicap.Limit())
	return even, whole - even
}

// days returns the days since the last game of two players.
func (o *objective) days(m Meeting) int {
	return int(min(max(o.e.Now.Sub(m.Last)/(24*time.Hour), 0), 1<<20))
}

// wait returns the cost of a waiting player's wait for a game that begins in at seconds; 0 for a playing one. Each second counts more for a player
// with a long wait or few games, up to three times; seconds after the promise count three times as much again.
func (o *objective) wait(p *entrant, at int) int64 {
	more := min(at, mostWait)
	if more == 0 || p.playing {
		return 0
	}
	urgency := second + 2*min(p.waited/60, 30) + 6*min(o.mostGames-p.Games, 10)
	late := min(max(p.waited+more-o.promise, 0), more)
	cost := int64(urgency) * int64(more+2*late)
	if late > 0 {
		cost += broken
	}
	return cost
}

// alone returns the cost of a player without a game in the plan. A waiting one waits for the games that begin now; a
// playing one has a later plan.
func (o *objective) alone(p *entrant) int64 {
	if p.playing {
		return 0
	}
	return o.wait(p, o.length)
}
