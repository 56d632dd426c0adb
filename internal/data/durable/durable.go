// Package durable writes files that survive a power cut completely, or not at all.
package durable

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"tourney/internal/fault"
)

// Size returns the size of a file, 0 for a missing one.
func Size(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return info.Size()
}

// Exists reports whether a file, a folder or a link of that name exists.
func Exists(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}

// SyncFolder syncs the names in a file's folder to the disk, if the system supports that.
func SyncFolder(path string) error {
	if runtime.GOOS == "windows" {
		return nil // the system does it
	}
	dir, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}

// Write writes a file, readable only by its owner, completely or not at all, and waits for the disk.
func Write(path string, data []byte) error {
	part := path + ".part"
	err := os.WriteFile(part, data, 0o600)
	if err == nil {
		err = Sync(part)
	}
	if err != nil {
		return errors.Join(err, Remove(part))
	}
	return Replace(part, path)
}

// Same reports whether two files have the same content.
func Same(a, b string) (bool, error) {
	if Size(a) != Size(b) {
		return false, nil
	}
	var sums [2][]byte
	for i, name := range []string{a, b} {
		f, err := os.Open(name)
		if err != nil {
			return false, err
		}
		sum := sha256.New()
		_, err = io.Copy(sum, f)
		if err := errors.Join(err, f.Close()); err != nil {
			return false, err
		}
		sums[i] = sum.Sum(nil)
	}
	return bytes.Equal(sums[0], sums[1]), nil
}

// Copy copies a file to a new one, readable only by its owner, and waits for the disk.
func Copy(from, to string) (err error) {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, in.Close()) }()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Sync(), out.Close())
}

// Replace renames part to path, replaces any file there, and syncs the folder: "database.backup.write".
func Replace(part, path string) error {
	if err := errors.Join(os.Rename(part, path), SyncFolder(path)); err != nil {
		return fault.Wrap(err, fault.Unavailable, "database.backup.write")
	}
	return nil
}

// Remove removes a file, if it exists.
func Remove(path string) error {
	if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// Sync syncs a file to the disk, and makes it readable only by its owner.
func Sync(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Chmod(0o600), f.Sync(), f.Close())
}
