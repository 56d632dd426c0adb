package pairing

import (
	"iter"

	"tourney/internal/tournament"
)

// The criteria, as places in weights.
const (
	duplicate = iota
	random
	colour
	category
	score
	movedUpDown
	seeding
	lowHandicap
	geography
	wish
	criteria
)

// Criteria lists the names in shares: not having met, chance, colour balance, equal category, equal score, the choice
// of players for games between groups, seeding inside the group, small handicap, different clubs and countries, the
// director's wishes.
func Criteria() []string {
	return []string{"duplicate", "random", "colour", "category", "score", "dudd", "seeding", "handicap", "geo", "wish"}
}

// weights are the values of one pair by the criteria.
type weights [criteria]int64

// total is the weight of the pair. The 1 keeps it above zero.
func (w weights) total() int64 {
	sum := int64(1)
	for _, v := range w {
		sum += v
	}
	return sum
}

// weigh returns the weights of field players i and j.
func (o *objective) weigh(i, j int) weights {
	upper, lower := &o.field[i], &o.field[j]
	if upper.group > lower.group {
		upper, lower = lower, upper
	}
	p := &o.s.Pairing
	var w weights
	if !o.met.has(i, j) {
		w[duplicate] = p.Duplicate
	}
	if p.Random > 0 {
		w[random] = o.chance(upper, lower, p.Random)
	}
	w[colour] = o.coloursValue(upper, lower)
	w[category], w[score] = o.gapValues(upper, lower)
	if upper.group == lower.group {
		w[seeding] = o.seedingValue(upper, lower)
	} else {
		w[movedUpDown] = o.crossGroupValue(upper, lower)
	}
	w[lowHandicap] = o.handicapValue(upper, lower)
	switch {
	case o.together.has(i, j):
		w[wish] = o.wishValue
	case o.related.has(i, j):
		w[wish] = -o.wishValue
	}
	w[geography] = o.geo[o.kinship(upper, lower)][compatriots(upper, lower)][upper.exempt+lower.exempt]
	return w
}

// shares returns the weights of field players i and j by name, with the most possible.
func (o *objective) shares(i, j int, w weights) []Share {
	a, b, p := &o.field[i], &o.field[j], &o.s.Pairing
	most := weights{
		duplicate: p.Duplicate, random: p.Random, lowHandicap: p.MinimumHandicap, geography: p.Geography,
	}
	if o.s.Handicap.Difference(a.strength, b.strength) == 0 {
		most[colour] = p.Colour
	}
	if len(o.categories) > 1 {
		most[category] = p.Category
	}
	if a.category == b.category {
		most[score] = p.Score
	}
	if o.together.has(i, j) {
		most[wish] = o.wishValue
	}
	if a.group == b.group {
		most[seeding] = p.Seeding
	} else {
		most[movedUpDown] = p.MovedUpDown
	}
	list := make([]Share, criteria)
	for c, name := range Criteria() {
		list[c] = Share{Criterion: name, Value: w[c], Most: most[c], InCandidate: c == duplicate || c == wish}
	}
	return list
}

// A Weight is the value of pairing two players.
type Weight struct {
	A, B  tournament.PlayerID
	Total int64
	// Shares are parallel to Criteria.
	Shares []int64
}

// Weights yields every two players to be paired in the round, without players with a bye. Systems with a plan and
// tournaments of teams have none.
func (d *Draw) Weights() iter.Seq[Weight] {
	o := d.objective
	return func(yield func(Weight) bool) {
		if d.teams || o.s.System.Planned() {
			return
		}
		idle := o.idle(d)
		for i := range o.field {
			for j := i + 1; j < len(o.field); j++ {
				if idle[i] || idle[j] {
					continue
				}
				w := o.weigh(i, j)
				if !yield(Weight{o.field[i].player.ID, o.field[j].player.ID, w.total(), w[:]}) {
					return
				}
			}
		}
	}
}

// idle returns for every player of the field whether they have a bye, or a stand-in instead of one.
func (o *objective) idle(d *Draw) []bool {
	idle := make([]bool, len(o.field))
	for _, i := range o.unpairedPlayers(d) {
		idle[i] = true
	}
	return idle
}

