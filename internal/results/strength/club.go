package strength

import (
	"time"

	"tourney/internal/tournament"
)

// secondsOfDay is the length of a day of UTC.
const secondsOfDay = 24 * 60 * 60

// DayOf returns the number of the day of a time at the venue. The first day of 1970 is 0.
func DayOf(t *tournament.Tournament, at time.Time) int {
	return int(t.Info.DateAt(at).Unix() / secondsOfDay)
}

// Date returns the day with a number of DayOf, at midnight UTC.
func Date(day int) time.Time { return time.Unix(int64(day)*secondsOfDay, 0).UTC() }

// Of returns the games with a result and the declared ranks of open play, for Estimate. The persons are the numbers of
// the players; stand-ins are left out. A player without a game has no rank: only who plays has a strength.
//
// The rank at the start is declared on the day of the first game. A later rank is an accepted proposal. A rank that the
// desk enters after an accepted one replaces it, and one before the first proposal replaces the rank at the start.
func Of(t *tournament.Tournament) (games []Game, ranks []Declared) {
	first := map[tournament.PlayerID]int{}
	for _, g := range t.GamesOf(nil) {
		if !g.Decided().Known() || t.StandIn(g.Black) || t.StandIn(g.White) {
			continue
		}
		day := DayOf(t, played(t, g))
		games = append(games, Game{
			Day: day, Black: int(g.Black), White: int(g.White), Terms: g.Terms(), Size: t.Settings.Size, Result: g.Decided(),
			ColoursOpen: g.ColoursOpen && g.Handicap == 0,
		})
		for _, id := range []tournament.PlayerID{g.Black, g.White} {
			if before, ok := first[id]; !ok || day < before {
				first[id] = day
			}
		}
	}
	for i := range t.Players {
		if day, ok := first[t.Players[i].ID]; ok {
			ranks = append(ranks, declaredOf(t, &t.Players[i], day)...)
		}
	}
	return games, ranks
}

// played returns the begin of a game; without it the time of the result, or the begin of the evening or the tournament.
func played(t *tournament.Tournament, g *tournament.Game) time.Time {
	e := t.EveningOf(g.Round)
	switch {
	case !g.Began.IsZero():
		return g.Began
	case !g.EnteredAt.IsZero():
		return g.EnteredAt
	case e != nil:
		return e.Began
	}
	first, _ := t.Info.Days()
	return first
}

// declaredOf returns the ranks of a player with a first game on a day.
func declaredOf(t *tournament.Tournament, p *tournament.Player, first int) []Declared {
	person, accepted := int(p.ID), p.AcceptedRanks()
	start := Declared{Person: person, Day: first, Rank: p.Rank}
	if len(accepted) > 0 {
		start.Rank = accepted[0].Was
		start.Day = min(first, DayOf(t, accepted[0].At))
	}
	list := []Declared{start}
	for i, d := range accepted {
		next := p.Rank
		if i+1 < len(accepted) {
			next = accepted[i+1].Was
		}
		list = append(list, Declared{Person: person, Day: DayOf(t, d.At), Rank: next, Accepted: next == d.Rank})
	}
	return list
}

// Due returns the proposals of a day for people who still take part. A proposal that was put off returns after as many
// games as a proposal needs.
func (h *History) Due(t *tournament.Tournament, day int) []Proposal {
	var due []Proposal
	for _, p := range h.Proposals(day) {
		player := t.Player(tournament.PlayerID(p.Person))
		if player == nil || player.Forgotten || player.Status == tournament.Withdrawn || isPutOff(t, player, p) {
			continue
		}
		due = append(due, p)
	}
	return due
}

// isPutOff reports whether a change of a rank in this direction was put off fewer than four games ago.
func isPutOff(t *tournament.Tournament, player *tournament.Player, p Proposal) bool {
	n := len(player.RankDecisions)
	if n == 0 || !player.RankDecisions[n-1].PutOff {
		return false
	}
	last, since := player.RankDecisions[n-1], 0
	for _, g := range t.GamesOf(nil) {
		if g.Has(player.ID) && g.Decided().Rated() && g.EnteredAt.After(last.At) {
			since++
		}
	}
	return last.Was == p.Present && (last.Rank > last.Was) == (p.Proposed > p.Present) && since < fewest
}
