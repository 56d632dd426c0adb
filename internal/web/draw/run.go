package draw

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	"tourney/internal/fault"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// A run is a draw that is being made, or one that failed.
type run struct {
	form           string // the encoded form that started it
	round, version int    // of the tournament at the start
	stop           context.CancelFunc
	done           chan struct{}
	err            error // set before done is closed
}

// over reports whether the run has ended.
func (r *run) over() bool { return site.IsClosed(r.done) }

// wait waits for the end of the run, for patience at most, and reports whether it
// has ended.
func (r *run) wait(ctx context.Context, patience time.Duration) (over bool, err error) {
	select {
	case <-r.done:
		return true, nil
	case <-time.After(patience):
		return false, nil
	case <-ctx.Done():
		return false, ctx.Err()
	}
}

// runs hold the latest run of each tournament. Runs outlast the requests that
// began them, and live in memory only.
type runs struct {
	ctx context.Context // ends all runs
	log *slog.Logger

	mu     sync.Mutex
	latest map[string]*run // by slug
}

func newRuns(ctx context.Context, log *slog.Logger) *runs {
	return &runs{ctx: ctx, log: log, latest: map[string]*run{}}
}

// begin starts a run that makes a draw. While the tournament has another run that
// has not ended, it returns that one instead.
func (r *runs) begin(slug string, one run, draw func(ctx context.Context) error) *run {
	r.mu.Lock()
	defer r.mu.Unlock()
	if under := r.latest[slug]; under != nil && !under.over() {
		return under
	}
	ctx, stop := context.WithCancel(r.ctx)
	one.stop, one.done = stop, make(chan struct{})
	r.latest[slug] = &one
	go func() {
		defer close(one.done)
		defer one.stop()
		one.err = recovered(ctx, draw)
		_, refused := fault.As(one.err)
		switch {
		case one.err == nil:
			r.forget(slug, &one)
		case !refused && !errors.Is(one.err, context.Canceled):
			r.log.Error("draw failed", slog.Int("round", one.round), slog.Any("error", one.err))
		}
	}()
	return &one
}

// recovered calls do and returns a panic of it as an error, so that it ends the
// run and not the program.
func recovered(ctx context.Context, do func(ctx context.Context) error) (err error) {
	defer func() {
		if broken := recover(); broken != nil {
			err = fmt.Errorf("panic: %v\n%s", broken, debug.Stack())
		}
	}()
	return do(ctx)
}

// forget drops a run whose end needs no mention any more.
func (r *runs) forget(slug string, one *run) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.latest[slug] == one {
		delete(r.latest, slug)
	}
}

// of returns the run of round n that has not ended, or that has failed since the
// tournament was changed last; nil for none.
func (r *runs) of(slug string, n, version int) *run {
	r.mu.Lock()
	defer r.mu.Unlock()
	one := r.latest[slug]
	if one == nil || one.round != n || one.over() && one.version != version {
		return nil
	}
	return one
}

// stop ends the run of a tournament, if it has one.
func (r *runs) stop(slug string) {
	r.mu.Lock()
	one := r.latest[slug]
	r.mu.Unlock()
	if one != nil {
		one.stop()
		<-one.done
	}
}

// makeDraw makes a draw. If that takes longer than the room's patience, or a director
// stops it, it returns nil, and the page shows the progress. A director who presses the
// same button meanwhile gets the same draw, one who presses another button the fault
// "draw.running".
func (s *Room) makeDraw(d change, pressed button) error {
	wanted := run{form: d.form.Encode(), round: d.n, version: d.t.Version}
	ctx := d.ctx
	one := s.draws.begin(d.slug, wanted, func(ctx context.Context) error {
		d.ctx = ctx
		_, err := pressed(d)
		return err
	})
	if one.form != wanted.form || one.round != d.n {
		return fault.New(fault.Conflict, "draw.running", one.round)
	}
	over, err := one.wait(ctx, s.Patience)
	if !over || errors.Is(one.err, context.Canceled) {
		return err
	}
	s.draws.forget(d.slug, one)
	return one.err
}

// compute computes the cost of a drawn round and the reasons of its games, and reports
// whether they are known. It can take long when the program has just started; then it
// continues in the background, for the next request.
func (d *details) compute(ctx context.Context) (known bool, err error) {
	t, n := d.snapshot.Tournament, d.r.Number
	for {
		one := d.room.costs.begin(t.Info.Slug, run{round: n, version: t.Version}, func(ctx context.Context) error {
			_, err := d.snapshot.Explain(ctx, n)
			if err == nil && d.showsCost() {
				_, err = d.snapshot.EvaluateWithBest(ctx, n)
			}
			return err
		})
		over, err := one.wait(ctx, d.room.Patience)
		switch {
		case !over:
			return false, err
		case one.err != nil:
			return false, one.err
		case one.round == n && one.version == t.Version:
			return true, nil
		}
	}
}

// showRun shows the run of the page's round, with the reason if it failed, and reports
// whether it is still running.
func (s *Room) showRun(p *roundPage, slug string, version int) bool {
	one := s.draws.of(slug, p.Round, version)
	switch {
	case one == nil:
		return false
	case !one.over():
		const look = 1 // second
		p.Refresh = look
		paired, players := s.Director.Progress(slug)
		p.Running = &page.RunningView{Waiting: players == 0, Done: paired, Total: players}
		return true
	case errors.Is(one.err, context.Canceled):
		p.Stopped = true
	default:
		p.Fault = p.Error(one.err)
	}
	return false
}
