package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
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
	library "modernc.org/sqlite/lib"

	"tourney/internal/fault"
)

// Engine is the version of SQLite that is built in.
const Engine = library.SQLITE_VERSION

// How the handles on a file open it, and what they ask of it beyond what all
// ask. None creates a file.
const (
	asWriter    = "mode=rw&_pragma=journal_mode(WAL)&_pragma=foreign_keys(1)&_txlock=immediate"
	asReader    = "mode=rw&_pragma=journal_mode(WAL)&_pragma=foreign_keys(1)&_pragma=query_only(1)"
	asMigration = "mode=rw&_pragma=journal_mode(WAL)&_pragma=foreign_keys(0)&_txlock=immediate"
	asKeeper    = "mode=rw&_pragma=journal_mode(WAL)"
	// asGuest changes neither the file nor its write-ahead log. A file without a
	// log is read asSealed, so that none is made beside it.
	asGuest  = "mode=ro"
	asSealed = "mode=ro&immutable=1"
	asModel  = "mode=memory&_pragma=foreign_keys(0)&_txlock=immediate"
)

// dsn names a database file, by its absolute path, to the engine. Every
// connection of a pool takes its pragmas from here. FULL synchronisation keeps
// what was acknowledged through a power cut.
func dsn(path, as string) string {
	slashed := filepath.ToSlash(path)
	if !strings.HasPrefix(slashed, "/") {
		slashed = "/" + slashed // C:/… on Windows
	}
	u := url.URL{
		Scheme: "file", Path: slashed,
		RawQuery: "_pragma=busy_timeout(5000)&_pragma=synchronous(FULL)&_time_format=sqlite&_timezone=UTC&" + as,
	}
	return u.String()
}

// dialector is GORM's SQLite dialect for the engine without cgo, whose errors
// it does not know by itself.
type dialector struct{ *sqlite.Dialector }

// A guarded connector opens a connection only while allowed returns nil.
type guarded struct {
	driver.Connector
	allowed func() error
}

// Connect opens a connection.
func (g guarded) Connect(ctx context.Context) (driver.Conn, error) {
	if err := g.allowed(); err != nil {
		return nil, err
	}
	return g.Connector.Connect(ctx)
}

func always() error { return nil }

// handle opens a pool of so many connections to an absolute path, each while
// allowed returns nil.
func handle(path, as string, connections int, allowed func() error) (*gorm.DB, error) {
	if err := offerRenaming(); err != nil {
		return nil, err
	}
	connector, err := engine.NewConnector(dsn(path, as))
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	pool := sql.OpenDB(guarded{connector, allowed})
	pool.SetMaxOpenConns(connections)
	pool.SetMaxIdleConns(connections)
	db, err := gorm.Open(
		dialector{&sqlite.Dialector{Conn: pool}},
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

// guest opens a database to read it as Open would, with its write-ahead log if it
// has one, and changes nothing.
func guest(path string) (*gorm.DB, error) {
	foreign, err := hasForeignLog(path)
	if err != nil {
		return nil, err
	}
	if exists(path+walSuffix) && !foreign {
		return handle(path, asGuest, 1, always)
	}
	return handle(path, asSealed, 1, always)
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
	case 522: // the file ends before a page of it
		return fault.Wrap(err, fault.Unavailable, "database.damaged")
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
