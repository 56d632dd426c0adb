package pairing

import "cmp"

// Repeats are the earlier meetings of the players of some games. If some players must meet again, a draw has as few
// repeats as possible, in the order of the fields; that outweighs all other criteria. The zero Repeats stands for games
// between new opponents, and for every game where the criterion is switched off.
type Repeats struct {
	// Meetings counts the earlier meetings of all pairs.
	Meetings int
	// RoundBefore counts the pairs who met in the round before.
	RoundBefore int
	// Last adds up the rounds of their last meetings: a smaller sum is longer ago.
	Last int
}

// Compare returns -1 if r is better than other, 0 if they are equal, and 1 if it is worse.
func (r Repeats) Compare(other Repeats) int {
	return cmp.Or(
		cmp.Compare(r.Meetings, other.Meetings), cmp.Compare(r.RoundBefore, other.RoundBefore), cmp.Compare(r.Last, other.Last),
	)
}

func (r Repeats) plus(other Repeats) Repeats {
	return Repeats{r.Meetings + other.Meetings, r.RoundBefore + other.RoundBefore, r.Last + other.Last}
}

func (r Repeats) minus(other Repeats) Repeats {
	return Repeats{r.Meetings - other.Meetings, r.RoundBefore - other.RoundBefore, r.Last - other.Last}
}

// meetings are the games before a round between the players of its field.
type meetings struct {
	pairs // of players with an earlier game
	field []entrant
	round int
	// off is set where the criterion is switched off, alike where a meeting counts 1 whatever the earlier meetings, as
	// in the first method.
	off, alike bool
}

// A meeting is how often two players have met, and in which round last.
type meeting struct{ times, last int }

func newMeetings(o *objective) meetings {
	m := meetings{pairs: newPairs(len(o.field)), field: o.field, round: o.round, off: o.s.Pairing.Duplicate == 0, alike: usesFirstMethod(o.s)}
	for i := range o.field {
		for _, g := range o.field[i].record.Games {
			if j, ok := o.index[g.Opponent(o.field[i].player.ID)]; ok {
				m.add(i, j)
			}
		}
	}
	return m
}

// between returns how field players i and j have met; the zero meeting if they have not.
func (m *meetings) between(i, j int) (met meeting) {
	if !m.has(i, j) {
		return met
	}
	for _, g := range m.field[i].record.Games {
		if g.Has(m.field[j].player.ID) {
			met = meeting{met.times + 1, g.Round}
		}
	}
	return met
}

// repeat returns the Repeats of a game of field players i and j.
func (m *meetings) repeat(i, j int) Repeats {
	switch {
	case m.off || !m.has(i, j):
		return Repeats{}
	case m.alike:
		return Repeats{Meetings: 1}
	}
	met := m.between(i, j)
	r := Repeats{Meetings: met.times, Last: met.last}
	if met.last == m.round-1 {
		r.RoundBefore = 1
	}
	return r
}

// among returns the Repeats of the games of a matching.
func (m *meetings) among(mate []int) (r Repeats) {
	for i, j := range mate {
		if i < j {
			r = r.plus(m.repeat(i, j))
		}
	}
	return r
}

// amongPairs returns the Repeats of some games.
func (m *meetings) amongPairs(list [][2]int) (r Repeats) {
	for _, p := range list {
		r = r.plus(m.repeat(p[0], p[1]))
	}
	return r
}

// rank returns a number that orders the Repeats of a game like Compare, for sums of at most so many games: it is less
// than 2^35 for 5,000 players after 60 rounds.
func (m *meetings) rank(r Repeats, games int) int64 {
	each := int64(games)
	return (int64(r.Meetings)*(each+1)+int64(r.RoundBefore))*(each*int64(m.round)+1) + int64(r.Last)
}
