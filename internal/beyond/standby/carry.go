package standby

import (
	"context"
	"errors"

	"tourney/internal/data/database"
	"tourney/internal/data/durable"
	"tourney/internal/data/store"
)

// carried lists the tables with the leaderships, the peers and the keys of their proofs.
var carried = []string{"reigns", "partners", "secrets"}

// carriedOf returns a table for a query, restricted to the proof keys for secrets.
func carriedOf(table string) string {
	if table == "secrets" {
		table += " where name = '" + keyName + "' or name like '" + keyName + " %'"
	}
	return table
}

// Carry copies those tables from the present data to a backup that replaces them. An old backup has no record of a
// take-over by another computer. After an error, as of a damaged file, the rows of the backup are unchanged.
func Carry(ctx context.Context, from, to string) (err error) {
	rows, err := rowsToCarry(ctx, from)
	if err != nil || len(rows) == 0 {
		return err
	}
	if err := store.Migrate(ctx, to); err != nil { // an older backup has no such tables
		return err
	}
	db, err := database.Migrating(to)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, database.Close(db)) }()
	tx := db.WithContext(ctx).Begin()
	defer tx.Rollback() // without effect after the commit
	for _, r := range rows {
		if r.Table != "partners" { // the backup may have more of them
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

// rowsToCarry returns the rows of those tables, nil for data without followers.
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
		return nil, nil // data of an older program
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

// Detach makes a copy of data independent and migrates it. The followers of the data, whose names it returns, cannot
// take over from the copy. It requests their status: after a take-over by a follower the copy is read-only.
func Detach(ctx context.Context, path string) (followers []string, err error) {
	kept, err := store.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, kept.Close()) }()
	m := NewLeader(kept)
	if err := m.Poll(ctx); err != nil || m.Leadership().Yielded {
		return nil, err
	}
	partners, err := store.Followers(ctx, kept)
	for _, p := range partners {
		if p.Name != "" { // else a former leader, which must receive this leadership if it returns
			followers = append(followers, p.Name)
			err = errors.Join(err, m.Forget(ctx, p.ID))
		}
	}
	return followers, err
}
