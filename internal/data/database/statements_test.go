package database

import (
	"fmt"
	"path/filepath"
	"testing"
)

// A connection caches its statements, and works like one without a cache.
func TestStatementsAreKept(t *testing.T) {
	db, err := openPool(filepath.Join(t.TempDir(), "a.db"), "mode=rwc", 1, noCheck)
	must(t, err)
	pool, err := db.DB()
	must(t, err)
	defer pool.Close()
	_, err = pool.ExecContext(t.Context(), "create table rows (n int primary key, name text)")
	must(t, err)
	for n := range 3 {
		_, err := pool.ExecContext(t.Context(), "insert into rows values (?, ?)", n, fmt.Sprint("row ", n))
		must(t, err)
	}
	if _, err := pool.ExecContext(t.Context(), "insert into rows values (?, ?)", 1, "again"); err == nil {
		t.Error("a row was written twice")
	}
	conn, err := pool.Conn(t.Context())
	must(t, err)
	defer conn.Close()
	const all = "select n, name from rows order by n"
	outer, err := conn.QueryContext(t.Context(), all)
	must(t, err)
	if types, err := outer.ColumnTypes(); err != nil || types[1].DatabaseTypeName() != "TEXT" {
		t.Errorf("got %v, %v", types, err)
	}
	seen := 0
	for outer.Next() {
		inner, err := conn.QueryContext(t.Context(), all) // while the same statement is still read
		must(t, err)
		for inner.Next() {
			seen++
		}
		must(t, inner.Close())
	}
	must(t, outer.Close())
	if seen != 9 {
		t.Errorf("%d rows, want 9", seen)
	}
	_, err = conn.ExecContext(t.Context(), "alter table rows add column more text default 'more'")
	must(t, err)
	var more string
	must(t, conn.QueryRowContext(t.Context(), "select more from rows where n = ?", 2).Scan(&more))
	for n := range 2 * mostStatements {
		must(t, conn.QueryRowContext(t.Context(), fmt.Sprintf("select name, %d from rows where n = ?", n), 2).Scan(&more, new(int)))
		if more != "row 2" {
			t.Fatalf("got %q", more)
		}
	}
	must(t, conn.Raw(func(c any) error {
		if n := len(c.(*preparedConn).kept); n != mostStatements {
			t.Errorf("%d statements are kept, want %d", n, mostStatements)
		}
		return nil
	}))
}
