package backup

import (
	"context"
	"errors"
	"io"
	"os"

	"tourney/internal/data/copies"
	"tourney/internal/data/store"
	"tourney/internal/fault"
)

// uploadPattern is the pattern of temporary names of uploads.
const uploadPattern = ".upload-*"

// Temporary is the pattern of folders for downloads. The next start deletes those left in the folder of backups after a
// kill.
const Temporary = ".download-*"

// Take stores an uploaded backup once it is verified. It streams the upload to the folder instead of memory. Faults: as
// store.SoundBackup, and "backup.room".
func (k *Keeper) Take(ctx context.Context, sent io.Reader) (taken copies.Copy, err error) {
	c := k.Config()
	if c.Folder == "" {
		return taken, fault.New(fault.Invalid, "backup.none")
	}
	path, err := receive(c.Folder, sent)
	if err == nil {
		_, err = store.SoundBackup(ctx, path)
		if f, ok := fault.As(err); ok { // for the sender to correct
			err = fault.Wrap(err, fault.Invalid, f.Key, f.Args...)
		}
	}
	if err == nil {
		taken, err = copies.New(c.Folder, k.store.Path(), k.now(), copies.Uploaded)
	}
	if err == nil {
		err = os.Rename(path, taken.Path)
	}
	if err != nil && path != "" {
		err = errors.Join(err, os.Remove(path))
	}
	return taken, err
}

// receive writes an upload to a new file in a folder.
func receive(folder string, sent io.Reader) (path string, err error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", fault.Wrap(err, fault.Unavailable, "database.backup.write")
	}
	f, err := os.CreateTemp(folder, uploadPattern)
	if err != nil {
		return "", fault.Wrap(err, fault.Unavailable, "database.backup.write")
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	const often = 16 << 20 // bytes between checks of the free space
	for {
		_, err := io.CopyN(f, sent, often)
		if errors.Is(err, io.EOF) {
			return f.Name(), f.Sync()
		}
		if err != nil {
			return f.Name(), err
		}
		const reserve = 200 << 20
		if room, known := freeSpace(folder); known && room < reserve {
			return f.Name(), fault.New(fault.TooLarge, "backup.room", room>>20)
		}
	}
}
