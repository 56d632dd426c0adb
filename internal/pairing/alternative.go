package pairing

import (
	"context"
	"math/big"
	"slices"

	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// An Alternative is the best version of a round in which two given players meet.
type Alternative struct {
	// Cost is the total of the best draw of the paired players around the locked games, minus the total of the best
	// draw in which the two meet. More is the difference in repeats, and outweighs any Cost.
	Cost *big.Int
	More Repeats
	// Draw is the round with as few games changed as the new pair demands; Changed are the tables of the changed games,
	// the lowest first. Where teams play, its games are of teams.
	Draw    *Draw
	Changed []int
}

// FromBest reports whether the round, in its present state, is the best draw, so that Cost and More compare the
// alternative with it.
func (a *Alternative) FromBest(stands *Draw) bool {
	return stands.Repeats.plus(a.More) == a.Draw.Repeats && new(big.Int).Sub(stands.Total, a.Draw.Total).Cmp(a.Cost) == 0
}

// Instead redraws round n exactly, with two players meeting. A forbidden pair is valued like an allowed one. Byes and
// locked games stay, except the games of the two. For teams, a and b are teams. It returns a fault if one of the two
// has a bye or does not play, and nil if the others cannot all be paired. It costs two changes of a matching: 7 ms
// among 1,000 players, once the Session has the round loaded.
func (s *Session) Instead(
	ctx context.Context, t *tournament.Tournament, n int, a, b tournament.PlayerID,
) (*Alternative, error) {
	t = ofSides(t)
	r := t.Round(n)
	if r == nil {
		return nil, fault.New(fault.NotFound, "round.missing", n)
	}
	if !t.Settings.Stage(n).System.Planned() {
		return s.instead(ctx, t, r, [2]tournament.PlayerID{a, b})
	}
	sp, ok := splitOf(t, n)
	if !ok || sp.in(a) || sp.in(b) {
		return nil, fault.New(fault.Invalid, "explain.planned", t.Settings.Stage(n).System)
	}
	other, err := s.instead(ctx, sp.others, sp.others.Round(n), [2]tournament.PlayerID{a, b})
	if err == nil && other != nil {
		other.Draw = plannedRound(sp.plan, n).beside(other.Draw, sp.in)
	}
	return other, err
}

// instead is Instead for players paired by the objective.
func (s *Session) instead(
	ctx context.Context, t *tournament.Tournament, r *tournament.Round, pair [2]tournament.PlayerID,
) (*Alternative, error) {
	n, a, b := r.Number, pair[0], pair[1]
	s.mu.Lock()
	defer s.mu.Unlock()
	o := s.load(t, n, r.Drawn.Seed, playersIn(r))
	d := o.evaluateRound(r)
	i, plays := o.index[a]
	j, both := o.index[b]
	if idle := o.idle(d); !plays || !both || i == j || idle[i] || idle[j] {
		return nil, fault.New(fault.Invalid, "explain.pair", n)
	}
	out := o.unpairedPlayers(d)
	var kept [][2]int
	for _, p := range d.Games {
		if g := &p.Game; p.valued && g.Locked && !g.Has(a) && !g.Has(b) {
			kept = append(kept, [2]int{o.index[g.Black], o.index[g.White]})
		}
	}
	if (len(o.field)-len(out))%2 != 0 {
		return nil, nil
	}
	best, err := s.bestMatching(ctx, kept, out)
	if err != nil {
		return nil, o.impossible(err)
	}
	most := o.total(best)
	with, err := s.bestMatching(ctx, append(kept, [2]int{i, j}), out)
	if err != nil {
		return nil, o.impossible(err)
	}
	other := o.alternative(r, with, [2]int{i, j})
	other.Cost, other.More = most.Sub(most, o.total(with)), o.met.among(with).minus(o.met.among(best))
	return other, nil
}

// alternative makes a pair meet and changes only the dependent games: the games of their present opponents, of these
// players' new opponents, and so on.
func (o *objective) alternative(r *tournament.Round, mate []int, pair [2]int) *Alternative {
	touched := map[tournament.PlayerID]bool{}
	var games, fresh []tournament.Game
	for next := pair[:]; len(next) > 0; next = next[1:] {
		k := next[0]
		id := o.field[k].player.ID
		if touched[id] {
			continue
		}
		touched[id] = true
		next = append(next, mate[k])
		if g := r.Game(id); g != nil {
			if before, plays := o.index[g.Opponent(id)]; plays {
				next = append(next, before)
			}
		}
		switch other, g := o.field[mate[k]].player.ID, r.Game(id); {
		case !touched[other]: // the game is added with its second player
		case g != nil && g.Has(other):
			fresh = append(fresh, *g)
		default:
			fresh = append(fresh, o.terms(k, mate[k]))
		}
	}
	for _, g := range r.Games {
		if !touched[g.Black] && !touched[g.White] {
			games = append(games, g)
		}
	}
	a := &Alternative{Draw: o.evaluate(assignTables(o.t, append(games, fresh...)), slices.Clone(r.Byes))}
	for _, p := range a.Draw.Games {
		if touched[p.Game.Black] {
			a.Changed = append(a.Changed, p.Game.Table)
		}
	}
	return a
}
