// Package databasetest gives tests empty databases at a server of PostgreSQL, if one is named.
package databasetest

import (
	"context"
	"crypto/rand"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// Variable names the environment variable with the address of a database in which tests may make
// schemas, such as postgres://postgres@localhost/postgres.
const Variable = "TOURNEY_POSTGRES"

// Place returns the address of a new, empty database at the server if one is named, else a path.
func Place(t testing.TB, path string) string {
	t.Helper()
	if address, named := Address(t); named {
		return address
	}
	return path
}

// Address returns the address of a new, empty database at the server, which is dropped when the test
// ends, and whether a server is named at all.
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

// Do runs a statement at an address of Address.
func Do(t testing.TB, address, statement string) {
	t.Helper()
	ctx := context.Background() // also when the test is over
	u, err := url.Parse(address)
	var c *pgx.Conn
	if err == nil {
		query := u.Query()
		query.Del("folder") // the server does not know it
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

// Deafen ends the connections by which instances hear of one another at an address of Address, and lets them hear nothing
// until again is called. Each of those that listen holds a lock, see database.Server.Claim.
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
