package store

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"tourney/internal/data/database"
	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// Save writes the difference between the tournament as it was loaded and as it is now, with one entry in the log,
// which it returns. Without a difference it writes nothing, and the entry has version 0. For a new tournament, was is
// the zero Tournament.
//
// Save also stores the texts and pictures that come with now. It sets the version of now and brings its times into UTC
// and microseconds, so that now equals a loaded tournament. Faults: "tournament.changed" when was is out of date,
// "tournament.elsewhere" for a tournament that is run on another computer, "tournament.slug.taken", "form.reused" and
// "undo.twice".
func (tx *Tx) Save(was *tournament.Tournament, now tournament.Whole, e Entry) (LogEntry, error) {
	normalise(now.Tournament, was)
	changes := was.Diff(now.Tournament)
	if len(changes) == 0 {
		return LogEntry{}, nil
	}
	if was.Info.Slug != now.Info.Slug {
		if err := refuseFormer(tx.db, was.Info.Slug, now.Info.Slug, e.At); err != nil {
			return LogEntry{}, err
		}
	}
	now.Version, now.Origin = was.Version+1, ""
	id, err := tx.saveVersion(was, now.Tournament, changes)
	if id == 0 && err == nil {
		id, err = tx.saveTournament(was, now.Tournament)
	}
	if err != nil {
		return LogEntry{}, err
	}
	if err := tx.saveChanges(id, changes); err != nil {
		return LogEntry{}, err
	}
	if err := tx.saveDay(id, changes); err != nil {
		return LogEntry{}, err
	}
	if err := cmp.Or(
		tx.saveRecords(id, now.Records), tx.saveDraws(id, now.Draws), tx.savePictures(id, now.Pictures), tx.saveLive(id, now.Live),
	); err != nil {
		return LogEntry{}, err
	}
	tx.saved[was.Info.Slug], tx.saved[now.Info.Slug] = nil, now.Tournament
	return tx.log(id, now.Tournament, e, changes)
}

// refuseFormer refuses a slug that another tournament had before, see holder.
func refuseFormer(db *gorm.DB, was, now string, at time.Time) error {
	other, err := holder(db, now, at)
	if err != nil || other.ID == 0 || other.Slug == was {
		return err
	}
	return fault.New(fault.Conflict, "tournament.slug.former", now, other.Name)
}

// saveVersion updates only the columns of the tournament's row that results change, and returns its key. It returns 0
// if more has changed or the row does not match.
func (tx *Tx) saveVersion(was, now *tournament.Tournament, changes []tournament.Change) (id int, err error) {
	if was.Version == 0 || slices.ContainsFunc(changes, func(c tournament.Change) bool {
		return c.Game == nil || c.Game.Old == nil || c.Game.New == nil || !c.Game.Old.Has(c.Game.New.Black) || !c.Game.Old.Has(c.Game.New.White)
	}) {
		return 0, nil
	}
	undecided := 0
	if r := now.Round(now.Current()); r != nil {
		undecided = r.Missing()
	}
	err = tx.db.Raw("update tournaments set version = ?, last_id = ?, undecided = ? where slug = ? and version = ? and origin = '' and deleted is null returning id",
		now.Version, now.LastID, undecided, was.Info.Slug, was.Version).Scan(&id).Error
	return id, wrap("save the version of a tournament", err)
}

// saveTournament writes the tournament's own row and returns its key.
func (tx *Tx) saveTournament(was, now *tournament.Tournament) (int, error) {
	row, err := rowOf(now)
	if err != nil {
		return 0, fmt.Errorf("save settings: %w", err)
	}
	if was.Version == 0 {
		if err = tx.db.Create(&row).Error; err == nil {
			err = tx.setOwner(row.ID)
		}
	} else {
		var old tournamentRow
		if old, err = findRow(tx.db.Select("id", "origin"), was.Info.Slug); err != nil {
			return 0, err
		}
		if old.Origin != now.Origin {
			return 0, fault.New(fault.Conflict, "tournament.elsewhere", was.Info.Name)
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

// rowEdits are the rows of a table to delete and to write, for the changes of its elements.
type rowEdits[T, R any] struct {
	key     func(*T) int
	row     func(tournament int, element *T) (R, error)
	deleted []int
	written []R
	// before is the former value of the row added last, nil if it is new.
	before *R
}

// add adds the change of an element of a tournament, nil for none.
func (e *rowEdits[T, R]) add(id int, b *tournament.Edit[T]) error {
	if b == nil {
		return nil
	}
	if b.New == nil {
		e.deleted = append(e.deleted, e.key(b.Old))
		return nil
	}
	now, err := e.row(id, b.New)
	e.written, e.before = append(e.written, now), nil
	if b.Old != nil && err == nil {
		var was R
		was, err = e.row(id, b.Old)
		e.before = &was
	}
	return err
}

// write writes the rows: of a single existing row only the changed columns.
func (e *rowEdits[T, R]) write(db *gorm.DB) error {
	if len(e.written) == 1 && e.before != nil {
		return database.UpdateRow(db, e.before, &e.written[0])
	}
	return upsert(db, e.written)
}

// saveChanges writes the rows of players, rounds and games, so that a reference always finds its row.
func (tx *Tx) saveChanges(id int, changes []tournament.Change) error {
	players := rowEdits[tournament.Player, playerRow]{key: func(p *tournament.Player) int { return int(p.ID) }, row: playerRowOf}
	rounds := rowEdits[tournament.Round, roundRow]{key: func(r *tournament.Round) int { return r.Number }, row: roundRowOf}
	games := rowEdits[tournament.Game, gameRow]{key: func(g *tournament.Game) int { return g.ID }, row: gameRowOf}
	for _, c := range changes {
		if err := cmp.Or(players.add(id, c.Player), rounds.add(id, c.Round), games.add(id, c.Game)); err != nil {
			return fmt.Errorf("save changes: %w", err)
		}
	}
	return wrap("save changes", cmp.Or(
		deleteRows[gameRow](tx.db, id, "id", games.deleted), deleteRows[roundRow](tx.db, id, "number", rounds.deleted),
		players.write(tx.db), rounds.write(tx.db), games.write(tx.db), deleteRows[playerRow](tx.db, id, "id", players.deleted),
	))
}

func deleteRows[R any](db *gorm.DB, id int, column string, numbers []int) error {
	if len(numbers) == 0 {
		return nil
	}
	return db.Where("tournament_id = ? and "+column+" in ?", id, numbers).Delete(new(R)).Error
}

// upsert inserts rows or replaces rows of the same keys, a few hundred at a time: databases bound the number of values
// in one statement.
func upsert[R any](db *gorm.DB, rows []R) error {
	if len(rows) == 0 {
		return nil
	}
	return db.Clauses(clause.OnConflict{UpdateAll: true}).CreateInBatches(&rows, 500).Error
}
