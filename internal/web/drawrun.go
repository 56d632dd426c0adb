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
)

// drawPatience is how long a press of a button waits for its draw. One that
// takes longer goes on by itself, and the page shows how far it has come.
const drawPatience = time.Second

// A drawRun is a draw on its way, or how one has ended that did not succeed.
type drawRun struct {
	// asked is what was pressed, with all that was sent along.
	asked   string
	round   int
	version int // of the tournament when it was asked for
	stop    context.CancelFunc
	done    chan struct{}
	err     error // there once done is closed
}

// over reports whether nothing more is drawn.
func (r *drawRun) over() bool {
	select {
	case <-r.done:
		return true
	default:
		return false
	}
}

// drawRuns are the latest draws, one of each tournament. They outlast the
// requests that asked for them, and live in memory only.
type drawRuns struct {
	log      *slog.Logger
	patience time.Duration

	mu     sync.Mutex
	latest map[string]*drawRun // by slug
}

func newDrawRuns(log *slog.Logger) *drawRuns {
	return &drawRuns{log: log, patience: drawPatience, latest: map[string]*drawRun{}}
}

// begin makes a draw until ctx ends. Whoever presses the same button meanwhile
// is given the same draw; another one has to wait.
func (r *drawRuns) begin(ctx context.Context, d drawChange, change drawButton) (*drawRun, error) {
	asked := d.form.Encode()
	r.mu.Lock()
	defer r.mu.Unlock()
	if one := r.latest[d.slug]; one != nil && !one.over() {
		if one.asked != asked || one.round != d.n {
			return nil, fault.New(fault.Conflict, "draw.running", one.round)
		}
		return one, nil
	}
	one := &drawRun{asked: asked, round: d.n, version: d.t.Version, done: make(chan struct{})}
	d.ctx, one.stop = context.WithCancel(ctx)
	r.latest[d.slug] = one
	go r.draw(one, d, change)
	return one, nil
}

func (r *drawRuns) draw(one *drawRun, d drawChange, change drawButton) {
	defer close(one.done)
	defer one.stop()
	defer func() {
		// As in a request, a broken draw must not end the program.
		if broken := recover(); broken != nil {
			one.err = fmt.Errorf("panic: %v\n%s", broken, debug.Stack())
		}
		_, refused := fault.As(one.err)
		switch {
		case one.err == nil:
			r.forget(d.slug, one)
		case !refused && !errors.Is(one.err, context.Canceled):
			r.log.Error("draw failed", slog.Int("round", one.round), slog.Any("error", one.err))
		}
	}()
	_, one.err = change(d)
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
// or somebody stops it: its page tells more.
func (s *Server) makeDraw(d drawChange, change drawButton) error {
	one, err := s.draws.begin(s.streams, d, change)
	if err != nil {
		return err
	}
	select {
	case <-one.done:
	case <-time.After(s.draws.patience):
		return nil
	case <-d.ctx.Done():
		return d.ctx.Err()
	}
	if errors.Is(one.err, context.Canceled) {
		return nil
	}
	s.draws.forget(d.slug, one)
	return one.err
}

// running shows the draw of the page's round that is on its way, and reports
// whether there is one; of one that did not succeed it says why.
func (s *Server) running(p *drawPage, slug string, version int) bool {
	one := s.draws.of(slug, p.Round, version)
	switch {
	case one == nil:
		return false
	case !one.over():
		const look = 1 // second
		p.Refresh = look
		paired, players := s.director.Progress(slug)
		p.Running = &runningView{Waiting: players == 0, Done: paired, Total: players}
		return true
	case errors.Is(one.err, context.Canceled):
		p.Stopped = true
	default:
		p.Fault = p.Error(one.err)
	}
	return false
}
