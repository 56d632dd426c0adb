package bracket

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"tourney/internal/tournament"
)

// No player meets another one of the same pool in the bracket before a round whose part of the bracket holds more
// players than there are pools.
func TestCrossSeedingKeepsPoolsApart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		count, each, extra := rapid.IntRange(2, 20).Draw(t, "pools"), rapid.IntRange(1, 2).Draw(t, "each"), 0
		switch {
		case rapid.Bool().Draw(t, "powers of two"):
			count, each = 4<<rapid.IntRange(0, 2).Draw(t, "pools"), 4
		case each == 1:
			extra = rapid.IntRange(0, count-1).Draw(t, "extra")
		}
		pool := map[tournament.PlayerID]int{}
		var rows [][]tournament.PlayerID
		for r := range each + 1 {
			var row []tournament.PlayerID
			for k := range count {
				if id := tournament.PlayerID(r*count + k + 1); r < each || k < extra {
					row, pool[id] = append(row, id), k+1
				}
			}
			rows = append(rows, row)
		}
		seeds := apart(rows, pool)
		for r, row := range rows {
			got := slices.Sorted(slices.Values(seeds[r*count : r*count+len(row)]))
			if !slices.Equal(got, row) {
				t.Fatalf("seeds %v of row %d are %v", seeds, r+1, got)
			}
		}
		rounds := 1
		for 1<<rounds < len(seeds) {
			rounds++
		}
		order := SeedOrder(rounds)
		for part := 2; part <= len(order); part *= 2 {
			most, twice := 0, false
			for from := 0; from < len(order); from += part {
				here := map[int]int{}
				players := 0
				for _, seed := range order[from : from+part] {
					if seed <= len(seeds) {
						here[pool[seeds[seed-1]]]++
						players++
					}
				}
				for _, many := range here {
					twice = twice || many > 1
				}
				most = max(most, players)
			}
			if twice && most <= count && len(order)/part >= len(rows) {
				t.Fatalf("%d pools, %d rows: two of a pool meet among %d: %v", count, len(rows), part, seeds)
			}
			if twice {
				return
			}
		}
	})
}
