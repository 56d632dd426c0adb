package pairing

import (
	"slices"

	"tourney/internal/tournament"
)

// takePlan looks up what the system prescribes for the round.
func (in *inspection) loadPlan() {
	if in.teams {
		in.plan = &plan{} // of the teams; their players follow from the line-ups
		return
	}
	p, _, _ := planOf(in.t, in.r.Number) // an empty one where earlier results are missing, which is noted as such
	in.plan = &p
}

// prescribed reports whether the game is of the plan.
func (in *inspection) prescribed(g *tournament.Game) bool {
	return in.plan != nil && slices.ContainsFunc(in.plan.pairs, func(p [2]tournament.PlayerID) bool { return g.Has(p[0]) && g.Has(p[1]) })
}

// spared reports whether the plan has the player wait, as often as that may be.
func (in *inspection) plannedBye(id tournament.PlayerID) bool {
	return in.plan != nil && slices.Contains(in.plan.byes, id)
}

// helped reports whether one of the two only fills in, where the draw had
// nobody to choose from.
func (in *inspection) hasStandIn(g *tournament.Game) bool {
	return in.t.Ghost(g.Black) || in.t.Ghost(g.White)
}

// expected returns who ought to be in the round: who plays it, and of a plan
// or of teams who is seated by it.
func (in *inspection) expected() func(tournament.PlayerID) bool {
	n := in.r.Number
	var seats []tournament.PlayerID
	switch {
	case in.teams && in.plan == nil:
		for i := range in.t.Settings.Teams.Teams {
			seats = append(seats, in.t.Seated(&in.t.Settings.Teams.Teams[i], n)...)
		}
	case in.plan != nil:
		seats = slices.Clone(in.plan.byes)
		for _, p := range in.plan.pairs {
			seats = append(seats, p[0], p[1])
		}
	default:
		takesPart := participants(in.t, n)
		return func(id tournament.PlayerID) bool { return in.t.Player(id).Plays(n) && takesPart(id) && !in.t.Ghost(id) }
	}
	return func(id tournament.PlayerID) bool { return slices.Contains(seats, id) }
}

// both returns the numbers of two players, if both are of the field.
func (in *inspection) both(a, b *entrant) (i, j int, ok bool) {
	i, okA := in.o.index[a.player.ID]
	j, okB := in.o.index[b.player.ID]
	return i, j, okA && okB
}

func (in *inspection) met(a, b *entrant) bool {
	i, j, ok := in.both(a, b)
	return ok && in.o.met.has(i, j)
}

// everybodyMet reports whether nobody has anybody left whom he has not met.
func (in *inspection) everybodyMet() bool {
	n := len(in.o.field)
	if in.plan != nil || n < 2 || len(in.r.Games) == 0 {
		return false
	}
	for i := range n {
		for j := range i {
			if !in.o.met.has(i, j) {
				return false
			}
		}
	}
	return true
}

// oneClub reports whether all players are of one club that the draw tries to
// spread.
func (in *inspection) oneClub() bool {
	p, field := &in.t.Settings.Pairing, in.o.field
	if p.Geography == 0 || p.ClubGap == 0 || len(field) < 2 || in.plan != nil || in.t.Settings.Steering.LocalClub > 0 {
		return false
	}
	return !slices.ContainsFunc(field, func(e entrant) bool { return e.club != field[0].club })
}

// matches notes teams that meet again, and games that are of no match.
func (in *inspection) checkMatches() {
	v := ofTeams(in.t)
	o := newObjective(v, in.r.Number, 0, playersIn(v.Round(in.r.Number)))
	matches, _ := in.t.Matches(in.r.Number)
	var again []int
	for k := range matches {
		if in.plan == nil && o.met.has(o.index[matches[k].A], o.index[matches[k].B]) {
			again = append(again, matches[k].Games[0].Table)
		}
	}
	in.addCheck("rematch", "team.check.again", true, again, nil)
	in.checkGames("rematch", "team.check.own", true, func(g *tournament.Game, _, _ *entrant) bool {
		return !slices.ContainsFunc(matches, func(m tournament.Match) bool {
			return slices.ContainsFunc(m.Games, func(o *tournament.Game) bool { return o.ID == g.ID })
		})
	})
}

