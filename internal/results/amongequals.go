package results

import (
	"slices"

	"tourney/internal/tournament"
)

// amongEquals are the criteria that compare players who are equal in all earlier columns. Each function takes such
// players and the order of two of them by the later columns, and returns their values.
var amongEquals = map[tournament.Criterion]func(h *history, equals []int, after func(i, j int) int) []Value{
	tournament.DC:    (*history).confrontation,
	tournament.DCEGF: (*history).comparison,
	tournament.SDC:   (*history).simpleConfrontation,
}

// compareEquals fills column c for all listed players who are equal up to it. Like OpenGotha, DC includes players who
// never came: they raise its values and change no order.
func (h *history) compareEquals(criteria []tournament.Criterion, c int, columns [][]Value) {
	order := make([]int, 0, len(columns))
	who := h.t.Participation()
	for i := range columns {
		if part := who.Part(h.t.Players[i].ID); part.Listed() || criteria[c] == tournament.DC && part == tournament.PartMissing {
			order = append(order, i)
		}
	}
	before := func(i, j int) int { return Better(criteria[:c], columns[i], columns[j]) }
	after := func(i, j int) int { return Better(criteria[c+1:], columns[i][c+1:], columns[j][c+1:]) }
	slices.SortStableFunc(order, before)
	for equals := range runs(order, before) {
		if len(equals) > 1 {
			for k, v := range amongEquals[criteria[c]](h, equals, after) {
				columns[equals[k]][c] = points * v
			}
		}
	}
}

// runs yields the runs of equal elements of a sorted list.
func runs(list []int, order func(i, j int) int) func(yield func([]int) bool) {
	return func(yield func([]int) bool) {
		for from := 0; from < len(list); {
			to := from + 1
			for to < len(list) && order(list[from], list[to]) == 0 {
				to++
			}
			if !yield(list[from:to]) {
				return
			}
			from = to
		}
	}
}

// A duel is the result of two players against each other, for the first of them.
type duel struct{ games, halves, balance int }

func anyGame(*tournament.Game) bool { return true }

// decides reports whether the settings count a game in direct confrontation.
func (h *history) decides(g *tournament.Game) bool {
	return !h.t.Settings.Scoring.EvenDC || g.Handicap <= 0
}

// duels returns, for each of the players, the duels with the others in played games that count, by their index in the
// list.
func (h *history) duels(players []int, counts func(*tournament.Game) bool) []map[int]duel {
	place := make(map[int]int, len(players))
	for k, i := range players {
		place[i] = k
	}
	all := make([]map[int]duel, len(players))
	for k, i := range players {
		all[k] = map[int]duel{}
		for q := range h.records[i] {
			d := &h.records[i][q]
			opponent, equal := place[d.opponent]
			if !equal || !d.played() || !counts(d.game) {
				continue
			}
			with := all[k][opponent]
			with.games++
			with.halves += int(d.points)
			switch mine, theirs := d.points, h.records[d.opponent][q].points; {
			case mine > theirs:
				with.balance++
			case mine < theirs:
				with.balance--
			}
			all[k][opponent] = with
		}
	}
	return all
}

// simpleConfrontation is OpenGotha's SDC: the number of the others whom a player has beaten, if all of them have met
// and no two are even; else 0 for all.
func (h *history) simpleConfrontation(equals []int, _ func(i, j int) int) []Value {
	out := make([]Value, len(equals))
	for k, others := range h.duels(equals, h.decides) {
		decided := 0
		for _, d := range others {
			if d.balance != 0 {
				decided++
			}
			if d.balance > 0 {
				out[k]++
			}
		}
		if decided < len(equals)-1 {
			return make([]Value, len(equals))
		}
	}
	return out
}

