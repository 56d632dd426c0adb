package web

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

// drawPatience is how long a request waits for a draw. One that takes longer
// goes on by itself, and the page shows how far it has come.
const drawPatience = time.Second

// A drawRun is a draw on its way, or how one has ended that did not succeed.
type drawRun struct {
	// asked is what was pressed, with all that was sent along.
	asked          string
	round, version int // of the tournament when it was asked for
	stop           context.CancelFunc
	done           chan struct{}
	err            error // there once done is closed
}

// over reports whether nothing more is drawn.
func (r *drawRun) over() bool { return site.Closed(r.done) }

// wait reports whether a draw ends before a page should be shown.
func (r *drawRun) wait(ctx context.Context, patience time.Duration) (over bool, err error) {
	select {
	case <-r.done:
		return true, nil
	case <-time.After(patience):
		return false, nil
	case <-ctx.Done():
		return false, ctx.Err()
	}
}

// drawRuns are the latest draws, one of each tournament. They outlast the
// requests that asked for them, and live in memory only.
type drawRuns struct {
	ctx      context.Context // they end with it
	log      *slog.Logger
	patience time.Duration

	mu     sync.Mutex
	latest map[string]*drawRun // by slug
}

func newDrawRuns(ctx context.Context, log *slog.Logger) *drawRuns {
	return &drawRuns{ctx: ctx, log: log, patience: drawPatience, latest: map[string]*drawRun{}}
}

// begin starts a draw, unless there is one on its way: then it returns that.
func (r *drawRuns) begin(slug string, one drawRun, draw func(ctx context.Context) error) *drawRun {
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
		one.err = unbroken(ctx, draw)
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

// unbroken does what must not end the program when it breaks, as in a request.
func unbroken(ctx context.Context, do func(ctx context.Context) error) (err error) {
	defer func() {
		if broken := recover(); broken != nil {
			err = fmt.Errorf("panic: %v\n%s", broken, debug.Stack())
		}
	}()
	return do(ctx)
}

// forget drops a draw that everybody concerned knows of.
func (r *drawRuns) forget(slug string, one *drawRun) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.latest[slug] == one {
		delete(r.latest, slug)
	}
}

// of returns the draw of a round that is on its way, or that has failed since the
// tournament was changed last; nil for none.
func (r *drawRuns) of(slug string, n, version int) *drawRun {
	r.mu.Lock()
	defer r.mu.Unlock()
	one := r.latest[slug]
	if one == nil || one.round != n || one.over() && one.version != version {
		return nil
	}
	return one
}

// stop ends the draw of a tournament that is on its way, if there is one.
func (r *drawRuns) stop(slug string) {
	r.mu.Lock()
	one := r.latest[slug]
	r.mu.Unlock()
	if one != nil {
		one.stop()
		<-one.done
	}
}

// makeDraw makes a draw, and returns nil before it has ended when that takes long
// or somebody stops it: its page tells more. Whoever presses the same button
// meanwhile is given the same draw; another one has to wait.
func (s *drawRoom) makeDraw(d drawChange, change drawButton) error {
	asked := drawRun{asked: d.form.Encode(), round: d.n, version: d.t.Version}
	ctx := d.ctx
	one := s.draws.begin(d.slug, asked, func(ctx context.Context) error {
		d.ctx = ctx
		_, err := change(d)
		return err
	})
	if one.asked != asked.asked || one.round != d.n {
		return fault.New(fault.Conflict, "draw.running", one.round)
	}
	over, err := one.wait(ctx, s.draws.patience)
	if !over || errors.Is(one.err, context.Canceled) {
		return err
	}
	s.draws.forget(d.slug, one)
	return one.err
}

// workOut has what a drawn round is worth worked out, and reports whether it is
// known by now. Where that takes long, as after a start of the program, it goes
// on by itself, and the next question is answered sooner.
func (d *drawing) workOut(ctx context.Context) (known bool, err error) {
	t, n := d.snapshot.Tournament, d.r.Number
	for {
		one := d.worths.begin(t.Info.Slug, drawRun{round: n, version: t.Version}, func(ctx context.Context) error {
			_, err := d.snapshot.Explain(ctx, n)
			if err == nil && d.weighs() {
				_, err = d.snapshot.Weigh(ctx, n)
			}
			return err
		})
		over, err := one.wait(ctx, d.worths.patience)
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

// running shows the draw of the page's round that is on its way, and reports
// whether there is one; of one that did not succeed it says why.
func (s *drawRoom) running(p *drawPage, slug string, version int) bool {
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
