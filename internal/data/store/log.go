package store

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"gorm.io/gorm"

	"tourney/internal/data/database"
	"tourney/internal/data/store/jsoncolumn"
	"tourney/internal/data/store/logargs"
	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// An Entry is the author and the kind of a change.
type Entry struct {
	By string
	// Desk is the identity of the desk that entered a result, "" for other actions.
	Desk string
	At   time.Time
	// Action is a message key below "log."; Args are the values of the message: whole numbers, texts, results, komi,
	// kinds of requests and incidents, and values that are text in JSON.
	Action string
	Args   []any
	// Once, if set, identifies the request, so that a repeated one is not saved twice: a key and, after a dot, a text
	// that distinguishes requests with the same key.
	Once string
	// Undoes is the version whose changes this one undoes, else 0. Args then
	// begin with the action of that entry, followed by its args.
	Undoes int
	// Reason is the author's explanation; "" without one.
	Reason string
}

// Message returns the message that describes the entry.
func (e Entry) Message() (key string, args []any) {
	key = "log." + e.Action
	if e.Undoes == 0 || len(e.Args) == 0 {
		return key, e.Args
	}
	action, _ := e.Args[0].(string)
	return key, []any{Entry{Action: action, Args: e.Args[1:]}}
}

// A LogEntry is one stored change of a tournament.
type LogEntry struct {
	// Slug and Version identify the entry: it made this version of the tournament.
	Slug    string
	Version int
	Entry
	Changes []tournament.Change
	// UndoneBy is the version that undid the changes, else 0.
	UndoneBy int
}

// Step returns the action that the entry did, undid or redid.
func (e LogEntry) Step() string {
	if e.Undoes > 0 && len(e.Args) > 0 {
		action, _ := e.Args[0].(string) // a value of another type is not an action
		return action
	}
	return e.Action
}

type logRow struct {
	TournamentID                       int `gorm:"primaryKey;autoIncrement:false"`
	Version                            int `gorm:"primaryKey;autoIncrement:false"`
	At                                 time.Time
	Actor, Desk, Action, Args, Changes string
	Once                               *string
	Undoes                             *int
	Reason                             string
}

func (logRow) TableName() string { return "log" }

func (tx *Tx) log(id int, t *tournament.Tournament, e Entry, changes []tournament.Change) (LogEntry, error) {
	e.At = storedTime(e.At)
	args, err := logargs.Format(e.Args)
	if err != nil {
		return LogEntry{}, fmt.Errorf("log %s: %w", e.Action, err)
	}
	diff, err := jsoncolumn.Format(changes)
	if err != nil {
		return LogEntry{}, fmt.Errorf("log %s: %w", e.Action, err)
	}
	row := logRow{
		TournamentID: id, Version: t.Version, At: e.At, Actor: e.By, Desk: e.Desk, Action: e.Action,
		Args: args, Changes: diff, Once: nonZero(e.Once), Undoes: nonZero(e.Undoes), Reason: e.Reason,
	}
	err = database.InsertRows(tx.db, []logRow{row})
	switch {
	case errors.Is(err, gorm.ErrDuplicatedKey) && e.Undoes != 0:
		return LogEntry{}, fault.New(fault.Conflict, "undo.twice", e.Undoes)
	case errors.Is(err, gorm.ErrDuplicatedKey):
		return LogEntry{}, fault.New(fault.Conflict, "form.reused")
	case err != nil:
		return LogEntry{}, fmt.Errorf("log %s: %w", e.Action, err)
	}
	if err := database.InsertRows(tx.db, aboutRows(id, t.Version, changes)); err != nil {
		return LogEntry{}, fmt.Errorf("log %s: %w", e.Action, err)
	}
	return LogEntry{Slug: t.Info.Slug, Version: t.Version, Entry: e, Changes: changes}, nil
}

func nonZero[T comparable](v T) *T {
	var zero T
	if v == zero {
		return nil
	}
	return &v
}

