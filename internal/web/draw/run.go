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

// Patience is how long a request waits for a draw. One that takes longer
// goes on by itself, and the page shows how far it has come.
const Patience = time.Second

// A Run is a draw on its way, or how one has ended that did not succeed.
type Run struct {
	// asked is what was pressed, with all that was sent along.
	asked          string
	Round, Version int // of the tournament when it was asked for
	Stop           context.CancelFunc
	Done           chan struct{}
	Err            error // there once done is closed
}

// Over reports whether nothing more is drawn.
func (r *Run) Over() bool { return site.Closed(r.Done) }

// wait reports whether a draw ends before a page should be shown.
func (r *Run) wait(ctx context.Context, patience time.Duration) (over bool, err error) {
	select {
	case <-r.Done:
		return true, nil
	case <-time.After(patience):
		return false, nil
	case <-ctx.Done():
		return false, ctx.Err()
	}
}

// Runs are the latest draws, one of each tournament. They outlast the
// requests that asked for them, and live in memory only.
type Runs struct {
	ctx      context.Context // they end with it
	log      *slog.Logger
	Patience time.Duration

	mu     sync.Mutex
	latest map[string]*Run // by slug
}

func newDrawRuns(ctx context.Context, log *slog.Logger) *Runs {
	return &Runs{ctx: ctx, log: log, Patience: Patience, latest: map[string]*Run{}}
}

// Begin starts a draw, unless there is one on its way: then it returns that.
func (r *Runs) Begin(slug string, one Run, draw func(ctx context.Context) error) *Run {
	r.mu.Lock()
	defer r.mu.Unlock()
	if under := r.latest[slug]; under != nil && !under.Over() {
		return under
	}
	ctx, stop := context.WithCancel(r.ctx)
	one.Stop, one.Done = stop, make(chan struct{})
	r.latest[slug] = &one
	go func() {
		defer close(one.Done)
		defer one.Stop()
		one.Err = unbroken(ctx, draw)
		_, refused := fault.As(one.Err)
		switch {
		case one.Err == nil:
			r.forget(slug, &one)
		case !refused && !errors.Is(one.Err, context.Canceled):
			r.log.Error("draw failed", slog.Int("round", one.Round), slog.Any("error", one.Err))
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
func (r *Runs) forget(slug string, one *Run) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.latest[slug] == one {
		delete(r.latest, slug)
	}
}

// Of returns the draw of a round that is on its way, or that has failed since the
// tournament was changed last; nil for none.
func (r *Runs) Of(slug string, n, version int) *Run {
	r.mu.Lock()
	defer r.mu.Unlock()
	one := r.latest[slug]
	if one == nil || one.Round != n || one.Over() && one.Version != version {
		return nil
	}
	return one
}

// stop ends the draw of a tournament that is on its way, if there is one.
func (r *Runs) stop(slug string) {
	r.mu.Lock()
	one := r.latest[slug]
	r.mu.Unlock()
	if one != nil {
		one.Stop()
		<-one.Done
	}
}

// makeDraw makes a draw, and returns nil before it has ended when that takes long
// or somebody stops it: its page tells more. Whoever presses the same button
// meanwhile is given the same draw; another one has to wait.
func (s *Room) makeDraw(d Change, change drawButton) error {
	asked := Run{asked: d.form.Encode(), Round: d.n, Version: d.t.Version}
	ctx := d.Ctx
	one := s.Draws.Begin(d.slug, asked, func(ctx context.Context) error {
		d.Ctx = ctx
		_, err := change(d)
		return err
	})
	if one.asked != asked.asked || one.Round != d.n {
		return fault.New(fault.Conflict, "draw.running", one.Round)
	}
	over, err := one.wait(ctx, s.Draws.Patience)
	if !over || errors.Is(one.Err, context.Canceled) {
		return err
	}
	s.Draws.forget(d.slug, one)
	return one.Err
}

// workOut has what a drawn round is worth worked out, and reports whether it is
// known by now. Where that takes long, as after a start of the program, it goes
// on by itself, and the next question is answered sooner.
func (d *drawing) workOut(ctx context.Context) (known bool, err error) {
	t, n := d.snapshot.Tournament, d.r.Number
	for {
		one := d.worths.Begin(t.Info.Slug, Run{Round: n, Version: t.Version}, func(ctx context.Context) error {
			_, err := d.snapshot.Explain(ctx, n)
			if err == nil && d.weighs() {
				_, err = d.snapshot.Weigh(ctx, n)
			}
			return err
		})
		over, err := one.wait(ctx, d.worths.Patience)
		switch {
		case !over:
			return false, err
		case one.Err != nil:
			return false, one.Err
		case one.Round == n && one.Version == t.Version:
			return true, nil
		}
	}
}

// running shows the draw of the page's round that is on its way, and reports
// whether there is one; of one that did not succeed it says why.
func (s *Room) running(p *drawPage, slug string, version int) bool {
	one := s.Draws.Of(slug, p.Round, version)
	switch {
	case one == nil:
		return false
	case !one.Over():
		const look = 1 // second
		p.Refresh = look
		paired, players := s.Director.Progress(slug)
		p.Running = &page.RunningView{Waiting: players == 0, Done: paired, Total: players}
		return true
	case errors.Is(one.Err, context.Canceled):
		p.Stopped = true
	default:
		p.Fault = p.Error(one.Err)
	}
	return false
}
