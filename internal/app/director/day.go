package director

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"time"

	"tourney/internal/app/picture"
	"tourney/internal/data/store"
	"tourney/internal/event/day"
	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// A DayEditor changes everything about the day of a tournament except requests.
type DayEditor struct{ ed *Editor }

// Day returns the editor of the day.
func (ed *Editor) Day() *DayEditor { return &DayEditor{ed} }

// step carries out a step with the time of the change.
func (d *DayEditor) step(ctx context.Context, e store.Entry, do func(t *tournament.Tournament, at time.Time) error) error {
	_, err := d.ed.change(ctx, e, func(t *tournament.Whole, e *store.Entry) error { return do(t.Tournament, e.At) })
	return err
}

// AddIncident adds an incident, with the actor as its author. Once is the key of the request; "form.reused" refuses the
// key of another incident.
func (d *DayEditor) AddIncident(ctx context.Context, n tournament.Incident, once string) error {
	_, err := d.ed.change(ctx, store.Entry{Action: "incident.add", Once: once}, func(t *tournament.Whole, e *store.Entry) error {
		n.By, n.At = d.ed.by.Name, e.At
		e.Args = []any{t.NameOf(n.Player), n.Kind}
		return day.AddIncident(t.Tournament, n)
	})
	return err
}

// RemoveIncident removes an incident.
func (d *DayEditor) RemoveIncident(ctx context.Context, id int) error {
	return d.step(ctx, store.Entry{Action: "incident.remove"}, func(t *tournament.Tournament, _ time.Time) error {
		return day.RemoveIncident(t, id)
	})
}

// Announce shows a text on all pages for a time or, with 0, until EndAnnouncement. Once
// is the key of the request; "form.reused" refuses the key of another announcement.
func (d *DayEditor) Announce(ctx context.Context, text string, lasting time.Duration, once string) error {
	e := store.Entry{Action: "announcement.add", Once: once, Args: []any{fault.Clip(text)}}
	return d.step(ctx, e, func(t *tournament.Tournament, at time.Time) error {
		a := tournament.Announcement{Text: text, By: d.ed.by.Name, At: at}
		if lasting > 0 {
			a.Until = at.Add(lasting)
		}
		return day.AddAnnouncement(t, a)
	})
}

// EndAnnouncement removes an announcement from the pages.
func (d *DayEditor) EndAnnouncement(ctx context.Context, id int) error {
	return d.step(ctx, store.Entry{Action: "announcement.end"}, func(t *tournament.Tournament, at time.Time) error {
		return day.EndAnnouncement(t, id, at)
	})
}

// AnnounceFinal stores the standings as final. Afterwards all their input is frozen, see day.Announce and day.Guard.
func (d *DayEditor) AnnounceFinal(ctx context.Context, note string) error {
	return d.step(ctx, store.Entry{Action: "final.announce"}, func(t *tournament.Tournament, at time.Time) error {
		return day.Announce(t, d.ed.by.Name, note, at)
	})
}

// Reopen opens the tournament for a correction of its final standings.
func (d *DayEditor) Reopen(ctx context.Context, reason string) error {
	e := store.Entry{Action: "final.reopen", Args: []any{fault.Clip(reason)}}
	return d.step(ctx, e, func(t *tournament.Tournament, at time.Time) error {
		return day.Reopen(t, d.ed.by.Name, reason, at)
	})
}

// AddSending records the sending of a report, of the present version unless s names another. Once is the key of the
// request; "form.reused" refuses the key of another report.
func (d *DayEditor) AddSending(ctx context.Context, s tournament.Sending, once string) error {
	e := store.Entry{Action: "sending.add", Once: once, Args: []any{fault.Clip(s.To), fault.Clip(s.File)}}
	return d.step(ctx, e, func(t *tournament.Tournament, at time.Time) error {
		s.By, s.At, s.Version = d.ed.by.Name, at, cmp.Or(s.Version, t.Version)
		return day.AddSending(t, s)
	})
}

// MarkSending records the outcome of a report.
func (d *DayEditor) MarkSending(ctx context.Context, id int, state tournament.SendingState, note string) error {
	return d.step(ctx, store.Entry{Action: "sending.mark"}, func(t *tournament.Tournament, _ time.Time) error {
		return day.MarkSending(t, id, state, note)
	})
}

// Print records a print of the papers of a round, see day.AddPrinting.
func (d *DayEditor) Print(ctx context.Context, round int, papers []tournament.Copies) error {
	e := store.Entry{Action: "print"}
	return d.step(ctx, e, func(t *tournament.Tournament, at time.Time) error {
		return day.AddPrinting(t, tournament.Printing{Round: round, Papers: papers, Version: t.Version, By: d.ed.by.Name, At: at})
	})
}

