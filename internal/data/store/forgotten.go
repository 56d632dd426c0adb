package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"tourney/internal/data/database"
	"tourney/internal/data/durable"
	"tourney/internal/tournament"
)

// A forgottenRow identifies an erased player and the tournament, in terms that fit every state of the tournament and no
// other one. A restore keeps the rows.
type forgottenRow struct {
	Slug   string              `gorm:"primaryKey"`
	Began  time.Time           `gorm:"primaryKey"`
	Player tournament.PlayerID `gorm:"primaryKey;autoIncrement:false"`
	Added  time.Time           `gorm:"primaryKey"`
	At     time.Time
}

func (forgottenRow) TableName() string { return "forgotten" }

// NoteErased records that a player of a tournament is erased.
func (tx *Tx) NoteErased(slug string, player tournament.PlayerID, at time.Time) error {
	row, err := anyRow(tx.db.Select("id"), slug)
	if err != nil {
		return err
	}
	its, err := firstEntries(tx.db, func(db *gorm.DB) *gorm.DB { return db.Where("tournament_id = ?", row.ID) })
	if err != nil {
		return err
	}
	if len(its) != 1 {
		return fmt.Errorf("note who is forgotten: the log of %s has no beginning", slug)
	}
	told, err := firstMentions(tx.db, row.ID)
	if err != nil {
		return err
	}
	first, there := told[player]
	if !there {
		return fmt.Errorf("note who is forgotten: the log of %s has no player %d", slug, player)
	}
	gone := forgottenRow{its[0].slug, its[0].began, player, first.added, storedTime(at)}
	return wrap("note who is forgotten", tx.db.Clauses(clause.OnConflict{DoNothing: true}).Create(&gone).Error)
}

// A firstEntry describes the first entry of a tournament's log: its time and the tournament's name then. Together they
// identify the tournament in every state.
type firstEntry struct {
	tournament int
	slug       string
	began      time.Time
}

// firstEntries returns the firstEntries of the logs of the tournaments that some selects.
func firstEntries(db *gorm.DB, some func(db *gorm.DB) *gorm.DB) (list []firstEntry, err error) {
	var rows []logRow
	err = db.Select("tournament_id", "at", "changes").Where("version = 1").Scopes(some).Order("tournament_id").Find(&rows).Error
	if err != nil {
		return nil, wrap("find the beginnings of logs", err)
	}
	for _, r := range rows {
		b := firstEntry{tournament: r.TournamentID, began: r.At}
		changes, err := changesOf(r)
		if err != nil {
			return nil, err
		}
		for _, c := range changes {
			if c.Info != nil && c.Info.New != nil {
				b.slug = c.Info.New.Slug
			}
		}
		list = append(list, b)
	}
	return list, nil
}

// A firstMention describes the first mention of a player in the log of a tournament, and whether the player is erased
// there. The log of an erased player has no name in any entry.
type firstMention struct {
	added  time.Time
	erased bool
}

// firstMentions returns the first mention of each player in the log of a tournament.
func firstMentions(db *gorm.DB, id int) (map[tournament.PlayerID]firstMention, error) {
	told := map[tournament.PlayerID]firstMention{}
	var rows []logRow
	const batch = 500
	for after := 0; ; after = rows[len(rows)-1].Version {
		rows = rows[:0]
		err := db.Select("tournament_id", "version", "at", "changes").
			Where("tournament_id = ? and version > ?", id, after).Order("version").Limit(batch).Find(&rows).Error
		if err != nil {
			return nil, wrap("read the log", err)
		}
		for _, r := range rows {
			changes, err := changesOf(r)
			if err != nil {
				return nil, err
			}
			for _, c := range changes {
				if c.Player == nil {
					continue
				}
				p := c.Player.Value()
				if _, known := told[p.ID]; !known {
					told[p.ID] = firstMention{r.At, p.Forgotten}
				}
			}
		}
		if len(rows) < batch {
			return told, nil
		}
	}
}

// A playerChange is the part of a change about a player and the tournament's own name. A change by an older program may
// have more fields, which are ignored.
type playerChange struct {
	Player *tournament.Edit[struct {
		ID        tournament.PlayerID `json:"id"`
		Forgotten bool                `json:"forgotten"`
	}] `json:"player"`
	Info *tournament.Edit[struct {
		Slug string `json:"slug"`
	}] `json:"info"`
}

