package pairing

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"

	"tourney/internal/handicap"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// inputs returns a hash of players, history and settings as far as the draw
// depends on them. Players are named by their place in an order of their own,
// so that neither the order of registration nor numbers count.
func (o *objective) inputs() string {
	type player struct {
		Family, Given, Country, Club, EGD string
		Rank                              rank.Rank
		Rating                            rank.Rating
		Correction                        int
		Absent, HalfByes                  tournament.Rounds
		Status                            tournament.Status
		Plays                             bool
	}
	type game struct {
		Round, Black, White, Handicap int
		Result                        tournament.Result
	}
	var all struct {
		Round      int
		System     tournament.System
		Rounds     int
		Floor, Bar rank.Rank
		Handicap   handicap.Policy
		Scoring    tournament.Scoring
		Criteria   []tournament.Criterion
		Categories []rank.Rank
		Pairing    tournament.Pairing
		Players    []player
		Games      []game
		Byes       [][]int
	}
	s := o.s
	all.Round, all.System, all.Rounds = o.round, s.System, s.Rounds
	all.Floor, all.Bar, all.Handicap, all.Scoring = s.Floor, s.Bar, s.Handicap, s.Scoring
	all.Criteria, all.Categories, all.Pairing = s.Criteria, s.Categories, s.Pairing

	everybody := make([]entrant, len(o.t.Players))
	for i := range o.t.Players {
		everybody[i].player = &o.t.Players[i]
	}
	slices.SortFunc(everybody, func(a, b entrant) int { return byName(&a, &b) })
	number := map[tournament.PlayerID]int{}
	for i, e := range everybody {
		p := e.player
		number[p.ID] = i
		all.Players = append(all.Players, player{
			p.Family, p.Given, p.Country, p.Club, p.EGD, p.Rank, p.Rating, p.StartCorrection,
			p.Absent & (1<<o.round - 1), p.HalfByes & (1<<o.round - 1), p.Status, p.Plays(o.round),
		})
	}
	numbers := func(ids []tournament.PlayerID) []int {
		list := make([]int, len(ids))
		for i, id := range ids {
			list[i] = number[id]
		}
		slices.Sort(list)
		return list
	}
	for q := range min(o.round-1, len(o.t.Rounds)) {
		r := &o.t.Rounds[q]
		for _, g := range r.Games {
			all.Games = append(all.Games, game{r.Number, number[g.Black], number[g.White], g.Handicap, g.Result})
		}
		all.Byes = append(all.Byes, numbers(r.Byes))
	}
	slices.SortFunc(all.Games, func(a, b game) int {
		return cmp.Or(cmp.Compare(a.Round, b.Round), cmp.Compare(a.Black, b.Black))
	})
	text, err := json.Marshal(all)
	if err != nil {
		panic("pairing: " + err.Error()) // numbers, texts and lists of them can always be written
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}
