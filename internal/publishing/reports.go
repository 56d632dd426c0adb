package publishing

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"tourney/internal/fault"
	"tourney/internal/publication"
	"tourney/internal/store"
	"tourney/internal/tournament"
)

// Report keeps what a player has said of a game of a tournament that is run on another computer, until
// that takes it: "publication.reports" if too much waits, "publication.record" for a record that is too large.
func (p *Publishing) Report(ctx context.Context, slug string, r publication.Report) error {
	if len(r.Record) > publication.MostRecordAtAHub {
		return fault.New(fault.TooLarge, "publication.record", publication.MostRecordAtAHub>>10)
	}
	r.At, r.Key = p.now(), newKey()
	body, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("keep a report: %w", err)
	}
	defer p.wake()
	return p.store.Tx(ctx, func(tx *store.Tx) error {
		return store.AddReport(tx, slug, store.PlayerReport{Key: r.Key, Game: r.Game, Body: string(body), At: r.At})
	})
}

// next returns what is closed after the next report here.
func (p *Publishing) next() <-chan struct{} {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.reported
}

// wake wakes all who wait for reports.
func (p *Publishing) wake() {
	p.mu.Lock()
	defer p.mu.Unlock()
	close(p.reported)
	p.reported = make(chan struct{})
}

// A Word is what was said last of a game, and what became of it.
type Word struct {
	// Waits is set if it has not been taken yet.
	Waits bool
	// Refused is the message that says why it was refused, "" if it was not.
	Refused string
	// Report is what was said, if that was by the link that is asked for.
	Report publication.Report
}

// Said returns what was said last of a game, asked for by the link with a hash. That something was refused is over with
// another report, and once the game has what was reported: the result or, for a record, one. A yes was about the game
// as they saw it.
func (p *Publishing) Said(ctx context.Context, t *tournament.Tournament, g *tournament.Game, link string) (w Word, err error) {
	m, found, err := store.MirrorOf(ctx, p.store, t.Origin)
	if err != nil || !found {
		return w, err
	}
	last, found, err := store.LastReport(ctx, p.store, m.Number, g.ID)
	if err != nil || !found {
		return w, err
	}
	w.Waits = last.Refused == ""
	var r publication.Report
	if json.Unmarshal([]byte(last.Body), &r) != nil || r.Link != link || !w.Waits && isIn(g, r) {
		return w, nil
	}
	w.Report, w.Refused = r, last.Refused
	return w, nil
}

// isIn reports whether nothing of a refused report is missing in its game.
func isIn(g *tournament.Game, r publication.Report) bool {
	switch {
	case r.Record != "":
		return g.Record != ""
	case r.Confirms:
		return g.Revision != r.Seen
	}
	return g.Result == r.Result || g.Result.Refines(r.Result)
}

// lookForReports is how often is looked for reports that another instance has kept.
const lookForReports = time.Second

// An Asking is what an installation asks of reports: the keys of those that it has taken, the keys of messages that say
// why some of them were refused, by the report, and its name.
type Asking struct {
	Taken   []string
	Refused map[string]string
	Sender  string
}

// Reports forgets the reports of a publication that were taken, and returns those that wait, as many as go into
// one answer. If there are none it waits for some, as long as ctx and patience last. Faults: "publication.none", and
// "publication.another" for an installation that does not send it.
func (p *Publishing) Reports(ctx context.Context, from From, a Asking, patience time.Duration) (answer publication.Reports, err error) {
	answer.Reports = []publication.Report{}
	m, found, err := store.MirrorOf(ctx, p.store, from.Origin)
	switch {
	case err != nil:
		return answer, err
	case !found || m.Deleted || m.Organisation != from.Organisation:
		return answer, fault.New(fault.NotFound, "publication.none")
	case m.Sender != a.Sender:
		return answer, fault.New(fault.Conflict, "publication.another")
	}
	if len(a.Taken) > 0 {
		if err := p.settle(ctx, m, a); err != nil {
			return answer, err
		}
	}
	answer.Stamp = m.Stamp
	end := time.NewTimer(patience)
	defer end.Stop()
	for {
		next := p.next()
		kept, err := store.Reports(ctx, p.store, m.Number)
		if answer.Reports = reports(kept); err != nil || len(answer.Reports) > 0 {
			return answer, err
		}
		select {
		case <-ctx.Done():
			return answer, ctx.Err()
		case <-end.C:
			return answer, nil
		case <-next:
		case <-time.After(lookForReports):
		}
	}
}

// settle forgets the reports that were taken, and keeps for the players why some were refused.
func (p *Publishing) settle(ctx context.Context, m store.Mirror, a Asking) error {
	waiting, err := store.Reports(ctx, p.store, m.Number)
	if err != nil {
		return err
	}
	refused := refusals(waiting, a.Refused)
	return p.store.Tx(ctx, func(tx *store.Tx) error {
		for _, r := range refused {
			if err := store.RefuseReport(tx, m.Number, r); err != nil {
				return err
			}
		}
		if _, err := store.DropReports(tx, m.Number, a.Taken); err != nil || len(refused) == 0 {
			return err
		}
		t, err := p.hooks.Current(tx, m.Slug)
		if err == nil {
			p.tell(tx, Received{Slug: m.Slug, Now: t, Refused: true})
		}
		return err
	})
}

// reasons are the messages that players may read for a reason; they have no value but the number of the table.
// noReason is there for all others, and for whatever another program says.
var reasons = []string{
	"komi.open", "report.asked", "report.changed", "report.closed", "report.done", "report.live", "report.records", "report.results", "report.token",
}

const noReason = "report.refused"

// refusals returns those of the reports that were refused, why, and of what was said no more than Said needs. One that
// another report of the same game follows is of no interest any more.
func refusals(waiting []store.PlayerReport, why map[string]string) (list []store.PlayerReport) {
	for i, kept := range waiting {
		later := slices.ContainsFunc(waiting[i+1:], func(r store.PlayerReport) bool { return r.Game == kept.Game })
		var r publication.Report
		if later || why[kept.Key] == "" || json.Unmarshal([]byte(kept.Body), &r) != nil {
			continue
		}
		r.By, r.Record = 0, r.Record[:min(len(r.Record), 1)]
		body, err := json.Marshal(r)
		if err != nil {
			continue
		}
		kept.Body, kept.Refused = string(body), noReason
		if slices.Contains(reasons, why[kept.Key]) {
			kept.Refused = why[kept.Key]
		}
		list = append(list, kept)
	}
	return list
}

// reports reads what is kept, the first ones, as many as go into one answer. What cannot be read, since another
// program has kept it, is left out.
func reports(kept []store.PlayerReport) []publication.Report {
	list, size := []publication.Report{}, 0
	for _, k := range kept {
		var r publication.Report
		if size += len(k.Body); size > publication.MostReports && len(list) > 0 {
			break
		}
		if json.Unmarshal([]byte(k.Body), &r) == nil {
			list = append(list, r)
		}
	}
	return list
}

// LinkHash returns the hash of the link on the slip of a game that is shown here, "" for none.
func (p *Publishing) LinkHash(ctx context.Context, slug string, game int) (string, error) {
	return store.LinkHash(ctx, p.store, slug, game)
}
