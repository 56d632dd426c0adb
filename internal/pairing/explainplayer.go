package pairing

import (
	"context"
	"errors"
	"slices"
	"sync"

	"tourney/internal/pairing/matching"
	"tourney/internal/results"
	"tourney/internal/tournament"
)

// playerReasons returns the sentences for player i: why they meet j, and why not another.
func (d *Draw) playerReasons(p *Pairing, i, j int) []Sentence {
	o := d.objective
	name := o.field[j].player.Name()
	switch {
	case p.Game.Locked, p.byHand:
		return []Sentence{{"explain.player.locked", []any{name}}}
	case o.together.has(i, j):
		return []Sentence{{"explain.player.wish", []any{name}}}
	}
	why := []Sentence{d.pairReason(i, j)}
	if met := o.met.between(i, j); met.times > 0 {
		why[0] = Sentence{"explain.player.again", []any{name, met.times, met.last}}
		if d.repeatsForced() {
			why = append(why, Sentence{Key: "explain.player.fewest"})
		}
	}
	if not, ok := d.preferredOpponent(i, j); ok {
		why = append(why, not)
	}
	return why
}

// repeatsForced reports whether the players whose games the director has not set could not all meet a new opponent.
func (d *Draw) repeatsForced() bool {
	return d.departures.once(allGroups, func() departureReason {
		o, busy := d.objective, d.busy()
		var free []int
		for e := range o.field {
			if !busy[e] {
				free = append(free, e)
			}
		}
		if o.s.Pairing.Duplicate > 0 && len(free)%2 == 0 && !pairable(free, o.mayMeetFirst) {
			return noWay
		}
		return forOthers
	}) == noWay
}

func (d *Draw) pairReason(i, j int) Sentence {
	o := d.objective
	me, other := &o.field[i], &o.field[j]
	name, main := other.player.Name(), results.MainScore(*o.s)
	ahead := func(e entrant) bool { return e.accelerated(main) }
	switch {
	case me.category != other.category:
		return d.crossGroupReason(i, j)
	case main == tournament.CPS && me.group == other.group:
		return Sentence{"explain.player.cup", []any{name}}
	case main == tournament.CPS:
		return d.crossGroupReason(i, j)
	case me.group == other.group && me.standingsScore(main) == other.standingsScore(main) && !me.accelerated(main) && !other.accelerated(main):
		return Sentence{"explain.player.equal", []any{name, me.standingsScore(main)}}
	case slices.ContainsFunc(o.field, ahead):
		return Sentence{"explain.player.ahead", []any{name}}
	case me.group == other.group:
		return Sentence{"explain.player.near", []any{name, me.standingsScore(main), other.standingsScore(main)}}
	case me.size == 1 && len(o.s.Categories) > 0:
		return Sentence{"explain.player.alone.category", []any{name, me.standingsScore(main), other.standingsScore(main), me.category + 1}}
	case me.size == 1:
		return Sentence{"explain.player.alone", []any{name, me.standingsScore(main), other.standingsScore(main)}}
	}
	return d.crossGroupReason(i, j)
}

// crossGroupReason returns why player i meets j of another group: of score, or of category if that differs.
func (d *Draw) crossGroupReason(i, j int) Sentence {
	o := d.objective
	in := o.sameGroup
	if o.field[i].category != o.field[j].category {
		in = o.sameCategory
	}
	args := []any{o.field[j].player.Name(), o.label(i, i, j), o.label(j, i, j)}
	switch d.departures.of(d, i, in) {
	case oddNumber:
		return Sentence{"explain.player.odd", args}
	case noWay:
		return Sentence{"explain.player.closed", args}
	case clubmates:
		return Sentence{"explain.player.club", args}
	}
	// From a group of an even number at least two players leave.
	other, to := -1, -1
	for _, p := range d.Games {
		if !p.valued {
			continue
		}
		for side := range 2 {
			a, b := o.index[p.sides[side]], o.index[p.sides[1-side]]
			across := to < 0 || (o.field[b].group < o.field[i].group) != (o.field[j].group < o.field[i].group)
			if a != i && in(a, i) && !in(b, i) && across && !d.setByDirector(&p) {
				other, to = a, b
			}
		}
	}
	if other < 0 {
		return Sentence{"explain.player.closed", args}
	}
	return Sentence{"explain.player.chain", append(args, o.label(to, i, to), o.field[other].player.Name())}
}

