package paper

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"unicode"
	"unicode/utf8"
)

// A Kind is the kind of a column's content. Its text is also the class of the cells.
type Kind string

// The kinds of columns.
const (
	Number  Kind = "num"   // a figure, aligned right
	Strong  Kind = "large" // the figure that readers look for
	Stone   Kind = "stone" // Black's or White's stone
	Name    Kind = "name"  // a name with the rank after it
	Other   Kind = "other" // another name or a text, smaller
	Box     Kind = "box"   // narrow, in the middle: a cell of a cross table
	Writing Kind = "write" // room to write by hand
)

// scales are the letter sizes of columns, relative to the list's.
var scales = map[Kind]float64{Number: 1, Strong: 1.2, Stone: 1, Name: 1, Other: .86, Box: 1, Writing: 1}

// A Column is a column of a list.
type Column struct {
	Head string
	Kind Kind
}

// A Cell is the content of a row in a column.
type Cell struct {
	Text string
	// Short is a shorter form of a long name, "" for none. Sheets uses it before smaller letters.
	Short string
	// After is smaller and follows the text, such as the rank after a name.
	After        string
	Black, White bool // a stone
	Bold         bool
	// Squeeze is the size of the text in tenths, 10 for full size; Sheets sets it.
	Squeeze int
}

// Squeezed reports whether the text is in smaller letters.
func (c *Cell) Squeezed() bool { return c.Squeeze > 0 && c.Squeeze < 10 }

// A Row is a line of a list. With a Group it is a heading and has no cells. Last is set for the last row of a score
// group: a strong line follows.
type Row struct {
	Group string
	Cells []Cell
	Last  bool
}

// Void reports whether the row is only filler.
func (r *Row) Void() bool {
	return !slices.ContainsFunc(r.Cells, func(c Cell) bool { return c.Text != "" || c.Black || c.White })
}

// A List is a table for the wall, before it is laid out on sheets.
type List struct {
	// Title and Note are on every sheet, such as "Round 3" and "12:15, by name".
	Title, Note string
	Columns     []Column
	Rows        []Row
	// Narrow are the columns that a long list keeps in two blocks; nil for a list that is never split.
	Narrow []int
}

// Points returns the whole points of the size of the type.
func (s *ListSheet) Points() int { return s.HalfPoints / 2 }

// Form returns further classes of the sheet, each after a space.
func (s *ListSheet) Form() (classes string) {
	for _, c := range []struct {
		name string
		is   bool
	}{{"half", s.HalfPoints%2 == 1}, {"wide", s.Wide}, {"fill", s.Fill}} {
		if c.is {
			classes += " " + c.name
		}
	}
	return classes
}

// A ListSheet is one sheet of a list.
type ListSheet struct {
	Title, Note string
	Number, Of  int
	// Wide is set for a sheet in landscape.
	Wide bool
	// HalfPoints is the size of the type, in halves of a point.
	HalfPoints int
	// Fill is set if the rows share the height of the sheet.
	Fill    bool
	Columns []Column
	// Widths are the widths of the columns, the same on all sheets of a list, such as "12.5%".
	Widths []string
	// Blocks are the rows, side by side.
	Blocks [][]Row
}

// The sheet, in points: the smaller width and height of A4 and US Letter, inside margins of 12 mm. The heads and the
// foot of a list take headRoom, 6 mm of it below the rows.
const (
	mm       = 72 / 25.4
	short    = 186 * mm
	long     = 255 * mm
	headRoom = 25 * mm
	between  = 8 * mm // blocks side by side
)

// Sizes of type in points. Lists for the wall have 12 to 18 where they fit. A list in portrait has readable letters, or
// it is turned.
const (
	largest  = 18.0
	usual    = 12.0
	readable = 9.0
	smallest = 7.0
	// leading is the height of a row relative to its type. A row grows to tallest at the most, in points, since
	// otherwise a list of two rows would fill the sheet.
	leading = 1.18
	tallest = 34.0
)

