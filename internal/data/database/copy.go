package database

import (
	"context"
	"errors"

	"gorm.io/gorm"

	"tourney/internal/data/durable"
	"tourney/internal/fault"
)

// CopyInto copies the database of a pool, or of one connection, into a new file, synced to the disk. After an error it
// leaves no file.
func CopyInto(ctx context.Context, db gorm.ConnPool, path string) error {
	if _, err := db.ExecContext(ctx, "vacuum into ?", path); err != nil {
		return errors.Join(copyFault(err), RemoveCopy(path))
	}
	if err := durable.Sync(path); err != nil {
		return errors.Join(fault.Wrap(err, fault.Unavailable, "database.backup.write"), RemoveCopy(path))
	}
	return nil
}

// RemoveCopy removes an incomplete copy, with the journal that the engine leaves beside it after a disk error.
func RemoveCopy(path string) error {
	return errors.Join(durable.Remove(path), durable.Remove(path+"-journal"))
}
