package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"gorm.io/gorm"

	"tourney/internal/durable"
	"tourney/internal/tournament"
)

// A forgottenRow says which player of which tournament was forgotten, in words that hold for every
// state of the tournament and for no other one. A restore keeps the rows.
type forgottenRow struct {
	Slug, Began string
	Player      tournament.PlayerID
	Added       string
}

// originOf is a query for the first entry of the log of each tournament; addedTo for when a player
// of one first stood in its log. Both read the log as it has been since schema 16.
const (
	originOf = "select t.id, t.slug, cast(b.at as text) began, coalesce((select json_extract(c.value, '$.info.now.slug') from json_each(b.changes) c" +
		" where json_type(c.value, '$.info.now') = 'object'), '') origin from tournaments t join log b on b.tournament_id = t.id and b.version = 1"
	addedTo = "select cast(l.at as text) from log l, json_each(l.changes) c where l.tournament_id = ?" +
		" and coalesce(json_extract(c.value, '$.player.now.id'), json_extract(c.value, '$.player.was.id')) = ? order by l.version limit 1"
)

// NoteForgotten keeps that a player of a tournament is forgotten.
func (tx *Tx) NoteForgotten(slug string, player tournament.PlayerID, at time.Time) error {
	err := tx.db.Exec("insert or ignore into forgotten select o.origin, o.began, ?, ("+addedTo+"), ? from ("+originOf+") o where o.slug = ?",
		player, gorm.Expr("o.id"), player, storedTime(at), slug).Error
	return during("note who is forgotten", err)
}

// A Return is a player who was forgotten, and whom a state of the data names again.
type Return struct {
	Slug   string
	Player tournament.PlayerID
}

// Returns lists the players who were forgotten and whom the data name again, after a restore.
func Returns(ctx context.Context, s *Store) (list []Return, err error) {
	err = s.read(ctx, func(db *gorm.DB) error {
		rows, err := forgottenIn(db)
		if err == nil {
			list, err = returning(db, rows)
		}
		return err
	})
	return list, err
}

// Returning returns how many players, forgotten in an open database, a backup names.
func Returning(ctx context.Context, s *Store, backup string) (n int, err error) {
	rows, err := forgottenIn(s.reader.WithContext(ctx))
	if err != nil || len(rows) == 0 {
		return 0, err
	}
	db, err := openReadOnly(backup)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, closePool(db)) }()
	list, err := returning(db.WithContext(ctx), rows)
	return len(list), err
}

func forgottenIn(db *gorm.DB) (rows []forgottenRow, err error) {
	err = db.Raw("select slug, cast(began as text) began, player, cast(added as text) added from forgotten order by at").Scan(&rows).Error
	return rows, during("list who is forgotten", err)
}

// returning lists those of the rows whom a database names. Whoever was forgotten in it has an entry
// in its log that says so and that nothing undoes.
func returning(db *gorm.DB, rows []forgottenRow) (list []Return, err error) {
	if len(rows) == 0 {
		return nil, nil
	}
	var origins []struct {
		ID                  int
		Slug, Began, Origin string
	}
	if err := db.Raw(originOf).Scan(&origins).Error; err != nil {
		return nil, fmt.Errorf("find tournaments: %w", translate(err))
	}
	for _, r := range rows {
		for _, o := range origins {
			if o.Origin != r.Slug || o.Began != r.Began {
				continue
			}
			var added []string
			var gone int64
			const forgets = "select count(*) from log where tournament_id = ? and action = 'player.forget' and json_extract(args, '$[0]') = ?"
			err := db.Raw(addedTo, o.ID, r.Player).Scan(&added).Error
			err = errors.Join(err, db.Raw(forgets, o.ID, fmt.Sprint("Player ", int(r.Player))).Scan(&gone).Error)
			if err != nil {
				return nil, fmt.Errorf("find player %d: %w", r.Player, translate(err))
			}
			if gone == 0 && slices.Equal(added, []string{r.Added}) {
				list = append(list, Return{o.Slug, r.Player})
			}
		}
	}
	return list, nil
}

// WhileThere runs do as if a tournament were not deleted, if it is.
func (tx *Tx) WhileThere(slug string, do func() error) error {
	row, err := anyRow(tx.db.Select("id"), slug)
	if err != nil {
		return err
	}
	var is struct{ Deleted *time.Time }
	if err := tx.db.Table("tournaments").Select("deleted").Where("id = ?", row.ID).Take(&is).Error; err != nil {
		return fmt.Errorf("find tournament: %w", err)
	}
	if is.Deleted == nil {
		return do()
	}
	mark := func(at *time.Time) error {
		return during("save tournament", tx.db.Table("tournaments").Where("id = ?", row.ID).Update("deleted", at).Error)
	}
	if err := mark(nil); err != nil {
		return err
	}
	if err := do(); err != nil {
		return err
	}
	return mark(is.Deleted)
}

// forgottenRows are the rows of the list of who was forgotten in a database, none if there is no file.
// In the logs of an older program's database, which has no list, they are found by its migration.
func forgottenRows(ctx context.Context, path string) (rows []string, err error) {
	if durable.Size(path) == 0 {
		return nil, nil
	}
	db, err := openReadOnly(path)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, closePool(db)) }()
	there, err := hasTable(db.WithContext(ctx), "forgotten")
	if err != nil {
		return nil, translate(err)
	}
	if there {
		return rowsOf(ctx, db.ConnPool, "forgotten")
	}
	older := freeName(path, "older")
	if err := vacuumInto(ctx, db.ConnPool, older); err != nil {
		return nil, err
	}
	defer func() {
		err = errors.Join(err, durable.Remove(older), durable.Remove(older+walSuffix), durable.Remove(older+shmSuffix))
	}()
	if err := migrateWith(ctx, older, migrations(), nil); err != nil {
		return nil, err
	}
	return forgottenRows(ctx, older)
}

// putForgotten adds rows to the list of who was forgotten in a database, which is brought to the
// present schema for that.
func putForgotten(ctx context.Context, path string, rows []string) error {
	if len(rows) == 0 {
		return nil
	}
	if err := migrateWith(ctx, path, migrations(), nil); err != nil {
		return err
	}
	db, err := openPool(path, migrationOptions, 1, noCheck)
	if err != nil {
		return err
	}
	for _, row := range rows {
		_, wrong := db.ConnPool.ExecContext(ctx, "insert or ignore into forgotten "+row) // #nosec G202 -- quoted by the engine
		err = errors.Join(err, wrong)
	}
	return errors.Join(during("keep who is forgotten", translate(err)), closePool(db))
}
