package pairing

import (
	"cmp"
	"slices"

	"tourney/internal/results"
	"tourney/internal/tournament"
)

// byeCandidates returns the possible receivers of the bye, the first candidate first: players with fewer byes before
// others. Among players with equally many byes, players who did not show up for the last round are last, because a bye
// would be a free win for an absent player.
func (o *objective) byeCandidates(f fixture) []int {
	var list []int
	missing := o.missing()
	for i := range o.field {
		id := o.field[i].player.ID
		has := func(g tournament.Game) bool { return g.Has(id) }
		busy := slices.ContainsFunc(f.games, has) || slices.ContainsFunc(f.standIns, has)
		if !busy && !slices.Contains(f.byes, id) && !slices.Contains(f.rest, i) {
			list = append(list, i)
		}
	}
	slices.SortFunc(list, func(i, j int) int {
		a, b := &o.field[i], &o.field[j]
		return cmp.Or(
			cmp.Compare(a.record.Byes, b.record.Byes), cmp.Compare(missing[a.player.ID], missing[b.player.ID]),
			cmp.Compare(o.byeCost(a), o.byeCost(b)), byName(b.player, a.player),
		)
	})
	return list
}

// byeCost is OpenGotha's order: among the players with the fewest wins, or with the lowest McMahon score, the weakest.
func (o *objective) byeCost(e *entrant) int {
	if results.MainScore(*o.s) == tournament.MMS {
		return int(e.record.MMS)
	}
	return e.player.Rank.Index() + 20*int(e.record.NBW)
}

// hadMoreByes reports whether a player has had more byes than another who could have the next one.
func (o *objective) hadMoreByes(e *entrant) bool {
	return slices.ContainsFunc(o.field, func(other entrant) bool { return other.record.Byes < e.record.Byes })
}

// missing rates the players who did not show up for the last round: 1 for a player expected in this round, else 2,
// which is less likely to be present.
func (o *objective) missing() map[tournament.PlayerID]int {
	list := map[tournament.PlayerID]int{}
	before := o.t.Round(o.round - 1)
	if before == nil {
		return list
	}
	for _, id := range before.NoShows() {
		list[id] = 2
		if o.t.Player(id).Expected.Has(o.round) {
			list[id] = 1
		}
	}
	return list
}
