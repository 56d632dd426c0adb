package database

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"gorm.io/gorm"
)

// Query calls each with every row of a query. each may keep values, but must not change columns.
func Query(ctx context.Context, conn gorm.ConnPool, query string, each func(columns []string, values []any) error) (err error) {
	rows, err := conn.QueryContext(ctx, query)
	if err != nil {
		return Translate(err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	columns, err := rows.Columns()
	if err != nil {
		return Translate(err)
	}
	for rows.Next() {
		values := make([]any, len(columns))
		into := make([]any, len(columns))
		for i := range values {
			into[i] = &values[i]
		}
		if err := rows.Scan(into...); err != nil {
			return Translate(err)
		}
		if err := each(columns, values); err != nil {
			return err
		}
	}
	return Translate(rows.Err())
}

// Rows are rows of one table.
type Rows struct {
	Table   string
	Columns []string
	Values  [][]any
}

// ReadRows returns the rows of a table.
func ReadRows(ctx context.Context, conn gorm.ConnPool, table string) (r Rows, err error) {
	r.Table = table
	err = Query(ctx, conn, "select * from "+table, func(columns []string, values []any) error {
		r.Columns, r.Values = columns, append(r.Values, values)
		return nil
	})
	if err != nil {
		return r, fmt.Errorf("read %s: %w", table, err)
	}
	return r, nil
}

// Value returns the value of a column in one of the rows, nil for an unknown column.
func (r Rows) Value(row int, column string) any {
	for i, name := range r.Columns {
		if name == column {
			return r.Values[row][i]
		}
	}
	return nil
}

// Insert adds the rows to their table in a database. Existing rows stay unchanged if known is set, otherwise they are
// an error.
func (r Rows) Insert(db *gorm.DB, known bool) error {
	if len(r.Values) == 0 {
		return nil
	}
	statement := "insert into " + r.Table + " (" + strings.Join(r.Columns, ", ") + ") values (?" + strings.Repeat(", ?", len(r.Columns)-1) + ")"
	if known {
		statement += " on conflict do nothing"
	}
	for _, values := range r.Values {
		if err := db.Exec(statement, values...).Error; err != nil {
			return fmt.Errorf("put into %s: %w", r.Table, Translate(err))
		}
	}
	return nil
}