// comparison is the direct comparison of the EGF Tournament System Rules. It counts wins in games among the equal
// players, a jigo as half, and rounds the sum down, if all have played equally many such games. It then repeats this
// among the players still equal. The value is the number of players below the player.
func (h *history) comparison(equals []int, after func(i, j int) int) []Value {
	out := make([]Value, len(equals))
	wins := make([]int, len(equals))
	games := -1
	for k, others := range h.duels(equals, anyGame) {
		played, halves := 0, 0
		for _, d := range others {
			played += d.games
			halves += d.halves
		}
		if games >= 0 && played != games {
			return out
		}
		games, wins[k] = played, halves/2
	}
	order := make([]int, len(equals))
	for k := range order {
		order[k] = k
	}
	byWins := func(k, l int) int { return wins[k] - wins[l] }
	slices.SortStableFunc(order, byWins)
	below := 0
	for still := range runs(order, byWins) {
		if len(still) == len(equals) {
			return out
		}
		again := make([]int, len(still))
		for m, k := range still {
			again[m] = equals[k]
		}
		for m, v := range h.comparison(again, after) {
			out[still[m]] = Value(below) + v
		}
		below += len(still)
	}
	return out
}

// confrontation is OpenGotha's DC. Players with wins in a circle count as one. Of the listed players
// without a win against another listed player, it removes the last by the later columns and places that player below
// all others, and repeats. Several equally last players share the place.
func (h *history) confrontation(equals []int, after func(i, j int) int) []Value {
	beaten := h.beaten(equals)
	circle := circles(beaten)
	left := make([]int, len(equals)) // players left in each circle
	losers := make([]map[int]bool, len(equals))
	for k := range equals {
		left[circle[k]]++
		for _, l := range beaten[k] {
			if circle[l] != circle[k] {
				if losers[circle[k]] == nil {
					losers[circle[k]] = map[int]bool{}
				}
				losers[circle[k]][circle[l]] = true
			}
		}
	}
	free := func(k int) bool {
		for c := range losers[circle[k]] {
			if left[c] > 0 {
				return false
			}
		}
		return true
	}
	list := make([]int, len(equals)) // the worst by the later columns first
	for k := range list {
		list[k] = k
	}
	worse := func(k, l int) int { return -after(equals[k], equals[l]) }
	slices.SortStableFunc(list, worse)
	place := make([]Value, len(equals))
	for len(list) > 0 {
		first := slices.IndexFunc(list, free)
		var last []int
		for _, k := range list[first:] {
			if worse(k, list[first]) == 0 && free(k) {
				last = append(last, k)
			}
		}
		for _, k := range last {
			place[k] = Value(1 + len(list) - len(last))
			left[circle[k]]--
		}
		list = slices.DeleteFunc(list, func(k int) bool { return slices.Contains(last, k) })
	}
	lowest := slices.Max(place)
	for k := range place {
		place[k] = lowest - place[k]
	}
	return place
}

// beaten returns, for each of the players, the others with more losses than wins against them.
func (h *history) beaten(players []int) [][]int {
	all := make([][]int, len(players))
	for k, others := range h.duels(players, h.decides) {
		for l, d := range others {
			if d.balance > 0 {
				all[k] = append(all[k], l)
			}
		}
		slices.Sort(all[k])
	}
	return all
}

// circles returns, for each player, a number shared with the players who are both beaten by them and have beaten them,
// directly or through others (the strongly connected components of the wins, after Tarjan).
func circles(beaten [][]int) []int {
	circle := make([]int, len(beaten))
	// seen numbers the visits; low is the earliest visit reachable through open players, and above all visits for
	// players with a known circle.
	seen, low := make([]int, len(beaten)), make([]int, len(beaten))
	var path []int
	count, found := 0, 0
	var visit func(k int)
	visit = func(k int) {
		count++
		seen[k], low[k] = count, count
		path = append(path, k)
		for _, l := range beaten[k] {
			if seen[l] == 0 {
				visit(l)
			}
			low[k] = min(low[k], low[l])
		}
		for low[k] == seen[k] {
			l := path[len(path)-1]
			path = path[:len(path)-1]
			circle[l] = found
			low[l] = len(beaten) + 1
			if l == k {
				found++
				return
			}
		}
	}
	for k := range beaten {
		if seen[k] == 0 {
			visit(k)
		}
	}
	return circle
}
