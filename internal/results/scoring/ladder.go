package scoring

import (
	"cmp"
	"slices"
	"time"

	"tourney/internal/fault"
	"tourney/internal/rank"
)

// Rungs are the places of a ladder at a time. The steps:
//
//  1. A player joins below the lowest player of the same or a stronger rank, or else at the top. Players without a rank
//     are the weakest. Players of the same time join by rank, the strongest first, then by ID.
//  2. Each morning the players who reach Ladder.Idle days without a game, or a multiple, move down: each past the next
//     player below without a move, the lowest first. A pause of more than a year between two games is a year.
//  3. A game of two players on the ladder may be a challenge, see May. The winner from below moves by Ladder.Shift.
//  4. A player off the ladder joins again with a game, which is not a challenge.
//
// Days are in the zone of each time.
type Rungs struct {
	rules  Ladder
	people map[int]*climber
	order  []int
	// due are the players who join later, the first of them first.
	due []Player
	// today is the number of the last day, and begun is set after the first one.
	today int
	begun bool
}

// A climber is a present or former player of the ladder.
type climber struct {
	rank rank.Rank
	// active is the day of the last game, or of joining. free is the first day without protection.
	active, free int
}

// NewRungs returns a ladder before its first game. Each ID is unique.
func NewRungs(rules Ladder, players []Player) *Rungs {
	l := &Rungs{rules: rules, people: map[int]*climber{}, order: []int{}}
	l.due = slices.SortedFunc(slices.Values(players), func(a, b Player) int {
		return cmp.Or(a.Joined.Compare(b.Joined), cmp.Compare(b.Rank, a.Rank), cmp.Compare(a.ID, b.ID))
	})
	for len(l.due) > 0 && l.due[0].Joined.IsZero() {
		l.join(l.due[0])
		l.due = l.due[1:]
	}
	return l
}

// RungsAt returns the ladder after the games until a time, and after the days until then.
func RungsAt(rules Ladder, players []Player, games []Game, at time.Time) *Rungs {
	l := NewRungs(rules, players)
	for _, g := range inOrder(games) {
		if black, white := outcomes(g.Result); black != "" && g.Black != g.White && !g.At.After(at) {
			l.play(g, black, white)
		}
	}
	l.advance(at)
	return l
}

// Order returns the players from the top.
func (l *Rungs) Order() []int { return slices.Clone(l.order) }

// Place returns the place of a player, 0 for a player off the ladder.
func (l *Rungs) Place(id int) int { return slices.Index(l.order, id) + 1 }

// May returns nil if a player may challenge another one, or else a fault with the reason: "ladder.self", "ladder.off" for a
// player off the ladder, "ladder.above" for a challenger above the other player, "ladder.reach", or
// "ladder.protected" with the number of days left.
func (l *Rungs) May(challenger, challenged int) error {
	from, to := l.Place(challenger), l.Place(challenged)
	switch {
	case challenger == challenged:
		return fault.New(fault.Conflict, "ladder.self")
	case from == 0 || to == 0:
		return fault.New(fault.Conflict, "ladder.off")
	case from < to:
		return fault.New(fault.Conflict, "ladder.above", from, to)
	case from-to > l.rules.Reach:
		return fault.New(fault.Conflict, "ladder.reach", from-to, l.rules.Reach)
	case l.Protected(challenged) > 0:
		return fault.New(fault.Conflict, "ladder.protected", l.Protected(challenged))
	}
	return nil
}

// Protected returns the number of days, with today, without another challenge of a player.
func (l *Rungs) Protected(id int) int {
	if p := l.people[id]; p != nil {
		return max(0, p.free-l.today)
	}
	return 0
}

// join adds a player, see Rungs.
func (l *Rungs) join(p Player) {
	l.people[p.ID] = &climber{rank: p.Rank, active: l.today, free: l.today}
	at := 0
	for i, id := range l.order {
		if l.people[id].rank >= p.Rank {
			at = i + 1
		}
	}
	l.order = slices.Insert(l.order, at, p.ID)
}

// play applies a game and reports whether it was a challenge.
func (l *Rungs) play(g Game, forBlack, forWhite Event) bool {
	l.advance(g.At)
	black, white := l.people[g.Black], l.people[g.White]
	if black == nil || white == nil {
		return false
	}
	black.active, white.active = l.today, l.today
	back := false
	for _, id := range []int{min(g.Black, g.White), max(g.Black, g.White)} {
		if l.Place(id) == 0 {
			l.join(Player{ID: id, Rank: l.people[id].rank})
			back = true
		}
	}
	challenger, challenged, won := g.Black, g.White, forBlack == Win && forWhite == Loss
	if l.Place(g.Black) < l.Place(g.White) {
		challenger, challenged, won = g.White, g.Black, forWhite == Win && forBlack == Loss
	}
	if back || l.May(challenger, challenged) != nil {
		return false
	}
	l.people[challenged].free = l.today + l.rules.Protection
	if won {
		l.people[challenger].free = l.today + l.rules.Protection
		l.shift(challenger, challenged)
	}
	return true
}

// shift changes the order after a win of the lower player.
func (l *Rungs) shift(winner, loser int) {
	from, to := slices.Index(l.order, winner), slices.Index(l.order, loser)
	switch l.rules.Shift {
	case Swap:
		l.order[from], l.order[to] = loser, winner
	case Insert:
		l.order = slices.Insert(slices.Delete(l.order, from, from+1), to, winner)
	}
}

// longestPause is the number of days of a pause after which idle players stay.
const longestPause = 366

// dayOf returns the number of the day of a time.
func dayOf(at time.Time) int {
	year, month, day := at.Date()
	return int(time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix() / (24 * 60 * 60))
}

// advance moves idle players until a time, and adds the players who joined until then.
func (l *Rungs) advance(at time.Time) {
	day := dayOf(at)
	if !l.begun {
		l.begun, l.today = true, day
		for _, p := range l.people {
			p.active, p.free = day, day
		}
	}
	if pause := day - l.today - longestPause; pause > 0 {
		l.skip(pause)
	}
	for l.today < day {
		l.joinUntil(l.today)
		l.today++
		l.idle()
	}
	l.joinUntil(l.today)
}

// skip leaves out a number of days, in which players are not idle.
func (l *Rungs) skip(days int) {
	l.today += days
	for _, p := range l.people {
		p.active += days
	}
}

// joinUntil adds the players who joined on a day or before.
func (l *Rungs) joinUntil(day int) {
	for len(l.due) > 0 && dayOf(l.due[0].Joined) <= day {
		l.join(l.due[0])
		l.due = l.due[1:]
	}
}

// idle moves the players who reach the number of days without a game today.
func (l *Rungs) idle() {
	if l.rules.Idle == 0 {
		return
	}
	idle := map[int]bool{}
	for _, id := range l.order {
		if days := l.today - l.people[id].active; days > 0 && days%l.rules.Idle == 0 {
			idle[id] = true
		}
	}
	if l.rules.Leave {
		l.order = slices.DeleteFunc(l.order, func(id int) bool { return idle[id] })
		return
	}
	for i := len(l.order) - 2; i >= 0; i-- {
		if idle[l.order[i]] && !idle[l.order[i+1]] {
			l.order[i], l.order[i+1] = l.order[i+1], l.order[i]
		}
	}
}
