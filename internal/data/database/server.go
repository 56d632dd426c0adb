package database

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/url"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/stdlib"
	"gorm.io/driver/postgres"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"

	"tourney/internal/data/durable"
	"tourney/internal/fault"
)

// A Layout describes the tables to a Server.
type Layout struct {
	// Tables are all tables, in the order of their references: a referenced table precedes.
	Tables []string
	// Ours are tables that together identify a database of this program.
	Ours []string
	// Make creates a file of SQLite with all tables and their initial rows.
	Make func(ctx context.Context, path string) error
}

// A Server is the database of a server of PostgreSQL. Several instances may have it open.
type Server struct {
	path   string
	place  string
	layout Layout
	// config has the address and the password.
	config         *pgx.ConnConfig
	channel        channel
	writer, reader *gorm.DB
	// queue is the queue of writers of this instance.
	queue    writeQueue
	pinner   *gorm.DB
	pins     chan struct{}
	keyValue serverKeyValue
	closing  sync.Once
}

// IsServer reports whether a name is the address of a server rather than the path of a file.
func IsServer(name string) bool {
	return strings.HasPrefix(name, "postgres://") || strings.HasPrefix(name, "postgresql://")
}

// Shown returns the public name of a database: an address without its password.
func Shown(name string) string {
	if !IsServer(name) {
		return name
	}
	u, err := url.Parse(name)
	if err != nil {
		scheme, _, _ := strings.Cut(name, ":")
		return scheme + "://…"
	}
	u.RawQuery = "" // a password may be there as well
	return u.Redacted()
}

// folderParameter is the parameter of an address with the folder for other files, such as backups.
const folderParameter = "folder"

// OpenServer connects to the database at an address such as postgres://anna@localhost/tourney. Other files, such as
// backups, are written into the folder in the address, ?folder=/var/lib/tourney, by default the working directory.
// Faults: "database.server.address" and the faults of refusal, which name the server and the database.
func OpenServer(ctx context.Context, address string, layout Layout) (_ *Server, err error) {
	config, err := pgx.ParseConfig(address)
	if err != nil {
		return nil, fault.New(fault.Invalid, "database.server.address") // the error may quote the password
	}
	config.ConnectTimeout = cmp.Or(config.ConnectTimeout, 10*time.Second) // the system's default takes minutes
	folder := config.RuntimeParams[folderParameter]
	delete(config.RuntimeParams, folderParameter)
	config.RuntimeParams["application_name"] = "tourney"
	// A lost instance must not keep its locks: the server probes after ten seconds.
	config.RuntimeParams["tcp_keepalives_idle"], config.RuntimeParams["tcp_keepalives_interval"], config.RuntimeParams["tcp_keepalives_count"] = "10", "5", "2"
	path, err := filepath.Abs(filepath.Join(folder, config.Database+".db"))
	if err != nil {
		return nil, fmt.Errorf("find %s: %w", config.Database, err)
	}
	s := &Server{path: path, layout: layout, config: config, pins: make(chan struct{}, MostPins)}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.Close())
		}
	}()
	for _, p := range []struct {
		pool        **gorm.DB
		connections int
		readOnly    bool
	}{
		{&s.writer, 1, false}, {&s.reader, readers, true}, {&s.pinner, MostPins, true}, {&s.keyValue.db, keyValueConnections, false},
		{&s.keyValue.locks, mostLocks, false},
	} {
		if *p.pool, err = s.connect(p.connections, p.readOnly); err != nil {
			return nil, s.refusal(err, address)
		}
	}
	var schema string
	if err := s.writer.WithContext(ctx).Raw("select current_schema()").Row().Scan(&schema); err != nil {
		return nil, s.refusal(err, address)
	}
	s.channel, s.place = newChannel(schema), s.placeOf(ctx, schema)
	return s, nil
}

// RefuseAlien returns "database.alien" for a database that is neither empty nor has our tables.
func (s *Server) RefuseAlien(ctx context.Context) error {
	var tables, ours int64
	const count = "select count(*), count(case when table_name in ? then 1 end) from information_schema.tables where table_schema = current_schema()"
	if err := s.reader.WithContext(ctx).Raw(count, s.layout.Ours).Row().Scan(&tables, &ours); err != nil {
		return fmt.Errorf("look into database: %w", Translate(err))
	}
	if tables > 1 && ours < int64(len(s.layout.Ours)) { // one may be the table of an instance that has just begun
		return fault.New(fault.Invalid, "database.alien")
	}
	return nil
}

