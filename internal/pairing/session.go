package pairing

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"tourney/internal/fault"
	"tourney/internal/pairing/matching"
	"tourney/internal/results"
	"tourney/internal/tournament"
)

// A Session keeps the weights and the optimum of the last round it answered for. After a game has been locked, swapped
// or taken out, the next answer about the round costs a small part of the first: 4 to 9 ms among 1,000 players, where
// the first can take 0.1 s. It holds the memory of a draw, and the weights that later answers computed, until it loads
// another round. Its answers equal the answers of the functions of the package. The zero Session is ready; it is safe
// for concurrent use.
type Session struct {
	mu  sync.Mutex
	key string // identifies the inputs of the objective
	o   *objective
	// solver has the weights of o; settled is its state of every player: the fixed partner, or one of free and idle.
	solver  *matching.Solver
	settled []int
}

// The values of Session.settled beside a partner.
const (
	free = -1
	idle = -2
)

// load loads round n, unless it is loaded already, and returns its objective. Where only wishes have changed, only the
// pairs that they name are weighed again.
func (s *Session) load(t *tournament.Tournament, n int, seed uint64, also []tournament.PlayerID) *objective {
	var key strings.Builder
	fmt.Fprint(&key, n, hashWithoutWishes(t, n), t.Settings.Pairing.Method)
	if !t.Settings.Pairing.Deterministic { // else chance draws from names alone
		fmt.Fprint(&key, " ", seed)
	}
	plays := participants(t, n)
	for i := range t.Players {
		p := &t.Players[i]
		fmt.Fprint(&key, " ", int(p.ID))
		if !(p.Plays(n) && plays(p.ID)) && slices.Contains(also, p.ID) {
			key.WriteByte('+')
		}
	}
	if key.String() != s.key {
		s.key, s.o, s.solver = key.String(), newObjective(t, n, seed, also), nil
		return s.o
	}
	was, now := s.o, *s.o
	settings := results.Settings(t, n)
	now.t, now.s, now.seed = t, &settings, seed
	s.o = &now
	if slices.Equal(was.s.Constraints.Wishes, settings.Constraints.Wishes) {
		return s.o
	}
	now.applyConstraints()
	if s.solver != nil && now.wishCapacity() != was.wishCapacity() {
		s.solver = nil
	}
	if s.solver == nil {
		return s.o
	}
	for _, p := range slices.Concat(was.named, now.named) {
		if now.apart.has(p[0], p[1]) {
			s.solver.Forbid(p[0], p[1])
		} else {
			s.solver.Set(p[0], p[1], now.solverWeight(p[0], p[1]))
		}
	}
	return s.o
}

// prepareSolver returns the solver after dropping the players who are out and fixing the pairs.
func (s *Session) prepareSolver(pairs [][2]int, out []int) *matching.Solver {
	if s.solver == nil {
		s.solver = s.o.solver()
		s.settled = slices.Repeat([]int{free}, len(s.o.field))
	}
	want := slices.Repeat([]int{free}, len(s.o.field))
	for _, p := range pairs {
		want[p[0]], want[p[1]] = p[1], p[0]
	}
	for _, i := range out {
		want[i] = idle
	}
	for i, was := range s.settled {
		if was != want[i] && was != free {
			s.solver.Restore(i)
		}
	}
	for i, now := range want {
		switch {
		case now == s.settled[i]:
		case now == idle:
			s.solver.Drop(i)
		case now > i:
			s.solver.Fix(i, now)
		}
	}
	s.settled = want
	return s.solver
}

// Make is the function Make.
func (s *Session) Make(ctx context.Context, t *tournament.Tournament, n int, o Options) (*Draw, error) {
	if err := refuseUnready(t, n); err != nil {
		return nil, err
	}
	if t.Settings.Teams.Boards == 0 && t.Settings.Stage(n).System.Eliminates() && t.Settings.JigoPossible() {
		return nil, fault.New(fault.Invalid, "system.jigo", t.Settings.Stage(n).System)
	}
	return s.drawRound(ctx, t, n, o)
}

// drawRound draws a round by its system, around the games and byes that the director fixed.
func (s *Session) drawRound(ctx context.Context, t *tournament.Tournament, n int, o Options) (*Draw, error) {
	switch system := t.Settings.Stage(n).System; {
	case t.Settings.Teams.Boards > 0:
		return s.drawTeams(ctx, t, n, o)
	case system == tournament.Open:
		return nil, fault.New(fault.Conflict, "open.rounds")
	case system.Planned():
		return s.drawByPlan(ctx, t, n, o)
	}
	return s.drawOptimal(ctx, t, n, o)
}

