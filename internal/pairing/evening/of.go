package evening

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"tourney/internal/tournament"
)

// Of returns the state of open play now. Between evenings it has no people.
func Of(t *tournament.Tournament, now time.Time) *Evening {
	open := t.Settings.Open
	e := &Evening{
		Now: now, Handicap: t.Settings.Handicap,
		Rules: Rules{Rematch: open.Rule(), Promise: open.LongestWait(), Widest: open.Widest},
	}
	tonight := map[int]bool{} // turns of this evening
	if last := t.LastEvening(); last != nil {
		for n := last.First; n <= len(t.Rounds); n++ {
			tonight[n] = true
		}
	}
	var lengths []time.Duration
	met := map[[2]tournament.PlayerID]*Meeting{}
	games, colours := map[tournament.PlayerID]int{}, map[tournament.PlayerID]int{}
	for _, g := range t.GamesOf(nil) {
		if !g.Result.Known() {
			continue
		}
		lengths = append(lengths, g.EnteredAt.Sub(g.Began))
		pair := key(g.Black, g.White)
		m := met[pair]
		if m == nil {
			m = &Meeting{A: pair[0], B: pair[1]}
			met[pair] = m
		}
		m.Last, m.Black = g.Began, g.Black
		if !tonight[g.Round] {
			continue
		}
		m.Tonight++
		games[g.Black]++
		games[g.White]++
		if g.Handicap == 0 {
			colours[g.White]++
			colours[g.Black]--
		}
	}
	l := NewLengths(t.Settings.Clock, t.Settings.Size, lengths)
	e.Length = l.Expected()
	since := map[tournament.PlayerID]tournament.Waiter{}
	for _, w := range t.Waiting() {
		since[w.ID] = w
	}
	for _, g := range t.Running() {
		e.Games = append(e.Games, Game{Table: g.Table, A: g.Black, B: g.White, Ends: l.End(g.Began, now)})
		since[g.Black], since[g.White] = tournament.Waiter{Player: t.Player(g.Black)}, tournament.Waiter{Player: t.Player(g.White)}
	}
	for pair, m := range met {
		if since[pair[0]].Player != nil && since[pair[1]].Player != nil { // both are here
			e.Met = append(e.Met, *m)
		}
	}
	slices.SortFunc(e.Met, func(a, b Meeting) int { return cmp.Or(cmp.Compare(a.A, b.A), cmp.Compare(a.B, b.B)) })
	for _, id := range slices.Sorted(maps.Keys(since)) {
		w := since[id]
		e.People = append(e.People, Person{
			ID: id, Strength: w.Rank.Index(), Since: w.Since, Games: games[id], Colours: colours[id], Resting: w.Resting,
		})
	}
	return e
}
