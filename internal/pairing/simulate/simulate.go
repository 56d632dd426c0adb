// Package simulate compares settings: it plays a tournament many times with the
// rating model and reports how often the strongest player wins, how far apart
// opponents are, and how often pairings repeat.
//
// Start from Compare, which plays with several settings on the same field:
//
//	variants, err := simulate.Variations(t.Settings, simulate.Choices{Rounds: []int{4, 5}})
//	reports, err := simulate.Compare(ctx, t, variants, simulate.Options{Runs: 200, Seed: 1})
//	fmt.Println(reports[0].StrongestWins, reports[0].RankGap)
//
// The same field, settings and seed give the same report on any number of
// processors.
package simulate

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"

	"tourney/internal/fault"
	"tourney/internal/pairing"
	"tourney/internal/results"
	"tourney/internal/results/rating"
	"tourney/internal/tournament"
)

// Options are the parameters of a simulation.
type Options struct {
	// Runs is the number of times to play, from 1 to MostRuns; 0 is 100.
	Runs int `json:"runs"`
	// Seed decides the results.
	Seed uint64 `json:"seed"`
	// Spread is the uncertainty of ratings: the standard deviation, in points, of a
	// player's form in one run.
	Spread float64 `json:"spread"`
	// Workers is the number of runs at the same time; 0 is one for every processor.
	Workers int `json:"-"`
	// Progress, if set, is called with the number of runs done, by one
	// goroutine at a time.
	Progress func(done, total int) `json:"-"`
}

// Bounds on a simulation.
const (
	MostRuns    = 10_000
	defaultRuns = 100
	mostSpread  = 1000
)

// check returns a fault for options out of bounds.
func (o *Options) check() error {
	switch {
	case o.Runs < 0 || o.Runs > MostRuns:
		return fault.New(fault.Invalid, "simulate.runs", o.Runs, MostRuns)
	case !(o.Spread >= 0 && o.Spread <= mostSpread): // NaN too
		return fault.New(fault.Invalid, "simulate.spread", mostSpread)
	}
	return nil
}

// startOf returns the tournament before its first round with some settings, all
// players who take part checked in.
func startOf(t *tournament.Tournament, with tournament.Settings) (*tournament.Tournament, error) {
	start := t.Clone()
	start.Rounds, start.Day.Finals = nil, nil
	if err := start.SetSettings(with); err != nil {
		return nil, err
	}
	s := &start.Settings
	s.Stages = slices.Clone(s.Stages)
	for i := range s.Stages {
		s.Stages[i].Format.Seeds, s.Stages[i].Format.ByHand = nil, false
	}
	if !s.Format.ByHand {
		s.Format.Seeds = nil
	}
	if start.IsOpen() {
		return nil, fault.New(fault.Invalid, "simulate.open")
	}
	who := t.Participation()
	for i := range start.Players {
		if p := &start.Players[i]; p.Status == tournament.Preliminary && who.Has(p.ID) {
			p.Status = tournament.CheckedIn
		}
	}
	return start, nil
}

// playAll plays the runs, several at the same time. Every run has its own random
// numbers, so the results do not depend on the workers.
func playAll(ctx context.Context, start *tournament.Tournament, o Options) ([]run, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	runs, errs := make([]run, o.Runs), make([]error, o.Runs)
	next := make(chan int)
	var done sync.WaitGroup
	var reporting sync.Mutex
	finished := 0
	for range min(cmp.Or(max(o.Workers, 0), runtime.GOMAXPROCS(0)), o.Runs) {
		done.Go(func() {
			for k := range next {
				runs[k], errs[k] = playOnce(ctx, start, rand.New(rand.NewPCG(o.Seed, uint64(k))), o.Spread) // #nosec G404 -- repeatable, no secret
				if errs[k] != nil {
					cancel()
					continue
				}
				reporting.Lock()
				finished++
				if o.Progress != nil {
					o.Progress(finished, o.Runs)
				}
				reporting.Unlock()
			}
		})
	}
	for k := range o.Runs {
		if ctx.Err() != nil { // even starting a run is slow in a large field
			break
		}
		next <- k
	}
	close(next)
	done.Wait()
	if err := firstError(errs); err != nil {
		return nil, err
	}
	return runs, ctx.Err()
}

// firstError returns the first fault, or else the first error: a failed run
// cancels the others, and their errors are the consequence.
func firstError(errs []error) error {
	var other error
	for _, err := range errs {
		if _, ok := fault.As(err); ok {
			return err
		}
		if other == nil {
			other = err
		}
	}
	return other
}

// A run is the result of one simulated tournament.
type run struct {
	games, repeats    int
	gap, stones       int // summed over the games
	even, uncertain   int // games without handicap, and open games
	gaps, handicaps   [maxGap + 1]int
	imbalance, counts int // of colours in even games, and the players with such games
	colours           [maxColours + 1]int
	// top are the players who share the first place.
	top []tournament.PlayerID
	// strongest is the place of the strongest player, rounds the number of rounds
	// played.
	strongest, rounds int
}

