package director

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"tourney/internal/fault"
)

// A BackupFile is a verified copy of the whole database, on the disk until it
// is closed. It must be closed.
type BackupFile struct {
	*os.File
	// Made is the time of the copy, as part of its name.
	Made string
	dir  string
}

// Close closes the copy and deletes it.
func (b *BackupFile) Close() error { return errors.Join(b.File.Close(), os.RemoveAll(b.dir)) }

// Backup makes a consistent copy of the whole database while others read and
// write: "database.backup.temporary" if there is no place for it, "database.backup.unsound".
func (d *Director) Backup(ctx context.Context) (*BackupFile, error) {
	dir, err := os.MkdirTemp("", "tourney-backup-")
	if err != nil {
		return nil, fault.Wrap(err, fault.Unavailable, "database.backup.temporary")
	}
	b := &BackupFile{Made: "tourney-" + d.now().UTC().Format("20060102-150405") + ".db", dir: dir}
	path := filepath.Join(dir, "copy.db")
	_, err = d.store.Backup(ctx, path)
	if fault.Is(err, "database.backup.write") || fault.Is(err, "database.disk.full") {
		err = fault.Wrap(err, fault.Unavailable, "database.backup.temporary")
	}
	if err == nil {
		b.File, err = os.Open(path)
	}
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.backedUp = d.now()
	return b, nil
}

// BackedUp returns the time of the last backup since the program began; zero without one.
func (d *Director) BackedUp() time.Time {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.backedUp
}

// Ready returns why the data cannot be read or saved now, as far as reading tells.
func (d *Director) Ready(ctx context.Context) error {
	if err := d.Trouble(); err != nil {
		return err
	}
	_, err := d.store.HasUsers(ctx)
	return err
}

// DataSize returns the size of the data on disk, in bytes.
func (d *Director) DataSize() int64 { return d.store.Size() }

// Trouble returns why nothing can be saved, as far as that is known in advance:
// "database.moved", "database.overwritten".
func (d *Director) Trouble() error { return d.store.Trouble() }
