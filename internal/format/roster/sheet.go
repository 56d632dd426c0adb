package roster

import (
	"slices"
	"strings"
	"unicode"

	"tourney/internal/fault"
	"tourney/internal/format/file"
	"tourney/internal/i18n/charset"
	"tourney/internal/rank"
	"tourney/internal/spelling"
	"tourney/internal/tournament"
)

// A Sheet is the preview of a list of players: the meaning of each column and
// the player of each row. Nothing is imported before a person has reviewed it;
// Players returns the players once no row has an error left.
type Sheet struct {
	// Worksheet names the sheet of a workbook, Encoding the encoding of a text file; Guessed is true if it was guessed
	// from the letters.
	Worksheet, Encoding string
	Guessed             bool
	// Worksheets are the non-empty worksheets of the workbook.
	Worksheets []string
	// Headings are empty if the list has none and Columns were guessed from the cells.
	Headings []string
	Columns  []Column
	Rows     []Row
	// Unclear are unknown words in columns of yes and no, or of rounds: Options.Answers gives their meaning.
	Unclear []string
	// Findings concern the whole list.
	Findings []file.Finding
}

// A Row is one row of a list.
type Row struct {
	// Number counts the rows of the file from 1.
	Number int
	Cells  []string
	Player tournament.Player
	// Team is the name of the player's team, if teams play; "" without one.
	Team string
	// Board is the player's place in the order of the team's boards, 0 if the row has none.
	Board int
	// Findings are the doubts about the row, with the number of the column.
	Findings []file.Finding
	// Known is the registered player whom the row names; 0 for a new one. Changes are the differences from the entry,
	// which importing applies.
	Known   tournament.PlayerID
	Changes []Change
	// Held rows are left out unless a person accepts them; a finding gives the
	// reason.
	Held bool
	// Excluded rows are not imported.
	Excluded bool
}

// Options are a person's decisions about a list after its preview. The zero Options leave everything to be detected.
type Options struct {
	// Encoding is one of Encodings, Worksheet one of the worksheets.
	Encoding  string `json:"encoding,omitempty"`
	Worksheet string `json:"worksheet,omitempty"`
	// Columns are the contents of the columns, from the first one on.
	Columns []Column `json:"columns,omitempty"`
	// Exclude and Include are numbers of rows to leave out, or to import although they are held back; an included row
	// is a new player, whomever it names.
	Exclude []int `json:"exclude,omitempty"`
	Include []int `json:"include,omitempty"`
	// SkipErrors leaves out every row with an error.
	SkipErrors bool `json:"skip_errors,omitempty"`
	// Answers give the meaning of words in columns of rounds: true for yes.
	Answers map[string]bool `json:"answers,omitempty"`
	// Repairs are cells that a person has retyped, by row and column; cells for columns that the list does not have
	// count too. A cell for "absent" holds the rounds that a player misses, 0 for none.
	Repairs map[int]map[Column]string `json:"repairs,omitempty"`
	// Unranked is the rank of players without one; without it they are errors.
	Unranked rank.Rank `json:"unranked,omitzero"`
}

// Worst returns the gravest severity of the row's findings.
func (r *Row) Worst() file.Severity {
	worst := file.Info
	for _, n := range r.Findings {
		worst = max(worst, n.Severity)
	}
	return worst
}

// AllFindings returns the findings about the list and its rows, at most 1000 of
// the gravest findings.
func (s *Sheet) AllFindings() []file.Finding {
	all := slices.Clone(s.Findings)
	for i := range s.Rows {
		all = append(all, s.Rows[i].Findings...)
	}
	return file.Gravest(all, file.MostFindings)
}

// Count returns the number of rows that will be imported unchanged, of rows to import with a warning, of rows with an
// error, and of rows left out.
func (s *Sheet) Count() (ready, doubtful, wrong, excluded int) {
	for i := range s.Rows {
		r := &s.Rows[i]
		switch {
		case r.Excluded:
			excluded++
		case r.Worst() == file.Error:
			wrong++
		case r.Worst() == file.Warning:
			doubtful++
		default:
			ready++
		}
	}
	return ready, doubtful, wrong, excluded
}

// Players returns the new players to import, or a fault "roster.rows.wrong" with
// the number of rows in error and the first of them: a list is imported whole
// or not at all.
func (s *Sheet) Players() ([]tournament.Player, error) {
	if _, _, wrong, _ := s.Count(); wrong > 0 {
		i := slices.IndexFunc(s.Rows, func(r Row) bool { return !r.Excluded && r.Worst() == file.Error })
		return nil, fault.New(fault.Invalid, "roster.rows.wrong", wrong, s.Rows[i].Number)
	}
	return ofImported(s, func(r *Row) tournament.Player { return r.Player }), nil
}

