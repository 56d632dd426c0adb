package settings

import (
	"context"
	"runtime"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"

	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/pairing/simulate"
	"tourney/internal/tournament"
	"tourney/internal/web/site"
)

// watchTimeout is how long a simulation runs without a request for its page. Browsers load a page in the background at
// least once a minute.
const watchTimeout = 2 * time.Minute

// planned is the shared description of a simulation, for all instances.
type planned struct {
	// Version is the version of the tournament at the start.
	Version int            `json:"version"`
	Plan    simulationPlan `json:"plan"`
}

// jobs are the last simulations of tournaments.
type jobs = site.Jobs[planned, []*simulate.Report]

// A simulation belongs to the desk of one tournament.
type simulation struct {
	*site.JobState[planned, []*simulate.Report]
	t        *tournament.Tournament // at the start
	variants []simulate.Variant
}

// simulations run in the background: one per tournament, and one at a time at each instance, so that the desk stays
// fast on a small machine.
type simulations struct {
	*jobs
	director *director.Director
	timeout  time.Duration
	turn     *semaphore.Weighted
}

func newSimulations(s *site.Site) *simulations {
	return &simulations{
		jobs: site.NewJobs[planned, []*simulate.Report](s, s.Director.KeyValue, "simulation"), director: s.Director, timeout: watchTimeout, turn: semaphore.NewWeighted(1),
	}
}

// start runs a simulation until ctx ends. It replaces the tournament's last one.
func (s *simulations) start(ctx context.Context, t *tournament.Tournament, plan simulationPlan, variants []simulate.Variant) error {
	if err := s.Stop(ctx, t.Info.Slug); err != nil {
		return err
	}
	var played atomic.Int64
	var playing atomic.Bool // it is not queued
	_, err := s.Begin(ctx, site.Task[planned, []*simulate.Report]{
		Slug: t.Info.Slug, About: planned{t.Version, plan}, Unwatched: s.timeout,
		Progress: func() site.Progress {
			return site.Progress{Done: int(played.Load()), Total: len(variants) * plan.Options.Runs, Waiting: !playing.Load()}
		},
		Do: func(ctx context.Context) ([]*simulate.Report, error) {
			if err := s.turn.Acquire(ctx, 1); err != nil {
				return nil, err
			}
			defer s.turn.Release(1)
			playing.Store(true)
			o := plan.Options
			o.Workers = max(1, runtime.NumCPU()/2) // the other processors serve the desk
			o.Progress = func(n, _ int) { played.Store(int64(n)) }
			return simulate.Compare(ctx, t, variants, o)
		},
	})
	return err
}

// last returns the last simulation of a tournament, nil without one, and restarts its watchTimeout.
func (s *simulations) last(ctx context.Context, slug string) (*simulation, error) {
	work, err := s.Watch(ctx, slug)
	if err != nil || work == nil {
		return nil, err
	}
	then, err := s.director.Past(ctx, slug, work.About.Version)
	if fault.Is(err, "log.missing") {
		return nil, nil // of a former tournament with the slug
	}
	if err != nil {
		return nil, err
	}
	one := &simulation{JobState: work, t: then.Tournament}
	one.variants, err = simulate.Variations(one.t.Settings, work.About.Plan.Choices)
	return one, err
}
