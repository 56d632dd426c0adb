package pairing

import (
	"context"
	"slices"

	"tourney/internal/tournament"
)

// Weigh prices round n as it stands, after whatever was changed by hand: the
// shares of every game, the total, and the best total that the same players
// could reach. What the changes cost is the difference of the two.
func Weigh(ctx context.Context, t *tournament.Tournament, n int) (*Draw, error) {
	return new(Session).Weigh(ctx, t, n)
}

// seated returns everybody who has a game or a bye in the round.
func seated(r *tournament.Round) []tournament.PlayerID {
	ids := slices.Clone(r.Byes)
	for i := range r.Games {
		ids = append(ids, r.Games[i].Black, r.Games[i].White)
	}
	return ids
}