// ofImported collects a value of every row that is to be imported as a new player.
func ofImported[T any](s *Sheet, of func(*Row) T) (all []T) {
	for i := range s.Rows {
		if r := &s.Rows[i]; !r.Excluded && r.Known == 0 {
			all = append(all, of(&s.Rows[i]))
		}
	}
	return all
}

// Confirmed reports for each of Players whether a person has included their row although it was held back.
func (s *Sheet) Confirmed() []bool { return ofImported(s, func(r *Row) bool { return r.Held }) }

// Teams returns the names of the teams of Players, "" without one.
func (s *Sheet) Teams() []string { return ofImported(s, func(r *Row) string { return r.Team }) }

// Boards returns the boards of Players in their teams, 0 for none.
func (s *Sheet) Boards() []int { return ofImported(s, func(r *Row) int { return r.Board }) }

// Read reads a list of players for a tournament: a workbook or delimited
// text.
func Read(data []byte, t *tournament.Tournament, o Options) (*Sheet, error) {
	list, err := readRows(data, o)
	if err != nil {
		return nil, err
	}
	return preview(list, t, o)
}

func readRows(data []byte, o Options) (*table, error) {
	if file.IsZip(data) {
		return readWorkbook(data, mostRows, o.Worksheet)
	}
	return readText(data, o.Encoding)
}

func preview(list *table, t *tournament.Tournament, o Options) (*Sheet, error) {
	s := &Sheet{Worksheet: list.worksheet, Worksheets: list.worksheets, Encoding: list.encoding, Guessed: list.guess, Findings: list.findings}
	s.noteWorkbook(list)
	rows := joinHeadings(list.rows)
	columns, at := findHeadings(rows)
	if at >= 0 {
		s.Headings = rows[at].cells
		s.noteAbove(rows[:at])
		rows = rows[at+1:]
	}
	list.fillMerged(rows)
	if areShifted(columns, rows) {
		columns, s.Headings = append([]Column{colIgnored}, columns...), append([]string{""}, s.Headings...)
		s.note(file.Warning, "roster.shifted")
	}
	switch {
	case len(rows) == 0:
		return nil, fault.New(fault.Invalid, "roster.empty")
	case len(rows) > mostRows:
		return nil, fault.New(fault.TooLarge, "roster.rows", mostRows, rows[mostRows].number)
	case len(o.Columns) > 0:
		columns = slices.Clone(o.Columns)
	case at < 0:
		columns = guessColumns(rows)
		s.note(file.Warning, "roster.guessed")
	}
	for len(columns) < width(rows) {
		columns = append(columns, colIgnored)
	}
	teamColumns(columns, t)
	s.Columns = columns
	if len(o.Columns) == 0 {
		s.pairNames(rows)
		s.dropResults(rows)
	}
	s.orderNames(rows)
	if err := s.checkColumns(rows); err != nil {
		return nil, err
	}
	s.readAll(newRowReader(s, rows, t, o), rows)
	if len(s.Rows) == 0 {
		return nil, fault.New(fault.Invalid, "roster.empty")
	}
	s.noteEncoding(list)
	s.noteUnlike()
	return s, nil
}

// readAll reads the rows that are players.
func (s *Sheet) readAll(r *rowReader, rows []tableRow) {
	s.noteScale(r, rows)
	empty, texts := 0, []int(nil)
	for _, row := range rows {
		if row.several == textLines {
			texts = append(texts, row.number)
		}
		switch {
		case s.isTotal(row):
			s.noteRow(row, "roster.total")
		case s.isMeaningless(row) && !strings.ContainsFunc(strings.Join(row.cells, ""), unicode.IsLetter):
			empty++
		case s.isMeaningless(row):
			s.noteRow(row, "roster.unused")
		default:
			s.Rows = append(s.Rows, r.row(row))
		}
	}
	if empty > 0 {
		s.note(file.Info, "roster.blank", empty)
	}
	if len(texts) > 0 {
		s.note(file.Info, "roster.lines", len(texts), texts[0])
	}
}

// noteUnlike reports that most rows have no rank, so that the text may not be a list of players.
func (s *Sheet) noteUnlike() {
	const few = 3 // rows under headings prove nothing
	wrong := 0
	for i := range s.Rows {
		if slices.ContainsFunc(s.Rows[i].Findings, func(f file.Finding) bool {
			return f.Key == "roster.row.rank.missing" || f.Key == "roster.row.rank.unreadable"
		}) {
			wrong++
		}
	}
	n := len(s.Rows)
	if 5*wrong >= 4*n && n >= few || len(s.Headings) == 0 && 2*wrong >= n {
		s.note(file.Warning, "roster.unlike", wrong, n)
	}
}

