package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tourney/internal/testkit/databasetest"
)

// The content of a file is copied to a PostgreSQL server, verified, backed up and restored there, and copied to a file
// again.
func TestDataAtAServer(t *testing.T) {
	address, named := databasetest.Address(t)
	if !named {
		t.Skip(databasetest.Variable + " names no server of PostgreSQL")
	}
	address += "&password=secret" // must not be printed
	dir := t.TempDir()
	file, kept, last := filepath.Join(dir, "tourney.db"), filepath.Join(dir, "kept.db"), filepath.Join(dir, "last.db")
	makeDatabase(t, file, 2)
	for _, tt := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"copy", "--from", file, "--to", address}, 0, "and verified: 1 tournament"},
		{[]string{"copy", "--from", file, "--to", address}, 1, "is not empty. Name an empty one. If its data are not needed, recreate it with dropdb and createdb"},
		{[]string{"verify", address}, 0, "is sound: 1 tournament"},
		{[]string{"verify", "--json", address}, 0, `"sound":true`},
		{[]string{"lookup", "--db", address, "Anna"}, 0, "postgres://"},
		{[]string{"backup", kept, "--db", address}, 0, "Backed up to " + kept},
		{[]string{"restore", kept, "--db", address}, 0, "The previous database is now "},
		{[]string{"copy", "--from", address, "--to", last}, 0, "Copied to " + last},
		{[]string{"verify", last}, 0, "is sound: 1 tournament"},
		{[]string{"copy", "--from", address}, 2, "--from and --to"},
	} {
		code, out, errs := line(t, tt.args...)
		if code != tt.code || !strings.Contains(out+errs, tt.says) || strings.Contains(out+errs, "secret") {
			t.Errorf("tourney %s: exit %d, want %d; prints %q and %q, want %q in it", strings.Join(tt.args, " "), code, tt.code, out, errs, tt.says)
		}
	}
	_, end := serves(t, "Ctrl-C", "--db", address)
	code, out, errs := line(t, "copy", "--from", address, "--to", filepath.Join(dir, "served.db"))
	if end(); code != 0 || !strings.Contains(errs, " is being served: later changes there are not in the copy") || strings.Contains(out+errs, "secret") {
		t.Errorf("exit %d, %s%s", code, out, errs)
	}
	if _, err := os.Stat(file); err != nil {
		t.Error(err)
	}
}
