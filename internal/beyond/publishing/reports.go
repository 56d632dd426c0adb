package publishing

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"tourney/internal/app/director"
	"tourney/internal/app/updates"
	"tourney/internal/beyond/publication"
	"tourney/internal/data/store"
	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// Report stores a player's report on a game of a tournament that another computer publishes here, until that takes it:
// "publication.reports" for too many waiting reports, "publication.record" for a too large record.
func (p *Publishing) Report(ctx context.Context, slug string, r publication.Report) error {
	if len(r.Record) > publication.MostRecordAtAHub {
		return fault.New(fault.TooLarge, "publication.record", publication.MostRecordAtAHub>>10)
	}
	r.At, r.Key = p.director.Now(), newKey()
	body, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("keep a report: %w", err)
	}
	defer p.wake()
	return p.store.Tx(ctx, func(tx *store.Tx) error {
		return tx.AddReport(slug, store.PlayerReport{Key: r.Key, Game: r.Game, Body: string(body), At: r.At})
	})
}

// next returns the channel that is closed after the next report.
func (p *Publishing) next() <-chan struct{} {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.reported
}

// wake ends all waits for reports.
func (p *Publishing) wake() {
	p.mu.Lock()
	defer p.mu.Unlock()
	close(p.reported)
	p.reported = make(chan struct{})
}

// LastReport returns the last report on a game for the holder of a link, given by its hash. A refusal ends with another
// report, and once the game has the reported result or, for a record, any record. A confirmation refers to the revision
// that the player saw.
func (p *Publishing) LastReport(
	ctx context.Context, t *tournament.Tournament, g *tournament.Game, link string,
) (w director.LastReport, err error) {
	m, found, err := store.MirrorOf(ctx, p.store, t.Origin)
	if err != nil || !found {
		return w, err
	}
	last, found, err := store.LastReport(ctx, p.store, m.Number, g.ID)
	if err != nil || !found {
		return w, err
	}
	w.Pending = last.Refused == ""
	var r publication.Report
	if json.Unmarshal([]byte(last.Body), &r) != nil || r.Link != link || !w.Pending && isIn(g, r) {
		return w, nil
	}
	w.Report, w.Refused = r, last.Refused
	return w, nil
}

// isIn reports whether a game contains the content of a refused report, or has changed since a confirmation.
func isIn(g *tournament.Game, r publication.Report) bool {
	switch {
	case r.Record != "":
		return g.Record != ""
	case r.Confirms:
		return g.Revision != r.Seen
	}
	return g.Result == r.Result || g.Result.Refines(r.Result)
}

// lookForReports is the polling interval for reports stored by another instance.
const lookForReports = time.Second

// A ReportsRequest is an installation's request for reports: its name, the keys of the taken reports, and for refused
// ones the message key of the reason.
type ReportsRequest struct {
	Taken   []string
	Refused map[string]string
	Sender  string
}

// Reports deletes the taken reports of a publication, and returns the waiting ones, as many as fit into a response. It
// waits for the first report until the end of ctx or patience. Faults: "publication.none", and "publication.another"
// for an installation that does not send the publication.
func (p *Publishing) Reports(
	ctx context.Context, from From, a ReportsRequest, patience time.Duration,
) (answer publication.Reports, err error) {
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

// settle deletes the taken reports, and stores the reasons of refusals for the players.
func (p *Publishing) settle(ctx context.Context, m store.Mirror, a ReportsRequest) error {
	waiting, err := store.Reports(ctx, p.store, m.Number)
	if err != nil {
		return err
	}
	refused := refusals(waiting, a.Refused)
	return p.store.Tx(ctx, func(tx *store.Tx) error {
		for _, r := range refused {
			if err := tx.RefuseReport(m.Number, r); err != nil {
				return err
			}
		}
		if _, err := tx.DropReports(m.Number, a.Taken); err != nil || len(refused) == 0 {
			return err
		}
		t, err := p.director.Current(tx, m.Slug)
		if err == nil {
			p.director.Announce(tx, director.Received{Slug: m.Slug, Now: t, Topics: []updates.Topic{updates.Results}})
		}
		return err
	})
}

// reasons are the reasons that players may read, without values except the table number. noReason replaces any other
// reason, including unknown ones of another program.
var reasons = []string{
	"komi.open", "report.asked", "report.changed", "report.closed", "report.done", "report.live", "report.records", "report.results", "report.token",
}

const noReason = "report.refused"

// refusals returns the refused reports with their reasons, reduced to the fields that LastReport needs. It omits a report
// that a later one on the same game replaces.
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

// reports decodes the first stored reports, as many as fit into a response. It omits unreadable ones of another
// program.
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
