package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"tourney/internal/fault"
)

// Restore replaces a database by a copy of a backup. It verifies the backup
// first, and renames the old database with its write-ahead log to dated names
// beside it, which it returns. Faults: those of Verify and "database.restore.unsound"
// for the backup, "database.restore.same", and "database.held" while a program has the
// database open. The list of who was forgotten stays, as far as the old database can be read.
func Restore(ctx context.Context, backup, path string) (r Report, aside []string, err error) {
	path, err = filepath.Abs(path)
	if err != nil {
		return r, nil, fmt.Errorf("find %s: %w", path, err)
	}
	if is, err := os.Stat(path); err == nil {
		if other, err := os.Stat(backup); err == nil && os.SameFile(is, other) {
			return r, nil, fault.New(fault.Invalid, "database.restore.same")
		}
	}
	if r, err = SoundBackup(ctx, backup); err != nil {
		return r, nil, err
	}
	release, err := claim(path)
	if err != nil {
		return r, nil, err
	}
	defer release()
	fresh := freeName(path, "part")
	if r, err = Backup(ctx, backup, fresh); err != nil {
		return r, nil, err
	}
	if err := carryForgotten(ctx, path, fresh); err != nil {
		return r, nil, errors.Join(err, os.Remove(fresh))
	}
	// The file before its log: a log alone shows that something is missing, a
	// file alone does not.
	if aside, err = setAside(path, "", walSuffix, shmSuffix); err != nil {
		return r, aside, errors.Join(err, os.Remove(fresh))
	}
	if err := replaceFile(fresh, path); err != nil {
		return r, aside, err
	}
	if r, err = Verify(ctx, path); err == nil && len(r.Findings) > 0 {
		err = fault.Wrap(errors.Join(r.Findings...), fault.Unavailable, "database.restore.unsound", r.Findings[0])
	}
	return r, aside, err
}

// CheckUnused returns "database.served" if another program has the database open,
// after a moment in which one that only reads may end.
func CheckUnused(ctx context.Context, path string) error {
	const tries, pause = 10, 200 * time.Millisecond
	for n := 1; ; n++ {
		release, err := claim(path)
		switch {
		case err == nil:
			release()
			return nil
		case !fault.Is(err, "database.held"):
			return nil // opening the file says more
		case n == tries:
			return fault.Wrap(err, fault.Conflict, "database.served")
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
	}
}
