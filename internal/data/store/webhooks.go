package store

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"gorm.io/gorm"

	"tourney/internal/data/store/jsoncolumn"
	"tourney/internal/fault"
)

// A Webhook is an address to which changes of an organisation's tournaments are sent.
type Webhook struct {
	ID, Organisation int
	// Slug names the only tournament it covers, "" for all.
	Slug            string
	Address, Secret string
	// Kinds are the kinds of changes it receives, empty for all.
	Kinds []string
	// Nearby is set if the address may be in the network of this computer.
	Nearby  bool
	By      string
	Created time.Time
	// Sender is the installation that delivers, see publishing.Sender.
	Sender string
	// Delivered is the time of the last successful delivery.
	Delivered time.Time
	WebhookTrouble
}

// A WebhookTrouble is the state of failing deliveries. The zero value means no failure.
type WebhookTrouble struct {
	// Since is the time of the first failure, Tries the number of attempts, Next the time of the next one.
	Since time.Time
	Tries int
	Next  time.Time
	// Why is a message key, Status the response's HTTP status, 0 without a response.
	Why    string
	Status int
	// Paused is set once retrying has stopped.
	Paused bool
}

type webhookRow struct {
	ID, OrganisationID       int
	TournamentID             *int
	Address, Secret, Kinds   string
	MadeBy, Sender, Trouble  string
	Nearby, Paused           bool
	Created                  time.Time
	Delivered, Failing, Next *time.Time
	Failures, Status         int
}

func (webhookRow) TableName() string { return "webhooks" }

// Webhooks reads the webhooks of a database.
type Webhooks struct{ store *Store }

// Webhooks returns the webhooks of a database.
func (s *Store) Webhooks() Webhooks { return Webhooks{s} }

// All returns the webhooks of an organisation, or for 0 of all, the first one first, without webhooks of deleted
// tournaments.
func (w Webhooks) All(ctx context.Context, organisation int) ([]Webhook, error) {
	return findWebhooks(w.store.reader.WithContext(ctx).Where("organisation_id = ? or ? = 0", organisation, organisation))
}

// FindWebhooks is Webhooks.All within a transaction.
func (tx *Tx) FindWebhooks(organisation int) ([]Webhook, error) {
	return findWebhooks(tx.db.Where("organisation_id = ? or ? = 0", organisation, organisation))
}

