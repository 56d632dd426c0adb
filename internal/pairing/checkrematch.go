package pairing

import (
	"maps"
	"slices"

	"tourney/internal/spelling"
	"tourney/internal/tournament"
)

func (in *inspection) checkRematches() {
	if in.plan != nil && len(in.plan.pairs) > 0 {
		in.checkGames(Check{Subject: "rematch", Key: "system.check.plan"}, func(g *tournament.Game, _, _ *entrant) bool {
			return !in.prescribed(g)
		})
	}
	switch {
	case in.teams:
		in.checkMatches()
	default:
		in.checkMeetings()
	}
	in.checkGames(Check{Subject: "rematch", Constraint: true, Key: "constraint.check.apart", Grave: true}, func(_ *tournament.Game, b, w *entrant) bool {
		i, j, both := in.both(b, w)
		return both && in.o.apart.has(i, j)
	})
	in.checkWishes()
	in.checkGames(Check{Subject: "rematch", Constraint: true, Key: "check.rematch.family"}, func(_ *tournament.Game, b, w *entrant) bool {
		return spelling.Equal(b.player.Family, w.player.Family)
	})
	if in.oneClub() {
		in.add(Check{Subject: "rematch", Key: "constraint.check.oneclub", Args: []any{in.o.field[0].player.Club}})
		return
	}
	in.checkGames(Check{Subject: "rematch", Key: "check.rematch.club"}, func(g *tournament.Game, b, w *entrant) bool {
		return b.club == w.club && !b.local && !in.hasStandIn(g)
	})
}

// checkMeetings reports games between players of earlier games: by how often they met, and meetings in the round
// before.
func (in *inspection) checkMeetings() {
	if in.everybodyMet() {
		in.add(Check{Subject: "rematch", Grave: true, Key: "constraint.check.allmet", Args: []any{len(in.r.Games)}})
	} else {
		in.checkGames(Check{Subject: "rematch", Key: "check.rematch.again", Grave: true}, func(g *tournament.Game, b, w *entrant) bool {
			return in.meeting(b, w).times == 1 && !in.prescribed(g)
		})
	}
	for _, times := range in.timesMet() {
		c := Check{Subject: "rematch", Key: "check.rematch.times", Grave: true, Args: []any{times}}
		in.checkGames(c, func(g *tournament.Game, b, w *entrant) bool {
			return in.meeting(b, w).times == times && !in.prescribed(g)
		})
	}
	in.checkGames(Check{Subject: "rematch", Key: "check.rematch.before", Grave: true}, func(g *tournament.Game, b, w *entrant) bool {
		met := in.meeting(b, w)
		return met.times > 0 && met.last == in.r.Number-1 && !in.prescribed(g)
	})
}

// timesMet lists how often players of games have met, where that is more than once.
func (in *inspection) timesMet() (list []int) {
	for i := range in.r.Games {
		g := &in.r.Games[i]
		if times := in.meeting(in.entrant(g.Black), in.entrant(g.White)).times; times > 1 && !slices.Contains(list, times) {
			list = append(list, times)
		}
	}
	slices.Sort(list)
	return list
}

// checkWishes reports players who could meet as wished and do not; players kept
// apart for now could not. A plan has no wishes.
func (in *inspection) checkWishes() {
	if in.plan != nil || isPlayed(in.r) {
		return
	}
	var players []tournament.PlayerID
	for _, w := range in.t.Settings.Constraints.Wishes {
		i, playsA := in.o.index[w.A]
		j, playsB := in.o.index[w.B]
		if w.Kind != tournament.Together || !playsA || !playsB || !in.o.together.has(i, j) || in.o.apart.has(i, j) {
			continue
		}
		if g := in.r.Game(w.A); g == nil || !g.Has(w.B) {
			players = append(players, w.A, w.B)
		}
	}
	if pairs := len(players) / 2; pairs > 0 {
		in.add(Check{Subject: "rematch", Constraint: true, Key: "constraint.check.wish", Args: []any{pairs}, Players: players})
	}
}

// meeting returns how two players have met, if both are of the field.
func (in *inspection) meeting(a, b *entrant) meeting {
	i, j, ok := in.both(a, b)
	if !ok {
		return meeting{}
	}
	return in.o.met.between(i, j)
}

// everybodyMet reports whether every game is a rematch because all players of the field have met.
func (in *inspection) everybodyMet() bool {
	n := len(in.o.field)
	withStandIn := func(g tournament.Game) bool { return in.hasStandIn(&g) }
	if in.plan != nil || n < 2 || len(in.r.Games) == 0 || slices.ContainsFunc(in.r.Games, withStandIn) {
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

// oneClub reports whether all players are of one club that the draw tries to spread.
func (in *inspection) oneClub() bool {
	p, field := &in.t.Settings.Pairing, in.o.field
	if p.Geography == 0 || p.ClubGap == 0 || len(field) < 2 || in.plan != nil || in.t.Settings.Constraints.LocalClub > 0 {
		return false
	}
	return !slices.ContainsFunc(field, func(e entrant) bool { return e.club != field[0].club })
}

// checkMatches reports teams that meet again, and games that belong to no match.
func (in *inspection) checkMatches() {
	v := ofTeams(in.t)
	o := newObjective(v, in.r.Number, 0, playersIn(v.Round(in.r.Number)))
	matches, _ := in.t.Matches(in.r.Number)
	again := map[int][]int{} // tables, by how often the teams have met
	for k := range matches {
		times := o.met.between(o.index[matches[k].A], o.index[matches[k].B]).times
		again[times] = append(again[times], matches[k].Games[0].Table)
	}
	for _, times := range slices.Sorted(maps.Keys(again)) {
		switch {
		case in.plan != nil || times == 0:
		case times == 1:
			in.addCheck(Check{Subject: "rematch", Key: "team.check.again", Grave: true, Tables: again[times]})
		default:
			in.addCheck(Check{Subject: "rematch", Key: "team.check.times", Grave: true, Args: []any{times}, Tables: again[times]})
		}
	}
	in.checkGames(Check{Subject: "rematch", Key: "team.check.own", Grave: true}, func(g *tournament.Game, _, _ *entrant) bool {
		return matchWith(matches, g.ID) < 0
	})
}
