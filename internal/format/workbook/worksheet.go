package workbook

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/xuri/excelize/v2"

	"tourney/internal/tournament"
)

// headRow is the row of the column titles of the first table on every worksheet. Above it are the tournament's name,
// the title of the sheet with the version, and a note or an empty row.
const headRow = 4

// A placed sheet is a sheet with its position in the book.
type placed struct {
	sheet
	// name is the name on its tab, path the path of its part in the archive, home the name of the summary, "" in a book
	// without one.
	name, path, home string
	// heads are the rows of the table titles, last is the last row.
	heads []int
	last  int
	// widths are the widths of the columns in letters; columns is their number, printed the number of printed columns.
	widths           []float64
	columns, printed int
	// looks are the styles of the columns of each table.
	looks  [][]look
	links  []byte
	linked int // number of links
}

// write writes one worksheet. The library requires everything except the cells first.
func (b *book) write(p *placed) {
	row := headRow
	for i := range p.tables {
		l := &p.tables[i]
		if i > 0 && l.title != "" {
			row++ // for the title
		}
		p.heads = append(p.heads, row)
		p.last = row + len(l.rows)
		row = p.last + 2
		p.columns = max(p.columns, len(l.columns))
		p.looks = append(p.looks, l.looks())
	}
	p.measure()
	for i := range p.tables {
		b.list(p, i)
	}
	b.page(p)
	b.do(b.file.SetSheetDimension(p.name, "A1:"+b.at(p.columns, p.last)))
	if b.err == nil {
		b.cells(p)
	}
	b.parts[p.path] = p.links
}

// looks returns the styles of the columns. Words are left-aligned, numbers right-aligned with the most decimals of the
// column, and all others centred.
func (l *table) looks() []look {
	looks := make([]look, len(l.columns))
	for c := range l.columns {
		words, decimals, numbers := l.columns[c].words, 0, false
		for _, row := range l.rows {
			if c >= len(row) {
				continue
			}
			value := row[c]
			if formula, ok := value.(calculated); ok {
				value = formula.value
			}
			switch v := value.(type) {
			case int:
				numbers = true
			case float64:
				numbers, decimals = true, max(decimals, decimalsOf(v))
			}
		}
		switch {
		case l.columns[c].role == hidden: // programs let the text overflow into the cells beside
			looks[c].across, looks[c].format = "left", ";;;"
		case words:
			looks[c].across = "left"
		case numbers:
			looks[c].across, looks[c].format = "right", "0"
			if decimals > 0 {
				looks[c].format += "." + strings.Repeat("0", decimals)
			}
			if l.columns[c].role == placing {
				looks[c].format = placeFormat
			} else if l.columns[c].role == gain {
				looks[c].format = "+0.0;-0.0;0.0"
			}
		default:
			looks[c].across = "center"
		}
	}
	return looks
}

// decimalsOf returns the number of decimals that a number needs, at most two.
func decimalsOf(x float64) int {
	text := strconv.FormatFloat(x, 'f', -1, 64)
	if dot := strings.IndexByte(text, '.'); dot >= 0 {
		return min(len(text)-dot-1, 2)
	}
	return 0
}

// Widths of columns in letters: the widest of any, and of the last; filterRoom is the width of a filter's button.
const (
	widestColumn = 45
	widestLast   = 90
	filterRoom   = 2.5
)

// measure computes the widths of the columns.
func (p *placed) measure() {
	p.widths = make([]float64, p.columns)
	p.printed = p.columns
	for i := range p.tables {
		l := &p.tables[i]
		for c := range l.columns {
			width := 0.0
			for _, word := range strings.Fields(l.columns[c].title) { // titles are broken into lines
				width = max(width, float64(shown(word))*1.1+0.5) // bold letters are wider
			}
			if l.sorts {
				width += filterRoom
			}
			for _, row := range l.rows {
				if c < len(row) && row[c] != nil && !l.runsOn(c, row[c]) {
					width = max(width, widthOf(row[c]))
				}
			}
			most := float64(widestColumn)
			if c == p.columns-1 {
				most = widestLast
			}
			p.widths[c] = max(p.widths[c], min(width, most)+cmp.Or(l.tight, 1.5), l.columns[c].room)
			if l.columns[c].role == aside || l.columns[c].role == hidden {
				p.printed = min(p.printed, c)
			}
		}
	}
}

