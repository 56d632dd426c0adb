package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"gorm.io/gorm"

	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// A Summary is a tournament in lists.
type Summary struct {
	tournament.Info
	// Rounds is the number planned, Current the last one published, 0 before
	// the first.
	Rounds, Current int
	// Players counts those who are listed.
	Players int
	Version int
	// Organisation owns it.
	Organisation int
}

// countListed counts the players of a tournament who did not withdraw before they took
// part, see tournament.Tournament.Listed.
const countListed = "select count(*) from players as p where tournament_id = tournaments.id and (status <> 2 " +
	"or exists (select 1 from games as g where g.tournament_id = p.tournament_id and p.id in (black, white)) " +
	"or exists (select 1 from byes as b where b.tournament_id = p.tournament_id and player = p.id) " +
	"or exists (select 1 from rounds as r where r.tournament_id = p.tournament_id and half_byes >> number & 1))"

// List returns all tournaments, the latest first and those without a date last.
func (s *Store) List(ctx context.Context) ([]Summary, error) {
	type listRow struct {
		Row              tournamentRow `gorm:"embedded"`
		OrganisationID   int
		Rounds           int
		Current, Players int
	}
	var rows []listRow
	err := s.reader.WithContext(ctx).Table("tournaments").Select("*, coalesce(json_extract(settings, '$.rounds'), 0) as rounds, " +
		"(select coalesce(max(number), 0) from rounds where tournament_id = tournaments.id and published) as current, " +
		"(" + countListed + ") as players").Find(&rows).Error
	if err != nil {
		return nil, fmt.Errorf("list tournaments: %w", err)
	}
	slices.SortFunc(rows, func(a, b listRow) int {
		return cmp.Or(loadedTime(b.Row.Begins).Compare(loadedTime(a.Row.Begins)), cmp.Compare(b.Row.ID, a.Row.ID))
	})
	var out []Summary
	for i := range rows {
		r := &rows[i]
		out = append(out, Summary{
			Info: r.Row.info(), Rounds: r.Rounds, Current: r.Current, Players: r.Players, Version: r.Row.Version, Organisation: r.OrganisationID,
		})
	}
	return out, nil
}

// Version returns the version of a tournament, or "tournament.missing". It
// costs one look-up.
func (s *Store) Version(ctx context.Context, slug string) (int, error) {
	row, err := findRow(s.reader.WithContext(ctx).Select("version"), slug)
	return row.Version, err
}

// Number returns the number of a tournament in the data file, or
// "tournament.missing". No other tournament has ever had it, not even one that has
// taken over the slug. It costs one look-up.
func (s *Store) Number(ctx context.Context, slug string) (int, error) {
	row, err := findRow(s.reader.WithContext(ctx).Select("id"), slug)
	return row.ID, err
}

// Tournament loads a tournament, or returns "tournament.missing".
func (s *Store) Tournament(ctx context.Context, slug string) (t *tournament.Tournament, err error) {
	err = s.read(ctx, func(db *gorm.DB) error {
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

func findRow(db *gorm.DB, slug string) (tournamentRow, error) {
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

// load reads a tournament within one transaction.
func load(db *gorm.DB, slug string) (*tournament.Tournament, error) {
	row, err := findRow(db, slug)
	if err != nil {
		return nil, err
	}
	settings, err := row.settings()
	if err != nil {
		return nil, err
	}
	t := &tournament.Tournament{Info: row.info(), Settings: settings, LastID: row.LastID, Version: row.Version}
	var players []playerRow
	var rounds []roundRow
	var games []gameRow
	var byes []byeRow
	var day []dayRow
	mine := func(order string, to any) error {
		return db.Where("tournament_id = ?", row.ID).Order(order).Find(to).Error
	}
	if err := cmp.Or(
		mine("id", &players), mine("number", &rounds), mine("round, table_number", &games), mine("round, player", &byes),
		mine("kind, id", &day),
	); err != nil {
		return nil, fmt.Errorf("load tournament: %w", err)
	}
	t.Players = slices.Grow(t.Players, len(players))
	for i := range players {
		p, err := players[i].player(slug)
		if err != nil {
			return nil, err
		}
		t.Players = append(t.Players, p)
	}
	if t.Day, err = loadDay(day, slug); err != nil {
		return nil, err
	}
	for i := range rounds {
		t.Rounds = append(t.Rounds, rounds[i].round())
	}
	return t, addGames(t, games, byes)
}

// addGames puts games and byes into their rounds, keeping their order.
func addGames(t *tournament.Tournament, games []gameRow, byes []byeRow) error {
	for i := range games {
		g, err := games[i].game()
		if err != nil {
			return fmt.Errorf("load game %d: %w", games[i].ID, err)
		}
		r := t.Round(g.Round)
		if r == nil {
			return fmt.Errorf("load game %d: no round %d", g.ID, g.Round)
		}
		r.Games = append(r.Games, g)
	}
	for _, b := range byes {
		r := t.Round(b.Round)
		if r == nil {
			return fmt.Errorf("load bye of player %d: no round %d", b.Player, b.Round)
		}
		r.Byes = append(r.Byes, tournament.PlayerID(b.Player))
	}
	return nil
}
