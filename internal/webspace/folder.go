package webspace

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"syscall"

	"tourney/internal/fault"
)

// A folder is a folder of this machine. Nothing outside of it is touched, whatever links are in it.
type folder struct {
	path string

	mu   sync.Mutex
	root *os.Root
}

// open returns the folder, fs.ErrNotExist if there is none.
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
		_ = f.root.Close() // nothing is open in it
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

func (f *folder) prepare(context.Context) error {
	if _, err := os.Stat(filepath.Dir(f.path)); errors.Is(err, fs.ErrNotExist) {
		return fault.Wrap(err, fault.Conflict, "webspace.missing", filepath.Dir(f.path))
	}
	if err := os.Mkdir(f.path, 0o755); err != nil && !errors.Is(err, fs.ErrExist) { // #nosec G301 -- a web server reads what everybody may
		return f.trouble(err)
	}
	root, err := f.open()
	if err != nil {
		return f.trouble(err)
	}
	list, err := fs.ReadDir(root.FS(), ".")
	for _, entry := range list {
		if !isPart(entry.Name()) {
			return fault.New(fault.Conflict, "webspace.taken", f.path)
		}
	}
	return f.trouble(err)
}

func (f *folder) makeFolder(_ context.Context, name string) error {
	root, err := f.open()
	if err == nil {
		err = root.MkdirAll(name, 0o755)
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
	out, err := root.OpenFile(is.part, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		return f.trouble(err)
	}
	_, err = out.Write(is.data)
	if err == nil {
		err = out.Sync()
	}
	if err = errors.Join(err, out.Close()); err == nil {
		err = root.Rename(is.part, is.name)
	}
	return f.trouble(err)
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

// trouble returns the fault of an error of the disk.
func (f *folder) trouble(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, fs.ErrPermission):
		return fault.Wrap(err, fault.Denied, "webspace.denied", f.path)
	case errors.Is(err, syscall.ENOSPC):
		return fault.Wrap(err, fault.Unavailable, "webspace.full", f.path)
	}
	return fault.Wrap(err, fault.Unavailable, "webspace.folder", f.path)
}
