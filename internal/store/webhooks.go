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
	// Delivered is when something was delivered for the last time.
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
	MadeBy, Sender, Trouble  string
	Nearby, Paused           bool
	Created                  time.Time
	Delivered, Failing, Next *time.Time
	Failures, Status         int
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
		if err := jsoncolumn.Parse(r.Kinds, &all[i].Kinds, "webhooks", fmt.Sprint(r.ID)); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// watched are tournaments with their latest changes, some webhooks that are told of them, by numbers that are given
// twice, and what those have been told. So the changes are found once for all webhooks.
const watched = "tournaments t left join log on log.tournament_id = t.id and log.version = t.version and t.origin = '' cross join webhooks w" +
	" left join webhook_reached r on r.tournament_id = t.id and r.webhook_id = w.id" +
	" where t.organisation_id in (select organisation_id from webhooks where id in ?) and w.id in ?" +
	" and t.organisation_id = w.organisation_id and (w.tournament_id is null or w.tournament_id = t.id)"

// AddWebhook keeps a webhook, to be told of what changes from now on, and returns its number, or "tournament.missing".
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
		err = tx.db.Create(&row).Error
	}
	if err == nil {
		const begin = "insert into webhook_reached select w.id, t.id, t.version, log.at from " + watched + " and t.deleted is null"
		err = tx.db.Exec(begin, []int{row.ID}, []int{row.ID}).Error
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

// Note keeps when something was delivered to a webhook that was looked at, how far it was told of a tournament, nil for
// no farther, and what trouble it has, unless somebody has resumed it meanwhile: "webhook.missing" if it was removed.
func (w Webhooks) Note(ctx context.Context, was, now Webhook, told *Head) error {
	return Note(ctx, w.store, func(tx *Tx) error {
		row := func() *gorm.DB { return tx.db.Model(&webhookRow{}).Where("id = ?", was.ID) }
		done := row().Select("delivered").Updates(&webhookRow{Delivered: timeColumn(now.Delivered)})
		err := done.Error
		if err == nil && done.RowsAffected == 0 {
			return fault.New(fault.NotFound, "webhook.missing")
		}
		if err == nil && told != nil { // the tournament may have been dropped meanwhile
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
		return during("note a webhook", err)
	})
}

// A Cursor is a place in the changes of a tournament, see changefeed.Cursor.
type Cursor struct {
	Version int
	At      time.Time
}

// A Head is the latest change of a tournament. Once it is Deleted, At is when that was.
type Head struct {
	// Number is that of the tournament in the data file.
	Number int
	Slug   string
	Cursor
	Deleted bool
	// Reached is up to where a webhook has been told everything, nil for a tournament that is new to it.
	Reached *Cursor
}

// Due returns the latest changes of the tournaments that webhooks have to be told of, by their numbers, the earliest one
// first: of a deleted one, if a webhook knows it and it was not hidden.
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
	return all, during("find what webhooks are to be told", err)
}

// Stamp returns a text that is another one once anything was written, by whomever. It may change without need.
func (w Webhooks) Stamp(ctx context.Context) (string, error) { return w.store.file.Stamp(ctx) }
