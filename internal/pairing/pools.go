package pairing

import (
	"tourney/internal/fault"
	"tourney/internal/pairing/bracket"
	"tourney/internal/tournament"
)

// Pools returns the pools of the stage of round n, the players of each in the order of their Berger numbers; a single
// pool of all players for a round robin that is not dealt out, and none for other systems. Where teams play they are
// teams.
func Pools(t *tournament.Tournament, n int) [][]tournament.PlayerID {
	stage := t.Settings.Stage(n)
	if stage.System != tournament.RoundRobin {
		return nil
	}
	return bracket.Deal(stage, Seeds(t, n))
}

// pools returns round n of a round robin in all its pools. A smaller pool ends
// before the others; its players then rest.
func pools(t *tournament.Tournament, n int, seeds []tournament.PlayerID) (plan, error) {
	stage := t.Settings.Stage(n)
	list := bracket.Deal(stage, seeds)
	if len(seeds) < 2*len(list) {
		return plan{}, fault.New(fault.Conflict, "system.pools.few", len(seeds), len(list), 2*len(list))
	}
	round, last := n-stage.From, bergerRounds(stage, len(seeds))
	if round >= last {
		return plan{}, fault.New(fault.Conflict, "system.complete", stage.System, last)
	}
	var all plan
	for _, pool := range list {
		if round < poolRounds(stage, len(pool)) {
			p := roundRobin(bergerOrder(t, stage, pool).of(round), pool)
			all.pairs, all.byes = append(all.pairs, p.pairs...), append(all.byes, p.byes...)
		}
	}
	return all, nil
}

// bergerRounds returns the number of rounds of a round robin of so many players, in its largest pool.
func bergerRounds(stage tournament.Stage, players int) int {
	if stage.Pooled() {
		players = (players + stage.Format.Pools - 1) / stage.Format.Pools
	}
	return poolRounds(stage, players)
}

// poolRounds returns the number of rounds in which so many players all meet.
func poolRounds(stage tournament.Stage, players int) int {
	rounds := players + players%2 - 1
	if stage.Format.Double {
		rounds *= 2
	}
	return rounds
}

// An order decides which round of the Berger table is played when, both counted from 0. In a double round robin of an
// even number of players the last two rounds of the first half change places (FIDE Handbook, Berger tables). So no
// player has one colour in three games running. 0 is the order of the table; else it is the first of the two.
type order int

// of returns the round of the table for a round, and the round for one of the table.
func (o order) of(round int) int {
	switch first := int(o); {
	case first == 0:
	case round == first:
		return first + 1
	case round == first+1:
		return first
	}
	return round
}

// bergerOrder returns the order of a pool. A stage begun by an older version continues in the order of the table.
func bergerOrder(t *tournament.Tournament, stage tournament.Stage, pool []tournament.PlayerID) order {
	size := len(pool)
	if !stage.Format.Double || size < 4 || size%2 == 1 || byFirst(&t.Settings) {
		return 0
	}
	first := order(size - 3)
	r := t.Round(stage.From + int(first))
	if r == nil || !r.Published {
		return first
	}
	games := func(table int) (n int) {
		for _, pair := range roundRobin(table, pool).pairs {
			if g := r.Game(pair[0]); g != nil && g.Has(pair[1]) {
				n++
			}
		}
		return n
	}
	if games(int(first)) > games(first.of(int(first))) {
		return 0
	}
	return first
}
