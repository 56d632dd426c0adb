package pairing

import (
	"math/bits"

	"tourney/internal/tournament"
)

// rows computes many weights at once: the totals of objective.weigh for pairs without earlier meetings and wishes. Many
// players have the same inputs of most criteria, so tables hold the values.
type rows struct {
	o *objective
	// after is the number after the last player of each player's group. seeds has the seeding values in the group by
	// the distance or the sum of two positions, where these decide.
	after []int
	seeds [][]int64
	// up and down are the players' values of being the upper or the lower of two of different groups.
	up, down []int64
	// groups has the values decided by the groups of two players, with the values that every pair gets; colours the
	// values of colours, and of coming from different countries; steps the values of not having been moved up or down,
	// of the upper and the lower player, stepsBack of the lower and the upper.
	groups, colours, steps, stepsBack table
	// kinship is set where more than the clubs decides it.
	kinship          bool
	clubs, countries classes
	exempt           []int32
}

// classes groups the players of the same club or country. It holds for each player a bit set of the class, nil for a
// class of one.
type classes [][]uint64

func newClasses(field []entrant, number func(e *entrant) int) classes {
	all, first := make(classes, len(field)), map[int]int{}
	for i := range field {
		n := number(&field[i])
		k, known := first[n]
		if !known {
			first[n] = i
			continue
		}
		if all[k] == nil {
			all[k] = make([]uint64, (len(field)+63)/64)
			all[k][k/64] |= 1 << (k % 64)
		}
		all[i] = all[k]
		all[i][i/64] |= 1 << (i % 64)
	}
	return all
}

// next returns the first player of a class from k on, or a number not below to.
func next(class []uint64, k, to int) int {
	for ; k < to && class != nil; k = (k/64 + 1) * 64 {
		if left := class[k/64] >> (k % 64); left != 0 {
			return k + bits.TrailingZeros64(left)
		}
	}
	return to
}

// A table has the values of two players for each other by their numbers. Players with the same inputs of a criterion
// share a number.
type table struct {
	number []int32
	values [][]int64
}

func newTable[K comparable](field []entrant, key func(e *entrant) K, value func(a, b *entrant) int64) table {
	t := table{number: make([]int32, len(field))}
	numbers := map[K]int32{}
	var samples []*entrant
	for i := range field {
		k := key(&field[i])
		if _, known := numbers[k]; !known {
			numbers[k] = int32(len(samples))
			samples = append(samples, &field[i])
		}
		t.number[i] = numbers[k]
	}
	for _, a := range samples {
		row := make([]int64, len(samples))
		for k, b := range samples {
			row[k] = value(a, b)
		}
		t.values = append(t.values, row)
	}
	return t
}

func newRows(o *objective) *rows {
	r := &rows{o: o, kinship: o.guests || len(o.s.Pairing.ClubGroups) > 0}
	r.clubs = newClasses(o.field, func(e *entrant) int { return e.club })
	r.countries = newClasses(o.field, func(e *entrant) int { return e.country })
	for i := range o.field {
		e := &o.field[i]
		r.exempt = append(r.exempt, int32(e.exempt))
		r.up, r.down = append(r.up, e.upValue), append(r.down, e.downValue)
		if e.position == 0 {
			seeds := o.seedingValues(e.size)
			for range e.size {
				r.after, r.seeds = append(r.after, i+e.size), append(r.seeds, seeds)
			}
		}
	}
	r.groups = newTable(o.field, func(e *entrant) [2]int {
		if o.s.Pairing.MinimumHandicap == 0 {
			return [2]int{e.group}
		}
		return [2]int{e.group, e.pseudo}
	}, func(a, b *entrant) int64 {
		if a.group > b.group {
			a, b = b, a
		}
		category, score := o.gapValues(a, b)
		return 1 + o.s.Pairing.Duplicate + category + score + o.handicapValue(a, b)
	})
	r.colours = newTable(o.field, func(e *entrant) [3]int {
		return [3]int{e.strength, max(-2, min(e.record.Colours, 2)), e.exempt} // beyond two nothing changes
	}, func(a, b *entrant) int64 { return o.coloursValue(a, b) + o.geo[2][1][a.exempt+b.exempt] })
	moved := func(e *entrant) [2]int { return [2]int{e.record.MovedUp, e.record.MovedDown} }
	r.steps = newTable(o.field, moved, o.stepsValue)
	r.stepsBack = newTable(o.field, moved, func(a, b *entrant) int64 { return o.stepsValue(b, a) })
	return r
}

