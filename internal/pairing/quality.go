package pairing

import "strconv"

// A Quality is how well the games of a draw fulfil the criteria.
type Quality struct {
	// Percent is from 0 to 100; 100 is reached only if every game fulfils everything.
	Percent int
	// Weakest is the criterion on which most is lost, "" if nothing is.
	Weakest string
}

// Quality values the draw by itself, without comparing it with others: it is the mean of its games, and a game's is the
// mean of its shares of the criteria that apply to the two. A criterion counts by the number of digits of its weight,
// because the weights differ by so many powers of ten that a mean by them would show only the first. A game that
// repeats an earlier one counts nothing. Of clubs and countries, whose weight allows for games between score groups, two who
// share neither fulfil all. Chance is no quality, and colours are even or will be. ok is false if the
// criteria value no game, as where the system has a plan.
func (d *Draw) Quality() (q Quality, ok bool) {
	lost, games, sum := make([]float64, criteria), 0, 0.0
	for i := range d.Games {
		p := &d.Games[i]
		if !p.valued {
			continue
		}
		games++
		value, whole := 0.0, 0.0
		for c, s := range p.Shares {
			if s.Most <= 0 || c == random || c == colour {
				continue
			}
			digits, most := float64(len(strconv.FormatInt(s.Most, 10))), s.Most
			if c == geography {
				most = max(d.objective.geo[2][1][0], 1)
			}
			share := min(max(float64(s.Value)/float64(most), 0), 1)
			value, whole = value+digits*share, whole+digits
			lost[c] += digits * (1 - share)
		}
		switch s := p.Shares[duplicate]; {
		case s.Most > 0 && s.Value == 0:
		case whole == 0:
			sum++
		default:
			sum += value / whole
		}
	}
	if games == 0 {
		return q, false
	}
	q.Percent = int(100*sum/float64(games) + 1e-9)
	worst := 0.0
	for c, name := range Criteria() {
		if lost[c] > worst {
			worst, q.Weakest = lost[c], name
		}
	}
	return q, true
}
