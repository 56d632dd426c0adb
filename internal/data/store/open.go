package store

import (
	"context"
	"errors"
	"io/fs"
	"os"

	"tourney/internal/data/database"
	"tourney/internal/data/durable"
	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// open opens and migrates the database with the given migrations.
func open(ctx context.Context, path string, files fs.FS) (_ *Store, err error) {
	file, err := database.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, file.Close())
		}
	}()
	path = file.Path()
	if durable.Size(path) > 0 {
		if err := inspect(ctx, path); err != nil {
			return nil, checkWithoutLog(ctx, path, err)
		}
	}
	if err := migrateWith(ctx, path, files, copyBefore); err != nil {
		return nil, err
	}
	if err := file.Connect(ctx); err != nil {
		return nil, err
	}
	return &Store{saved: map[string]*tournament.Tournament{}, KeyValue: file.KeyValue(), file: file, writer: file.Writer(), reader: file.Reader()}, nil
}

// checkWithoutLog tests whether a damaged file is sound without its write-ahead log, as when the log belongs to another
// file. It tests a copy and leaves a sound one beside the file: "database.alone" names it. A copy from an earlier
// attempt is reused. Any other error is returned unchanged.
func checkWithoutLog(ctx context.Context, path string, err error) error {
	if !fault.Is(err, "database.damaged") || durable.Size(path+database.WALSuffix) == 0 {
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
	for _, name := range database.Beside(path, ".alone-") {
		if same, err := durable.Same(name, path); err != nil || same {
			return name, err
		}
	}
	name := database.FreeName(path, "alone")
	return name, durable.Copy(path, name)
}