// fill writes the weights of field player i with the players from, from+1, … into row. They all come after i in the
// field, in the same group or a lower one, or all before.
func (r *rows) fill(i, from int, row []int64) {
	for len(row) > 0 {
		part := row[:min(len(row), r.after[from]-from)]
		r.addClasses(i, from, part)
		switch {
		case r.after[i] != r.after[from]:
			r.addCrossGroup(i, from, part)
		case r.seeds[i] != nil:
			r.addSeeding(i, from, part)
		default:
			for k := range part {
				part[k] += r.o.seedingValue(&r.o.field[i], &r.o.field[from+k])
			}
		}
		from, row = from+len(part), row[len(part):]
	}
}

// addClasses sets the values decided by classes of players for the players from, from+1, … all of one group: the values
// of groups, colours, countries and clubs; and adds chance.
func (r *rows) addClasses(i, from int, row []int64) {
	o, to := r.o, from+len(row)
	colour, colours := r.colours.number[from:to], r.colours.values[r.colours.number[i]]
	group, groups := r.groups.number[from:to], r.groups.values[r.groups.number[i]]
	if o.s.Pairing.MinimumHandicap == 0 {
		value := groups[group[0]]
		for k := range row {
			row[k] = value + colours[colour[k]]
		}
	} else {
		for k := range row {
			row[k] = groups[group[k]] + colours[colour[k]]
		}
	}
	exempt, geo := r.exempt[i], &o.geo[2] // of different clubs, by countries and exemptions
	home := [2]int64{geo[0][exempt] - geo[1][exempt], geo[0][exempt+1] - geo[1][exempt+1]}
	country := r.countries[i]
	for k := next(country, from, to); k < to; k = next(country, k+1, to) {
		row[k-from] += home[r.exempt[k]&1]
	}
	for k := r.related(i, from, to); k < to; k = r.related(i, k+1, to) {
		e := &o.field[k]
		same := compatriots(&o.field[i], e)
		row[k-from] += o.geo[o.kinship(&o.field[i], e)][same][exempt+r.exempt[k]] - geo[same][exempt+r.exempt[k]]
	}
	if most := o.s.Pairing.Random; most > 0 {
		for k := range row {
			row[k] += o.chance(&o.field[i], &o.field[from+k], most)
		}
	}
}

// related returns the first possible player from k on of the club of player i, or a number not below to.
func (r *rows) related(i, k, to int) int {
	if r.kinship {
		return k
	}
	return next(r.clubs[i], k, to)
}

// addCrossGroup adds the values of a player with players of another group.
func (r *rows) addCrossGroup(i, from int, row []int64) {
	to := from + len(row)
	step, steps := r.steps.number[from:to], r.steps.values[r.steps.number[i]]
	own, others := r.up[i], r.down[from:to]
	if from < i {
		own, others, steps = r.down[i], r.up[from:to], r.stepsBack.values[r.steps.number[i]]
	}
	apart := distance(r.o.field[i].category, r.o.field[from].category)
	if apart == 0 {
		for k := range row {
			row[k] += own + others[k] + steps[step[k]]
		}
		return
	}
	for k := range row {
		row[k] += acrossCategories(own+others[k]+steps[step[k]], apart)
	}
}

// addSeeding adds the values of a player with players of the same group.
func (r *rows) addSeeding(i, from int, row []int64) {
	p, first := r.o.field[i].position, r.o.field[from].position
	how, _ := r.o.phase()
	switch {
	case how == tournament.SplitFold:
		for k, v := range r.seeds[i][p+first:][:len(row)] {
			row[k] += v
		}
	case from > i:
		for k, v := range r.seeds[i][first-p:][:len(row)] {
			row[k] += v
		}
	default:
		seeds := r.seeds[i][:p-first+1]
		for k := range row {
			row[k] += seeds[p-first-k]
		}
	}
}
