package store

import (
	"context"
	"time"

	"tourney/internal/database"
)

// MostPins is how many states can be pinned at a time.
const MostPins = database.MostPins

// A Pin is one unchanging state of the database: the one that was committed last when it was taken. It costs a
// fraction of a millisecond; copying it later holds up nobody. It must be released.
type Pin struct {
	// At is when it was taken.
	At time.Time
	database.State
}

// Pin pins the state that was committed last; within Tx, that before the
// transaction. It does not wait: "database.busy" if others are still pinned.
func (s *Store) Pin(ctx context.Context, now time.Time) (*Pin, error) {
	pin, err := s.file.Pin(ctx)
	if err != nil {
		return nil, err
	}
	return &Pin{now, pin}, nil
}

// Fingerprint is a text that differs whenever two states differ in more than logins; "" if nothing was ever done.
func (p *Pin) Fingerprint(ctx context.Context) (string, error) { return fingerprint(ctx, p.Conn()) }

// Copy writes the state to a new file, verified and synced to the disk, and releases it. Faults are those of Backup.
func (p *Pin) Copy(ctx context.Context, path string) (Report, error) {
	defer p.Release()
	return verifiedCopy(ctx, path, func(part string) error { return p.CopyInto(ctx, part) })
}
