package draw

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"

	"tourney/internal/fault"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// A run is an unfinished or failed draw.
type run struct {
	// Form is a digest of the form that started it.
	Form string `json:"form,omitempty"`
	// Round is the drawn round, Version the version of the tournament at the start.
	Round   int `json:"round"`
	Version int `json:"version"`
}

// runs are the latest runs of tournaments. They outlast the requests that started them.
type runs = site.Jobs[run, struct{}]

// digest returns a short hash of a form.
func digest(form string) string {
	sum := sha256.Sum256([]byte(form))
	return hex.EncodeToString(sum[:12])
}

// makeDraw makes a draw. If that takes longer than Patience, or a director stops it, it returns nil, and the
// page shows the progress. A second request with the same form joins the run; one with another form gets the fault
// "draw.running".
func (s *Handlers) makeDraw(d change, pressed button) error {
	wanted := run{Form: digest(d.form.Encode()), Round: d.n, Version: d.t.Version}
	ctx := d.ctx
	one, err := s.draws.Begin(s.Streams, site.Task[run, struct{}]{
		Slug: d.slug, About: wanted, Forgets: true,
		Do: func(ctx context.Context) (struct{}, error) {
			d.ctx = ctx
			_, err := pressed(d)
			return struct{}{}, err
		},
		Progress: func() site.Progress {
			paired, players := s.Director.Progress(d.slug)
			return site.Progress{Done: paired, Total: players, Waiting: players == 0}
		},
	})
	if err != nil {
		return err
	}
	if one.About.Form != wanted.Form || one.About.Round != d.n {
		return fault.New(fault.Conflict, "draw.running", one.About.Round)
	}
	over, err := one.Wait(ctx, s.Patience)
	if !over || one.Err() == nil || errors.Is(one.Err(), context.Canceled) {
		return err
	}
	if err := s.draws.Forget(ctx, one); err != nil {
		return err
	}
	return one.Err()
}

// compute computes the cost of a drawn round and the reasons of its games, and reports
// whether they are known. It can take long when the program has just started; then it
// continues in the background, for the next request.
func (d *details) compute(ctx context.Context) (known bool, err error) {
	t, n := d.snapshot.Tournament, d.r.Number
	for {
		one, err := d.handlers.costs.Begin(d.handlers.Streams, site.Task[run, struct{}]{
			Slug: t.Info.Slug, About: run{Round: n, Version: t.Version}, Forgets: true,
			Do: func(ctx context.Context) (struct{}, error) {
				_, err := d.snapshot.Explain(ctx, n)
				if err == nil && d.showsCost() {
					_, err = d.snapshot.EvaluateWithBest(ctx, n)
				}
				return struct{}{}, err
			},
		})
		if err != nil {
			return false, err
		}
		over, err := one.Wait(ctx, d.handlers.Patience)
		switch {
		case !over:
			return false, err
		case one.Err() != nil:
			return false, one.Err()
		case one.About == run{Round: n, Version: t.Version}:
			return true, nil
		}
	}
}

// showRun shows the run of the page's round and reports whether it is unfinished. A failure shows its reason until the
// tournament changes.
func (s *Handlers) showRun(ctx context.Context, p *roundPage, t *tournament.Tournament) (running bool, err error) {
	one, err := s.draws.Of(ctx, t.Info.Slug)
	switch {
	case err != nil || one == nil || one.About.Round != p.Round || one.Over && one.About.Version != t.Version:
	case !one.Over:
		const look = 1 // second
		p.Refresh = look
		p.Running = &page.RunningView{Waiting: one.Waiting, Done: one.Done, Total: one.Total}
		return true, nil
	case one.Stopped:
		p.Stopped = true
	default:
		p.Fault = one.Failed[p.Code()]
	}
	return false, err
}
