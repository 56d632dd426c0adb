package database

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

	"tourney/internal/data/durable"
	"tourney/internal/fault"
)

// Engine is the version of the built-in SQLite.
const Engine = library.SQLITE_VERSION

// The options of each kind of connection, in addition to dsn. None creates a file.
const (
	// The writer overwrites deleted data. Savepoints use memory. A checkpointer copies the log into the file in the
	// background; after 8000 pages without a checkpoint the writer does it.
	writerOptions    = "mode=rw&_pragma=journal_mode(WAL)&_pragma=foreign_keys(1)&_pragma=secure_delete(1)&_pragma=temp_store(MEMORY)&_pragma=wal_autocheckpoint(8000)&_txlock=immediate"
	readerOptions    = "mode=rw&_pragma=journal_mode(WAL)&_pragma=foreign_keys(1)&_pragma=query_only(1)"
	migrationOptions = "mode=rw&_pragma=journal_mode(WAL)&_pragma=foreign_keys(0)&_txlock=immediate"
	keeperOptions    = "mode=rw&_pragma=journal_mode(WAL)"
	// For reads that leave the file and its write-ahead log unchanged. A file without a log is read as immutable, so
	// that no log is created beside it.
	readOnlyOptions  = "mode=ro"
	immutableOptions = "mode=ro&immutable=1"
	memoryOptions    = "mode=memory&_pragma=foreign_keys(0)&_txlock=immediate"
)

// dsn formats an absolute path for the engine. Every connection of a pool gets its pragmas from here. With FULL
// synchronisation acknowledged writes survive a power cut.
func dsn(path, options string) string {
	slashed := filepath.ToSlash(path)
	if !strings.HasPrefix(slashed, "/") {
		slashed = "/" + slashed // C:/… on Windows
	}
	u := url.URL{
		Scheme: "file", Path: slashed,
		RawQuery: "_pragma=busy_timeout(5000)&_pragma=synchronous(FULL)&_time_format=sqlite&_timezone=UTC&" + options,
	}
	return u.String()
}

// dialector is GORM's SQLite dialect for the engine without cgo, whose errors GORM cannot translate.
type dialector struct{ *sqlite.Dialector }

// A checkedConnector opens a connection only while allowed returns nil.
type checkedConnector struct {
	driver.Connector
	allowed func() error
}

// Connect opens a connection.
func (g checkedConnector) Connect(ctx context.Context) (driver.Conn, error) {
	if err := g.allowed(); err != nil {
		return nil, err
	}
	c, err := g.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &preparedConn{c.(engineConn), map[string]engineStatement{}}, nil
}

func noCheck() error { return nil }

// openPool opens a pool of connections to an absolute path. allowed is called before each new connection, which its
// error prevents.
func openPool(path, options string, connections int, allowed func() error) (*gorm.DB, error) {
	connector, err := engine.NewConnector(dsn(path, options))
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	pool := sql.OpenDB(checkedConnector{connector, allowed})
	pool.SetMaxOpenConns(connections)
	pool.SetMaxIdleConns(connections)
	db, err := gorm.Open(
		dialector{&sqlite.Dialector{Conn: pool}},
		&gorm.Config{
			TranslateError:         true,
			SkipDefaultTransaction: true,
			Logger:                 logger.Discard,
			NowFunc:                storableNow,
		})
	if err != nil {
		return nil, errors.Join(Translate(err), pool.Close())
	}
	return db, nil
}

// Migrating opens a file for changes of its schema, without enforcement of foreign keys.
func Migrating(path string) (*gorm.DB, error) { return openPool(path, migrationOptions, 1, noCheck) }

// Memory opens a database in memory.
func Memory() (*gorm.DB, error) { return openPool("/model", memoryOptions, 1, noCheck) }

// storableNow returns the present time as both engines store it: PostgreSQL has microseconds.
func storableNow() time.Time { return time.Now().UTC().Truncate(time.Microsecond) }

// ReadOnly opens a database for reading, with its write-ahead log.
func ReadOnly(path string) (*gorm.DB, error) {
	whole, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("find %s: %w", path, err)
	}
	path = whole
	foreign, err := hasForeignLog(path)
	if err != nil {
		return nil, err
	}
	if durable.Exists(path+WALSuffix) && !foreign {
		return openPool(path, readOnlyOptions, 1, noCheck)
	}
	return openPool(path, immutableOptions, 1, noCheck)
}

// Translate turns the engine's error codes into GORM's errors and faults.
func (d dialector) Translate(err error) error { return Translate(err) }

// Translate is the only user of the engine's result codes (sqlite.org/rescode.html). Faults of a database never contain
// its path, because public pages show them.
func Translate(err error) error {
	e, ok := errors.AsType[*engine.Error](err)
	if !ok {
		return translateServer(err)
	}
	code := e.Code()
	switch code {
	case 1555, 2067: // primary key, unique
		return gorm.ErrDuplicatedKey
	case 787:
		return gorm.ErrForeignKeyViolated
	case 275:
		return gorm.ErrCheckConstraintViolated
	case 522: // the file ends within a page
		return fault.Wrap(err, fault.Unavailable, "database.damaged")
	}
	if key := primaryFaults[code&0xff]; key != "" {
		return fault.Wrap(err, fault.Unavailable, key)
	}
	return err
}

// primaryFaults are the faults of the engine's primary codes: the low byte of an extended code.
var primaryFaults = map[int]string{
	5: "database.busy", 6: "database.busy", // busy, locked
	8:  "database.readonly",
	10: "database.disk.failed", // input or output
	11: "database.damaged",
	13: "database.disk.full",
	14: "database.open",
	26: "database.alien", // not a database
}
