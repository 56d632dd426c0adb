package store

import (
	"context"
	"fmt"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// saveRecords keeps the texts that came with a tournament, those already kept
// excepted.
func (tx *Tx) saveRecords(id int, t *tournament.Tournament) error {
	var rows []recordRow
	for hash, text := range t.Records {
		rows = append(rows, recordRow{id, hash, text})
	}
	t.Records = nil
	if len(rows) == 0 {
		return nil
	}
	const atOnce = 20 // texts may be long
	if err := tx.db.Clauses(clause.OnConflict{DoNothing: true}).CreateInBatches(&rows, atOnce).Error; err != nil {
		return fmt.Errorf("save records: %w", err)
	}
	return nil
}

// Record returns the text of a game record of a tournament, by its hash, or
// "record.unknown".
func (s *Store) Record(ctx context.Context, slug, hash string) (string, error) {
	var row recordRow
	ok, err := take(s.reader.WithContext(ctx).
		Where("tournament_id = (select id from tournaments where slug = ?) and hash = ?", slug, hash), &row)
	switch {
	case err != nil:
		return "", fmt.Errorf("find record: %w", err)
	case !ok:
		return "", fault.New(fault.NotFound, "record.unknown")
	}
	return row.Text, nil
}

// Whole loads a tournament with the texts of the records that its games have,
// as it goes into a file, or returns "tournament.missing".
func (s *Store) Whole(ctx context.Context, slug string) (t *tournament.Tournament, err error) {
	err = s.read(ctx, func(db *gorm.DB) error {
		if t, err = load(db, slug); err != nil {
			return err
		}
		var rows []recordRow
		err := db.Where("tournament_id = (select id from tournaments where slug = ?)", slug).
			Where("hash in (select record from games where games.tournament_id = records.tournament_id)").Find(&rows).Error
		if err != nil {
			return fmt.Errorf("load records: %w", err)
		}
		for _, r := range rows {
			if t.Records == nil {
				t.Records = map[string]string{}
			}
			t.Records[r.Hash] = r.Text
		}
		return nil
	})
	return t, err
}

type secretRow struct {
	Name  string `gorm:"primaryKey"`
	Value string
}

func (secretRow) TableName() string { return "secrets" }

// Secret returns the value kept under a name, and whether there is one.
func (s *Store) Secret(ctx context.Context, name string) (value string, ok bool, err error) {
	var row secretRow
	ok, err = take(s.reader.WithContext(ctx).Where("name = ?", name), &row)
	if err != nil {
		return "", false, fmt.Errorf("find secret: %w", err)
	}
	return row.Value, ok, nil
}

// SetSecret keeps a value under a name, unless there is one already.
func (tx *Tx) SetSecret(name, value string) error {
	if err := tx.db.Clauses(clause.OnConflict{DoNothing: true}).Create(&secretRow{name, value}).Error; err != nil {
		return fmt.Errorf("save secret: %w", err)
	}
	return nil
}
