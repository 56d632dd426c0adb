package scoring

import (
	"cmp"
	"maps"
	"slices"

	"tourney/internal/rank"
)

// standing returns the row of a player, without its place.
func (c *count) standing(p *person) Standing {
	s := Standing{Player: p.ID, Games: len(p.entries), Opponents: len(p.met), Steps: p.steps, Rank: p.Rank}
	if p.steps != 0 && p.Rank.Valid() {
		s.Rank = rank.FromIndex(p.Rank.Index() + p.steps)
	}
	awards, limits := c.rules.Counted(), c.rules.Limits
	opponents, days := map[int]Points{}, map[int]Points{}
	for _, e := range p.entries {
		switch e.outcome {
		case Win:
			s.Wins++
		case Jigo:
			s.Jigos++
		default:
			s.Losses++
		}
		points := pointsOf(awards, p, e)
		points = min(points, room(limits.OpponentPoints, opponents[e.opponent.ID], points))
		points = min(points, room(limits.DayPoints, days[e.day], points))
		opponents[e.opponent.ID] += points
		days[e.day] += points
		s.Lines = append(s.Lines, Line{Game: e.game, Day: e.day, Opponent: e.opponent.ID, Points: points})
	}
	drop(s.Lines, limits, days)
	for _, line := range s.Lines {
		if !line.Dropped {
			s.Points += line.Points
		}
	}
	s.Points += p.bonuses(awards)
	s.Points = min(s.Points, room(limits.SeasonPoints, 0, s.Points))
	return s
}

// room returns the points that a limit leaves, and points without a limit.
func room(limit, used, points Points) Points {
	if limit == 0 {
		return points
	}
	return limit - used
}

// drop marks the lines that are not among the best games or days, of equal ones the later ones.
func drop(lines []Line, limits Limits, days map[int]Points) {
	if n := limits.BestGames; n > 0 && n < len(lines) {
		order := make([]int, len(lines))
		for i := range order {
			order[i] = i
		}
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(lines[b].Points, lines[a].Points) })
		for _, i := range order[n:] {
			lines[i].Dropped = true
		}
	}
	if n := limits.BestDays; n > 0 && n < len(days) {
		order := slices.SortedFunc(maps.Keys(days), func(a, b int) int {
			return cmp.Or(cmp.Compare(days[b], days[a]), cmp.Compare(a, b))
		})
		for i := range lines {
			lines[i].Dropped = !slices.Contains(order[:n], lines[i].Day)
		}
	}
}

// place sorts the rows by points and ties, and numbers their places.
func (c *count) place(rows []Standing) {
	compare := func(a, b Standing) int {
		if order := cmp.Compare(b.Points, a.Points); order != 0 {
			return order
		}
		for _, m := range c.rules.Ties {
			x, _ := m.value(c.byID[a.Player])
			y, _ := m.value(c.byID[b.Player])
			if x != y {
				return cmp.Compare(y, x)
			}
		}
		return 0
	}
	slices.SortFunc(rows, func(a, b Standing) int { return cmp.Or(compare(a, b), cmp.Compare(a.Player, b.Player)) })
	for i := range rows {
		rows[i].Place = i + 1
		if i > 0 && compare(rows[i-1], rows[i]) == 0 {
			rows[i].Place = rows[i-1].Place
		}
	}
}

// teams returns the sums of the teams in the order of places.
func (c *count) teams(rows []Standing) (teams []Team) {
	sums := map[string]Points{}
	for _, s := range rows {
		if name := c.byID[s.Player].Team; name != "" {
			sums[name] += s.Points
		}
	}
	for name, points := range sums {
		teams = append(teams, Team{Name: name, Points: points})
	}
	slices.SortFunc(teams, func(a, b Team) int {
		return cmp.Or(cmp.Compare(b.Points, a.Points), cmp.Compare(a.Name, b.Name))
	})
	for i := range teams {
		teams[i].Place = i + 1
		if i > 0 && teams[i-1].Points == teams[i].Points {
			teams[i].Place = teams[i-1].Place
		}
	}
	return teams
}
