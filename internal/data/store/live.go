package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gorm.io/gorm"

	"tourney/internal/fault"
	"tourney/internal/rules"
	"tourney/internal/rules/live"
)

// A liveStepRow is a step of a live game. Rows are only added.
type liveStepRow struct {
	TournamentID    int `gorm:"primaryKey;autoIncrement:false"`
	Live            int `gorm:"primaryKey;autoIncrement:false"`
	Number          int `gorm:"primaryKey;autoIncrement:false"`
	Kind            string
	Player          int
	Point, TimeLeft string
	Ends            bool
	At              time.Time
	Once            *string
}

func (liveStepRow) TableName() string { return "live_steps" }

func liveStepRowOf(tournamentID, id int, s live.Step) liveStepRow {
	row := liveStepRow{
		TournamentID: tournamentID, Live: id, Number: s.Number, Kind: string(s.Kind), Player: int(s.Player),
		TimeLeft: s.Left.String(), Ends: s.Ends, At: storedTime(s.At), Once: nonZero(s.Once),
	}
	if s.Kind == live.Move {
		row.Point = s.Point.SGF()
	}
	return row
}

func (r *liveStepRow) step() (s live.Step, err error) {
	s = live.Step{
		Number: r.Number, Kind: live.Kind(r.Kind), Player: rules.Color(r.Player), Ends: r.Ends, At: r.At.UTC(), Once: orZero(r.Once),
	}
	s.Point, _ = rules.ParsePoint(r.Point) // only a move has one
	s.Left, err = live.ParseClock(r.TimeLeft)
	return s, err
}

// saveLive stores steps of live games, except those already stored.
func (tx *Tx) saveLive(id int, games map[int][]live.Step) error {
	var rows []liveStepRow
	for game, steps := range games {
		for _, s := range steps {
			rows = append(rows, liveStepRowOf(id, game, s))
		}
	}
	return wrap("save live games", insertNew(tx.db, rows))
}

// ReceiveLive stores steps of live games of a tournament that runs on another computer. Games listed in the last
// argument lose their former steps first.
func (tx *Tx) ReceiveLive(m Mirror, games map[int][]live.Step, anew []int) error {
	err := tx.db.Where("tournament_id = ? and live in ?", m.Number, anew).Delete(&liveStepRow{}).Error
	return errors.Join(wrap("drop live games", err), tx.saveLive(m.Number, games))
}

// AddLiveStep stores the next step of a live game. Fault: "live.moved" if another step has its number or its key.
func (tx *Tx) AddLiveStep(slug string, id int, s live.Step) error {
	t, err := findRow(tx.db.Select("id"), slug)
	if err != nil {
		return err
	}
	row := liveStepRowOf(t.ID, id, s)
	err = tx.db.Create(&row).Error
	if errors.Is(err, gorm.ErrDuplicatedKey) {
		return fault.New(fault.Conflict, "live.moved")
	}
	return wrap("save a live step", err)
}

// LiveSteps returns the steps of live games of a tournament by their numbers, without games that have none.
func (s *Store) LiveSteps(ctx context.Context, slug string, ids ...int) (map[int][]live.Step, error) {
	return liveSteps(s.reader.WithContext(ctx), slug, ids)
}

// LiveSteps is Store.LiveSteps within the transaction.
func (tx *Tx) LiveSteps(slug string, ids ...int) (map[int][]live.Step, error) {
	return liveSteps(tx.db, slug, ids)
}

func liveSteps(db *gorm.DB, slug string, ids []int) (map[int][]live.Step, error) {
	var rows []liveStepRow
	err := db.Where("tournament_id = (select id from tournaments where slug = ?) and live in ?", slug, ids).
		Order("live, number").Find(&rows).Error
	if err != nil {
		return nil, fmt.Errorf("load live steps: %w", err)
	}
	var games map[int][]live.Step
	for i := range rows {
		step, err := rows[i].step()
		if err != nil {
			return nil, fmt.Errorf("load live step %d of %d: %w", rows[i].Number, rows[i].Live, err)
		}
		if games == nil {
			games = map[int][]live.Step{}
		}
		games[rows[i].Live] = append(games[rows[i].Live], step)
	}
	return games, nil
}

// LiveTournaments returns the slugs of the tournaments with live games that have no record yet.
func (s *Store) LiveTournaments(ctx context.Context) (slugs []string, err error) {
	err = s.reader.WithContext(ctx).Raw("select distinct slug from tournaments join games on tournament_id = tournaments.id " +
		"where live order by slug").Scan(&slugs).Error
	return slugs, wrap("list live tournaments", err)
}
