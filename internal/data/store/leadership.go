package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"tourney/internal/data/database"
	"tourney/internal/data/store/jsoncolumn"
	"tourney/internal/fault"
)

// A Leadership records which computer is the leader: it alone writes to the data. Of two the later one counts, see
// Before.
type Leadership struct {
	// Epoch is the number of take-overs, Holder the installation that took over last, see publishing.Installation; ""
	// before the first time. Name and Address belong to its computer, At is the time of the take-over.
	Epoch         int
	Holder        string
	Name, Address string
	At            time.Time
	// Yielded is set in data that another computer has taken over. They are read-only.
	Yielded bool
}

// Before reports whether another leadership began later. Of two with the same epoch, as when two computers take over at
// once, the holder decides, the same way everywhere.
func (r Leadership) Before(other Leadership) bool {
	return cmp.Or(cmp.Compare(r.Epoch, other.Epoch), cmp.Compare(r.Holder, other.Holder)) < 0
}

type leadershipRow struct {
	ID            int `gorm:"primaryKey;autoIncrement:false"`
	Epoch         int
	Holder        string
	Name, Address string
	At            time.Time
	Yielded       bool
}

func (leadershipRow) TableName() string { return "reigns" }

// Leadership returns the present leadership.
func (s *Store) Leadership() Leadership { return s.leadership.Load().Leadership }

// Yielded returns the channel that is closed once another computer has taken over.
func (s *Store) Yielded() <-chan struct{} { return s.leadership.Load().yielded }

// currentLeadership is the present leadership. yielded is closed if another computer has taken over.
type currentLeadership struct {
	Leadership
	yielded chan struct{}
}

// setLeadership replaces the present leadership in memory.
func (s *Store) setLeadership(r Leadership) {
	was, now := s.leadership.Load(), &currentLeadership{r, make(chan struct{})}
	if was != nil && (r.Yielded || !was.Yielded) {
		now.yielded = was.yielded
	}
	s.leadership.Store(now)
	if r.Yielded && (was == nil || !was.Yielded) {
		close(now.yielded)
	}
}

// readLeadership loads the leadership.
func readLeadership(ctx context.Context, s *Store) error {
	var row leadershipRow
	_, err := take(s.reader.WithContext(ctx), &row)
	s.setLeadership(Leadership{row.Epoch, row.Holder, row.Name, row.Address, row.At.UTC(), row.Yielded})
	return wrap("read who writes", err)
}

// Refusal returns "standby.yielded" once another computer has taken over, nil before.
func (s *Store) Refusal() error {
	if r := s.Leadership(); r.Yielded {
		return fault.New(fault.Conflict, "standby.yielded", r.Name, fault.Moment(r.At), cmp.Or(r.Address, r.Name))
	}
	return nil
}

// Yield records that another computer has taken over, or its new address, unless the stored leadership is later. Writes
// are refused after it.
func Yield(ctx context.Context, s *Store, to Leadership) error {
	to.Yielded = true
	return begin(ctx, s, to, nil)
}

// fromThere is the condition for rows whose sender is the installation in the data, see publishing.Remember.
const fromThere = "not exists (select 1 from secrets where name = 'installation' and value not like '%\"name\":\"' || sender || '\"%')"

// TakeOver begins the leadership of this computer: it becomes the leader. It also takes over sending the publications,
// the pages at web spaces, the webhooks and the push messages, but not folders of the old leader. A third installation, with a copy of the
// data, keeps sending its own, unless it was the leader that is lost. f may write more in the same transaction; it may
// be nil.
func TakeOver(ctx context.Context, s *Store, r Leadership, f func(tx *Tx) error) error {
	is := s.Leadership()
	lost := is.Yielded && is.Holder != r.Holder
	r.Yielded = false
	return begin(ctx, s, r, func(tx *Tx) error {
		published := tx.db.Model(&publicationRow{}).Where("(not ended or address <> '') and (claim or sent > 0 or ?) and "+fromThere, lost)
		err := errors.Join(published.Updates(map[string]any{"claim": true, "sender": r.Holder}).Error,
			tx.db.Model(&siteRow{}).Where("address like '%://%' and "+fromThere).Updates(map[string]any{"sender": r.Holder, "sent": 0}).Error,
			tx.db.Model(&webhookRow{}).Where(fromThere).Update("sender", r.Holder).Error,
			tx.db.Model(&pushRow{}).Where(fromThere).Update("sender", r.Holder).Error)
		if err != nil || f == nil {
			return wrap("claim what is sent", err)
		}
		return f(tx)
	})
}

// begin stores a leadership if it is later than the stored one.
func begin(ctx context.Context, s *Store, r Leadership, f func(tx *Tx) error) error {
	row := leadershipRow{1, r.Epoch, r.Holder, r.Name, r.Address, storedTime(r.At), r.Yielded}
	begins := false
	return wrap("note who writes", s.file.Tx(ctx, database.Write{
		Do: func(db *gorm.DB) error {
			is := s.Leadership()
			moved := is.Yielded && r.Yielded && is.Epoch == r.Epoch && is.Holder == r.Holder && is.Address != r.Address
			if begins = is.Before(r) || moved; !begins {
				return nil
			}
			if err := upsert(db, []leadershipRow{row}); err != nil || f == nil {
				return err
			}
			return f(&Tx{db: db})
		},
		Done: func(err error) {
			if begins && err == nil {
				s.setLeadership(r)
			}
		},
	}))
}

// A Follower is a present or former follower of the data: its installation, its name and its addresses.
type Follower struct {
	ID, Name  string
	Addresses []string
}

type followerRow struct {
	ID              string `gorm:"primaryKey"`
	Name, Addresses string
}

func (followerRow) TableName() string { return "partners" }

// MostFollowers limits the number of followers.
const MostFollowers = 8

// Followers returns all followers.
func Followers(ctx context.Context, s *Store) ([]Follower, error) {
	var rows []followerRow
	if err := s.reader.WithContext(ctx).Order("name, id").Find(&rows).Error; err != nil {
		return nil, fmt.Errorf("find partners: %w", err)
	}
	all := make([]Follower, len(rows))
	for i, r := range rows {
		all[i] = Follower{ID: r.ID, Name: r.Name}
		if err := jsoncolumn.Parse(r.Addresses, &all[i].Addresses, "partners", r.ID); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// SaveFollower stores a follower in place of its former row: "standby.many" beyond MostFollowers.
func (tx *Tx) SaveFollower(p Follower) error {
	var ids []string
	if err := tx.db.Model(&followerRow{}).Order("id").Pluck("id", &ids).Error; err != nil {
		return fmt.Errorf("count partners: %w", err)
	}
	if len(ids) >= MostFollowers && !slices.Contains(ids, p.ID) {
		return fault.New(fault.Conflict, "standby.many", MostFollowers)
	}
	addresses, err := jsoncolumn.Format(p.Addresses)
	if err != nil {
		return err
	}
	return wrap("keep a partner", tx.db.Clauses(clause.OnConflict{UpdateAll: true}).Create(&followerRow{p.ID, p.Name, addresses}).Error)
}

// DeleteFollower deletes a follower.
func (tx *Tx) DeleteFollower(id string) error {
	return wrap("forget a partner", tx.db.Where("id = ?", id).Delete(&followerRow{}).Error)
}
