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
	Token string
	t     *tournament.Tournament // as it was then
	plan  simulationPlan
	// variants are what is compared.
	variants []simulate.Variant

	played, total atomic.Int64
	playing       atomic.Bool // its turn has come
	Done          chan struct{}
	// reports and err are there once done is closed.
	reports []*simulate.Report
	Err     error

	stop context.CancelFunc
	// watch stops it when nobody has looked for long.
	watch *time.Timer
}

// Over reports whether nothing more is played.
func (s *simulation) Over() bool { return site.Closed(s.Done) }

// Stopped reports whether it ended before its end because somebody, or nobody
// any more, wanted it so.
func (s *simulation) Stopped() bool { return errors.Is(s.Err, context.Canceled) }

// simulations play in the background: one of each tournament, and one at a time,
// so that the desk stays quick on a small machine.
type simulations struct {
	log      *slog.Logger
	Patience time.Duration
	Turn     chan struct{}

	Mu   sync.Mutex
	Kept []*simulation // the latest last
}

func newSimulations(log *slog.Logger) *simulations {
	return &simulations{log: log, Patience: simulationPatience, Turn: make(chan struct{}, 1)}
}

// begin plays a simulation in place of the last one of its tournament, until
// ctx ends.
func (s *simulations) begin(ctx context.Context, one *simulation) {
	one.Token, one.Done = rand.Text(), make(chan struct{})
	ctx, one.stop = context.WithCancel(ctx)
	one.total.Store(int64(len(one.variants) * one.plan.options.Runs))
	s.Mu.Lock()
	defer s.Mu.Unlock()
	slug := one.t.Info.Slug
	s.Kept = slices.DeleteFunc(s.Kept, func(old *simulation) bool {
		if old.t.Info.Slug == slug {
			old.stop()
		}
		return old.t.Info.Slug == slug
	})
	s.Kept = append(s.Kept, one)
	if len(s.Kept) > mostSimulations {
		s.Kept[0].stop()
		s.Kept = slices.Delete(s.Kept, 0, 1)
	}
	one.watch = time.AfterFunc(s.Patience, one.stop)
	go s.play(ctx, one)
}

// play waits for its turn and plays.
func (s *simulations) play(ctx context.Context, one *simulation) {
	defer close(one.Done)
	defer one.stop()
	select {
	case s.Turn <- struct{}{}:
		defer func() { <-s.Turn }()
	case <-ctx.Done():
		one.Err = ctx.Err()
		return
	}
	one.playing.Store(true)
	o := one.plan.options
	o.Workers = max(1, runtime.NumCPU()/2) // the others are for the desk
	o.Progress = func(played, _ int) { one.played.Store(int64(played)) }
	one.reports, one.Err = simulate.Compare(ctx, one.t, one.variants, o)
	if _, ok := fault.As(one.Err); one.Err != nil && !ok && !one.Stopped() {
		s.log.Error("simulation failed", slog.Any("error", one.Err))
	}
}

// Of returns the last simulation of a tournament, or nil, and notes that
// somebody looks at it.
func (s *simulations) Of(slug string) *simulation {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	i := slices.IndexFunc(s.Kept, func(one *simulation) bool { return one.t.Info.Slug == slug })
	if i < 0 {
		return nil
	}
	s.Kept[i].watch.Reset(s.Patience)
	return s.Kept[i]
}
