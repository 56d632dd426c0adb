// Package load plays whole tournaments against a server, like directors, desks, phones and followers, and measures the
// delays of each. At the end it reads all results again: every acknowledged one must be there.
package load

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"tourney/internal/fault"
)

// A Plan is the number of players, desks and readers, and the length of the play.
type Plan struct {
	// Tournaments are played at once, each by its own director, with this many Players.
	Tournaments, Players int
	// Desks enter the results of all tournaments, Rate together in a second; 0 is without a pause. Each has its page open,
	// which loads the changed rows after every event.
	Desks int
	Rate  float64
	// Phones load one public page after the other, each often its player's page.
	Phones int
	// Pause is the time between two pages of a phone.
	Pause time.Duration
	// Followers load the standings after every change. Listeners only receive events.
	Followers, Listeners int
	// Lasting and Entries end the play: after this time, or this number of entries, whichever is first.
	Lasting time.Duration
	Entries int
	// Folder is the folder of a file to compare with, on the disk that the server writes to.
	Folder string
	// Doing is called at the beginning of each part of the play, with the key and the values of a message.
	Doing func(key string, args ...any)
	Pauses
}

// Pauses are the durations that make the figures exact.
type Pauses struct {
	// After Quiet no listener has anything left to receive. Grace is the timeout of a listener for a change.
	Quiet, Grace time.Duration
	// Comparing is the duration of the measurement of each page without a pause.
	Comparing time.Duration
}

// UsualPauses returns the pauses of a measurement.
func UsualPauses() Pauses {
	return Pauses{Quiet: time.Second, Grace: 10 * time.Second, Comparing: 3 * time.Second}
}

// The bounds of a plan.
const (
	MostTournaments = 1_000
	MostDesks       = 1_000
	MostPhones      = 10_000
	MostListeners   = 20_000
	MostEntries     = 10_000_000
	Longest         = 24 * time.Hour
)

// Check returns a fault for an impossible plan: "load.bounds", with the flag that is out of its bounds, and the bounds.
func (p *Plan) Check() error {
	for _, b := range []struct {
		flag              string
		is, least, atMost int
	}{
		{"--tournaments", p.Tournaments, 1, MostTournaments},
		{"--players", p.Players, 4, 2_000},
		{"--desks", p.Desks, 1, MostDesks},
		{"--rate", int(p.Rate), 0, 100_000},
		{"--phones", p.Phones, 0, MostPhones},
		{"--followers", p.Followers, 0, MostPhones},
		{"--listeners", p.Listeners, 0, MostListeners},
		{"--entries", p.Entries, 1, MostEntries},
	} {
		if b.is < b.least || b.is > b.atMost {
			return fault.New(fault.Invalid, "load.bounds", b.flag, b.least, b.atMost)
		}
	}
	if p.Lasting < time.Second || p.Lasting > Longest {
		return fault.New(fault.Invalid, "load.bounds", "--for", "1s", "24h")
	}
	return nil
}

// An Access is the address of the server, and the login of the director and the desks.
type Access struct {
	URL            string // such as "http://127.0.0.1:8080"
	Name, Password string
	// Metrics is the address where the server reports its processor time, in Prometheus format; "" for none.
	Metrics string
}

// A Report holds the measurements.
type Report struct {
	Lines []Line `json:"lines"`
	// Rounds were drawn, Entries acknowledged.
	Rounds  int `json:"rounds"`
	Entries int `json:"entries"`
	// Cost is the processor time of the server while results were entered, in milliseconds a result: all that it did for
	// desks, phones and open pages. 0 if it is unknown.
	Cost float64 `json:"cost,omitempty"`
	// Lost are acknowledged entries that the server does not have.
	Lost []string `json:"lost"`
	// Broken counts the streams of events that broke and were reopened, Unheard the listeners that missed a change at
	// the end.
	Broken int `json:"broken"`
	Missed int `json:"unheard"`
	// First is the first thing that failed, "" for nothing.
	First string `json:"firstFailure,omitempty"`
}

// A game is the play against one server.
type game struct {
	plan    Plan
	at      *url.URL
	metrics string
	login   *session
	times   times
	// cost is the processor time of the server while results were entered.
	cost cost
	// acknowledged counts the entries that the server has acknowledged, drawnRounds the rounds that were published.
	acknowledged, drawnRounds atomic.Int64
	// done ends at the time limit, and when no entries are left.
	done context.Context
	end  context.CancelFunc
	// left counts the entries that are left, first is the first failure.
	mu    sync.Mutex
	left  int
	first error
}

// grace limits requests in progress at the end, and the time until all streams of events are open. Reading the results
// at the end may take twice as long.
const grace = 30 * time.Second

// Run plays a plan. It returns an error if the play could not begin or its results cannot be read again; failures in
// between are counted and retried. Faults: "load.bounds", "load.url", "load.loopback", "load.unreachable",
// "load.login".
func Run(ctx context.Context, access Access, plan Plan) (*Report, error) {
	if err := plan.Check(); err != nil {
		return nil, err
	}
	at, err := url.Parse(access.URL)
	if err != nil || at.Host == "" {
		return nil, fault.New(fault.Invalid, "load.url", fault.Clip(access.URL))
	}
	g := &game{plan: plan, at: at, metrics: access.Metrics}
	if g.login, err = logIn(ctx, at, access.Name, access.Password); err != nil {
		return nil, err
	}
	plan.Doing("load.doing.import")
	halls, err := g.found(ctx)
	if err != nil {
		return nil, err
	}
	g.done, g.end = context.WithTimeout(ctx, plan.Lasting)
	defer g.end()
	plan.Doing("load.doing.play", plan.Lasting.String())
	audience, err := g.seat(ctx, halls)
	if err != nil {
		return nil, err
	}
	g.play(ctx, halls)
	report := &Report{}
	report.Missed = audience.stop(ctx)
	plan.Doing("load.doing.check")
	for _, h := range halls {
		lost, err := h.lost(ctx)
		if err != nil {
			return nil, fmt.Errorf("read the results of %s again: %w", h.slug, err)
		}
		report.Lost = append(report.Lost, lost...)
	}
	plan.Doing("load.doing.compare")
	if err := g.compare(ctx, halls[0]); err != nil {
		return nil, err
	}
	if err := g.insert(ctx, plan.Folder); err != nil {
		return nil, err
	}
	report.Broken = int(audience.lost.Load())
	report.Cost = g.cost.each()
	report.Lines, report.Rounds, report.Entries = g.times.lines(), int(g.drawnRounds.Load()), int(g.acknowledged.Load())
	if g.first != nil {
		report.First = g.first.Error()
	}
	return report, nil
}

// play plays all tournaments until the time is over or all entries are made.
func (g *game) play(ctx context.Context, halls []*hall) {
	g.left = g.plan.Entries
	var playing sync.WaitGroup
	for i, h := range halls {
		desks := g.plan.Desks / len(halls)
		if i < g.plan.Desks%len(halls) {
			desks++
		}
		playing.Go(func() { h.play(ctx, max(desks, 1)) })
	}
	over := make(chan struct{})
	go func() { playing.Wait(); g.end(); close(over) }()
	<-g.done.Done()
	g.plan.Doing("load.doing.wait")
	<-over
}

// take reserves one of the entries that are left.
func (g *game) take() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.left == 0 || g.done.Err() != nil {
		g.end()
		return false
	}
	g.left--
	return true
}

// failed stores the first failure for the report.
func (g *game) failed(err error) {
	if errors.Is(err, context.Canceled) {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.first == nil {
		g.first = err
	}
}
