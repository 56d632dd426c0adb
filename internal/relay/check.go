package relay

import (
	"context"
	"crypto/rand"
	"time"

	"tourney/internal/fault"
)

// Check asks a hub whether it would take what is published with a token: nil if it does. Faults are those of a request,
// "relay.unreachable" if nobody knows.
func (r *Relay) Check(ctx context.Context, hub, token string) error {
	const bound = 3 * time.Second // somebody waits
	ctx, cancel := context.WithTimeout(ctx, bound)
	defer cancel()
	sender := r.director.Publishing.Sender()
	w := newWire(hub, token, sender)
	defer w.close()
	_, err := w.reports(ctx, rand.Text(), sender, settled{}) // of a tournament that is not there: nothing changes
	if fault.Is(err, "relay.none") {
		return nil
	}
	return err
}
