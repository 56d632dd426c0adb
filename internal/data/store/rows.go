package store

import (
	"fmt"
	"reflect"
	"time"

	"tourney/internal/data/store/jsoncolumn"
	"tourney/internal/tournament"
)

// The rows of the tables: keys, the columns of queries, and the model in JSON. Players and games are numbered within
// their tournament.

type tournamentRow struct {
	ID                     int
	Slug, Name, Country    string
	Begins, Ends           *time.Time
	Hidden, Archived       bool
	Former, Info, Settings string
	LastID, Version        int
	Origin                 string

	// The columns that only lists read.
	Rounds, Round, Players, Undecided int
	Words                             string
}

func (tournamentRow) TableName() string { return "tournaments" }

func rowOf(t *tournament.Tournament) (row tournamentRow, err error) {
	i := &t.Info
	row = tournamentRow{
		Slug: i.Slug, Name: i.Name, Country: i.Country, Begins: timeColumn(i.Begin.Time), Ends: timeColumn(i.End.Time),
		Hidden: i.Hidden, Archived: i.Archived, Former: i.Former, LastID: t.LastID, Version: t.Version, Origin: t.Origin,
		Rounds: t.Settings.Rounds, Round: t.Current(), Players: len(t.Participants()), Words: searched(i),
	}
	if row.Round > 0 {
		row.Undecided = t.Round(row.Round).Missing()
	}
	if row.Info, err = jsoncolumn.Format(t.Info); err == nil {
		row.Settings, err = jsoncolumn.Format(t.Settings)
	}
	return row, err
}

// info returns the description, with the slug that a deleted tournament has.
func (r *tournamentRow) info() (i tournament.Info, err error) {
	err = jsoncolumn.Parse(r.Info, &i, r.TableName(), r.Slug)
	i.Slug = r.Slug
	return i, err
}

func (r *tournamentRow) settings() (s tournament.Settings, err error) {
	err = jsoncolumn.Parse(r.Settings, &s, r.TableName(), r.Slug)
	return s, err
}

type playerRow struct {
	TournamentID  int `gorm:"primaryKey;autoIncrement:false"`
	ID            int `gorm:"primaryKey;autoIncrement:false"`
	EGD, FFG, AGA string
	Body          string
}

func (playerRow) TableName() string { return "players" }

func playerRowOf(tournamentID int, p *tournament.Player) (row playerRow, err error) {
	row = playerRow{TournamentID: tournamentID, ID: int(p.ID), EGD: p.EGD, FFG: p.FFG, AGA: p.AGA}
	row.Body, err = jsoncolumn.Format(p)
	return row, err
}

type roundRow struct {
	TournamentID int `gorm:"primaryKey;autoIncrement:false"`
	Number       int `gorm:"primaryKey;autoIncrement:false"`
	Body         string
}

func (roundRow) TableName() string { return "rounds" }

func roundRowOf(tournamentID int, r *tournament.Round) (row roundRow, err error) {
	row = roundRow{TournamentID: tournamentID, Number: r.Number}
	row.Body, err = jsoncolumn.Format(r) // a change has no games in its rounds
	return row, err
}

type gameRow struct {
	TournamentID int `gorm:"primaryKey;autoIncrement:false"`
	ID           int `gorm:"primaryKey;autoIncrement:false"`
	Round        int
	Black, White int
	Live         bool
	Body         string
}

func (gameRow) TableName() string { return "games" }

func gameRowOf(tournamentID int, g *tournament.Game) (row gameRow, err error) {
	row = gameRow{
		TournamentID: tournamentID, ID: g.ID, Round: g.Round, Black: int(g.Black), White: int(g.White), Live: g.Live.ID != 0 && g.Record == "",
	}
	row.Body, err = jsoncolumn.Format(g)
	return row, err
}

// elements parses the bodies of rows of a table.
func elements[R, T any](rows []R, body func(*R) (text string, id int), table, slug string) ([]T, error) {
	if len(rows) == 0 {
		return nil, nil
	}
	list := make([]T, len(rows))
	for i := range rows {
		text, id := body(&rows[i])
		if err := jsoncolumn.Parse(text, &list[i], table, fmt.Sprintf("%s/%d", slug, id)); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// A recordRow is the text of a game record. It is never changed, nor deleted
// before its tournament: the log may bring it back.
type recordRow struct {
	TournamentID int    `gorm:"primaryKey;autoIncrement:false"`
	Hash         string `gorm:"primaryKey"`
	Text         string
}

func (recordRow) TableName() string { return "records" }

// A drawRow is the input of a draw. Like a record it is never changed, nor deleted before its tournament.
type drawRow struct {
	TournamentID int    `gorm:"primaryKey;autoIncrement:false"`
	Hash         string `gorm:"primaryKey"`
	Inputs       []byte
}

func (drawRow) TableName() string { return "draws" }

// timeColumn returns a time for a column: null for the zero time.
func timeColumn(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

func loadedTime(t *time.Time) time.Time {
	if t == nil {
		return time.Time{}
	}
	return t.UTC()
}

// normalise converts a tournament to the form that load returns: times in UTC and microseconds, empty lists nil. It
// does not write to values that have that form: another state may share them with concurrent readers.
func normalise(t, other *tournament.Tournament) {
	t.Info.Begin, t.Info.End = tournament.DateOf(t.Info.Begin.Time), tournament.DateOf(t.Info.End.Time)
	for i := range t.Players {
		p := &t.Players[i]
		if p.Tags != nil && len(p.Tags) == 0 {
			p.Tags = nil
		}
		normaliseTimes(&p.Since, &p.Agreed, &p.Arrived, &p.Fee.PaidOn)
	}
	s := &t.Settings
	for _, part := range []any{&s.Fees, &s.SignUp, &s.Schedule, &t.Day} {
		normaliseLists(reflect.ValueOf(part).Elem())
	}
	for i := range t.Rounds {
		r := &t.Rounds[i]
		normaliseTimes(&r.Start)
		if len(r.Byes) == 0 {
			r.Byes = nil
		}
		if i < len(other.Rounds) && t != other && tournament.SharesAll(r.Games, other.Rounds[i].Games) {
			continue
		}
		for j := range r.Games {
			g := &r.Games[j]
			normaliseTimes(&g.Began, &g.EnteredAt, &g.Corrected, &g.Dispute.At, &g.Accepted.At)
		}
		if len(r.Games) == 0 {
			r.Games = nil
		}
	}
}

func normaliseTimes(times ...*time.Time) {
	for _, t := range times {
		if stored := storedTime(*t); *t != stored {
			*t = stored
		}
	}
}

// storedTime strips the monotonic clock, the zone and the nanoseconds, which PostgreSQL cannot store.
func storedTime(t time.Time) time.Time {
	if t.IsZero() {
		return time.Time{}
	}
	return t.UTC().Truncate(time.Microsecond)
}