// drawOptimal draws a round by the objective, around its fixture.
func (s *Session) drawOptimal(ctx context.Context, t *tournament.Tournament, n int, o Options) (*Draw, error) {
	f := draftFixture(t, n)
	if len(o.Among) > 0 {
		var err error
		if f, err = fixtureAmong(t, n, o.Among); err != nil {
			return nil, err
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	obj := s.load(t, n, o.Seed, nil)
	if err := obj.refuseAway(f); err != nil {
		return nil, err
	}
	var pairs [][2]int
	out := obj.numbers(f.byes)
	for _, g := range f.games {
		pairs = append(pairs, [2]int{obj.index[g.Black], obj.index[g.White]})
	}
	for _, g := range f.standIns { // only the other player is of the field
		out = append(out, obj.numbers([]tournament.PlayerID{g.Black, g.White})...)
	}
	if len(o.Among) > 0 {
		f.rest = obj.leftOut(o.Among, pairs, out)
		out = append(out, f.rest...)
		if len(obj.field)-len(out)-2*len(pairs) < 2 {
			return nil, fault.New(fault.Conflict, "pairing.alone", n)
		}
	}
	solver := s.prepareSolver(pairs, out)
	solver.Progress = o.Progress
	defer func() { solver.Progress = nil }()
	bye, mate, err := s.solveWithBye(ctx, f, pairs, out)
	if err != nil {
		return nil, err
	}
	games, byes := obj.games(mate, f), slices.Clone(f.byes)
	if bye >= 0 {
		out = append(out, bye)
		player := obj.field[bye].player.ID
		if standIn := obj.standInFor(f, player); standIn != 0 {
			games = append(games, obj.pairingTerms(obj.entrant(player), obj.entrant(standIn)))
		} else {
			byes, f.chosen = append(byes, player), player
		}
	}
	d := obj.evaluate(assignTables(t, games), byes)
	d.Chosen, d.Inputs, d.Best, d.BestRepeats, d.optimal = f.chosen, InputsHash(t, n), d.Total, d.Repeats, len(o.Among) == 0
	if stage := t.Settings.Stage(n); stage.Qualify > 0 {
		d.Seeds = seedsOf(t, stage)
	}
	if len(pairs) > 0 {
		err = s.setBest(ctx, d, out)
	}
	return d, err
}

// leftOut returns the players who are neither to be paired nor have anything that stays.
func (o *objective) leftOut(ids []tournament.PlayerID, pairs [][2]int, out []int) []int {
	var rest []int
	for i := range o.field {
		paired := slices.ContainsFunc(pairs, func(p [2]int) bool { return p[0] == i || p[1] == i })
		if !paired && !slices.Contains(out, i) && !slices.Contains(ids, o.field[i].player.ID) {
			rest = append(rest, i)
		}
	}
	return rest
}

// bestMatching returns the partners in the best matching of the players who are not out, around some pairs.
func (s *Session) bestMatching(ctx context.Context, pairs [][2]int, out []int) ([]int, error) {
	o, solver := s.o, s.prepareSolver(pairs, out)
	m, err := solver.Solve(ctx)
	if err != nil {
		return nil, err
	}
	// The weights of the solver keep the number of repeats low, as far as there is room. Without repeats this matching
	// is the best.
	fixed := o.met.amongPairs(pairs)
	if o.met.among(m.Mate) == fixed || usesFirstMethod(o.s) && !o.capped {
		return m.Mate, nil
	}
	mate, err := s.leastRepeats(ctx, pairs, out)
	if err == nil && usesFirstMethod(o.s) && o.met.among(mate) != fixed {
		return m.Mate, nil
	}
	return mate, err
}

// leastRepeats returns, of the matchings that repeat least, one of the greatest total.
func (s *Session) leastRepeats(ctx context.Context, pairs [][2]int, out []int) ([]int, error) {
	o, mate := s.o, slices.Repeat([]int{-1}, len(s.o.field))
	for _, p := range pairs {
		mate[p[0]], mate[p[1]] = p[1], p[0]
	}
	var left []int
	for i := range o.field {
		if mate[i] < 0 && !slices.Contains(out, i) {
			left = append(left, i)
		}
	}
	repeats, totals := matching.NewWeights(len(left)), matching.NewWeights(len(left))
	for a, i := range left {
		for b, j := range left[:a] {
			if totals.Set(a, b, o.weigh(i, j).total()); o.apart.has(i, j) {
				repeats.Forbid(a, b)
			} else {
				repeats.Set(a, b, -o.met.rank(o.met.repeat(i, j), len(left)/2))
			}
		}
	}
	best, err := matching.SolveInOrder(ctx, repeats, totals)
	if err != nil {
		return nil, err
	}
	for a, b := range best {
		mate[left[a]] = left[b]
	}
	return mate, nil
}

// setBest sets the best of a draw without the players who are out; it stays nil when they cannot all be paired.
func (s *Session) setBest(ctx context.Context, d *Draw, out []int) error {
	mate, err := s.bestMatching(ctx, nil, out)
	d.Best, d.BestRepeats = nil, Repeats{}
	if _, ok := errors.AsType[*matching.InfeasibleError](err); ok {
		return nil
	}
	if err != nil {
		return asFault(err)
	}
	d.Best, d.BestRepeats = s.o.total(mate), s.o.met.among(mate)
	return nil
}

// solveWithBye decides the bye, if one is needed, and finds the best matching of the rest. bye is -1 for none. A bye
// for the first candidate can make others meet again, more often or sooner than need be, or leave them no complete
// pairing; then it searches for a candidate without that effect. A player with more byes than another gets one only if
// the others cannot be paired otherwise.
func (s *Session) solveWithBye(ctx context.Context, f fixture, pairs [][2]int, out []int) (bye int, best []int, err error) {
	o := s.o
	if (len(o.field)-len(out))%2 == 0 {
		mate, err := s.bestMatching(ctx, pairs, out)
		return -1, mate, o.impossible(err)
	}
	var fewest Repeats
	unavoidable, missing := o.met.amongPairs(pairs), o.missing()
	var reason error
	for _, c := range o.byeCandidates(f) {
		if best != nil && o.field[c].record.Byes > o.field[bye].record.Byes {
			break
		}
		mate, err := s.bestMatching(ctx, pairs, append(slices.Clone(out), c))
		if _, ok := errors.AsType[*matching.InfeasibleError](err); ok {
			if reason == nil {
				reason = o.impossible(err)
			}
			continue
		}
		if err != nil {
			return -1, nil, asFault(err)
		}
		repeats := o.met.among(mate)
		absent := best != nil && missing[o.field[c].player.ID] > missing[o.field[bye].player.ID]
		if best == nil || repeats.Compare(fewest) < 0 && (!absent || repeats.Meetings < fewest.Meetings) {
			fewest, bye, best = repeats, c, mate
		}
		if fewest == unavoidable {
			break
		}
	}
	switch {
	case best != nil:
		return bye, best, nil
	case reason != nil:
		return -1, nil, reason
	}
	return -1, nil, fault.New(fault.Conflict, "constraint.nobye", o.round)
}

// EvaluateWithBest works as the function of that name.
func (s *Session) EvaluateWithBest(ctx context.Context, t *tournament.Tournament, n int) (*Draw, error) {
	return evaluateWith(t, n, func(t *tournament.Tournament, r *tournament.Round) (d *Draw, err error) {
		s.mu.Lock()
		defer s.mu.Unlock()
		o := s.load(t, n, r.Drawn.Seed, playersIn(r))
		d = o.evaluateRound(r)
		if out := o.unpairedPlayers(d); (len(o.field)-len(out))%2 == 0 {
			err = s.setBest(ctx, d, out)
		}
		return d, err
	})
}

// unpairedPlayers returns the players, or teams, of the field with a bye, or with a stand-in instead.
func (o *objective) unpairedPlayers(d *Draw) []int {
	out := o.numbers(slices.Concat(d.Byes, d.resting))
	for _, p := range d.Games {
		if !p.valued {
			out = append(out, o.numbers([]tournament.PlayerID{p.Game.Black, p.Game.White})...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// numbers returns the field numbers of the given players, without players outside the field.
func (o *objective) numbers(ids []tournament.PlayerID) []int {
	var list []int
	for _, id := range ids {
		if i, ok := o.index[id]; ok {
			list = append(list, i)
		}
	}
	return list
}
