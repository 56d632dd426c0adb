//go:build !windows

package database

import (
	"errors"
	"io/fs"
	"os"
	"syscall"

	"tourney/internal/fault"
)

// Every program with a database open in WAL mode locks these bytes of the file and of the log's index, even while idle
// (sqlite.org/src, os_unix.c).
var locked = []struct {
	suffix        string
	begin, length int64
}{
	{"", 0x40000000, 512},
	{IndexSuffix, 128, 1},
}

// Claim checks that no other program has a database open, and locks others out until release: "database.held".
func Claim(path string) (release func(), err error) {
	var files []*os.File
	release = func() {
		for _, f := range files {
			_ = f.Close() // nothing was written
		}
	}
	for _, part := range locked {
		f, err := os.OpenFile(path+part.suffix, os.O_RDWR, 0)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			release()
			return nil, fault.Wrap(err, fault.Unavailable, "database.readonly")
		}
		files = append(files, f)
		lock := syscall.Flock_t{Type: syscall.F_WRLCK, Start: part.begin, Len: part.length}
		if err := syscall.FcntlFlock(f.Fd(), syscall.F_SETLK, &lock); err != nil {
			release()
			return nil, fault.Wrap(err, fault.Conflict, "database.held")
		}
	}
	return release, nil
}
