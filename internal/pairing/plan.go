package pairing

import (
	"cmp"
	"math/big"
	"slices"

	"tourney/internal/fault"
	"tourney/internal/pairing/bracket"
	"tourney/internal/results"
	"tourney/internal/tournament"
)

// A plan is a round as the system of its stage prescribes it.
type plan struct {
	// pairs have the player with Black in an even game first.
	pairs [][2]tournament.PlayerID
	byes  []tournament.PlayerID
	// open leaves the colours of even games to the players.
	open bool
}

// planOf returns the plan of round n for the players present, with the seeds it is made from.
func planOf(t *tournament.Tournament, n int) (p plan, seeds []tournament.PlayerID, err error) {
	p, seeds, err = prescription(t, n)
	return p.without(t, n), seeds, err
}

// prescription returns the plan of round n as if all players were present.
func prescription(t *tournament.Tournament, n int) (p plan, seeds []tournament.PlayerID, err error) {
	stage := t.Settings.Stage(n)
	seeds = seedsOf(t, stage)
	switch {
	case len(seeds) == 0 || len(seeds) == 1 && n == 1:
		return p, seeds, fault.New(fault.Conflict, "pairing.alone", n)
	case len(seeds) == 1:
		return plan{byes: seeds}, seeds, nil
	}
	if stage.System == tournament.RoundRobin {
		p, err = pools(t, n, seeds)
	} else {
		p, err = elimination(t, stage, n, seeds)
	}
	return p, seeds, err
}

// without turns the games of players who are away into byes of the others.
func (p plan) without(t *tournament.Tournament, n int) plan {
	out := plan{open: p.open}
	for _, pair := range p.pairs {
		switch a, b := plays(t, pair[0], n), plays(t, pair[1], n); {
		case a && b:
			out.pairs = append(out.pairs, pair)
		case a:
			out.byes = append(out.byes, pair[0])
		case b:
			out.byes = append(out.byes, pair[1])
		}
	}
	for _, id := range p.byes {
		if plays(t, id, n) {
			out.byes = append(out.byes, id)
		}
	}
	slices.Sort(out.byes)
	return out
}

// plays reports whether a player, possibly a removed one, plays round n.
func plays(t *tournament.Tournament, id tournament.PlayerID, n int) bool {
	p := t.Player(id)
	return p != nil && p.Plays(n)
}

// seedsOf returns the players of a stage, the first seed first: the stored seeds once its first round is published.
// Until then they are all players of that round. A director's own order decides theirs; without one, rank, rating and
// name in the first stage and the standings before it in a later one.
func seedsOf(t *tournament.Tournament, stage tournament.Stage) []tournament.PlayerID {
	return seedsBy(t, stage, t)
}

// seedsBy returns the seeds of a stage by the standings of whole, the
// tournament itself or the one whose teams are the players of t.
func seedsBy(t *tournament.Tournament, stage tournament.Stage, whole *tournament.Tournament) []tournament.PlayerID {
	first := t.Round(stage.From)
	known := stage.Format.Seeds
	if first != nil && first.Published && len(known) > 0 {
		return known
	}
	if !stage.Format.ByHand {
		known = nil
	}
	ids := playersWhere(t, func(p *tournament.Player) bool {
		drawn := first != nil && (first.Game(p.ID) != nil || first.HasBye(p.ID))
		return drawn || (first == nil || !first.Published) && p.Plays(stage.From)
	})
	line := rankBefore(t, stage, whole)
	place := func(id tournament.PlayerID) int {
		if i := slices.Index(known, id); i >= 0 {
			return i
		}
		return len(known)
	}
	slices.SortFunc(ids, func(a, b tournament.PlayerID) int {
		p, q := t.Player(a), t.Player(b)
		return cmp.Or(
			cmp.Compare(place(a), place(b)), cmp.Compare(line(a), line(b)),
			cmp.Compare(q.Rank, p.Rank), cmp.Compare(results.RatingOf(q), results.RatingOf(p)), byName(p, q),
		)
	})
	if before := t.Settings.Stage(stage.From - 1); stage.From > 1 && before.Pooled() && !stage.Format.ByHand {
		return bracket.FromPools(stage, ids, before.Deal(seedsOf(t, before)))
	}
	if stage.Qualify > 0 {
		ids = ids[:min(len(ids), stage.Qualify)]
	}
	return ids
}

