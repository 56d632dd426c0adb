package pairing

import (
	"cmp"
	"iter"
	"math/bits"
	"slices"

	"tourney/internal/handicap"
	"tourney/internal/pairing/matching"
	"tourney/internal/rank"
	"tourney/internal/results"
	"tourney/internal/spelling"
	"tourney/internal/tournament"
)

// An objective values every pair of a round. It follows OpenGotha 3.52; where that leaves integers, products are taken
// in double precision and truncated, so that every number is the same.
type objective struct {
	t *tournament.Tournament
	// s are the settings of the round's stage.
	s     *tournament.Settings
	round int
	seed  uint64
	// records are the results of all players of the tournament before the round.
	records []results.Record
	// field are the players of the round in the order of their groups and
	// positions, whatever the order of the tournament's list; index finds them.
	field []entrant
	index map[tournament.PlayerID]int
	met   meetings
	// apart and together are the pairs that must not and that should meet;
	// wishValue is the value of one wish, and wishes their number.
	apart, together, related pairs
	wishValue                int64
	wishes                   int
	// penalty is subtracted from a repeat by the solver, beyond its share; capped reports that it had to be limited, so
	// that a repeat can still be outweighed.
	penalty int64
	capped  bool
	// named are the pairs that wishes name.
	named [][2]int
	// groups is the number of possible score groups, scale the number of groups to a point.
	groups, scale int
	// guests is set where there is a local club, whose non-members are guests;
	// everywhere where one country has so many players that none counts.
	guests, everywhere bool
	// The values of distances: of categories, of groups, of handicap.
	categories, scores, handicaps []int64
	// geo is the value of two players by their clubs, countries and the number of them who are exempt.
	geo [3][2][3]int64
}

// An entrant is a player of the round with everything that the criteria read.
type entrant struct {
	player *tournament.Player
	record *results.Record
	name   name
	// category counts from 0, the strongest; group over all categories from 0,
	// the strongest; position from 0 among the size players of the group.
	category, group, position, size int
	// standing is the place in the order of the whole field.
	standing int
	// strength decides the handicap, pseudo the criterion of small handicaps.
	strength, pseudo int
	// exempt is 1 for a player above the thresholds of the secondary criteria.
	exempt int
	// upValue and downValue are the values of their position as the upper or the lower player of a game between groups.
	upValue, downValue int64
	// country and club are numbers; a player who gave none has a unique one.
	country, club int
	clubGroups    []int
	// local marks a player of the local club; family is the number of the family name.
	local  bool
	family int
}

// newObjective returns the objective of round n for its players and the players of also.
func newObjective(t *tournament.Tournament, n int, seed uint64, also []tournament.PlayerID) *objective {
	settings := results.Settings(t, n)
	o := &objective{t: t, s: &settings, round: n, seed: seed, index: map[tournament.PlayerID]int{}}
	o.records = results.Before(t, n)
	plays := participants(t, n)
	for i := range t.Players {
		p := &t.Players[i]
		if (p.Plays(n) && plays(p.ID) || slices.Contains(also, p.ID)) && !t.StandIn(p.ID) {
			o.field = append(o.field, o.newEntrant(i))
		}
	}
	o.assignStandings()
	o.assignGroups()
	for i := range o.field {
		e := &o.field[i]
		o.index[e.player.ID] = i
		o.setExempt(e)
		e.upValue = positionValue(o.s.Pairing.UpperFrom, o.s.Pairing.MovedUpDown, e)
		e.downValue = positionValue(o.s.Pairing.LowerFrom, o.s.Pairing.MovedUpDown, e)
	}
	o.met = newMeetings(o)
	o.assignHomes()
	o.fillTables()
	o.applyConstraints()
	return o
}

func (o *objective) newEntrant(i int) entrant {
	p := &o.t.Players[i]
	return entrant{
		player: p, record: &o.records[i], name: nameOf(p), category: results.CategoryOf(*o.s, p) - 1,
		strength: strength(o.s, p, &o.records[i]),
	}
}

// participants returns a function that reports whether a player takes part in the stage of a round: any player, or only
// the qualified ones.
func participants(t *tournament.Tournament, n int) func(tournament.PlayerID) bool {
	stage := t.Settings.Stage(n)
	if stage.Qualify == 0 {
		return func(tournament.PlayerID) bool { return true }
	}
	qualified := seedsOf(t, stage)
	return func(id tournament.PlayerID) bool { return slices.Contains(qualified, id) }
}