func findWebhooks(db *gorm.DB) ([]Webhook, error) {
	var rows []struct {
		Row  webhookRow `gorm:"embedded"`
		Slug string
	}
	err := db.Table("(select webhooks.*, coalesce(slug, '') slug from webhooks left join tournaments on tournaments.id = tournament_id where deleted is null) w").
		Order("id").Find(&rows).Error
	if err != nil {
		return nil, fmt.Errorf("find webhooks: %w", err)
	}
	all := make([]Webhook, len(rows))
	for i := range rows {
		r := &rows[i].Row
		all[i] = Webhook{
			ID: r.ID, Organisation: r.OrganisationID, Slug: rows[i].Slug, Address: r.Address, Secret: r.Secret, Nearby: r.Nearby,
			By: r.MadeBy, Created: r.Created.UTC(), Sender: r.Sender, Delivered: loadedTime(r.Delivered),
			WebhookTrouble: WebhookTrouble{loadedTime(r.Failing), r.Failures, loadedTime(r.Next), r.Trouble, r.Status, r.Paused},
		}
		if err := jsoncolumn.Parse(r.Kinds, &all[i].Kinds, "webhooks", fmt.Sprint(r.ID)); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// watched joins tournaments and their latest changes with some webhooks and the progress of each. The webhooks' numbers
// are passed twice. One query finds the changes for all webhooks.
const watched = "tournaments t left join log on log.tournament_id = t.id and log.version = t.version and t.origin = '' cross join webhooks w" +
	" left join webhook_reached r on r.tournament_id = t.id and r.webhook_id = w.id" +
	" where t.organisation_id in (select organisation_id from webhooks where id in ?) and w.id in ?" +
	" and t.organisation_id = w.organisation_id and (w.tournament_id is null or w.tournament_id = t.id)"

// AddWebhook stores a webhook for changes from now on and returns its number, or "tournament.missing".
func (tx *Tx) AddWebhook(w Webhook) (int, error) {
	row := webhookRow{
		OrganisationID: w.Organisation, Address: w.Address, Secret: w.Secret, Nearby: w.Nearby, MadeBy: w.By, Created: storedTime(w.Created), Sender: w.Sender,
	}
	if w.Slug != "" {
		of, err := findRow(tx.db.Select("id").Where("organisation_id = ?", w.Organisation), w.Slug)
		if err != nil {
			return 0, err
		}
		row.TournamentID = &of.ID
	}
	var err error
	if row.Kinds, err = jsoncolumn.Format(w.Kinds); err == nil {
		err = tx.db.Create(&row).Error
	}
	if err == nil {
		err = reachAll(tx.db, []int{row.ID})
	}
	return row.ID, wrap("keep a webhook", err)
}

// reachAll marks all changes so far as delivered to webhooks.
func reachAll(db *gorm.DB, ids []int) error {
	return db.Exec("insert into webhook_reached select w.id, t.id, t.version, log.at from "+watched+" and t.deleted is null", ids, ids).Error
}

// DropWebhook deletes a webhook; an unknown ID is not an error.
func (tx *Tx) DropWebhook(id int) error {
	return wrap("forget a webhook", tx.db.Where("id = ?", id).Delete(&webhookRow{}).Error)
}

// ResumeWebhook makes an installation the sender and clears the failures.
func (tx *Tx) ResumeWebhook(id int, sender string) error {
	err := tx.db.Model(&webhookRow{}).Where("id = ?", id).
		Select("sender", "failing", "failures", "next", "trouble", "status", "paused").Updates(&webhookRow{Sender: sender}).Error
	return wrap("resume a webhook", err)
}

// Note stores the time of the last delivery to a webhook read as was, its new trouble, and its progress in a
// tournament; told may be nil. Trouble that a user has cleared since is not stored. Fault: "webhook.missing".
func (w Webhooks) Note(ctx context.Context, was, now Webhook, told *Head) error {
	return w.store.Tx(ctx, func(tx *Tx) error {
		row := func() *gorm.DB { return tx.db.Model(&webhookRow{}).Where("id = ?", was.ID) }
		done := row().Select("delivered").Updates(&webhookRow{Delivered: timeColumn(now.Delivered)})
		err := done.Error
		if err == nil && done.RowsAffected == 0 {
			return fault.New(fault.NotFound, "webhook.missing")
		}
		if err == nil && told != nil { // the tournament may have been dropped since
			err = tx.db.Exec("insert into webhook_reached select ?, id, ?, ? from tournaments where id = ? "+
				"on conflict (tournament_id, webhook_id) do update set version = excluded.version, at = excluded.at",
				was.ID, told.Reached.Version, timeColumn(told.Reached.At), told.Number).Error
		}
		if err == nil && now.WebhookTrouble != was.WebhookTrouble {
			unchanged := row().Where("sender = ? and failures = ? and paused = ?", was.Sender, was.Tries, was.Paused)
			err = unchanged.Select("failing", "failures", "next", "trouble", "status", "paused").Updates(&webhookRow{
				Failing: timeColumn(now.Since), Failures: now.Tries, Next: timeColumn(now.Next), Trouble: now.Why, Status: now.Status, Paused: now.Paused,
			}).Error
		}
		return wrap("note a webhook", err)
	}, Unconfirmed)
}

// A Cursor is a position in the changes of a tournament, see changefeed.Cursor.
type Cursor struct {
	Version int
	At      time.Time
}

// A Head is the latest change of a tournament. If Deleted, At is the time of the deletion.
type Head struct {
	// Number is the tournament's number in the data file.
	Number int
	Slug   string
	Cursor
	Deleted bool
	// Reached is the position of the last delivered change, nil for a tournament that is new to the webhook.
	Reached *Cursor
}

// Due returns the latest undelivered changes of tournaments by the numbers of the webhooks, the earliest first. A
// deletion is among them if the webhook has received the tournament before and it was not hidden.
func (w Webhooks) Due(ctx context.Context, ids ...int) (map[int][]Head, error) {
	var rows []struct {
		Webhook, ID, Version   int
		Slug                   string
		At, Deleted, ReachedAt *time.Time
		Reached                *int
	}
	err := w.store.reader.WithContext(ctx).Raw("select w.id webhook, t.id, t.slug, t.version, log.at, t.deleted, r.version reached, r.at reached_at from "+
		watched+" and (t.deleted is null or not t.hidden and r.version is not null)"+
		" and (r.version is distinct from t.version or r.at is distinct from coalesce(t.deleted, log.at))"+
		" order by coalesce(t.deleted, log.at), t.id", ids, ids).Find(&rows).Error
	all := map[int][]Head{}
	for _, r := range rows {
		slug, _, _ := strings.Cut(r.Slug, deletedMark)
		h := Head{Number: r.ID, Slug: slug, Cursor: Cursor{r.Version, loadedTime(cmp.Or(r.Deleted, r.At))}, Deleted: r.Deleted != nil}
		if r.Reached != nil {
			h.Reached = &Cursor{*r.Reached, loadedTime(r.ReachedAt)}
		}
		if h.Reached == nil || *h.Reached != h.Cursor { // a file may have the same time in two forms
			all[r.Webhook] = append(all[r.Webhook], h)
		}
	}
	return all, wrap("find what webhooks are to be told", err)
}

// Stamp returns a text that changes with every write, by whatever program. It may also change without one.
func (w Webhooks) Stamp(ctx context.Context) (string, error) { return w.store.file.Stamp(ctx) }