func (o *objective) sameGroup(a, b int) bool    { return o.field[a].group == o.field[b].group }
func (o *objective) sameCategory(a, b int) bool { return o.field[a].category == o.field[b].category }

// label names the group of player k for a sentence about i and j: the category
// where those differ, else the scores in it.
func (o *objective) label(k, i, j int) Sentence {
	main := results.MainScore(*o.s)
	switch {
	case o.field[i].category != o.field[j].category:
		return Sentence{"explain.group.category", []any{o.field[k].category + 1}}
	case main == tournament.CPS && k == i:
		return Sentence{Key: "explain.group.cup"}
	case main == tournament.CPS:
		return Sentence{Key: "explain.group.othercup"}
	}
	low := o.field[k].standingsScore(main)
	high := low
	for e := range o.field {
		if o.sameGroup(e, k) {
			low, high = min(low, o.field[e].standingsScore(main)), max(high, o.field[e].standingsScore(main))
		}
	}
	if low == high {
		return Sentence{"explain.group.score", []any{low}}
	}
	return Sentence{"explain.group.scores", []any{low, high}}
}

func (d *Draw) setByDirector(p *Pairing) bool {
	o := d.objective
	return p.Game.Locked || p.byHand || o.together.has(o.index[p.sides[0]], o.index[p.sides[1]])
}

// A departureReason is why a player of a group had to meet a player of another.
type departureReason int8

// The departures: an odd number was to be paired; they could not all meet each other; they could, but not without a
// game inside a club; none of these, so it is for the sake of other groups.
const (
	oddNumber departureReason = 1 + iota
	noWay
	clubmates
	forOthers
)

// departures caches the departures of the groups of a draw, which many readers share.
type departures struct {
	mu    sync.Mutex
	known map[[2]int]departureReason // by the first and the last of a group
}

// allGroups stands for the whole field.
var allGroups = [2]int{-1, -1}

// of returns why a player left the group of player i in the draw. Players with
// a bye or a game set by the director were not to be paired there.
func (k *departures) of(d *Draw, i int, in func(a, b int) bool) departureReason {
	o, busy := d.objective, d.busy()
	var group []int
	for e := range o.field {
		if in(e, i) && !busy[e] {
			group = append(group, e)
		}
	}
	if len(group)%2 == 1 {
		return oddNumber
	}
	return k.once([2]int{group[0], group[len(group)-1]}, func() departureReason { return o.departure(group) })
}

// once returns the result of find for a group, computed only once.
func (k *departures) once(group [2]int, find func() departureReason) departureReason {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.known[group] == 0 {
		if k.known == nil {
			k.known = map[[2]int]departureReason{}
		}
		k.known[group] = find()
	}
	return k.known[group]
}

// busy returns for every player of the field whether they have a bye, a stand-in or a game set by the director.
func (d *Draw) busy() []bool {
	o := d.objective
	busy := o.idle(d)
	for _, p := range d.Games {
		if p.valued && d.setByDirector(&p) {
			busy[o.index[p.sides[0]]], busy[o.index[p.sides[1]]] = true, true
		}
	}
	return busy
}

// departure returns why a group of an even number was not paired within itself.
func (o *objective) departure(group []int) departureReason {
	if !pairable(group, o.mayMeetFirst) {
		return noWay
	}
	clubs := func(a, b int) bool { return o.mayMeetFirst(a, b) && !o.clubmates(&o.field[a], &o.field[b]) }
	if !pairable(group, clubs) {
		return clubmates
	}
	return forOthers
}

// mayMeetFirst reports whether two players may meet and have not.
func (o *objective) mayMeetFirst(a, b int) bool { return !o.met.has(a, b) && !o.apart.has(a, b) }

// clubmates reports whether two players are of one club and that counts.
func (o *objective) clubmates(a, b *entrant) bool {
	p := &o.s.Pairing
	return p.Geography > 0 && p.ClubGap > 0 && a.exempt+b.exempt < 2 && o.kinship(a, b) == 0
}

