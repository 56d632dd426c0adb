package pairing

import (
	"slices"

	"tourney/internal/pairing/bracket"
	"tourney/internal/tournament"
)

func (d *Draw) explainPlan(e *Explanation, p *Pairing) {
	t := d.objective.t
	black, white := t.Player(p.sides[0]).Name(), t.Player(p.sides[1]).Name()
	switch {
	case t.StandIn(p.Game.Black) || t.StandIn(p.Game.White):
		e.Black, e.White = []Sentence{{"explain.player.ghost", []any{white}}}, []Sentence{{"explain.player.ghost", []any{black}}}
	case p.Game.Locked, p.byHand, d.plan == nil, !d.explainBerger(e, p, black, white) && !d.explainMatch(e, p, black, white):
		e.Black, e.White = []Sentence{{"explain.player.locked", []any{white}}}, []Sentence{{"explain.player.locked", []any{black}}}
	}
}

// A slot is a place in a round robin: the pool, counted from 0, and the Berger number in it, 0 for a player outside the
// round robin.
type slot struct {
	pool, number int
	// of is the number of pools.
	of int
}

func slotOf(pools [][]tournament.PlayerID, id tournament.PlayerID) slot {
	for k, pool := range pools {
		if i := slices.Index(pool, id); i >= 0 {
			return slot{k, i + 1, len(pools)}
		}
	}
	return slot{of: len(pools)}
}

// sentence returns a sentence about a player in the slot, with the pool where there are several.
func (s slot) sentence(key string, args ...any) Sentence {
	if s.of > 1 {
		return Sentence{key + ".pool", append(args, PoolName(s.pool))}
	}
	return Sentence{key, args}
}

// PoolName returns the name of a pool by its place, counted from 0: A, B, C.
func PoolName(at int) string { return string(rune('A' + at)) }

// explainBerger explains a game by the Berger table; ok is false when it has no such game.
func (d *Draw) explainBerger(e *Explanation, p *Pairing, black, white string) (ok bool) {
	stage := d.plan.Settings.Stage(d.Round)
	pools := Pools(d.plan, d.Round)
	a, b := slotOf(pools, p.sides[0]), slotOf(pools, p.sides[1])
	if a.number == 0 || b.number == 0 || a.pool != b.pool {
		return false
	}
	order := bergerOrder(d.plan, stage, pools[a.pool])
	if !slices.Contains(meetingRounds(order, stage, len(pools[a.pool]), a.number, b.number), d.Round) {
		return false
	}
	round := order.Of(d.Round-stage.From) + 1
	e.Plan = []Sentence{a.sentence("explain.berger", round, a.number, b.number)}
	e.Black = []Sentence{a.sentence("explain.player.berger", white, round, a.number, b.number)}
	e.White = []Sentence{a.sentence("explain.player.berger", black, round, b.number, a.number)}
	return true
}

// meetingRounds returns the rounds in which two numbers of a round robin of so many players meet; see berger.
func meetingRounds(o bracket.Order, stage tournament.Stage, players, a, b int) []int {
	size := players + players%2
	sum := a + b
	if top := max(a, b); top == size {
		sum = 2 * min(a, b)
	}
	var list []int
	for round := (sum - 2) % (size - 1); round < bracket.PoolRounds(stage, players); round += size - 1 {
		list = append(list, stage.From+o.Of(round))
	}
	return list
}

// explainMatch explains a game by the bracket; ok is false when it has no such match.
func (d *Draw) explainMatch(e *Explanation, p *Pairing, black, white string) (ok bool) {
	tree, ok := Tree(d.plan, d.Round)
	if !ok {
		return false
	}
	seeds := Seeds(d.plan, d.Round)
	for i := range tree.Matches {
		m := &tree.Matches[i]
		k := slices.IndexFunc(m.Sides[:], func(s bracket.Side) bool { return s.Player == p.sides[0] })
		if m.Round != d.Round || k < 0 || m.Sides[1-k].Player != p.sides[1] || !tree.Prescribes(m, seeds) {
			continue
		}
		a, b := tree.OriginOf(m.Sides[k]), tree.OriginOf(m.Sides[1-k])
		e.Plan = []Sentence{{"explain.match", []any{tree.Name(m), m.Number, origin.sentence(a), origin.sentence(b)}}}
		e.Black = []Sentence{{"explain.player.match", []any{white, tree.Name(m), m.Number}}, ownOrigin.sentence(a), otherOrigin.sentence(b, white)}
		e.White = []Sentence{{"explain.player.match", []any{black, tree.Name(m), m.Number}}, ownOrigin.sentence(b), otherOrigin.sentence(a, black)}
		return true
	}
	return false
}

// originKeys are the keys of a sentence about the origin of a player of a match: a seed, a match lost or a match won.
type originKeys struct{ seed, lost, won string }

var (
	origin      = originKeys{"explain.from.seed", "explain.from.loser", "explain.from.winner"}
	ownOrigin   = originKeys{"explain.way.seed", "explain.way.lost", "explain.way.won"}
	otherOrigin = originKeys{"explain.way.other.seed", "explain.way.other.lost", "explain.way.other.won"}
)

func (k originKeys) sentence(w bracket.TreeOrigin, args ...any) Sentence {
	switch {
	case w.Seed > 0:
		return Sentence{k.seed, append(args, w.Seed)}
	case w.Lost:
		return Sentence{k.lost, append(args, w.Match)}
	}
	return Sentence{k.won, append(args, w.Match)}
}

func (d *Draw) explainPlannedBye(id tournament.PlayerID) Sentence {
	stage := d.plan.Settings.Stage(d.Round)
	p, seeds, err := prescription(d.plan, d.Round)
	if err != nil {
		return Sentence{"explain.bye.hand", nil}
	}
	for _, pair := range p.pairs {
		if k := slices.Index(pair[:], id); k >= 0 && !d.plan.Player(pair[1-k]).Plays(d.Round) {
			return Sentence{"explain.bye.away", []any{d.plan.Player(pair[1-k]).Name()}}
		}
	}
	switch {
	case !slices.Contains(p.byes, id) && outOfDate(d.plan, d.plan.Round(d.Round)):
		return Sentence{"check.ranks.changed", nil}
	case !slices.Contains(p.byes, id):
		return Sentence{"explain.bye.hand", nil}
	case stage.System == tournament.RoundRobin:
		own := slotOf(stage.Deal(seeds), id)
		return own.sentence("explain.bye.berger", d.Round-stage.From+1, own.number)
	case d.Round == stage.From:
		return Sentence{"explain.bye.seed", []any{slices.Index(seeds, id) + 1, len(seeds)}}
	}
	return Sentence{"explain.bye.empty", nil}
}
