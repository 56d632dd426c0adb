package store

import (
	"errors"
	"fmt"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// Save writes what differs between the tournament as it was loaded and as it is
// now, together with one entry in the log, which it returns. Where nothing
// differs nothing is written, and the entry has version 0. A tournament that
// was never saved has the zero Tournament as its past.
//
// What now.Records and now.Draws hold is kept too, and taken out of now.
// Save sets the version of now, brings its times into UTC and microseconds, and
// so leaves it as it would be loaded. Faults: "tournament.changed" when it is
// no longer as it was, "tournament.slug.taken", "request.reused" and
// "undo.twice".
func (tx *Tx) Save(was, now *tournament.Tournament, e Entry) (LogEntry, error) {
	normalise(now)
	changes := tournament.Diff(was, now)
	if len(changes) == 0 {
		return LogEntry{}, nil
	}
	now.Version = was.Version + 1
	id, err := tx.saveTournament(was, now)
	if err != nil {
		return LogEntry{}, err
	}
	if err := tx.saveChanges(id, changes); err != nil {
		return LogEntry{}, err
	}
	if err := tx.saveRecords(id, now); err != nil {
		return LogEntry{}, err
	}
	if err := tx.saveDraws(id, now); err != nil {
		return LogEntry{}, err
	}
	return tx.log(id, now, e, changes)
}

// saveTournament writes the tournament's own row and returns its key.
func (tx *Tx) saveTournament(was, now *tournament.Tournament) (int, error) {
	row, err := rowOf(now)
	if err != nil {
		return 0, fmt.Errorf("save settings: %w", err)
	}
	if was.Version == 0 {
		err = tx.db.Create(&row).Error
	} else {
		var old tournamentRow
		if old, err = findRow(tx.db.Select("id"), was.Info.Slug); err != nil {
			return 0, err
		}
		row.ID = old.ID
		done := tx.db.Select("*").Where("version = ?", was.Version).Updates(&row)
		if err = done.Error; err == nil && done.RowsAffected != 1 {
			return 0, fault.New(fault.Conflict, "tournament.changed", was.Info.Name)
		}
	}
	if errors.Is(err, gorm.ErrDuplicatedKey) {
		return 0, fault.New(fault.Conflict, "tournament.slug.taken", now.Info.Slug)
	}
	if err != nil {
		return 0, fmt.Errorf("save tournament: %w", err)
	}
	return row.ID, nil
}

// edits are the rows of a table that go and those that come or change.
type edits[R any] struct {
	gone []int
	kept []R
}

// edit notes one change.
func edit[T, R any](e *edits[R], b *tournament.Edit[T], key func(*T) int, row func(*T) R) {
	if b == nil {
		return
	}
	if b.New == nil {
		e.gone = append(e.gone, key(b.Old))
	} else {
		e.kept = append(e.kept, row(b.New))
	}
}

// saveChanges writes the rows of players, rounds, byes and games: first what
// goes, from games to players, then what comes, from players to games, so that
// a reference always finds its row.
func (tx *Tx) saveChanges(id int, changes []tournament.Change) error {
	var players edits[playerRow]
	var rounds edits[roundRow]
	var games edits[gameRow]
	var drawn []int // rounds whose byes are written anew
	var byes []byeRow
	for _, c := range changes {
		edit(&players, c.Player,
			func(p *tournament.Player) int { return int(p.ID) },
			func(p *tournament.Player) playerRow { return playerRowOf(id, p) })
		edit(&rounds, c.Round,
			func(r *tournament.Round) int { return r.Number },
			func(r *tournament.Round) roundRow {
				drawn = append(drawn, r.Number)
				for _, p := range r.Byes {
					byes = append(byes, byeRow{id, r.Number, int(p)})
				}
				return roundRowOf(id, r)
			})
		edit(&games, c.Game,
			func(g *tournament.Game) int { return g.ID },
			func(g *tournament.Game) gameRow { return gameRowOf(id, g) })
	}
	for _, step := range []func() error{
		func() error { return remove[gameRow](tx.db, id, "id", games.gone) },
		func() error { return remove[byeRow](tx.db, id, "round", drawn) },
		func() error { return remove[roundRow](tx.db, id, "number", rounds.gone) },
		func() error { return remove[playerRow](tx.db, id, "id", players.gone) },
		func() error { return put(tx.db, players.kept) },
		func() error { return put(tx.db, rounds.kept) },
		func() error { return put(tx.db, byes) },
		func() error { return put(tx.db, games.kept) },
	} {
		if err := step(); err != nil {
			return fmt.Errorf("save changes: %w", err)
		}
	}
	return nil
}

// remove deletes rows of one tournament by their numbers.
func remove[R any](db *gorm.DB, id int, column string, numbers []int) error {
	if len(numbers) == 0 {
		return nil
	}
	var row R
	return db.Where("tournament_id = ?", id).Where(clause.IN{Column: column, Values: values(numbers)}).Delete(&row).Error
}

func values(numbers []int) []any {
	out := make([]any, len(numbers))
	for i, n := range numbers {
		out[i] = n
	}
	return out
}

// put inserts rows or replaces those with their keys, a few hundred at a time:
// databases bound the number of values in one statement.
func put[R any](db *gorm.DB, rows []R) error {
	if len(rows) == 0 {
		return nil
	}
	return db.Clauses(clause.OnConflict{UpdateAll: true}).CreateInBatches(&rows, 500).Error
}
