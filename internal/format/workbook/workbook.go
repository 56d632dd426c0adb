package workbook

import (
	"cmp"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"

	"tourney/internal/event/prizes"
	"tourney/internal/fault"
	"tourney/internal/format/file"
	"tourney/internal/results"
	"tourney/internal/tournament"
)

// An Occasion holds the content of a workbook besides the tournament.
type Occasion struct {
	// Made is the time of writing, shown on the first sheet and in the properties. The zero time means the last event
	// of the tournament, so that equal tournaments give equal files.
	Made time.Time
	// Log is the log of the tournament, the latest entry first; without it the worksheet is left out.
	Log []LogLine
	// Language is the code of the reader's language, such as fi, for the form of days and the stated language of the
	// file. "" means days as 2026-03-14.
	Language string
	// Formulas writes tie-breaks that are sums as formulas, on a sheet with their summands.
	Formulas bool
	// Counted is set in a public workbook: the tournament with the private data that decide standings and prizes, such
	// as years of birth. Nil means the written tournament.
	Counted *tournament.Tournament
}

// standings are the standings after the last published round.
func (o Occasion) standings(t *tournament.Tournament) *results.Standings {
	if o.Counted == nil {
		return results.After(t, t.Current())
	}
	return results.After(o.Counted, o.Counted.Current()).WithRatings(t)
}

// prizes returns the prizes and their winners.
func (o Occasion) prizes(t *tournament.Tournament) []prizes.Ceremony {
	of := cmp.Or(o.Counted, t)
	return prizes.Give(of, results.After(of, of.Current()))
}

// A LogLine is one change of a tournament, in words.
type LogLine struct {
	Version  int
	At       time.Time
	By, What string
}

// A sheet is one worksheet: tables one below the other.
type sheet struct {
	// name is the name on its tab, title the title above it, note a text in small letters above the first table.
	name, title, note string
	tables            []table
	// tall is the height of the rows of the tables in points, 0 for the default.
	tall float64
	// onePage fits the sheet on one page of paper.
	onePage bool
}

// sheetOf returns a worksheet of one table.
func sheetOf(l table) sheet { return sheet{name: l.sheet, title: l.title, tables: []table{l}} }

// WriteWorkbook writes a tournament as a workbook: a summary with links to the sheets, the standings after the last
// published round as a wall list, the pairings of every published round, a sheet for entering results, the cross table,
// the players, the rating changes, the prizes and their groups, the settings, and the log. It contains no private data
// of players. A public workbook has no sheet for entering results, no groups and no categories. Numbers and days are
// typed; texts are never formulas, whatever their beginning. Titles come from label.
func (o Occasion) WriteWorkbook(w io.Writer, t *tournament.Tournament, label file.Label) error {
	say := label.OrKeys()
	b := o.book(t, say)
	return cmp.Or(b.fill(w, o.sheets(t, o.standings(t), say)), b.file.Close())
}

// WriteResultSheet writes a workbook with only the sheet for entering results. It contains the names and terms of the
// games, and no other data of the players. A tournament without a game to enter is refused with
// "workbook.results.empty".
func (o Occasion) WriteResultSheet(w io.Writer, t *tournament.Tournament, label file.Label) error {
	say := label.OrKeys()
	sheets := []sheet{entrySheet(t, say)}
	if len(sheets[0].tables) == 0 {
		return fault.New(fault.NotFound, "workbook.results.empty")
	}
	b := o.book(t, say)
	return cmp.Or(b.send(w, sheets, b.names(sheets), ""), b.file.Close())
}

// HasResultSheet reports whether WriteResultSheet has a game to enter.
func HasResultSheet(t *tournament.Tournament) bool {
	return len(entrySheet(t, file.Label(nil).OrKeys()).tables) > 0
}

// book returns a workbook without sheets.
func (o Occasion) book(t *tournament.Tournament, say file.Label) *book {
	made := o.Made
	if made.IsZero() {
		made = lastEntry(t)
	}
	return &book{
		file: excelize.NewFile(), t: t, say: say, occasion: o, made: made.In(t.Info.Location()),
		taken: map[string]bool{}, looks: map[look]int{}, marks: map[string]int{}, parts: parts{},
	}
}

// sheets returns the worksheets of a tournament in their order, without the summary.
func (o Occasion) sheets(t *tournament.Tournament, s *results.Standings, say file.Label) []sheet {
	var list []sheet
	add := func(sheets ...sheet) { list = append(list, sheets...) }
	if t.Settings.Teams.Boards > 0 {
		for _, l := range teamTables(t, say) {
			l.unlink()
			add(sheetOf(l))
		}
	}
	standings := standingsSheet(t, s, say)
	ties := sheet{}
	if o.Formulas {
		ties = tieBreakSheet(t, s, &standings, say)
	}
	add(standings)
	for i := range t.Rounds[:t.Current()] {
		add(roundSheet(t, &t.Rounds[i], say))
	}
	cross, ratings := sheetOf(crossTable(t, s, say)), ratingSheet(t, s, say)
	if o.Counted == nil {
		add(entrySheet(t, say), cross, playersSheet(t, say), ratings)
	} else {
		add(cross, startSheet(t, say), ratings)
	}
	if len(t.Settings.Prizes.List) > 0 && s.After > 0 {
		add(prizesSheet(t, o.prizes(t), s.After, say))
		if o.Counted == nil {
			add(groupSheets(t, s, say)...)
		}
	}
	add(ties, settingsSheet(t, say))
	if len(o.Log) > 0 {
		add(sheetOf(logTable(t, o.Log, say)))
	}
	return slices.DeleteFunc(list, func(s sheet) bool {
		return !slices.ContainsFunc(s.tables, func(l table) bool { return !l.none() })
	})
}

