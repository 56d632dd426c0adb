package pairing

import (
	"errors"
	"slices"
	"strings"

	"tourney/internal/fault"
	"tourney/internal/pairing/matching"
	"tourney/internal/tournament"
)

// steer takes up the director's wishes.
func (o *objective) steer() {
	n := len(o.field)
	o.apart, o.together, o.related = newPairs(n), newPairs(n), newPairs(n)
	o.named, o.wishes = nil, 0
	s := &o.s.Steering
	for _, w := range s.Wishes {
		i, playsA := o.index[w.A]
		j, playsB := o.index[w.B]
		if !playsA || !playsB || !w.Holds(o.round) {
			continue
		}
		o.named = append(o.named, [2]int{i, j})
		switch {
		case w.Kind == tournament.Apart:
			o.apart.both(i, j)
		case !o.met.has(i, j) && !o.together.has(i, j):
			o.together.both(i, j)
			o.wishes++
		}
	}
	if s.Family != tournament.FamilyFree {
		o.families(s.Family)
	}
	// A wish is worth what twenty games could lose by everything else but a
	// repeat, as far as there is room for that below one.
	p := &o.s.Pairing
	sum := p.Random + p.Colour + p.Category + p.Score + p.DrawUpDown + p.Seeding + p.MinimumHandicap + p.Geography
	o.wished = 20 * min(sum+1, tournament.MostWeight/200)
}

// families keeps players of one family name apart, or lets them be avoided.
func (o *objective) families(rule tournament.FamilyRule) {
	related := 0
	for i := range o.field {
		for j := range i {
			switch {
			case o.field[i].family != o.field[j].family:
			case rule == tournament.FamilyApart:
				o.apart.both(i, j)
			default:
				o.related.both(i, j)
				related++
			}
		}
	}
	o.wishes += min(related, len(o.field)/2)
}

// localRule finds the local club and a country that is everywhere.
func (o *objective) localRule() {
	percent := o.s.Steering.LocalClub
	if percent == 0 {
		return
	}
	many := func(of func(e *entrant) int) (number int, found bool) {
		count := map[int]int{}
		for i := range o.field {
			count[of(&o.field[i])]++
		}
		for i := range o.field { // the first in the order of the field, never in that of a map
			if k := of(&o.field[i]); count[k] > 1 && 100*count[k] >= percent*len(o.field) {
				return k, true
			}
		}
		return 0, false
	}
	club, local := many(func(e *entrant) int { return e.club })
	_, home := many(func(e *entrant) int { return e.country })
	o.guests = local
	for i := range o.field {
		e := &o.field[i]
		e.local = local && e.club == club
		if home {
			e.country = 0
		}
	}
}

// mostNamed is how many players a fault names before it says "and others".
const mostNamed = 6

// impossible turns the solver's proof that the players cannot all be paired
// into a fault that names who is in whose way.
func (o *objective) impossible(err error) error {
	var e *matching.InfeasibleError
	if !errors.As(err, &e) {
		return solved(err)
	}
	// Players who stand alone can meet nobody but the hub. If there are more of
	// them than of those, they are reason enough.
	var alone []int
	for _, part := range e.Parts {
		if len(part) == 1 {
			alone = append(alone, part[0])
		}
	}
	switch {
	case len(alone) > len(e.Hub) && len(e.Hub) == 0:
		return fault.Wrap(err, fault.Conflict, "steer.alone", len(alone), o.names(alone))
	case len(alone) > len(e.Hub):
		return fault.Wrap(err, fault.Conflict, "steer.few", len(alone), o.names(alone), len(e.Hub), o.names(e.Hub))
	case len(e.Hub) == 0:
		return fault.Wrap(err, fault.Conflict, "steer.split", len(e.Parts), o.names(e.Parts[0]))
	}
	return fault.Wrap(err, fault.Conflict, "steer.through", len(e.Parts), len(e.Hub), o.names(e.Hub))
}

// names lists players of the field, the best first, cut short.
func (o *objective) names(players []int) string {
	players = slices.Clone(players)
	slices.SortFunc(players, func(i, j int) int { return o.field[i].standing - o.field[j].standing })
	var list []string
	for _, i := range players[:min(len(players), mostNamed)] {
		list = append(list, o.field[i].player.Name())
	}
	if len(players) > mostNamed {
		list = append(list, "…")
	}
	return strings.Join(list, ", ")
}

// both adds the pair as seen from both sides.
func (p pairs) both(i, j int) {
	p.add(i, j)
	p.add(j, i)
}
