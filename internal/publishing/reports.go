package publishing

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"tourney/internal/fault"
	"tourney/internal/publication"
	"tourney/internal/store"
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

// Waiting reports whether anything that was said of a game has not been taken yet.
func (p *Publishing) Waiting(ctx context.Context, origin string, game int) (bool, error) {
	m, found, err := store.MirrorOf(ctx, p.store, origin)
	if err != nil || !found {
		return false, err
	}
	n, err := store.WaitingReports(ctx, p.store, m.Number, game)
	return n > 0, err
}

// lookForReports is how often is looked for reports that another instance has kept.
const lookForReports = time.Second

// An Asking is what an installation asks of reports: the keys of those that it has taken, and its name.
type Asking struct {
	Taken  []string
	Sender string
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
		err := p.store.Tx(ctx, func(tx *store.Tx) error {
			_, err := store.DropReports(tx, m.Number, a.Taken)
			return err
		})
		if err != nil {
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