// refusal turns an error of the first connection into a fault: "database.server.unreachable", "database.server.login",
// "database.server.missing", "database.server.denied", else "database.server.down".
func (s *Server) refusal(err error, address string) error {
	host := s.config.Host
	if !filepath.IsAbs(host) { // else the folder of its socket
		host = net.JoinHostPort(host, strconv.Itoa(int(s.config.Port)))
	}
	e, answered := errors.AsType[*pgconn.PgError](err)
	switch {
	case !answered:
		return fault.Wrap(err, fault.Unavailable, "database.server.unreachable", host)
	case e.Code == "3D000":
		return fault.Wrap(err, fault.NotFound, "database.server.missing", fault.Clip(s.config.Database), host, s.createCommand(address))
	case strings.HasPrefix(e.Code, "28"):
		return fault.Wrap(err, fault.Denied, "database.server.login", fault.Clip(s.config.User), host)
	case e.Code == "42501":
		return fault.Wrap(err, fault.Denied, "database.server.denied")
	}
	return fault.Wrap(err, fault.Unavailable, "database.server.down")
}

// createCommand returns the command that creates the database, with the server options from its address but no
// password.
func (s *Server) createCommand(address string) string {
	u, err := url.Parse(address)
	if err != nil { // several servers
		u = &url.URL{}
	}
	query, command := u.Query(), "createdb"
	add := func(flag, value, named string) {
		switch {
		case named == "":
			return
		case strings.ContainsFunc(value, func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_./:", r)
		}):
			value = strconv.Quote(value)
		}
		command += flag + value
	}
	add(" --host ", s.config.Host, u.Hostname()+query.Get("host"))
	add(" --port ", strconv.Itoa(int(s.config.Port)), u.Port()+query.Get("port"))
	add(" --username ", s.config.User, u.User.Username()+query.Get("user"))
	add(" ", s.config.Database, s.config.Database)
	return command
}

// placeOf returns the Place of a schema: by the server's identifier, because it may have many names, else by its name.
func (s *Server) placeOf(ctx context.Context, schema string) string {
	var server, number string
	const query = "select system_identifier, (select oid from pg_database where datname = current_database()) from pg_control_system()"
	if err := s.reader.WithContext(ctx).Raw(query).Row().Scan(&server, &number); err != nil { // often denied
		server, number = net.JoinHostPort(s.config.Host, strconv.Itoa(int(s.config.Port))), s.config.Database
	}
	return "postgres://" + server + "/" + number + "/" + schema
}

// Place identifies the database by the same text for every host name of the server.
func (s *Server) Place() string { return s.place }

func (s *Server) connect(connections int, readOnly bool) (*gorm.DB, error) {
	config := s.config.Copy()
	if readOnly {
		config.RuntimeParams["default_transaction_read_only"] = "on"
	}
	pool := sql.OpenDB(anyTextConnector{stdlib.GetConnector(*config, stdlib.OptionAfterConnect(func(_ context.Context, c *pgx.Conn) error {
		// The default is the zone of this computer.
		c.TypeMap().RegisterType(&pgtype.Type{Name: "timestamptz", OID: pgtype.TimestamptzOID, Codec: &pgtype.TimestamptzCodec{ScanLocation: time.UTC}})
		return nil
	}))})
	pool.SetMaxOpenConns(connections)
	pool.SetMaxIdleConns(min(connections, readers))
	db, err := gorm.Open(
		serverDialector{postgres.New(postgres.Config{Conn: pool}).(*postgres.Dialector)},
		&gorm.Config{TranslateError: true, SkipDefaultTransaction: true, Logger: logger.Discard, NowFunc: storableNow})
	if err != nil {
		return nil, errors.Join(Translate(err), pool.Close())
	}
	return db, nil
}

// An anyTextConnector opens connections that accept any text.
type anyTextConnector struct{ driver.Connector }

