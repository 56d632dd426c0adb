package scoring

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// The slow count recomputes each figure from the list of all games, a game at a time, and tries all subsets for the best
// games or days.

// A half is a game as one player sees it.
type half struct {
	Game
	own, other Player
	result     string // win, jigo, loss
}

// slowHalves returns the counted games of each player in order of time, and the ladder after them.
func slowHalves(r Rules, players []Player, games []Game) (halves map[int][]half, ladder []int) {
	halves = map[int][]half{}
	byID := map[int]Player{}
	for _, p := range players {
		byID[p.ID] = p
	}
	results := map[tournament.Outcome]string{
		tournament.BlackWins: "win loss", tournament.WhiteWins: "loss win", tournament.Jigo: "jigo jigo",
		tournament.BothWin: "win win", tournament.BothLose: "loss loss",
	}
	var counted []Game
	past := newSlowPast(r.Ladder, players)
	left := slices.Clone(games)
	for len(left) > 0 {
		first := 0
		for i, g := range left {
			f := left[first]
			if g.Day < f.Day || g.Day == f.Day && (g.At.Before(f.At) || g.At.Equal(f.At) && g.ID < f.ID) {
				first = i
			}
		}
		g := left[first]
		left = slices.Delete(left, first, first+1)
		sides := results[g.Result.Outcome]
		if sides == "" || g.Result.Manner == tournament.ByForfeit || g.Black == g.White || byID[g.Black].ID == 0 || byID[g.White].ID == 0 {
			continue
		}
		if r.Rated && (g.Result.Unrated || sides == "win win" || sides == "loss loss") {
			continue
		}
		met := 0
		for _, c := range counted {
			if c.Black+c.White == g.Black+g.White && c.Black*c.White == g.Black*g.White {
				met++
			}
		}
		onDay := func(id int) (n int) {
			for _, h := range halves[id] {
				if h.Day == g.Day {
					n++
				}
			}
			return n
		}
		fits := func(id int) bool { return r.Limits.Day == 0 || onDay(id) < r.Limits.Day }
		if r.Limits.First > 0 && len(counted) == r.Limits.First || r.Limits.Opponent > 0 && met == r.Limits.Opponent || !fits(g.Black) && !fits(g.White) {
			continue
		}
		if r.Ladder.Reach > 0 && !past.play(g) {
			continue
		}
		counted = append(counted, g)
		black, white, _ := strings.Cut(sides, " ")
		blackFits, whiteFits := fits(g.Black), fits(g.White)
		if blackFits {
			halves[g.Black] = append(halves[g.Black], half{g, byID[g.Black], byID[g.White], black})
		}
		if whiteFits {
			halves[g.White] = append(halves[g.White], half{g, byID[g.White], byID[g.Black], white})
		}
	}
	if r.Ladder.Reach > 0 {
		ladder = past.order
	}
	return halves, ladder
}

// slowRun returns the length of the run of a result that ends with a game.
func slowRun(r Rules, list []half, last int, result string) (n int) {
	for i := last; i >= 0; i-- {
		switch {
		case list[i].result == result:
			n++
		case list[i].result != "jigo" || !r.JigoContinues:
			return n
		}
	}
	return n
}

