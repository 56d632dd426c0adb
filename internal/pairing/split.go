package pairing

import (
	"cmp"
	"context"
	"slices"

	"tourney/internal/fault"
	"tourney/internal/pairing/bracket"
	"tourney/internal/tournament"
)

// A split is a round in which some players play the stage and others play beside it: the tournament of either part.
// Each has only its own games and byes of the round; the other's tables are blocked in it.
type split struct {
	plan, others *tournament.Tournament
	// in reports whether a player belongs to the plan of the stage, beside whether they play beside it.
	in, beside func(tournament.PlayerID) bool
}

// splitOf splits round n; ok is false where players outside its stage rest. A game between the two parts, which only
// the director can have made, belongs to the plan.
func splitOf(t *tournament.Tournament, n int) (sp split, ok bool) {
	stage := t.Settings.Stage(n)
	beside, ok := t.Settings.SideStage(n)
	if !ok {
		return sp, false
	}
	seeds := seedsOf(t, stage)
	sp.in = remaining(t, stage, n, seeds)
	plan, others := *t, *t
	sp.plan, sp.others = &plan, &others
	before := playedBefore(t, stage)
	sp.beside = func(id tournament.PlayerID) bool {
		return t.StandIn(id) || !sp.in(id) && (before(id) || slices.Contains(seeds, id))
	}
	sp.splitRound(t, n)
	sp.reserveOthers(t, n, sp.plan.Round(n))
	s := &others.Settings
	s.Stages = slices.DeleteFunc(slices.Clone(s.Stages), func(s tournament.Stage) bool { return s.From > beside.From })
	for i := range s.Stages {
		if s.Stages[i].From == beside.From {
			s.Stages[i].Qualify, s.Stages[i].Others = 0, tournament.Rest
		}
	}
	return sp, true
}

// drawByPlan draws a round of a system with a plan, and the games beside it.
// Once the plan is finished, only those are left.
func (s *Session) drawByPlan(ctx context.Context, t *tournament.Tournament, n int, o Options) (*Draw, error) {
	sp, ok := splitOf(t, n)
	switch {
	case !ok:
		return drawPlan(t, n, o.Seed, draftFixture(t, n))
	case slices.ContainsFunc(o.Among, sp.in):
		return nil, fault.New(fault.Conflict, "draw.among.system", t.Settings.Stage(n).System)
	}
	var d *Draw
	var err error
	if len(o.Among) > 0 {
		d = plannedRound(sp.plan, n)
	} else if d, err = sp.drawPlanPart(t, n, o.Seed); err != nil {
		return nil, err
	}
	others, err := s.drawOptimal(ctx, sp.others, n, o)
	if err != nil {
		return nil, err
	}
	d.Inputs = InputsHash(t, n)
	return d.beside(others, sp.in), nil
}

// drawPlanPart draws the plan's part of round n again and reserves the rest for the others.
func (sp *split) drawPlanPart(t *tournament.Tournament, n int, seed uint64) (*Draw, error) {
	stays := draftFixture(sp.others, n)
	blockTables(sp.plan, t, slices.Concat(stays.games, stays.standIns))
	d, err := drawPlan(sp.plan, n, seed, draftFixture(sp.plan, n))
	switch over := fault.Is(err, "system.finished") || fault.Is(err, "system.complete") || fault.Is(err, "system.nobody"); {
	case over && len(playing(sp.others, n)) > 1:
		d = finishedPlan(sp.plan, n)
	case err != nil:
		return nil, err
	}
	blockTables(sp.others, t, d.Drafted())
	sp.reserveOthers(t, n, &tournament.Round{Games: d.Drafted()})
	return d, nil
}

// reserveOthers makes all players absent from the others' part except the players beside the plan without a game of it.
func (sp *split) reserveOthers(t *tournament.Tournament, n int, planned *tournament.Round) {
	sp.others.Players = slices.Clone(t.Players)
	for i := range sp.others.Players {
		p := &sp.others.Players[i]
		if !sp.beside(p.ID) || planned != nil && planned.Game(p.ID) != nil {
			p.Absent = p.Absent.With(n)
		}
	}
}

func (sp *split) splitRound(t *tournament.Tournament, n int) {
	r := t.Round(n)
	if r == nil {
		return
	}
	planned, free := *r, *r
	planned.Games, free.Games = nil, nil
	for _, g := range r.Games {
		if sp.in(g.Black) || sp.in(g.White) {
			planned.Games = append(planned.Games, g)
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
		blockTables(part.t, t, part.others.Games)
	}
}

// blockTables blocks the tables of some games, and those blocked anyway, in a part of a tournament.
func blockTables(part, t *tournament.Tournament, games []tournament.Game) {
	blocked := slices.Clone(t.Settings.Constraints.Blocked)
	for _, g := range games {
		blocked = append(blocked, tournament.TableRange{From: g.Table, To: g.Table})
	}
	part.Settings.Constraints.Blocked = blocked
}

// playedBefore returns a function that reports whether a player played the stage before a given one, or beside it.
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

// remaining returns a function that reports whether a player belongs to the plan of a stage in round n: its seeds, or,
// where losers play on with the others, the seeds still in it.
func remaining(t *tournament.Tournament, stage tournament.Stage, n int, seeds []tournament.PlayerID) func(tournament.PlayerID) bool {
	in := seeds
	if stage.Others == tournament.PlayOnWithLosers && stage.System.Eliminates() && len(seeds) > 1 {
		in = bracket.New(t, stage, seeds).Remaining(n - stage.From)
	}
	return func(id tournament.PlayerID) bool { return slices.Contains(in, id) }
}

// beside joins the draw of the plan with the draw of the others.
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
