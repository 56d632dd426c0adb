package pairing

import "tourney/internal/tournament"

// rows computes many weights at once: the totals of objective.weigh for players
// who have not met, and about whom there is no wish. What most criteria read of
// a player is the same for many, so that their values are looked up in tables.
type rows struct {
	o *objective
	// after is the number after the last player of everybody's group, and seeds
	// has the seeding values in it by the distance or the sum of two positions,
	// where these decide.
	after []int
	seeds [][]int64
	// up and down are the players' values of being the upper or the lower of
	// two of different groups.
	up, down []int64
	// groups has what the groups of two players decide, with the values that
	// every pair gets; steps the values of not having been moved up or down, of
	// the upper and the lower player, stepsBack of the lower and the upper.
	groups, colours, steps, stepsBack table
	// kinship is set where more than the clubs decides it.
	kinship                  bool
	clubs, countries, exempt []int32
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
		r.clubs, r.countries = append(r.clubs, int32(e.club)), append(r.countries, int32(e.country))
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
	r.colours = newTable(o.field, func(e *entrant) [2]int {
		return [2]int{e.strength, max(-2, min(e.record.Colours, 2))} // beyond two nothing changes
	}, o.coloursValue)
	moved := func(e *entrant) [2]int { return [2]int{e.record.MovedUp, e.record.MovedDown} }
	r.steps = newTable(o.field, moved, o.stepsValue)
	r.stepsBack = newTable(o.field, moved, func(a, b *entrant) int64 { return o.stepsValue(b, a) })
	return r
}

// fill writes the weights of field player i with the players from, from+1, …
// into row. They all come after i in the field, in the same group or a lower
// one, or all before.
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

// addClasses sets what numbers of the players decide: those of groups, colours,
// countries and clubs; and adds chance.
func (r *rows) addClasses(i, from int, row []int64) {
	o, to := r.o, from+len(row)
	r.groups.fill(i, from, row)
	colour, colours := r.colours.number[from:to], r.colours.values[r.colours.number[i]]
	country, countries := r.countries[i], r.countries[from:to]
	exempt := r.exempt[from:to]
	geo := o.geo[2] // of different clubs, by countries and exemptions
	abroad, home := [2]int64(geo[1][r.exempt[i]:]), [2]int64(geo[0][r.exempt[i]:])
	for k := range row {
		v := abroad[exempt[k]&1]
		if countries[k] == country {
			v = home[exempt[k]&1]
		}
		row[k] += v + colours[colour[k]]
	}
	club := r.clubs[i]
	for k, c := range r.clubs[from:to] {
		if c == club || r.kinship {
			e := &o.field[from+k]
			kin := o.geo[o.kinship(&o.field[i], e)][compatriots(&o.field[i], e)]
			row[k] += kin[r.exempt[i]+exempt[k]] - geo[compatriots(&o.field[i], e)][r.exempt[i]+exempt[k]]
		}
	}
	if most := o.s.Pairing.Random; most > 0 {
		for k := range row {
			row[k] += o.chance(&o.field[i], &o.field[from+k], most)
		}
	}
}

// fill sets the values of a player with others.
func (t *table) fill(i, from int, row []int64) {
	values := t.values[t.number[i]]
	last, value := int32(-1), int64(0)
	for k, number := range t.number[from : from+len(row)] {
		if number != last {
			last, value = number, values[number]
		}
		row[k] = value
	}
}

// addCrossGroup adds the values of a player with those of another group.
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

// addSeeding adds the values of a player with those of the same group.
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
