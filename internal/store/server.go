package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
	"gorm.io/gorm"

	"tourney/internal/database"
	"tourney/internal/durable"
	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// tables are all tables, those that others refer to first.
var tables = []string{
	"organisations", "users", "secrets", "access_log", "forgotten", "rating_lists", "tokens", "tournaments", "days", "draws", "guests", "invitations",
	"live_steps", "log", "log_about", "members", "passkeys", "pictures", "partners", "players", "publications", "reports", "records", "reigns", "rounds", "sessions", "setup_tokens", "sites", "webhooks", "webhook_reached", "withdrawn", "byes", "games",
}

// openServer opens the database of a server, and creates or migrates it if needed.
func openServer(ctx context.Context, address string) (*Store, error) {
	db, err := database.OpenServer(ctx, address, database.Layout{Tables: tables, Make: makeFile})
	if err != nil {
		return nil, err
	}
	if err = migrateServer(ctx, db); err == nil {
		err = db.Share(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return &Store{saved: map[string]*tournament.Tournament{}, Shelf: db.Shelf(), file: db, writer: db.Writer(), reader: db.Reader()}, nil
}

// makeFile makes a database file with all tables.
func makeFile(ctx context.Context, path string) error {
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		return fault.Wrap(err, fault.Unavailable, "database.backup.write")
	}
	return migrateWith(ctx, path, migrations(), nil)
}

// migrateServer brings the schema of a server up to date; of several instances one does it, and the others wait.
func migrateServer(ctx context.Context, db *database.Server) error {
	files, err := fs.Sub(embedded, "migrations/postgres")
	if err == nil {
		err = db.RefuseAlien(ctx)
	}
	if err != nil {
		return err
	}
	pool, err := db.Writer().DB()
	if err != nil {
		return err
	}
	one, err := lock.NewPostgresSessionLocker()
	if err != nil {
		return err
	}
	steps, err := goose.NewProvider(goose.DialectPostgres, pool, files, goose.WithSlog(slog.New(slog.DiscardHandler)), goose.WithSessionLocker(one))
	if err != nil {
		return fmt.Errorf("read migrations: %w", err)
	}
	is, latest, err := steps.GetVersions(ctx)
	if err == nil && is > latest {
		return fault.New(fault.Conflict, "database.newer", is, latest)
	}
	if err == nil && is < latest {
		_, err = steps.Up(ctx)
	}
	return during("migrate", database.Translate(err))
}

// inDialect returns what a database says in its own words: a file of SQLite, or a server of PostgreSQL.
func inDialect(db *gorm.DB, file, server string) string {
	if db.Name() == "postgres" {
		return server
	}
	return file
}

// isFile reports whether the data are in a file.
func (s *Store) isFile() bool {
	_, is := s.file.(*database.File)
	return is
}

// replaceServer replaces everything in a server's database by what a file of the present schema holds, unless it is not
// found sound there: "database.restore.unsound".
func (s *Store) replaceServer(ctx context.Context, path string) (r Report, err error) {
	from, err := database.ReadOnly(path)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, database.Close(from)) }()
	err = s.file.Tx(ctx, database.Write{Do: func(tx *gorm.DB) error {
		r = Report{Schema: Schema()}
		err := database.CopyTables(ctx, from.ConnPool, tx, tables)
		if err == nil {
			err = examineTournaments(tx, &r)
		}
		if err = cmp.Or(err, r.sound(fault.Unavailable, "database.restore.unsound")); err != nil {
			return err
		}
		return tell(s.file, tx, []News{{Anew: true}})
	}})
	return r, err
}

// Copy copies everything from a database, a file or the address of a server, to the one of a server, and verifies it;
// that has to be new, and no instance may serve it. Faults: those of Verify and Backup, "database.copy.used",
// "database.held".
func Copy(ctx context.Context, from string, to *Store) (r Report, err error) {
	if err := to.file.(*database.Server).Claim(ctx); err != nil {
		return r, err
	}
	if used, err := isUsed(to.reader.WithContext(ctx)); err != nil || used {
		return r, errors.Join(err, fault.New(fault.Conflict, "database.copy.used"))
	}
	dir, err := os.MkdirTemp("", "tourney-copy-")
	if err != nil {
		return r, fault.Wrap(err, fault.Unavailable, "database.backup.temporary")
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	file := filepath.Join(dir, "copy.db")
	if r, err = Backup(ctx, from, file); err != nil {
		return r, err
	}
	if err := migrateWith(ctx, file, migrations(), nil); err != nil {
		return r, err
	}
	return to.replaceServer(ctx, file)
}

// restoreServer replaces what is in a server's database by a backup. What was there is backed up into
// a dated file in the folder where the program runs.
func restoreServer(ctx context.Context, backup, address string) (done Restored, err error) {
	if done.Report, err = SoundBackup(ctx, backup); err != nil {
		return done, err
	}
	s, err := Open(ctx, address)
	if err != nil {
		return done, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	if err := s.file.(*database.Server).Claim(ctx); err != nil {
		return done, err
	}
	r, err := s.Replacement(ctx, backup)
	if err != nil {
		return done, err
	}
	defer func() { err = errors.Join(err, durable.Remove(r.fresh)) }()
	forgotten, err := database.ReadRows(ctx, s.reader.ConnPool, "forgotten")
	if err != nil {
		return done, err
	}
	if err := putForgotten(ctx, r.fresh, forgotten); err != nil {
		return done, err
	}
	aside := database.FreeName(s.Path(), "aside")
	if _, err := s.Backup(ctx, aside); err != nil {
		return done, err
	}
	done.Aside = []string{aside}
	done.Report, err = s.replaceServer(ctx, r.fresh)
	return done, err
}