// pairable reports whether all of a group can be paired. Nearly always the first try shows it.
func pairable(group []int, may func(a, b int) bool) bool {
	taken := map[int]bool{}
	open := 0
	for at, a := range group {
		if taken[a] {
			continue
		}
		b := slices.IndexFunc(group[at+1:], func(b int) bool { return !taken[b] && may(a, b) })
		if b < 0 {
			open++
			break
		}
		taken[a], taken[group[at+1+b]] = true, true
	}
	if open == 0 {
		return true
	}
	w := matching.NewWeights(len(group))
	for x := range group {
		for y := range x {
			if may(group[x], group[y]) {
				w.Set(y, x, 1)
			} else {
				w.Forbid(y, x)
			}
		}
	}
	_, err := matching.Solve(context.Background(), w)
	_, infeasible := errors.AsType[*matching.InfeasibleError](err)
	return !infeasible
}

// accelerated reports whether a player is paired by more points than they have.
func (e *entrant) accelerated(main tournament.Criterion) bool {
	return e.record.Main != e.standingsScore(main)
}

func (e *entrant) standingsScore(main tournament.Criterion) tournament.Score {
	if main == tournament.MMS {
		return e.record.MMS
	}
	return e.record.NBW
}

// pairingScore returns the player's pairing score in the words used by the standings.
func (e *entrant) pairingScore(main tournament.Criterion) any {
	if e.accelerated(main) {
		return Sentence{"explain.score.ahead", []any{e.standingsScore(main)}}
	}
	return e.standingsScore(main)
}

// preferredOpponent finds the opponent that player i would have preferred to j by the criteria, had only i counted, and
// returns why they do not meet. Players kept apart from i are passed over, since that is not public. So are players
// with a score further away than the score of j: the explanation would surprise both.
func (d *Draw) preferredOpponent(i, j int) (Sentence, bool) {
	o := d.objective
	plain := func(k int) int64 {
		w := o.weigh(i, k)
		return w.total() - w[duplicate] - w[wish] - w[random]
	}
	idle := o.idle(d)
	apart := func(k int) int { return distance(o.field[i].group, o.field[k].group) }
	best, most := -1, plain(j)
	for k := range o.field {
		if k == i || k == j || idle[k] || o.apart.has(i, k) || o.related.has(i, k) || apart(k) > apart(j) {
			continue
		}
		if v := plain(k); v > most {
			best, most = k, v
		}
	}
	if best < 0 {
		return Sentence{}, false
	}
	name, met := o.field[best].player.Name(), o.met.between(i, best)
	switch again := o.met.repeat(i, best); {
	case again == Repeats{}:
	case d.Repeats == Repeats{}:
		return Sentence{"explain.not.met", []any{met.times, name, met.last}}, true
	case again.Compare(o.met.repeat(i, j)) > 0: // others meet again too, but have met less often or longer ago
		return Sentence{"explain.not.oftener", []any{met.times, name, met.last}}, true
	}
	for k := range d.Games {
		p := &d.Games[k]
		for side := range 2 {
			if p.valued && p.sides[side] == o.field[best].player.ID {
				return d.whyNotPreferred(p, [2]int{i, j}, best, o.index[p.sides[1-side]]), true
			}
		}
	}
	return Sentence{}, false
}

// whyNotPreferred returns why the first of two does not meet best, whose opponent in game p is theirs. Only of the
// program's own draw it is certain that the round is not better otherwise.
func (d *Draw) whyNotPreferred(p *Pairing, two [2]int, best, theirs int) Sentence {
	o := d.objective
	key := "explain.not.meets"
	if d.optimal && !d.setByDirector(p) {
		key = "explain.not.better"
		now := o.weigh(two[0], two[1]).total() + o.weigh(best, theirs).total()
		repeats := o.met.amongPairs([][2]int{two, {best, theirs}}) == o.met.amongPairs([][2]int{{two[0], best}, {two[1], theirs}})
		if repeats && !o.apart.has(two[1], theirs) && o.weigh(two[0], best).total()+o.weigh(two[1], theirs).total() == now {
			key = "explain.not.equal"
		}
	}
	return Sentence{key, []any{o.field[best].player.Name(), o.field[theirs].player.Name()}}
}
