package store

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"gorm.io/gorm"

	"tourney/internal/fault"
	"tourney/internal/jsoncolumn"
)

// A Webhook is an address that is told of changes of the tournaments of an organisation.
type Webhook struct {
	ID, Organisation int
	// Slug is that of the only tournament it is told of, "" for all.
	Slug            string
	Address, Secret string
	// Kinds are those of the changes, none for all.
	Kinds []string
	// Nearby is set if the address may be in the network of this computer.
	Nearby  bool
	By      string
	Created time.Time
	// Sender is the installation that delivers, see publishing.Sender.
	Sender string
	// Reached says up to which change everything is delivered, by the numbers of the tournaments, Delivered when
	// something was for the last time.
	Reached   map[int]string
	Delivered time.Time
	WebhookTrouble
}

// A WebhookTrouble is why a webhook does not take what it is told. The zero value is none.
type WebhookTrouble struct {
	// Since is when that began, Tries how often it was tried, Next when it is tried again.
	Since time.Time
	Tries int
	Next  time.Time
	// Why is a message key, Status that of the answer, 0 without one.
	Why    string
	Status int
	// Paused is set once it is not tried any more.
	Paused bool
}

type webhookRow struct {
	ID, OrganisationID       int
	TournamentID             *int
	Address, Secret, Kinds   string
	Nearby                   bool
	MadeBy, Sender, Reached  string
	Created                  time.Time
	Delivered, Failing, Next *time.Time
	Failures, Status         int
	Trouble                  string
	Paused                   bool
}

func (webhookRow) TableName() string { return "webhooks" }

// Webhooks are those of a database.
type Webhooks struct{ store *Store }

// WebhooksOf returns the webhooks of a database.
func WebhooksOf(s *Store) Webhooks { return Webhooks{s} }

// All returns the webhooks of an organisation, or for 0 of all, the first one first. Those of a deleted tournament are
// not among them.
func (w Webhooks) All(ctx context.Context, organisation int) ([]Webhook, error) {
	return findWebhooks(w.store.reader.WithContext(ctx).Where("organisation_id = ? or ? = 0", organisation, organisation))
}

// FindWebhooks is Webhooks.All within a transaction.
func FindWebhooks(tx *Tx, organisation int) ([]Webhook, error) {
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
		row := fmt.Sprint(r.ID)
		err := cmp.Or(jsoncolumn.Parse(r.Kinds, &all[i].Kinds, "webhooks", row), jsoncolumn.Parse(r.Reached, &all[i].Reached, "webhooks", row))
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

// AddWebhook keeps a webhook and returns its number, or "tournament.missing".
func AddWebhook(tx *Tx, w Webhook) (int, error) {
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
		row.Reached, err = jsoncolumn.Format(w.Reached)
	}
	if err == nil {
		err = tx.db.Create(&row).Error
	}
	return row.ID, during("keep a webhook", err)
}

// DropWebhook forgets a webhook, if there is one.
func DropWebhook(tx *Tx, id int) error {
	return during("forget a webhook", tx.db.Where("id = ?", id).Delete(&webhookRow{}).Error)
}

// ResumeWebhook has an installation deliver from now on, as if nothing had failed.
func ResumeWebhook(tx *Tx, id int, sender string) error {
	err := tx.db.Model(&webhookRow{}).Where("id = ?", id).
		Select("sender", "failing", "failures", "next", "trouble", "status", "paused").Updates(&webhookRow{Sender: sender}).Error
	return during("resume a webhook", err)
}

// Note keeps how far a webhook has come since it was looked at, and what trouble it has, unless somebody has resumed it
// meanwhile: "webhook.missing" if it was removed.
func (w Webhooks) Note(ctx context.Context, was, now Webhook) error {
	reached, err := jsoncolumn.Format(now.Reached)
	if err != nil {
		return err
	}
	return Note(ctx, w.store, func(tx *Tx) error {
		row := func() *gorm.DB { return tx.db.Model(&webhookRow{}).Where("id = ?", was.ID) }
		done := row().Select("reached", "delivered").Updates(&webhookRow{Reached: reached, Delivered: timeColumn(now.Delivered)})
		err := done.Error
		if err == nil && done.RowsAffected == 0 {
			return fault.New(fault.NotFound, "webhook.missing")
		}
		if err == nil && now.WebhookTrouble != was.WebhookTrouble {
			unchanged := row().Where("sender = ? and failures = ? and paused = ?", was.Sender, was.Tries, was.Paused)
			err = unchanged.Select("failing", "failures", "next", "trouble", "status", "paused").Updates(&webhookRow{
				Failing: timeColumn(now.Since), Failures: now.Tries, Next: timeColumn(now.Next), Trouble: now.Why, Status: now.Status, Paused: now.Paused,
			}).Error
		}
		return during("note a webhook", err)
	})
}

// A Head is the latest change of a tournament.
type Head struct {
	// Number is that of the tournament in the data file.
	Number  int
	Slug    string
	Version int
	// At is when the change was made, zero for a tournament that is run on another computer. If it was Deleted that is it.
	At      time.Time
	Deleted bool
}

// Heads returns the latest changes of the tournaments of an organisation, the earliest one first; with those that were
// deleted and not hidden.
func (w Webhooks) Heads(ctx context.Context, organisation int) ([]Head, error) {
	return findHeads(w.store.reader.WithContext(ctx), organisation)
}

// FindHeads is Webhooks.Heads within a transaction.
func FindHeads(tx *Tx, organisation int) ([]Head, error) { return findHeads(tx.db, organisation) }

func findHeads(db *gorm.DB, organisation int) ([]Head, error) {
	var rows []struct {
		ID, Version int
		Slug        string
		At, Deleted *time.Time
	}
	err := db.Table("tournaments").Joins("left join log on log.tournament_id = tournaments.id and log.version = tournaments.version and origin = ''").
		Select("tournaments.id, tournaments.slug, tournaments.version, log.at, deleted").
		Where("organisation_id = ? and (deleted is null or not hidden)", organisation).Order("coalesce(deleted, log.at), tournaments.id").Find(&rows).Error
	all := make([]Head, len(rows))
	for i, r := range rows {
		slug, _, _ := strings.Cut(r.Slug, deletedMark)
		all[i] = Head{r.ID, slug, r.Version, loadedTime(cmp.Or(r.Deleted, r.At)), r.Deleted != nil}
	}
	return all, during("find the latest changes", err)
}