// teamByes notes the teams with a bye, and those that have had one before; a
// plan may have a team wait more than once.
func (in *inspection) checkTeamByes() {
	v := ofTeams(in.t)
	byes := v.Round(in.r.Number).Byes
	in.addCheck("bye", "team.check.bye", false, nil, byes)
	if in.plan != nil {
		return
	}
	var again []tournament.PlayerID
	for _, id := range byes {
		for i := range v.Rounds[:in.r.Number-1] {
			if v.Rounds[i].HasBye(id) && !slices.Contains(again, id) {
				again = append(again, id)
			}
		}
	}
	in.addCheck("bye", "team.check.bye.again", true, nil, again)
}

// short notes the teams that are not complete.
func (in *inspection) checkLineUps() {
	for i := range in.t.Settings.Teams.Teams {
		team := &in.t.Settings.Teams.Teams[i]
		if n := len(in.t.Seated(team, in.r.Number)); n > 0 && n < in.t.Settings.Teams.Boards {
			in.found = append(in.found, Check{
				Subject: "presence", Key: "team.check.short", Args: []any{n, team.Name, in.t.Settings.Teams.Boards}, Round: in.r.Number,
			})
		}
	}
}

// outsidePlan notes who plays the round and came too late for the plan of its
// stage.
func (in *inspection) checkLate() {
	t, n := in.t, in.r.Number
	stage := t.Settings.Stage(n)
	first := t.Round(stage.From)
	if in.plan == nil || in.teams || stage.Qualify > 0 || stage.From > 1 || first == nil || !first.Published {
		return
	}
	seeds, there := seedsOf(t, stage), playersIn(in.r)
	var late []tournament.PlayerID
	for _, id := range playing(t, n) {
		if !slices.Contains(seeds, id) && !slices.Contains(there, id) {
			late = append(late, id)
		}
	}
	in.addCheck("presence", "check.presence.late", true, nil, late)
}

// postponed notes games of a round robin that its earlier rounds should have
// had, of two who are both still there.
func (in *inspection) checkPostponed() {
	stage := in.t.Settings.Stage(in.r.Number)
	if stage.System != tournament.RoundRobin || in.teams {
		return
	}
	for n := stage.From; n < in.r.Number; n++ {
		p, _, err := prescription(in.t, n)
		r := in.t.Round(n)
		if err != nil || r == nil {
			continue
		}
		var players []tournament.PlayerID
		for _, pair := range p.pairs {
			plays := in.t.Player(pair[0]) != nil && in.t.Player(pair[1]) != nil && in.t.Player(pair[0]).Plays(in.r.Number) && in.t.Player(pair[1]).Plays(in.r.Number)
			if g := r.Game(pair[0]); plays && (g == nil || !g.Has(pair[1])) {
				players = append(players, pair[0], pair[1])
			}
		}
		if len(players) > 0 {
			in.found = append(in.found, Check{Subject: "results", Key: "check.results.postponed", Args: []any{len(players) / 2, n}, Round: n, Players: players})
		}
	}
}

// drawnMatches says, before a knockout of teams begins, who goes on from a match
// that may be drawn.
func (in *inspection) checkDrawnMatches() {
	s := &in.t.Settings
	stage := s.Stage(in.r.Number)
	if !in.teams || !stage.System.Eliminates() || in.r.Number != stage.From || s.Teams.Boards%2 == 1 && !s.JigoPossible() {
		return
	}
	in.found = append(in.found, Check{
		Subject: "results", Key: "team.check.drawn", Args: []any{s.Teams.Boards, s.Teams.TieOrder()}, Round: in.r.Number,
	})
}
