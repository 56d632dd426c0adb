package database

import (
	"context"
	"database/sql/driver"
	"strings"

	engine "modernc.org/sqlite"
)

// An engineConn is a connection of the engine.
type engineConn interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.ExecerContext
	driver.QueryerContext
	driver.Pinger
	driver.SessionResetter
	driver.Validator
	NewBackup(uri string) (*engine.Backup, error)
}

type engineRows interface {
	driver.RowsColumnTypeDatabaseTypeName
	driver.RowsColumnTypeLength
	driver.RowsColumnTypeNullable
	driver.RowsColumnTypePrecisionScale
	driver.RowsColumnTypeScanType
}

// A preparedConn is a connection that caches its prepared statements: parsing one takes longer than running it.
// database/sql has prepared statements too, but they end with their transaction.
type preparedConn struct {
	engineConn
	kept map[string]engineStatement
}

// An engineStatement is a prepared statement.
type engineStatement interface {
	driver.Stmt
	driver.StmtExecContext
	driver.StmtQueryContext
}

const (
	// mostStatements limits the cached statements of a connection, longestStatement their length in bytes: a list of
	// hundreds of rows is written once.
	mostStatements   = 100
	longestStatement = 4 << 10
)

// isKept reports whether a statement may be cached: some pragmas act when they are parsed.
func isKept(query string) bool {
	verb, _, _ := strings.Cut(query, " ")
	switch strings.ToLower(verb) {
	case "select", "insert", "update", "delete", "savepoint", "release", "rollback":
		return len(query) <= longestStatement
	}
	return false
}

// take returns a statement for exclusive use until put.
func (c *preparedConn) take(ctx context.Context, query string) (engineStatement, error) {
	if s, ok := c.kept[query]; ok {
		delete(c.kept, query)
		return s, nil
	}
	s, err := c.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	return s.(engineStatement), nil
}

// put caches a statement, and evicts any other one if there are too many.
func (c *preparedConn) put(query string, s engineStatement) error {
	if _, twice := c.kept[query]; twice {
		return s.Close()
	}
	for other, is := range c.kept {
		if len(c.kept) < mostStatements {
			break
		}
		delete(c.kept, other)
		if err := is.Close(); err != nil {
			return err
		}
	}
	c.kept[query] = s
	return nil
}

// ExecContext runs a statement.
func (c *preparedConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	if !isKept(query) {
		return c.engineConn.ExecContext(ctx, query, args)
	}
	s, err := c.take(ctx, query)
	if err != nil {
		return nil, err
	}
	done, err := s.ExecContext(ctx, args)
	if err != nil {
		_ = s.Close() // it repeats the error
		return nil, err
	}
	return done, c.put(query, s)
}

// QueryContext runs a statement that returns rows.
func (c *preparedConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	if !isKept(query) {
		return c.engineConn.QueryContext(ctx, query, args)
	}
	s, err := c.take(ctx, query)
	if err != nil {
		return nil, err
	}
	rows, err := s.QueryContext(ctx, args)
	if err != nil {
		_ = s.Close() // it repeats the error
		return nil, err
	}
	return &preparedRows{rows.(engineRows), c, query, s}, nil
}

// Close closes the connection.
func (c *preparedConn) Close() error {
	for _, s := range c.kept {
		_ = s.Close() // its last error was returned before
	}
	return c.engineConn.Close()
}

// preparedRows are rows of a statement, which put receives when they are closed.
type preparedRows struct {
	engineRows
	conn  *preparedConn
	query string
	by    engineStatement
}

// Close ends the reading of rows.
func (r *preparedRows) Close() error {
	if err := r.engineRows.Close(); err != nil {
		_ = r.by.Close() // it repeats the error
		return err
	}
	return r.conn.put(r.query, r.by)
}
