package database

import (
	"errors"
	"io/fs"
	"syscall"

	"tourney/internal/fault"
)

// Claim checks that no other program has a database open: "database.held". Windows cannot rename an open file, so Claim
// holds no lock, and release does nothing.
func Claim(path string) (release func(), err error) {
	for _, suffix := range []string{"", WALSuffix, IndexSuffix} {
		name, err := syscall.UTF16PtrFromString(path + suffix)
		if err != nil {
			return nil, err
		}
		const shareNothing = 0
		file, err := syscall.CreateFile(name, syscall.GENERIC_READ, shareNothing, nil, syscall.OPEN_EXISTING, syscall.FILE_ATTRIBUTE_NORMAL, 0)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return nil, fault.Wrap(err, fault.Conflict, "database.held")
		default:
			if err := syscall.CloseHandle(file); err != nil {
				return nil, err
			}
		}
	}
	return func() {}, nil
}