// strength is the rank index, or the McMahon score less 30, on which handicap is based.
func strength(s *tournament.Settings, p *tournament.Player, r *results.Record) int {
	if s.Handicap.Basis == handicap.ByMMS {
		return r.MMS.Floor() + rank.Kyu30.Index()
	}
	return p.Rank.Index()
}

// order compares two entrants by the criteria, by rating if byRating, and by name.
func (o *objective) order(a, b *entrant, byRating bool) int {
	if c := results.Better(o.criteria(), a.record.Scores, b.record.Scores); c != 0 {
		return c
	}
	if byRating {
		if c := cmp.Compare(results.RatingOf(b.player), results.RatingOf(a.player)); c != 0 {
			return c
		}
	}
	return byName(a.player, b.player)
}

// criteria returns the criteria that order the players for the draw.
func (o *objective) criteria() []tournament.Criterion {
	if len(o.s.PairingCriteria) > 0 {
		return o.s.PairingCriteria
	}
	return o.s.Criteria
}

// byName orders two players by name, and namesakes by rank, rating, club and EGD PIN before their number, so that the
// order of registration does not count.
func byName(p, q *tournament.Player) int {
	return cmp.Or(
		cmp.Compare(p.Family, q.Family), cmp.Compare(p.Given, q.Given), cmp.Compare(q.Rank, p.Rank),
		cmp.Compare(q.Rating.Points(), p.Rating.Points()), cmp.Compare(p.Club, q.Club), cmp.Compare(p.EGD, q.EGD), cmp.Compare(p.ID, q.ID),
	)
}

func (o *objective) assignStandings() {
	const byRating = true
	for place, i := range o.sorted(func(a, b *entrant) int { return o.order(a, b, byRating) }) {
		o.field[i].standing = place
	}
}

// sorted returns the numbers of the field in an order.
func (o *objective) sorted(less func(a, b *entrant) int) []int {
	list := make([]int, len(o.field))
	for i := range list {
		list[i] = i
	}
	slices.SortFunc(list, func(i, j int) int { return less(&o.field[i], &o.field[j]) })
	return list
}

// byStanding returns the numbers of the field, the best player first.
func (o *objective) byStanding() []int {
	return o.sorted(func(a, b *entrant) int { return cmp.Compare(a.standing, b.standing) })
}

// assignGroups sorts the field into score groups. Groups are numbered through all categories and all scores possible in
// the round, empty ones too; a half point makes a separate group only where the settings ask for one.
func (o *objective) assignGroups() {
	low, high := 0, o.round-1
	switch results.MainScore(*o.s) {
	case tournament.MMS:
		zero := rank.Kyu30.Index()
		low, high = o.s.Floor.Index()-1-zero, o.s.Bar.Index()+2-zero+o.round-1
	case tournament.CPS:
		high = 1 << (o.round - 1)
	}
	o.scale = 1
	if o.s.Pairing.HalfGroups {
		o.scale = 2
	}
	low, high = low*o.scale, high*o.scale
	// Corrections of the starting score can lead beyond OpenGotha's numbers.
	for i := range o.field {
		main := results.Group(*o.s, o.field[i].record.Main)
		low, high = min(low, main), max(high, main)
	}
	each := high - low + 1
	o.groups = each * (len(o.s.Categories) + 1)
	for i := range o.field {
		e := &o.field[i]
		e.group = e.category*each + high - results.Group(*o.s, e.record.Main)
	}
	_, byRating := o.phase()
	slices.SortFunc(o.field, func(a, b entrant) int {
		return cmp.Or(cmp.Compare(a.group, b.group), o.order(&a, &b, byRating))
	})
	for from := 0; from < len(o.field); {
		to := from
		for to < len(o.field) && o.field[to].group == o.field[from].group {
			to++
		}
		for i := from; i < to; i++ {
			o.field[i].position, o.field[i].size = i-from, to-from
		}
		from = to
	}
}

// phase returns how the round is seeded, and whether equal players are ordered by rating.
func (o *objective) phase() (s tournament.Seeding, byRating bool) {
	p := &o.s.Pairing
	if o.round <= p.SwitchAfter {
		return p.First, p.FirstByRating
	}
	return p.Second, p.SecondByRating
}

