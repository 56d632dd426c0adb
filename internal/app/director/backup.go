package director

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"tourney/internal/data/backup"
	"tourney/internal/data/copies"
	"tourney/internal/data/store"
	"tourney/internal/fault"
)

// A BackupFile is a verified copy of the whole database. The caller must close it, which deletes the copy.
type BackupFile struct {
	*os.File
	// Made is the time of the copy, as part of its name.
	Made string
	dir  string
}

// Close closes and deletes the copy.
func (b *BackupFile) Close() error { return errors.Join(b.File.Close(), os.RemoveAll(b.dir)) }

// Backups makes and restores the automatic backups and the downloads of the data file. It is safe for concurrent use.
type Backups struct {
	*backup.Keeper
	store *store.Store
	now   func() time.Time

	mu sync.Mutex
	// downloaded is the time of the last downloaded copy.
	downloaded time.Time
}

// Backups returns the backups of the data file.
func (d *Director) Backups() *Backups { return &d.backups }

// Download makes a consistent copy of the whole database while others read and write. Faults:
// "database.backup.temporary" if the disk has no space for the copy, and "database.backup.unsound".
func (b *Backups) Download(ctx context.Context) (*BackupFile, error) {
	// The folder of the data file has the space: the temporary folder may be in memory. That one is the fallback
	// when the folder of the data file was deleted.
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

// CopyTo backs up the present state and copies all backups to a shared folder too, such as a USB stick, from now on and
// after a restart; "" ends that.
// Faults: "backup.second.name" for a path that is not absolute, "backup.second.missing" and "backup.second.failed".
func (b *Backups) CopyTo(ctx context.Context, folder string) error {
	path, second := b.store.Path(), ""
	if folder = strings.TrimSpace(folder); folder != "" {
		if !filepath.IsAbs(folder) || len(folder) > longestFolder || strings.ContainsAny(folder, "\n\r\x00") {
			return fault.New(fault.Invalid, "backup.second.name")
		}
		folder = filepath.Clean(folder)
		if info, err := os.Stat(folder); err != nil || !info.IsDir() {
			return fault.Wrap(err, fault.Invalid, "backup.second.missing", folder)
		}
		computer, _ := os.Hostname() // without a name the path is enough
		second = copies.Elsewhere(folder, path, computer)
		if _, err := b.Now(ctx, ByHand); err != nil {
			return err
		}
	}
	was := b.Config().Second
	err := b.SetSecond(ctx, second)
	if err == nil {
		err = copies.Choose(path, folder)
	}
	if err != nil {
		return errors.Join(err, b.SetSecond(ctx, was))
	}
	return nil
}

// Chosen returns the shared folder of CopyTo, "" for none.
func (b *Backups) Chosen() string { return copies.Chosen(b.store.Path()) }

// longestFolder limits the path of a folder, in bytes.
const longestFolder = 1000

// Changes returns the number of changes of tournaments after a moment, and the time of the last change of all.
func (b *Backups) Changes(ctx context.Context, since time.Time) (n int, last time.Time, err error) {
	return store.ChangesSince(ctx, b.store, since)
}

// Last returns the time of the last backup, automatic or downloaded since the program started; zero without a backup.
func (b *Backups) Last() time.Time {
	b.mu.Lock()
	defer b.mu.Unlock()
	if last := b.Status().Last.At; last.After(b.downloaded) {
		return last
	}
	return b.downloaded
}

// A Kept is a stored backup, a Replacement is a backup ready to be restored, and a BackupReport is a report on its
// contents.
type (
	Kept         = copies.Copy
	Replacement  = store.Replacement
	BackupReport = store.Report
)

// ByHand is the reason of a backup that a person starts.
const ByHand = copies.ByHand

// Rule returns three numbers: the newest backups kept, the hours with one backup each, and the days with one each.
func (*Backups) Rule() []any { return []any{backup.Newest, backup.Hours, backup.Days} }

// A Difference is the effect of restoring a backup on one tournament.
type Difference = store.Difference

// Compare returns the effect of restoring a backup on each tournament.
func (b *Backups) Compare(ctx context.Context, kept Kept) ([]Difference, error) {
	return store.Compare(ctx, b.store, kept.Path)
}

// Returning returns the number of people in a backup erased since its making; restoring erases them again.
func (b *Backups) Returning(ctx context.Context, kept Kept) (int, error) {
	return store.CountReappearing(ctx, b.store, kept.Path)
}

// Replacement backs up the present state and prepares a backup to take its place. It returns the faults of
// store.Replacement.
func (b *Backups) Replacement(ctx context.Context, kept Kept) (*Replacement, error) {
	prepared, err := b.store.Replacement(ctx, kept.Path)
	if err != nil {
		return nil, err
	}
	// A failed backup loses nothing, because the data file is only renamed. A removed data file, however, exists only
	// as the open file of this program.
	if _, err := b.Now(ctx, copies.BeforeRestore); err != nil && fault.Is(b.store.Trouble(), "database.moved") {
		return nil, errors.Join(err, prepared.Discard())
	}
	return prepared, nil
}

// Close closes the data file.
func (d *Director) Close() error { return d.store.Close() }

// Ready returns the reason why data cannot be read or saved now. It writes nothing.
func (d *Director) Ready(ctx context.Context) error {
	if err := d.Trouble(); err != nil {
		return err
	}
	_, err := d.store.HasUsers(ctx)
	return err
}

// DataSize returns the size of the data on disk, in bytes.
func (d *Director) DataSize() int64 { return d.store.Size() }

// Trouble returns the reason why saving would fail, if it is known: "database.moved", "database.overwritten", or the
// fault of the last write if the disk refused it.
func (d *Director) Trouble() error { return d.store.Trouble() }

// RetryWrite checks whether a disk error that Trouble reports is over.
func (d *Director) RetryWrite(ctx context.Context) { d.store.Retry(ctx) }

// Leadership returns which computer writes to the data, see store.Leadership.
func (d *Director) Leadership() store.Leadership { return d.store.Leadership() }

// Yielded returns the channel that is closed once another computer has taken over: the data are read-only then.
func (d *Director) Yielded() <-chan struct{} { return d.store.Yielded() }
