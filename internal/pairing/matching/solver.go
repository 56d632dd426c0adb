package matching

import (
	"context"
	"errors"
	"iter"
)

// How the sparse graph begins and grows. The result does not depend on these.
const (
	candidates = 8 // best partners of every player to begin with
	additions  = 4 // violated pairs of a player to add after a pricing
	patience   = 5 // after so many rounds of bridges, make sure of a perfect matching
	bridging   = 1 // pairs of a player to add that lead on from a tree that is stuck

	// The first searches may begin again with the initial duals when many pairs
	// are missing, and one player of so many or more is left without a partner.
	fewLeft       = 50
	firstBridging = 3 // bridging before a restart

	// A search pauses for a pricing of all pairs when so many trees are left as the tactics allow, unless it had few to
	// begin with, and when so far it has cost about as much as the pricing will: an event for every eventsALook pairs.
	fewTrees    = 16
	eventsALook = 128
)

// tactics are settings that are worth their cost for some weights only.
type tactics struct {
	restarts int // how many times the first searches may begin again
	standing int // trees of twelve that are left when a search pauses
	close    int // pairs of a player to price again before all others
}

// The first sparse graph of a very large round often has no perfect matching: the duals would move far before that is
// noticed. With fewer players it usually has nearly one, and continuing is worthwhile; with stored weights, whose first
// sparse graph has all its components connected, to the end. Most of these weights are read in vain, so remembering
// some of them is worthwhile.
var (
	forLarge  = tactics{restarts: 6, standing: 9}
	forOther  = tactics{restarts: 0, standing: 4}
	forStored = tactics{close: 16}
)

// manyPlayers make a round very large.
const manyPlayers = 3000

// A Solver finds the best perfect matching and keeps its state, so that after a
// change the next call of [Solver.Solve] costs a small part of the first. A
// Solver is for one goroutine at a time.
type Solver struct {
	// Progress, if set, is called now and then with the number of players who
	// have a partner. The number can fall before the end.
	Progress func(paired, players int)

	w         *Weights
	tactics   tactics
	core      *core
	initial   []int64 // duals that the first search began with
	left      int     // how many times it may begin again
	settled   []int32 // partner in a fixed pair, dropped, or none
	tight     []pair  // tight pairs of the last pricing of all pairs
	close     []pair  // pairs that violated the dual solution then, or nearly did
	closeness int64   // the slack below which a pair is close
}

// dropped marks a player in Solver.settled.
const dropped = -2

// NewSolver returns a solver for these weights. They belong to the solver from
// now on: change them through it.
func NewSolver(w *Weights) *Solver {
	s := &Solver{w: w, tactics: forOther, settled: make([]int32, w.n)}
	switch {
	case w.compute == nil:
		s.tactics, s.closeness = forStored, MaxWeight
		s.tactics.close = min(s.tactics.close, w.n/32) // pricing all is cheap with few players
	case w.n > manyPlayers:
		s.tactics = forLarge
	}
	for i := range s.settled {
		s.settled[i] = none
	}
	return s
}

// ErrOdd is returned for an odd number of players, who cannot all be paired.
var ErrOdd = errors.New("matching: odd number of players")

// ErrRange is returned when the numbers of the computation would leave 64 bits.
// That takes weights near [MaxWeight] and so many forbidden pairs that long
// chains of players depend on each other.
var ErrRange = errors.New("matching: weights too large for these forbidden pairs")

// Solve finds the perfect matching of greatest total weight; see
// [Solver.Solve].
func Solve(ctx context.Context, w *Weights) (*Matching, error) {
	return NewSolver(w).Solve(ctx)
}

// Solve returns the perfect matching of greatest total weight among the players
// who take part, with its certificate, which has been checked against every
// pair.
//
// It returns an [*InfeasibleError] if the allowed pairs do not pair all players, [ErrOdd] or [ErrRange], or the error
// of the context when it is done first; after these, changes and another Solve are possible. A matrix with a weight out
// of range stays refused.
//
// The package comment states the cost of the first solve. One after a change keeps
// the state, so that it costs little more than one pricing of all pairs: 5 ms
// for 1,000 players, 11 ms for 2,000. After changes of many pairs it may cost
// as much as the first.
func (s *Solver) Solve(ctx context.Context) (*Matching, error) {
	if err := s.optimise(ctx); err != nil {
		return nil, err
	}
	m := &Matching{Certificate: s.certificate()}
	var err error
	if m.Mate, err = s.canonical(ctx, &m.Certificate); err != nil {
		return nil, err
	}
	m.Total = m.sum(s.w)
	return m, m.balance(s.w)
}

// Set changes the weight of a pair and allows it.
func (s *Solver) Set(i, j int, weight int64) {
	s.w.Set(i, j, weight)
	if s.core != nil && s.core.unlink(int32(i), int32(j)) {
		s.core.link(int32(i), int32(j), s.w.at(i, j))
	}
}

// Forbid forbids the pair of two players.
func (s *Solver) Forbid(i, j int) {
	s.w.Forbid(i, j)
	if s.core != nil {
		s.core.unlink(int32(i), int32(j))
	}
}

