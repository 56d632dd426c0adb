package backup

import (
	"context"
	"errors"
	"io"
	"os"

	"tourney/internal/copies"
	"tourney/internal/fault"
	"tourney/internal/store"
)

// uploadPattern is of the names of files that are being sent.
const uploadPattern = ".upload-*"

// Temporary is the pattern of the names of folders that hold a copy while it is downloaded.
// What a killed program leaves of them in the folder of backups is deleted at the next start.
const Temporary = ".download-*"

// Take keeps a backup that somebody sends, once it is verified. It is written to the
// folder as it comes, never held in memory. Faults are those of store.SoundBackup, and
// "backup.room".
func (k *Keeper) Take(ctx context.Context, sent io.Reader) (taken copies.Copy, err error) {
	c := k.Config()
	if c.Folder == "" {
		return taken, fault.New(fault.Invalid, "backup.none")
	}
	path, err := receive(c.Folder, sent)
	if err == nil {
		_, err = store.SoundBackup(ctx, path)
		if f, ok := fault.As(err); ok { // the sender's to mend, not the server's
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

// receive writes what is sent to a new file in a folder.
func receive(folder string, sent io.Reader) (path string, err error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", fault.Wrap(err, fault.Unavailable, "database.backup.write")
	}
	f, err := os.CreateTemp(folder, uploadPattern)
	if err != nil {
		return "", fault.Wrap(err, fault.Unavailable, "database.backup.write")
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	const often = 16 << 20 // bytes between looks at the room on the disk
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
