package bracket

import (
	"cmp"
	"context"
	"slices"

	"tourney/internal/pairing/matching"
	"tourney/internal/tournament"
)

// FromPools returns the players who advance from pools to a stage, the first seed
// first: the best of every pool, then the second of every pool and so on, in
// the order of the pools. list are all players present, in the order of their
// lines. Where only a part of such a row advances, it is the first by the
// standings. A bracket keeps players of one pool apart as long as possible.
func FromPools(stage tournament.Stage, list []tournament.PlayerID, pools [][]tournament.PlayerID) []tournament.PlayerID {
	pool := map[tournament.PlayerID]int{}
	for k, members := range pools {
		for _, id := range members {
			pool[id] = k + 1
		}
	}
	var rows [][]tournament.PlayerID
	seen := make([]int, len(pools)+1)
	for _, id := range list {
		k := pool[id]
		if k == 0 {
			continue
		}
		if seen[k] == len(rows) {
			rows = append(rows, nil)
		}
		rows[seen[k]] = append(rows[seen[k]], id)
		seen[k]++
	}
	most := stage.Qualify
	if most == 0 {
		most = len(list)
	}
	var on [][]tournament.PlayerID
	for _, row := range rows {
		row = row[:min(len(row), most)]
		most -= len(row)
		slices.SortFunc(row, func(a, b tournament.PlayerID) int { return cmp.Compare(pool[a], pool[b]) })
		on = append(on, row)
	}
	if stage.System.Eliminates() {
		return apart(on, pool)
	}
	return slices.Concat(on...)
}

// apart gives the seeds of a bracket to rows of players, the better row the better seeds: within a row each player is
// placed to meet players of the same pool as late as possible. The rows are placed one after the other, and then again
// around the later ones, as long as that helps; for two rows, and for powers of two, no other seeds keep the pools
// apart for longer.
func apart(rows [][]tournament.PlayerID, pool map[tournament.PlayerID]int) []tournament.PlayerID {
	seeds := make([]tournament.PlayerID, len(slices.Concat(rows...)))
	rounds := 1
	for 1<<rounds < len(seeds) {
		rounds++
	}
	place := make([]int, 1<<rounds+1) // of each seed in the bracket
	for i, seed := range SeedOrder(rounds) {
		place[seed] = i
	}
	// The cost of a player as a seed: meeting a player of their pool a round
	// earlier outweighs three later.
	cost := func(id tournament.PlayerID, seed int) (sum int64) {
		for i, other := range seeds {
			if other == Nobody || other == id || pool[other] != pool[id] {
				continue
			}
			early := rounds
			for a, b := place[seed], place[i+1]; a != b; a, b = a/2, b/2 {
				early--
			}
			sum += int64(1) << (2 * early)
		}
		return sum
	}
	for before := int64(-1); ; {
		total, first := int64(0), 1
		for _, row := range rows {
			copy(seeds[first-1:], assigned(row, first, cost))
			first += len(row)
		}
		for i, id := range seeds {
			total += cost(id, i+1)
		}
		if total == before {
			return seeds
		}
		before = total
	}
}

// assigned gives a row of players the seeds from first on such that the sum of
// the costs is least; among equals they move from their order as little as can
// be.
func assigned(row []tournament.PlayerID, first int, cost func(id tournament.PlayerID, seed int) int64) []tournament.PlayerID {
	n := len(row)
	if n == 0 {
		return nil
	}
	w := matching.NewWeights(2 * n)
	for i := range n {
		for j := range n {
			if i < j {
				w.Forbid(i, j)
				w.Forbid(n+i, n+j)
			}
			w.Set(i, n+j, -cost(row[i], first+j)*int64(n*n*n)-int64((i-j)*(i-j)))
		}
	}
	m, err := matching.Solve(context.Background(), w)
	if err != nil {
		panic("bracket: " + err.Error()) // every player may be every seed
	}
	seeds := make([]tournament.PlayerID, n)
	for i := range n {
		seeds[m.Mate[i]-n] = row[i]
	}
	return seeds
}