// concave is OpenGotha's f(x) = (1-x)(1+kx) times a weight, by which many small gaps cost less than a single gap of
// their sum. The conversions keep the compiler from fusing a product and a sum, which would round differently on some
// machines.
func concave(weight int64, x, k float64) int64 {
	return int64(float64(float64(weight)*(1-x)) * (1 + float64(k*x)))
}

// fillTables fills the tables of the values of distances.
func (o *objective) fillTables() {
	p := &o.s.Pairing
	count := len(o.s.Categories) + 1
	for gap := range count {
		o.categories = append(o.categories, concave(p.Category, float64(gap)/float64(count), p.Curvature))
	}
	for gap := range o.groups {
		o.scores = append(o.scores, concave(p.Score, float64(gap)/float64(o.groups), p.Curvature))
	}
	span := o.groups
	if o.s.System != tournament.McMahon {
		span = o.s.Bar.Index() - o.s.Floor.Index() + 3 + o.round - 1
	}
	for gap := range span + 1 {
		o.handicaps = append(o.handicaps, concave(p.MinimumHandicap, float64(gap)/float64(span), p.Curvature))
	}
	for clubs := range o.geo {
		for countries := range o.geo[clubs] {
			o.geo[clubs][countries] = o.geographyValues(clubs, countries)
		}
	}
}

// coloursValue is the value of the colours of two players.
func (o *objective) coloursValue(a, b *entrant) int64 {
	if o.s.Handicap.Difference(a.strength, b.strength) != 0 {
		return 0
	}
	return colourValue(o.s.Pairing.Colour, a.record.Colours, b.record.Colours)
}

// colourValue is the value of a game that evens out the colours of both; half of it when only one is in need.
func colourValue(weight int64, a, b int) int64 {
	switch {
	case a*b < 0:
		return weight
	case a == 0 && distance(b, 0) >= 2, b == 0 && distance(a, 0) >= 2:
		return weight / 2
	}
	return 0
}

// gapValues are the values of the gaps between categories and, inside one, between groups.
func (o *objective) gapValues(upper, lower *entrant) (category, score int64) {
	gap := lower.category - upper.category
	if len(o.categories) > 1 {
		category = o.categories[gap]
	}
	if gap == 0 {
		score = o.scores[lower.group-upper.group]
	}
	return category, score
}

// handicapValue is the value of a small handicap.
func (o *objective) handicapValue(a, b *entrant) int64 {
	if o.s.Pairing.MinimumHandicap == 0 {
		return 0
	}
	return o.handicaps[min(distance(a.pseudo, b.pseudo), len(o.handicaps)-1)]
}

// positionValue is the value of a player's place in their group for a game outside it.
func positionValue(from tournament.Position, weight int64, e *entrant) int64 {
	i, n := int64(e.position), int64(e.size)
	reach := i
	switch from {
	case tournament.Top:
		reach = n - 1 - i
	case tournament.Middle:
		reach = n - 1 - max(2*i-n+1, n-1-2*i)
	}
	return weight / 5 / 2 * reach / n
}

// crossGroupValue is the value of choosing these two to play outside their groups: for their positions and their steps.
func (o *objective) crossGroupValue(upper, lower *entrant) int64 {
	value := upper.upValue + lower.downValue + o.stepsValue(upper, lower)
	return acrossCategories(value, lower.category-upper.category)
}

// stepsValue is the value of a game of two groups by the players' earlier moves: earlier moves in the same direction
// lower it, in the other direction they raise it. Without Compensate the latter only offset the former.
func (o *objective) stepsValue(upper, lower *entrant) int64 {
	u, l := upper.record, lower.record
	steps := int64(2)
	if u.MovedDown > 0 {
		steps--
	}
	if l.MovedUp > 0 {
		steps--
	}
	if compensate := o.s.Pairing.Compensate; steps > 0 && (compensate || !usesFirstMethod(o.s)) {
		if u.MovedUp > 0 && u.MovedUp > u.MovedDown {
			steps++
		}
		if l.MovedDown > 0 && l.MovedDown > l.MovedUp {
			steps++
		}
		if !compensate {
			steps = min(steps, 2)
		}
	}
	return steps * (o.s.Pairing.MovedUpDown / 5)
}

