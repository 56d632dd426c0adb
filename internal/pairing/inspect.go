package pairing

import (
	"slices"

	"tourney/internal/tournament"
)

func (in *inspection) loadPlan() {
	if in.teams {
		in.plan = &plan{} // of the teams; their players follow from the line-ups
		return
	}
	p, _, _ := planOf(in.t, in.r.Number) // an empty one where earlier results are missing; checkResults reports those
	in.plan = &p
}

func (in *inspection) prescribed(g *tournament.Game) bool {
	return in.plan != nil && slices.ContainsFunc(in.plan.pairs, func(p [2]tournament.PlayerID) bool { return g.Has(p[0]) && g.Has(p[1]) })
}

// plannedBye reports whether the plan gives the player a bye; that may happen more than once.
func (in *inspection) plannedBye(id tournament.PlayerID) bool {
	return in.plan != nil && slices.Contains(in.plan.byes, id)
}

// hasStandIn reports whether one of the two is a stand-in: there the draw had no choice.
func (in *inspection) hasStandIn(g *tournament.Game) bool {
	return in.t.StandIn(g.Black) || in.t.StandIn(g.White)
}

// expected returns a function that reports whether a player ought to be in the round: players who play it, or, with a
// plan or teams, the players seated by it.
func (in *inspection) expected() func(tournament.PlayerID) bool {
	n := in.r.Number
	var seats []tournament.PlayerID
	switch {
	case in.teams && in.plan == nil:
		for i := range in.t.Settings.Teams.Teams {
			seats = append(seats, in.t.Lineup(&in.t.Settings.Teams.Teams[i], n)...)
		}
	case in.plan != nil:
		seats = slices.Clone(in.plan.byes)
		for _, p := range in.plan.pairs {
			seats = append(seats, p[0], p[1])
		}
	default:
		takesPart := participants(in.t, n)
		return func(id tournament.PlayerID) bool {
			return in.t.Player(id).Plays(n) && takesPart(id) && !in.t.StandIn(id)
		}
	}
	return func(id tournament.PlayerID) bool { return slices.Contains(seats, id) }
}

// both returns the numbers of two players, if both are of the field.
func (in *inspection) both(a, b *entrant) (i, j int, ok bool) {
	i, okA := in.o.index[a.player.ID]
	j, okB := in.o.index[b.player.ID]
	return i, j, okA && okB
}

// checkTeamByes reports the teams with a bye, and the teams with an earlier one; a plan may give a team more than one.
func (in *inspection) checkTeamByes() {
	v := ofTeams(in.t)
	byes := v.Round(in.r.Number).Byes
	in.addCheck(Check{Subject: "bye", Key: "team.check.bye", Players: byes})
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
	in.addCheck(Check{Subject: "bye", Key: "team.check.bye.again", Grave: true, Players: again})
}

func (in *inspection) checkLineUps() {
	for i := range in.t.Settings.Teams.Teams {
		team := &in.t.Settings.Teams.Teams[i]
		if n := len(in.t.Lineup(team, in.r.Number)); n > 0 && n < in.t.Settings.Teams.Boards {
			in.add(Check{Subject: "presence", Key: "team.check.short", Args: []any{n, team.Name, in.t.Settings.Teams.Boards}})
		}
	}
}

// checkLate reports players of the round who are too late for the plan of its stage.
func (in *inspection) checkLate() {
	t, n := in.t, in.r.Number
	stage := t.Settings.Stage(n)
	first := t.Round(stage.From)
	if in.plan == nil || in.teams || stage.Qualify > 0 || stage.From > 1 || first == nil || !first.Published {
		return
	}
	seeds, there := seedsOf(t, stage), playersIn(in.r)
	late := slices.DeleteFunc(playing(t, n), func(id tournament.PlayerID) bool {
		return slices.Contains(seeds, id) || slices.Contains(there, id)
	})
	in.addCheck(Check{Subject: "presence", Key: "check.presence.late", Grave: true, Players: late})
}

// checkPostponed reports games missing from earlier rounds of a round robin whose players are both still there.
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
			g := r.Game(pair[0])
			if plays(in.t, pair[0], in.r.Number) && plays(in.t, pair[1], in.r.Number) && (g == nil || !g.Has(pair[1])) {
				players = append(players, pair[0], pair[1])
			}
		}
		if pairs := len(players) / 2; pairs > 0 {
			in.add(Check{Subject: "results", Key: "check.results.postponed", Args: []any{pairs, n}, Round: n, Players: players})
		}
	}
}

// checkDrawnMatches reports, before a knockout of teams begins, how a drawn match will be decided.
func (in *inspection) checkDrawnMatches() {
	s := &in.t.Settings
	stage := s.Stage(in.r.Number)
	if isPlayed(in.r) || !in.teams || !stage.System.Eliminates() || in.r.Number != stage.From || s.Teams.Boards%2 == 1 && !s.JigoPossible() {
		return
	}
	in.add(Check{Subject: "results", Key: "team.check.drawn", Args: []any{s.Teams.Boards, s.Teams.TieOrder()}})
}

// forgotten returns the players who ought to be in the round and are not.
func (in *inspection) forgotten() (players []tournament.PlayerID) {
	there, expected := playersIn(in.r), in.expected()
	for i := range in.t.Players {
		if id := in.t.Players[i].ID; expected(id) && !slices.Contains(there, id) {
			players = append(players, id)
		}
	}
	return players
}

// checkCame reports the players who arrived after the publication of the round, except for the forgotten ones.
func (in *inspection) checkCame(forgotten []tournament.PlayerID) {
	if !in.r.Published || in.r.Number != in.t.Current() || in.r.Missing() == 0 {
		return
	}
	came := slices.DeleteFunc(in.t.Latecomers(), func(id tournament.PlayerID) bool { return slices.Contains(forgotten, id) })
	in.addCheck(Check{Subject: "presence", Key: "check.presence.came", Players: came})
}

// checkRequests reports the players whose open requests concern an unpublished round. The check is grave for a paired
// player with a request to miss the round.
func (in *inspection) checkRequests() {
	if in.r.Published {
		return
	}
	var away, others []tournament.PlayerID
	for i := range in.t.Day.Requests {
		r := &in.t.Day.Requests[i]
		if !in.t.Concerns(r, in.r.Number) || slices.Contains(away, r.Player) || slices.Contains(others, r.Player) {
			continue
		}
		if in.t.Player(r.Player).Plays(in.r.Number) && r.Kind != tournament.AskRank {
			away = append(away, r.Player)
		} else {
			others = append(others, r.Player)
		}
	}
	in.addCheck(Check{Subject: "requests", Key: "check.requests.away", Grave: true, Players: away})
	in.addCheck(Check{Subject: "requests", Key: "check.requests.open", Players: others})
}

// checkWastedByes reports players with a bye who could play each other, or a player without a game. The check is grave
// while a player has no game: two byes alone can be intended.
func (in *inspection) checkWastedByes(byes []tournament.PlayerID) {
	if in.plan != nil {
		return
	}
	idle := in.forgotten()
	if players := slices.Concat(byes, idle); len(players) > 1 {
		in.addCheck(Check{Subject: "bye", Key: "check.bye.wasted", Grave: len(idle) > 0, Players: players})
	}
}
