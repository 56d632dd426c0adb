package pairing

import (
	"tourney/internal/fault"
	"tourney/internal/pairing/bracket"
	"tourney/internal/tournament"
)

// Pools returns the pools of the stage of round n, the players of each in the order of their Berger numbers; one with
// everybody for a round robin that is not dealt out, and none for other systems. Where teams play they are teams.
func Pools(t *tournament.Tournament, n int) [][]tournament.PlayerID {
	stage := t.Settings.Stage(n)
	if stage.System != tournament.RoundRobin {
		return nil
	}
	return bracket.Deal(stage, Seeds(t, n))
}

// pools returns round n of a round robin in all its pools. A smaller pool ends
// before the others; its players then rest.
func pools(stage tournament.Stage, n int, seeds []tournament.PlayerID) (plan, error) {
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
			p := roundRobin(round, pool)
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
