package publish

import (
	"cmp"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"

	"tourney/internal/exchange/file"
	"tourney/internal/results"
	"tourney/internal/tournament"
)

// headRow is the row of the column titles on every worksheet: above it stand
// the tournament's name, the title of the sheet with the version, and an empty
// row.
const headRow = 4

// An Occasion is what a workbook shows beside the tournament.
type Occasion struct {
	// Made is when the workbook is written and stands in its properties; the
	// zero time stands for the last that happened in the tournament, so that
	// the same tournament makes the same file.
	Made time.Time
	// Log is what was done in the tournament, the latest first; without it
	// there is no such worksheet.
	Log []LogLine
}

// A LogLine is one change of a tournament, in words.
type LogLine struct {
	Version  int
	At       time.Time
	By, What string
}

// WriteWorkbook writes a tournament as a workbook: the standings after the last
// published round as a wall list, the pairings of every published round, the
// cross table, the players, the prizes, statistics with charts, the tournament's
// data, its settings and the log. Data of players for directors only is not in
// it. Numbers are numbers and days are days; texts are never
// formulas, whatever they begin with. Titles come from label.
func (o Occasion) WriteWorkbook(w io.Writer, t *tournament.Tournament, label file.Label) error {
	say := label.OrKeys()
	s := results.After(t, t.Current())
	tables := []table{standingsSheet(t, s, say)}
	if t.Settings.Teams.Boards > 0 {
		tables = append(teamTables(t, say), tables...)
	}
	for i := range t.Rounds[:t.Current()] {
		tables = append(tables, roundTable(t, &t.Rounds[i], say))
	}
	tables = append(tables, crossTable(t, s, say), playersTable(t, say))
	if len(t.Settings.Prizes.List) > 0 && s.After > 0 {
		tables = append(tables, prizesTable(t, s, say))
	}
	tables = append(tables, handicapStatistics(t, say), rankStatistics(t, say), countryStatistics(t, say),
		tournamentTable(t, say), settingsTable(t, say))
	if len(o.Log) > 0 {
		tables = append(tables, logTable(t, o.Log, say))
	}
	tables = slices.DeleteFunc(tables, func(l table) bool { return l.none() })
	made := o.Made
	if made.IsZero() {
		made = lastEntry(t)
	}
	b := &book{file: excelize.NewFile(), t: t, say: say, made: made.UTC().Format(time.RFC3339), taken: map[string]bool{}}
	return cmp.Or(b.fill(w, tables), b.file.Close())
}

// WriteWorkbook writes a tournament as a workbook without an
// occasion.
func WriteWorkbook(w io.Writer, t *tournament.Tournament, label file.Label) ([]file.Finding, error) {
	return nil, Occasion{}.WriteWorkbook(w, t, label)
}

// lastEntry returns when the last result was entered, or the first day of a
// tournament without any.
func lastEntry(t *tournament.Tournament) time.Time {
	last := t.Info.Begin
	for i := range t.Rounds {
		for j := range t.Rounds[i].Games {
			if at := t.Rounds[i].Games[j].EnteredAt; at.After(last) {
				last = at
			}
		}
	}
	return last
}

// A book is a workbook being written. The first error of the library stays
// and ends the writing.
type book struct {
	file   *excelize.File
	t      *tournament.Tournament
	say    file.Label
	made   string
	taken  map[string]bool // names of worksheets, in small letters
	tables int             // how many there are
	styles struct{ title, subtitle, head, wordsHead, words, middle, money, day, instant int }
	err    error
}

func (b *book) fill(w io.Writer, tables []table) error {
	b.makeStyles()
	for i, l := range tables {
		name := b.sheetName(l.sheet)
		if i == 0 {
			b.do(b.file.SetSheetName("Sheet1", name))
		} else if b.err == nil {
			_, err := b.file.NewSheet(name)
			b.do(err)
		}
		b.sheet(name, l)
	}
	b.do(b.file.SetDocProps(&excelize.DocProperties{
		Title: b.t.Info.Name, Subject: b.version(), Creator: file.Program, LastModifiedBy: file.Program,
		Created: b.made, Modified: b.made,
	}))
	if b.err != nil {
		return b.err
	}
	return b.file.Write(w)
}

func (b *book) do(err error) {
	if b.err == nil {
		b.err = err
	}
}

// version names which state of the tournament the book shows; "" of one that was
// never kept, such as a file that is converted.
func (b *book) version() string {
	if b.t.Version == 0 {
		return ""
	}
	return b.say("workbook.version", b.t.Version)
}

// titled puts the version after a title.
func (b *book) titled(title string) string {
	if b.version() == "" {
		return title
	}
	return title + " · " + b.version()
}