// Sheets lays the list out: in portrait, if its letters are readable there and landscape needs more sheets for larger
// ones; in one block or two, with the largest type that fits. Names have one size. Only if the whole list would be smaller
// than usual, the longest names are shortened or squeezed.
func (l List) Sheets() (sheets []Sheet) {
	full := l
	l, best := full.fitted(short, long)
	width, blocks := short, 1
	turned, wide := full.fitted(long, short)
	if larger := wide.points > 1.1*best.points; !best.fits || larger && (best.points < readable || best.points < usual && wide.sheets <= best.sheets) {
		l, best, width = turned, wide, long
	}
	if l.Narrow != nil && best.sheets > 2 {
		half := (short - between) / 2
		if narrow, two := full.only(l.Narrow).fitted(half, long); two.points >= usual && (two.sheets+1)/2 < best.sheets {
			l, best, width, blocks = narrow, two, half, 2
			best.rows = (len(l.Rows) + 2*((two.sheets+1)/2) - 1) / (2 * ((two.sheets + 1) / 2))
		}
	}
	for len(l.Rows)%max(1, best.rows) != 0 { // rows are equally high on all sheets
		l.Rows = append(l.Rows, Row{Cells: make([]Cell, len(l.Columns))})
	}
	widths := l.widths(width / best.points)
	for block := range slices.Chunk(l.Rows, max(1, best.rows*blocks)) {
		sheets = append(sheets, Sheet{List: &ListSheet{
			Title: l.Title, Note: l.Note, Wide: width == long, HalfPoints: int(2 * best.points), Columns: l.Columns, Widths: widths,
			Blocks: slices.Collect(slices.Chunk(block, best.rows)), Fill: best.fills, Number: len(sheets) + 1,
		}})
	}
	for i := range sheets {
		sheets[i].List.Of = len(sheets)
	}
	return sheets
}

// fitted returns the list for a width and height, and its layout. Long names are squeezed if the type is smaller than usual
// otherwise and larger so.
func (l List) fitted(width, height float64) (List, fitting) {
	whole := l.fit(width, height)
	if whole.points >= usual {
		return l, whole
	}
	squeezed := l.squeezed()
	if small := squeezed.fit(width, height); small.points > whole.points || small.fits && !whole.fits {
		return squeezed, small
	}
	return l, whole
}

// A fitting is the layout of a list on sheets of one format.
type fitting struct {
	points       float64
	rows, sheets int
	fills        bool
	// fits is set if the list is not wider than the sheet.
	fits bool
}

// Fits reports whether the list is not wider than a sheet in landscape, in the smallest letters.
func (l List) Fits() bool {
	squeezed := l.squeezed()
	return squeezed.fit(long, short).fits
}

// fit returns the size of type and the rows of a sheet. The number of sheets is minimal for the usual size, or for a
// smaller one if the width requires it; the type is the largest that fits them.
func (l *List) fit(width, height float64) fitting {
	n := max(1, len(l.Rows))
	height -= headRoom
	most := min(largest, max(smallest, halves(width/l.ems())))
	least := min(most, usual)
	sheets := (n + rowsIn(height, least) - 1) / rowsIn(height, least)
	rows := (n + sheets - 1) / sheets
	points := max(smallest, min(most, halves(height/float64(rows)/leading)))
	return fitting{points: points, rows: rows, sheets: sheets, fills: float64(rows)*tallest >= height, fits: smallest*l.ems() <= width}
}

func rowsIn(height, points float64) int { return max(1, int(height/(leading*points))) }

// halves rounds down to halves of a point.
func halves(points float64) float64 { return math.Floor(2*points) / 2 }

// only returns the list with some of its columns.
func (l *List) only(columns []int) List {
	out := List{Title: l.Title, Note: l.Note}
	for _, c := range columns {
		out.Columns = append(out.Columns, l.Columns[c])
	}
	for _, row := range l.Rows {
		short := Row{Group: row.Group}
		for _, c := range columns {
			if row.Cells != nil {
				short.Cells = append(short.Cells, row.Cells[c])
			}
		}
		out.Rows = append(out.Rows, short)
	}
	return out
}

// The space beside a cell, in ems.
const (
	padding    = .7
	boxPadding = .2
)

// ems returns the width of the list in ems of its type.
func (l *List) ems() float64 {
	sum := 0.0
	for c := range l.Columns {
		sum += l.columnEms(c)
	}
	return sum
}

