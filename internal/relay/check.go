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
	w := newWire(hub, token, r.director.Publishing.Sender())
	defer w.close()
	return w.check(ctx)
}

// check asks the hub for reports of no tournament, which it answers at once and which changes nothing.
func (w *wire) check(ctx context.Context) error {
	var origin [16]byte
	_, _ = rand.Read(origin[:]) // never fails
	_, err := w.reports(ctx, hex.EncodeToString(origin[:]), w.sender, settled{})
	if fault.Is(err, "relay.none") {
		return nil
	}
	return err
}