// rankBefore returns a function that gives a player's line before a stage: by the standings of whole, and after pools
// first by the standings of the player's pool.
func rankBefore(t *tournament.Tournament, stage tournament.Stage, whole *tournament.Tournament) func(tournament.PlayerID) int {
	if stage.From == 1 {
		return func(tournament.PlayerID) int { return 0 }
	}
	after := results.After
	if whole != t {
		after = results.Teams
	}
	standings := after(whole, stage.From-1)
	lines := map[tournament.PlayerID]int{}
	if before := t.Settings.Stage(stage.From - 1); before.Pooled() {
		for _, pool := range before.Deal(seedsOf(t, before)) {
			for _, row := range results.Among(whole, before.From, stage.From-1, pool).Rows {
				lines[row.Player] = row.Line
			}
		}
	}
	return func(id tournament.PlayerID) int {
		line, everybody := standings.Row(id).Line, len(t.Players)+1
		if own, ok := lines[id]; ok {
			return (own-everybody)*everybody + line // before all players without a pool
		}
		return line
	}
}

// elimination returns the matches of round n of a knockout or double elimination.
func elimination(t *tournament.Tournament, stage tournament.Stage, n int, seeds []tournament.PlayerID) (plan, error) {
	state := bracket.New(t, stage, seeds)
	level := n - stage.From + 1
	for before := 1; before < level; before++ {
		if err := state.Decide(before); err != nil {
			return plan{}, err
		}
	}
	state.FillSides(level)
	p := plan{open: true}
	for i := range state.Matches {
		m := &state.Matches[i]
		a, z := m.Sides[0], m.Sides[1]
		switch {
		case m.Level != level || m.Skipped:
		case a != bracket.Nobody && z != bracket.Nobody:
			p.pairs = append(p.pairs, m.Sides)
		case a != z:
			p.byes = append(p.byes, max(a, z))
		}
	}
	if len(p.pairs)+len(p.byes) > 0 {
		return p, nil
	}
	if winner := t.Player(state.Final().Winner); winner != nil {
		return p, fault.New(fault.Conflict, "system.finished", stage.System, winner.Name())
	}
	return p, fault.New(fault.Conflict, "system.nobody", stage.System)
}

// drawPlan draws a round by plan, around the games that are locked.
func drawPlan(t *tournament.Tournament, n int, seed uint64, f fixture) (*Draw, error) {
	p, seeds, err := planOf(t, n)
	if err != nil {
		return nil, err
	}
	also := seeds
	if _, goOn := t.Settings.SideStage(n); goOn {
		also = slices.Concat(seeds, playing(t, n)) // the director may pair them with players of the plan
	}
	o := newObjective(t, n, seed, also)
	if err := o.refuseAway(f); err != nil {
		return nil, err
	}
	games := slices.Concat(f.games, f.standIns)
	busy := func(id tournament.PlayerID) bool {
		return slices.ContainsFunc(games, func(g tournament.Game) bool { return g.Locked && g.Has(id) })
	}
	for _, pair := range p.pairs {
		if busy(pair[0]) || busy(pair[1]) {
			continue
		}
		g := o.pairingTerms(o.entrant(pair[0]), o.entrant(pair[1]))
		if g.Handicap == 0 {
			g.ColoursOpen = p.open
			if !p.open {
				g.Black, g.White = pair[0], pair[1]
			}
		}
		games = append(games, f.withSetTerms(g))
	}
	d := finishedPlan(t, n)
	d.Seed, d.Seeds, d.objective = seed, seeds, o
	d.Games, d.Byes = each(assignTables(t, games), unweighed), slices.DeleteFunc(p.byes, busy)
	return d, nil
}

// plannedRound returns a round of a system with a plan in its present state, without values.
func plannedRound(t *tournament.Tournament, n int) *Draw {
	r := t.Round(n)
	d := finishedPlan(t, n)
	d.Seed, d.Byes = r.Drawn.Seed, slices.Clone(r.Byes)
	d.objective = newObjective(t, n, d.Seed, playersIn(r))
	d.Games = each(r.Games, unweighed)
	return d
}

// finishedPlan returns a round in which the plan has no game left.
func finishedPlan(t *tournament.Tournament, n int) *Draw {
	return &Draw{
		Round: n, System: t.Settings.Stage(n).System, Total: new(big.Int), Inputs: InputsHash(t, n), Absent: absent(t, n), plan: t,
	}
}

// playing returns all players of a round, whatever its system.
func playing(t *tournament.Tournament, n int) []tournament.PlayerID {
	return playersWhere(t, func(p *tournament.Player) bool { return p.Plays(n) })
}

// playersWhere returns the players who meet a condition, without stand-ins.
func playersWhere(t *tournament.Tournament, meet func(*tournament.Player) bool) []tournament.PlayerID {
	var list []tournament.PlayerID
	for i := range t.Players {
		if p := &t.Players[i]; meet(p) && !t.StandIn(p.ID) {
			list = append(list, p.ID)
		}
	}
	return list
}