func (l *List) columnEms(c int) float64 {
	column := l.Columns[c]
	widest := .8 * Breadth(column.Head)
	if column.Kind == Box { // of one width, whatever the number
		widest = max(widest, .8*Breadth("00"))
	}
	if column.Kind == Stone {
		widest = max(widest, 1.2)
	}
	for _, row := range l.Rows {
		if row.Cells != nil {
			widest = max(widest, row.Cells[c].ems(column.Kind))
		}
	}
	if column.Kind == Box {
		return widest + boxPadding
	}
	return widest + padding
}

// widths returns the widths of the columns on a sheet of the given ems. Columns of names and texts share the rest.
func (l *List) widths(sheet float64) (widths []string) {
	text, sum := 0.0, 0.0
	for c, column := range l.Columns {
		sum += l.columnEms(c)
		if column.Kind.stretches() {
			text += l.columnEms(c)
		}
	}
	for c, column := range l.Columns {
		width := l.columnEms(c)
		if column.Kind.stretches() {
			width *= 1 + max(0, sheet-sum)/text
		}
		widths = append(widths, fmt.Sprintf("%.2f%%", 100*width/max(sheet, sum)))
	}
	return widths
}

// stretches reports whether a column gets a share of the space that the list leaves.
func (k Kind) stretches() bool { return k == Name || k == Other || k == Writing || k == Box }

// ems returns the width of a cell in ems of the list's type.
func (c *Cell) ems(kind Kind) float64 {
	width := scales[kind] * Breadth(c.Text) * float64(cmp.Or(c.Squeeze, 10)) / 10
	if c.Bold || kind == Strong {
		width *= 1.1
	}
	if c.Black || c.White {
		width += 1.3 * scales[kind]
	}
	if c.After != "" {
		width += .35 + .76*Breadth(c.After)
	}
	return width
}

// leastSqueeze is the smallest size of a squeezed text, in tenths.
const leastSqueeze = 9

// squeezed returns the list with short forms, or smaller letters, for names much longer than the others of their column. At
// most a tenth of the names are squeezed, so that they do not decide the width. Other texts are small already: they have
// one size, and a short form at most.
func (l List) squeezed() List {
	rows := slices.Clone(l.Rows)
	for i := range rows {
		rows[i].Cells = slices.Clone(rows[i].Cells)
	}
	l.Rows = rows
	for c, column := range l.Columns {
		if column.Kind != Name && column.Kind != Other {
			continue
		}
		usual := l.usual(c)
		for _, row := range rows {
			if row.Cells != nil {
				row.Cells[c].squeeze(usual, column.Kind)
			}
		}
	}
	return l
}

// usual returns the breadth that nine tenths of the texts of a column do not exceed.
func (l *List) usual(column int) float64 {
	var widths []float64
	for _, row := range l.Rows {
		if row.Cells != nil {
			widths = append(widths, Breadth(row.Cells[column].Text))
		}
	}
	if len(widths) == 0 {
		return 8
	}
	slices.Sort(widths)
	return max(8, widths[len(widths)*9/10])
}

// squeeze shortens a text that is wider than usual, and gives a name smaller letters if that is not enough.
func (c *Cell) squeeze(usual float64, kind Kind) {
	if c.Short != "" && Breadth(c.Text) > usual {
		c.Text = c.Short
	}
	if kind != Name {
		return
	}
	c.Squeeze = max(leastSqueeze, int(10*usual/max(usual, Breadth(c.Text))))
}

// Breadth returns the width of a text in ems, measured for DejaVu Sans, the widest font in use. In other fonts texts
// are narrower.
func Breadth(text string) float64 {
	sum := 0.0
	for len(text) > 0 {
		r, n := utf8.DecodeRuneInString(text)
		text = text[n:]
		switch {
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) || r > 0xff00:
			sum++
		case unicode.Is(unicode.Mn, r):
		case r == ' ' || r == '.' || r == ',' || r == 'i' || r == 'l' || r == 'j' || r == 'I' || r == '\'' || r == '-' || r == '/':
			sum += .36
		case r == 'm' || r == 'w' || r == 'M' || r == 'W' || r == '+' || r == '–' || r == '%':
			sum += .95
		case unicode.IsUpper(r):
			sum += .75
		case r >= 0x370: // Greek, Cyrillic and others
			sum += .68
		default:
			sum += .62
		}
	}
	return sum
}
