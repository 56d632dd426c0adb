package store

import (
	"fmt"
	"reflect"
	"strconv"
	"time"

	"tourney/internal/data/store/jsoncolumn"
	"tourney/internal/handicap"
	"tourney/internal/rank"
	"tourney/internal/rules/gamerecord"
	"tourney/internal/tournament"
	"tourney/internal/tournament/consent"
)

// The rows of the tables, and their conversion from and to the model. Players,
// games and byes are numbered within their tournament.

type tournamentRow struct {
	ID                                              int
	Slug, Name, ShortName, Place, Country, Director string
	Begins, Ends                                    *time.Time
	Zone, Former                                    string
	Hidden                                          bool
	Settings                                        string
	LastID, Version                                 int
	Origin                                          string

	// The columns that only lists read.
	Rounds, Round, Players, Undecided int
	Words                             string
	Archived                          bool
}

func (tournamentRow) TableName() string { return "tournaments" }

func rowOf(t *tournament.Tournament) (tournamentRow, error) {
	i := &t.Info
	settings, err := jsoncolumn.Format(t.Settings)
	row := tournamentRow{
		Slug: i.Slug, Name: i.Name, ShortName: i.ShortName, Place: i.Place, Country: i.Country, Director: i.Director,
		Begins: timeColumn(i.Begin.Time), Ends: timeColumn(i.End.Time), Zone: i.Zone, Former: i.Former, Hidden: i.Hidden,
		Settings: settings, LastID: t.LastID, Version: t.Version, Origin: t.Origin, Archived: i.Archived,
	}
	row.list(t)
	return row, err
}

func (r *tournamentRow) info() tournament.Info {
	return tournament.Info{
		Slug: r.Slug, Name: r.Name, ShortName: r.ShortName, Place: r.Place, Country: r.Country, Director: r.Director,
		Begin: tournament.DateOf(loadedTime(r.Begins)), End: tournament.DateOf(loadedTime(r.Ends)), Zone: r.Zone, Former: r.Former, Hidden: r.Hidden, Archived: r.Archived,
	}
}

func (r *tournamentRow) settings() (s tournament.Settings, err error) {
	err = jsoncolumn.Parse(inNewForms(r.Settings), &s, r.TableName(), r.Slug)
	return s, err
}

type playerRow struct {
	TournamentID                int `gorm:"primaryKey;autoIncrement:false"`
	ID                          int `gorm:"primaryKey;autoIncrement:false"`
	Family, Given               string
	Rank, Grade                 int
	LastRank                    int
	Rating                      *int
	RatingOrigin, Country, Club string
	EGD, FFG, AGA               string
	FFGStatus, AGAExpiry        string
	Status                      int
	Absent                      int64
	HalfByes                    int64
	Expected                    int64
	StartCorrection             int
	Tags                        *string
	Born                        int
	Notes, Contact              string
	Mail                        string
	Since, Agreed               *time.Time
	Hiding                      string
	Forgotten                   bool
	FeeClass                    string
	FeeOwn                      bool
	FeeSum                      int
	FeeReason                   string
	FeePaid                     int
	PaidOn                      *time.Time
}

func (playerRow) TableName() string { return "players" }

func playerRowOf(tournamentID int, p *tournament.Player) playerRow {
	row := playerRow{
		TournamentID: tournamentID, ID: int(p.ID), Family: p.Family, Given: p.Given,
		Rank: int(p.Rank), Grade: int(p.Grade), LastRank: int(p.LastRank), RatingOrigin: p.RatingOrigin,
		Country: p.Country, Club: p.Club, EGD: p.EGD, FFG: p.FFG, AGA: p.AGA,
		FFGStatus: p.FFGStatus, AGAExpiry: p.AGAExpiry, Status: int(p.Status),
		Absent: int64(p.Absent), HalfByes: int64(p.HalfByes), Expected: int64(p.Expected), // rounds end at 60: the sign is free
		StartCorrection: p.StartCorrection, Born: p.Born, Notes: p.Notes, Contact: p.Contact,
		Mail: p.Mail, Since: timeColumn(p.Since), Agreed: timeColumn(p.Agreed), Hiding: string(p.Hiding), Forgotten: p.Forgotten,
		FeeClass: p.Fee.Class, FeeOwn: p.Fee.Own, FeeSum: int(p.Fee.Sum), FeeReason: p.Fee.Reason,
		FeePaid: int(p.Fee.Paid), PaidOn: timeColumn(p.Fee.PaidOn),
	}
	if p.Tags != nil {
		tags, _ := jsoncolumn.Format(p.Tags) // texts can always be written
		row.Tags = &tags
	}
	if p.Rating.Stated() {
		row.Rating = new(p.Rating.Points())
	}
	return row
}

