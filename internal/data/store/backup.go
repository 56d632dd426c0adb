package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"tourney/internal/data/database"
	"tourney/internal/data/durable"
	"tourney/internal/fault"
)

// Backup writes a consistent copy of the database to a new file while others read and write, and verifies it. Faults:
// "database.backup.exists", "database.backup.write", "database.backup.unsound".
func (s *Store) Backup(ctx context.Context, path string) (Report, error) {
	return verifiedCopy(ctx, path, s.file.CopyInto)
}

// Backup copies a database file as the method does, whether a program has it open or not, without changing it.
func Backup(ctx context.Context, from, to string) (Report, error) {
	if database.IsServer(from) {
		s, err := Open(ctx, from)
		if err != nil {
			return Report{}, err
		}
		defer func() { _ = s.Close() }() // only read
		return s.Backup(ctx, to)
	}
	db, err := database.ReadOnly(from)
	if err != nil {
		return Report{}, err
	}
	defer func() { _ = database.Close(db) }() // read only
	if err := refuseAlien(db.WithContext(ctx)); err != nil {
		return Report{}, err
	}
	return verifiedCopy(ctx, to, func(part string) error { return database.CopyInto(ctx, db.ConnPool, part) })
}

// verifiedCopy calls write for a temporary name, then verifies the copy, syncs
// it, and renames it to path, which must be unused.
func verifiedCopy(ctx context.Context, path string, write func(part string) error) (Report, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return Report{}, fmt.Errorf("find %s: %w", path, err)
	}
	if _, err := os.Lstat(path); err == nil {
		return Report{}, fault.New(fault.Conflict, "database.backup.exists")
	}
	part := database.FreeName(path, "part")
	if err := write(part); err != nil {
		return Report{}, err
	}
	report, err := Verify(ctx, part)
	if err = cmp.Or(err, report.sound(fault.Unavailable, "database.backup.unsound")); err != nil {
		return report, errors.Join(err, database.RemoveCopy(part))
	}
	return report, durable.Replace(part, path)
}