// Connect opens a connection.
func (a anyTextConnector) Connect(ctx context.Context) (driver.Conn, error) {
	c, err := a.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return anyTextConn{c.(*stdlib.Conn)}, nil
}

// An anyTextConn replaces characters that the server would refuse, a zero byte and invalid UTF-8, by U+FFFD.
type anyTextConn struct{ *stdlib.Conn }

// CheckNamedValue converts a value for the driver.
func (c anyTextConn) CheckNamedValue(v *driver.NamedValue) error {
	if text := reflect.Indirect(reflect.ValueOf(v.Value)); text.Kind() == reflect.String {
		v.Value = strings.ReplaceAll(strings.ToValidUTF8(text.String(), "\uFFFD"), "\x00", "\uFFFD")
	}
	return c.Conn.CheckNamedValue(v)
}

// serverDialector is GORM's dialect with our faults.
type serverDialector struct{ *postgres.Dialector }

// Translate turns the server's error codes into GORM's errors and faults.
func (d serverDialector) Translate(err error) error {
	return translateServer(d.Dialector.Translate(err))
}

// translateServer turns errors of a server into faults, except for constraints, which are GORM's errors.
func translateServer(err error) error {
	if _, known := fault.As(err); known || err == nil {
		return err
	}
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		switch {
		case errors.Is(err, gorm.ErrDuplicatedKey) || errors.Is(err, gorm.ErrForeignKeyViolated) || errors.Is(err, gorm.ErrCheckConstraintViolated):
			return err
		case e.Code == "53100":
			return fault.Wrap(err, fault.Unavailable, "database.disk.full")
		case e.Code == "58030":
			return fault.Wrap(err, fault.Unavailable, "database.disk.failed")
		case e.Code == "25006":
			return fault.Wrap(err, fault.Unavailable, "database.readonly")
		case e.Code == "42501":
			return fault.Wrap(err, fault.Denied, "database.server.denied")
		case strings.HasPrefix(e.Code, "08"), strings.HasPrefix(e.Code, "57P"), strings.HasPrefix(e.Code, "53"):
			return fault.Wrap(err, fault.Unavailable, "database.server.down")
		}
		return err
	}
	if _, ok := errors.AsType[*pgconn.ConnectError](err); ok || pgconn.Timeout(err) || isCut(err) {
		return fault.Wrap(err, fault.Unavailable, "database.server.down")
	}
	return err
}

// isCut reports whether a connection broke.
func isCut(err error) bool {
	_, broken := errors.AsType[*net.OpError](err)
	return broken || slices.ContainsFunc([]error{io.ErrUnexpectedEOF, io.EOF, pgconn.ErrConnClosed, driver.ErrBadConn}, func(end error) bool {
		return errors.Is(err, end)
	})
}

// Path returns the path that a file with the name of the database would have. Its folder is the one of OpenServer, for
// backups and other files.
func (s *Server) Path() string { return s.path }

// SetAside returns nil: the database has no local files.
func (s *Server) SetAside() []string { return nil }

// Reader returns the connections that only read.
func (s *Server) Reader() *gorm.DB { return s.reader }

// Writer returns the connection that writes.
func (s *Server) Writer() *gorm.DB { return s.writer }

// Tx runs a Write in one serializable transaction. Instances take turns to write, as programs with one file do, because
// concurrent writers would make each other fail and retry. It retries after a remaining conflict.
func (s *Server) Tx(ctx context.Context, w Write) error {
	if err := s.queue.acquire(ctx); err != nil {
		return err
	}
	defer s.queue.release()
	did := false
	err := s.serializable(ctx, func(db *gorm.DB) error {
		did = false
		// Before the first read of the transaction, so that it sees the commits of earlier writers.
		if err := db.Exec("lock table turn in exclusive mode").Error; err != nil {
			return err
		}
		err := w.Do(db)
		did = err == nil
		return err
	})
	if did && w.Done != nil {
		w.Done(err) // after an error too: the server may have committed it, and the response was lost
	}
	return err
}

// Settle does nothing: a commit can take as long as a connection hangs.
func (s *Server) Settle() {}