// setExempt sets whether a player is above the thresholds of the secondary
// criteria, and their score for the criterion of small handicaps.
func (o *objective) setExempt(e *entrant) {
	p, zero := &o.s.Pairing, tournament.Score(2*-rank.Kyu30.Index())
	enough := tournament.Score(2 * o.s.Rounds)
	if p.ExemptHalfWins {
		enough /= 2
	}
	switch {
	case e.record.NBW >= enough,
		tournament.Score(2*e.player.Rank.Index())+e.record.NBW >= tournament.Score(2*p.ExemptFrom.Index()),
		p.ExemptBar && e.record.Start >= tournament.Score(2*o.s.Bar.Index())+zero:
		e.exempt = 1
		e.pseudo = o.s.Bar.Index() + 2 + zero.Floor() + o.round - 1
	default:
		e.pseudo = e.record.MMS.Floor()
	}
}

// assignHomes numbers countries and clubs, ignoring case and accents. Players without one share it with no other.
func (o *objective) assignHomes() {
	countries, clubs := numbering{known: map[string]int{}}, numbering{known: map[string]int{}}
	inGroups := map[int][]int{}
	for g, group := range o.s.Pairing.ClubGroups {
		for _, club := range group.Clubs {
			number := clubs.of(club)
			inGroups[number] = append(inGroups[number], g)
		}
	}
	families := numbering{known: map[string]int{}}
	for i := range o.field {
		e := &o.field[i]
		e.country, e.club = countries.of(e.player.Country), clubs.of(e.player.Club)
		e.clubGroups = inGroups[e.club]
		e.family = families.of(e.player.Family)
	}
	o.markLocals()
}

// A numbering gives numbers to texts; empty ones all get different numbers.
type numbering struct {
	known map[string]int
	empty int
}

func (n *numbering) of(text string) int {
	text = spelling.Fold(text)
	if text == "" {
		n.empty--
		return n.empty
	}
	number, known := n.known[text]
	if !known {
		number = len(n.known)
		n.known[text] = number
	}
	return number
}

// solver returns a solver with the weight of every pair. A repeat weighs so much less that no gain elsewhere makes up
// for it, as far as the range of weights allows. Session.leastRepeats compares the repeats of a round that needs some.
func (o *objective) solver() *matching.Solver {
	n, duplicate := len(o.field), o.s.Pairing.Duplicate
	w, least, most := matching.ComputedWeights(n, newRows(o).fill)
	least, most = min(0, least-duplicate), max(0, most-duplicate)
	const room = matching.MaxWeight / 2
	need := int64(room)
	if span := float64(most-least)*float64(n/2) + float64(o.wishValue)*float64(o.wishCapacity()); span < room {
		need = (most-least)*int64(n/2) + o.wishValue*int64(o.wishCapacity()) + 1
	}
	if duplicate > 0 && duplicate < need {
		o.penalty, o.capped = need-duplicate, need == room
	}
	for i := range n {
		for j := range o.special(i) {
			if o.apart.has(i, j) {
				w.Forbid(i, j)
			} else {
				w.Set(i, j, o.solverWeight(i, j))
			}
		}
	}
	return matching.NewSolver(w)
}

// special yields those after player i in the field whom i has met, or about whose game with i there is a wish.
func (o *objective) special(i int) iter.Seq[int] {
	return func(yield func(j int) bool) {
		met, apart, together, related := o.met.of(i), o.apart.of(i), o.together.of(i), o.related.of(i)
		for k := range met {
			for word := met[k] | apart[k] | together[k] | related[k]; word != 0; word &= word - 1 {
				if j := 64*k + bits.TrailingZeros64(word); j > i && !yield(j) {
					return
				}
			}
		}
	}
}

// wishCapacity is the number of wishes within the room under the penalty of a repeat. It is rounded up, so that one
// more wish changes no other weight.
func (o *objective) wishCapacity() int {
	const some = 16
	return (2*o.wishes + some) / some * some
}

// solverWeight returns the weight of a pair for the solver.
func (o *objective) solverWeight(i, j int) int64 {
	v := o.weigh(i, j).total()
	if o.met.has(i, j) {
		v -= o.penalty
	}
	return v
}

// pairs is a set of pairs of field players.
type pairs struct {
	words int // of 64 bits for every player
	bits  []uint64
}

func newPairs(n int) pairs {
	words := (n + 63) / 64
	return pairs{words, make([]uint64, n*words)}
}

// of returns the players paired with i as a set of bits.
func (p pairs) of(i int) []uint64 { return p.bits[i*p.words:][:p.words] }

func (p pairs) has(i, j int) bool { return p.bits[i*p.words+j/64]>>(j%64)&1 == 1 }

// add adds the pair as seen from i.
func (p pairs) add(i, j int) { p.of(i)[j/64] |= 1 << (j % 64) }
