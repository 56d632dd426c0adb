package director

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"tourney/internal/app/accounts"
	"tourney/internal/data/copies"
	"tourney/internal/data/durable"
	"tourney/internal/data/store"
	"tourney/internal/fault"
	"tourney/internal/format/native"
	"tourney/internal/tournament"
)

// A Summary is a tournament in lists; a Search and a Page narrow a list.
type (
	Summary = store.Summary
	Search  = store.Search
	Era     = store.Era
	Page    = store.Page
)

// The parts of a list, see store.Era.
const (
	Running = store.Running
	Coming  = store.Coming
	Past    = store.Past
)

// GraceTime is the time in which a deleted tournament can be restored.
const GraceTime = 30 * 24 * time.Hour

// A Catalogue lists, archives and deletes tournaments.
type Catalogue struct {
	store.Catalogue
	director *Director
}

// Catalogue returns the catalogue of the tournaments.
func (d *Director) Catalogue() *Catalogue { return &Catalogue{d.store.Catalogue(), d} }

// Archive makes a tournament read-only, or writable again.
func (c *Catalogue) Archive(ctx context.Context, by Actor, slug string, archived bool) error {
	e := store.Entry{Action: "tournament.archive"}
	if !archived {
		e.Action = "tournament.unarchive"
	}
	_, err := c.director.On(by, slug).change(ctx, e, func(t *tournament.Whole, _ *store.Entry) error {
		t.Info.Archived = archived
		return nil
	})
	return err
}

// Delete hides a tournament everywhere; Restore can restore it for GraceTime. Faults: "tournament.missing" for an
// unknown tournament, and the faults of BeforeDelete.
func (c *Catalogue) Delete(ctx context.Context, by accounts.Session, slug string) error {
	d := c.director
	snapshot, err := d.Snapshot(ctx, slug)
	if err != nil {
		return err
	}
	owner, err := d.access.People().Owner(ctx, slug)
	for _, check := range d.beforeDelete {
		err = cmp.Or(err, check(ctx, slug))
	}
	if err != nil {
		return err
	}
	err = d.access.People().OrganisationAdmin(by, owner).Noting(ctx, accounts.EventDeleted, snapshot.Tournament.Info.Name, func(tx *store.Tx) error {
		tx.Notify(store.Notification{Slug: slug, Refresh: true})
		return tx.Catalogue().Delete(slug, d.now())
	})
	if err == nil {
		d.versions.forget(slug)
		d.past.forget()
		d.events.Close(slug)
	}
	return err
}

// Restore restores a deleted tournament and returns its slug, with a number added if another tournament uses the
// slug. Fault: "tournament.missing".
func (c *Catalogue) Restore(ctx context.Context, by accounts.Session, gone Summary) (slug string, err error) {
	d := c.director
	err = d.access.People().OrganisationAdmin(by, gone.Organisation).Noting(ctx, accounts.EventBroughtBack, gone.Name, func(tx *store.Tx) error {
		if gone, err = tx.Catalogue().Find(gone.ID); err != nil {
			return err
		}
		if slug, err = tx.FreeSlug(gone.FormerSlug(), d.Now()); err != nil {
			return err
		}
		return tx.Catalogue().Restore(gone.ID, slug)
	})
	return slug, err
}

// File returns a deleted tournament as a file that can be imported.
func (c *Catalogue) File(ctx context.Context, gone Summary) ([]byte, error) {
	t, err := c.director.store.Tournament(ctx, gone.Slug)
	if err != nil {
		return nil, err
	}
	whole, err := c.director.Whole(ctx, t)
	if err != nil {
		return nil, err
	}
	whole.Info.Slug = gone.FormerSlug()
	var text bytes.Buffer
	_, err = native.Write(&text, whole, nil)
	return text.Bytes(), err
}

// Folder returns the folder with the files of dropped tournaments.
func (c *Catalogue) Folder() string {
	return filepath.Join(copies.Folder(c.director.store.Path()), "deleted")
}

// Sweep drops the tournaments whose grace time is over, after writing a file of each into Folder.
func (c *Catalogue) Sweep(ctx context.Context) error {
	c.director.sweeping.Lock()
	defer c.director.sweeping.Unlock()
	over, err := c.DeletedBefore(ctx, c.director.now().Add(-GraceTime))
	for _, gone := range over {
		err = errors.Join(err, c.drop(ctx, gone))
	}
	return err
}

func (c *Catalogue) drop(ctx context.Context, gone Summary) error {
	text, err := c.File(ctx, gone)
	if err == nil {
		err = os.MkdirAll(c.Folder(), 0o700)
	}
	if err == nil {
		name := fmt.Sprintf("%s-%d-%s.json", gone.FormerSlug(), gone.ID, gone.Deleted.Format("20060102"))
		err = durable.Write(filepath.Join(c.Folder(), name), text)
	}
	if err != nil {
		return fault.Wrap(err, fault.Unavailable, "tournament.deleted.file", gone.Name)
	}
	return c.director.store.Tx(ctx, func(tx *store.Tx) error { return tx.Catalogue().Drop(gone.ID) })
}

// RunSweeps sweeps every hour until ctx ends.
func (c *Catalogue) RunSweeps(ctx context.Context, log *slog.Logger) {
	ticker := time.NewTicker(time.Hour)
	defer ticker.Stop()
	for {
		if err := c.Sweep(ctx); err != nil && ctx.Err() == nil {
			log.Warn("the file of a deleted tournament", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}
