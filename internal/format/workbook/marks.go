package workbook

import (
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"
)

// A role is the purpose of a worksheet's column, besides its values.
type role int8

const (
	ordinary role = iota
	placing       // places: the podium and ties are marked
	named         // names, on the podium in its colours
	rounds        // cells of the wall list: wins are marked
	gain          // a change, with its sign
	aside         // not printed, nor are the columns after it
	choice        // a choice of results
	margin        // the points of a win
	hidden        // for reading the sheet back
)

// Number formats of places: a star for the podium, an equals sign for a tie. A missing sign leaves a space, so that the
// numbers are aligned.
const (
	placeFormat     = `0_ _=`
	tiedFormat      = `0" ="`
	starFormat      = `"★ "0_ _=`
	starredTie      = `"★ "0" ="`
	tiedGround      = "E3ECF5"
	winGround       = "E6F0E0"
	missingGround   = "FFF4C2"
	lastOfThePodium = 3
)

// podium holds the backgrounds of the places 1, 2 and 3.
var podium = [lastOfThePodium]string{"FBE6A2", "E4E4E4", "EFD3B8"}

// A mark is a conditional format. Places are marked in the number, too.
type mark struct{ condition, ground, format string }

// mark makes the conditional formats of a table. Columns with the same marks are one range, because programs differ
// about overlapping ranges.
func (b *book) mark(p *placed, i int) {
	l, from := &p.tables[i], p.heads[i]+1
	to := p.heads[i] + len(l.rows)
	if l.untitled {
		return
	}
	striped := "MOD(SUBTOTAL(103," + b.counted(l, from) + "),2)=1"
	if !l.sorts { // no row is ever hidden
		striped = "MOD(ROW()-" + strconv.Itoa(from) + ",2)=0"
	}
	places := ""
	for c := range l.columns {
		if l.columns[c].role == placing {
			places = "$" + column(c+1)
		}
	}
	for c := 0; c < len(l.columns); {
		end := c + 1
		for end < len(l.columns) && l.columns[end].role == l.columns[c].role {
			end++
		}
		marks := append(l.marks(c, from, to, places), mark{condition: striped, ground: band})
		b.conditions(p.name, b.at(c+1, from)+":"+b.at(end, to), marks)
		c = end
	}
}

// counted is the range whose filled cells count the visible rows so far.
func (b *book) counted(l *table, from int) string {
	full := 0
	for c := range l.columns {
		whole := true
		for _, row := range l.rows {
			whole = whole && c < len(row) && row[c] != nil && row[c] != ""
		}
		if whole {
			full = c
			break
		}
	}
	name, row := "$"+column(full+1), strconv.Itoa(from)
	return name + "$" + row + ":" + name + row
}

// marks are the conditional formats of a column; the first match decides.
func (l *table) marks(c, from, to int, places string) (marks []mark) {
	first, cell := strconv.Itoa(from), column(c+1)+strconv.Itoa(from)
	place := places + first
	tied := "COUNTIF(" + places + "$" + first + ":" + places + "$" + strconv.Itoa(to) + "," + place + ")>1"
	switch l.columns[c].role {
	case placing, named:
		if places == "" {
			return nil
		}
		for k, ground := range podium {
			is := place + "=" + strconv.Itoa(k+1)
			marks = append(marks, mark{"AND(" + is + "," + tied + ")", ground, starredTie}, mark{is, ground, starFormat})
		}
		marks = append(marks, mark{tied, tiedGround, tiedFormat})
		if l.columns[c].role == named { // only the podium, without numbers
			marks = marks[:2*lastOfThePodium]
			for k := range marks {
				marks[k].format = ""
			}
		}
	case rounds:
		marks = append(marks, mark{condition: `ISNUMBER(FIND("+",` + cell + `))`, ground: winGround})
	case choice:
		marks = append(marks, mark{condition: cell + `=""`, ground: missingGround})
	}
	return marks
}

func (b *book) conditions(sheet, area string, marks []mark) {
	var list []excelize.ConditionalFormatOptions
	for _, m := range marks {
		s := excelize.Style{Fill: excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{m.ground}}}
		if m.format != "" {
			s.CustomNumFmt = &m.format
		}
		id, ok := b.marks[m.ground+m.format]
		if !ok {
			var err error
			id, err = b.file.NewConditionalStyle(&s)
			b.do(err)
			b.marks[m.ground+m.format] = id
		}
		list = append(list, excelize.ConditionalFormatOptions{Type: "formula", Criteria: m.condition, Format: &id})
	}
	b.do(b.file.SetConditionalFormat(sheet, area, list))
}

// choices makes the cells of a column a list of choices, and explains them.
func (b *book) choices(p *placed, i int) {
	l, from := &p.tables[i], p.heads[i]+1
	for c := range l.columns {
		area := b.at(c+1, from) + ":" + b.at(c+1, p.heads[i]+len(l.rows))
		v := excelize.NewDataValidation(true)
		v.Sqref = area
		switch l.columns[c].role {
		case choice:
			b.do(v.SetDropList(l.choices))
			v.SetError(excelize.DataValidationErrorStyleStop, b.say("column.result"), b.say("workbook.results.result.wrong"))
			v.SetInput(b.say("column.result"), b.say("workbook.results.result.help", l.choices[0]))
		case margin:
			b.do(v.SetRange(0.5, float64(l.most), excelize.DataValidationTypeDecimal, excelize.DataValidationOperatorBetween))
			v.SetError(excelize.DataValidationErrorStyleStop, b.say("workbook.results.margin"), b.say("workbook.results.margin.wrong", l.most))
			v.SetInput(b.say("workbook.results.margin"), b.say("workbook.results.margin.help"))
		default:
			continue
		}
		b.do(b.file.AddDataValidation(p.name, v))
	}
}

// name defines the name of a column's cells for reading the sheet back.
func (b *book) name(p *placed, i, c int, name string) {
	letters, from := "$"+column(c+1)+"$", p.heads[i]+1
	b.do(b.file.SetDefinedName(&excelize.DefinedName{
		Name:     name,
		RefersTo: quoted(p.name) + letters + strconv.Itoa(from) + ":" + letters + strconv.Itoa(p.heads[i]+len(p.tables[i].rows)),
	}))
}

// printed makes a text safe for a page's footer, where & begins a code.
func printed(s string) string { return strings.ReplaceAll(s, "&", "&&") }