// serializable runs do in a transaction, and retries it after conflicts.
func (s *Server) serializable(ctx context.Context, do func(db *gorm.DB) error) error {
	const tries = 20
	for try := 1; ; try++ {
		err := s.writer.WithContext(ctx).Transaction(do, &sql.TxOptions{Isolation: sql.LevelSerializable})
		if err == nil || try == tries || !isConflict(err) {
			return Translate(err)
		}
		const first = 2 * time.Millisecond
		pause := min(first<<min(try, 7), 200*time.Millisecond)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause/2 + rand.N(pause)): // #nosec G404 -- only to separate two instances
		}
	}
}

// isConflict reports whether a transaction failed because of a conflict with another one.
func isConflict(err error) bool {
	e, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (e.Code == "40001" || e.Code == "40P01") // serialization failure, deadlock
}

// Read runs do on one snapshot.
func (s *Server) Read(ctx context.Context, do func(db *gorm.DB) error) error {
	return Translate(s.reader.WithContext(ctx).Transaction(do, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true}))
}

// Rescue runs do on an ordinary connection.
func (s *Server) Rescue(do func(conn gorm.ConnPool) error) error { return do(s.reader.ConnPool) }

// CheckpointSoon does nothing: the server makes checkpoints.
func (s *Server) CheckpointSoon() {}

// Share creates the tables shared by instances, unless they exist: the table shelf of key-value pairs, and turn, a
// table of which only the lock is used for writing in turn.
func (s *Server) Share(ctx context.Context) error {
	return s.writer.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		for _, statement := range []string{
			// See Claim.
			"select pg_advisory_xact_lock_shared(hashtextextended('" + strings.ReplaceAll(s.channel.name, "'", "''") + "', 0))",
			"select pg_advisory_xact_lock(hashtextextended('tourney share', 0))", // instances that start together
			"create unlogged table if not exists shelf (key text primary key, value bytea not null, made timestamptz not null default now(), until timestamptz not null)",
			"create table if not exists turn ()",
		} {
			if err := tx.Exec(statement).Error; err != nil {
				return fmt.Errorf("make what instances share: %w", Translate(err))
			}
		}
		return nil
	})
}

// KeyValue returns the temporary key-value store shared by all instances. Share must be called before.
func (s *Server) KeyValue() KeyValue { return &s.keyValue }

// Trouble returns nil: each request to the server returns its own error.
func (s *Server) Trouble() error { return nil }

// Retry does nothing: the server has no Trouble.
func (s *Server) Retry(context.Context) {}

// Size returns the bytes that the database uses at the server, 0 after an error.
func (s *Server) Size() (n int64) {
	_ = s.reader.Raw("select pg_database_size(current_database())").Scan(&n) // 0
	return n
}

// Vacuum rewrites the tables at the server.
func (s *Server) Vacuum(ctx context.Context) (whole bool, err error) {
	for _, table := range s.layout.Tables {
		if err := s.writer.WithContext(ctx).Exec("vacuum full " + table).Error; err != nil {
			return false, fmt.Errorf("write %s anew: %w", table, Translate(err))
		}
	}
	return true, nil
}

// Pages returns nil: PostgreSQL has its own replication.
func (s *Server) Pages() *Pages { return nil }

// SkipSync turns off waiting for the server's disk.
func (s *Server) SkipSync(ctx context.Context) error {
	return Translate(s.writer.WithContext(ctx).Exec("set synchronous_commit = off").Error) // its only connection
}

// Close closes all connections. A second call does nothing.
func (s *Server) Close() (err error) {
	s.closing.Do(func() {
		for _, db := range []*gorm.DB{s.keyValue.locks, s.keyValue.db, s.pinner, s.reader, s.writer} {
			if db != nil {
				err = errors.Join(err, Close(db))
			}
		}
	})
	return err
}

// Pin returns a snapshot of the last commit.
func (s *Server) Pin(ctx context.Context) (State, error) {
	select {
	case s.pins <- struct{}{}:
	default:
		return nil, fault.New(fault.Unavailable, "database.busy")
	}
	pool, err := s.pinner.DB()
	var conn *sql.Conn
	if err == nil {
		conn, err = pool.Conn(ctx)
	}
	if err == nil {
		// Reading fixes the state.
		if _, err = conn.ExecContext(ctx, "begin isolation level repeatable read read only; select pg_current_snapshot()"); err != nil {
			err = errors.Join(err, conn.Close())
		}
	}
	if err != nil {
		<-s.pins
		return nil, Translate(err)
	}
	return &serverState{server: s, conn: conn}, nil
}

