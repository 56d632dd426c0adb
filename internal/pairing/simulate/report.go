package simulate

import (
	"cmp"
	"math"
	"slices"

	"tourney/internal/tournament"
)

// A Report sums up the runs. Means are over all runs.
type Report struct {
	Runs int `json:"runs"`
	// Players is the number of players.
	Players int `json:"players"`
	// Rounds is the greatest number of rounds played; a knockout may need fewer
	// than planned.
	Rounds int `json:"rounds"`
	// Strongest is the player, or team, of the highest rating. StrongestWins is
	// how often they come first, from 0 to 1, a shared place counting its part;
	// StrongestPlace is the mean of their places.
	Strongest      tournament.PlayerID `json:"strongest"`
	StrongestWins  float64             `json:"strongest_wins"`
	StrongestPlace float64             `json:"strongest_place"`
	// SharedFirst is the part of the runs, from 0 to 1, in which several
	// players share the first place, and FirstShared the mean number of players
	// in first place. Firsts are the parts of the runs with one first, with two
	// and so on; the last is that many and more.
	SharedFirst float64   `json:"shared_first"`
	FirstShared float64   `json:"first_shared"`
	Firsts      []float64 `json:"firsts"`
	// RankGap and Handicap are the means of a game: the difference of ranks, and
	// the handicap. Gaps and Handicaps count the games by them from 0, as parts of
	// all games; the last is that and more.
	RankGap   float64   `json:"rank_gap"`
	Handicap  float64   `json:"handicap"`
	Gaps      []float64 `json:"gaps"`
	Handicaps []float64 `json:"handicaps"`
	// Even is the part of the games without handicap, Open of the games that the
	// weaker side wins one time in four or more.
	Even float64 `json:"even"`
	Open float64 `json:"open"`
	// Repeats is the mean number of repeated pairings in a run.
	Repeats float64 `json:"repeats"`
	// Imbalance is the mean number of even games that a player had more with
	// one colour than with the other; Colours are the parts of the players with
	// an imbalance of 0, 1 and so on, the last that and more.
	Imbalance float64   `json:"imbalance"`
	Colours   []float64 `json:"colours"`
	// Winners are the players with at least one first place, the likeliest first.
	Winners []Winner `json:"winners"`
}

// A Winner is a player with a first place, and the share of the runs; a shared
// place counts its part.
type Winner struct {
	Player tournament.PlayerID `json:"player"`
	Chance float64             `json:"chance"`
}

func newReport(t *tournament.Tournament, runs []run) *Report {
	r := &Report{Runs: len(runs), Players: countPlayers(t)}
	if t.Settings.Teams.Boards > 0 {
		t = t.OfTeams()
	}
	r.Strongest = strongest(t)
	var sum run
	var firsts [maxFirst]int
	first, wins := 0, map[tournament.PlayerID]float64{}
	for i := range runs {
		one := &runs[i]
		sum.games += one.games
		sum.repeats += one.repeats
		sum.gap += one.gap
		sum.stones += one.stones
		sum.even += one.even
		sum.uncertain += one.uncertain
		sum.imbalance += one.imbalance
		sum.counts += one.counts
		sum.strongest += one.strongest
		addAll(sum.gaps[:], one.gaps[:])
		addAll(sum.handicaps[:], one.handicaps[:])
		addAll(sum.colours[:], one.colours[:])
		firsts[min(max(len(one.top), 1), maxFirst)-1]++
		r.Rounds = max(r.Rounds, one.rounds)
		first += len(one.top)
		for _, id := range one.top {
			wins[id] += 1 / float64(len(one.top))
		}
	}
	part := func(n, of int) float64 { return float64(n) / float64(max(of, 1)) }
	r.StrongestWins, r.StrongestPlace = wins[r.Strongest]/float64(len(runs)), part(sum.strongest, len(runs))
	r.SharedFirst, r.FirstShared = part(len(runs)-firsts[0], len(runs)), part(first, len(runs))
	r.RankGap, r.Handicap = part(sum.gap, sum.games), part(sum.stones, sum.games)
	r.Even, r.Open = part(sum.even, sum.games), part(sum.uncertain, sum.games)
	r.Repeats, r.Imbalance = part(sum.repeats, len(runs)), part(sum.imbalance, sum.counts)
	parts := func(counts []int, of int) []float64 {
		list := make([]float64, len(counts))
		for i, n := range counts {
			list[i] = part(n, of)
		}
		return list
	}
	r.Gaps, r.Handicaps = parts(sum.gaps[:], sum.games), parts(sum.handicaps[:], sum.games)
	r.Colours, r.Firsts = parts(sum.colours[:], sum.counts), parts(firsts[:], len(runs))
	for i := range t.Players {
		if id := t.Players[i].ID; wins[id] > 0 {
			r.Winners = append(r.Winners, Winner{id, wins[id] / float64(len(runs))})
		}
	}
	slices.SortStableFunc(r.Winners, func(a, b Winner) int { return cmp.Compare(b.Chance, a.Chance) })
	return r
}

func countPlayers(t *tournament.Tournament) int {
	n := 0
	for i := range t.Players {
		if p := &t.Players[i]; p.Status == tournament.CheckedIn && !t.StandIn(p.ID) {
			n++
		}
	}
	return n
}

func addAll(sum, counts []int) {
	for i, n := range counts {
		sum[i] += n
	}
}

// Margin is the uncertainty of a part of the runs, such as StrongestWins: in 95
// of 100 simulations the part is nearer to the truth (Agresti and Coull's
// interval).
func (r *Report) Margin(part float64) float64 {
	const z = 1.96
	n := float64(r.Runs) + z*z
	p := (part*float64(r.Runs) + z*z/2) / n
	return z * math.Sqrt(p*(1-p)/n)
}
