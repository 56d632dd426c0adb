package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm"

	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// Version returns the version of a tournament, or "tournament.missing". It costs one look-up.
func (s *Store) Version(ctx context.Context, slug string) (int, error) {
	row, err := findRow(s.reader.WithContext(ctx).Select("version"), slug)
	return row.Version, err
}

// Number returns the number of a tournament in the data file, or "tournament.missing". It is unique until the
// tournament is dropped: a tournament that reuses the slug has another one. It costs one look-up.
func (s *Store) Number(ctx context.Context, slug string) (int, error) {
	row, err := findRow(s.reader.WithContext(ctx).Select("id"), slug)
	return row.ID, err
}

// Tournament loads a tournament, also a deleted one by the slug of its Summary, or returns "tournament.missing".
func (s *Store) Tournament(ctx context.Context, slug string) (t *tournament.Tournament, err error) {
	err = s.file.Read(ctx, func(db *gorm.DB) error {
		t, err = load(db, slug)
		return err
	})
	return t, err
}

// Version returns the version of a tournament, or "tournament.missing".
func (tx *Tx) Version(slug string) (int, error) {
	row, err := findRow(tx.db.Select("version"), slug)
	return row.Version, err
}

// Tournament loads a tournament, or returns "tournament.missing".
func (tx *Tx) Tournament(slug string) (*tournament.Tournament, error) { return load(tx.db, slug) }

// Saved returns a tournament as this step or an earlier one of the shared transaction saved it, nil if none saved the
// slug.
func (tx *Tx) Saved(slug string) *tournament.Tournament {
	if t, ok := tx.saved[slug]; ok {
		return t
	}
	return tx.before[slug]
}

// Renamed returns the present slug of a tournament with an earlier slug, "" without such a tournament. It costs one
// look-up.
func (s *Store) Renamed(ctx context.Context, slug string) (string, error) {
	row, err := former(s.reader.WithContext(ctx), slug)
	return row.Slug, err
}

// former finds the tournament that had a slug before, the latest one of several and the zero row for none. A deleted
// one counts no more.
func former(db *gorm.DB, slug string) (row tournamentRow, err error) {
	if slug == "" || strings.ContainsAny(slug, `%_\ `) { // no slug has these
		return row, nil
	}
	err = db.Select("id", "slug", "name").Where("deleted is null and former <> ''").
		Where("' ' || former || ' ' like ?", "% "+slug+" %").Order("id desc").Limit(1).Find(&row).Error
	return row, wrap("find a renamed tournament", err)
}

// holder is former without tournaments that are over at a time: the next edition may have the slug of the last one.
func holder(db *gorm.DB, slug string, at time.Time) (tournamentRow, error) {
	return former(db.Where("not "+isPast, storedTime(at.Add(-overAfter))), slug)
}

// findRow finds a tournament that is not deleted.
func findRow(db *gorm.DB, slug string) (tournamentRow, error) {
	return anyRow(db.Where("deleted is null"), slug)
}

// anyRow finds a tournament, also a deleted one by its present slug.
func anyRow(db *gorm.DB, slug string) (tournamentRow, error) {
	var row tournamentRow
	err := db.Where("slug = ?", slug).Take(&row).Error
	switch {
	case errors.Is(err, gorm.ErrRecordNotFound):
		return row, fault.New(fault.NotFound, "tournament.missing", fault.Clip(slug))
	case err != nil:
		return row, fmt.Errorf("find tournament: %w", err)
	}
	return row, nil
}

// load reads a tournament, also a deleted one, within one transaction.
func load(db *gorm.DB, slug string) (*tournament.Tournament, error) {
	row, err := anyRow(db, slug)
	if err != nil {
		return nil, err
	}
	t := &tournament.Tournament{LastID: row.LastID, Version: row.Version, Origin: row.Origin}
	if t.Info, err = row.info(); err == nil {
		t.Settings, err = row.settings()
	}
	if err != nil {
		return nil, err
	}
	var players []playerRow
	var rounds []roundRow
	var games []gameRow
	var day []dayRow
	mine := func(order string, to any) error {
		return db.Where("tournament_id = ?", row.ID).Order(order).Find(to).Error
	}
	if err := cmp.Or(mine("id", &players), mine("number", &rounds), mine("id", &games), mine("kind, id", &day)); err != nil {
		return nil, fmt.Errorf("load tournament: %w", err)
	}
	if t.Players, err = elements[playerRow, tournament.Player](players, func(r *playerRow) (string, int) { return r.Body, r.ID }, "players", slug); err != nil {
		return nil, err
	}
	if t.Rounds, err = elements[roundRow, tournament.Round](rounds, func(r *roundRow) (string, int) { return r.Body, r.Number }, "rounds", slug); err != nil {
		return nil, err
	}
	all, err := elements[gameRow, tournament.Game](games, func(r *gameRow) (string, int) { return r.Body, r.ID }, "games", slug)
	if err == nil {
		t.Day, err = loadDay(day, slug)
	}
	if err == nil {
		err = addGames(t, all)
	}
	normalise(t, t) // fields that steps share must not be written again
	return t, err
}

// addGames puts games into their rounds, in the order of their tables.
func addGames(t *tournament.Tournament, games []tournament.Game) error {
	slices.SortFunc(games, func(a, b tournament.Game) int {
		return cmp.Or(cmp.Compare(a.Round, b.Round), cmp.Compare(a.Table, b.Table))
	})
	for len(games) > 0 {
		n := slices.IndexFunc(games, func(g tournament.Game) bool { return g.Round != games[0].Round })
		if n < 0 {
			n = len(games)
		}
		r := t.Round(games[0].Round)
		if r == nil {
			return fmt.Errorf("load game %d: no round %d", games[0].ID, games[0].Round)
		}
		r.Games, games = games[:n:n], games[n:]
	}
	return nil
}
