package store

import (
	"context"
	"time"

	"gorm.io/gorm"
)

// A Site is a tournament of this computer whose pages are files in a folder of it, or at a web space.
type Site struct {
	// Number is that of the tournament in the data file; Slug, Name and Version are its own.
	Number     int
	Slug, Name string
	Version    int
	// Address, Login, Secret, Key and HostKey are those of a webspace.Place.
	Address, Login, Secret, Key, HostKey string
	// Language is that of the first page. Public is where readers find it, "" if nobody has said.
	Language, Public string
	// Origin is the name of the pages there: the same for the same tournament, also on another computer.
	Origin string
	// Sender is the installation that sends them, see publishing.Sender.
	Sender string
	// Sent is the version that is there, 0 until the place knows that Sender sends it from now on.
	Sent int
	// Failing is since when the place does not take the pages, zero while it does.
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

// Sites returns the tournaments whose pages are kept somewhere, those first that were created first.
func Sites(ctx context.Context, s *Store) ([]Site, error) {
	return findSites(s.reader.WithContext(ctx))
}

// SiteOf returns where the pages of a tournament are kept, and whether they are.
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

// KeepSite keeps where the pages of a tournament are kept, in place of what was, or returns "tournament.missing" or,
// for one that is run on another computer, "tournament.elsewhere".
func KeepSite(tx *Tx, slug string, s Site) error {
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

// DropSite forgets where the pages of a tournament are kept, if they are.
func DropSite(tx *Tx, slug string) error {
	of := tx.db.Where("tournament_id in (select id from tournaments where slug = ? and deleted is null)", slug)
	return during("forget a site", of.Delete(&siteRow{}).Error)
}

// NoteSite keeps how far the pages have come since a site was as given, and the key of a server that had shown none,
// unless somebody has begun it anew meanwhile.
func NoteSite(tx *Tx, was, now Site) error {
	row := func() *gorm.DB {
		return tx.db.Model(&siteRow{}).Where("tournament_id = ? and address = ?", was.Number, was.Address)
	}
	err := row().Where("sender = ? and sent = ?", was.Sender, was.Sent).Select("sent", "failing").
		Updates(&siteRow{Sent: now.Sent, Failing: timeColumn(now.Failing)}).Error
	if err == nil && now.HostKey != "" {
		err = row().Where("host_key = ''").Update("host_key", now.HostKey).Error
	}
	return during("note a site", err)
}
