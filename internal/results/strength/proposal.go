package strength

import (
	"cmp"
	"math"
	"slices"

	"tourney/internal/handicap"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

const (
	// certain is the chance that a rank is wrong from which a change is proposed.
	certain = 0.8
	// fewest is the number of games that the present rank needs for a proposal. A change of the rank begins the count
	// again, so that no proposal reverses a change within three games.
	fewest = 4
)

// A Proposal is a proposed change of a rank, with its reason.
type Proposal struct {
	Person int
	// Present is None for a person without a rank, Proposed the rank nearest to the strength.
	Present, Proposed rank.Rank
	Strength          Strength
	// Wrong is the chance that the strength is above the present rank, or below it for a lower proposal: more than half
	// a rank from its middle. From 0.8 to 1; 1 without a present rank.
	Wrong float64
	// Games, with their sum of points, are the games since the present rank, at least four. First is the day of the first.
	Games int
	First int
	Won   tournament.Score
	// Expected is the sum of points expected in these games if the middle of the present rank were the strength; 0
	// without a present rank.
	Expected float64
	// By lists these games by handicap: received first, from many stones to few, then even, then given.
	By []Record
}

// A Record is the result of a person's games at one handicap.
type Record struct {
	// Handicap is as in handicap.Terms.Number, negative if this person gave it.
	Handicap, Games int
	Won             tournament.Score
}

// Proposals lists the changes of ranks to propose after the games of a day, ordered by person. A change is proposed if the
// present rank is wrong with a chance of 0.8 and has at least four games. Professionals keep their rank.
//
// Proposals do not flip: a change is not proposed while the opposite one was to be proposed three games ago or fewer,
// accepted or not. Besides, a rank has to be wrong by half a rank and 0.84 deviations, which separates the two.
func (h *History) Proposals(day int) []Proposal {
	day = bounded(day)
	past := map[int][]Proposal{} // by day
	return slices.DeleteFunc(h.due(day), func(p Proposal) bool {
		return slices.ContainsFunc(h.recent(p.Person, day), func(before int) bool {
			if _, ok := past[before]; !ok {
				past[before] = h.until(before).due(before)
			}
			return slices.ContainsFunc(past[before], p.isOpposite)
		})
	})
}

// isOpposite reports whether two proposals for a person change the rank in opposite directions.
func (p Proposal) isOpposite(o Proposal) bool {
	return p.Person == o.Person && p.Present.Valid() && o.Present.Valid() && (p.Proposed > p.Present) != (o.Proposed > o.Present)
}

// recent returns the days of a person's games after which the person has had three games or fewer until another day.
// Days without later games of the club are left out: nothing has changed since.
func (h *History) recent(person, day int) []int {
	const most = 3
	var days []int
	count, last := 0, math.MinInt
	for _, g := range slices.Backward(h.games) {
		if g.Day > day {
			continue
		}
		last = max(last, g.Day)
		if g.Black != person && g.White != person {
			continue
		}
		if count <= most && g.Day < last && !slices.Contains(days, g.Day) {
			days = append(days, g.Day)
		}
		if count++; count > most {
			break
		}
	}
	return days
}

// until returns the history as it was after the games of a day.
func (h *History) until(day int) *History {
	var games []Game
	for _, g := range h.games {
		if g.Day <= day {
			games = append(games, g.Game)
		}
	}
	ranks := slices.DeleteFunc(slices.Clone(h.ranks), func(d Declared) bool { return d.Day > day })
	return h.model.estimate(games, ranks)
}

// due lists the changes of ranks to propose without a look at earlier proposals.
func (h *History) due(day int) []Proposal {
	since := h.since(day)
	var list []Proposal
	for _, id := range h.ids {
		p := h.people[id]
		games := since[id]
		present, _ := p.declared(day)
		if len(games) < fewest || present.Rank.Pro() {
			continue
		}
		s := h.At(id, day)
		proposal := Proposal{Person: id, Present: present.Rank, Proposed: s.Rank(), Strength: s, Wrong: 1}
		if present.Rank.Valid() {
			level := p.level(day)
			proposal.Wrong = beyond((math.Abs(s.Ranks-level) - 0.5) / s.Deviation)
		}
		if proposal.Wrong >= certain && proposal.Proposed != present.Rank {
			h.give(&proposal, games)
			list = append(list, proposal)
		}
	}
	return list
}

// beyond returns the chance of a normal variable below z deviations.
func beyond(z float64) float64 { return math.Erfc(-z/math.Sqrt2) / 2 }

// since returns the games of each person since the present rank of a day.
func (h *History) since(day int) map[int][]*game {
	list := map[int][]*game{}
	for i := range h.games {
		g := &h.games[i]
		if g.Day > day {
			break
		}
		for _, id := range []int{g.Black, g.White} {
			if p := h.people[id]; p.isSince(g.Day, day) {
				list[id] = append(list[id], g)
			}
		}
	}
	return list
}

// isSince reports whether a game on a day counts for the rank present on another: games after the day of its change do,
// and all games if the first rank, not a proposal, holds.
func (p *person) isSince(game, day int) bool {
	d, ok := p.declared(day)
	return !ok || !d.Accepted && d == p.ranks[0] || game > d.Day
}

// give adds the reason to a proposal.
func (h *History) give(p *Proposal, games []*game) {
	level := h.level(p.Person, games[len(games)-1].Day)
	p.First = games[0].Day
	by := map[int]*Record{}
	for _, g := range games {
		won, stones := g.score, g.number()
		if g.White == p.Person {
			won, stones = 1-won, -stones
		}
		if by[stones] == nil {
			by[stones] = &Record{Handicap: stones}
		}
		points := tournament.Score(2 * won)
		by[stones].Games++
		by[stones].Won += points
		p.Games++
		p.Won += points
		if p.Present.Valid() {
			p.Expected += h.expected(p.Person, level, g)
		}
	}
	for _, r := range by {
		p.By = append(p.By, *r)
	}
	slices.SortFunc(p.By, func(a, b Record) int { return cmp.Compare(b.Handicap, a.Handicap) })
}

// expected returns the points that a person of some strength expects in a game.
func (h *History) expected(id int, level float64, g *game) float64 {
	advantage := g.advantage + g.edge*h.edge.Ranks
	if id == g.Black {
		return logistic(g.slope * (level + advantage - h.At(g.White, g.Day).Ranks))
	}
	return logistic(g.slope * (level - advantage - h.At(g.Black, g.Day).Ranks))
}

// number returns the handicap of a game, from 0 to 9.
func (g *game) number() int { return min(max(g.Terms.Number, 0), handicap.MostStones) }

// An Evenness has Black's results at one handicap.
type Evenness struct {
	// Handicap is as in handicap.Terms.Number, from 0 to 9.
	Handicap, Games int
	Black           tournament.Score
	// Expected is the sum of points that Black expects by the estimated strengths, without the club's own edge.
	Expected float64
	// Low and High are the ends of the 95 % interval of Black's share of the points (E. B. Wilson 1927), from 0 to 1.
	// The handicap is uneven if one half is outside, a stone is worth more or less here if Expected/Games is.
	Low, High float64
}

// Handicaps returns Black's results by handicap, for the picture of a club. Handicaps without a game are left out.
func (h *History) Handicaps() []Evenness {
	rows := make([]Evenness, handicap.MostStones+1)
	for i := range h.games {
		g := &h.games[i]
		if g.ColoursOpen {
			continue
		}
		row := &rows[g.number()]
		row.Handicap = g.number()
		row.Games++
		row.Black += tournament.Score(2 * g.score)
		d := h.At(g.Black, g.Day).Ranks - h.At(g.White, g.Day).Ranks + g.advantage
		row.Expected += logistic(g.slope * d)
	}
	rows = slices.DeleteFunc(rows, func(r Evenness) bool { return r.Games == 0 })
	for i := range rows {
		rows[i].Low, rows[i].High = interval(float64(rows[i].Black)/2, rows[i].Games)
	}
	return rows
}

// Together returns the sum of results at several handicaps. Its Handicap is 0.
func Together(rows []Evenness) Evenness {
	var sum Evenness
	for _, r := range rows {
		sum.Games += r.Games
		sum.Black += r.Black
		sum.Expected += r.Expected
	}
	if sum.Games > 0 {
		sum.Low, sum.High = interval(float64(sum.Black)/2, sum.Games)
	}
	return sum
}

// interval returns Wilson's 95 % interval of a share.
func interval(won float64, games int) (low, high float64) {
	const z = 1.959964
	n := float64(games)
	share := won / n
	middle := share + z*z/(2*n)
	half := z * math.Sqrt(share*(1-share)/n+z*z/(4*n*n))
	return (middle - half) / (1 + z*z/n), (middle + half) / (1 + z*z/n)
}