// slowPoints returns the points of awards for one game in a list.
func slowPoints(r Rules, awards []Award, list []half, i int) (sum int) {
	h := list[i]
	for _, a := range awards {
		isFirst := true
		for _, earlier := range list[:i] {
			if earlier.other.ID == h.other.ID && (a.On == Played || earlier.result == string(a.On)) {
				isFirst = false
			}
		}
		if a.Meeting == First && !isFirst || a.Meeting == Again && isFirst {
			continue
		}
		own, other := h.own.Rank, h.other.Rank
		both := own != rank.None && other != rank.None
		switch {
		case a.Against == Stronger && !(both && other > own), a.Against == Weaker && !(both && other < own),
			a.Against == Dan && other < rank.Dan1, a.Against == Kyu && (other == rank.None || other >= rank.Dan1):
			continue
		}
		switch {
		case a.On == Played, string(a.On) == h.result:
			sum += int(a.Points)
		case a.On == Streak && h.result == "win":
			if n := slowRun(r, list, i, "win"); n%a.Length == 0 {
				sum += int(a.Points)
			}
		case a.On == Excess:
			rating := func(p Player) float64 {
				switch {
				case p.Before.Stated():
					return float64(p.Before.Points())
				case p.Rank != rank.None:
					return 2100 + 100*float64(p.Rank-rank.Dan1)
				}
				return 100
			}
			mine, theirs := rating(h.own), rating(h.other)
			if stones := float64(h.Terms.Number); stones > 0 && h.Black == h.own.ID {
				mine += 100*stones - 50
			} else if stones > 0 {
				theirs += 100*stones - 50
			}
			got := map[string]float64{"win": 1, "jigo": 0.5}[h.result]
			expected := math.Pow(3300-theirs, 7) / (math.Pow(3300-theirs, 7) + math.Pow(3300-mine, 7))
			sum += int(math.Round(float64(a.Points) * (got - expected)))
		}
	}
	return sum
}

// bestOf returns the greatest sum of at most n values if all are wanted, or of exactly n of more, by trying all subsets.
func bestOf(values []int, n int) int {
	if n == 0 || n >= len(values) {
		n = len(values)
	}
	best := math.MinInt
	for set := range 1 << len(values) {
		sum, size := 0, 0
		for i, v := range values {
			if set>>i&1 == 1 {
				sum, size = sum+v, size+1
			}
		}
		if size == n {
			best = max(best, sum)
		}
	}
	return best
}

// slowTotal returns a player's points.
func slowTotal(r Rules, p Player, list []half) int {
	awards := r.Awards
	if len(awards) == 0 {
		awards = []Award{{On: Win, Points: 100}, {On: Jigo, Points: 50}}
	}
	if r.Unscored {
		return 0
	}
	var days []int
	points := make([]int, len(list))
	for i, h := range list {
		points[i] = slowPoints(r, awards, list, i)
		against, today := points[i], points[i]
		for j := range i {
			if list[j].other.ID == h.other.ID {
				against += points[j]
			}
			if list[j].Day == h.Day {
				today += points[j]
			}
		}
		cut := 0
		if c := int(r.Limits.OpponentPoints); c > 0 {
			cut = max(cut, against-c)
		}
		if c := int(r.Limits.DayPoints); c > 0 {
			cut = max(cut, today-c)
		}
		points[i] -= cut
		if !slices.Contains(days, h.Day) {
			days = append(days, h.Day)
		}
	}
	sum := bestOf(points, r.Limits.BestGames)
	if r.Limits.BestDays > 0 {
		sums := make([]int, len(days))
		for i, h := range list {
			sums[slices.Index(days, h.Day)] += points[i]
		}
		sum = bestOf(sums, r.Limits.BestDays)
	}
	for _, a := range awards {
		if a.On == Bonus {
			sum += int(a.Points) * p.Bonuses
		}
	}
	if c := int(r.Limits.SeasonPoints); c > 0 && sum > c {
		sum = c
	}
	return sum
}

func slowSteps(r Rules, list []half) (steps int) {
	for _, m := range r.Moves {
		for i, h := range list {
			if h.result == "win" && m.Wins > 0 && slowRun(r, list, i, "win")%m.Wins == 0 {
				steps++
			}
			if h.result == "loss" && m.Losses > 0 && slowRun(r, list, i, "loss")%m.Losses == 0 {
				steps--
			}
		}
	}
	return steps
}

