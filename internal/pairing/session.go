package pairing

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"sync"

	"tourney/internal/fault"
	"tourney/internal/pairing/matching"
	"tourney/internal/results"
	"tourney/internal/tournament"
)

// A Session keeps the weights and the optimum of the last round it answered for, so that the next answer about the same
// round, after a game has been locked, swapped or taken out, costs a small part of the first: 4 to 9 ms among 1,000
// players, where the first can take 0.1 s. It holds what a draw takes, and the weights that later answers looked at,
// until it loads another round. Its answers are the same as those of the functions of the package. The zero Session is
// ready; it is safe for concurrent use.
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
// pairs that they name are weighed anew.
func (s *Session) load(t *tournament.Tournament, n int, seed uint64, also []tournament.PlayerID) *objective {
	var key strings.Builder
	fmt.Fprint(&key, n, hashWithoutWishes(t, n))
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
	case system == tournament.Free:
		return s.currentDraft(t, n, o.Seed), nil
	case system.Planned():
		return s.drawByPlan(ctx, t, n, o)
	}
	return s.drawOptimal(ctx, t, n, o)
}

func (s *Session) currentDraft(t *tournament.Tournament, n int, seed uint64) *Draw {
	var r tournament.Round
	if old := t.Round(n); old != nil {
		r = *old
	}
	o := newObjective(t, n, seed, playersIn(&r))
	d := o.evaluate(slices.Clone(r.Games), slices.Clone(r.Byes))
	d.Inputs, d.Best = inputsHash(t, n), d.Total
	return d
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
	bye, m, err := s.solveWithBye(ctx, f, pairs, out)
	if err != nil {
		return nil, err
	}
	games, byes := obj.games(m.Mate, f), slices.Clone(f.byes)
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
	d.Chosen, d.Inputs, d.Best, d.optimal = f.chosen, inputsHash(t, n), d.Total, len(o.Among) == 0
	if stage := t.Settings.Stage(n); stage.Qualify > 0 {
		d.Seeds = seedsOf(t, stage)
	}
	if len(pairs) > 0 {
		d.Best, err = s.greatestTotal(ctx, out)
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

// bestMatching returns the best matching of the players who are not out, around some pairs. Where great weights and a
// large field leave no room for the full penalty of a repeat, it is one without further repeats, if there is any.
func (s *Session) bestMatching(ctx context.Context, pairs [][2]int, out []int) (*matching.Matching, error) {
	o, solver := s.o, s.prepareSolver(pairs, out)
	m, err := solver.Solve(ctx)
	if err != nil || !o.capped || o.repeats(m.Mate) == o.repeated(pairs) {
		return m, err
	}
	repeats := func(do func(i, j int)) {
		for i := range o.field {
			for j := range i {
				if o.met.has(i, j) && !o.apart.has(i, j) {
					do(i, j)
				}
			}
		}
	}
	repeats(solver.Forbid)
	without, err := solver.Solve(ctx)
	repeats(func(i, j int) { solver.Set(i, j, o.solverWeight(i, j)) })
	if _, ok := errors.AsType[*matching.InfeasibleError](err); ok {
		return m, nil
	}
	return without, err
}

func (o *objective) repeated(pairs [][2]int) int {
	n := 0
	for _, p := range pairs {
		if o.met.has(p[0], p[1]) {
			n++
		}
	}
	return n
}

// greatestTotal returns the greatest total without the players who are out, or nil when they cannot all be paired.
func (s *Session) greatestTotal(ctx context.Context, out []int) (*big.Int, error) {
	m, err := s.bestMatching(ctx, nil, out)
	if _, ok := errors.AsType[*matching.InfeasibleError](err); ok {
		return nil, nil
	}
	if err != nil {
		return nil, asFault(err)
	}
	return s.o.total(m.Mate), nil
}

// solveWithBye decides the bye, if one is needed, and finds the best matching of the rest. bye is -1 for none. Where a
// bye for the first candidate would force two players to meet again, or leave the others no complete pairing, it looks
// for a candidate who avoids that. A player who has had more byes than another gets one only if the others cannot be
// paired otherwise.
func (s *Session) solveWithBye(ctx context.Context, f fixture, pairs [][2]int, out []int) (bye int, best *matching.Matching, err error) {
	o := s.o
	if (len(o.field)-len(out))%2 == 0 {
		m, err := s.bestMatching(ctx, pairs, out)
		return -1, m, o.impossible(err)
	}
	fewest, unavoidable := len(o.field), o.repeated(pairs)
	var reason error
	for _, c := range o.byeCandidates(f) {
		if best != nil && o.field[c].record.Byes > o.field[bye].record.Byes {
			break
		}
		m, err := s.bestMatching(ctx, pairs, append(slices.Clone(out), c))
		if _, ok := errors.AsType[*matching.InfeasibleError](err); ok {
			if reason == nil {
				reason = o.impossible(err)
			}
			continue
		}
		if err != nil {
			return -1, nil, asFault(err)
		}
		if repeats := o.repeats(m.Mate); repeats < fewest {
			fewest, bye, best = repeats, c, m
		}
		if fewest == unavoidable || o.s.Pairing.Duplicate == 0 {
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
			d.Best, err = s.greatestTotal(ctx, out)
		}
		return d, err
	})
}

// unpairedPlayers returns the players of the field who have a bye, or a stand-in instead.
func (o *objective) unpairedPlayers(d *Draw) []int {
	out := o.numbers(d.Byes)
	for _, p := range d.Games {
		if !p.valued {
			out = append(out, o.numbers([]tournament.PlayerID{p.Game.Black, p.Game.White})...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// numbers returns the field numbers of those of some players who are in the field.
func (o *objective) numbers(ids []tournament.PlayerID) []int {
	var list []int
	for _, id := range ids {
		if i, ok := o.index[id]; ok {
			list = append(list, i)
		}
	}
	return list
}