// CopyInto writes the present state into a new file of SQLite.
func (s *Server) CopyInto(path string) error {
	ctx := context.Background()
	state, err := s.Pin(ctx)
	if err != nil {
		return err
	}
	return state.CopyInto(ctx, path)
}

// A serverState is a snapshot.
type serverState struct {
	server *Server
	conn   *sql.Conn
}

// Conn returns a connection that reads the snapshot.
func (p *serverState) Conn() gorm.ConnPool { return p.conn }

// Release releases the snapshot.
func (p *serverState) Release() {
	if p.conn == nil {
		return
	}
	_, _ = p.conn.ExecContext(context.Background(), "rollback") // it only read
	_ = p.conn.Close()                                          // back to the pool
	p.conn = nil
	<-p.server.pins
}

// CopyInto writes the snapshot into a new file of SQLite.
func (p *serverState) CopyInto(ctx context.Context, path string) (err error) {
	defer p.Release()
	raw := FreeName(path, "raw")
	defer func() {
		err = errors.Join(err, durable.Remove(raw), durable.Remove(raw+WALSuffix), durable.Remove(raw+IndexSuffix))
	}()
	if err := p.server.layout.Make(ctx, raw); err != nil {
		return copyFault(err)
	}
	to, err := Migrating(raw)
	if err != nil {
		return err
	}
	err = errors.Join(CopyTables(ctx, p.conn, to, p.server.layout.Tables), Close(to))
	p.Release()
	if err != nil {
		return copyFault(err)
	}
	return compact(ctx, raw, path)
}

// CopyTables replaces the rows of all tables in one transaction by the rows of another database.
func CopyTables(ctx context.Context, from gorm.ConnPool, to *gorm.DB, tables []string) error {
	return to.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		for i := range tables {
			if err := tx.Exec("delete from " + tables[len(tables)-1-i]).Error; err != nil {
				return fmt.Errorf("empty %s: %w", tables[len(tables)-1-i], Translate(err))
			}
		}
		for _, table := range tables {
			const atOnce = 100 // rows
			batch := Rows{Table: table}
			flags, err := flagsOf(tx, table)
			if err != nil {
				return err
			}
			err = Query(ctx, from, "select * from "+table, func(columns []string, values []any) error {
				for i, name := range columns {
					if n, is := values[i].(int64); is && slices.Contains(flags, name) {
						values[i] = n != 0
					}
				}
				batch.Columns, batch.Values = columns, append(batch.Values, values)
				if len(batch.Values) < atOnce {
					return nil
				}
				err := batch.Insert(tx, false)
				batch.Values = nil
				return err
			})
			if err == nil {
				err = batch.Insert(tx, false)
			}
			if err == nil && tx.Name() == "postgres" {
				err = resetSequence(tx, table)
			}
			if err != nil {
				return fmt.Errorf("copy %s: %w", table, err)
			}
		}
		return nil
	})
}

// flagsOf returns the boolean columns of a server's table; files store numbers in them.
func flagsOf(tx *gorm.DB, table string) (names []string, err error) {
	if tx.Name() != "postgres" {
		return nil, nil
	}
	err = tx.Raw("select column_name from information_schema.columns where table_schema = current_schema() and table_name = ? and data_type = 'boolean'", table).
		Scan(&names).Error
	return names, err
}

// resetSequence sets the sequence of a server's table after its largest number.
func resetSequence(tx *gorm.DB, table string) error {
	const numbered = "select count(*) > 0 from information_schema.columns " +
		"where table_schema = current_schema() and table_name = ? and column_name = 'id' and is_identity = 'YES'"
	var is bool
	err := tx.Raw(numbered, table).Scan(&is).Error
	if err == nil && is {
		err = tx.Exec("select setval(pg_get_serial_sequence(?, 'id'), (select coalesce(max(id), 0) + 1 from "+table+"), false)", table).Error
	}
	return Translate(err)
}
