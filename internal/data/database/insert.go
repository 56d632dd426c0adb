package database

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"gorm.io/gorm"
)

// Frequent writes use statements made here: GORM takes longer to make one than the engine to run it, and updates every
// column of a row.

// InsertRows inserts rows of a model of GORM, a few hundred at a time.
func InsertRows[R any](db *gorm.DB, rows []R) error {
	to := &gorm.Statement{DB: db}
	if err := to.Parse(new(R)); err != nil {
		return err
	}
	var columns []string
	for _, f := range to.Schema.Fields {
		columns = append(columns, to.Quote(f.DBName))
	}
	row := ", (" + strings.Repeat("?, ", len(columns)-1) + "?)"
	into := "insert into " + to.Quote(to.Table) + " (" + strings.Join(columns, ", ") + ") values "
	for some := range slices.Chunk(rows, 500) {
		var values []any
		for i := range some {
			for _, f := range to.Schema.Fields {
				value, _ := f.ValueOf(db.Statement.Context, reflect.ValueOf(&some[i]).Elem())
				values = append(values, value)
			}
		}
		if err := db.Exec(into+strings.Repeat(row, len(some))[len(", "):], values...).Error; err != nil {
			return err
		}
	}
	return nil
}

// UpdateRow writes the changed columns of a row, from was to now.
func UpdateRow[R any](db *gorm.DB, was, now *R) error {
	to := &gorm.Statement{DB: db}
	if err := to.Parse(now); err != nil {
		return err
	}
	var set, where []string
	var values, key []any
	for _, f := range to.Schema.Fields {
		old, _ := f.ValueOf(db.Statement.Context, reflect.ValueOf(was).Elem())
		is, _ := f.ValueOf(db.Statement.Context, reflect.ValueOf(now).Elem())
		switch {
		case f.PrimaryKey:
			where, key = append(where, to.Quote(f.DBName)+" = ?"), append(key, is)
		case !reflect.DeepEqual(old, is):
			set, values = append(set, to.Quote(f.DBName)+" = ?"), append(values, is)
		}
	}
	if len(set) == 0 {
		return nil
	}
	done := db.Exec("update "+to.Quote(to.Table)+" set "+strings.Join(set, ", ")+" where "+strings.Join(where, " and "), append(values, key...)...)
	if done.Error == nil && done.RowsAffected != 1 {
		return fmt.Errorf("%d rows of %s changed", done.RowsAffected, to.Table)
	}
	return done.Error
}