// lastEntry returns the time of the last result, or the first day of a tournament without any.
func lastEntry(t *tournament.Tournament) time.Time {
	last := t.Info.Begin.Time
	for i := range t.Rounds {
		for j := range t.Rounds[i].Games {
			if at := t.Rounds[i].Games[j].EnteredAt; at.After(last) {
				last = at
			}
		}
	}
	return last
}

// A book is a workbook during its writing. The first error of the library is stored and ends the writing.
type book struct {
	file     *excelize.File
	t        *tournament.Tournament
	say      file.Label
	occasion Occasion
	made     time.Time       // in the time zone of the venue
	taken    map[string]bool // names of worksheets and tables, in lower case
	looks    map[look]int
	marks    map[string]int // conditional formats by ground and format
	parts    parts
	// standings and players map a player to the target of links to the player's row.
	standings, players map[tournament.PlayerID]string
	err                error
}

// fill writes the summary and then all sheets.
func (b *book) fill(w io.Writer, sheets []sheet) error {
	summary := b.summary(sheets)
	all := append([]sheet{summary}, sheets...)
	names := b.names(all)
	for i := range sheets {
		b.findPlayers(names[i+1], &sheets[i])
	}
	b.linkSheets(&summary, names)
	return b.send(w, all, names, names[0])
}

// names returns the names of sheets in the book.
func (b *book) names(sheets []sheet) (names []string) {
	for i := range sheets {
		names = append(names, b.sheetName(sheets[i].name))
	}
	return names
}

// send writes sheets with their names. home is the name of the summary, "" for a book without one.
func (b *book) send(w io.Writer, sheets []sheet, names []string, home string) error {
	for i, s := range sheets {
		if i == 0 {
			b.do(b.file.SetSheetName("Sheet1", names[i]))
		} else if b.err == nil {
			_, err := b.file.NewSheet(names[i])
			b.do(err)
		}
		p := placed{sheet: s, name: names[i], path: "xl/worksheets/sheet" + strconv.Itoa(i+1) + ".xml", home: home}
		b.write(&p)
	}
	b.properties()
	if b.err != nil {
		return b.err
	}
	b.file.SetZipWriter(b.parts.writer)
	return b.file.Write(w)
}

func (b *book) properties() {
	made := b.made.UTC().Format(time.RFC3339)
	b.do(b.file.SetDocProps(&excelize.DocProperties{
		Title: b.t.Info.Name, Subject: b.version(), Creator: file.Program, LastModifiedBy: file.Program,
		Created: made, Modified: made, Language: b.occasion.Language,
	}))
	b.do(b.file.SetAppProps(&excelize.AppProperties{Application: file.Program}))
	if b.occasion.Formulas {
		full := true
		b.do(b.file.SetCalcProps(&excelize.CalcPropsOptions{FullCalcOnLoad: &full}))
	}
}

func (b *book) do(err error) {
	if b.err == nil {
		b.err = err
	}
}

// version names the version of the tournament; "" for a tournament that was never saved, such as a converted file.
func (b *book) version() string {
	if b.t.Version == 0 {
		return ""
	}
	return b.say("workbook.version", b.t.Version)
}

// titled appends the version and the time of writing to a title.
func (b *book) titled(title string) string {
	for _, more := range []string{b.version(), b.written()} {
		if more != "" {
			title += " · " + more
		}
	}
	return title
}

// written returns the time of writing, "" for a book without an occasion.
func (b *book) written() string {
	if b.occasion.Made.IsZero() {
		return ""
	}
	layout := map[string]string{"fi": "2.1.2006 15.04", "pl": "02.01.2006 15:04", "cs": "2. 1. 2006 15:04"}[b.occasion.Language]
	return b.made.Format(cmp.Or(layout, "2006-01-02 15:04"))
}

// sheetName makes a valid name of a worksheet: without the signs of references, at most 31 letters, and unique.
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

// quoted is the name of a worksheet in the form for references.
func quoted(sheet string) string { return "'" + strings.ReplaceAll(sheet, "'", "''") + "'!" }

// at returns the name of a cell, such as B4.
func (b *book) at(column, row int) string {
	name, err := excelize.CoordinatesToCellName(column, row)
	b.do(err)
	return name
}

// column returns the letters of a column, such as AB for 28.
func column(n int) string {
	name, _ := excelize.ColumnNumberToName(n) // errs past column 16384, which no table has
	return name
}

// findPlayers stores the targets of links to the players' rows.
func (b *book) findPlayers(name string, s *sheet) {
	for i := range s.tables {
		l := &s.tables[i]
		if l.id != standingsID && l.id != playersID {
			continue
		}
		at := make(map[tournament.PlayerID]string, len(l.rows))
		for r, row := range l.rows {
			for c, value := range row {
				if p, ok := value.(person); ok {
					at[p.id] = quoted(name) + b.at(c+1, headRow+1+r)
				}
			}
		}
		if l.id == standingsID {
			b.standings = at
		} else {
			b.players = at
		}
	}
}
