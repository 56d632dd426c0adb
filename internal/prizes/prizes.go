// Package prizes awards the prizes of a tournament.
//
// Give applies the prizes to the standings:
//
//	for _, c := range prizes.Give(t, results.After(t, len(t.Rounds))) {
//		for _, w := range c.Winners {
//			fmt.Println(c.Prize.Name, w.Place, t.Player(w.Player).Name(), w.Money)
//		}
//	}
//
// Players equal in the standings share the prizes of their places equally (the
// French rule): two players in first place each get half of first and second
// prize.
package prizes

import (
	"slices"

	"tourney/internal/results"
	"tourney/internal/spelling"
	"tourney/internal/tournament"
)

// A Ceremony is one prize with its winners, the best first.
type Ceremony struct {
	Prize   tournament.Prize
	Winners []Winner
	// Left is money that could not be shared evenly, or was not won.
	Left tournament.Money
}

// A Winner is one player who gets a prize.
type Winner struct {
	Player tournament.PlayerID
	// Place is the place in the category, from 1; equal players share it. Overall
	// is the place in the standings.
	Place, Overall int
	// Money is the player's share.
	Money tournament.Money
	// Sharing is the number of players on this place, 1 for a single winner.
	Sharing int
}

// Give returns the ceremonies in the order of the tournament's prizes. Nobody
// gets two prizes for wins, and nobody two prizes at all when they are Single.
// Prizes with criteria of their own use these to compare players; the standings
// then give only the round and the overall places.
func Give(t *tournament.Tournament, standings *results.Standings) []Ceremony {
	s := standings
	if own := t.Settings.Prizes.Criteria; len(own) > 0 {
		s = results.By(t, standings.After, own)
	}
	overall := make(map[tournament.PlayerID]int, len(standings.Rows))
	for i := range standings.Rows {
		overall[standings.Rows[i].Player] = standings.Rows[i].Place
	}
	has, hasWins := map[tournament.PlayerID]bool{}, map[tournament.PlayerID]bool{}
	given := make([]Ceremony, len(t.Settings.Prizes.List))
	for _, i := range order(t.Settings.Prizes.List) {
		p := &t.Settings.Prizes.List[i]
		var field []*results.Row
		for j := range s.Rows {
			row := &s.Rows[j]
			taken := t.Settings.Prizes.Single && has[row.Player] || p.Wins > 0 && hasWins[row.Player]
			if !taken && eligible(t, p, row) {
				field = append(field, row)
			}
		}
		given[i] = give(p, field)
		for j := range given[i].Winners {
			w := &given[i].Winners[j]
			w.Overall = overall[w.Player]
			has[w.Player] = true
			hasWins[w.Player] = hasWins[w.Player] || p.Wins > 0
		}
	}
	return given
}

// order returns the indexes of the prizes in the order of giving: as listed,
// but prizes for more wins before prizes for fewer.
func order(list []tournament.Prize) []int {
	order := make([]int, len(list))
	var wins []int
	for i := range list {
		order[i] = i
		if list[i].Wins > 0 {
			wins = append(wins, i)
		}
	}
	byWins := slices.Clone(wins)
	slices.SortStableFunc(byWins, func(a, b int) int { return list[b].Wins - list[a].Wins })
	for i, at := range wins {
		order[at] = byWins[i]
	}
	return order
}

// eligible reports whether a player belongs to the category of a prize and
// meets its conditions.
func eligible(t *tournament.Tournament, p *tournament.Prize, row *results.Row) bool {
	player := t.Player(row.Player)
	switch {
	case player.Status == tournament.Preliminary:
		return false
	case p.Weakest.Valid() && player.Rank < p.Weakest, p.Strongest.Valid() && player.Rank > p.Strongest:
		return false
	case p.Tag != "" && !tagged(player, p.Tag):
		return false
	case p.Aged() && (player.Born == 0 || player.Born < p.BornFrom || p.BornTo > 0 && player.Born > p.BornTo):
		return false
	case p.AllRounds && !playedAll(row):
		return false
	}
	return row.NBW >= tournament.Score(2*p.Wins)
}

// tagged compares without capitals and accents.
func tagged(p *tournament.Player, tag string) bool {
	tag = spelling.Fold(tag)
	return slices.ContainsFunc(p.Tags, func(t string) bool { return spelling.Fold(t) == tag })
}

// playedAll reports whether a player sat down in every round: a player who did
// not show up did not, the opponent did.
func playedAll(row *results.Row) bool {
	for _, c := range row.Cells {
		absent := c.Kind != results.Game && c.Kind != results.Bye
		if absent || c.Default && c.Sign != '+' {
			return false
		}
	}
	return true
}

// give awards one prize among the eligible players, best first.
func give(p *tournament.Prize, field []*results.Row) Ceremony {
	c := Ceremony{Prize: *p}
	if p.Wins > 0 {
		for _, row := range field {
			c.Winners = append(c.Winners, Winner{Player: row.Player, Place: 1, Money: sum(p, 0, 1), Sharing: 1})
		}
		return c
	}
	at := 0
	for at < len(field) && at < p.Places {
		equals := 1
		for at+equals < len(field) && field[at+equals].Place == field[at].Place {
			equals++
		}
		all := sum(p, at, min(equals, p.Places-at))
		share := all / tournament.Money(equals)
		for _, row := range field[at : at+equals] {
			c.Winners = append(c.Winners, Winner{Player: row.Player, Place: at + 1, Money: share, Sharing: equals})
		}
		c.Left += all - share*tournament.Money(equals)
		at += equals
	}
	if at < p.Places {
		c.Left += sum(p, at, p.Places-at)
	}
	return c
}

// sum returns the sum of the prizes of n places, starting at index at.
func sum(p *tournament.Prize, at, n int) tournament.Money {
	var total tournament.Money
	for i := at; i < min(at+n, len(p.Money)); i++ {
		total += p.Money[i]
	}
	return total
}

// A Group is the players that a prize is for, and what they get.
type Group struct {
	Ceremony
	// Criteria are those that compare the players: the prizes' own, or those of the
	// standings.
	Criteria []tournament.Criterion
	// Rows are the players of the group in its order, winners of other prizes among
	// them; Places are their places in the group, which equal players share.
	Rows   []*results.Row
	Places []int
}

// Groups returns the groups of the prizes that are for some of the players only, by
// rank, category or age, in the order of the tournament's prizes.
func Groups(t *tournament.Tournament, standings *results.Standings) []Group {
	s := standings
	if own := t.Settings.Prizes.Criteria; len(own) > 0 {
		s = results.By(t, standings.After, own)
	}
	var groups []Group
	for _, c := range Give(t, standings) {
		p := c.Prize
		if !p.Weakest.Valid() && !p.Strongest.Valid() && p.Tag == "" && !p.Aged() {
			continue
		}
		p.Wins, p.AllRounds = 0, false
		g := Group{Ceremony: c, Criteria: s.Criteria}
		for i := range s.Rows {
			row := &s.Rows[i]
			if !eligible(t, &p, row) {
				continue
			}
			place := len(g.Rows) + 1
			if last := len(g.Rows) - 1; last >= 0 && g.Rows[last].Place == row.Place {
				place = g.Places[last]
			}
			g.Rows, g.Places = append(g.Rows, row), append(g.Places, place)
		}
		groups = append(groups, g)
	}
	return groups
}
