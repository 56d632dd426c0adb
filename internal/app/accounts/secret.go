package accounts

import (
	"context"
	"crypto/rand"
	"encoding/hex"

	"tourney/internal/data/store"
)

// SigningKey returns the key of that name for signatures, and makes it the
// first time.
func SigningKey(ctx context.Context, kept *store.Store, name string) ([]byte, error) {
	value, ok, err := kept.Secret(ctx, name)
	if err != nil {
		return nil, err
	}
	if !ok {
		fresh := make([]byte, 32)
		rand.Read(fresh) // never fails
		err = kept.Tx(ctx, func(tx *store.Tx) error { return tx.SetSecret(name, hex.EncodeToString(fresh)) })
		if err != nil {
			return nil, err
		}
		// Another call may have been first: the stored key counts.
		if value, _, err = kept.Secret(ctx, name); err != nil {
			return nil, err
		}
	}
	return hex.DecodeString(value)
}