func (b *book) makeStyles() {
	style := func(s excelize.Style) int {
		id, err := b.file.NewStyle(&s)
		b.do(err)
		return id
	}
	font := func(size float64, colour string) *excelize.Font {
		return &excelize.Font{Family: "Calibri", Size: size, Color: colour}
	}
	bold := func(f *excelize.Font) *excelize.Font {
		f.Bold = true
		return f
	}
	align := func(across string) *excelize.Alignment {
		return &excelize.Alignment{Horizontal: across, Vertical: "center"}
	}
	line := []excelize.Border{{Type: "bottom", Style: 1, Color: ink}}
	hair := []excelize.Border{{Type: "bottom", Style: 7, Color: hairline}}
	day, instant, cents := "yyyy-mm-dd", "yyyy-mm-dd hh:mm", "#,##0.00"
	b.styles.title = style(excelize.Style{Font: bold(font(14, ink))})
	b.styles.subtitle = style(excelize.Style{Font: font(11, grey)})
	b.styles.head = style(excelize.Style{Font: bold(font(11, ink)), Border: line, Alignment: align("center")})
	b.styles.wordsHead = style(excelize.Style{Font: bold(font(11, ink)), Border: line, Alignment: align("left")})
	b.styles.words = style(excelize.Style{Font: font(11, ink), Border: hair, Alignment: align("left")})
	b.styles.middle = style(excelize.Style{Font: font(11, ink), Border: hair, Alignment: align("center")})
	b.styles.money = style(excelize.Style{Font: font(11, ink), Border: hair, CustomNumFmt: &cents, Alignment: align("right")})
	b.styles.day = style(excelize.Style{Font: font(11, ink), Border: hair, CustomNumFmt: &day, Alignment: align("left")})
	b.styles.instant = style(excelize.Style{Font: font(11, ink), Border: hair, CustomNumFmt: &instant, Alignment: align("left")})
}

// The colours of paper and ink.
const (
	ink      = "1C1B19"
	grey     = "6B665C"
	hairline = "A09A8E"
)

// sheetName makes a name that a worksheet may have: no signs of references, at
// most 31 letters, none twice.
func (b *book) sheetName(name string) string {
	name = strings.Trim(strings.Map(func(r rune) rune {
		if strings.ContainsRune(`:\/?*[]`, r) {
			return '-'
		}
		return r
	}, name), "' ")
	if name == "" {
		name = "-"
	}
	short := cut(name, 31)
	for n := 2; b.taken[strings.ToLower(short)]; n++ {
		tail := " " + strconv.Itoa(n)
		short = cut(name, 31-len(tail)) + tail
	}
	b.taken[strings.ToLower(short)] = true
	return short
}

// cut shortens a text to at most n letters.
func cut(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return string([]rune(s)[:n])
}

func (b *book) sheet(name string, l table) {
	b.text(name, 1, 1, b.t.Info.Name, b.styles.title)
	b.text(name, 1, 2, b.titled(l.title), b.styles.subtitle)
	widths := make([]int, len(l.columns))
	for c, h := range l.columns {
		style := b.styles.head
		if h.words {
			style = b.styles.wordsHead
		}
		b.text(name, c+1, headRow, h.title, style)
		widths[c] = shown(h.title) + 1 // bold letters are wider
	}
	for r, row := range l.rows {
		b.drawLine(name, headRow+1+r, min(len(l.columns), mostRuled))
		for c, value := range row {
			if value == nil || value == "" { // a cell with an empty text counts as filled
				continue
			}
			style := b.styles.middle
			if l.columns[c].words {
				style = b.styles.words
			}
			widths[c] = max(widths[c], b.cell(name, c+1, headRow+1+r, value, style))
		}
	}
	whole := 0.0
	for c, n := range widths {
		column, err := excelize.ColumnNumberToName(c + 1)
		b.do(err)
		widest := 45
		if c == len(widths)-1 {
			widest = 90
		}
		width := float64(min(n, widest)) + 1.5
		whole += width
		b.do(b.file.SetColWidth(name, column, column, width))
	}
	b.sortable(name, l) // before the page, whose settings a filter would undo
	b.page(name, l, whole)
	if l.chart && len(l.rows) > 0 {
		b.chart(name, l)
	}
}

// mostRuled is how many columns are ruled where they are empty: the cross table
// of a thousand players has a million cells.
const mostRuled = 300

// drawLine draws the line below a row, under its empty cells too.
func (b *book) drawLine(sheet string, row, columns int) {
	b.do(b.file.SetCellStyle(sheet, b.at(1, row), b.at(columns, row), b.styles.middle))
}