// AddPicture adds a picture from a JPEG, PNG or GIF file. It returns the faults of picture.Encode.
func (d *DayEditor) AddPicture(ctx context.Context, data []byte, caption string) error {
	jpeg, width, height, err := picture.Encode(data)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(jpeg)
	hash := hex.EncodeToString(sum[:])
	e := store.Entry{Action: "picture.add", Args: []any{fault.Clip(caption)}}
	_, err = d.ed.change(ctx, e, func(now *tournament.Whole, e *store.Entry) error {
		now.Pictures = map[string][]byte{hash: jpeg}
		return day.AddPicture(now.Tournament, tournament.Picture{
			Caption: caption, Hash: hash, Width: width, Height: height, By: d.ed.by.Name, At: e.At,
		})
	})
	return err
}

// CaptionPicture changes the caption of a picture.
func (d *DayEditor) CaptionPicture(ctx context.Context, id int, caption string) error {
	e := store.Entry{Action: "picture.caption", Args: []any{fault.Clip(caption)}}
	return d.step(ctx, e, func(t *tournament.Tournament, _ time.Time) error { return day.CaptionPicture(t, id, caption) })
}

// RemovePicture removes a picture; Undo restores it.
func (d *DayEditor) RemovePicture(ctx context.Context, id int) error {
	return d.step(ctx, store.Entry{Action: "picture.remove"}, func(t *tournament.Tournament, _ time.Time) error {
		return day.RemovePicture(t, id)
	})
}

// Picture returns the JPEG of a picture of the tournament, or "today.day.missing".
func (d *Director) Picture(ctx context.Context, t *tournament.Tournament, id int) ([]byte, error) {
	for _, p := range t.Day.Pictures {
		if p.ID != id {
			continue
		}
		all, err := d.store.Pictures(ctx, t.Info.Slug, []string{p.Hash})
		if err == nil && all[p.Hash] == nil {
			err = fault.New(fault.NotFound, "today.day.missing", id)
		}
		return all[p.Hash], err
	}
	return nil, fault.New(fault.NotFound, "today.day.missing", id)
}

// A FeeEditor changes the payments, the fee class and the agreed fee of one player.
type FeeEditor struct {
	ed *Editor
	id tournament.PlayerID
}

// payAction is the action of a payment in the log.
const payAction = "fee.pay"

// Fee returns the editor of a player's fee.
func (ed *Editor) Fee(id tournament.PlayerID) *FeeEditor { return &FeeEditor{ed, id} }

// Pay records a payment today, at the venue; a negative sum is a refund. It returns the version for UndoPay, 0 if
// nothing has changed. Once is the key of the request; "form.reused" refuses the key of another payment.
func (f *FeeEditor) Pay(ctx context.Context, sum tournament.Money, once string) (version int, err error) {
	e := store.Entry{Action: payAction, Once: once, Args: []any{sum.String()}}
	done, err := f.ed.playerChange(ctx, e, f.id, func(t *tournament.Tournament) error {
		return day.Pay(t, f.id, sum, t.Info.DateAt(f.ed.director.now()))
	})
	return done.Version, err
}

// UndoPay undoes the payment of a version and restores the day of the payment. A second call changes nothing. The fault
// for the version of any other step is "log.missing".
func (f *FeeEditor) UndoPay(ctx context.Context, version int) error {
	paid, err := f.ed.director.store.Logged(ctx, f.ed.slug, version)
	theirs := func(c tournament.Change) bool { return c.Player != nil && c.Player.Value().ID == f.id }
	switch {
	case err != nil:
		return err
	case paid.Action != payAction || !slices.ContainsFunc(paid.Changes, theirs):
		return fault.New(fault.NotFound, "log.missing", version)
	case paid.UndoneBy > 0:
		return nil
	}
	return f.ed.Log().undo(ctx, paid)
}

// SetClass chooses the fee class, see day.SetClass.
func (f *FeeEditor) SetClass(ctx context.Context, class string) error {
	return f.ed.player(ctx, store.Entry{Action: "fee.class", Args: []any{fault.Clip(class)}}, f.id,
		func(t *tournament.Tournament) error { return day.SetClass(t, f.id, class) })
}

// SetSum sets an individual fee with a reason, see day.SetSum.
func (f *FeeEditor) SetSum(ctx context.Context, sum tournament.Money, reason string) error {
	return f.ed.player(ctx, store.Entry{Action: "fee.sum", Args: []any{sum.String(), fault.Clip(reason)}}, f.id,
		func(t *tournament.Tournament) error { return day.SetSum(t, f.id, sum, reason) })
}
