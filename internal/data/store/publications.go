package store

import (
	"context"
	"errors"
	"slices"
	"time"

	"gorm.io/gorm"

	"tourney/internal/data/store/jsoncolumn"
	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// A Publication is a tournament of this computer that is published at a hub.
type Publication struct {
	// Number is the tournament's number in the data file; Slug, Name and Version are the tournament's.
	Number     int
	Slug, Name string
	Version    int
	// Hub is the address of the hub, Token the hub's token, Origin the name of the publication there.
	Hub, Token, Origin string
	// Stamp is the stamp of the last state sent, see package publication.
	Stamp int64
	// Sent is the version at the hub, 0 before the first, and once another installation sends it. Address is the
	// address of its pages.
	Sent    int
	Address string
	// Failing is the time of the first failed sending, zero after a success.
	Failing time.Time
	// Sender is the installation that sends it, see publishing.Sender, "" for any. Claim is set until the hub has
	// accepted this Sender.
	Sender string
	Claim  bool
	// Ended is set after publishing ends: the origin stays, so that a later publication is the same one.
	Ended bool
}

type publicationRow struct {
	TournamentID       int `gorm:"primaryKey;autoIncrement:false"`
	Hub, Token, Origin string
	Stamp              int64
	Sent               int
	Address            string
	Failing            *time.Time
	Sender             string
	Claim, Ended       bool
}

func (publicationRow) TableName() string { return "publications" }

// Publications returns the tournaments that are published or still have an address at a hub, in the order of their
// creation.
func Publications(ctx context.Context, s *Store) ([]Publication, error) {
	return findPublications(s.reader.WithContext(ctx).Where("not ended or publications.address <> ''"))
}

// PublicationOf returns the present or last publication of a tournament, and whether there ever was one.
func PublicationOf(ctx context.Context, s *Store, slug string) (Publication, bool, error) {
	all, err := findPublications(s.reader.WithContext(ctx).Where("slug = ?", slug))
	if err != nil || len(all) == 0 {
		return Publication{}, false, err
	}
	return all[0], true, nil
}

func findPublications(db *gorm.DB) ([]Publication, error) {
	return findSent(db, func(r sentRow[publicationRow]) Publication {
		return Publication{
			Number: r.Row.TournamentID, Slug: r.Slug, Name: r.Name, Version: r.Version, Hub: r.Row.Hub, Token: r.Row.Token, Origin: r.Row.Origin,
			Stamp: r.Row.Stamp, Sent: r.Row.Sent, Address: r.Row.Address, Failing: loadedTime(r.Row.Failing),
			Sender: r.Row.Sender, Claim: r.Row.Claim, Ended: r.Row.Ended,
		}
	})
}

// Publish stores a publication in place of the former one. Faults: "tournament.missing" and, for a tournament that runs
// on another computer, "tournament.elsewhere".
func (tx *Tx) Publish(slug string, p Publication) error {
	id, err := findRunHere(tx.db, slug)
	if err != nil {
		return err
	}
	return upsert(tx.db, []publicationRow{{
		TournamentID: id, Hub: p.Hub, Token: p.Token, Origin: p.Origin, Stamp: p.Stamp, Sent: p.Sent, Address: p.Address,
		Failing: timeColumn(p.Failing), Sender: p.Sender, Claim: p.Claim, Ended: p.Ended,
	}})
}

// NotePublication stores the progress of a publication that was read as was. It stores nothing if a later state is
// stored or a user has restarted the publication since.
func (tx *Tx) NotePublication(was, now Publication) error {
	unchanged := tx.db.Model(&publicationRow{}).Where("origin = ? and stamp <= ? and ended = ?", was.Origin, now.Stamp, was.Ended).
		Where("hub = ? and token = ? and claim = ?", was.Hub, was.Token, was.Claim)
	return wrap("note a publication", unchanged.Select("stamp", "sent", "address", "failing", "claim", "ended").
		Updates(&publicationRow{Stamp: now.Stamp, Sent: now.Sent, Address: now.Address, Failing: timeColumn(now.Failing), Claim: now.Claim, Ended: now.Ended}).Error)
}

// A Mirror is a tournament that runs on another computer and is published here.
type Mirror struct {
	Number int
	Slug   string
	// Organisation is the organisation of the sender's token.
	Organisation int
	// Stamp is the stamp of the stored state, Sender the installation that sends it.
	Stamp  int64
	Sender string
	// Deleted is set if it was deleted here.
	Deleted bool
}

type mirrorRow struct {
	ID, OrganisationID int
	Slug, Sender       string
	Stamp              int64
	Deleted            *time.Time
}

func (mirrorRow) TableName() string { return "tournaments" }

// FindMirror returns the tournament of a publication, and whether it exists.
func (tx *Tx) FindMirror(origin string) (Mirror, bool, error) { return findMirror(tx.db, origin) }

// MirrorOf is FindMirror outside a transaction.
func MirrorOf(ctx context.Context, s *Store, origin string) (Mirror, bool, error) {
	return findMirror(s.reader.WithContext(ctx), origin)
}

func findMirror(db *gorm.DB, origin string) (Mirror, bool, error) {
	var row mirrorRow
	ok, err := take(db.Where("origin = ?", origin), &row)
	m := Mirror{Number: row.ID, Slug: row.Slug, Organisation: row.OrganisationID, Stamp: row.Stamp, Sender: row.Sender, Deleted: row.Deleted != nil}
	return m, ok, wrap("find a publication", err)
}

// Stamped is the data sent with a state besides the tournament.
type Stamped struct {
	Stamp  int64
	Sender string
	// Links are the hashes of the links on slips by the numbers of their games.
	Links map[int]string
}

// Receive stores the state of a tournament that runs on another computer. now has its version, its origin, and at least
// those texts that are not stored yet; was is the zero Tournament at first. Nothing of earlier states stays, neither a
// log nor texts that now does not name. It returns the changes.
func (tx *Tx) Receive(was *tournament.Tournament, now tournament.Whole, s Stamped) ([]tournament.Change, error) {
	links, err := jsoncolumn.Format(s.Links)
	if err != nil {
		return nil, err
	}
	normalise(now.Tournament, was)
	changes := was.Diff(now.Tournament)
	id, err := tx.saveTournament(was, now.Tournament)
	if err != nil {
		return nil, err
	}
	for _, step := range []func() error{
		func() error { return tx.saveChanges(id, changes) },
		func() error { return tx.saveDay(id, changes) },
		func() error { return tx.saveRecords(id, now.Records) },
		func() error { return tx.savePictures(id, now.Pictures) },
		func() error { return keepHashed[recordRow](tx.db, id, now.RecordHashes()) },
		func() error { return keepHashed[pictureRow](tx.db, id, now.PictureHashes()) },
		func() error {
			return tx.db.Where("tournament_id = ? and live not in ?", id, append(now.LiveIDs(), 0)).Delete(&liveStepRow{}).Error
		},
		func() error {
			return tx.db.Model(&mirrorRow{}).Where("id = ?", id).Updates(map[string]any{"stamp": s.Stamp, "links": links, "sender": s.Sender}).Error
		},
	} {
		if err := step(); err != nil {
			return nil, wrap("keep a publication", err)
		}
	}
	return changes, nil
}

// keepHashed deletes the texts or pictures of a tournament whose hashes are not given. All given hashes must exist.
func keepHashed[R any](db *gorm.DB, id int, hashes []string) error {
	var kept []string
	if err := db.Model(new(R)).Where("tournament_id = ?", id).Pluck("hash", &kept).Error; err != nil {
		return err
	}
	for _, hash := range hashes {
		if !slices.Contains(kept, hash) { // another state has dropped it since the caller looked for it
			return fault.New(fault.Unavailable, "publication.changed")
		}
	}
	return deleteHashed[R](db, id, slices.DeleteFunc(kept, func(hash string) bool { return slices.Contains(hashes, hash) }))
}

// A Withdrawn is a publication that was removed from this hub.
type Withdrawn struct {
	// Sender is the installation that removed it, "" if it was deleted here; Stamp is the stamp of its request.
	Sender string
	Stamp  int64
}

type withdrawnRow struct {
	Origin    string `gorm:"primaryKey"`
	Withdrawn `gorm:"embedded"`
}

func (withdrawnRow) TableName() string { return "withdrawn" }

// FindWithdrawn returns the removal of a publication, and whether it was removed.
func (tx *Tx) FindWithdrawn(origin string) (Withdrawn, bool, error) {
	var row withdrawnRow
	found, err := take(tx.db.Where("origin = ?", origin), &row)
	return row.Withdrawn, found, wrap("find a publication", err)
}

// KeepWithdrawn records that a publication is removed.
func (tx *Tx) KeepWithdrawn(origin string, w Withdrawn) error {
	return wrap("note a publication", upsert(tx.db, []withdrawnRow{{origin, w}}))
}

// DropWithdrawn deletes that record: the publication is shown again.
func (tx *Tx) DropWithdrawn(origin string) error {
	return wrap("note a publication", tx.db.Where("origin = ?", origin).Delete(&withdrawnRow{}).Error)
}

// Withdraw deletes a tournament that runs on another computer, with all of its rows.
func (tx *Tx) Withdraw(m Mirror) error {
	return errors.Join(
		wrap("delete a publication", tx.db.Model(&tournamentRow{}).Where("id = ?", m.Number).Update("deleted", storedTime(time.Unix(0, 0))).Error),
		tx.Catalogue().Drop(m.Number),
	)
}

// LinkHash returns the hash of the link on the slip of a game of a tournament that runs elsewhere, "" without a link.
func LinkHash(ctx context.Context, s *Store, slug string, game int) (string, error) {
	var row struct{ Links string }
	ok, err := take(s.reader.WithContext(ctx).Table("tournaments").Select("links").Where("slug = ? and deleted is null", slug), &row)
	if err != nil || !ok || row.Links == "" {
		return "", wrap("find a link", err)
	}
	links := map[int]string{}
	err = jsoncolumn.Parse(row.Links, &links, "tournaments", slug)
	return links[game], err
}

// A PlayerReport is a result reported by a player through a link of a tournament that runs on another computer.
type PlayerReport struct {
	// Key is unique for ever, also after a restore of the data.
	Key  string
	Game int
	Body string
	At   time.Time
	// Refused is the reason of the other computer for refusing it, "" while it is pending.
	Refused string
}

type reportRow struct {
	ID           int64
	TournamentID int
	PlayerReport `gorm:"embedded"`
}

func (reportRow) TableName() string { return "reports" }

// MostReports limits the pending reports of one game.
const MostReports = 20

// AddReport stores a pending report in place of the refused ones of its game. Above MostReports it returns
// "publication.reports".
func (tx *Tx) AddReport(slug string, r PlayerReport) error {
	row, err := findRow(tx.db.Select("id"), slug)
	if err != nil {
		return err
	}
	waiting, err := countReports(tx.db.Where("tournament_id = ? and game = ?", row.ID, r.Game))
	switch {
	case err != nil:
		return err
	case waiting >= MostReports:
		return fault.New(fault.TooMany, "publication.reports")
	}
	r.At = storedTime(r.At)
	dropped := tx.db.Where("tournament_id = ? and game = ? and refused <> ''", row.ID, r.Game).Delete(&reportRow{}).Error
	return wrap("keep a report", errors.Join(dropped, tx.db.Create(&reportRow{TournamentID: row.ID, PlayerReport: r}).Error))
}

// RefuseReport stores the reason for refusing a report of a tournament, and its new body.
func (tx *Tx) RefuseReport(number int, r PlayerReport) error {
	of := tx.db.Model(&reportRow{}).Where("tournament_id = ? and key = ?", number, r.Key)
	return wrap("refuse a report", of.Updates(map[string]any{"body": r.Body, "refused": r.Refused}).Error)
}

// Reports returns the pending reports of a tournament, the oldest first, at most 200.
func Reports(ctx context.Context, s *Store, number int) (all []PlayerReport, err error) {
	const most = 200
	waiting := s.reader.WithContext(ctx).Model(&reportRow{}).Where("tournament_id = ? and refused = ''", number)
	err = waiting.Order("id").Limit(most).Find(&all).Error
	return all, wrap("find reports", err)
}

// LastReport returns the last pending report of a game, else the last refused one, and whether there is any.
func LastReport(ctx context.Context, s *Store, number, game int) (PlayerReport, bool, error) {
	var last reportRow
	found, err := take(s.reader.WithContext(ctx).Where("tournament_id = ? and game = ?", number, game).Order("refused <> '', id desc"), &last)
	return last.PlayerReport, found, wrap("find reports", err)
}

func countReports(of *gorm.DB) (int, error) {
	var n int64
	err := of.Model(&reportRow{}).Where("refused = ''").Count(&n).Error
	return int(n), wrap("count reports", err)
}

// DropReports deletes pending reports of a tournament that were accepted, and returns the number of the rest.
func (tx *Tx) DropReports(number int, keys []string) (left int, err error) {
	err = tx.db.Where("tournament_id = ? and key in ? and refused = ''", number, keys).Delete(&reportRow{}).Error
	if err == nil {
		left, err = countReports(tx.db.Where("tournament_id = ?", number))
	}
	return left, wrap("forget reports", err)
}
