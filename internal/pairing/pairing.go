// Package pairing answers who plays whom next, and why.
//
// Start from Make, which draws a round: of all ways to pair the players it
// finds one with the greatest total of the criteria in the tournament's
// settings, and tells each game's share of each criterion.
//
//	draw, err := pairing.Make(ctx, t, 3, pairing.Options{Seed: 1})
//	…
//	err = t.SetDraft(3, draw.Drafted(), draw.Byes, draw.Drawn(version))
//
// The criteria are OpenGotha's, in its newer behaviour (3.52), so that every
// number can be compared with that program. Weigh prices a draft after changes
// by hand, Checks lists what to look at before it is published.
package pairing

import (
	"cmp"
	"context"
	"errors"
	"math/big"
	"slices"

	"tourney/internal/fault"
	"tourney/internal/pairing/matching"
	"tourney/internal/tournament"
)

// Options are what a draw is made with besides the tournament.
type Options struct {
	// Seed decides what chance decides, where the settings leave it to chance.
	Seed uint64
	// Progress, if set, is told now and then how many of the players have an
	// opponent; the number can fall before the end.
	Progress func(done, total int)
}

// A Draw is who plays whom in a round, and what it is worth.
type Draw struct {
	Round  int
	System tournament.System
	Seed   uint64
	// Total is the sum of the games' weights, Best the greatest sum that these
	// players could reach with these byes; nil while an odd number of players
	// is left to pair.
	Total, Best *big.Int
	// Games are in the order of their tables.
	Games []Pairing
	// Byes and Absent are in the order of the players' numbers; Absent are the
	// checked-in players who announced that they do not play.
	Byes, Absent []tournament.PlayerID
	// Chosen is the bye that the draw decided on, or nobody.
	Chosen tournament.PlayerID
	// Inputs is a hash of the players, history and settings that the draw was
	// made from.
	Inputs string

	objective *objective
}

// A Pairing is one game of a draw with what it is worth.
type Pairing struct {
	Game tournament.Game
	// Weight is 1 and the sum of the shares.
	Weight int64
	Shares []Share
}

// A Share is what one criterion gives a game.
type Share struct {
	// Criterion is one of Criteria.
	Criterion string
	// Value is what this game has, Most what it could have at best; Most is 0
	// when the criterion says nothing about these two.
	Value, Most int64
}

// Drafted returns the games for tournament.SetDraft.
func (d *Draw) Drafted() []tournament.Game {
	games := make([]tournament.Game, len(d.Games))
	for i := range d.Games {
		games[i] = d.Games[i].Game
	}
	return games
}

// Drawn returns what is kept of the draw, so that it can be made again.
func (d *Draw) Drawn(program string) tournament.Drawn {
	return tournament.Drawn{Seed: d.Seed, Total: d.Total.String(), Inputs: d.Inputs, Bye: d.Chosen, Program: program}
}

// Make draws round n among the players who play it. Games of round n and later
// are not looked at, except that of a draft the locked games and the
// director's own byes stay. The same tournament and seed give the same draw,
// in whatever order its players are listed. Nobody meets twice as long as that
// can be avoided.
//
// The faults say what keeps the round from being drawn: too few players, a
// locked game of somebody who is away, a round out of turn.
func Make(ctx context.Context, t *tournament.Tournament, n int, o Options) (*Draw, error) {
	if err := ready(t, n); err != nil {
		return nil, err
	}
	draft := kept(t, n)
	obj := newObjective(t, n, o.Seed, nil)
	if err := obj.check(draft); err != nil {
		return nil, err
	}
	solver := obj.solver()
	solver.Progress = o.Progress
	for _, g := range draft.games {
		solver.Fix(obj.index[g.Black], obj.index[g.White])
	}
	for _, id := range draft.byes {
		solver.Drop(obj.index[id])
	}
	bye, m, err := obj.solve(ctx, solver, draft)
	if err != nil {
		return nil, err
	}
	byes := slices.Clone(draft.byes)
	if bye >= 0 {
		byes = append(byes, obj.field[bye].player.ID)
	}
	d := obj.draw(obj.games(m.Mate, draft), byes)
	if bye >= 0 {
		d.Chosen = obj.field[bye].player.ID
	}
	d.Inputs = obj.inputs()
	d.Best = d.Total
	if len(draft.games) > 0 {
		for _, g := range draft.games {
			solver.Restore(obj.index[g.Black])
		}
		free, err := solver.Solve(ctx)
		if err != nil {
			return nil, err
		}
		d.Best = obj.total(free.Mate)
	}
	return d, nil
}

// ready refuses a round that is not to be drawn.
func ready(t *tournament.Tournament, n int) error {
	switch {
	case n < 1 || n > t.Settings.Rounds:
		return fault.New(fault.Invalid, "round.range", n, t.Settings.Rounds)
	case n > len(t.Rounds)+1:
		return fault.New(fault.Conflict, "round.order", n, n-1)
	}
	var checkedIn, playing int
	for i := range t.Players {
		p := &t.Players[i]
		if p.Status == tournament.CheckedIn {
			checkedIn++
		}
		if p.Plays(n) {
			playing++
		}
	}
	switch {
	case len(t.Players) == 0:
		return fault.New(fault.Conflict, "pairing.nobody")
	case checkedIn == 0:
		return fault.New(fault.Conflict, "pairing.unchecked", len(t.Players))
	case playing == 0:
		return fault.New(fault.Conflict, "pairing.away", n)
	case playing == 1:
		return fault.New(fault.Conflict, "pairing.alone", n)
	}
	return nil
}

