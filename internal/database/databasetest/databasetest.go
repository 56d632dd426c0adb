// Package databasetest gives tests empty databases at a server of PostgreSQL, if one is named.
package databasetest

import (
	"context"
	"crypto/rand"
	"net/url"
	"os"
	"strings"
	"testing"

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
	do := func(statement string) {
		t.Helper()
		ctx := context.Background() // also when the test is over
		c, err := pgx.Connect(ctx, server)
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
	do("create schema " + schema)
	t.Cleanup(func() { do("drop schema " + schema + " cascade") })
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

// Deafen ends the connections by which instances hear of one another at an address of Address.
func Deafen(t testing.TB, address string) {
	t.Helper()
	ctx := context.Background()
	c, err := pgx.Connect(ctx, os.Getenv(Variable))
	if err != nil {
		t.Fatalf("%s: %v", Variable, err)
	}
	defer c.Close(ctx)
	u, err := url.Parse(address)
	if err != nil {
		t.Fatalf("%s: %v", Variable, err)
	}
	const end = "select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen%' and strpos(query, $1) > 0"
	if _, err := c.Exec(ctx, end, u.Query().Get("search_path")); err != nil {
		t.Fatalf("%s: %v", Variable, err)
	}
}