// Logged returns the entry that made a version of a tournament, or "log.missing".
func (s *Store) Logged(ctx context.Context, slug string, version int) (LogEntry, error) {
	return findEntry(s.reader.WithContext(ctx).Where("slug = ? and log.version = ?", slug, version))
}

// Last returns the latest entry, with one of the actions and not undone, of a
// desk, or of an actor without one; or "log.missing".
func (s *Store) Last(ctx context.Context, slug string, by tournament.Actor, actions ...string) (LogEntry, error) {
	condition, value := "log.desk = ?", by.Desk
	if by.Desk == "" {
		condition, value = "log.desk = '' and log.actor = ?", by.Name
	}
	return findEntry(s.reader.WithContext(ctx).
		Where("slug = ? and log.action in ? and undo.version is null", slug, actions).Where(condition, value).
		Order("log.version desc").Limit(1))
}

// Explain adds a reason to an entry that has none: "reason.given" if it has one.
func (tx *Tx) Explain(slug string, version int, why string) error {
	row, err := findRow(tx.db.Select("id"), slug)
	if err != nil {
		return err
	}
	done := tx.db.Model(&logRow{}).Where("tournament_id = ? and version = ? and reason = ''", row.ID, version).Update("reason", why)
	if done.Error == nil && done.RowsAffected != 1 {
		return fault.New(fault.Conflict, "reason.given")
	}
	return wrap("explain an entry of the log", done.Error)
}

// Done returns the entry of a request already saved, or "log.missing". "form.reused" refuses its key for another
// request.
func (tx *Tx) Done(once string) (LogEntry, error) {
	key, _, _ := strings.Cut(once, ".")
	done, err := findEntry(tx.db.Where("log.once = ? or log.once >= ? and log.once < ?", key, key+".", key+"/")) // the sign after the dot
	if err == nil && done.Once != once && done.Once != key {                                                     // older entries have the key alone
		return LogEntry{}, fault.New(fault.Conflict, "form.reused")
	}
	return done, err
}

func findEntry(query *gorm.DB) (LogEntry, error) {
	entries, err := findEntries(query)
	switch {
	case err != nil:
		return LogEntry{}, err
	case len(entries) == 0:
		return LogEntry{}, fault.New(fault.NotFound, "log.missing")
	}
	return entries[0], nil
}

func findEntries(query *gorm.DB) ([]LogEntry, error) {
	var rows []struct {
		Row      logRow `gorm:"embedded"`
		Slug     string
		UndoneBy *int
	}
	err := query.Table("log").Joins("join tournaments on tournaments.id = log.tournament_id").
		Joins("left join log undo on undo.tournament_id = log.tournament_id and undo.undoes = log.version").
		Select("log.*, tournaments.slug, undo.version as undone_by").Find(&rows).Error
	if err != nil {
		return nil, fmt.Errorf("read log: %w", err)
	}
	out := make([]LogEntry, 0, len(rows))
	for i := range rows {
		r := &rows[i]
		e := LogEntry{
			Slug: r.Slug, Version: r.Row.Version, UndoneBy: orZero(r.UndoneBy),
			Entry: Entry{By: r.Row.Actor, Desk: r.Row.Desk, At: r.Row.At.UTC(), Action: r.Row.Action, Once: orZero(r.Row.Once), Undoes: orZero(r.Row.Undoes), Reason: r.Row.Reason},
		}
		row := fmt.Sprintf("%s/%d", r.Slug, r.Row.Version)
		if e.Args, err = logargs.Parse(r.Row.Args, row); err != nil {
			return nil, err
		}
		if err := jsoncolumn.Parse(r.Row.Changes, &e.Changes, r.Row.TableName(), row); err != nil {
			return nil, err
		}
		out = append(out, e)
	}
	return out, nil
}

func orZero[T any](p *T) (v T) {
	if p != nil {
		v = *p
	}
	return v
}
