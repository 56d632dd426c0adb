package backup

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"time"

	"tourney/internal/data/copies"
	"tourney/internal/data/durable"
	"tourney/internal/fault"
)

// copyToSecond copies missing backups to the second folder, the latest first, and deletes old ones there. A missing
// folder gets them once it is back.
func (k *Keeper) copyToSecond(ctx context.Context) {
	c := k.Config()
	if c.Second == "" || c.Folder == "" {
		return
	}
	release, err := k.lockFolder(ctx, secondLock, time.Second)
	if err != nil {
		return // another instance copies, or reports its error
	}
	defer release()
	err = k.mirror(ctx, c)
	k.mu.Lock()
	was := k.status.Second
	if k.status.Second = err; err == nil {
		k.status.Mirrored = k.now()
	}
	k.mu.Unlock()
	switch {
	case err != nil && was == nil:
		c.Log.Warn("no copies of backups in the second folder", slog.Any("error", err))
	case err == nil && was != nil:
		c.Log.Warn("the second folder for backups is back")
	}
}

// SetSecond changes the second folder, "" for none, and copies the backups to it. It returns the error of that.
func (k *Keeper) SetSecond(ctx context.Context, folder string) error {
	k.making.Lock()
	defer k.making.Unlock()
	k.mu.Lock()
	k.config.Second, k.status.Second, k.status.Mirrored = folder, nil, time.Time{}
	k.mu.Unlock()
	k.copyToSecond(ctx)
	return k.Status().Second
}

func (k *Keeper) mirror(ctx context.Context, c Config) error {
	within := filepath.Dir(c.Second)
	info, err := os.Stat(within)
	if err != nil || !info.IsDir() {
		return fault.Wrap(err, fault.Unavailable, "backup.second.missing", within)
	}
	if err = os.Mkdir(c.Second, 0o700); err == nil {
		err = durable.SyncFolder(c.Second)
	}
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return fault.Wrap(err, fault.Unavailable, "backup.second.failed", c.Second)
	}
	here, err := copies.List(c.Folder, k.store.Path())
	if err != nil {
		return err
	}
	there, err := copies.List(c.Second, k.store.Path())
	if err != nil {
		return fault.Wrap(err, fault.Unavailable, "backup.second.missing", c.Second)
	}
	// One decision for both folders, so that no backup is copied and then deleted.
	both := slices.Clone(there)
	for _, copied := range here {
		if !slices.ContainsFunc(there, func(c copies.Copy) bool { return c.Name() == copied.Name() && c.Size == copied.Size }) {
			both = append(both, copied)
		}
	}
	var failed error
	for i, stays := range k.kept(both) {
		isThere := i < len(there)
		switch {
		case isThere && !stays:
			failed = errors.Join(failed, os.Remove(both[i].Path))
		case !isThere && stays && ctx.Err() == nil:
			failed = errors.Join(failed, copies.CopyTo(both[i].Path, filepath.Join(c.Second, both[i].Name())))
		}
	}
	if failed != nil {
		return fault.Wrap(failed, fault.Unavailable, "backup.second.failed", c.Second)
	}
	return nil
}
