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
func (o *objective) applyConstraints() {
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
			o.apart.addBoth(i, j)
		case !o.met.has(i, j) && !o.together.has(i, j):
			o.together.addBoth(i, j)
			o.wishes++
		}
	}
	if s.Family != tournament.FamilyFree {
		o.applyFamilyRule(s.Family)
	}
	// A wish is worth what twenty games could lose by everything else but a
	// repeat, as far as there is room for that below one.
	p := &o.s.Pairing
	sum := p.Random + p.Colour + p.Category + p.Score + p.MovedUpDown + p.Seeding + p.MinimumHandicap + p.Geography
	o.wishValue = 20 * min(sum+1, tournament.MostWeight/200)
}

// families keeps players of one family name apart, or lets them be avoided.
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

// forbidden reports whether two players, one of them a helper, are to be kept
// apart.
func (o *objective) forbidden(a, b *tournament.Player) bool {
	s := &o.s.Steering
	if s.Family == tournament.FamilyApart && tournament.Fold(a.Family) == tournament.Fold(b.Family) {
		return true
	}
	return slices.ContainsFunc(s.Wishes, func(w tournament.Wish) bool {
		return w.Kind == tournament.Apart && w.Holds(o.round) && (w.A == a.ID && w.B == b.ID || w.A == b.ID && w.B == a.ID)
	})
}

// localRule finds the local club and a country that is everywhere.
func (o *objective) markLocals() {
	club, country := o.localMajority()
	o.guests, o.everywhere = club != "", country != ""
	for i := range o.field {
		e := &o.field[i]
		e.local = o.guests && tournament.Fold(e.player.Club) == tournament.Fold(club)
		if country != "" {
			e.country = 0
		}
	}
}

// Local returns the club that is the local one in round n and the country that
// is left out of account for its number, each "" when there is none.
func Local(t *tournament.Tournament, n int) (club, country string) {
	return newObjective(t, n, 0, nil).localMajority()
}

func (o *objective) localMajority() (club, country string) {
	if o.s.Steering.LocalClub == 0 {
		return "", ""
	}
	return o.majority(func(p *tournament.Player) string { return p.Club }),
		o.majority(func(p *tournament.Player) string { return p.Country })
}

// numerous returns the first club or country, in the order of the field and
// never in that of a map, that is as numerous as the local one must be, or "".
func (o *objective) majority(of func(p *tournament.Player) string) string {
	count := map[string]int{}
	for i := range o.field {
		count[tournament.Fold(of(o.field[i].player))]++
	}
	for i := range o.field {
		text := of(o.field[i].player)
		key := tournament.Fold(text)
		if n := count[key]; key != "" && n > 1 && 100*n >= o.s.Steering.LocalClub*len(o.field) {
			return text
		}
	}
	return ""
}

// mostNamed is how many players a fault names before it says "and others".
const mostNamed = 6

// impossible turns the solver's proof that the players cannot all be paired
// into a fault that names who is in whose way.
func (o *objective) impossible(err error) error {
	var e *matching.InfeasibleError
	if !errors.As(err, &e) {
		return asFault(err)
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
func (p pairs) addBoth(i, j int) {
	p.add(i, j)
	p.add(j, i)
}