func (r *playerRow) player(slug string) (tournament.Player, error) {
	p := tournament.Player{
		ID: tournament.PlayerID(r.ID), Family: r.Family, Given: r.Given,
		Rank: rank.Rank(r.Rank), Grade: rank.Rank(r.Grade), LastRank: rank.Rank(r.LastRank), RatingOrigin: r.RatingOrigin,
		Country: r.Country, Club: r.Club, EGD: r.EGD, FFG: r.FFG, AGA: r.AGA,
		FFGStatus: r.FFGStatus, AGAExpiry: r.AGAExpiry, Status: tournament.Status(r.Status),
		Absent: tournament.Rounds(r.Absent), HalfByes: tournament.Rounds(r.HalfByes), Expected: tournament.Rounds(r.Expected),
		StartCorrection: r.StartCorrection, Born: r.Born, Notes: r.Notes, Contact: r.Contact,
		Mail: r.Mail, Since: loadedTime(r.Since), Agreed: loadedTime(r.Agreed), Hiding: consent.Hiding(r.Hiding), Forgotten: r.Forgotten,
		Fee: tournament.Fee{
			Class: r.FeeClass, Own: r.FeeOwn, Sum: tournament.Money(r.FeeSum), Reason: r.FeeReason,
			Paid: tournament.Money(r.FeePaid), PaidOn: loadedTime(r.PaidOn),
		},
	}
	if r.Rating != nil {
		p.Rating = rank.Points(*r.Rating)
	}
	if r.Tags == nil {
		return p, nil
	}
	var tags []string
	err := jsoncolumn.Parse(*r.Tags, &tags, r.TableName(), fmt.Sprintf("%s/%d", slug, r.ID))
	p.Tags = tags
	return p, err
}

type roundRow struct {
	TournamentID            int `gorm:"primaryKey;autoIncrement:false"`
	Number                  int `gorm:"primaryKey;autoIncrement:false"`
	Published               bool
	Starts                  *time.Time
	Seed                    int64
	Total, Inputs, MadeFrom string
	Bye                     int
	Program                 string
}

func (roundRow) TableName() string { return "rounds" }

func roundRowOf(tournamentID int, r *tournament.Round) roundRow {
	return roundRow{
		TournamentID: tournamentID, Number: r.Number, Published: r.Published, Starts: timeColumn(r.Start),
		Seed:  int64(r.Drawn.Seed), // the same bits; SQL has no unsigned numbers
		Total: r.Drawn.Total, Inputs: r.Drawn.Inputs, MadeFrom: r.Drawn.MadeFrom, Bye: int(r.Drawn.Bye), Program: r.Drawn.Program,
	}
}

func (r *roundRow) round() tournament.Round {
	return tournament.Round{
		Number: r.Number, Published: r.Published, Start: loadedTime(r.Starts),
		Drawn: tournament.Drawn{
			Seed: uint64(r.Seed), Total: r.Total, Inputs: r.Inputs, MadeFrom: r.MadeFrom,
			Bye: tournament.PlayerID(r.Bye), Program: r.Program,
		},
	}
}

type gameRow struct {
	TournamentID                     int `gorm:"primaryKey;autoIncrement:false"`
	ID                               int `gorm:"primaryKey;autoIncrement:false"`
	Round                            int
	TableNumber                      int
	Black, White                     int
	Handicap                         int
	Komi                             int
	ByHand                           bool
	Locked                           bool
	ColoursOpen                      bool
	GoesOn                           int
	Result                           string
	Revision                         int
	EnteredBy                        string
	EnteredAt                        *time.Time
	Desk                             string
	ConfirmedBy                      string
	CorrectedAt                      *time.Time
	Disputed                         string
	DisputedBy                       string
	DisputedAt                       *time.Time
	DisputedDesk                     string
	Record, Dead                     string
	Settling, Pencil, Choosing, Live string // JSON, "" for none
	Accepted                         string
	AcceptedBy                       string
	AcceptedAt                       *time.Time
}

