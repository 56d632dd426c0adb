package store

import (
	"cmp"
	"context"
	"slices"

	"gorm.io/gorm"

	"tourney/internal/tournament"
)

// A Page is a range of the entries of a log, from the latest on.
type Page struct {
	Skip int // entries left out before
	Most int // greatest number of entries
}

// A Filter narrows a log. Each field that is set excludes entries; the zero Filter shows everything. An entry is about
// the players, games and rounds whose data it changed, a game of a player as well as the entry of the player.
type Filter struct {
	Player tournament.PlayerID
	// Game is a game by its ID; Round a round, and Table a table of it or, without Round, of any.
	Game, Round, Table int
	// By is the author; "@players" stands for all players who report.
	By string
	// Actions are the kinds of changes. Undoing and redoing a change are of the same kind.
	Actions []string
	// After and Before bound the versions, both exclusive; 0 means no bound.
	After, Before int
}

// Log returns a page of the filtered log of a tournament, and whether older entries follow.
func (s *Store) Log(ctx context.Context, slug string, p Page, f Filter) (entries []LogEntry, more bool, err error) {
	err = s.file.Read(ctx, func(db *gorm.DB) error {
		row, err := findRow(db.Select("id"), slug)
		if err != nil {
			return err
		}
		entries, err = findEntries(f.narrow(db, row.ID).Order("log.version desc").Offset(p.Skip).Limit(p.Most + 1))
		return err
	})
	if len(entries) > p.Most {
		return entries[:p.Most], true, err
	}
	return entries, false, err
}

// Authors returns the authors of the changes of a tournament, sorted by name.
func (s *Store) Authors(ctx context.Context, slug string) (names []string, err error) {
	err = s.file.Read(ctx, func(db *gorm.DB) error {
		row, err := findRow(db.Select("id"), slug)
		if err != nil {
			return err
		}
		return db.Raw("select distinct actor from log where tournament_id = ? order by actor", row.ID).Scan(&names).Error
	})
	return names, err
}

// narrow returns the query of the entries of a tournament that pass the filter.
func (f Filter) narrow(db *gorm.DB, id int) *gorm.DB {
	query := db.Where("log.tournament_id = ?", id)
	if about := f.about(db, id); about != nil {
		query = query.Where("log.version in (?)", about)
	}
	switch f.By {
	case "":
	case tournament.ByLink:
		query = query.Where("log.actor = ? or log.actor like ?", f.By, f.By+":%")
	default:
		query = query.Where("log.actor = ?", f.By)
	}
	if len(f.Actions) > 0 {
		query = query.Where("log.action in ? or log.action in ('undo', 'redo') and "+
			inDialect(query, "json_extract(log.args, '$[0]')", "log.args::json->>0")+" in ?", f.Actions, f.Actions)
	}
	if f.After > 0 {
		query = query.Where("log.version > ?", f.After)
	}
	if f.Before > 0 {
		query = query.Where("log.version < ?", f.Before)
	}
	return query
}

// about returns the query for the versions about the filter's players, games and rounds, nil without any.
func (f Filter) about(db *gorm.DB, id int) *gorm.DB {
	query, narrows := db.Session(&gorm.Session{NewDB: true}).Table("log_about").Select("version").Where("tournament_id = ?", id), false
	for _, c := range []struct {
		column string
		value  int
	}{{"player", int(f.Player)}, {"game", f.Game}, {"round", f.Round}, {"table_number", f.Table}} {
		if c.value != 0 {
			query, narrows = query.Where(c.column+" = ?", c.value), true
		}
	}
	if !narrows {
		return nil
	}
	return query
}

// An aboutRow is one thing that an entry of the log is about. Every entry has one row at least.
type aboutRow struct {
	TournamentID int `gorm:"primaryKey;autoIncrement:false"`
	Version      int `gorm:"primaryKey;autoIncrement:false"`
	Round        int `gorm:"primaryKey;autoIncrement:false"`
	TableNumber  int `gorm:"primaryKey;autoIncrement:false"`
	Game         int `gorm:"primaryKey;autoIncrement:false"`
	Player       int `gorm:"primaryKey;autoIncrement:false"`
}

func (aboutRow) TableName() string { return "log_about" }

// aboutRows returns the players, games and rounds that the changes of an entry are about.
func aboutRows(id, version int, changes []tournament.Change) []aboutRow {
	found := []aboutRow{}
	note := func(round, table, game int, players ...tournament.PlayerID) {
		for _, p := range players {
			found = append(found, aboutRow{id, version, round, table, game, int(p)})
		}
	}
	for _, c := range changes {
		switch {
		case c.Settings != nil:
			note(0, 0, 0, constrained(c.Settings)...)
		case c.Team != nil:
			note(0, 0, 0, eitherOf(c.Team, func(team *tournament.Team) []tournament.PlayerID { return team.Members })...)
		case c.Player != nil:
			note(0, 0, 0, c.Player.Value().ID)
		case c.Round != nil:
			note(c.Round.Value().Number, 0, 0, append(eitherOf(c.Round, func(r *tournament.Round) []tournament.PlayerID { return r.Byes }), 0)...)
		case c.Game != nil:
			for _, g := range []*tournament.Game{c.Game.Old, c.Game.New} {
				if g != nil {
					note(g.Round, g.Table, g.ID, g.Black, g.White)
				}
			}
		case c.Request != nil:
			q := c.Request.Value()
			note(q.Round, 0, 0, q.Player)
		case c.Incident != nil:
			note(c.Incident.Value().Round, 0, 0, c.Incident.Value().Player)
		}
	}
	if len(found) == 0 {
		note(0, 0, 0, 0)
	}
	slices.SortFunc(found, func(a, b aboutRow) int {
		return cmp.Or(cmp.Compare(a.Round, b.Round), cmp.Compare(a.TableNumber, b.TableNumber), cmp.Compare(a.Game, b.Game), cmp.Compare(a.Player, b.Player))
	})
	return slices.Compact(found)
}

// eitherOf returns the players of a list that are on one side of a change only, and all if the change has one side.
func eitherOf[T any](e *tournament.Edit[T], list func(*T) []tournament.PlayerID) []tournament.PlayerID {
	var was, now []tournament.PlayerID
	if e.Old != nil {
		was = list(e.Old)
	}
	if e.New != nil {
		now = list(e.New)
	}
	return append(missingFrom(was, now), missingFrom(now, was)...)
}

// missingFrom returns the elements of a list that are not in another.
func missingFrom[T comparable](list, other []T) []T {
	return slices.DeleteFunc(slices.Clone(list), func(x T) bool { return slices.Contains(other, x) })
}

// constrained returns the players whose wishes, tables or roles as stand-ins a change of the settings affects.
func constrained(e *tournament.Edit[tournament.Settings]) (players []tournament.PlayerID) {
	if e.Old == nil || e.New == nil {
		return nil
	}
	was, now := &e.Old.Constraints, &e.New.Constraints
	for _, w := range append(missingFrom(was.Wishes, now.Wishes), missingFrom(now.Wishes, was.Wishes)...) {
		players = append(players, w.A, w.B)
	}
	for _, seat := range append(missingFrom(was.Seats, now.Seats), missingFrom(now.Seats, was.Seats)...) {
		players = append(players, seat.Player)
	}
	return append(players, append(missingFrom(was.StandIns, now.StandIns), missingFrom(now.StandIns, was.StandIns)...)...)
}