// Fix pairs two players whatever it costs, even if their pair is forbidden and counts 0; an earlier fixed pair of
// either, and a drop, end.
func (s *Solver) Fix(i, j int) {
	s.w.index(i, j) // panics unless they are a pair
	s.Restore(i)
	s.Restore(j)
	s.settle(i, int32(j))
	s.settle(j, int32(i))
}

// Drop takes a player out. If the player was in a fixed pair, the other is free
// again.
func (s *Solver) Drop(i int) {
	s.Restore(i)
	s.settle(i, dropped)
}

// Restore undoes Drop, or Fix for both players of the pair.
func (s *Solver) Restore(i int) {
	was := s.settled[i]
	if was == none {
		return
	}
	s.settled[i] = none
	if s.core != nil {
		s.core.restore(int32(i))
	}
	if was != dropped {
		s.Restore(int(was))
	}
}

func (s *Solver) settle(i int, how int32) {
	s.settled[i] = how
	if s.core != nil {
		s.core.remove(int32(i))
	}
}

// optimise brings the core to an optimum of the whole graph.
func (s *Solver) optimise(ctx context.Context) error {
	if s.w.err != nil {
		return s.w.err
	}
	s.close = s.close[:0] // their weights may have changed
	odd := false
	for _, how := range s.settled {
		odd = odd != (how == none)
	}
	if odd {
		return ErrOdd
	}
	if s.core == nil {
		return s.approach(ctx)
	}
	s.w.keep()
	err := s.approach(ctx)
	if errors.Is(err, ErrRange) {
		// Earlier changes may have driven the duals out of range, which a new
		// start need not do.
		err = s.approach(ctx)
	}
	return err
}

// approach searches, from the state of the core or from the beginning, until
// no pair contradicts the dual solution.
func (s *Solver) approach(ctx context.Context) error {
	if s.core == nil {
		if err := s.start(ctx); err != nil {
			s.core = nil
			return err
		}
	}
	for bridged := 0; ; {
		how, lost, err := s.search(ctx, withPauses)
		if s.core.roots() <= s.w.n/fewLeft {
			s.left = 0
		}
		var missing []pair
		switch {
		case errors.Is(err, ErrRange):
			s.core = nil // its duals are useless now
			return err
		case err != nil:
			return err
		case how == stuck:
			bridged++
			missing, err = s.bridge(lost, bridged)
		default:
			missing, err = s.price(ctx, how)
		}
		if err != nil || how == paired && len(missing) == 0 {
			return err
		}
		if s.left > 0 && (how == stuck || len(missing) > s.w.n/10) {
			s.restart(missing)
		} else {
			s.left = 0
			s.link(missing)
		}
	}
}

// link adds pairs to the sparse graph and repairs the state.
func (s *Solver) link(missing []pair) {
	for _, b := range missing {
		if !s.core.linked(b.i, b.j) {
			s.core.link(b.i, b.j, b.w)
		}
	}
}

// restart adds pairs to the sparse graph and restores the initial duals. Without these pairs the search has moved the
// duals so far that to repair the state would leave less of it.
func (s *Solver) restart(missing []pair) {
	s.left--
	was := s.core
	s.core = newCore(s.w.n)
	s.core.adj, s.core.events = was.adj, was.events
	for _, b := range missing {
		if !s.core.linked(b.i, b.j) {
			s.core.connect(b.i, b.j, b.w)
		}
	}
	s.core.setDuals(s.initial)
	s.removeSettled()
}

// start builds the sparse graph and finds initial duals: where weights are computed, by an auction that reads few of
// them, else by messages and pricings of all pairs.
func (s *Solver) start(ctx context.Context) error {
	initial := s.initialDuals
	if s.w.compute != nil {
		initial = s.auctionDuals
	}
	y, err := initial(ctx)
	if err != nil {
		return err
	}
	s.initial, s.left = y, s.tactics.restarts
	s.core.setDuals(y)
	s.removeSettled()
	return nil
}

func (s *Solver) removeSettled() {
	for i, how := range s.settled {
		if how != none {
			s.core.remove(int32(i))
		}
	}
}

// price compares all pairs with the dual solution and returns the worst violations. Without violations the dual
// solution proves a perfect matching to be the best. After a search that paired all players the tight pairs are
// collected too. The close pairs are compared first: if some of them violate the dual solution by now, the others are
// left for later.
func (s *Solver) price(ctx context.Context, how outcome) ([]pair, error) {
	d := s.core.snapshot()
	if again := s.listed(d.violated(s.close, additions)); len(again) > 0 {
		return again, nil
	}
	p := s.newPricing(d, additions)
	p.tight = how == paired
	err := s.eachRow(ctx, d.rows(), p.row)
	return s.listed(p.worst), err
}

// eachRow processes the rows of the players who are not settled.
func (s *Solver) eachRow(ctx context.Context, rows iter.Seq[int], look func(i int)) error {
	looked := 0
	for i := range rows {
		if looked++; looked%256 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if s.settled[i] == none {
			look(i)
		}
	}
	return nil
}

// mates returns the partner of every player, -1 for one without.
func (s *Solver) mates() []int {
	mate := s.core.mates()
	for i, how := range s.settled {
		if how >= 0 {
			mate[i] = int(how)
		}
	}
	return mate
}
