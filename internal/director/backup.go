package director

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"tourney/internal/fault"
)

// Backup writes a consistent copy of the whole database to w while others read
// and write, and returns the name that tells when it was made.
func (d *Director) Backup(ctx context.Context, w io.Writer) (name string, err error) {
	dir, err := os.MkdirTemp("", "tourney-backup-")
	if err != nil {
		return "", fault.Wrap(err, fault.Unavailable, "backup.temporary")
	}
	defer func() { _ = os.RemoveAll(dir) }() // a temporary copy
	path := filepath.Join(dir, "copy.db")
	if err := d.store.Backup(ctx, path); err != nil {
		return "", err
	}
	file, err := os.Open(path)
	if err != nil {
		return "", fmt.Errorf("backup: %w", err)
	}
	defer func() { _ = file.Close() }() // it was only read
	if _, err := io.Copy(w, file); err != nil {
		return "", fmt.Errorf("backup: %w", err)
	}
	return "tourney-" + d.now().UTC().Format("20060102-150405") + ".db", nil
}