// noteRow reports a row that is left out, with its text.
func (s *Sheet) noteRow(row tableRow, key string) {
	if row.several > textLines {
		s.Findings = append(s.Findings, file.Finding{Severity: file.Warning, Line: row.number, Key: "roster.row.lines", Args: []any{row.last}})
	}
	s.Findings = append(s.Findings, file.Finding{Line: row.number, Key: key, Args: []any{fault.Clip(strings.Join(strings.Fields(strings.Join(row.cells, " ")), " "))}})
}

// noteAbove reports the rows above the headings. One with a rank may be a player.
func (s *Sheet) noteAbove(rows []tableRow) {
	for _, row := range rows {
		s.noteRow(row, "roster.above")
		isRank := func(cell string) bool { _, err := rank.Parse(cell); return err == nil || partLine(cell).rank != "" }
		if slices.ContainsFunc(row.cells, isRank) {
			s.Findings[len(s.Findings)-1].Severity = file.Warning
		}
	}
}

// noteWorkbook reports which parts of a workbook were read and which were not.
func (s *Sheet) noteWorkbook(list *table) {
	if list.macros {
		s.note(file.Info, "roster.macros")
	}
	switch {
	case len(list.others) > 0:
		s.note(file.Warning, "roster.worksheets", list.worksheet, fault.Clip(strings.Join(list.others, ", ")))
	case list.sheets > 1:
		s.note(file.Info, "roster.worksheet", list.worksheet, list.sheets)
	}
}

// noteEncoding reports the guessed encoding, with some names that it changes, and letters that were encoded twice.
func (s *Sheet) noteEncoding(list *table) {
	if list.mended > 0 {
		s.note(file.Warning, "roster.mended", list.mended, fault.Clip(list.mendedAs[0]), fault.Clip(list.mendedAs[1]))
	}
	const shown = 3
	var names []string
	for i := range s.Rows {
		if p := &s.Rows[i].Player; s.Guessed && !charset.IsASCII(p.Name()) && len(names) < shown {
			names = append(names, p.Name())
		}
	}
	switch {
	case !s.Guessed:
	case len(names) == 0:
		s.note(file.Info, "roster.encoding", s.Encoding)
	default:
		s.note(file.Warning, "roster.encoding.names", s.Encoding, fault.Clip(strings.Join(names, ", ")))
	}
}

// orderNames determines which part of whole names comes first, and reports it with an example if only the names
// themselves showed it.
func (s *Sheet) orderNames(rows []tableRow) {
	for i, c := range s.Columns {
		if c != colName {
			continue
		}
		names := column(rows, i)
		for n := range names {
			if slices.Contains(s.Columns, colRank) {
				names[n] = partName(names[n]).name
			} else {
				names[n] = partLine(names[n]).name
			}
			names[n], _ = cutNumber(names[n])
			names[n], _ = cutTitle(names[n])
		}
		order, stated := nameOrder(tableRow{cells: s.Headings}.cell(i), names)
		s.Columns[i] = order
		for _, name := range names {
			family, given, how := spelling.SplitName(name, order == colGivenFamily)
			if how != spelling.ByForm && !stated && !isTotal(name) {
				s.Findings = append(s.Findings, file.Finding{Severity: file.Warning, Column: i + 1, Key: "roster.order", Args: []any{fault.Clip(family), fault.Clip(given)}})
				break
			}
		}
	}
}

// noteScale reports the scale of ratings, with an example, unless they are plain EGF points.
func (s *Sheet) noteScale(r *rowReader, rows []tableRow) {
	scale := r.scales[colRating]
	if scale == (rank.Scale{}) {
		return
	}
	i := slices.Index(s.Columns, colRating)
	for _, cell := range column(rows, i) {
		rating, _ := scale.Rating(cell)
		f := file.Finding{Severity: file.Warning, Column: i + 1, Key: "roster.american", Args: []any{fault.Clip(cell), rating.Rank().String(), rating.String()}}
		if scale.Thousands {
			f.Key, f.Args = "roster.thousands", []any{fault.Clip(cell), rating.String()}
		}
		if rating.Stated() && (scale.American || strings.ContainsAny(cell, ".,")) {
			s.Findings = append(s.Findings, f)
			return
		}
	}
}

// isTotal reports whether a row counts the players and names none.
func (s *Sheet) isTotal(row tableRow) bool {
	return slices.ContainsFunc(row.cells, isTotal) && !slices.ContainsFunc(row.cells, func(cell string) bool {
		return !isTotal(cell) && !isCount(spelling.Words(cell))
	})
}

// isMeaningless reports whether a row has cells in columns without meaning only, as in lists with numbers prepared for
// more players.
func (s *Sheet) isMeaningless(row tableRow) bool {
	for i, c := range s.Columns {
		if c != colIgnored && row.cell(i) != "" {
			return false
		}
	}
	return true
}

func (s *Sheet) note(severity file.Severity, key string, args ...any) {
	s.Findings = append(s.Findings, file.Finding{Severity: severity, Key: key, Args: args})
}
