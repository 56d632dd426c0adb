package store

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"path"
	"time"

	"github.com/pressly/goose/v3"
	"gorm.io/gorm"

	"tourney/internal/data/copies"
	"tourney/internal/data/database"
	"tourney/internal/fault"
)

//go:embed migrations
var embedded embed.FS

// migrations returns the numbered files that build the schema in a file.
func migrations() fs.FS { return migrationsOf("sqlite") }

func migrationsOf(engine string) fs.FS {
	files, err := fs.Sub(embedded, "migrations/"+engine)
	if err != nil {
		panic(err) // the path is a constant
	}
	return files
}

// wholeSchema returns the text of the migration that builds the schema of an engine.
func wholeSchema(engine string) string {
	text, err := fs.ReadFile(migrationsOf(engine), "00037_schema.sql")
	if err != nil {
		panic(err) // the file is part of the program
	}
	return string(text)
}

func provider(db *gorm.DB, files fs.FS) (*goose.Provider, error) {
	pool, err := db.DB()
	if err != nil {
		return nil, err
	}
	steps, err := goose.NewProvider(goose.DialectSQLite3, pool, files, goose.WithSlog(slog.New(slog.DiscardHandler)))
	if err != nil {
		return nil, fmt.Errorf("read migrations: %w", err)
	}
	return steps, nil
}

// Schema returns the number of the last migration of this program.
func Schema() int {
	names, err := fs.Glob(migrations(), "*.sql")
	if err != nil {
		panic(err) // the pattern is a constant
	}
	number, err := goose.NumericComponent(path.Base(names[len(names)-1]))
	if err != nil {
		panic(err) // the files are part of the program
	}
	return int(number)
}

// Migrate updates an unused file to the schema of this program, without a copy of the old one.
func Migrate(ctx context.Context, path string) error {
	return migrateWith(ctx, path, migrations(), nil)
}

// migrateWith brings the schema up to date over a separate connection. Foreign keys are off during the migration and
// checked afterwards, because rebuilding a table would delete the rows that refer to it. before, if not nil, is called
// before an older schema is changed.
func migrateWith(ctx context.Context, path string, files fs.FS, before func(ctx context.Context, path string, db *gorm.DB) error) (err error) {
	db, err := database.Migrating(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, database.Close(db)) }()
	if err := refuseAlien(db.WithContext(ctx)); err != nil {
		return err
	}
	if isLatest(db.WithContext(ctx), files) { // goose would parse all files first
		return nil
	}
	steps, err := provider(db, files)
	if err != nil {
		return err
	}
	is, latest, err := steps.GetVersions(ctx)
	switch {
	case err != nil:
		err = database.Translate(err)
		if _, known := fault.As(err); !known { // goose treats an unreadable table as missing
			err = fault.Wrap(err, fault.Unavailable, "database.disk.failed")
		}
		return fmt.Errorf("read schema version: %w", err)
	case is > latest:
		return fault.New(fault.Conflict, "database.newer", is, latest)
	case is == latest:
		return nil
	}
	older, err := isOlder(int(is))
	if err == nil && is > 0 && before != nil {
		err = before(ctx, path, db)
	}
	if err == nil && older {
		err = bringOver(ctx, db, wholeSchema("sqlite"))
	}
	if err != nil {
		return err
	}
	if _, err := steps.Up(ctx); err != nil {
		return fmt.Errorf("migrate: %w", database.Translate(err))
	}
	return database.CheckReferences(db.WithContext(ctx))
}

// isLatest reports whether a database certainly has the schema of the last of the migrations: all of them were applied.
func isLatest(db *gorm.DB, files fs.FS) bool {
	names, err := fs.Glob(files, "*.sql")
	if err != nil || len(names) == 0 {
		return false
	}
	last, err := goose.NumericComponent(path.Base(names[len(names)-1]))
	if err != nil {
		return false
	}
	var applied, is int64
	err = db.Raw("select count(distinct version_id), max(version_id) from goose_db_version where version_id > 0 and is_applied").Row().Scan(&applied, &is)
	return err == nil && is == last && applied == int64(len(names))
}

// copyBefore backs a database up before its migration, unless it is empty: a copy
// beside an empty database would raise the question whether to restore it.
func copyBefore(ctx context.Context, path string, db *gorm.DB) error {
	if used, err := isUsed(db.WithContext(ctx)); err != nil || !used {
		return err
	}
	to, err := copies.New(copies.Folder(path), path, time.Now(), copies.BeforeUpgrade)
	if err != nil {
		return fault.Wrap(err, fault.Unavailable, "database.backup.write")
	}
	write := func(part string) error { return database.CopyInto(ctx, db.ConnPool, part) }
	_, err = verifiedCopy(ctx, to.Path, write)
	if fault.Is(err, "database.backup.unsound") {
		err = write(to.Path) // better than no copy: the program has to start
	}
	return err
}

// isUsed reports whether a database has a tournament or a user.
func isUsed(db *gorm.DB) (used bool, err error) {
	err = db.Raw("select exists(select 1 from tournaments) or exists(select 1 from users)").Scan(&used).Error
	return used, err
}

// refuseAlien refuses a database that is neither empty nor has our tables, before any write.
func refuseAlien(db *gorm.DB) error {
	var tables, ours int64
	const count = "select count(*), count(case when name in ('tournaments', 'goose_db_version') then 1 end) " +
		"from sqlite_master where type = 'table' and name not like 'sqlite_%'"
	if err := db.Raw(count).Row().Scan(&tables, &ours); err != nil {
		return fmt.Errorf("look into database: %w", database.Translate(err))
	}
	if tables > 0 && ours < 2 {
		return fault.New(fault.Invalid, "database.alien")
	}
	return nil
}
