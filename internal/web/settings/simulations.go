package settings

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"tourney/internal/fault"
	"tourney/internal/simulate"
	"tourney/internal/tournament"
	"tourney/internal/web/site"
)

const (
	// watchTimeout is how long a simulation runs while no browser loads its page.
	// Browsers load a page in the background at least once a minute.
	watchTimeout = 2 * time.Minute
	// mostSimulations limits the tournaments whose last simulation is kept.
	mostSimulations = 16
)

// A simulation is started at the desk of one tournament. It is kept in memory only.
type simulation struct {
	// token distinguishes it from the next one of the same tournament.
	token    string
	t        *tournament.Tournament // at the start
	plan     simulationPlan
	variants []simulate.Variant

	played, total atomic.Int64
	playing       atomic.Bool // its turn has come
	done          chan struct{}
	// reports and err are set before done is closed.
	reports []*simulate.Report
	err     error

	stop context.CancelFunc
	// watch stops it after the timeout.
	watch *time.Timer
}

// over reports whether the simulation has ended.
func (s *simulation) over() bool { return site.IsClosed(s.done) }

// stopped reports whether a user or the timeout ended the simulation.
func (s *simulation) stopped() bool { return errors.Is(s.err, context.Canceled) }

// simulations run in the background: one of each tournament, and one at a time, so
// that the desk stays fast on a small machine.
type simulations struct {
	log     *slog.Logger
	timeout time.Duration
	turn    chan struct{}

	mu   sync.Mutex
	kept []*simulation // the latest last
}

func newSimulations(log *slog.Logger) *simulations {
	return &simulations{log: log, timeout: watchTimeout, turn: make(chan struct{}, 1)}
}

// start runs a simulation until ctx ends. It replaces the last one of the tournament.
func (s *simulations) start(ctx context.Context, one *simulation) {
	one.token, one.done = rand.Text(), make(chan struct{})
	ctx, one.stop = context.WithCancel(ctx)
	one.total.Store(int64(len(one.variants) * one.plan.options.Runs))
	s.mu.Lock()
	defer s.mu.Unlock()
	slug := one.t.Info.Slug
	s.kept = slices.DeleteFunc(s.kept, func(old *simulation) bool {
		if old.t.Info.Slug == slug {
			old.stop()
		}
		return old.t.Info.Slug == slug
	})
	s.kept = append(s.kept, one)
	if len(s.kept) > mostSimulations {
		s.kept[0].stop()
		s.kept = slices.Delete(s.kept, 0, 1)
	}
	one.watch = time.AfterFunc(s.timeout, one.stop)
	go s.play(ctx, one)
}

// play waits for the turn of the simulation and runs it.
func (s *simulations) play(ctx context.Context, one *simulation) {
	defer close(one.done)
	defer one.stop()
	select {
	case s.turn <- struct{}{}:
		defer func() { <-s.turn }()
	case <-ctx.Done():
		one.err = ctx.Err()
		return
	}
	one.playing.Store(true)
	o := one.plan.options
	o.Workers = max(1, runtime.NumCPU()/2) // the other processors serve the desk
	o.Progress = func(played, _ int) { one.played.Store(int64(played)) }
	one.reports, one.err = simulate.Compare(ctx, one.t, one.variants, o)
	if _, ok := fault.As(one.err); one.err != nil && !ok && !one.stopped() {
		s.log.Error("simulation failed", slog.Any("error", one.err))
	}
}

// last returns the last simulation of a tournament, or nil, and restarts its timeout.
func (s *simulations) last(slug string) *simulation {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.kept, func(one *simulation) bool { return one.t.Info.Slug == slug })
	if i < 0 {
		return nil
	}
	s.kept[i].watch.Reset(s.timeout)
	return s.kept[i]
}
