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

// A Reign says which computer is the leader: it alone writes to the data. Of two the later one counts, see Before.
type Reign struct {
	// Epoch is the number of take-overs, Holder the installation that took over last, see publishing.Installation; ""
	// before the first time. Name and Address belong to its computer, At is the time of the take-over.
	Epoch         int
	Holder        string
	Name, Address string
	At            time.Time
	// Yielded is set in data that another computer has taken over. They are read-only.
	Yielded bool
}

// Before reports whether another reign began later. Of two with the same epoch, as when two computers take over at
// once, the holder decides, the same way everywhere.
func (r Reign) Before(other Reign) bool {
	return cmp.Or(cmp.Compare(r.Epoch, other.Epoch), cmp.Compare(r.Holder, other.Holder)) < 0
}

type reignRow struct {
	ID            int `gorm:"primaryKey;autoIncrement:false"`
	Epoch         int
	Holder        string
	Name, Address string
	At            time.Time
	Yielded       bool
}

func (reignRow) TableName() string { return "reigns" }

// Reign returns the present reign.
func (s *Store) Reign() Reign { return *s.reign.Load() }

// readReign loads the reign for Reign.
func readReign(ctx context.Context, s *Store) error {
	var row reignRow
	_, err := take(s.reader.WithContext(ctx), &row)
	s.reign.Store(&Reign{row.Epoch, row.Holder, row.Name, row.Address, row.At.UTC(), row.Yielded})
	return during("read who writes", err)
}

// Refusal returns "standby.yielded" once another computer has taken over, nil before.
func (s *Store) Refusal() error {
	if r := s.Reign(); r.Yielded {
		return fault.New(fault.Conflict, "standby.yielded", r.Name, fault.Moment(r.At), cmp.Or(r.Address, r.Name))
	}
	return nil
}

// Yield records that another computer has taken over, or its new address, unless the stored reign is later. Writes are
// refused after it.
func Yield(ctx context.Context, s *Store, to Reign) error {
	to.Yielded = true
	return begin(ctx, s, to, nil)
}

// fromThere is the condition for rows whose sender is the installation in the data, see publishing.Remember.
const fromThere = "not exists (select 1 from secrets where name = 'installation' and value not like '%\"name\":\"' || sender || '\"%')"

// Reigns begins a reign of this computer: it becomes the leader. It also takes over sending the publications, the pages
// at web spaces and the webhooks, but not folders of the old leader. A third installation, with a copy of the data,
// keeps sending its own, unless it was the leader that is lost. f may write more in the same transaction; it may be
// nil.
func Reigns(ctx context.Context, s *Store, r Reign, f func(tx *Tx) error) error {
	is := s.Reign()
	lost := is.Yielded && is.Holder != r.Holder
	r.Yielded = false
	return begin(ctx, s, r, func(tx *Tx) error {
		published := tx.db.Model(&publicationRow{}).Where("(not ended or address <> '') and (claim or sent > 0 or ?) and "+fromThere, lost)
		err := errors.Join(published.Updates(map[string]any{"claim": true, "sender": r.Holder}).Error,
			tx.db.Model(&siteRow{}).Where("address like '%://%' and "+fromThere).Updates(map[string]any{"sender": r.Holder, "sent": 0}).Error,
			tx.db.Model(&webhookRow{}).Where(fromThere).Update("sender", r.Holder).Error)
		if err != nil || f == nil {
			return during("claim what is sent", err)
		}
		return f(tx)
	})
}

// begin stores a reign if it is later than the stored one.
func begin(ctx context.Context, s *Store, r Reign, f func(tx *Tx) error) error {
	row := reignRow{1, r.Epoch, r.Holder, r.Name, r.Address, storedTime(r.At), r.Yielded}
	begins := false
	return during("note who writes", s.file.Tx(ctx, database.Write{
		Do: func(db *gorm.DB) error {
			is := s.Reign()
			moved := is.Yielded && r.Yielded && is.Epoch == r.Epoch && is.Holder == r.Holder && is.Address != r.Address
			if begins = is.Before(r) || moved; !begins {
				return nil
			}
			if err := upsert(db, []reignRow{row}); err != nil || f == nil {
				return err
			}
			return f(&Tx{db: db})
		},
		Done: func(err error) {
			if begins && err == nil {
				s.reign.Store(&r)
			}
		},
	}))
}

// A Partner is a present or former follower of the data: its installation, its name and its addresses.
type Partner struct {
	ID, Name  string
	Addresses []string
}

type partnerRow struct {
	ID              string `gorm:"primaryKey"`
	Name, Addresses string
}

func (partnerRow) TableName() string { return "partners" }

// MostPartners limits the number of partners.
const MostPartners = 8

// Partners returns all partners.
func Partners(ctx context.Context, s *Store) ([]Partner, error) {
	var rows []partnerRow
	if err := s.reader.WithContext(ctx).Order("name, id").Find(&rows).Error; err != nil {
		return nil, fmt.Errorf("find partners: %w", err)
	}
	all := make([]Partner, len(rows))
	for i, r := range rows {
		all[i] = Partner{ID: r.ID, Name: r.Name}
		if err := jsoncolumn.Parse(r.Addresses, &all[i].Addresses, "partners", r.ID); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// KeepPartner stores a partner in place of its former row: "standby.many" beyond MostPartners.
func (tx *Tx) KeepPartner(p Partner) error {
	var ids []string
	if err := tx.db.Model(&partnerRow{}).Order("id").Pluck("id", &ids).Error; err != nil {
		return fmt.Errorf("count partners: %w", err)
	}
	if len(ids) >= MostPartners && !slices.Contains(ids, p.ID) {
		return fault.New(fault.Conflict, "standby.many", MostPartners)
	}
	addresses, err := jsoncolumn.Format(p.Addresses)
	if err != nil {
		return err
	}
	return during("keep a partner", tx.db.Clauses(clause.OnConflict{UpdateAll: true}).Create(&partnerRow{p.ID, p.Name, addresses}).Error)
}

// DropPartner deletes a partner.
func (tx *Tx) DropPartner(id string) error {
	return during("forget a partner", tx.db.Where("id = ?", id).Delete(&partnerRow{}).Error)
}

// A Reach is the progress of a tournament: its version, and the number of steps of its live games.
type Reach struct {
	ID, Version, Steps int
	Slug, Name         string
}

// Reaches returns the progress of each tournament that is not deleted.
func Reaches(ctx context.Context, s *Store) (all []Reach, err error) {
	const query = "select id, version, (select count(*) from live_steps where tournament_id = id) as steps, slug, name from tournaments where deleted is null"
	err = s.reader.WithContext(ctx).Raw(query).Scan(&all).Error
	return all, during("find changes", err)
}