// TestSlowCount compares random tables with the slow count.
func TestSlowCount(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawScene(t)
		if err := s.rules.Check(); err != nil {
			t.Fatal(err)
		}
		table := Count(s.rules, s.players, s.games)
		halves, ladder := slowHalves(s.rules, s.players, s.games)
		if !slices.Equal(ladder, table.Ladder) {
			t.Fatalf("ladder %v, want %v", table.Ladder, ladder)
		}
		for _, row := range table.Standings {
			p := s.players[row.Player-1]
			list := halves[p.ID]
			got := []int{int(row.Points), row.Games, row.Steps, row.Wins, row.Jigos, row.Losses, row.Opponents}
			want := []int{slowTotal(s.rules, p, list), len(list), slowSteps(s.rules, list), 0, 0, 0, 0}
			opponents := map[int]bool{}
			for _, h := range list {
				want[map[string]int{"win": 3, "jigo": 4, "loss": 5}[h.result]]++
				opponents[h.other.ID] = true
			}
			want[6] = len(opponents)
			if !slices.Equal(got, want) {
				t.Fatalf("player %d: %v, want %v", p.ID, got, want)
			}
		}
		slowPlaces(t, s, table)
		slowPrizes(t, s, table, halves)
	})
}

// slowPlaces checks that a place is 1 more than the number of better players, and the sums of teams.
func slowPlaces(t *rapid.T, s scene, table *Table) {
	if s.rules.Unscored {
		return
	}
	teams := map[string]Points{}
	for _, row := range table.Standings {
		better := 0
		for _, other := range table.Standings {
			if other.Points > row.Points {
				better++
			}
		}
		if row.Place <= better || len(s.rules.Ties) == 0 && row.Place != better+1 {
			t.Fatalf("place %d behind %d players", row.Place, better)
		}
		if team := s.players[row.Player-1].Team; team != "" {
			teams[team] += row.Points
		}
	}
	for _, team := range table.Teams {
		if team.Points != teams[team.Name] {
			t.Fatalf("team %+v, want %v", team, teams[team.Name])
		}
		delete(teams, team.Name)
	}
	if len(teams) > 0 {
		t.Fatalf("teams without a row: %v", teams)
	}
}

// slowPrizes compares the winners of prizes without bounds.
func slowPrizes(t *rapid.T, s scene, table *Table, halves map[int][]half) {
	for i, prize := range s.rules.Prizes {
		var winners []int
		best := math.MinInt
		for _, p := range s.players {
			value, ok := slowValue(s.rules, prize.Measure, p, halves[p.ID])
			switch {
			case !ok:
			case value > best:
				best, winners = value, []int{p.ID}
			case value == best:
				winners = append(winners, p.ID)
			}
		}
		if !slices.Equal(winners, table.Prizes[i].Winners) {
			t.Fatalf("prize %+v goes to %v, want %v", prize, table.Prizes[i].Winners, winners)
		}
	}
}

func slowValue(r Rules, m Measure, p Player, list []half) (value int, ok bool) {
	if len(list) == 0 && p.Bonuses == 0 {
		return 0, false
	}
	change := p.After.Points() - p.Before.Points()
	known := p.Before.Stated() && p.After.Stated()
	switch m.Kind {
	case Rise:
		return change, known && change > 0
	case Fall:
		return -change, known && change < 0
	case Steady:
		return -int(math.Abs(float64(change))), known
	case Run:
		for i := range list {
			value = max(value, slowRun(r, list, i, "win"))
		}
	case Opponents:
		for i, h := range list {
			if !slices.ContainsFunc(list[:i], func(e half) bool { return e.other.ID == h.other.ID }) {
				value++
			}
		}
	case Ranks:
		for from := rank.Kyu30; from <= rank.Dan9; from++ {
			n := 0
			for slices.ContainsFunc(list, func(h half) bool { return h.result == "win" && h.other.Rank == from+rank.Rank(n) }) {
				n++
			}
			value = max(value, n)
		}
	default:
		for i := range list {
			value += slowPoints(r, m.Awards, list, i)
		}
		for _, a := range m.Awards {
			if a.On == Bonus {
				value += int(a.Points) * p.Bonuses
			}
		}
	}
	return value, value > 0
}
