package store

import (
	"context"
	"time"

	"tourney/internal/data/database"
)

// MostPins is how many states can be pinned at a time.
const MostPins = database.MostPins

// A Pin is a snapshot of the database: the state of the last commit. It costs a fraction of a millisecond, and copying
// it later blocks no writer. It must be released.
type Pin struct {
	// At is the time of the snapshot.
	At time.Time
	database.State
}

// Pin pins the last committed state; within Tx, the state before the transaction. It does not wait: "database.busy" at
// MostPins.
func (s *Store) Pin(ctx context.Context, now time.Time) (*Pin, error) {
	pin, err := s.file.Pin(ctx)
	if err != nil {
		return nil, err
	}
	return &Pin{now, pin}, nil
}

// Fingerprint returns a text that differs whenever two states differ in more than logins; "" for a new database.
func (p *Pin) Fingerprint(ctx context.Context) (string, error) { return fingerprint(ctx, p.Conn()) }

// Copy writes the state to a new file, verified and synced to the disk, and releases it. It returns the faults of
// Backup.
func (p *Pin) Copy(ctx context.Context, path string) (Report, error) {
	defer p.Release()
	return verifiedCopy(ctx, path, func(part string) error { return p.CopyInto(ctx, part) })
}
