package pairing

import (
	"cmp"
	"slices"

	"tourney/internal/tournament"
)

// A split is a round whose stage not everybody plays while the others go on
// beside it: the tournament as either part sees it. Each holds its own games
// and byes of the round only, whose tables are taken for the other.
type split struct {
	plan, others *tournament.Tournament
	// in reports whether a player belongs to the plan of the stage.
	in func(tournament.PlayerID) bool
}

// splitOf splits round n; ok is false where those rest who do not play its
// stage. A game of one of the plan and one of the others, which only the
// director can have made, stands with the plan.
func splitOf(t *tournament.Tournament, n int) (sp split, ok bool) {
	stage := t.Settings.Stage(n)
	beside, ok := t.Settings.Beside(n)
	if !ok {
		return sp, false
	}
	seeds := seedsOf(t, stage)
	sp.in = remaining(t, stage, n, seeds)
	plan, others := *t, *t
	sp.plan, sp.others = &plan, &others
	taken := sp.deal(t, n)
	before := playedBefore(t, stage)
	others.Players = slices.Clone(t.Players)
	for i := range others.Players {
		p := &others.Players[i]
		goesOn := t.Ghost(p.ID) || !sp.in(p.ID) && (before(p.ID) || slices.Contains(seeds, p.ID))
		if !goesOn || taken[p.ID] {
			p.Absent = p.Absent.With(n, true)
		}
	}
	s := &others.Settings
	s.Stages = slices.DeleteFunc(slices.Clone(s.Stages), func(s tournament.Stage) bool { return s.From > beside.From })
	for i := range s.Stages {
		if s.Stages[i].From == beside.From {
			s.Stages[i].Qualify, s.Stages[i].Others = 0, tournament.Rest
		}
	}
	return sp, true
}

// going counts who goes on beside the plan of round n.
func (sp *split) going(n int) int { return len(playing(sp.others, n)) }

// deal deals the games and byes of round n to the two parts, and returns who
// sits in those of the plan for good.
func (sp *split) deal(t *tournament.Tournament, n int) (taken map[tournament.PlayerID]bool) {
	taken = map[tournament.PlayerID]bool{}
	r := t.Round(n)
	if r == nil {
		return taken
	}
	planned, free := *r, *r
	planned.Games, free.Games = nil, nil
	for _, g := range r.Games {
		if sp.in(g.Black) || sp.in(g.White) {
			planned.Games = append(planned.Games, g)
			if g.Locked || r.Published {
				taken[g.Black], taken[g.White] = true, true
			}
		} else {
			free.Games = append(free.Games, g)
		}
	}
	planned.Byes = slices.DeleteFunc(slices.Clone(r.Byes), func(id tournament.PlayerID) bool { return !sp.in(id) })
	free.Byes = slices.DeleteFunc(slices.Clone(r.Byes), sp.in)
	for _, part := range []struct {
		t           *tournament.Tournament
		own, others tournament.Round
	}{{sp.plan, planned, free}, {sp.others, free, planned}} {
		part.t.Rounds = slices.Clone(t.Rounds)
		part.t.Rounds[n-1] = part.own
		block(part.t, part.others.Games)
	}
	return taken
}

// block keeps the tables of some games from all others.
func block(t *tournament.Tournament, games []tournament.Game) {
	s := &t.Settings.Steering
	s.Blocked = slices.Clone(s.Blocked)
	for _, g := range games {
		s.Blocked = append(s.Blocked, tournament.TableRange{From: g.Table, To: g.Table})
	}
}

// playedBefore reports who played the stage before one, or went on beside it.
func playedBefore(t *tournament.Tournament, stage tournament.Stage) func(tournament.PlayerID) bool {
	before := t.Settings.Stage(stage.From - 1)
	if before.Qualify == 0 {
		return func(tournament.PlayerID) bool { return true }
	}
	seeds := seedsOf(t, before)
	beside := func(tournament.PlayerID) bool { return false }
	if before.Others != tournament.Rest {
		beside = playedBefore(t, before)
	}
	return func(id tournament.PlayerID) bool { return slices.Contains(seeds, id) || beside(id) }
}

// remaining reports who belongs to the plan of a stage in round n: its seeds,
// or where the losers play on with the others those of them who are still in
// it.
func remaining(t *tournament.Tournament, stage tournament.Stage, n int, seeds []tournament.PlayerID) func(tournament.PlayerID) bool {
	in := seeds
	if stage.Others == tournament.PlayOnWithLosers && stage.System.Eliminates() && len(seeds) > 1 {
		in = newCourse(t, stage, seeds).left(n - stage.From)
	}
	return func(id tournament.PlayerID) bool { return slices.Contains(in, id) }
}

// left returns who has a match left after so many rounds of the bracket, or
// could have.
func (c *course) left(played int) []tournament.PlayerID {
	for level := 1; level <= played; level++ {
		c.look(level)
	}
	c.meet(played + 1)
	var list []tournament.PlayerID
	for m := range c.bracket {
		if at := &c.bracket[m]; at.level > played && !c.skipped[m] {
			for _, s := range at.from {
				list = append(list, c.come(s, played)...)
			}
		}
	}
	if final := c.final(); c.bracket[final].level <= played {
		list = append(list, c.won[final]) // he stays what he is
	}
	return list
}

// come returns who comes from a source, or could, as far as so many rounds of
// the bracket say.
func (c *course) come(s source, played int) []tournament.PlayerID {
	switch {
	case s.seed > len(c.seeds):
		return nil
	case s.seed > 0:
		return []tournament.PlayerID{c.seeds[s.seed-1]}
	case c.bracket[s.match].level > played:
		return nil // who comes to that match is asked there
	}
	who := c.won[s.match]
	if s.loser {
		who = c.lost[s.match]
	}
	if who == later {
		return c.sides[s.match][:]
	}
	return []tournament.PlayerID{who}
}

// beside puts the draw of the others beside that of the plan.
func (d *Draw) beside(others *Draw, in func(tournament.PlayerID) bool) *Draw {
	both := *others
	both.System, both.Seeds, both.Inputs, both.Absent = d.System, d.Seeds, d.Inputs, d.Absent
	both.Games = slices.Concat(d.Games, others.Games)
	slices.SortStableFunc(both.Games, func(a, b Pairing) int { return cmp.Compare(a.Game.Table, b.Game.Table) })
	both.Byes = slices.Concat(d.Byes, others.Byes)
	slices.Sort(both.Byes)
	both.plan, both.inPlan = d.plan, in
	return &both
}
