package store

import (
	"context"
	"time"

	"gorm.io/gorm"
)

// A Site is a tournament of this computer whose pages are files in a local folder or at a web space.
type Site struct {
	// Number is the tournament's number in the data file; Slug, Name and Version are the tournament's.
	Number     int
	Slug, Name string
	Version    int
	// Address, Login, Secret, Key and HostKey are the fields of a webspace.Place.
	Address, Login, Secret, Key, HostKey string
	// Language is the language of the first page. Public is the public address of the pages, "" if it is not set.
	Language, Public string
	// Origin is the name of the pages there: the same for the same tournament, also on another computer.
	Origin string
	// Sender is the installation that sends them, see publishing.Sender.
	Sender string
	// Sent is the version at the place, 0 until the place has accepted Sender.
	Sent int
	// Failing is the time of the first failed transfer, zero after a success.
	Failing time.Time
}

type siteRow struct {
	TournamentID           int `gorm:"primaryKey;autoIncrement:false"`
	Address, Login, Secret string
	PrivateKey, HostKey    string
	Language, Public       string
	Origin                 string
	Sent                   int
	Failing                *time.Time
	Sender                 string
}

func (siteRow) TableName() string { return "sites" }

// Sites returns the tournaments with pages at a place, in the order of their creation.
func Sites(ctx context.Context, s *Store) ([]Site, error) {
	return findSites(s.reader.WithContext(ctx))
}

// SiteOf returns the place of the pages of a tournament, and whether there is one.
func SiteOf(ctx context.Context, s *Store, slug string) (Site, bool, error) {
	all, err := findSites(s.reader.WithContext(ctx).Where("slug = ?", slug))
	if err != nil || len(all) == 0 {
		return Site{}, false, err
	}
	return all[0], true, nil
}

func findSites(db *gorm.DB) ([]Site, error) {
	return findSent(db, func(r sentRow[siteRow]) Site {
		return Site{
			Number: r.Row.TournamentID, Slug: r.Slug, Name: r.Name, Version: r.Version, Address: r.Row.Address, Login: r.Row.Login, Secret: r.Row.Secret,
			Key: r.Row.PrivateKey, HostKey: r.Row.HostKey, Language: r.Row.Language, Public: r.Row.Public, Origin: r.Row.Origin, Sent: r.Row.Sent,
			Failing: loadedTime(r.Row.Failing), Sender: r.Row.Sender,
		}
	})
}

// KeepSite stores the place of the pages of a tournament in place of the former one. Faults: "tournament.missing" and,
// for a tournament that runs on another computer, "tournament.elsewhere".
func (tx *Tx) KeepSite(slug string, s Site) error {
	id, err := findRunHere(tx.db, slug)
	if err != nil {
		return err
	}
	return upsert(tx.db, []siteRow{{
		TournamentID: id, Address: s.Address, Login: s.Login, Secret: s.Secret, PrivateKey: s.Key, HostKey: s.HostKey,
		Language: s.Language, Public: s.Public, Origin: s.Origin, Sent: s.Sent, Failing: timeColumn(s.Failing),
		Sender: s.Sender,
	}})
}

// DropSite deletes the place of the pages of a tournament; without one it does nothing.
func (tx *Tx) DropSite(slug string) error {
	of := tx.db.Where("tournament_id in (select id from tournaments where slug = ? and deleted is null)", slug)
	return wrap("forget a site", of.Delete(&siteRow{}).Error)
}

// NoteSite stores the progress of a site that was read as was, unless a user has restarted it since. It stores the host
// key of the server if none is stored.
func (tx *Tx) NoteSite(was, now Site) error {
	row := func() *gorm.DB {
		return tx.db.Model(&siteRow{}).Where("tournament_id = ? and address = ?", was.Number, was.Address)
	}
	err := row().Where("sender = ? and sent = ?", was.Sender, was.Sent).Select("sent", "failing").
		Updates(&siteRow{Sent: now.Sent, Failing: timeColumn(now.Failing)}).Error
	if err == nil && now.HostKey != "" {
		err = row().Where("host_key = ''").Update("host_key", now.HostKey).Error
	}
	return wrap("note a site", err)
}
