package publish

import (
	"slices"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"

	"tourney/internal/exchange/file"
	"tourney/internal/results"
	"tourney/internal/tournament"
)

// standingsSheet is the wall list as a secretary sorts and copies it: with the
// parts of the name, the rating and the numbers of the federations in columns of
// their own.
func standingsSheet(t *tournament.Tournament, s *results.Standings, say file.Label) table {
	l := standingsTable(t, s, say)
	const name, rank, club = 2, 3, 5
	numbers := federationNumbers(t.Players)
	// From the right to the left, so that the columns yet to come keep their place.
	insert := func(at int, words bool, column string, of func(*tournament.Player) any) {
		l.columns = slices.Insert(l.columns, at, heading{say("column." + column), words})
		for i := range l.rows {
			l.rows[i] = slices.Insert(l.rows[i], at, of(t.Player(s.Rows[i].Player)))
		}
	}
	for _, n := range slices.Backward(numbers) {
		insert(club+1, false, n.column, func(p *tournament.Player) any { return n.of(p) })
	}
	if !slices.Contains(s.Criteria, tournament.ByRating) {
		insert(rank+1, false, "rating", func(p *tournament.Player) any { return ratingCell(p) })
	}
	insert(name+1, true, "given", func(p *tournament.Player) any { return p.Given })
	l.columns[name].title, l.keep = say("column.family"), l.keep+1
	for i := range l.rows {
		p := t.Player(s.Rows[i].Player)
		l.rows[i][name] = person{p.Family, p.ID}
	}
	return l
}

// sortable states how large a sheet is, and makes a table of more than one kind of
// thing a table with filters, which sorts it below its titles. The titles of a
// table differ, so others get the filters only.
func (b *book) sortable(name string, l table) {
	last := b.at(len(l.columns), headRow+len(l.rows))
	b.do(b.file.SetSheetDimension(name, "A1:"+last))
	if len(l.rows) == 0 || !l.sorts {
		return
	}
	area := "A" + strconv.Itoa(headRow) + ":" + last
	titles, stripes := map[string]bool{}, false
	for _, h := range l.columns {
		titles[strings.ToLower(h.title)] = true
	}
	if len(titles) < len(l.columns) {
		b.do(b.file.AutoFilter(name, area, nil))
		return
	}
	b.tables++
	b.do(b.file.AddTable(name, &excelize.Table{
		Range: area, Name: "Table" + strconv.Itoa(b.tables), StyleName: "TableStyleLight1", ShowRowStripes: &stripes,
	}))
}
