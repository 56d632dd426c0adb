package director

import (
	"context"
	"maps"
	"slices"

	"tourney/internal/app/updates"
	"tourney/internal/beyond/publication"
	"tourney/internal/beyond/publishing"
	"tourney/internal/event/privacy"
	"tourney/internal/fault"
	"tourney/internal/rules/gamerecord"
	"tourney/internal/tournament"
)

// Published returns the public state of a tournament for another computer, see privacy.Published. It adds the hashes of
// the links on slips, and the records and pictures missing at the receiver. Records contain no hidden names.
func Published(ctx context.Context, d *Director, s *Snapshot, lacks map[string]bool) (publication.State, error) {
	whole := publication.State{Whole: tournament.Whole{Tournament: privacy.Published(s.Tournament), Records: map[string]string{}}}
	var err error
	if whole.Links, err = linkHashes(ctx, d, s.Tournament); err != nil {
		return whole, err
	}
	public := s.Public().Tournament
	for r := range whole.Rounds {
		for i := range whole.Rounds[r].Games {
			g := &whole.Rounds[r].Games[i]
			if g.Record == "" || !hidesName(public, g) {
				continue
			}
			review, err := d.PublicReview(ctx, s, g.ID)
			if err != nil {
				return whole, err
			}
			g.Record = gamerecord.Hash(review.Text)
			whole.Records[g.Record] = review.Text
		}
	}
	there := func(hash string) bool { return !lacks[hash] || whole.Records[hash] != "" }
	records, err := d.store.Records(ctx, s.Tournament.Info.Slug, slices.DeleteFunc(whole.RecordHashes(), there))
	if err == nil {
		maps.Copy(whole.Records, records)
		whole.Pictures, err = d.store.Pictures(ctx, s.Tournament.Info.Slug, slices.DeleteFunc(whole.PictureHashes(), there))
	}
	return whole, err
}

// received updates memory and notifies subscribers after a change of a tournament from another computer.
func (d *Director) received(r publishing.Received) {
	if r.Anew {
		d.beAnew(r.Slug)
	}
	switch {
	case r.Now.Version == 0: // it was unpublished
		d.events.Close(r.Slug)
	case r.Live:
		d.live.forget(r.Number)
		d.events.Send(r.Slug, r.Now.Version, updates.LiveBoards)
	case r.Refused:
		d.events.Send(r.Slug, r.Now.Version, updates.Results)
	default:
		d.cache(r.Now)
		d.events.Send(r.Slug, r.Now.Version, updates.Topics(r.Now, r.Changes)...)
	}
}

// TakeReport saves a player's report from the hub, like a report to this computer. A second call changes nothing. It
// returns the faults of Enter and HandIn.
func TakeReport(ctx context.Context, d *Director, slug string, r publication.Report) error {
	by := Actor{Name: tournament.ByLink}
	if r.By != 0 {
		by.Name = tournament.ByPlayer(r.By)
	}
	ed := d.On(by, slug)
	ed.once = "hub-" + r.Key
	s, err := d.Snapshot(ctx, slug)
	if err != nil {
		return err
	}
	g := s.Tournament.Game(r.Game)
	if g == nil || !s.Tournament.Round(g.Round).Published || r.By != 0 && !g.Has(r.By) {
		return fault.New(fault.NotFound, "report.token")
	}
	token, err := d.GameToken(ctx, s.Tournament, g)
	if err == nil && publication.LinkHash(token) != r.Link { // the game has other players now
		err = fault.New(fault.NotFound, "report.token")
	}
	if err != nil {
		return err
	}
	if r.Record != "" {
		if s.Tournament.Settings.DeskRecords {
			return fault.New(fault.Denied, "report.records")
		}
		err = ed.Game(r.Game).HandIn(ctx, []byte(r.Record))
	} else {
		e := tournament.Entry{Mode: tournament.Reported, Round: g.Round, Table: g.Table, Game: r.Game, Seen: r.Seen, Result: r.Result}
		if r.Confirms {
			e.Mode = tournament.Confirming
		}
		_, err = ed.Enter(ctx, e)
	}
	if fault.Is(err, "form.reused") { // a repeated report
		return nil
	}
	return err
}
