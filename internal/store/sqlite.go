package store

import (
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"gorm.io/driver/sqlite"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"
	engine "modernc.org/sqlite"

	"tourney/internal/fault"
)

// driver is the name under which the engine registers with database/sql.
const driver = "sqlite"

// What the handles on a file ask of it, beyond what all ask.
const (
	asWriter    = "&_pragma=foreign_keys(1)&_txlock=immediate"
	asReader    = "&_pragma=foreign_keys(1)&_pragma=query_only(1)"
	asMigration = "&_pragma=foreign_keys(0)&_txlock=immediate"
)

// dsn names a database file, by its absolute path, to the engine. Every
// connection of a pool takes its pragmas from here. FULL synchronisation keeps
// what was acknowledged through a power cut.
func dsn(path, more string) string {
	slashed := filepath.ToSlash(path)
	if !strings.HasPrefix(slashed, "/") {
		slashed = "/" + slashed // C:/… on Windows
	}
	u := url.URL{
		Scheme: "file", Path: slashed,
		RawQuery: "_pragma=busy_timeout(5000)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)" +
			"&_time_format=sqlite&_timezone=UTC" + more,
	}
	return u.String()
}

// dialector is GORM's SQLite dialect for the engine without cgo, whose errors
// it does not know by itself.
type dialector struct{ *sqlite.Dialector }

// handle opens a pool of so many connections to an absolute path.
func handle(path, as string, connections int) (*gorm.DB, error) {
	pool, err := sql.Open(driver, dsn(path, as))
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	pool.SetMaxOpenConns(connections)
	pool.SetMaxIdleConns(connections)
	db, err := gorm.Open(
		dialector{&sqlite.Dialector{DriverName: driver, Conn: pool}},
		&gorm.Config{
			TranslateError:         true,
			SkipDefaultTransaction: true,
			Logger:                 logger.Discard,
			// PostgreSQL keeps microseconds.
			NowFunc: func() time.Time { return time.Now().UTC().Truncate(time.Microsecond) },
		})
	if err != nil {
		return nil, errors.Join(translate(err), pool.Close())
	}
	return db, nil
}

// Translate turns the engine's error codes into GORM's errors and faults.
func (d dialector) Translate(err error) error { return translate(err) }

// translate is the one place that knows the engine's result codes
// (sqlite.org/rescode.html). Faults of a database never name its path: pages
// show them to anybody.
func translate(err error) error {
	var e *engine.Error
	if !errors.As(err, &e) {
		return err
	}
	switch code := e.Code(); code {
	case 1555, 2067: // primary key, unique
		return gorm.ErrDuplicatedKey
	case 787:
		return gorm.ErrForeignKeyViolated
	case 275:
		return gorm.ErrCheckConstraintViolated
	default:
		switch code & 0xff { // the primary code of an extended one
		case 5, 6: // busy, locked
			return fault.Wrap(err, fault.Unavailable, "database.busy")
		case 8: // read-only
			return fault.Wrap(err, fault.Unavailable, "database.readonly")
		case 10: // input or output
			return fault.Wrap(err, fault.Unavailable, "disk.failed")
		case 11: // corrupt
			return fault.Wrap(err, fault.Unavailable, "database.damaged")
		case 13: // full
			return fault.Wrap(err, fault.Unavailable, "disk.full")
		case 14: // cannot open
			return fault.Wrap(err, fault.Unavailable, "database.open")
		case 26: // not a database
			return fault.Wrap(err, fault.Unavailable, "database.alien")
		}
	}
	return err
}
