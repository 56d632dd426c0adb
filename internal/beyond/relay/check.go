package relay

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"time"

	"tourney/internal/fault"
)

// Check reports whether a hub accepts publications with a token: nil if it does. Faults: as a request, and
// "relay.unreachable" for a hub without a response.
func (r *Relay) Check(ctx context.Context, hub, token string) error {
	const bound = 3 * time.Second // a person waits
	ctx, cancel := context.WithTimeout(ctx, bound)
	defer cancel()
	w := newClient(hub, token, r.publishing.Sender())
	defer w.close()
	return w.check(ctx)
}

// check requests reports of an unknown tournament, which the hub answers at once and without changes.
func (w *client) check(ctx context.Context) error {
	var origin [16]byte
	_, _ = rand.Read(origin[:]) // never fails
	_, err := w.reports(ctx, hex.EncodeToString(origin[:]), w.sender, settled{})
	if fault.Is(err, "relay.none") {
		return nil
	}
	return err
}
