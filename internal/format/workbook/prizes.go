package workbook

import (
	"strings"

	"tourney/internal/event/prizes"
	"tourney/internal/format/file"
	"tourney/internal/spelling"
	"tourney/internal/tournament"
)

// prizesSheet lists the prizes in their order with their winners by the results after a round; a prize without a winner
// has a row too.
func prizesSheet(t *tournament.Tournament, given []prizes.Ceremony, after int, say file.Label) sheet {
	all := awards(given, true)
	l := newList(t, say, len(all))
	l.sheet, l.title, l.id, l.keep, l.sorts = say("prize.page.title"), say("workbook.prizes", after), "prizes", 1, true
	l.add("prize.page.name", func(i int) any { return all[i].Prize.Name }).words = true
	l.add("prize.page.tag", func(i int) any { return Entitled(&all[i].Prize, say) }).words = true
	// A prize for wins has no places.
	l.add("column.place", func(i int) any { return stated(all[i].Place, all[i].Player != 0 && all[i].Prize.Wins == 0) })
	name := len(l.columns)
	l.players(func(i int) tournament.PlayerID { return all[i].Player }, "family", "given", "rank", "country", "club")
	l.money(func(i int) tournament.Money { return all[i].Money })
	l.add("workbook.standings", func(i int) any { return stated(all[i].Overall, all[i].Player != 0) })
	for i := range all {
		if all[i].Player == 0 {
			l.rows[i][name] = say("workbook.left")
		}
	}
	return sheetOf(l.table)
}

// An award is a prize and its winner, the player 0 for money without one.
type award struct {
	*prizes.Ceremony
	prizes.Winner
}

// awards lists the winners of prizes, and on request the money without a winner.
func awards(given []prizes.Ceremony, left bool) (all []award) {
	for k := range given {
		c := &given[k]
		for _, w := range c.Winners {
			all = append(all, award{c, w})
		}
		if left && (c.Left > 0 || len(c.Winners) == 0) {
			all = append(all, award{c, prizes.Winner{Money: c.Left}})
		}
	}
	return all
}

// money adds a column of sums.
func (l *list) money(of func(i int) tournament.Money) {
	l.titled(strings.TrimSpace(l.say("workbook.money")+" "+l.t.Settings.Prizes.Currency), func(i int) any { return sum(of(i)) })
}

// sum returns an amount in whole units of the currency; nil for 0.
func sum(m tournament.Money) any {
	if m == 0 {
		return nil
	}
	return amount(m)
}

// An amount is money in a cell: with cents if any.
type amount tournament.Money

// Entitled describes the players eligible for a prize: ranks, category, wins, all rounds.
func Entitled(p *tournament.Prize, say file.Label) string {
	var said []string
	switch {
	case p.Weakest.Valid() && p.Strongest.Valid():
		said = append(said, p.Strongest.String()+"–"+p.Weakest.String())
	case p.Weakest.Valid():
		said = append(said, say("prize.page.from", p.Weakest))
	case p.Strongest.Valid():
		said = append(said, say("prize.page.to", p.Strongest))
	}
	if p.Tag != "" && !strings.Contains(spelling.Fold(p.Name), spelling.Fold(p.Tag)) { // no "Best junior · junior"
		said = append(said, p.Tag)
	}
	switch {
	case p.BornFrom > 0 && p.BornTo > 0:
		said = append(said, say("prize.page.born.between", p.BornFrom, p.BornTo))
	case p.BornFrom > 0:
		said = append(said, say("prize.page.born.from", p.BornFrom))
	case p.BornTo > 0:
		said = append(said, say("prize.page.born.to", p.BornTo))
	}
	if p.Wins > 0 {
		said = append(said, say("prize.page.won", p.Wins))
	}
	if p.AllRounds {
		said = append(said, say("prize.page.all"))
	}
	return strings.Join(said, " · ")
}