func changesOf(r logRow) (changes []playerChange, err error) {
	if err := json.Unmarshal([]byte(r.Changes), &changes); err != nil {
		return nil, fmt.Errorf("log entry %d/%d: %w", r.TournamentID, r.Version, err)
	}
	return changes, nil
}

// A Reappeared player is an erased player whose name is in the data again.
type Reappeared struct {
	Slug   string
	Player tournament.PlayerID
}

// FindReappeared lists the erased players whose names are in the data again, after a restore.
func FindReappeared(ctx context.Context, s *Store) (list []Reappeared, err error) {
	err = s.file.Read(ctx, func(db *gorm.DB) error {
		rows, err := findErased(db)
		if err == nil {
			list, err = returning(db, rows)
		}
		return err
	})
	return list, err
}

// CountReappearing returns the number of players in a backup who are erased in the open database.
func CountReappearing(ctx context.Context, s *Store, backup string) (n int, err error) {
	rows, err := findErased(s.reader.WithContext(ctx))
	if err != nil || len(rows) == 0 {
		return 0, err
	}
	db, err := database.ReadOnly(backup)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, database.Close(db)) }()
	list, err := returning(db.WithContext(ctx), rows)
	return len(list), err
}

func findErased(db *gorm.DB) (rows []forgottenRow, err error) {
	return rows, wrap("list who is forgotten", db.Order("at").Find(&rows).Error)
}

// returning returns the rows whose players a database names.
func returning(db *gorm.DB, rows []forgottenRow) (list []Reappeared, err error) {
	if len(rows) == 0 {
		return nil, nil
	}
	began := map[time.Time]bool{}
	for _, r := range rows {
		began[r.Began.UTC()] = true
	}
	known, err := firstEntries(db, func(db *gorm.DB) *gorm.DB { return db.Where("at in ?", slices.Collect(maps.Keys(began))) })
	if err != nil {
		return nil, err
	}
	for _, b := range known {
		told, err := firstMentions(db, b.tournament)
		if err != nil {
			return nil, err
		}
		var slug string
		if err := db.Table("tournaments").Select("slug").Where("id = ?", b.tournament).Scan(&slug).Error; err != nil {
			return nil, wrap("find tournament", err)
		}
		for _, r := range rows {
			first := told[r.Player]
			if r.Slug == b.slug && r.Began.Equal(b.began) && r.Added.Equal(first.added) && !first.erased {
				list = append(list, Reappeared{slug, r.Player})
			}
		}
	}
	return list, nil
}

// WithRestored runs do with the number of the owning organisation, and restores a deleted tournament for that time. It
// reports whether the tournament was deleted.
func (tx *Tx) WithRestored(slug string, do func(owner int) error) (deleted bool, err error) {
	row, err := anyRow(tx.db.Select("id"), slug)
	if err != nil {
		return false, err
	}
	var is struct {
		Deleted        *time.Time
		OrganisationID int
	}
	if err := tx.db.Table("tournaments").Select("deleted, organisation_id").Where("id = ?", row.ID).Take(&is).Error; err != nil {
		return false, wrap("find tournament", err)
	}
	if is.Deleted == nil {
		return false, do(is.OrganisationID)
	}
	mark := func(at *time.Time) error {
		return wrap("save tournament", tx.db.Table("tournaments").Where("id = ?", row.ID).Update("deleted", at).Error)
	}
	if err := mark(nil); err != nil {
		return true, err
	}
	if err := do(is.OrganisationID); err != nil {
		return true, err
	}
	return true, mark(is.Deleted)
}

// forgottenRows returns the list of erased players of a database, empty without a file.
func forgottenRows(ctx context.Context, path string) (rows database.Rows, err error) {
	if durable.Size(path) == 0 {
		return rows, nil
	}
	db, err := database.ReadOnly(path)
	if err != nil {
		return rows, err
	}
	defer func() { err = errors.Join(err, database.Close(db)) }()
	return database.ReadRows(ctx, db.ConnPool, "forgotten")
}

// putForgotten adds rows to the list of erased players of a database, after migrating it to the present schema.
func putForgotten(ctx context.Context, path string, rows database.Rows) (err error) {
	if len(rows.Values) == 0 {
		return nil
	}
	if err := migrateWith(ctx, path, migrations(), nil); err != nil {
		return err
	}
	db, err := database.Migrating(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, database.Close(db)) }()
	return rows.Insert(db.WithContext(ctx), true)
}
