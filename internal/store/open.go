package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"tourney/internal/durable"
	"tourney/internal/fault"
)

// open opens and migrates the database with the given migrations.
func open(ctx context.Context, path string, files fs.FS) (_ *Store, err error) {
	path, err = filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("find %s: %w", path, err)
	}
	s := &Store{}
	if s.aside, err = setAsideForeignLog(path); err != nil {
		return nil, err
	}
	file, err := touch(path)
	if err != nil {
		return nil, err
	}
	s.file = openFile{path: path, db: file}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.Close())
		}
	}()
	if durable.Size(path) > 0 {
		if err := inspect(ctx, path); err != nil {
			return nil, checkWithoutLog(ctx, path, err)
		}
	}
	if err := migrate(ctx, path, files); err != nil {
		return nil, err
	}
	return s, s.connect(ctx)
}

// connect opens the store's connections, all of them now: later ones might find
// another file under the path.
func (s *Store) connect(ctx context.Context) (err error) {
	path := s.file.path
	if s.writer, err = openPool(path, writerOptions, 1, s.file.check); err != nil {
		return err
	}
	// The engine keeps this file until the last connection closes.
	if s.file.wal, err = os.Open(path + walSuffix); err != nil {
		return fault.Wrap(err, fault.Unavailable, "database.open")
	}
	if s.reader, err = openPool(path, readerOptions, readers, s.file.check); err != nil {
		return err
	}
	if err := warm(ctx, s.reader, readers); err != nil {
		return err
	}
	s.pins = make(chan struct{}, MostPins)
	if s.pinner, err = openPool(path, readerOptions, MostPins, s.file.check); err != nil {
		return err
	}
	if err := warm(ctx, s.pinner, 1); err != nil {
		return err
	}
	if s.keeper, err = newKeeper(ctx, &s.file); err != nil {
		return err
	}
	return s.file.check()
}

// checkWithoutLog tests whether a damaged file is sound without its write-ahead log,
// as when the log belongs to another file. It tests a copy and leaves a sound
// one beside the file: "database.alone" names it. A copy from an earlier
// attempt is reused. Any other error is returned unchanged.
func checkWithoutLog(ctx context.Context, path string, err error) error {
	if !fault.Is(err, "database.damaged") || durable.Size(path+walSuffix) == 0 {
		return err
	}
	alone, copyErr := copyAlone(path)
	if copyErr != nil {
		return errors.Join(err, copyErr)
	}
	report, verifyErr := Verify(ctx, alone)
	if verifyErr != nil || len(report.Findings) > 0 {
		return errors.Join(err, os.Remove(alone))
	}
	return fault.Wrap(err, fault.Unavailable, "database.alone", len(report.Tournaments), alone)
}

// copyAlone returns the name of a copy of a file, new or reused.
func copyAlone(path string) (string, error) {
	for _, name := range filesBeside(path, ".alone-") {
		if same, err := durable.Same(name, path); err != nil || same {
			return name, err
		}
	}
	name := freeName(path, "alone")
	return name, durable.Copy(path, name)
}
