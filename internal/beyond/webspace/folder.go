package webspace

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"syscall"

	"tourney/internal/fault"
)

// A folder is a local folder. Links in it cannot lead outside.
type folder struct {
	path string

	mu   sync.Mutex
	root *os.Root
	// renamed are the folders with new names since the last sync to the disk.
	renamed map[string]bool
	// syncFolder syncs the names in a folder to the disk.
	syncFolder func(root *os.Root, name string) error
}

func newFolder(path string) *folder {
	return &folder{path: path, renamed: map[string]bool{}, syncFolder: syncFolder}
}

func syncFolder(root *os.Root, name string) error {
	if runtime.GOOS == "windows" {
		return nil // the system does it
	}
	dir, err := root.Open(name)
	if err != nil {
		return err
	}
	err = dir.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) {
		err = nil // some network disks do not support it
	}
	return errors.Join(err, dir.Close())
}

// open returns the folder, fs.ErrNotExist for a missing one.
func (f *folder) open() (*os.Root, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	var err error
	if f.root == nil {
		f.root, err = os.OpenRoot(f.path)
	}
	return f.root, err
}

func (f *folder) close() {
	if f.root != nil {
		_ = f.root.Close() // it has no open files
	}
}

func (f *folder) read(_ context.Context, name string) ([]byte, error) {
	root, err := f.open()
	var text []byte
	if err == nil {
		var info fs.FileInfo
		if info, err = root.Stat(name); err == nil && info.Size() > mostMarker {
			return nil, fault.New(fault.Conflict, "webspace.marker", f.path, name)
		}
		text, err = root.ReadFile(name)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return text, f.trouble(err)
}

func (f *folder) list(_ context.Context, name string) (map[string]entry, error) {
	root, err := f.open()
	var found []fs.DirEntry
	if err == nil {
		found, err = fs.ReadDir(root.FS(), name)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	all := map[string]entry{}
	for _, is := range found {
		if info, err := is.Info(); err == nil { // otherwise it was removed in between
			all[is.Name()] = entryOf(info)
		}
	}
	return all, f.trouble(err)
}

// entryOf returns the entry of a file or folder.
func entryOf(info fs.FileInfo) entry { return entry{info.IsDir(), info.Size(), info.ModTime()} }

func (f *folder) makeFolder(_ context.Context, name string) error {
	if name == "." {
		return f.make()
	}
	root, err := f.open()
	if err == nil {
		err = root.MkdirAll(name, 0o755)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.renamed[path.Dir(name)] = true
	return f.trouble(err)
}

// make creates the folder of the place.
func (f *folder) make() error {
	err := os.Mkdir(f.path, 0o755) // #nosec G301 -- a web server reads these public files
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fault.Wrap(err, fault.Conflict, "webspace.missing", filepath.Dir(f.path))
	case errors.Is(err, fs.ErrExist):
		return nil
	}
	return f.trouble(err)
}

func (f *folder) exists(_ context.Context, name string) (bool, error) {
	root, err := f.open()
	if err == nil {
		_, err = root.Lstat(name)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, f.trouble(err)
}

func (f *folder) put(ctx context.Context, is file) error {
	root, err := f.open()
	if err != nil {
		return f.trouble(err)
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if is.name != Marker {
		return f.trouble(f.replace(root, is))
	}
	err = f.syncNames(root) // the marker lists only files on the disk
	if err == nil {
		err = f.replace(root, is)
	}
	if err == nil {
		err = f.syncNames(root)
	}
	return f.trouble(err)
}

// replace writes a file to the disk and then renames it to its name.
func (f *folder) replace(root *os.Root, is file) error {
	out, err := root.OpenFile(is.part, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		return err
	}
	_, err = out.Write(is.data)
	if err == nil {
		err = out.Sync()
	}
	if err = errors.Join(err, out.Close()); err == nil {
		err = root.Rename(is.part, is.name)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.renamed[path.Dir(is.name)] = true
	return err
}

// syncNames syncs all new names of files and folders to the disk.
func (f *folder) syncNames(root *os.Root) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, name := range slices.Sorted(maps.Keys(f.renamed)) {
		if err := f.syncFolder(root, name); err != nil {
			return err
		}
		delete(f.renamed, name)
	}
	return nil
}

func (f *folder) remove(_ context.Context, name string) error {
	root, err := f.open()
	if err == nil {
		err = root.Remove(name)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return f.trouble(err)
}

// trouble returns the fault of a disk error.
func (f *folder) trouble(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, fs.ErrPermission):
		return fault.Wrap(err, fault.Denied, "webspace.denied", f.path)
	case errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT):
		return fault.Wrap(err, fault.Unavailable, "webspace.full", f.path)
	}
	return fault.Wrap(err, fault.Unavailable, "webspace.folder", f.path)
}
