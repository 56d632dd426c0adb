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
	return stage.Deal(Seeds(t, n))
}

// pools returns round n of a round robin in all its pools. A smaller pool ends
// before the others; its players then rest.
func pools(t *tournament.Tournament, n int, seeds []tournament.PlayerID) (plan, error) {
	stage := t.Settings.Stage(n)
	list := stage.Deal(seeds)
	if len(seeds) < 2*len(list) {
		return plan{}, fault.New(fault.Conflict, "system.pools.few", len(seeds), len(list), 2*len(list))
	}
	round, last := n-stage.From, bracket.BergerRounds(stage, len(seeds))
	if round >= last {
		return plan{}, fault.New(fault.Conflict, "system.complete", stage.System, last)
	}
	var all plan
	for _, pool := range list {
		if round < bracket.PoolRounds(stage, len(pool)) {
			pairs, byes := bracket.RoundRobin(bergerOrder(t, stage, pool).Of(round), pool)
			all.pairs, all.byes = append(all.pairs, pairs...), append(all.byes, byes...)
		}
	}
	return all, nil
}

// bergerOrder returns the order of a pool.
func bergerOrder(t *tournament.Tournament, stage tournament.Stage, pool []tournament.PlayerID) bracket.Order {
	if usesFirstMethod(&t.Settings) {
		return 0
	}
	return bracket.OrderOf(t, stage, pool)
}
