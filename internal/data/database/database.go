package database

import (
	"context"

	"gorm.io/gorm"
)

// A Database is an open database of either engine: a File, or the database of a Server. Reads use many connections and
// never wait for a writer; writes run one transaction after another. It is safe for concurrent use.
type Database interface {
	// Path returns the absolute path of the file; for a server, the path that such a file would have.
	Path() string
	// Place identifies the data: the path of the file, or server, database and schema, the same for all instances.
	Place() string
	// SetAside returns the new names of files that were renamed because they would have damaged the database.
	SetAside() []string
	// Reader and Writer return the pool of read-only connections, and the connection that also writes.
	Reader() *gorm.DB
	Writer() *gorm.DB
	// Tx runs a Write in one transaction and commits it unless Do returns an error or panics. Writers of this program
	// run in first-in, first-out order.
	Tx(ctx context.Context, w Write) error
	// Settle waits until Done has been called for all writes of this program that readers of a file can see.
	Settle()
	// Notify sends a text to all other instances once the transaction is committed.
	Notify(tx *gorm.DB, text string) error
	// Listen reports changes by other instances to a Listener until ctx ends.
	Listen(ctx context.Context, ear Listener)
	// Stamp returns a text that changes after every commit, by any program or instance. It may also change without a
	// commit.
	Stamp(ctx context.Context) (string, error)
	// KeyValue returns the temporary key-value store shared by the instances.
	KeyValue() KeyValue
	// Read runs do on one snapshot of the database.
	Read(ctx context.Context, do func(db *gorm.DB) error) error
	// Rescue runs do on a connection that can still read a damaged database.
	Rescue(do func(conn gorm.ConnPool) error) error
	// Pin returns a snapshot of the last commit; within Tx, of the one before the transaction. It does not wait:
	// "database.busy" if MostPins snapshots are in use.
	Pin(ctx context.Context) (State, error)
	// Pages returns the log of changed pages, which a copy elsewhere follows; nil for a server.
	Pages() *Pages
	// CopyInto writes the present state into a new file, synced to the disk. After an error it leaves no file.
	CopyInto(path string) error
	// CheckpointSoon requests a checkpoint, after which the file without its log is complete.
	CheckpointSoon()
	// Vacuum rewrites the database so that it contains no deleted data, and reports whether it has finished; else the
	// last step follows automatically.
	Vacuum(ctx context.Context) (whole bool, err error)
	// SkipSync turns off waiting for the disk, for data that need not survive a power cut.
	SkipSync(ctx context.Context) error
	// Trouble returns why writes fail now, nil if they succeed.
	Trouble() error
	// Retry checks whether Trouble has ended, if that takes a write.
	Retry(ctx context.Context)
	// Size returns the bytes that the data use on the disk.
	Size() int64
	// Close closes the database. A second call does nothing.
	Close() error
}

// A State is a snapshot of a database. It must be released.
type State interface {
	// Conn returns a connection that reads the snapshot.
	Conn() gorm.ConnPool
	// CopyInto writes the snapshot into a new file, synced to the disk, and releases it. After an error it leaves no
	// file.
	CopyInto(ctx context.Context, path string) error
	// Release releases the snapshot. A second call does nothing.
	Release()
}
