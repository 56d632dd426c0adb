package relay

import (
	"context"
	"slices"
	"time"

	"tourney/internal/app/director"
	"tourney/internal/beyond/publication"
	"tourney/internal/beyond/publishing"
	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// listen takes players' reports from the hub, and checks that the hub has the last state, until ctx ends.
func (w *worker) listen(ctx context.Context) {
	var were settled
	var lost bool // the hub was not reached
	for ctx.Err() == nil {
		reached := w.reached() // before the request to the hub
		p, found, err := w.publication(ctx)
		began := time.Now()
		asks := err == nil && found && p.Address != "" && !p.Claim // otherwise the hub has it from another installation
		if asks && lost {
			err = w.find(ctx)
		}
		if asks && err == nil {
			were, err = w.take(ctx, p, were)
		}
		if (asks || err == nil) && ctx.Err() == nil { // a hidden tournament has no reports
			w.note(&w.trouble.Reports, err)
		}
		lost = fault.Is(err, "relay.unreachable")
		pause := patienceFor(err)
		if !asks || err != nil || len(were.taken) == 0 && time.Since(began) < longestPause {
			pause = max(pause, longestPause)
		}
		if pause == 0 || asks && err == nil && len(were.taken) > 0 {
			continue
		}
		select {
		case <-ctx.Done():
		case <-reached:
		case <-time.After(pause):
		}
	}
}

// find checks whether an unreachable hub is back, and clears the trouble at once: a request for reports may wait long
// for its response.
func (w *worker) find(ctx context.Context) error {
	err := w.wire.check(ctx)
	if err == nil {
		w.note(&w.trouble.Reports, nil)
	}
	return err
}

// A settled lists the keys of taken reports. refused lists the permanent refusals of the tournament, such as a
// result of a changed pairing, with the message key of the reason: "0a0b:report.token".
type settled struct{ taken, refused []string }

// take sends the hub the settled reports, waits for new ones, takes them, and returns the new list. A report that fails
// without a permanent refusal arrives again.
func (w *worker) take(ctx context.Context, p publishing.Publication, were settled) (settled, error) {
	sender := w.relay.publishing.Sender()
	answer, err := w.wire.reports(ctx, w.origin, sender, were)
	if fault.Is(err, "relay.older") && len(were.refused) > 0 {
		were.refused = nil
		answer, err = w.wire.reports(ctx, w.origin, sender, were)
	}
	lost := fault.Is(err, "relay.none") || err == nil && answer.Stamp < p.Stamp // as after a restore there
	if lost || fault.Is(err, "relay.another") {
		w.again()
	}
	if err != nil {
		return were, err
	}
	if now, found, err := w.publication(ctx); err != nil {
		return were, err
	} else if found { // its address may have changed since the request
		p.Slug = now.Slug
	}
	were = settled{}
	var failed error
	for _, r := range answer.Reports {
		err := takeReport(ctx, w.relay.director, p.Slug, r)
		if why := refusal(err); why != "" {
			w.relay.log.Warn("a report from the hub was refused", "game", r.Game, "why", err)
			were.refused = append(were.refused, r.Key+":"+why)
		} else if err != nil {
			failed = err
			continue
		}
		were.taken = append(were.taken, r.Key)
	}
	return were, failed
}

// refusal returns the message key of a permanent refusal, without its values, which may be private; "" for any other
// error.
func refusal(err error) string {
	f, is := fault.As(err)
	if !is || f.Kind == fault.Unavailable || f.Kind == fault.TooMany || f.Kind == fault.Outdated || slices.Contains(passing, f.Key) {
		return ""
	}
	return f.Key
}

// passing are faults caused by a concurrent change or a take-over: the report is retried later.
var passing = []string{"tournament.changed", "tournament.missing", "game.moved", "standby.yielded"}

// again requests that the state be sent again.
func (w *worker) again() {
	w.stale.Store(true)
	w.wake()
}

// takeReport saves a player's report from the hub, like a report to this computer. A second call changes nothing. It
// returns the faults of Enter and HandIn.
func takeReport(ctx context.Context, d *director.Director, slug string, r publication.Report) error {
	by := director.Actor{Name: tournament.ByLink}
	if r.By != 0 {
		by.Name = tournament.ByPlayer(r.By)
	}
	ed := d.On(by, slug).Once("hub-" + r.Key)
	s, err := d.Snapshot(ctx, slug)
	if err != nil {
		return err
	}
	g := s.Tournament.Game(r.Game)
	if g == nil || !s.Tournament.Round(g.Round).Published || r.By != 0 && !g.Has(r.By) {
		return fault.New(fault.NotFound, "report.token")
	}
	token, err := d.GameToken(ctx, s.Tournament, g)
	if err == nil && director.LinkHash(token) != r.Link { // the game has other players now
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
