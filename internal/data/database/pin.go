package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"gorm.io/gorm"
	engine "modernc.org/sqlite"

	"tourney/internal/data/durable"
	"tourney/internal/fault"
)

// MostPins limits the snapshots at a time.
const MostPins = 3

// A Pin is a snapshot of the last commit. It costs a fraction of a millisecond; a later copy of it delays no reader or
// writer. It must be released.
type Pin struct {
	file *File
	conn *sql.Conn
}

// Pin returns a snapshot of the last commit; within Tx, of the one before the transaction. It does not wait:
// "database.busy" if MostPins snapshots are in use.
func (f *File) Pin(ctx context.Context) (State, error) {
	select {
	case f.pins <- struct{}{}:
	default:
		return nil, fault.New(fault.Unavailable, "database.busy")
	}
	conn, err := beginReading(ctx, f.pinner)
	if err != nil {
		<-f.pins
		return nil, Translate(err)
	}
	return &Pin{f, conn}, nil
}

// beginReading returns a connection of a pool on which a read transaction has begun.
func beginReading(ctx context.Context, db *gorm.DB) (*sql.Conn, error) {
	pool, err := db.DB()
	if err != nil {
		return nil, err
	}
	conn, err := pool.Conn(ctx)
	if err != nil {
		return nil, err
	}
	if _, err = conn.ExecContext(ctx, "begin"); err == nil {
		var n int
		err = conn.QueryRowContext(ctx, "select count(*) from sqlite_master").Scan(&n) // reading fixes the state
	}
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return conn, nil
}

// Release releases the snapshot. A second call does nothing.
func (p *Pin) Release() {
	if p.conn == nil {
		return
	}
	_, _ = p.conn.ExecContext(context.Background(), "rollback") // it only read
	_ = p.conn.Close()                                          // back to the pool
	p.conn = nil
	<-p.file.pins
}

// Conn returns a connection that reads the snapshot.
func (p *Pin) Conn() gorm.ConnPool { return p.conn }

// CopyInto writes the snapshot into a new file, synced to the disk, and releases it. After an error it leaves no file.
func (p *Pin) CopyInto(ctx context.Context, path string) error {
	defer p.Release()
	raw := FreeName(path, "raw")
	err := p.copyPages(ctx, raw)
	p.Release() // the log of the database can be emptied again
	if err == nil {
		err = compact(ctx, raw, path)
	}
	return errors.Join(err, durable.Remove(raw))
}

// copyPages copies the pages of the snapshot, which may still contain deleted data.
func (p *Pin) copyPages(ctx context.Context, path string) error {
	const atOnce = 1000 // pages
	const options = "mode=rwc&_pragma=journal_mode(OFF)&_pragma=synchronous(OFF)"
	err := p.conn.Raw(func(conn any) error {
		from, ok := conn.(interface {
			NewBackup(uri string) (*engine.Backup, error)
		})
		if !ok {
			return errors.New("the engine makes no copies")
		}
		b, err := from.NewBackup(dsn(path, options))
		if err != nil {
			return err
		}
		for more := true; more && err == nil; {
			if err = ctx.Err(); err == nil {
				more, err = b.Step(atOnce)
			}
		}
		return errors.Join(err, b.Finish())
	})
	return copyFault(err)
}

// compact writes the content of a copy of pages into a new file without deleted data.
func compact(ctx context.Context, raw, path string) (err error) {
	db, err := openPool(raw, immutableOptions, 1, noCheck)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, Close(db)) }()
	return CopyInto(ctx, db.ConnPool, path)
}

// copyFault turns an error of copying a database into a fault.
func copyFault(err error) error {
	if err == nil {
		return nil
	}
	err = Translate(err)
	if fault.Is(err, "database.open") { // the new file: the database is open
		err = fault.Wrap(err, fault.Unavailable, "database.backup.write")
	}
	return fmt.Errorf("copy database: %w", err)
}
