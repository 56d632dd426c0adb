package database

import (
	"errors"
	"fmt"
	"os"
	"sync/atomic"

	"tourney/internal/fault"
)

// The engine keeps recent writes in a second file, the write-ahead log, and an index of it in a third.
const (
	WALSuffix   = "-wal"
	IndexSuffix = "-shm"
)

// An openFile is the open file of a store. Its path may name another file by now: a person removes the file, a program
// that synchronises folders replaces it, or a backup is copied over it.
type openFile struct {
	path    string
	db, wal *os.File
	// counter is the latest change counter read from the file. It never falls.
	counter atomic.Uint32
}

// check returns "database.moved" if the store's path names another file than the open one, and "database.overwritten"
// if another program wrote into it. It costs a few system calls.
func (f *openFile) check() error {
	if err := f.checkContent(); err != nil {
		return err
	}
	if err := checkUnmoved(f.path, f.db); err != nil {
		return fault.Wrap(err, fault.Unavailable, "database.moved")
	}
	if f.wal == nil {
		return nil // not open yet
	}
	if err := checkUnmoved(f.path+WALSuffix, f.wal); err != nil {
		return fault.Wrap(err, fault.Unavailable, "database.moved")
	}
	return nil
}

// size returns the size of the file and its write-ahead log in bytes.
func (f *openFile) size() (n int64) {
	for _, part := range []*os.File{f.db, f.wal} {
		if part == nil {
			continue
		}
		if info, err := part.Stat(); err == nil {
			n += info.Size()
		}
	}
	return n
}

// checkContent returns "database.overwritten" if the open file holds another database than the store's.
func (f *openFile) checkContent() error {
	seen := f.counter.Load() // read before the file: it may rise in between
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

// checkUnmoved returns an error unless a path names an open file.
func checkUnmoved(path string, open *os.File) error {
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

// A header is part of the header of a database file (sqlite.org/fileformat2.html).
type header struct {
	// wal is set if the file uses a write-ahead log, as ours do after Open; a backup does not.
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
