package workbook

import (
	"slices"
	"strings"

	"tourney/internal/event/prizes"
	"tourney/internal/format/file"
	"tourney/internal/spelling"
	"tourney/internal/tournament"
)

// prizesTable lists the prizes in their order with their winners by the results after a round; a prize without a winner
// has a row too.
func prizesTable(t *tournament.Tournament, given []prizes.Ceremony, after int, say file.Label) table {
	l := table{sheet: say("prize.page.title"), title: say("workbook.prizes", after), keep: 1, sorts: true}
	currency := t.Settings.Prizes.Currency
	l.columns = []heading{{title: say("prize.page.name"), words: true}, {title: say("prize.page.tag"), words: true}, {title: say("column.place")},
		{title: say("column.name"), words: true}, {title: say("column.rank")}, {title: say("column.country")}, {title: say("column.club"), words: true},
		{title: strings.TrimSpace(say("workbook.money") + " " + currency)}, {title: say("workbook.standings")}}
	for _, c := range given {
		what, who := c.Prize.Name, Entitled(&c.Prize, say)
		for _, w := range c.Winners {
			p := t.Player(w.Player)
			var place any = w.Place
			if c.Prize.Wins > 0 { // a prize for wins has no places
				place = nil
			}
			l.rows = append(l.rows, []any{what, who, place, person{p.Name(), p.ID}, p.Rank.String(), p.Country, p.Club, sum(w.Money), w.Overall})
		}
		if c.Left > 0 || len(c.Winners) == 0 {
			l.rows = append(l.rows, []any{what, who, nil, say("workbook.left"), nil, nil, nil, sum(c.Left), nil})
		}
	}
	return l
}

// prizesSheet is the list of prizes with separate columns for the parts of the winners' names.
func prizesSheet(t *tournament.Tournament, given []prizes.Ceremony, after int, say file.Label) sheet {
	l := prizesTable(t, given, after, say)
	l.id = "prizes"
	const name = 3
	l.columns[name].title = say("column.family")
	l.columns = slices.Insert(l.columns, name+1, heading{title: say("column.given"), words: true})
	for i, row := range l.rows {
		var given any
		if p, ok := row[name].(person); ok {
			winner := t.Player(p.id)
			row[name], given = person{winner.Family, p.id}, winner.Given
		}
		l.rows[i] = slices.Insert(row, name+1, given)
	}
	return sheetOf(l)
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
