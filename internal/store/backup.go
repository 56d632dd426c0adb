package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"gorm.io/gorm"

	"tourney/internal/fault"
)

// Backup writes a consistent copy of the database to path while others read
// and write. An existing file is not touched: "backup.exists".
func (s *Store) Backup(ctx context.Context, path string) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return fmt.Errorf("find %s: %w", path, err)
	}
	if _, err := os.Lstat(path); err == nil {
		return fault.New(fault.Conflict, "backup.exists")
	}
	// A connection of its own: the writer's would keep others waiting, and the
	// readers' may write nothing.
	db, err := handle(s.path, asMigration, 1)
	if err != nil {
		return err
	}
	pool, err := db.DB()
	if err != nil {
		return err
	}
	return errors.Join(vacuumInto(ctx, pool, path), pool.Close())
}

// vacuumInto copies a database into a new file, or replaces one. Under its name
// the file is complete and on the disk, or not there.
func vacuumInto(ctx context.Context, pool *sql.DB, path string) error {
	part := path + ".part"
	if err := ignoreMissing(os.Remove(part)); err != nil {
		return fault.Wrap(err, fault.Unavailable, "backup.write")
	}
	if _, err := pool.ExecContext(ctx, "vacuum into ?", part); err != nil {
		return fmt.Errorf("copy database: %w", errors.Join(translate(err), ignoreMissing(os.Remove(part))))
	}
	if err := errors.Join(flush(part), os.Rename(part, path)); err != nil {
		return fault.Wrap(err, fault.Unavailable, "backup.write")
	}
	return nil
}

func ignoreMissing(err error) error {
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return err
}

// flush makes sure that a file's content is on the disk, and its owner's only.
func flush(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Chmod(0o600), f.Sync(), f.Close())
}

// Verify reads the whole database and returns "database.damaged", with what is
// wrong as its cause, unless all of it is sound: the file, the references
// between tables, and one log entry for every version of every tournament.
func (s *Store) Verify(ctx context.Context) error {
	return s.read(ctx, func(db *gorm.DB) error {
		var findings []string
		if err := db.Raw("pragma integrity_check(10)").Scan(&findings).Error; err != nil {
			return fmt.Errorf("check integrity: %w", err)
		}
		if len(findings) != 1 || findings[0] != "ok" {
			return fault.Wrap(fmt.Errorf("%q", findings), fault.Unavailable, "database.damaged")
		}
		if err := checkForeignKeys(db); err != nil {
			return err
		}
		return s.checkLog(db)
	})
}

func (s *Store) checkLog(db *gorm.DB) error {
	var gaps []string
	err := db.Raw("select slug from tournaments where version <> (select count(*) from log where tournament_id = tournaments.id)").
		Scan(&gaps).Error
	if err != nil {
		return fmt.Errorf("check log: %w", err)
	}
	if len(gaps) > 0 {
		return fault.Wrap(fmt.Errorf("the log misses entries of %q", gaps), fault.Unavailable, "database.damaged")
	}
	return nil
}
