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
	// simulationPatience is how long a simulation goes on that nobody looks at.
	// Browsers ask for a page in the background once a minute at least.
	simulationPatience = 2 * time.Minute
	// mostSimulations is of how many tournaments the last one is kept.
	mostSimulations = 16
)

// A simulation is what was asked for at the desk of one tournament, and what
// has come of it so far. It lives in memory only.
type simulation struct {
	// Token tells it from the next one of the same tournament.
	token string
	t     *tournament.Tournament // as it was then
	plan  simulationPlan
	// variants are what is compared.
	variants []simulate.Variant

	played, total atomic.Int64
	playing       atomic.Bool // its turn has come
	done          chan struct{}
	// reports and err are there once done is closed.
	reports []*simulate.Report
	err     error

	stop context.CancelFunc
	// watch stops it when nobody has looked for long.
	watch *time.Timer
}

// Over reports whether nothing more is played.
func (s *simulation) over() bool { return site.IsClosed(s.done) }

// Stopped reports whether it ended before its end because somebody, or nobody
// any more, wanted it so.
func (s *simulation) stopped() bool { return errors.Is(s.err, context.Canceled) }

// simulations play in the background: one of each tournament, and one at a time,
// so that the desk stays quick on a small machine.
type simulations struct {
	log      *slog.Logger
	patience time.Duration
	turn     chan struct{}

	mu   sync.Mutex
	kept []*simulation // the latest last
}

func newSimulations(log *slog.Logger) *simulations {
	return &simulations{log: log, patience: simulationPatience, turn: make(chan struct{}, 1)}
}

// begin plays a simulation in place of the last one of its tournament, until
// ctx ends.
func (s *simulations) begin(ctx context.Context, one *simulation) {
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
	one.watch = time.AfterFunc(s.patience, one.stop)
	go s.play(ctx, one)
}

// play waits for its turn and plays.
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
	o.Workers = max(1, runtime.NumCPU()/2) // the others are for the desk
	o.Progress = func(played, _ int) { one.played.Store(int64(played)) }
	one.reports, one.err = simulate.Compare(ctx, one.t, one.variants, o)
	if _, ok := fault.As(one.err); one.err != nil && !ok && !one.stopped() {
		s.log.Error("simulation failed", slog.Any("error", one.err))
	}
}

// Of returns the last simulation of a tournament, or nil, and notes that
// somebody looks at it.
func (s *simulations) of(slug string) *simulation {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.kept, func(one *simulation) bool { return one.t.Info.Slug == slug })
	if i < 0 {
		return nil
	}
	s.kept[i].watch.Reset(s.patience)
	return s.kept[i]
}
