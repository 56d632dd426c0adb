package director

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"time"

	"tourney/internal/data/backup"
	"tourney/internal/data/copies"
	"tourney/internal/data/store"
	"tourney/internal/fault"
)

// A BackupFile is a verified copy of the whole database, on the disk until it is closed. It must be closed.
type BackupFile struct {
	*os.File
	// Made is the time of the copy, as part of its name.
	Made string
	dir  string
}

// Close closes the copy and deletes it.
func (b *BackupFile) Close() error { return errors.Join(b.File.Close(), os.RemoveAll(b.dir)) }

// Backups are the backups of the data file: those that are made by themselves, and those
// that somebody downloads. They are safe for concurrent use.
type Backups struct {
	*backup.Keeper
	store *store.Store
	now   func() time.Time

	mu sync.Mutex
	// downloaded is when the last copy to be downloaded was made.
	downloaded time.Time
}

// Backups returns the backups of the data file.
func (d *Director) Backups() *Backups { return &d.backups }

// Download makes a consistent copy of the whole database while others read and
// write: "database.backup.temporary" if there is no place for it, "database.backup.unsound".
func (b *Backups) Download(ctx context.Context) (*BackupFile, error) {
	// Beside the data, where there is room for them: the system's folder may be in memory.
	// When the data file has gone with its folder, that one is better than none.
	folder := copies.Folder(b.store.Path())
	err := os.MkdirAll(folder, 0o700)
	var dir string
	if err == nil {
		dir, err = os.MkdirTemp(folder, backup.Temporary)
	}
	if err != nil {
		dir, err = os.MkdirTemp("", "tourney-backup-")
	}
	if err != nil {
		return nil, fault.Wrap(err, fault.Unavailable, "database.backup.temporary")
	}
	f := &BackupFile{Made: "tourney-" + b.now().UTC().Format("20060102-150405") + ".db", dir: dir}
	path := filepath.Join(dir, "copy.db")
	_, err = b.store.Backup(ctx, path)
	if fault.Is(err, "database.backup.write") || fault.Is(err, "database.disk.full") {
		err = fault.Wrap(err, fault.Unavailable, "database.backup.temporary")
	}
	if err == nil {
		f.File, err = os.Open(path)
	}
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.downloaded = b.now()
	return f, nil
}

// Last returns the time of the last backup, by itself or downloaded since the program began; zero without one.
func (b *Backups) Last() time.Time {
	b.mu.Lock()
	defer b.mu.Unlock()
	if last := b.Status().Last.At; last.After(b.downloaded) {
		return last
	}
	return b.downloaded
}

// A Kept is a backup that is kept, a Replacement one that is ready to be restored, and a BackupReport what is in one.
type (
	Kept         = copies.Copy
	Replacement  = store.Replacement
	BackupReport = store.Report
)

// ByHand is the reason of a backup that somebody asks for.
const ByHand = copies.ByHand

// Rule returns how many of the newest backups stay, for how many hours one an hour, and for how many days one a day.
func (*Backups) Rule() []any { return []any{backup.Newest, backup.Hours, backup.Days} }

// A Difference is what restoring a backup does to one tournament.
type Difference = store.Difference

// Compare returns what restoring a backup would do to each tournament.
func (b *Backups) Compare(ctx context.Context, kept Kept) ([]Difference, error) {
	return store.Compare(ctx, b.store, kept.Path)
}

// Returning returns how many people a backup names who were forgotten since; restoring it forgets them again.
func (b *Backups) Returning(ctx context.Context, kept Kept) (int, error) {
	return store.Returning(ctx, b.store, kept.Path)
}

// Replacement backs the present state up and prepares a backup to take its place. Faults
// are those of store.Replacement.
func (b *Backups) Replacement(ctx context.Context, kept Kept) (*Replacement, error) {
	prepared, err := b.store.Replacement(ctx, kept.Path)
	if err != nil {
		return nil, err
	}
	// The file is renamed, so that nothing is lost if there can be no backup of it. One
	// that was removed exists in what this program has open only.
	if _, err := b.Now(ctx, copies.BeforeRestore); err != nil && fault.Is(b.store.Trouble(), "database.moved") {
		return nil, errors.Join(err, prepared.Discard())
	}
	return prepared, nil
}

// Close closes the data file.
func (d *Director) Close() error { return d.store.Close() }

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

// Trouble returns why nothing can be saved, as far as that is known in advance: "database.moved",
// "database.overwritten", or the fault of the last write if the disk refused it.
func (d *Director) Trouble() error { return d.store.Trouble() }

// RetryWrite tries whether Trouble with the disk has ended.
func (d *Director) RetryWrite(ctx context.Context) { d.store.Retry(ctx) }
