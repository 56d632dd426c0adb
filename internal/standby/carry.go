package standby

import (
	"context"
	"errors"

	"tourney/internal/database"
	"tourney/internal/durable"
	"tourney/internal/store"
)

// carried are the tables that say which computer writes to data and who has followed them, and what proves that.
var carried = []string{"reigns", "partners", "secrets"}

// carriedOf returns a table, with what of it is carried.
func carriedOf(table string) string {
	if table == "secrets" {
		table += " where name = '" + keyName + "' or name like '" + keyName + " %'"
	}
	return table
}

// Carry has a copy of a backup say which computer writes to it as the data do whose place it takes: a backup of before
// knows of no other computer. An error means that this is not known, as of a damaged file; the copy is as it was then.
func Carry(ctx context.Context, from, to string) (err error) {
	rows, err := rowsToCarry(ctx, from)
	if err != nil || len(rows) == 0 {
		return err
	}
	if err := store.Migrate(ctx, to); err != nil { // an older backup has no such tables yet
		return err
	}
	db, err := database.Migrating(to)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, database.Close(db)) }()
	tx := db.WithContext(ctx).Begin()
	defer tx.Rollback() // nothing once it is committed
	for _, r := range rows {
		if r.Table != "partners" { // the backup may know more of them
			if err := tx.Exec("delete from " + carriedOf(r.Table)).Error; err != nil {
				return err
			}
		}
		if err := r.Insert(tx, true); err != nil {
			return err
		}
	}
	return tx.Commit().Error
}

// rowsToCarry returns the rows of those tables; none if nobody has ever followed.
func rowsToCarry(ctx context.Context, path string) (all []database.Rows, err error) {
	if durable.Size(path) == 0 {
		return nil, nil
	}
	db, err := database.ReadOnly(path)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, database.Close(db)) }()
	if !db.Migrator().HasTable(carried[0]) {
		return nil, nil // of an older program
	}
	for _, table := range carried {
		rows, err := database.ReadRows(ctx, db.ConnPool, carriedOf(table))
		if err != nil {
			return nil, err
		}
		if rows.Table = table; len(rows.Values) > 0 {
			all = append(all, rows)
		}
	}
	return all, nil
}

// Part has a copy of data go its own way, and brings it to the present schema: those that follow the data, whose names it
// returns, do not take over from the copy. Where one of them has taken over, which it asks, nothing is written to the copy either.
func Part(ctx context.Context, path string) (followers []string, err error) {
	kept, err := store.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, kept.Close()) }()
	m := NewMaster(kept)
	if err := m.Look(ctx); err != nil || m.Reign().Yielded {
		return nil, err
	}
	partners, err := store.Partners(ctx, kept)
	for _, p := range partners {
		if p.Name != "" { // else a computer of before, which may come back and has to hear
			followers = append(followers, p.Name)
			err = errors.Join(err, m.Forget(ctx, p.ID))
		}
	}
	return followers, err
}
