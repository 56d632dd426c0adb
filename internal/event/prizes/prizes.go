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

// Give returns the ceremonies in the order of the tournament's prizes. Once a round is played, only players who sat down
// at a board get prizes. A player gets one prize for wins at most, and one prize at all when prizes are Single: the
// greatest share, and of equal shares the share of the prize listed first. Prizes.Criteria compare the players if there
// are any; the standings then give only the round and the overall places.
func Give(t *tournament.Tournament, standings *results.Standings) []Ceremony {
	s := standings
	if own := t.Settings.Prizes.Criteria; len(own) > 0 {
		s = results.By(t, standings.After, own)
	}
	g := newGiving(t, s)
	if t.Settings.Prizes.Single {
		g.settle()
	}
	overall := make(map[tournament.PlayerID]int, len(standings.Rows))
	for i := range standings.Rows {
		overall[standings.Rows[i].Player] = standings.Rows[i].Place
	}
	for i := range g.given {
		for j := range g.given[i].Winners {
			w := &g.given[i].Winners[j]
			w.Overall = overall[w.Player]
		}
	}
	return g.given
}

// A giving is prizes while they are given.
type giving struct {
	list  []tournament.Prize
	order []int
	// fields are the eligible players of each prize, given the present winners.
	fields [][]*results.Row
	given  []Ceremony
	// settled is the final prize of each player.
	settled map[tournament.PlayerID]int
}

// newGiving gives each player any number of prizes, but at most one for wins.
func newGiving(t *tournament.Tournament, s *results.Standings) *giving {
	list := t.Settings.Prizes.List
	g := &giving{
		list: list, order: order(list), fields: make([][]*results.Row, len(list)), given: make([]Ceremony, len(list)),
		settled: map[tournament.PlayerID]int{},
	}
	hasWins := map[tournament.PlayerID]bool{}
	for _, i := range g.order {
		p := &list[i]
		for j := range s.Rows {
			row := &s.Rows[j]
			if (s.After > 0 && !satDown(row)) || p.Wins > 0 && hasWins[row.Player] || !eligible(t, p, row) {
				continue
			}
			g.fields[i] = append(g.fields[i], row)
			hasWins[row.Player] = hasWins[row.Player] || p.Wins > 0
		}
		g.given[i] = give(p, g.fields[i])
	}
	return g
}

// settle leaves every player one prize. The greatest share is settled first, with all its players; their other prizes go
// to the next players, and no settled share becomes smaller. Of players with a shared place, one after the other gets
// another prize instead if that prize is greater than the share.
func (g *giving) settle() {
	for {
		at, best := g.greatest()
		if at < 0 {
			return
		}
		equals := map[tournament.PlayerID]bool{}
		for _, w := range g.given[at].Winners {
			if g.isOpen(w.Player) && w.Place == best.Place {
				equals[w.Player] = true
			}
		}
		if other, player := g.instead(at, best.Money, equals); player > 0 {
			at, equals = other, map[tournament.PlayerID]bool{player: true}
		}
		for id := range equals {
			g.settled[id] = at
		}
		g.pass(at, equals)
	}
}

// isOpen reports whether a player's prize is not settled.
func (g *giving) isOpen(id tournament.PlayerID) bool {
	_, done := g.settled[id]
	return !done
}

// greatest returns the prize with the greatest open share, or -1, and a winner of that share.
func (g *giving) greatest() (at int, best Winner) {
	at = -1
	for _, i := range g.order {
		for _, w := range g.given[i].Winners {
			if g.isOpen(w.Player) && (at < 0 || w.Money > best.Money) {
				at, best = i, w
			}
		}
	}
	return at, best
}

// instead returns the greatest prize that one of some equal players would get, were the others not in its field, and that
// player; 0 if it is not more than their share.
func (g *giving) instead(at int, share tournament.Money, equals map[tournament.PlayerID]bool) (prize int, player tournament.PlayerID) {
	if len(equals) < 2 {
		return 0, 0
	}
	for _, i := range g.order {
		var last tournament.PlayerID // all of them would get as much
		for _, w := range g.given[i].Winners {
			if i != at && equals[w.Player] {
				last = w.Player
			}
		}
		if last == 0 {
			continue
		}
		alone := give(&g.list[i], g.field(i, func(other tournament.PlayerID) bool { return other != last && equals[other] }))
		for _, w := range alone.Winners {
			if w.Player == last && w.Money > share {
				prize, player, share = i, last, w.Money
			}
		}
	}
	return prize, player
}

// field returns the players who can get a prize now, but those to leave out.
func (g *giving) field(i int, out func(tournament.PlayerID) bool) []*results.Row {
	return slices.DeleteFunc(slices.Clone(g.fields[i]), func(row *results.Row) bool {
		prize, done := g.settled[row.Player]
		return done && prize != i || out(row.Player)
	})
}

// pass gives the prizes, but one, again that players have who are settled with that one.
func (g *giving) pass(settled int, players map[tournament.PlayerID]bool) {
	for i := range g.given {
		if i != settled && slices.ContainsFunc(g.given[i].Winners, func(w Winner) bool { return players[w.Player] }) {
			g.given[i] = give(&g.list[i], g.field(i, func(tournament.PlayerID) bool { return false }))
		}
	}
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
	case p.AllRounds && !playedAll(player, row):
		return false
	}
	return row.NBW >= tournament.Score(2*p.Wins)
}

// tagged compares without capitals and accents.
func tagged(p *tournament.Player, tag string) bool {
	tag = spelling.Fold(tag)
	return slices.ContainsFunc(p.Tags, func(t string) bool { return spelling.Fold(t) == tag })
}

// playedAll reports whether a player sat down in every round in which they had an opponent.
func playedAll(p *tournament.Player, row *results.Row) bool {
	return !slices.ContainsFunc(row.Cells, func(c results.Cell) bool {
		noOpponent := c.Kind == results.Bye || c.Kind == results.Walkover || c.Kind == results.Annulled && c.GameID == 0 && p.Status != tournament.Withdrawn
		return !noOpponent && !c.SatDown()
	})
}

// satDown reports whether a player sat down at a board at least once.
func satDown(row *results.Row) bool { return slices.ContainsFunc(row.Cells, results.Cell.SatDown) }

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

// A Group holds the players eligible for a prize, and its winners.
type Group struct {
	Ceremony
	// Criteria compare the players: the prizes' criteria, or else the criteria of the standings.
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