// shown returns the approximate width of a text in letters; East Asian letters count as two.
func shown(s string) int {
	n := 0
	for _, r := range s {
		n++
		if r >= 0x1100 {
			n++
		}
	}
	return n
}

// widthOf returns the approximate width of a value in letters.
func widthOf(value any) float64 {
	switch v := value.(type) {
	case string:
		return float64(shown(v))
	case person:
		return float64(shown(v.name))
	case place:
		return float64(shown(v.text))
	case opponent:
		return float64(shown(v.text))
	case int:
		return float64(len(strconv.Itoa(v))) + 1
	case float64:
		return float64(len(strconv.FormatFloat(v, 'f', -1, 64))) + 1
	case calculated:
		return widthOf(v.value)
	case amount:
		return float64(len(tournament.Money(v).String())) + 1
	case time.Time:
		if isInstant(v) {
			return 16
		}
		return 11
	}
	return 0
}

// runsOn reports whether a text may overflow into the empty cells beside it.
func (l *table) runsOn(c int, value any) bool {
	_, text := value.(string)
	return text && l.untitled && c > 0
}

func isInstant(at time.Time) bool {
	hour, minute, second := at.Clock()
	return hour+minute+second > 0
}

// list sets up one table: its titles for the library, the filters, the bands, the marks and the choices.
func (b *book) list(p *placed, i int) {
	l, head := &p.tables[i], p.heads[i]
	if l.none() {
		return
	}
	l.distinguish()
	area := column(1) + strconv.Itoa(head) + ":" + b.at(len(l.columns), max(p.last, head+1))
	if i < len(p.tables)-1 {
		area = column(1) + strconv.Itoa(head) + ":" + b.at(len(l.columns), head+max(len(l.rows), 1))
	}
	if l.sorts && len(l.rows) > 0 {
		for c := range l.columns { // the library takes the titles of the columns from the cells
			b.do(b.file.SetCellStr(p.name, b.at(c+1, head), l.columns[c].title))
		}
		stripes := true
		b.do(b.file.AddTable(p.name, &excelize.Table{
			Range: area, Name: b.tableName(l), StyleName: "TableStyleLight1", ShowRowStripes: &stripes,
		}))
	}
	for c := range l.columns {
		if name := l.columns[c].defines; name != "" && len(l.rows) > 0 {
			b.name(p, i, c, name)
		}
	}
	if len(l.rows) > 0 {
		b.mark(p, i)
		b.choices(p, i)
		b.do(b.file.AddIgnoredErrors(p.name, area, excelize.IgnoredErrorsNumberStoredAsText))
		if b.occasion.Formulas { // formulas may omit the cells beside them
			b.do(b.file.AddIgnoredErrors(p.name, area, excelize.IgnoredErrorsFormulaRange))
			b.do(b.file.AddIgnoredErrors(p.name, area, excelize.IgnoredErrorsFormula))
		}
	}
}

// distinguish makes titles unique, as tables require, in Excel's way: the second Rank becomes Rank2.
func (l *table) distinguish() {
	if !l.sorts {
		return
	}
	seen := map[string]bool{}
	for c := range l.columns {
		title := cmp.Or(l.columns[c].title, "–")
		for n := 2; seen[strings.ToLower(l.columns[c].title)] || l.columns[c].title == ""; n++ {
			l.columns[c].title = title + strconv.Itoa(n)
		}
		seen[strings.ToLower(l.columns[c].title)] = true
	}
}

// tableName returns the name of a table for formulas: unique, and not the name of a cell.
func (b *book) tableName(l *table) string {
	name := "tourney_" + cmp.Or(l.id, "list")
	for n := 2; b.taken[name]; n++ {
		name = "tourney_" + cmp.Or(l.id, "list") + strconv.Itoa(n)
	}
	b.taken[name] = true
	return name
}

