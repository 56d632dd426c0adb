package store

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"tourney/internal/copies"
	"tourney/internal/durable"
	"tourney/internal/fault"
)

// setAsideForeignLog sets aside a write-ahead log of no file or of another: the engine
// would write it into the file, or delete it.
func setAsideForeignLog(path string) (aside []string, err error) {
	if foreign, err := hasForeignLog(path); err != nil || !foreign {
		return nil, err
	}
	return setAside(path, walSuffix, shmSuffix)
}

// hasForeignLog reports whether the write-ahead log beside a file belongs to no
// file or to another. That happens when a file is lost, or a backup is copied
// over it after a crash.
func hasForeignLog(path string) (bool, error) {
	if durable.Size(path+walSuffix) == 0 {
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

// setAside renames a database, or the files beside it with some suffixes, and
// returns the new names.
func setAside(path string, suffixes ...string) (names []string, err error) {
	to := freeName(path, "aside")
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

// freeName returns an unused, dated name beside a file.
func freeName(path, what string) string {
	dated := fmt.Sprintf("%s.%s-%s", path, what, time.Now().Format("20060102-150405"))
	name := dated
	for n := 2; taken(name); n++ {
		name = fmt.Sprintf("%s-%d", dated, n)
	}
	return name
}

func taken(name string) bool {
	return durable.Exists(name) || durable.Exists(name+walSuffix) || durable.Exists(name+shmSuffix)
}

// Earlier returns files beside a database with possible earlier states, the
// latest first and a few at most: its backups, files set aside, copies that older
// programs made before a migration, and downloaded backups under their usual names.
func Earlier(path string) []string {
	const most = 8
	base := filepath.Base(path)
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return nil // this list is only advice
	}
	found := map[string]time.Time{}
	for _, e := range entries {
		name := filepath.Join(filepath.Dir(path), e.Name())
		info, err := e.Info()
		download, _ := filepath.Match("tourney-*.db", e.Name())
		if err != nil || e.Name() == base || !download && !strings.HasPrefix(e.Name(), base+".") || !isDatabase(name) {
			continue
		}
		found[name] = info.ModTime()
	}
	listed, _ := copies.List(copies.Folder(path), path) // only advice, as above
	for _, c := range listed[:min(len(listed), most)] {
		found[c.Path] = c.At
	}
	names := slices.SortedFunc(maps.Keys(found), func(a, b string) int {
		return cmp.Or(found[b].Compare(found[a]), strings.Compare(b, a))
	})
	return names[:min(len(names), most)]
}

// LostLogs returns the write-ahead logs that were set aside beside a database
// without a database of their own.
func LostLogs(path string) []string {
	return slices.DeleteFunc(filesBeside(path, ".aside-"), func(name string) bool {
		database, isLog := strings.CutSuffix(name, walSuffix)
		return !isLog || durable.Size(name) == 0 || durable.Exists(database)
	})
}

// filesBeside returns the files whose names are that of a database and a suffix.
func filesBeside(path, with string) (names []string) {
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

// isDatabase reports whether a file begins like a database of the engine.
func isDatabase(path string) bool {
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
