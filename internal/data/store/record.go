package store

import (
	"context"
	"fmt"
	"slices"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"tourney/internal/fault"
)

// saveRecords stores texts of records, except those already stored.
func (tx *Tx) saveRecords(id int, texts map[string]string) error {
	var rows []recordRow
	for hash, text := range texts {
		rows = append(rows, recordRow{id, hash, text})
	}
	return wrap("save records", insertNew(tx.db, rows))
}

// saveDraws stores inputs of draws, except those already stored.
func (tx *Tx) saveDraws(id int, draws map[string][]byte) error {
	var rows []drawRow
	for hash, inputs := range draws {
		rows = append(rows, drawRow{id, hash, inputs})
	}
	return wrap("save draws", insertNew(tx.db, rows))
}

// insertNew inserts rows except those whose keys exist.
func insertNew[R any](db *gorm.DB, rows []R) error {
	if len(rows) == 0 {
		return nil
	}
	const atOnce = 20 // each may be long
	return db.Clauses(clause.OnConflict{DoNothing: true}).CreateInBatches(&rows, atOnce).Error
}

// Record returns the text of a game record of a tournament, by its hash, or "record.unknown".
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

// Records returns the texts of game records of a tournament by their hashes; missing ones are left out.
func (s *Store) Records(ctx context.Context, slug string, hashes []string) (map[string]string, error) {
	texts := map[string]string{}
	rows, err := findHashed[recordRow](s.reader.WithContext(ctx), slug, hashes)
	for _, r := range rows {
		texts[r.Hash] = r.Text
	}
	return texts, wrap("load records", err)
}

// Draws returns inputs of a tournament's draws by their hashes; missing ones are left out.
func (s *Store) Draws(ctx context.Context, slug string, hashes []string) (map[string][]byte, error) {
	draws := map[string][]byte{}
	rows, err := findHashed[drawRow](s.reader.WithContext(ctx), slug, hashes)
	for _, r := range rows {
		draws[r.Hash] = r.Inputs
	}
	return draws, wrap("load draws", err)
}

// findHashed returns the rows of a tournament that have one of the hashes.
func findHashed[R any](db *gorm.DB, slug string, hashes []string) (all []R, err error) {
	for some := range slices.Chunk(hashes, 500) { // databases bound the values in one statement
		var rows []R
		err := db.Where("tournament_id = (select id from tournaments where slug = ?) and hash in ?", slug, some).
			Find(&rows).Error
		if err != nil {
			return nil, err
		}
		all = append(all, rows...)
	}
	return all, nil
}
