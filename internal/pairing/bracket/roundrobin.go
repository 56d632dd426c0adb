package bracket

import (
	"tourney/internal/tournament"
)

// BergerRounds returns the number of rounds of a round robin of so many players, in its largest pool.
func BergerRounds(stage tournament.Stage, players int) int {
	if stage.Pooled() {
		players = (players + stage.Format.Pools - 1) / stage.Format.Pools
	}
	return PoolRounds(stage, players)
}

// PoolRounds returns the number of rounds in which so many players all meet.
func PoolRounds(stage tournament.Stage, players int) int {
	rounds := players + players%2 - 1
	if stage.Format.Double {
		rounds *= 2
	}
	return rounds
}

// An Order is the order in which the rounds of the Berger table are played, both counted from 0. In a double round
// robin of an even number of players the last two rounds of the first half are exchanged, so that no player has one
// colour in three successive games (FIDE Handbook, Berger tables). 0 is the order of the table; else it is the first of
// the two.
type Order int

// Of returns the round of the table for a round, and the round for one of the table.
func (o Order) Of(round int) int {
	switch first := int(o); {
	case first == 0:
	case round == first:
		return first + 1
	case round == first+1:
		return first
	}
	return round
}

// OrderOf returns the order of a pool. A stage begun by an older version keeps the order of the table.
func OrderOf(t *tournament.Tournament, stage tournament.Stage, pool []tournament.PlayerID) Order {
	size := len(pool)
	if !stage.Format.Double || size < 4 || size%2 == 1 {
		return 0
	}
	first := Order(size - 3)
	r := t.Round(stage.From + int(first))
	if r == nil || !r.Published {
		return first
	}
	games := func(table int) (n int) {
		pairs, _ := RoundRobin(table, pool)
		for _, pair := range pairs {
			if g := r.Game(pair[0]); g != nil && g.Has(pair[1]) {
				n++
			}
		}
		return n
	}
	if games(int(first)) > games(first.Of(int(first))) {
		return 0
	}
	return first
}

// RoundRobin returns a round of the Berger table, counted from 0, Black first. An odd number of players has a bye every
// round.
func RoundRobin(round int, seeds []tournament.PlayerID) (pairs [][2]tournament.PlayerID, byes []tournament.PlayerID) {
	size := len(seeds) + len(seeds)%2
	for _, pair := range Berger(size, round%(size-1)+1) {
		if round >= size-1 {
			pair[0], pair[1] = pair[1], pair[0]
		}
		switch {
		case pair[0] > len(seeds):
			byes = append(byes, seeds[pair[1]-1])
		case pair[1] > len(seeds):
			byes = append(byes, seeds[pair[0]-1])
		default:
			pairs = append(pairs, [2]tournament.PlayerID{seeds[pair[0]-1], seeds[pair[1]-1]})
		}
	}
	return pairs, byes
}

// Berger returns the games of a round of the Berger table of an even number of players, Black first. In round r two
// numbers meet if their sum is r+1 modulo size-1. The last number meets the number that would meet itself.
func Berger(size, round int) [][2]int {
	cycle := size - 1
	wrap := func(i int) int { return (i-1+2*cycle)%cycle + 1 }
	alone := (round + 1) / 2
	first := [2]int{alone, size}
	if round%2 == 0 {
		alone = (round + size) / 2
		first = [2]int{size, alone}
	}
	pairs := [][2]int{first}
	for k := 1; k < size/2; k++ {
		pairs = append(pairs, [2]int{wrap(alone + k), wrap(alone - k)})
	}
	return pairs
}