// acrossCategories returns the part of a value that counts for two players so many categories apart.
func acrossCategories(value int64, categories int) int64 {
	for range 4 {
		value /= int64(categories + 1)
	}
	return value
}

// seedingValue is the value of two players of one group for each other.
func (o *objective) seedingValue(a, b *entrant) int64 {
	weight, n := o.s.Pairing.Seeding, int64(a.size)
	i, j := int64(a.position), int64(b.position)
	switch how, _ := o.phase(); how {
	case tournament.SplitSlip:
		return slipValue(weight, max(i, j)-min(i, j), n)
	case tournament.SplitFold:
		return foldValue(weight, i+j, n)
	default:
		if (2*i < n) == (2*j < n) {
			return 0
		}
		return weight - o.chance(a, b, weight/5)
	}
}

// seedingValues are the values of seeding in a group of n players by the distance of two positions, or their sum where
// the group is folded; nil where chance decides.
func (o *objective) seedingValues(n int) []int64 {
	var list []int64
	switch how, _ := o.phase(); how {
	case tournament.SplitSlip:
		for d := range n {
			list = append(list, slipValue(o.s.Pairing.Seeding, int64(d), int64(n)))
		}
	case tournament.SplitFold:
		for sum := range 2*n - 1 {
			list = append(list, foldValue(o.s.Pairing.Seeding, int64(sum), int64(n)))
		}
	}
	return list
}

// seedsBest reports whether no two players of a group of n suit the seeding better than a pair of this value.
func (o *objective) seedsBest(value, n int64) bool {
	weight := o.s.Pairing.Seeding
	switch how, _ := o.phase(); how {
	case tournament.SplitSlip:
		return value == slipValue(weight, n/2, n)
	case tournament.SplitFold:
		return value == weight
	}
	return value > 0 // of different halves
}

// slipValue is the value of two positions at a distance in a group of n, of
// whose halves the first is to meet the first, the second the second.
func slipValue(weight, distance, n int64) int64 {
	x := 2*distance - n
	return weight - weight*x/n*x/n
}

// foldValue is the value of two positions with a sum in a group of n, of whom the first is to meet the last.
func foldValue(weight, sum, n int64) int64 {
	x, most := sum-(n-1), max(1, n-1)
	return weight - weight*x/most*x/most
}

// kinship is 0 for members of one club, 1 for clubs of one club group, 2 for others. In a tournament with a local club
// it is 2 for two of its members, and 1 for guests of two clubs.
func (o *objective) kinship(a, b *entrant) int {
	if a.club == b.club {
		if a.local {
			return 2
		}
		return 0
	}
	for _, g := range a.clubGroups {
		for _, h := range b.clubGroups {
			if g == h {
				return 1
			}
		}
	}
	if o.guests && !a.local && !b.local {
		return 1
	}
	return 2
}

// compatriots is 0 for players of one country and 1 for others.
func compatriots(a, b *entrant) int {
	if a.country == b.country {
		return 0
	}
	return 1
}

// geographyValues is the value of meeting strangers, for none, one and two exempt players. It measures a foreign
// country or club in score groups: so large a gap is as bad as meeting at home. OpenGotha goes far below zero when
// geography counts more than equal scores; here the value of a game at home is then 0.
func (o *objective) geographyValues(clubs, countries int) [3]int64 {
	p, groups := &o.s.Pairing, float64(o.groups)
	var country, club float64
	if countries == 1 {
		country = min(1, float64(p.CountryGap*o.scale)/groups)
	}
	switch clubs {
	case 1:
		club = min(1, float64(p.ClubGap*o.scale)/2/groups)
	case 2:
		club = min(1, 1.2*float64(p.ClubGap*o.scale)/groups)
	}
	ratio := max(country, club) + min(country, club)/2
	if ratio > 0 {
		ratio += 0.5 / groups
	}
	most := p.Geography
	raw := min(max(p.Score, most)-concave(most, ratio, p.Curvature), most)
	return [3]int64{raw, (raw + most) / 2, most}
}

func distance(a, b int) int { return max(a-b, b-a) }
