package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gorm.io/gorm"

	"tourney/internal/data/database"
	"tourney/internal/fault"
)

// A Report is the outcome of Verify.
type Report struct {
	// Schema is the number of the last migration.
	Schema      int
	Tournaments []Verified
	// Changed is the time of the last change of a tournament; zero without one.
	Changed time.Time
	// Findings are faults; a sound database has none.
	Findings []error
}

// sound returns a fault about the first finding, nil without findings.
func (r Report) sound(kind fault.Kind, code string) error {
	if len(r.Findings) == 0 {
		return nil
	}
	if first := r.Findings[0]; code != "database.restore.unsound" || !fault.Is(first, "database.damaged") {
		return fault.Wrap(errors.Join(r.Findings...), kind, code, first)
	}
	return fault.Wrap(errors.Join(r.Findings...), kind, "database.restore.damaged") // not to be restored from a backup
}

// Verified is one tournament of a report.
type Verified struct {
	Slug, Name               string
	Players, Rounds, Version int
	// Last is the last published round, 0 before the first; Games and Results count its games and its undisputed results. Only
	// Glance sets them.
	Last, Games, Results int
}

// lastRound selects the last published round of a tournament, and ofLastRound is the condition for its games.
const (
	lastRound   = "(select coalesce(max(number), 0) from rounds where tournament_id = tournaments.id and json_extract(body, '$.published'))"
	ofLastRound = "tournament_id = tournaments.id and round = " + lastRound
)

// Glance returns the content of a backup without verifying it, the tournament with the latest change first.
func Glance(ctx context.Context, path string) (r Report, err error) {
	db, err := database.ReadOnly(path)
	if err != nil {
		return r, err
	}
	defer func() { _ = database.Close(db) }() // read only
	db = db.WithContext(ctx)
	if err := refuseAlien(db); err != nil {
		return r, err
	}
	const query = "select slug, name, version, (select count(*) from players where tournament_id = tournaments.id) as players, " +
		"(select count(*) from rounds where tournament_id = tournaments.id) as rounds, " +
		lastRound + " as last, (select count(*) from games where " + ofLastRound + ") as games, " +
		"(select count(*) from games where " + ofLastRound + " and json_extract(body, '$.result') <> '' " +
		"and coalesce(json_extract(body, '$.dispute.result'), '') = '') as results " +
		"from tournaments left join (select tournament_id, max(at) as changed from log group by tournament_id) on tournament_id = id " +
		"order by changed desc, id"
	if err := db.Raw(query).Scan(&r.Tournaments).Error; err != nil {
		return r, fmt.Errorf("list tournaments: %w", err)
	}
	if err := db.Raw(appliedSchema).Scan(&r.Schema).Error; err != nil {
		return r, fmt.Errorf("read schema version: %w", err)
	}
	r.Changed, err = lastChange(db)
	return r, err
}

// lastChange returns the time of the last change of a tournament, zero without one.
func lastChange(db *gorm.DB) (at time.Time, err error) {
	var last []time.Time
	if err := db.Raw("select at from log order by at desc limit 1").Scan(&last).Error; err != nil {
		return at, fmt.Errorf("find the last change: %w", err)
	}
	if len(last) > 0 {
		at = last[0]
	}
	return at, nil
}

// ChangesSince returns the number of changes of tournaments after a moment, and the time of the last change of all.
func ChangesSince(ctx context.Context, s *Store, since time.Time) (n int, last time.Time, err error) {
	db := s.reader.WithContext(ctx)
	if err := db.Raw("select count(*) from log where at > ?", since).Scan(&n).Error; err != nil {
		return 0, last, fmt.Errorf("count the changes: %w", err)
	}
	last, err = lastChange(db)
	return n, last, err
}
