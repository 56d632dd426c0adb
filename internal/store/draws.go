package store

import (
	"context"
	"fmt"
	"slices"

	"gorm.io/gorm/clause"

	"tourney/internal/tournament"
)

// saveDraws stores the inputs of draws that came with a tournament, except
// those already stored.
func (tx *Tx) saveDraws(id int, t *tournament.Tournament) error {
	var rows []drawRow
	for hash, inputs := range t.Draws {
		rows = append(rows, drawRow{id, hash, inputs})
	}
	t.Draws = nil
	if len(rows) == 0 {
		return nil
	}
	const atOnce = 20 // each may be long
	if err := tx.db.Clauses(clause.OnConflict{DoNothing: true}).CreateInBatches(&rows, atOnce).Error; err != nil {
		return fmt.Errorf("save draws: %w", err)
	}
	return nil
}

// Draws returns inputs of a tournament's draws by their hashes; missing ones
// are left out.
func (s *Store) Draws(ctx context.Context, slug string, hashes []string) (map[string][]byte, error) {
	draws := map[string][]byte{}
	for some := range slices.Chunk(hashes, 500) { // databases bound the values in one statement
		var rows []drawRow
		err := s.reader.WithContext(ctx).
			Where("tournament_id = (select id from tournaments where slug = ?) and hash in ?", slug, some).Find(&rows).Error
		if err != nil {
			return nil, fmt.Errorf("load draws: %w", err)
		}
		for _, r := range rows {
			draws[r.Hash] = r.Inputs
		}
	}
	return draws, nil
}
