package evening

import "tourney/internal/tournament"

// A Kind is the kind of a Reason.
type Kind string

// The kinds of reasons for a game, in the order of interest.
const (
	PromiseDue    Kind = "promise"    // Player has waited Number minutes, at least half of the promise, which ends before the next chance
	WaitedLongest Kind = "longest"    // Player has waited longest, Number minutes
	OnlyOpponent  Kind = "only"       // the other is the only permitted opponent of Player now
	FewestGames   Kind = "fewest"     // Player has the fewest games of the waiting players, Number
	FirstEver     Kind = "first-ever" // the two have no known game
	FirstTonight  Kind = "first"      // their last game was Number days ago
	MetTonight    Kind = "rematch"    // they had Number games tonight
	Fair          Kind = "fair"       // they play with Number steps of handicap, 0 for an even game
	Unequal       Kind = "unequal"    // Number steps of their difference are without handicap
)

// The kinds of reasons against a game, and for a wait.
const (
	RematchForbidden Kind = "rematch-rule" // they had Number games tonight, as many as the rule allows
	TooFarApart      Kind = "too-far"      // Number steps are between them, more than the rule allows
	LeavesBefore     Kind = "leaves"       // Player leaves before a game would end, in Number minutes
	IsPlaying        Kind = "playing"      // Player is in a running game at table Number
	IsResting        Kind = "resting"      // Player rests
	NoOpponent       Kind = "none"         // no permitted opponent is present
	AllTaken         Kind = "taken"        // all permitted opponents have other games
	ForBetter        Kind = "better"       // the plan has a game after a running one
)

// A Reason is a statement about a game or a wait, with its number. Player is 0 in a statement about both.
type Reason struct {
	Kind   Kind
	Player tournament.PlayerID
	Number int
}

// reasons returns the reasons of a game that depend only on its players.
func (o *objective) reasons(a, b *entrant, met Meeting) []Reason {
	even, beyond := o.differences(a, b)
	history := Reason{Kind: FirstEver}
	switch {
	case met.Tonight > 0:
		history = Reason{Kind: MetTonight, Number: met.Tonight}
	case !met.Last.IsZero():
		history = Reason{Kind: FirstTonight, Number: o.days(met)}
	}
	list := []Reason{history, {Kind: Fair, Number: even}}
	if beyond > 0 {
		list[1] = Reason{Kind: Unequal, Number: beyond}
	}
	return list
}

// turn returns the reasons for two waiting players to play now rather than others.
func (o *objective) turn(a, b *entrant) (list []Reason) {
	if b.waited > a.waited {
		a, b = b, a
	}
	longest, fewest := true, true
	for k := range o.field {
		if q := &o.field[k]; !q.playing && q.ID != a.ID {
			longest = longest && q.waited < a.waited
			fewest = fewest && q.Games > a.Games
		}
	}
	switch due := a.waited+o.next() > o.promise; {
	case due && 2*a.waited >= o.promise: // before that nobody feels it
		list = append(list, Reason{PromiseDue, a.ID, a.waited / 60})
	case longest:
		list = append(list, Reason{WaitedLongest, a.ID, a.waited / 60})
	}
	for _, pair := range [][2]*entrant{{a, b}, {b, a}} {
		if o.opponents(pair[0]) == 1 {
			list = append(list, Reason{OnlyOpponent, pair[0].ID, 0})
		}
	}
	if fewest {
		list = append(list, Reason{FewestGames, a.ID, a.Games})
	}
	return list
}

// next returns the seconds until the first running game ends, or the length of a game.
func (o *objective) next() int {
	first := o.length
	for k := range o.field {
		if q := &o.field[k]; q.playing {
			first = min(first, q.free)
		}
	}
	return first
}

// opponents returns the number of permitted opponents of a waiting player among the waiting players.
func (o *objective) opponents(p *entrant) (n int) {
	for k := range o.field {
		if q := &o.field[k]; !q.playing && q.ID != p.ID && o.forbidden(p, q) == "" {
			n++
		}
	}
	return n
}