// at returns the name of a cell, such as B4.
func (b *book) at(column, row int) string {
	name, err := excelize.CoordinatesToCellName(column, row)
	b.do(err)
	return name
}

// text writes a text, which stays one even if it looks like a formula.
func (b *book) text(sheet string, column, row int, s string, style int) {
	at := b.at(column, row)
	b.do(b.file.SetCellStr(sheet, at, unescaped(s)))
	b.do(b.file.SetCellStyle(sheet, at, at, style))
}

// escapes are how the format writes the letter of a number: _x0041_ is an A.
var escapes = regexp.MustCompile(`_(x[0-9A-Fa-f]{4}_)`)

// unescaped writes a text so that nothing in it is taken for such an escape.
func unescaped(s string) string { return escapes.ReplaceAllString(s, "_x005F_$1") }

// cell writes a value and returns about how many letters wide it is.
func (b *book) cell(sheet string, column, row int, value any, style int) int {
	at := b.at(column, row)
	width := 0
	switch v := value.(type) {
	case person:
		return b.cell(sheet, column, row, v.name, style)
	case string:
		width = shown(v)
		b.do(b.file.SetCellStr(sheet, at, unescaped(v)))
	case int:
		width = len(strconv.Itoa(v))
		b.do(b.file.SetCellInt(sheet, at, int64(v)))
	case float64:
		text := strconv.FormatFloat(v, 'f', -1, 64)
		width = len(text)
		b.do(b.file.SetCellFloat(sheet, at, v, -1, 64))
	case amount:
		style, width = b.styles.money, len(tournament.Money(v).String())
		b.do(b.file.SetCellFloat(sheet, at, float64(v)/100, -1, 64))
	case time.Time:
		style, width = b.styles.day, 10
		if hour, minute, second := v.Clock(); hour+minute+second > 0 {
			style, width = b.styles.instant, 16
		}
		// The library turns times to UTC; a reader wants those of the hall.
		b.do(b.file.SetCellValue(sheet, at, time.Date(v.Year(), v.Month(), v.Day(), v.Hour(), v.Minute(), v.Second(), 0, time.UTC)))
	}
	b.do(b.file.SetCellStyle(sheet, at, at, style))
	return width
}

// shown is about how many letters wide a text is; those of East Asia count for
// two.
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

// Of an A4 page: how many letters fit on it upright, and how many when they are
// set as small as can still be read across.
const (
	uprightLetters = 95
	mostLetters    = 290
)

// page freezes the titles and sets a sheet up for printing: upright if that is
// wide enough, on as many pages across as keep it legible, titles on every
// page, version and number at the foot.
func (b *book) page(name string, l table, letters float64) {
	corner := b.at(l.keep+1, headRow+1)
	pane := "bottomRight"
	if l.keep == 0 {
		pane = "bottomLeft"
	}
	b.do(b.file.SetPanes(name, &excelize.Panes{Freeze: true, XSplit: l.keep, YSplit: headRow, TopLeftCell: corner, ActivePane: pane}))
	orientation, paper, across, down, fit := "landscape", 9, 1+int(letters/mostLetters), 0, true
	if letters <= uprightLetters && !l.chart {
		orientation = "portrait"
	}
	b.do(b.file.SetPageLayout(name, &excelize.PageLayoutOptions{Orientation: &orientation, Size: &paper, FitToWidth: &across, FitToHeight: &down}))
	b.do(b.file.SetSheetProps(name, &excelize.SheetPropsOptions{FitToPage: &fit}))
	side, foot, edge := 0.5, 0.7, 0.3 // inches
	b.do(b.file.SetPageMargins(name, &excelize.PageLayoutMarginsOptions{Top: &side, Left: &side, Right: &side, Bottom: &foot, Header: &edge, Footer: &edge}))
	b.do(b.file.SetHeaderFooter(name, &excelize.HeaderFooterOptions{
		OddFooter: "&L" + printed(b.titled(cut(b.t.Info.Name, 60))) + "&R" + b.say("workbook.page", "&P", "&N"),
	}))
	quoted := "'" + strings.ReplaceAll(name, "'", "''") + "'!"
	titles := quoted + "$1:$" + strconv.Itoa(headRow)
	if across > 1 {
		titles = quoted + "$A:$B," + titles
	}
	b.do(b.file.SetDefinedName(&excelize.DefinedName{Name: "_xlnm.Print_Titles", Scope: name, RefersTo: titles}))
}

// printed makes a text safe for the foot of a page, where & begins a code.
func printed(s string) string { return strings.ReplaceAll(s, "&", "&&") }
