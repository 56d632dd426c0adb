package database

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"tourney/internal/data/durable"
	"tourney/internal/fault"
)

// setAsideForeignLog renames a write-ahead log that belongs to no file or to another one: the engine would write it
// into the file, or delete it.
func setAsideForeignLog(path string) (aside []string, err error) {
	if foreign, err := hasForeignLog(path); err != nil || !foreign {
		return nil, err
	}
	return SetAside(path, WALSuffix, IndexSuffix)
}

// hasForeignLog reports whether the write-ahead log beside a file belongs to no file or to another one. That happens
// after the loss of a file, or when a backup is copied over it after a crash.
func hasForeignLog(path string) (bool, error) {
	if durable.Size(path+WALSuffix) == 0 {
		return false, nil
	}
	if durable.Size(path) == 0 {
		return true, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return false, nil // opening the file reports the error
	}
	h, err := readHeader(f)
	if err != nil {
		return false, f.Close() // not a database
	}
	return !h.wal, f.Close()
}

// SetAside renames a database, or the files beside it with some suffixes, and returns the new names.
func SetAside(path string, suffixes ...string) (names []string, err error) {
	to := FreeName(path, "aside")
	for _, suffix := range suffixes {
		switch err := os.Rename(path+suffix, to+suffix); {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return names, fault.Wrap(err, fault.Unavailable, "database.aside")
		default:
			names = append(names, to+suffix)
		}
	}
	return names, durable.SyncFolder(path)
}

// SetAsideAt returns the time in a name given by SetAside to a database, zero for any other name.
func SetAsideAt(name string) time.Time {
	_, dated, _ := strings.Cut(filepath.Base(name), ".aside-")
	parts := strings.SplitN(dated, "-", 3) // the third is a number
	if len(parts) < 2 || strings.HasSuffix(name, WALSuffix) || strings.HasSuffix(name, IndexSuffix) {
		return time.Time{}
	}
	at, _ := time.ParseInLocation(freeTime, parts[0]+"-"+parts[1], time.Local) // zero
	return at
}

// freeTime is the time format of FreeName, in the zone of this computer.
const freeTime = "20060102-150405"

// FreeName returns an unused, dated name beside a file.
func FreeName(path, what string) string {
	dated := fmt.Sprintf("%s.%s-%s", path, what, time.Now().Format(freeTime))
	name := dated
	for n := 2; taken(name); n++ {
		name = fmt.Sprintf("%s-%d", dated, n)
	}
	return name
}

func taken(name string) bool {
	return durable.Exists(name) || durable.Exists(name+WALSuffix) || durable.Exists(name+IndexSuffix)
}

// Beside returns the files whose names begin with the name of a database and a suffix.
func Beside(path, with string) (names []string) {
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return nil // this list is only advice
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), filepath.Base(path)+with) {
			names = append(names, filepath.Join(filepath.Dir(path), e.Name()))
		}
	}
	return names
}

// IsDatabase reports whether a file begins like a database of the engine.
func IsDatabase(path string) bool {
	const magic = "SQLite format 3\x00"
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer func() { _ = f.Close() }() // read only
	begin := make([]byte, len(magic))
	_, err = io.ReadFull(f, begin)
	return err == nil && string(begin) == magic
}
