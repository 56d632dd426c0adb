package database

import (
	"context"

	"gorm.io/gorm"
)

// A Database is an open database of either engine: a File, or that of a Server. Reads go through many
// connections and never wait for a writer; what is written is written one transaction after another.
// It is safe for concurrent use.
type Database interface {
	// Path returns the absolute path of the file, or where one would be.
	Path() string
	// Place names where the data are: the path of the file, or which database of which server it is, the same for all
	// instances.
	Place() string
	// SetAside returns the new names of files that were set aside because they would have spoilt
	// the database.
	SetAside() []string
	// Reader and Writer return connections that only read, and the one that also writes.
	Reader() *gorm.DB
	Writer() *gorm.DB
	// Tx runs a Write in one transaction and commits it unless Do returns an error or panics. Writers of this
	// program write in the order in which they came.
	Tx(ctx context.Context, w Write) error
	// Settle waits until those who have written what can be read of a file are told so by Done, if they are of this
	// program.
	Settle()
	// Tell has all other instances hear a text once the transaction is committed.
	Tell(tx *gorm.DB, text string) error
	// Listen takes in what others do with the database, until ctx ends.
	Listen(ctx context.Context, ear Ear)
	// Stamp returns a text that is another one once anything was committed, by whichever program or instance. It may change
	// without need.
	Stamp(ctx context.Context) (string, error)
	// Shelf returns what instances share for a while.
	Shelf() Shelf
	// Read runs do on one unchanging state of the database.
	Read(ctx context.Context, do func(db *gorm.DB) error) error
	// Rescue runs do on a connection that can still read what is left after damage.
	Rescue(do func(conn gorm.ConnPool) error) error
	// Pin pins the state that was committed last; within Tx, that before the transaction. It does
	// not wait: "database.busy" if others are still pinned.
	Pin(ctx context.Context) (State, error)
	// Pages tells which pages of a file have changed, so that a copy elsewhere can follow; nil at a server.
	Pages() *Pages
	// CopyInto writes the present state into a new file, synced to the disk. After an error there
	// is no file.
	CopyInto(path string) error
	// CheckpointSoon requests that a file alone be a whole copy soon.
	CheckpointSoon()
	// Renew leaves nothing in the database that was deleted, and reports whether that is done; else
	// the last step follows by itself.
	Renew(ctx context.Context) (whole bool, err error)
	// Hasten makes changes not wait for the disk, for data that need not survive a power cut.
	Hasten(ctx context.Context) error
	// Trouble returns why nothing is saved now, nil if it is.
	Trouble() error
	// Retry tries whether Trouble has ended, where that takes a write.
	Retry(ctx context.Context)
	// Size returns how many bytes the data take on disk.
	Size() int64
	// Close closes the database. A second call does nothing.
	Close() error
}

// A State is one unchanging state of a database. It must be released.
type State interface {
	// Conn returns a connection that reads the state.
	Conn() gorm.ConnPool
	// CopyInto writes the state into a new file, synced to the disk, and releases it. After an error
	// there is no file.
	CopyInto(ctx context.Context, path string) error
	// Release lets go of the state. A second call does nothing.
	Release()
}
