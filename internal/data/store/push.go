package store

import (
	"context"
	"time"

	"gorm.io/gorm"

	"tourney/internal/tournament"
)

// A PushSubscription is a browser that receives the pairings of a player by Web Push.
type PushSubscription struct {
	Player tournament.PlayerID
	// Endpoint is its address at the push service; Key and Auth encrypt the messages, both in base64 (RFC 8291).
	Endpoint, Key, Auth string
	// Language is the language of the messages.
	Language string
	// Sender is the installation that sends, see publishing.Sender.
	Sender string
	// Told identifies the last sent pairing, see package push.
	Told  string
	Since time.Time
}

type pushRow struct {
	TournamentID    int                 `gorm:"primaryKey;autoIncrement:false"`
	Player          tournament.PlayerID `gorm:"primaryKey;autoIncrement:false"`
	Endpoint        string              `gorm:"primaryKey"`
	PublicKey, Auth string
	Language        string
	Sender, Told    string
	Since           time.Time
}

func (pushRow) TableName() string { return "push_subscriptions" }

// A PushList is a tournament with subscriptions of an installation.
type PushList struct {
	// Number is the tournament's number in the data file.
	Number int
	Slug   string
}

// PushLists returns the tournaments that are not past, with subscriptions whose sender is an installation.
func PushLists(ctx context.Context, s *Store, sender string, now time.Time) (all []PushList, err error) {
	err = s.reader.WithContext(ctx).Table("tournaments").Select("id number", "slug").Order("id").
		Where("deleted is null and not "+isPast, storedTime(now.Add(-overAfter))).
		Where("id in (select tournament_id from push_subscriptions where sender = ?)", sender).Find(&all).Error
	return all, wrap("list the tournaments with push subscriptions", err)
}

// PushSubscriptions returns the subscriptions in a tournament, the first one first.
func PushSubscriptions(ctx context.Context, s *Store, slug string) ([]PushSubscription, error) {
	var rows []pushRow
	err := ofPush(s.reader.WithContext(ctx), slug).Order("since, endpoint").Find(&rows).Error
	all := make([]PushSubscription, len(rows))
	for i, r := range rows {
		all[i] = PushSubscription{r.Player, r.Endpoint, r.PublicKey, r.Auth, r.Language, r.Sender, r.Told, r.Since.UTC()}
	}
	return all, wrap("find push subscriptions", err)
}

// ofPush selects the subscriptions in a tournament.
func ofPush(db *gorm.DB, slug string) *gorm.DB {
	return db.Where("tournament_id in (select id from tournaments where slug = ?)", slug)
}

// KeepPush stores a subscription in place of an earlier one of the player at the same endpoint. Of more than most subscriptions of
// its player, the oldest ones are deleted. Fault: "tournament.missing".
func (tx *Tx) KeepPush(slug string, p PushSubscription, most int) error {
	row, err := findRow(tx.db.Select("id"), slug)
	if err != nil {
		return err
	}
	err = upsert(tx.db, []pushRow{{row.ID, p.Player, p.Endpoint, p.Key, p.Auth, p.Language, p.Sender, p.Told, storedTime(p.Since)}})
	if err != nil {
		return err
	}
	var old []string
	err = ofPush(tx.db, slug).Model(&pushRow{}).Where("player = ? and endpoint <> ?", p.Player, p.Endpoint).
		Order("since desc, endpoint").Offset(most-1).Limit(most).Pluck("endpoint", &old).Error
	if err == nil && len(old) > 0 {
		err = ofPush(tx.db, slug).Where("player = ? and endpoint in ?", p.Player, old).Delete(&pushRow{}).Error
	}
	return wrap("keep a push subscription", err)
}

// NotePush stores the last sent pairing of a subscription, unless it has been replaced or deleted since.
func (tx *Tx) NotePush(slug string, p PushSubscription, told string) error {
	is := ofPush(tx.db, slug).Model(&pushRow{}).Where("player = ? and endpoint = ? and public_key = ?", p.Player, p.Endpoint, p.Key)
	return wrap("note a push message", is.Update("told", told).Error)
}

// DropPush deletes the subscription of a player at an endpoint, or of all players there if player is 0.
func (tx *Tx) DropPush(slug string, player tournament.PlayerID, endpoint string) error {
	of := ofPush(tx.db, slug).Where("(player = ? or ? = 0) and endpoint = ?", player, player, endpoint)
	return wrap("delete a push subscription", of.Delete(&pushRow{}).Error)
}

// DropPushes deletes the subscriptions of a player.
func (tx *Tx) DropPushes(slug string, player tournament.PlayerID) error {
	return wrap("delete push subscriptions", ofPush(tx.db, slug).Where("player = ?", player).Delete(&pushRow{}).Error)
}

// ofPast selects the subscriptions of archived tournaments, and of tournaments whose last day is over.
func ofPast(db *gorm.DB, now time.Time) *gorm.DB {
	return db.Model(&pushRow{}).
		Where("tournament_id in (select id from tournaments where archived or coalesce(ends, begins) < ?)", storedTime(now.Add(-overAfter)))
}

// HasPastPushes reports whether DropPastPushes would delete anything.
func HasPastPushes(ctx context.Context, s *Store, now time.Time) (bool, error) {
	var n int64
	err := ofPast(s.reader.WithContext(ctx), now).Count(&n).Error
	return n > 0, wrap("count past push subscriptions", err)
}

// DropPastPushes deletes the subscriptions of archived tournaments, and of tournaments whose last day is over.
func (tx *Tx) DropPastPushes(now time.Time) error {
	return wrap("delete past push subscriptions", ofPast(tx.db, now).Delete(&pushRow{}).Error)
}
