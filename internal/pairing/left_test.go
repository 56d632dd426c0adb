package pairing

import (
	"testing"

	"tourney/internal/tournament"
)

// A player who withdraws after a round has played it: the checks do not report the round as wrong.
func TestWhoLeavesHasPlayed(t *testing.T) {
	for _, system := range []tournament.System{tournament.RoundRobin, tournament.Swiss} {
		t.Run(string(system), func(t *testing.T) {
			s := of(t, system, 5)
			s.Handicap.Ceiling = 0
			tn := event(t, s, ranks(5)...)
			take(t, tn, 1, stronger)
			take(t, tn, 2, stronger)
			for _, id := range []tournament.PlayerID{tn.Round(2).Games[0].White, tn.Round(2).Byes[0]} {
				if err := tn.SetStatus(id, tournament.Withdrawn); err != nil {
					t.Fatal(err)
				}
			}
			for n := 1; n <= 2; n++ {
				for _, key := range []string{"check.presence.away", "system.check.plan", "check.presence.unpaired"} {
					if c := found(tn, n, key); c != nil {
						t.Errorf("%s, round %d: %+v", system, n, c)
					}
				}
			}
			tn.Round(2).Games[0].Result = tournament.Result{}
			if found(tn, 2, "check.presence.away") == nil {
				t.Errorf("%s: nothing tells that a player has left who should still play", system)
			}
		})
	}
}
