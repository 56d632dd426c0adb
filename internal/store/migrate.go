package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/pressly/goose/v3"
	"gorm.io/gorm"

	"tourney/internal/fault"
)

//go:embed migrations
var embedded embed.FS

// migrations returns the numbered files that build the schema.
func migrations() fs.FS {
	files, err := fs.Sub(embedded, "migrations/sqlite")
	if err != nil {
		panic(err) // the path is a constant
	}
	return files
}

// open opens and migrates the database with the given migrations.
func open(ctx context.Context, path string, files fs.FS) (*Store, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("find %s: %w", path, err)
	}
	if err := touch(path); err != nil {
		return nil, err
	}
	if err := migrate(ctx, path, files); err != nil {
		return nil, err
	}
	s := &Store{path: path}
	if s.writer, err = handle(path, asWriter, 1); err != nil {
		return nil, err
	}
	if s.reader, err = handle(path, asReader, readers); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// touch makes sure that there is a file we may write to. A new one is for its
// owner only: it will hold what players told the director alone.
func touch(path string) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return fault.New(fault.Invalid, "database.alien")
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	switch {
	case errors.Is(err, os.ErrPermission):
		return fault.Wrap(err, fault.Unavailable, "database.readonly")
	case err != nil:
		return fault.Wrap(err, fault.Unavailable, "database.open")
	}
	return f.Close()
}

// migrate brings the schema up to date over a connection of its own. Foreign
// keys are off meanwhile, because rebuilding a table would delete the rows that
// refer to it, and are checked afterwards.
func migrate(ctx context.Context, path string, files fs.FS) (err error) {
	db, err := handle(path, asMigration, 1)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closePool(db)) }()
	if err := refuseAlien(db.WithContext(ctx)); err != nil {
		return err
	}
	pool, err := db.DB()
	if err != nil {
		return err
	}
	steps, err := goose.NewProvider(goose.DialectSQLite3, pool, files, goose.WithSlog(slog.New(slog.DiscardHandler)))
	if err != nil {
		return fmt.Errorf("read migrations: %w", err)
	}
	is, latest, err := steps.GetVersions(ctx)
	switch {
	case err != nil:
		return fmt.Errorf("read schema version: %w", translate(err))
	case is > latest:
		return fault.New(fault.Conflict, "database.newer", is, latest)
	case is == latest:
		return nil
	case is > 0:
		// One of an interrupted migration may be replaced: that changed nothing.
		if err := vacuumInto(ctx, pool, fmt.Sprintf("%s.schema-%d.bak", path, is)); err != nil {
			return err
		}
	}
	if _, err := steps.Up(ctx); err != nil {
		return fmt.Errorf("migrate: %w", translate(err))
	}
	return checkForeignKeys(db.WithContext(ctx))
}

// refuseAlien makes sure that a database is ours before anything is written
// into it: empty, or one that has our tables.
func refuseAlien(db *gorm.DB) error {
	var tables, ours int64
	const count = "select count(*), count(case when name in ('tournaments', 'goose_db_version') then 1 end) " +
		"from sqlite_master where type = 'table' and name not like 'sqlite_%'"
	if err := db.Raw(count).Row().Scan(&tables, &ours); err != nil {
		return fmt.Errorf("look into database: %w", translate(err))
	}
	if tables > 0 && ours < 2 {
		return fault.New(fault.Invalid, "database.alien")
	}
	return nil
}

func checkForeignKeys(db *gorm.DB) error {
	var broken []struct{ Table, Parent sql.NullString }
	if err := db.Raw("pragma foreign_key_check").Scan(&broken).Error; err != nil {
		return fmt.Errorf("check foreign keys: %w", err)
	}
	if len(broken) > 0 {
		return fault.Wrap(fmt.Errorf("%d rows refer to nothing, first in %s to %s", len(broken), broken[0].Table.String, broken[0].Parent.String),
			fault.Unavailable, "database.damaged")
	}
	return nil
}
