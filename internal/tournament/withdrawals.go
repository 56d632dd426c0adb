package tournament

import (
	"slices"

	"tourney/internal/fault"
)

// Withdrawals decides about the games of players who withdraw from a round robin, in the standings. Games that were
// played are rated in any case.
type Withdrawals string

const (
	// WithdrawalsStand keeps the results, and gives a bye to the opponents of the remaining rounds.
	WithdrawalsStand Withdrawals = ""
	// WithdrawalsForfeit keeps the results, and gives a win by default to the opponents of the remaining rounds.
	WithdrawalsForfeit Withdrawals = "forfeit"
	// WithdrawalsHalf annuls the games if the player has played fewer than half of them; otherwise it is
	// WithdrawalsForfeit (FIDE Handbook, C.05, round robins).
	WithdrawalsHalf Withdrawals = "half"
)

// AllWithdrawals lists the choices in the order of choice lists.
func AllWithdrawals() []Withdrawals {
	return []Withdrawals{WithdrawalsStand, WithdrawalsForfeit, WithdrawalsHalf}
}

// check refuses a choice that does not exist.
func (w Withdrawals) check() error {
	if !slices.Contains(AllWithdrawals(), w) {
		return fault.New(fault.Invalid, "system.withdrawals", fault.Clip(string(w)))
	}
	return nil
}

// PoolsOf returns the players of the pools of a round robin with a drawn first round, nil for any other stage. Without
// stored seeds, as in files of other programs, the players with a game or a bye have the order of a first draw.
func (t *Tournament) PoolsOf(stage Stage) [][]PlayerID {
	if stage.System != RoundRobin || t.Round(stage.From) == nil {
		return nil
	}
	seeds := stage.Format.Seeds
	if len(seeds) == 0 {
		took := t.tookPart(func(n int, _ PlayerID) bool { return t.Settings.Stage(n).From == stage.From })
		for id, did := range took {
			if did {
				seeds = append(seeds, id)
			}
		}
		slices.SortFunc(seeds, func(a, b PlayerID) int { return ByStrength(t.Player(a), t.Player(b)) })
	}
	return stage.Deal(seeds)
}

// Withdrawn returns the players who withdrew from a stage without WithdrawalsStand, and for each whether they are
// annulled. For teams it needs OfTeams.
func (t *Tournament) Withdrawn(stage Stage) map[PlayerID]bool {
	choice := stage.Format.Withdrawals
	if choice == WithdrawalsStand {
		return nil
	}
	gone := map[PlayerID]bool{}
	for _, pool := range t.PoolsOf(stage) {
		due := len(pool) - 1
		if stage.Format.Double {
			due *= 2
		}
		due = min(due, t.Settings.Length(stage))
		for _, id := range pool {
			if p := t.Player(id); p != nil && p.Status == Withdrawn {
				gone[id] = choice == WithdrawalsHalf && 2*t.playedIn(stage, id) < due
			}
		}
	}
	return gone
}

// playedIn counts the played games of a player in a stage.
func (t *Tournament) playedIn(stage Stage, id PlayerID) (n int) {
	for i := range t.Rounds {
		if r := &t.Rounds[i]; t.Settings.Stage(r.Number).From == stage.From {
			if g := r.Game(id); g != nil && g.Decided().Played() {
				n++
			}
		}
	}
	return n
}

// annulled returns the first rounds of the stages in which the games of players are annulled.
func (t *Tournament) annulled() map[PlayerID][]int {
	all := map[PlayerID][]int{}
	for _, stage := range t.Settings.stages() {
		for id, annulled := range t.Withdrawn(stage) {
			if annulled {
				all[id] = append(all[id], stage.From)
			}
		}
	}
	return all
}