func (gameRow) TableName() string { return "games" }

func gameRowOf(tournamentID int, g *tournament.Game) gameRow {
	return gameRow{
		TournamentID: tournamentID, ID: g.ID, Round: g.Round, TableNumber: g.Table,
		Black: int(g.Black), White: int(g.White), Handicap: g.Handicap, Komi: int(g.Komi),
		ByHand: g.ByHand, Locked: g.Locked, ColoursOpen: g.ColoursOpen, GoesOn: int(g.Advancing), Result: g.Result.String(),
		Revision: g.Revision, EnteredBy: g.EnteredBy, EnteredAt: timeColumn(g.EnteredAt), CorrectedAt: timeColumn(g.Corrected), Desk: g.Desk,
		ConfirmedBy: g.ConfirmedBy,
		Disputed:    g.Dispute.Result.String(), DisputedBy: g.Dispute.By, DisputedAt: timeColumn(g.Dispute.At),
		DisputedDesk: g.Dispute.Desk,
		Record:       g.Record, Dead: g.Dead, Settling: jsonColumn(g.Settling), Pencil: jsonColumn(g.Pencil), Choosing: jsonColumn(g.Choosing), Live: jsonColumn(g.Live),
		Accepted: g.Accepted.Of, AcceptedBy: g.Accepted.By, AcceptedAt: timeColumn(g.Accepted.At),
	}
}

func (r *gameRow) game() (tournament.Game, error) {
	result, err := tournament.ParseResult(r.Result)
	if err != nil {
		return tournament.Game{}, err
	}
	var settling tournament.Settling
	var pencil gamerecord.Pencil
	var choosing handicap.Choosing
	var live tournament.LiveGame
	for _, column := range []struct {
		text string
		into any
	}{{r.Settling, &settling}, {r.Pencil, &pencil}, {r.Choosing, &choosing}, {r.Live, &live}} {
		if column.text == "" {
			continue
		}
		if err := jsoncolumn.Parse(inNewForms(column.text), column.into, "games", strconv.Itoa(r.ID)); err != nil {
			return tournament.Game{}, err
		}
	}
	disputed, err := tournament.ParseResult(r.Disputed)
	return tournament.Game{
		ID: r.ID, Round: r.Round, Table: r.TableNumber,
		Black: tournament.PlayerID(r.Black), White: tournament.PlayerID(r.White),
		Handicap: r.Handicap, Komi: handicap.Komi(r.Komi),
		ByHand: r.ByHand, Locked: r.Locked, ColoursOpen: r.ColoursOpen, Advancing: tournament.PlayerID(r.GoesOn), Result: result,
		Revision: r.Revision, EnteredBy: r.EnteredBy, EnteredAt: loadedTime(r.EnteredAt), Corrected: loadedTime(r.CorrectedAt), Desk: r.Desk,
		ConfirmedBy: r.ConfirmedBy,
		Dispute:     tournament.Dispute{Result: disputed, By: r.DisputedBy, At: loadedTime(r.DisputedAt), Desk: r.DisputedDesk},
		Record:      r.Record, Dead: r.Dead, Settling: settling, Pencil: pencil, Choosing: choosing, Live: live,
		Accepted: tournament.Acceptance{Of: r.Accepted, By: r.AcceptedBy, At: loadedTime(r.AcceptedAt)},
	}, err
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

type byeRow struct {
	TournamentID int `gorm:"primaryKey;autoIncrement:false"`
	Round        int `gorm:"primaryKey;autoIncrement:false"`
	Player       int `gorm:"primaryKey;autoIncrement:false"`
}

func (byeRow) TableName() string { return "byes" }

// jsonColumn writes a value of numbers, texts and times, "" for the zero value.
func jsonColumn[T comparable](value T) string {
	if value == *new(T) {
		return ""
	}
	text, _ := jsoncolumn.Format(value) // such values can always be written
	return text
}

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
		normaliseTimes(&p.Since, &p.Agreed, &p.Fee.PaidOn)
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
			normaliseTimes(&g.EnteredAt, &g.Corrected, &g.Dispute.At, &g.Accepted.At)
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