// cells writes all cells of a sheet.
func (b *book) cells(p *placed) {
	w, err := b.file.NewStreamWriter(p.name)
	b.do(err)
	if err != nil {
		return
	}
	b.freeze(p, w)
	for c, width := range p.widths {
		b.do(w.SetColWidth(c+1, c+1, width))
		if p.hides(c) {
			b.do(w.SetColVisible(c+1, c+1, false))
		}
	}
	row := func(n int, height float64, cells ...any) {
		b.do(w.SetRow("A"+strconv.Itoa(n), cells, excelize.RowOpts{Height: height}))
	}
	if p.home != "" && p.name != p.home {
		b.link(p, 1, 1, quoted(p.home)+"A1", b.say("workbook.back"))
	}
	row(1, 24, b.words(b.t.Info.Name, look{size: 16, bold: true}))
	row(2, 0, b.words(b.titled(p.title), look{colour: grey}))
	if p.note != "" {
		row(3, 0, b.words(p.note, look{colour: grey, size: 9}))
	}
	for i := range p.tables {
		l, head := &p.tables[i], p.heads[i]
		if l.title != "" && (i > 0 || p.note == "" && len(p.tables) > 1 && l.title != p.title) {
			row(head-1, 24, b.words(l.title, look{bold: true, size: 12}))
		}
		titles := make([]any, len(l.columns))
		for c, h := range l.columns {
			across := "center"
			if h.words {
				across = "left"
			}
			titles[c] = b.words(h.title, look{bold: true, across: across, head: true})
		}
		if !l.untitled {
			row(head, float64(2+16*l.titleLines(p.widths)), titles...)
		}
		for r, values := range l.rows {
			cells := make([]any, min(len(l.columns), max(mostRuled, len(values))))
			for c := range cells {
				var value any
				if c < len(values) {
					value = values[c]
				}
				if value != nil || c < mostRuled {
					cells[c] = b.cell(p, c+1, head+1+r, value, p.looks[i][c])
				}
			}
			row(head+1+r, p.tall, cells...)
		}
	}
	b.do(w.Flush())
}

// titleLines returns the number of lines of the titles.
func (l *table) titleLines(widths []float64) int {
	most := 1
	for c, h := range l.columns {
		lines, room := 1, widths[c]
		for _, word := range strings.Fields(h.title) {
			wide := float64(shown(word)) * 1.1
			if room < widths[c] && room < wide+filterRoom {
				lines, room = lines+1, widths[c]
			}
			room -= wide + 1
		}
		most = max(most, lines)
	}
	return min(most, 4)
}

// hides reports whether a column is hidden.
func (p *placed) hides(c int) bool {
	return slices.ContainsFunc(p.tables, func(l table) bool { return c < len(l.columns) && l.columns[c].role == hidden })
}

// mostRuled bounds the columns with rules in empty cells: the cross table of a thousand players has a million cells.
const mostRuled = 300

// words returns a text cell, which stays text even if it resembles a formula.
func (b *book) words(s string, k look) excelize.Cell {
	if s == "" {
		return excelize.Cell{StyleID: b.style(k)}
	}
	return excelize.Cell{StyleID: b.style(k), Value: s}
}

// cell returns a cell of a table in the style of its column. An empty text becomes an empty cell, because a cell with
// an empty text counts as filled.
func (b *book) cell(p *placed, column, row int, value any, k look) excelize.Cell {
	k.ruled = true
	cell := excelize.Cell{}
	switch v := value.(type) {
	case person:
		to := b.standings[v.id]
		if strings.HasPrefix(to, quoted(p.name)) || to == "" {
			to = b.players[v.id]
		}
		k.link = to != "" && !strings.HasPrefix(to, quoted(p.name))
		if k.link {
			b.link(p, column, row, to, "")
		}
		return b.words(v.name, k)
	case opponent:
		b.link(p, column, row, b.standings[v.id], v.tip)
		return b.words(v.text, k)
	case place:
		k.link = true
		b.link(p, column, row, v.to, "")
		return b.words(v.text, k)
	case string:
		return b.words(v, k)
	case calculated:
		cell.Formula, cell.Value = v.formula, v.value
	case amount:
		k.across, k.format = "right", "#,##0.00"
		cell.Value = float64(v) / 100
	case time.Time:
		k.across, k.format = "left", dayFormat(b.occasion.Language)
		if isInstant(v) {
			k.format += " hh:mm"
		}
		// The library converts times to UTC; readers need the time at the venue.
		cell.Value = time.Date(v.Year(), v.Month(), v.Day(), v.Hour(), v.Minute(), v.Second(), 0, time.UTC)
	default:
		cell.Value = value
	}
	cell.StyleID = b.style(k)
	return cell
}

// dayFormat returns the number format of days in a language, by its code.
func dayFormat(language string) string {
	return cmp.Or(map[string]string{"fi": "d.m.yyyy", "pl": "dd.mm.yyyy", "cs": "d. m. yyyy"}[language], "yyyy-mm-dd")
}