// The last classes of the counts: of differences of ranks and of handicaps, of
// games more with one colour, and of players who share the first place.
const (
	maxGap     = 9
	maxColours = 4
	maxFirst   = 5
)

// playOnce plays the tournament once. A broken invariant ends the simulation, not the program: playOnce runs in a
// separate goroutine, where nothing else could recover the panic.
func playOnce(ctx context.Context, start *tournament.Tournament, chance *rand.Rand, spread float64) (r run, err error) {
	defer func() {
		if broken := recover(); broken != nil {
			err = fmt.Errorf("simulate: %v\n%s", broken, debug.Stack())
		}
	}()
	t := start.Clone()
	strength := map[tournament.PlayerID]float64{}
	for i := range t.Players {
		strength[t.Players[i].ID] = rating.Strength(&t.Players[i]) + spread*chance.NormFloat64()
	}
	for n := 1; n <= t.Settings.Rounds; n++ {
		if err := ctx.Err(); err != nil { // rounds by plan ignore ctx
			return r, err
		}
		draw, err := pairing.Make(ctx, t, n, pairing.Options{Seed: chance.Uint64()})
		if n > 1 && (fault.Is(err, "system.finished") || fault.Is(err, "system.complete") || fault.Is(err, "system.nobody")) {
			break
		}
		if err == nil {
			err = draw.Draft(t, "simulation")
		}
		if err != nil {
			return r, fmt.Errorf("simulate round %d: %w", n, err)
		}
		round := t.Round(n)
		round.Published = true
		for i := range round.Games {
			g := &round.Games[i]
			chances := oddsOf(&t.Settings, strength[g.Black], strength[g.White], g.Terms())
			g.Result = chances.result(chance)
			r.count(t, g, chances)
		}
		if err := decideMatches(t, n, chance); err != nil {
			return r, fmt.Errorf("simulate round %d: %w", n, err)
		}
		r.rounds = n
	}
	r.readStandings(t)
	return r, nil
}

// decideMatches decides at random the matches of a knockout that the director has to decide.
func decideMatches(t *tournament.Tournament, n int, chance *rand.Rand) error {
	if !t.Settings.Stage(n).System.Eliminates() {
		return nil
	}
	for _, m := range pairing.UndecidedMatches(t, n) {
		if m.Advancing != 0 {
			continue
		}
		if err := t.Advance(n, []tournament.PlayerID{m.A, m.B}[chance.IntN(2)]); err != nil {
			return err
		}
	}
	return nil
}

func (r *run) count(t *tournament.Tournament, g *tournament.Game, chances odds) {
	if t.StandIn(g.Black) || t.StandIn(g.White) {
		return
	}
	gap := t.Player(g.Black).Rank.Index() - t.Player(g.White).Rank.Index()
	gap = max(gap, -gap)
	r.games++
	r.gap += gap
	r.gaps[min(gap, maxGap)]++
	r.stones += g.Handicap
	r.handicaps[min(max(g.Handicap, 0), maxGap)]++
	if g.Handicap == 0 {
		r.even++
	}
	// A game is open if the weaker wins one time in four or more.
	if half := chances.jigo() / 2; min(chances.black, chances.white)+half >= 0.25 {
		r.uncertain++
	}
	for q := range g.Round - 1 {
		if before := t.Rounds[q].Game(g.Black); before != nil && before.Has(g.White) {
			r.repeats++
			break
		}
	}
}

// readStandings adds the final standings and the balance of colours to the run.
func (r *run) readStandings(t *tournament.Tournament) {
	for _, record := range results.Before(t, len(t.Rounds)+1) {
		if len(record.Games) > 0 {
			more := max(record.Colours, -record.Colours)
			r.imbalance += more
			r.colours[min(more, maxColours)]++
			r.counts++
		}
	}
	s := results.After(t, len(t.Rounds))
	if t.Settings.Teams.Boards > 0 {
		s = results.Teams(t, len(t.Rounds))
		t = t.OfTeams()
	}
	for _, row := range s.Rows {
		if row.Place == 1 {
			r.top = append(r.top, row.Player)
		}
	}
	if row := s.Row(strongest(t)); row != nil {
		r.strongest = row.Place
	}
}

// strongest returns the player with the highest rating, the first of equals.
func strongest(t *tournament.Tournament) tournament.PlayerID {
	var id tournament.PlayerID
	best := math.Inf(-1)
	for i := range t.Players {
		p := &t.Players[i]
		if points := rating.Strength(p); p.Status == tournament.CheckedIn && !t.StandIn(p.ID) && points > best {
			id, best = p.ID, points
		}
	}
	return id
}
