package pairing

// rows computes many weights at once: the totals of objective.weigh for players
// who have not met, and about whom there is no wish. What most criteria read of
// a player is the same for many, so that their values are looked up in tables.
type rows struct {
	o     *objective
	sides []side
	// groups has what the groups of two players decide, with the values that
	// every pair gets; steps the values of not having been moved up or down.
	groups, colours, steps table
	// kinship is set where more than the clubs decides it.
	kinship bool
}

// A side is what is read of a player otherwise.
type side struct {
	group, category, club, country int32
	exempt, downValue              int64
}

// A table has the values of two players for each other by their numbers.
// Players whom a criterion cannot tell apart share a number.
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
	for i := range o.field {
		e := &o.field[i]
		r.sides = append(r.sides, side{
			int32(e.group), int32(e.category), int32(e.club), int32(e.country), int64(e.exempt), e.downValue,
		})
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
	r.colours = newTable(o.field, func(e *entrant) [2]int {
		return [2]int{e.strength, max(-2, min(e.record.Colours, 2))} // beyond two nothing changes
	}, o.coloursValue)
	r.steps = newTable(o.field, func(e *entrant) [2]int {
		return [2]int{e.record.MovedUp, e.record.MovedDown}
	}, o.stepsValue)
	return r
}

// fill writes the weights of field player i with the players from, from+1, …
// into row. They come after i in the field, in the same group or a lower one.
func (r *rows) fill(i, from int, row []int64) {
	o, to := r.o, from+len(row)
	a, upper := &r.sides[i], &o.field[i]
	group, groups := r.groups.number[from:to], r.groups.values[r.groups.number[i]]
	colour, colours := r.colours.number[from:to], r.colours.values[r.colours.number[i]]
	step, steps := r.steps.number[from:to], r.steps.values[r.steps.number[i]]
	sides := r.sides[from:to]
	for k := range row {
		b := &sides[k]
		v := groups[group[k]] + colours[colour[k]]
		switch {
		case a.group == b.group:
			v += o.seedingValue(upper, &o.field[from+k])
		case a.category == b.category:
			v += upper.upValue + b.downValue + steps[step[k]]
		default:
			v += acrossCategories(upper.upValue+b.downValue+steps[step[k]], int(b.category-a.category))
		}
		kinship, compatriots := 2, 1
		if r.kinship || a.club == b.club {
			kinship = o.kinship(upper, &o.field[from+k])
		}
		if a.country == b.country {
			compatriots = 0
		}
		row[k] = v + o.geo[kinship][compatriots][a.exempt+b.exempt]
	}
	if most := o.s.Pairing.Random; most > 0 {
		for k := range row {
			row[k] += o.chance(upper, &o.field[from+k], most)
		}
	}
}
