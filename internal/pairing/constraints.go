package pairing

import (
	"errors"
	"slices"
	"strings"

	"tourney/internal/fault"
	"tourney/internal/pairing/matching"
	"tourney/internal/spelling"
	"tourney/internal/tournament"
)

// applyConstraints sets the pairs apart, together and related from the director's wishes.
func (o *objective) applyConstraints() {
	n := len(o.field)
	o.apart, o.together, o.related = newPairs(n), newPairs(n), newPairs(n)
	o.named, o.wishes = nil, 0
	s := &o.s.Constraints
	for _, w := range s.Wishes {
		i, playsA := o.index[w.A]
		j, playsB := o.index[w.B]
		if !playsA || !playsB || !w.Holds(o.round) {
			continue
		}
		o.named = append(o.named, [2]int{i, j})
		switch {
		case w.Kind == tournament.Apart:
			o.apart.addBoth(i, j)
		case !o.met.has(i, j) && !o.together.has(i, j):
			o.together.addBoth(i, j)
			o.wishes++
		}
	}
	if s.Family != tournament.FamilyFree {
		o.applyFamilyRule(s.Family)
	}
	// The value of a wish is what twenty games could lose by all criteria but a
	// repeat, as far as that stays below the value of a repeat.
	p := &o.s.Pairing
	sum := p.Random + p.Colour + p.Category + p.Score + p.MovedUpDown + p.Seeding + p.MinimumHandicap + p.Geography
	o.wishValue = 20 * min(sum+1, tournament.MostWeight/200)
}

// applyFamilyRule keeps players of one family name apart, or avoids their games.
func (o *objective) applyFamilyRule(rule tournament.FamilyRule) {
	related := 0
	for i := range o.field {
		for j := range i {
			switch {
			case o.field[i].family != o.field[j].family:
			case rule == tournament.FamilyApart:
				o.apart.addBoth(i, j)
			default:
				o.related.addBoth(i, j)
				related++
			}
		}
	}
	o.wishes += min(related, len(o.field)/2)
}

// forbidden reports whether two players, a stand-in among them, must be kept apart.
func (o *objective) forbidden(a, b *tournament.Player) bool {
	s := &o.s.Constraints
	if s.Family == tournament.FamilyApart && spelling.Equal(a.Family, b.Family) {
		return true
	}
	return slices.ContainsFunc(s.Wishes, func(w tournament.Wish) bool {
		return w.Kind == tournament.Apart && w.Holds(o.round) && (w.A == a.ID && w.B == b.ID || w.A == b.ID && w.B == a.ID)
	})
}

// markLocals marks the members of the local club, and makes a dominant country have no effect.
func (o *objective) markLocals() {
	club, country := o.localMajority()
	o.guests, o.everywhere = club != "", country != ""
	for i := range o.field {
		e := &o.field[i]
		e.local = o.guests && spelling.Equal(e.player.Club, club)
		if country != "" {
			e.country = 0
		}
	}
}

// Local returns the local club of round n and the country that is too common to count, each "" if it does not exist.
func Local(t *tournament.Tournament, n int) (club, country string) {
	return newObjective(t, n, 0, nil).localMajority()
}

func (o *objective) localMajority() (club, country string) {
	if o.s.Constraints.LocalClub == 0 {
		return "", ""
	}
	return o.majority(func(p *tournament.Player) string { return p.Club }),
		o.majority(func(p *tournament.Player) string { return p.Country })
}

// majority returns the first club or country, in the order of the field (never
// of a map), with enough players to be the local one, or "".
func (o *objective) majority(of func(p *tournament.Player) string) string {
	count := map[string]int{}
	for i := range o.field {
		count[spelling.Fold(of(o.field[i].player))]++
	}
	for i := range o.field {
		text := of(o.field[i].player)
		key := spelling.Fold(text)
		if n := count[key]; key != "" && n > 1 && 100*n >= o.s.Constraints.LocalClub*len(o.field) {
			return text
		}
	}
	return ""
}

// mostNamed is the number of players that a fault names before the ellipsis.
const mostNamed = 6

// impossible turns the solver's proof that the players cannot all be paired
// into a fault that names the players in the way.
func (o *objective) impossible(err error) error {
	e, ok := errors.AsType[*matching.InfeasibleError](err)
	if !ok {
		return asFault(err)
	}
	// A player in a part alone can meet the hub only. If such players outnumber the hub, they are reason enough.
	var alone []int
	for _, part := range e.Parts {
		if len(part) == 1 {
			alone = append(alone, part[0])
		}
	}
	switch {
	case len(alone) > len(e.Hub) && len(e.Hub) == 0:
		return fault.Wrap(err, fault.Conflict, "constraint.alone", len(alone), o.names(alone))
	case len(alone) > len(e.Hub):
		return fault.Wrap(err, fault.Conflict, "constraint.few", len(alone), o.names(alone), len(e.Hub), o.names(e.Hub))
	case len(e.Hub) == 0:
		return fault.Wrap(err, fault.Conflict, "constraint.split", len(e.Parts), o.names(e.Parts[0]))
	}
	return fault.Wrap(err, fault.Conflict, "constraint.through", len(e.Parts), len(e.Hub), o.names(e.Hub))
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

// addBoth adds the pair as seen from both sides.
func (p pairs) addBoth(i, j int) {
	p.add(i, j)
	p.add(j, i)
}