// A fixture is what stays of a draft when the rest is drawn anew: locked games,
// the director's own byes, and the colours and terms that he set, if the two
// meet again.
type fixture struct {
	games, byHand []tournament.Game
	byes          []tournament.PlayerID
}

func kept(t *tournament.Tournament, n int) fixture {
	var f fixture
	r := t.Round(n)
	if r == nil || r.Published {
		return f
	}
	for _, g := range r.Games {
		switch {
		case g.Locked:
			f.games = append(f.games, g)
		case g.ByHand:
			f.byHand = append(f.byHand, g)
		}
	}
	for _, id := range r.Byes {
		if id != r.Drawn.Bye && t.Player(id).Plays(n) {
			f.byes = append(f.byes, id)
		}
	}
	return f
}

// check refuses locked games of players who do not play the round.
func (o *objective) check(f fixture) error {
	for _, g := range f.games {
		for _, id := range []tournament.PlayerID{g.Black, g.White} {
			if _, plays := o.index[id]; !plays {
				return fault.New(fault.Conflict, "pairing.locked", g.Table, o.t.Player(id).Name(), o.round)
			}
		}
	}
	return nil
}

// solve decides the bye, if one is needed, and finds the best matching of the
// rest. bye is -1 for none. Where the first candidate for the bye would force
// two players to meet again, one is looked for with whom that is avoided.
func (o *objective) solve(ctx context.Context, s *matching.Solver, f fixture) (bye int, best *matching.Matching, err error) {
	candidates := o.byeCandidates(f)
	if (len(o.field)-len(f.byes))%2 == 0 {
		m, err := s.Solve(ctx)
		return -1, m, solved(err)
	}
	fewest, unavoidable := len(o.field), 0
	for _, g := range f.games {
		if o.met.has(o.index[g.Black], o.index[g.White]) {
			unavoidable++
		}
	}
	for _, c := range candidates {
		s.Drop(c)
		m, err := s.Solve(ctx)
		if err != nil {
			return -1, nil, solved(err)
		}
		s.Restore(c)
		if repeats := o.repeats(m.Mate); repeats < fewest {
			fewest, bye, best = repeats, c, m
		}
		if fewest == unavoidable || o.s.Pairing.Duplicate == 0 {
			break
		}
	}
	s.Drop(bye)
	return bye, best, nil
}

// solved turns what only the settings can have caused into a fault.
func solved(err error) error {
	if errors.Is(err, matching.ErrRange) {
		return fault.Wrap(err, fault.Invalid, "pairing.range")
	}
	return err
}

// repeats counts the pairs who have met.
func (o *objective) repeats(mate []int) int {
	n := 0
	for i, j := range mate {
		if i < j && o.met.has(i, j) {
			n++
		}
	}
	return n
}

// games makes the games of a matching. Those that stay keep their tables; the
// others take the lowest free ones in the order of their better player.
func (o *objective) games(mate []int, f fixture) []tournament.Game {
	taken, settled := map[int]bool{}, map[tournament.PlayerID]bool{}
	games := slices.Clone(f.games)
	for _, g := range games {
		taken[g.Table] = true
		settled[g.Black] = true
	}
	table := 1
	for _, i := range o.byStanding() {
		j := mate[i]
		if j < 0 || o.field[i].standing > o.field[j].standing {
			continue
		}
		g := o.terms(i, j)
		if settled[g.Black] || settled[g.White] {
			continue
		}
		for _, old := range f.byHand {
			if old.Has(g.Black) && old.Has(g.White) {
				g = old
			}
		}
		for taken[table] {
			table++
		}
		g.Table = table
		games = append(games, g)
		table++
	}
	slices.SortFunc(games, func(a, b tournament.Game) int { return cmp.Compare(a.Table, b.Table) })
	return games
}

// draw prices games.
func (o *objective) draw(games []tournament.Game, byes []tournament.PlayerID) *Draw {
	d := &Draw{Round: o.round, System: o.s.System, Seed: o.seed, Total: new(big.Int), Byes: byes, objective: o}
	slices.Sort(d.Byes)
	for _, g := range games {
		i, j := o.index[g.Black], o.index[g.White]
		w := o.weigh(i, j)
		d.Games = append(d.Games, Pairing{Game: g, Weight: w.total(), Shares: o.shares(i, j, w)})
		d.Total.Add(d.Total, big.NewInt(w.total()))
	}
	for i := range o.t.Players {
		if p := &o.t.Players[i]; p.Status == tournament.CheckedIn && p.Absent.Has(o.round) {
			d.Absent = append(d.Absent, p.ID)
		}
	}
	return d
}

// total adds the weights of a matching.
func (o *objective) total(mate []int) *big.Int {
	sum := new(big.Int)
	for i, j := range mate {
		if i < j {
			sum.Add(sum, big.NewInt(o.weigh(i, j).total()))
		}
	}
	return sum
}
