package relay

import (
	"context"
	"crypto/rand"
	"encoding/hex"
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
	var origin [16]byte
	_, _ = rand.Read(origin[:]) // never fails; of no tournament there, so that nothing changes
	_, err := w.reports(ctx, hex.EncodeToString(origin[:]), sender, settled{})
	if fault.Is(err, "relay.none") {
		return nil
	}
	return err
}
