package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"tourney/internal/data/database"
	"tourney/internal/data/durable"
	"tourney/internal/fault"
)

// A Restored is the result of a restore.
type Restored struct {
	// Report describes the present content of the database.
	Report Report
	// Aside are the new names of the old files.
	Aside []string
	// LostForgotten is the error because of which the list of erased players is the backup's, nil if the list stayed.
	LostForgotten error
	// NotCarried is the error of the Carrier, nil without one.
	NotCarried error
}

// A Carrier copies data that must survive a restore from the database at a path into a copy of its backup.
type Carrier func(ctx context.Context, from, to string) error

// Restore replaces a database by a copy of a backup. It verifies the backup first, and renames the old database with
// its write-ahead log to dated names beside it. The carrier runs on the copy before it replaces the file. Faults: those
// of Verify and "database.restore.unsound" for the backup, "database.restore.same", and "database.held" while a program
// has the database open.
func Restore(ctx context.Context, backup, path string, carry Carrier) (done Restored, err error) {
	if database.IsServer(path) {
		return restoreServer(ctx, backup, path)
	}
	path, err = filepath.Abs(path)
	if err != nil {
		return done, fmt.Errorf("find %s: %w", path, err)
	}
	if is, err := os.Stat(path); err == nil {
		if other, err := os.Stat(backup); err == nil && os.SameFile(is, other) {
			return done, fault.New(fault.Invalid, "database.restore.same")
		}
	}
	if done.Report, err = SoundBackup(ctx, backup); err != nil {
		return done, err
	}
	if durable.Exists(path + database.JournalSuffix) {
		return done, fault.New(fault.Conflict, "database.following")
	}
	release, err := database.Claim(path)
	if err != nil {
		return done, err
	}
	defer release()
	fresh := database.FreeName(path, "part")
	if done.Report, err = Backup(ctx, backup, fresh); err != nil {
		return done, err
	}
	var forgotten database.Rows
	forgotten, done.LostForgotten = forgottenRows(ctx, path)
	if err := putForgotten(ctx, fresh, forgotten); err != nil {
		return done, errors.Join(err, os.Remove(fresh))
	}
	done.NotCarried = carry(ctx, path, fresh)
	// The file before its log: a log alone shows that something is missing, a file alone does not.
	if done.Aside, err = database.SetAside(path, "", database.WALSuffix, database.IndexSuffix); err != nil {
		return done, errors.Join(err, os.Remove(fresh))
	}
	if err := durable.Replace(fresh, path); err != nil {
		return done, err
	}
	done.Report, err = Verify(ctx, path)
	return done, cmp.Or(err, done.Report.sound(fault.Unavailable, "database.restore.unsound"))
}

// Held is the usual timeout of CheckUnused.
const Held = 2 * time.Second

// CheckUnused returns "database.served" if another program has the database file open after the timeout, in which a
// mere reader may end. At a server it returns the fault of a running instance.
func CheckUnused(ctx context.Context, path string, held time.Duration) error {
	if database.IsServer(path) {
		s, err := openAlone(ctx, path)
		if err == nil {
			err = s.Close()
		}
		return err
	}
	const pause = 200 * time.Millisecond
	for began := time.Now(); ; {
		release, err := database.Claim(path)
		switch {
		case err == nil:
			release()
			return nil
		case !fault.Is(err, "database.held"):
			return nil // opening the file gives a better error
		case time.Since(began) >= held-pause:
			return fault.Wrap(err, fault.Conflict, "database.served")
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
	}
}
