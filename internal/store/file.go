package store

import (
	"errors"
	"fmt"
	"os"
	"sync/atomic"

	"tourney/internal/fault"
)

// The engine keeps what was written lately in a second file, the write-ahead
// log, and an index of it in a third.
const (
	walSuffix = "-wal"
	shmSuffix = "-shm"
)

// An openFile is the file that a store has open. Its name may come to mean
// another file meanwhile: somebody removes it, a program that synchronises
// folders puts another in its place, or a backup is copied over it.
type openFile struct {
	path    string
	db, wal *os.File
	// counter is the latest change counter seen in the file. It never falls.
	counter atomic.Uint32
}

// check returns "database.moved" unless the store's path still means the file
// that it has open, and "database.overwritten" unless that is as the store left
// it. It costs a few system calls.
func (f *openFile) check() error {
	if err := f.checkContent(); err != nil {
		return err
	}
	if err := unmoved(f.path, f.db); err != nil {
		return fault.Wrap(err, fault.Unavailable, "database.moved")
	}
	if f.wal == nil {
		return nil // not open yet
	}
	if err := unmoved(f.path+walSuffix, f.wal); err != nil {
		return fault.Wrap(err, fault.Unavailable, "database.moved")
	}
	return nil
}

// checkContent returns "database.overwritten" when the open file holds another
// database than the store's.
func (f *openFile) checkContent() error {
	seen := f.counter.Load() // before the file is read: others may see a later one meanwhile
	h, err := readHeader(f.db)
	if err == nil && (!h.wal || h.counter < seen) {
		err = errors.New("the header is of another file")
	}
	if err != nil {
		return fault.Wrap(err, fault.Unavailable, "database.overwritten")
	}
	f.counter.CompareAndSwap(seen, h.counter)
	return nil
}

// unmoved returns an error unless a path means an open file.
func unmoved(path string, open *os.File) error {
	is, err := os.Stat(path)
	if err != nil {
		return err
	}
	was, err := open.Stat()
	if err != nil {
		return err
	}
	if !os.SameFile(is, was) {
		return fmt.Errorf("%s is another file", path)
	}
	return nil
}

// A header is what the beginning of a database file says (sqlite.org/fileformat2.html).
type header struct {
	// wal tells that the file is written by way of a write-ahead log, as ours are
	// from their first opening on. A backup is not.
	wal     bool
	counter uint32
}

func readHeader(f *os.File) (header, error) {
	var b [100]byte
	if _, err := f.ReadAt(b[:], 0); err != nil {
		return header{}, fmt.Errorf("read header: %w", err)
	}
	return header{wal: b[18] == 2 && b[19] == 2, counter: uint32(b[24])<<24 | uint32(b[25])<<16 | uint32(b[26])<<8 | uint32(b[27])}, nil
}
