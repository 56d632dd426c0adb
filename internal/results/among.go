package results

import (
	"slices"

	"tourney/internal/tournament"
)

// Among returns the standings of some players, such as a pool, after round n. Only their games with each other from
// round from on count, as if no others took part. For teams, players are teams.
func Among(t *tournament.Tournament, from, n int, players []tournament.PlayerID) *Standings {
	v := *t
	if len(t.Settings.Format.Seeds) == 0 {
		v.Settings.Format.Pools = 0 // the players left are not dealt again
	}
	standings := After
	here := func(id tournament.PlayerID) bool { return slices.Contains(players, id) }
	if t.Settings.Teams.Boards > 0 {
		standings = Teams
		v.Settings.Teams.Teams = slices.DeleteFunc(slices.Clone(t.Settings.Teams.Teams), func(team tournament.Team) bool { return !here(team.ID) })
		here = func(id tournament.PlayerID) bool { return v.TeamOf(id) != nil }
	}
	v.Players = nil
	for _, p := range t.Players {
		if here(p.ID) {
			before := tournament.Rounds(1)<<from - 1
			p.Absent, p.HalfByes = p.Absent&^before, p.HalfByes&^before
			v.Players = append(v.Players, p)
		}
	}
	v.Rounds = slices.Clone(t.Rounds)
	for i := range v.Rounds {
		r := &v.Rounds[i]
		r.Games = slices.DeleteFunc(slices.Clone(r.Games), func(g tournament.Game) bool {
			return r.Number < from || !here(g.Black) || !here(g.White)
		})
		r.Byes = slices.DeleteFunc(slices.Clone(r.Byes), func(id tournament.PlayerID) bool { return r.Number < from || !here(id) })
	}
	return standings(&v, n)
}
