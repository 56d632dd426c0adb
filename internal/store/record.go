package store

import (
	"context"
	"fmt"
	"slices"

	"gorm.io/gorm/clause"

	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// saveRecords stores the texts of records that came with a tournament, except
// those already stored.
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

// SaveRecord stores the text of a game record of a tournament, unless it is
// there. It makes no entry in the log; attaching the record does.
func (tx *Tx) SaveRecord(slug, hash, text string) error {
	row, err := findRow(tx.db.Select("id"), slug)
	if err != nil {
		return err
	}
	if err := tx.db.Clauses(clause.OnConflict{DoNothing: true}).Create(&recordRow{row.ID, hash, text}).Error; err != nil {
		return fmt.Errorf("save record: %w", err)
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

// Records returns the texts of game records of a tournament by their hashes;
// missing ones are left out.
func (s *Store) Records(ctx context.Context, slug string, hashes []string) (map[string]string, error) {
	texts := map[string]string{}
	for some := range slices.Chunk(hashes, 500) { // databases bound the values in one statement
		var rows []recordRow
		err := s.reader.WithContext(ctx).
			Where("tournament_id = (select id from tournaments where slug = ?) and hash in ?", slug, some).Find(&rows).Error
		if err != nil {
			return nil, fmt.Errorf("load records: %w", err)
		}
		for _, r := range rows {
			texts[r.Hash] = r.Text
		}
	}
	return texts, nil
}

type secretRow struct {
	Name  string `gorm:"primaryKey"`
	Value string
}

func (secretRow) TableName() string { return "secrets" }

// Secret returns the value under a name, and whether there is one.
func (s *Store) Secret(ctx context.Context, name string) (value string, ok bool, err error) {
	var row secretRow
	ok, err = take(s.reader.WithContext(ctx).Where("name = ?", name), &row)
	if err != nil {
		return "", false, fmt.Errorf("find secret: %w", err)
	}
	return row.Value, ok, nil
}

// SetSecret stores a value under a name, unless there is one.
func (tx *Tx) SetSecret(name, value string) error {
	if err := tx.db.Clauses(clause.OnConflict{DoNothing: true}).Create(&secretRow{name, value}).Error; err != nil {
		return fmt.Errorf("save secret: %w", err)
	}
	return nil
}
