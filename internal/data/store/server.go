package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
	"gorm.io/gorm"

	"tourney/internal/data/database"
	"tourney/internal/data/durable"
	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// tables lists all tables, referenced tables first.
var tables = []string{
	"organisations", "users", "secrets", "access_log", "forgotten", "rating_lists", "tokens", "tournaments", "days", "draws", "guests", "invitations",
	"live_steps", "log", "log_about", "members", "passkeys", "pictures", "partners", "players", "publications", "push_subscriptions", "reports", "records", "reigns", "rounds", "sessions", "setup_tokens", "sites", "webhooks", "webhook_reached", "withdrawn", "games",
}

// openServer opens the database of a server, and creates or migrates it if needed.
func openServer(ctx context.Context, address string) (*Store, error) {
	db, err := database.OpenServer(ctx, address, database.Layout{Tables: tables, Ours: []string{"tournaments", "goose_db_version"}, Make: makeFile})
	if err != nil {
		return nil, err
	}
	if err = migrateServer(ctx, db); err == nil {
		err = db.Share(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return &Store{saved: map[string]*tournament.Tournament{}, KeyValue: db.KeyValue(), file: db, writer: db.Writer(), reader: db.Reader()}, nil
}

// makeFile makes a database file with all tables.
func makeFile(ctx context.Context, path string) error {
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		return fault.Wrap(err, fault.Unavailable, "database.backup.write")
	}
	return migrateWith(ctx, path, migrations(), nil)
}

// migrateServer brings the schema of a server up to date; one instance does it while the others wait.
func migrateServer(ctx context.Context, db *database.Server) error {
	if err := db.RefuseAlien(ctx); err != nil {
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
	steps, err := goose.NewProvider(goose.DialectPostgres, pool, migrationsOf("postgres"), goose.WithSlog(slog.New(slog.DiscardHandler)), goose.WithSessionLocker(one))
	if err != nil {
		return fmt.Errorf("read migrations: %w", err)
	}
	is, latest, err := steps.GetVersions(ctx)
	if err == nil && is > latest {
		return fault.New(fault.Conflict, "database.newer", is, latest)
	}
	older := false
	if err == nil {
		older, err = isOlder(int(is))
	}
	if err == nil && older {
		err = bringOverServer(ctx, db)
	}
	if err == nil && is < latest {
		_, err = steps.Up(ctx)
	}
	return wrap("migrate", database.Translate(err))
}

// bringOverServer brings the data of an older schema over; one instance does it while the others wait.
func bringOverServer(ctx context.Context, db *database.Server) error {
	return db.Writer().WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		if err := tx.Exec("lock table goose_db_version in access exclusive mode").Error; err != nil {
			return err
		}
		var is int
		if err := tx.Raw("select coalesce(max(version_id), 0) from goose_db_version where is_applied").Scan(&is).Error; err != nil {
			return err
		}
		if is >= firstSchema { // another instance has done it
			return nil
		}
		return bringOver(ctx, tx, wholeSchema("postgres"))
	})
}

// inDialect returns the text for SQLite or the one for PostgreSQL.
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

// replaceServer replaces all rows in a server's database by the rows of a file of the present schema. It calls first
// before, while no other instance writes. If the result is not sound, it changes nothing and returns
// "database.restore.unsound".
func (s *Store) replaceServer(ctx context.Context, path string, first func() error) (r Report, err error) {
	err = s.file.Tx(ctx, database.Write{Do: func(tx *gorm.DB) (err error) {
		if err := first(); err != nil {
			return err
		}
		from, err := database.ReadOnly(path)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, database.Close(from)) }()
		r = Report{Schema: Schema()}
		if err = database.CopyTables(ctx, from.ConnPool, tx, tables); err == nil {
			err = examineTournaments(tx, &r)
		}
		if err = cmp.Or(err, r.sound(fault.Unavailable, "database.restore.unsound")); err != nil {
			return err
		}
		return notify(s.file, tx, []Notification{{Refresh: true}})
	}})
	return r, err
}

// Fill copies all rows of a file of the present schema into the database of a server, which must be new and served by
// no instance. Faults: "database.held", "database.copy.used", and the faults of Open.
func Fill(ctx context.Context, address, file string) (r Report, err error) {
	s, err := openAlone(ctx, address)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	if used, err := isUsed(s.reader.WithContext(ctx)); used || err != nil {
		return r, cmp.Or(err, fault.New(fault.Conflict, "database.copy.used"))
	}
	return s.replaceServer(ctx, file, func() error { return nil })
}

// openAlone opens the database of a server unless an instance serves it: "database.held".
func openAlone(ctx context.Context, address string) (*Store, error) {
	s, err := Open(ctx, address)
	if err != nil {
		return nil, err
	}
	if err := s.file.(*database.Server).Claim(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// restoreServer replaces the content of a server's database by a backup. The old content is backed up into a dated file
// in the working directory.
func restoreServer(ctx context.Context, backup, address string) (done Restored, err error) {
	if done.Report, err = SoundBackup(ctx, backup); err != nil {
		return done, err
	}
	s, err := openAlone(ctx, address)
	if err != nil {
		return done, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	r, err := s.Replacement(ctx, backup)
	if err != nil {
		return done, err
	}
	defer func() { err = errors.Join(err, durable.Remove(r.fresh)) }()
	done.Report, err = s.replaceServer(ctx, r.fresh, func() error {
		forgotten, err := database.ReadRows(ctx, s.reader.ConnPool, "forgotten")
		if err == nil {
			err = putForgotten(ctx, r.fresh, forgotten)
		}
		if err == nil {
			done.Aside = []string{database.FreeName(s.Path(), "aside")}
			_, err = s.Backup(ctx, done.Aside[0])
		}
		return err
	})
	return done, err
}
