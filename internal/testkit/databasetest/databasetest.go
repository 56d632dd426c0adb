// Package databasetest creates databases for tests: at a server of PostgreSQL if one is configured, else in files.
//
//	s := databasetest.Open(t, store.OpenScratch)
package databasetest

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// Variable names the environment variable with the address of a database in which tests may create schemas, such as
// postgres://postgres@localhost/postgres.
const Variable = "TOURNEY_POSTGRES"

// An opener opens a database, and creates its tables in a new one: store.Open or store.OpenScratch.
type opener[S io.Closer] func(ctx context.Context, place string) (S, error)

// Open opens a new database and closes it when the test ends; the test may close it before. A test of data on the disk
// passes store.Open, any other store.OpenScratch, which does not wait for the disk.
func Open[S io.Closer](t testing.TB, open opener[S]) S {
	t.Helper()
	return opened(t, Place(t, filepath.Join(t.TempDir(), "test.db"), open), open)
}

// OpenFile is Open for a test about files: the database is always a file.
func OpenFile[S io.Closer](t testing.TB, open opener[S]) S {
	t.Helper()
	return opened(t, File(t, filepath.Join(t.TempDir(), "test.db"), open), open)
}

func opened[S io.Closer](t testing.TB, place string, open opener[S]) S {
	t.Helper()
	s, err := open(t.Context(), place)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// Place returns the place of a new database: an address at a configured server, otherwise the path of a new file.
func Place[S io.Closer](t testing.TB, path string, open opener[S]) string {
	t.Helper()
	if address, named := Address(t); named {
		return address
	}
	return File(t, path, open)
}

// File creates a file with all tables at a path, even with a configured server, and returns the path.
func File[S io.Closer](t testing.TB, path string, open opener[S]) string {
	t.Helper()
	model.once.Do(func() { model.content, model.err = newFile(open) })
	err := model.err
	if err == nil {
		err = os.WriteFile(path, model.content, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// model is a file with all tables. Each test program creates it once: the migrations take a tenth of a second.
var model struct {
	once    sync.Once
	content []byte
	err     error
}

// newFile returns the content of a new file.
func newFile[S io.Closer](open opener[S]) (content []byte, err error) {
	dir, err := os.MkdirTemp("", "model")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	path := filepath.Join(dir, "model.db")
	s, err := open(context.Background(), path)
	if err == nil {
		err = s.Close()
	}
	if err != nil {
		return nil, err
	}
	return os.ReadFile(path)
}

// Address returns the address of a new, empty database at the server, which is dropped when the test ends. named is
// false without a configured server.
func Address(t testing.TB) (address string, named bool) {
	t.Helper()
	server := os.Getenv(Variable)
	if server == "" {
		return "", false
	}
	schema := "test_" + strings.ToLower(rand.Text())
	Do(t, server, "create schema "+schema)
	t.Cleanup(func() { Do(t, server, "drop schema "+schema+" cascade") })
	u, err := url.Parse(server)
	if err != nil {
		t.Fatalf("%s: %v", Variable, err)
	}
	query := u.Query()
	query.Set("search_path", schema)
	query.Set("folder", t.TempDir()) // for backups
	u.RawQuery = query.Encode()
	return u.String(), true
}

// Do runs a statement in the database of an Address.
func Do(t testing.TB, address, statement string) {
	t.Helper()
	ctx := context.Background() // also when the test is over
	u, err := url.Parse(address)
	var c *pgx.Conn
	if err == nil {
		query := u.Query()
		query.Del("folder") // the server refuses this parameter
		u.RawQuery = query.Encode()
		c, err = pgx.Connect(ctx, u.String())
	}
	if err == nil {
		_, err = c.Exec(ctx, statement)
	}
	if err == nil {
		err = c.Close(ctx)
	}
	if err != nil {
		t.Fatalf("%s: %v", Variable, err)
	}
}

// Deafen closes the Listen connections of the instances with an Address, and blocks new ones until again is called.
// Each Listen holds a shared lock, see database.Server.Claim.
func Deafen(t testing.TB, address string) (again func()) {
	t.Helper()
	ctx := context.Background()
	c, err := pgx.Connect(ctx, os.Getenv(Variable))
	if err != nil {
		t.Fatalf("%s: %v", Variable, err)
	}
	again = sync.OnceFunc(func() { _ = c.Close(ctx) }) // the lock ends with its connection
	t.Cleanup(again)
	u, err := url.Parse(address)
	if err != nil {
		t.Fatalf("%s: %v", Variable, err)
	}
	const (
		end = "select count(pg_terminate_backend(pid, 10000)) from pg_locks where locktype = 'advisory' and mode = 'ShareLock' and granted " +
			"and database = (select oid from pg_database where datname = current_database()) " +
			"and (classid::bigint << 32) | objid::bigint = hashtextextended($1, 0)"
		keep = "select pg_try_advisory_lock(hashtextextended($1, 0))"
	)
	channel := "tourney " + u.Query().Get("search_path")
	ended, alone := 0, false
	for limit := time.Now().Add(20 * time.Second); ended == 0 || !alone; time.Sleep(time.Millisecond) {
		if time.Now().After(limit) {
			t.Fatalf("%d instances that listen were found", ended)
		}
		n := 0
		if err := c.QueryRow(ctx, end, channel).Scan(&n); err != nil {
			t.Fatalf("%s: %v", Variable, err)
		}
		if ended += n; ended == 0 {
			continue
		}
		if err := c.QueryRow(ctx, keep, channel).Scan(&alone); err != nil {
			t.Fatalf("%s: %v", Variable, err)
		}
	}
	return again
}
