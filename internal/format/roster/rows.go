package roster

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"tourney/internal/event/day"
	"tourney/internal/fault"
	"tourney/internal/format/file"
	"tourney/internal/rank"
	"tourney/internal/spelling"
	"tourney/internal/tournament"
)

// A rowReader turns the rows of a list into players.
type rowReader struct {
	sheet  *Sheet
	t      *tournament.Tournament
	o      Options
	rounds []int // columns of single rounds with entries
	// answers read the columns of yes and no, by column. misses holds the columns for
	// absence from a round. scales are the scales of ratings and ranks.
	answers map[int]*answers
	misses  map[int]bool
	scales  map[Column]rank.Scale
	// entrants are the tournament's players, then the players of the rows read; names are all of theirs, and byKey
	// finds them by name and number.
	entrants []entrant
	names    spelling.Names
	byKey    map[string][]int
	// updated are the registered players with a row, lent is set if the row has no rank and got another one, lentAt is
	// the finding about it.
	updated map[tournament.PlayerID]int
	lent    bool
	lentAt  int
	// bounds is an empty tournament that checks every player as registering does.
	bounds tournament.Tournament
}

func newRowReader(s *Sheet, rows []tableRow, t *tournament.Tournament, o Options) *rowReader {
	r := &rowReader{sheet: s, t: t, o: o, byKey: map[string][]int{}, updated: map[tournament.PlayerID]int{}}
	for i := range t.Players {
		r.remember(entrant{player: t.Players[i]})
	}
	aga := slices.Contains(s.Columns, colAGA)
	r.scales = map[Column]rank.Scale{
		colRating: rank.ScaleOf(column(rows, slices.Index(s.Columns, colRating)), aga),
		colRank:   rank.ScaleOf(column(rows, slices.Index(s.Columns, colRank)), false),
	}
	r.readAnswers(rows)
	return r
}

// A rowFindings collects the findings about a row.
type rowFindings struct {
	columns  []Column
	findings []file.Finding
}

// add adds a finding about the column c.
func (p *rowFindings) add(severity file.Severity, c Column, key string, args ...any) {
	p.addAt(severity, slices.Index(p.columns, c), key, args...)
}

// addAt adds a finding about the i-th column, from 0.
func (p *rowFindings) addAt(severity file.Severity, i int, key string, args ...any) {
	p.findings = append(p.findings, file.Finding{Severity: severity, Column: 1 + i, Key: key, Args: args})
}

// mostBoards bounds the number of a board: a team has substitutes too.
const mostBoards = 99

// board returns the board of a player of a team, 0 for none. It reports a cell that is not the number of a board.
func (r *rowReader) board(row tableRow, findings *rowFindings) int {
	i := slices.Index(r.sheet.Columns, colBoard)
	if i < 0 {
		return 0
	}
	cell := strings.Trim(strings.TrimSpace(row.cell(i)), ".#-–")
	if cell == "" {
		return 0
	}
	n, err := strconv.Atoi(cell)
	if err != nil || n < 1 || n > mostBoards {
		findings.addAt(file.Warning, i, "roster.row.board", fault.Clip(row.cell(i)))
		return 0
	}
	return n
}

func (r *rowReader) row(row tableRow) Row {
	findings := &rowFindings{columns: r.sheet.Columns}
	p := r.player(row, findings)
	r.noteLines(row, findings)
	r.noteName(&p, findings)
	out := Row{Number: row.number, Cells: row.cells, Excluded: slices.Contains(r.o.Exclude, row.number)}
	if i := slices.Index(r.sheet.Columns, colTeam); i >= 0 && strings.Trim(row.cell(i), "-–") != "" {
		out.Team = row.cell(i)
	}
	out.Board = r.board(row, findings)
	out.Held = r.heldBy(row, findings)
	checked, ok := r.check(p, findings)
	if ok {
		p = checked
		held := out.Held
		known, found := r.compare(p, findings)
		out.Held = found || held
		switch {
		case known == nil:
		case slices.Contains(r.o.Include, row.number):
			findings.add(file.Warning, r.nameAt(), "roster.row.known", known.Name(), known.Rank.String())
		default:
			r.keepRank(&p, known, findings)
			out.Known, out.Changes = known.ID, r.changes(row, known, &p)
			if out.Held = held || len(out.Changes) == 0; len(out.Changes) == 0 {
				findings.add(file.Warning, r.nameAt(), "roster.row.known.same", known.Name(), known.Rank.String())
			}
		}
	}
	out.Player, out.Findings = p, findings.findings
	for i := range out.Findings {
		out.Findings[i].Line = row.number
	}
	switch {
	case out.Held && !slices.Contains(r.o.Include, row.number), r.o.SkipErrors && out.Worst() == file.Error:
		out.Excluded = true
	}
	switch {
	case !ok || out.Excluded && (out.Known == 0 || len(out.Changes) > 0):
	case out.Known > 0:
		r.updated[out.Known] = row.number
	default:
		r.remember(entrant{player: p, row: row.number, wrong: out.Worst() >= file.Error})
	}
	return out
}

// placeholders are words in place of a name.
var placeholders = foldedSet("tba tbd tbc n/a na nn unknown anonymous bye x xx xxx xxxx empty vacant reserved dummy tuntematon vapaa pauza volno spielfrei frei exempt libre")

// noteName reports a name that may be a placeholder, and one with a letter that was lost.
func (r *rowReader) noteName(p *tournament.Player, findings *rowFindings) {
	name := p.Name()
	switch letters := strings.ReplaceAll(spelling.Fold(name), " ", ""); {
	case name != "" && (placeholders[letters] || !strings.ContainsFunc(name, unicode.IsLetter)):
		findings.add(file.Warning, r.nameAt(), "roster.row.name.none", fault.Clip(name))
	case strings.ContainsRune(name, unicode.ReplacementChar):
		findings.add(file.Warning, r.nameAt(), "roster.row.name.letter", fault.Clip(name))
	}
}

// noteLines reports a row of several lines, in which other rows may be lost.
func (r *rowReader) noteLines(row tableRow, findings *rowFindings) {
	switch row.several {
	case playerLines:
		findings.addAt(file.Warning, -1, "roster.row.lines", row.last)
	case cellLines:
		findings.addAt(file.Info, -1, "roster.row.lines", row.last)
	}
}

func (r *rowReader) player(row tableRow, findings *rowFindings) tournament.Player {
	d := rowDraft{findings: findings}
	for i, c := range r.sheet.Columns {
		cell := row.cell(i)
		switch {
		case c == colFamily || c == colGiven || c.whole():
			r.name(&d, c, cell)
		case c == colRank:
			r.rankCell(&d, cell)
		case !isNothing(cell):
			r.cell(&d, i, cell)
		}
	}
	for _, b := range d.beside {
		d.takeBeside(b.at, b.text)
	}
	p := d.player
	repairs := r.o.Repairs[row.number]
	p.Family, p.Given = cmp.Or(repairs[colFamily], p.Family), cmp.Or(repairs[colGiven], p.Given)
	p.Contact, p.Notes = strings.Join(d.contact, "; "), strings.Join(d.notes, "; ")
	p.Absent = r.absent(row, findings)
	p.Club = cmp.Or(repairs[colClub], p.Club)
	d.player, d.rank, d.typed = p, cmp.Or(repairs[colRank], d.rank), repairs[colRank] != ""
	r.rank(&d)
	if d.paid != "" {
		r.payment(&d.player, d.paid, findings)
	}
	return d.player
}

// payment reads a player's payment: a sum, or a word that the whole fee was paid. It counts as paid on the first day of
// the tournament.
func (r *rowReader) payment(p *tournament.Player, cell string, findings *rowFindings) {
	sum, paid, ok := readPayment(cell, r.answers[slices.Index(r.sheet.Columns, colPaid)])
	begin, _ := r.t.Info.Days()
	switch owed := day.Owed(r.t, p, begin).Sum; {
	case !ok:
		findings.add(file.Warning, colPaid, "roster.row.paid", fault.Clip(cell))
	case !paid:
	case sum > 0:
		p.Fee.Paid, p.Fee.PaidOn = sum, begin
	case owed > 0:
		p.Fee.Paid, p.Fee.PaidOn = owed, begin
	default:
		findings.add(file.Info, colPaid, "roster.row.paid.none", fault.Clip(cell))
	}
}

// A rowDraft is a player while the cells of the row are read one by one.
type rowDraft struct {
	player     tournament.Player
	rank, paid string
	typed      bool // a person has typed the rank
	// unrated is the text of an American list for a member without a rating.
	unrated        string
	contact, notes []string
	beside         []besideText
	findings       *rowFindings
}

// name reads a cell with a name or a part of it.
func (r *rowReader) name(d *rowDraft, c Column, cell string) {
	p := &d.player
	switch c {
	case colFamily:
		p.Family = tidyName(p, cell, c, d.findings)
	case colGiven:
		p.Given = tidyName(p, cell, c, d.findings)
	default:
		line := partName(cell)
		if !slices.Contains(r.sheet.Columns, colRank) {
			line = partLine(cell)
			d.rank = line.rank
		}
		cell, d.beside = line.name, append(d.beside, besideText{c, line})
		splitInto(p, cell, c, d.findings)
	}
}

// A besideText has the texts beside a name or a rank, from the column at.
type besideText struct {
	at   Column
	text rankText
}

// takeBeside takes texts beside a name or a rank. A club is a note if the row has another one.
func (d *rowDraft) takeBeside(at Column, line rankText) {
	p := &d.player
	p.Country = cmp.Or(p.Country, line.country)
	switch {
	case line.club == "" || spelling.Equal(line.club, p.Club):
	case p.Club != "":
		d.notes = append(d.notes, line.club)
	default:
		p.Club = line.club
		if line.bracketed {
			d.findings.add(file.Info, at, "roster.row.club", fault.Clip(line.club))
		}
	}
	if line.note != "" {
		d.notes = append(d.notes, line.note)
	}
	if rating, ok := (rank.Scale{}).Rating(line.rating); ok && !p.Rating.Stated() {
		p.Rating = rating
	} else if line.rating != "" {
		d.notes = append(d.notes, line.rating)
	}
	if line.egd != "" && p.EGD == "" {
		p.EGD = line.egd
		d.findings.add(file.Info, at, "roster.row.name.number", line.egd)
	}
}

// cell reads the cell of the i-th column, which holds something other than a name.
func (r *rowReader) cell(d *rowDraft, i int, cell string) {
	p, c, ok := &d.player, r.sheet.Columns[i], true
	switch c {
	case colClub:
		p.Club = cell
	case colEGD:
		p.EGD = strings.TrimSuffix(cell, ".0")
		if strings.Trim(p.EGD, "0123456789") != "" || len(p.EGD) != 8 && p.EGD != "" {
			d.findings.add(file.Warning, c, "roster.row.egd", fault.Clip(p.EGD))
		}
	case colFFG:
		p.FFG = cell
	case colAGA:
		p.AGA = cell
	case colContact:
		d.contact = append(d.contact, cell)
	case colNotes:
		d.notes = append(d.notes, cell)
	case colTags:
		p.Tags = append(p.Tags, r.tags(i, cell)...)
	case colBorn:
		if p.Born, ok = readBorn(cell); !ok {
			d.findings.add(file.Warning, c, "roster.row.born", fault.Clip(cell))
		}
	case colCountry:
		if p.Country, ok = Country(cell); !ok {
			d.findings.add(file.Warning, c, "roster.row.country", fault.Clip(cell))
		}
	case colRating:
		r.rating(d, cell)
	case colPaid:
		d.paid = cell
	}
}

// heading returns the heading of a column, "" when it has none.
func (r *rowReader) heading(i int) string {
	return tableRow{cells: r.sheet.Headings}.cell(i)
}

// tags splits a cell of categories. A cross under a heading such as "Junior" stands for the heading.
func (r *rowReader) tags(i int, cell string) []string {
	heading := r.heading(i)
	if is, ok := r.answers[i].read(cell); ok && !namesGender(heading) {
		if !is {
			return nil
		}
		return []string{heading}
	}
	list := strings.FieldsFunc(cell, func(r rune) bool { return r == ',' || r == ';' || r == '/' })
	for i := range list {
		list[i] = strings.TrimSpace(list[i])
	}
	return slices.DeleteFunc(list, isNothing)
}

func splitInto(p *tournament.Player, cell string, order Column, findings *rowFindings) {
	var how spelling.NameSplit
	cell = tidyName(p, listMark.ReplaceAllString(cell, ""), order, findings)
	if p.Family, p.Given, how = spelling.SplitName(cell, order == colGivenFamily); how == spelling.ByGuess {
		findings.add(file.Warning, order, "roster.row.name.split", fault.Clip(p.Family), fault.Clip(p.Given))
	}
}

// tidyName removes number and title from a name.
func tidyName(p *tournament.Player, cell string, at Column, findings *rowFindings) string {
	cell, number := cutNumber(cell)
	if number != "" && p.EGD == "" {
		p.EGD = number
		findings.add(file.Info, at, "roster.row.name.number", number)
	}
	name, title := cutTitle(cell)
	if name == "" {
		return cell
	}
	if title != "" {
		findings.add(file.Info, at, "roster.row.name.title", title)
	}
	return name
}

// check checks the player by the rules of registration and returns the entry with its texts tidied.
func (r *rowReader) check(p tournament.Player, findings *rowFindings) (tournament.Player, bool) {
	entry := p
	if !entry.Rank.Valid() {
		entry.Rank = rank.Kyu30 // the missing rank is already reported
	}
	r.bounds.Players = r.bounds.Players[:0]
	_, err := r.bounds.AddPlayer(entry, tournament.AllowNamesakes)
	if err == nil {
		checked := r.bounds.Players[0]
		checked.ID, checked.Rank = 0, p.Rank
		return checked, true
	}
	f, ok := fault.As(err)
	if !ok {
		panic("exchange: registering gives an error that is no fault: " + err.Error())
	}
	findings.add(file.Error, r.columnOf(f), f.Key, f.Args...)
	return p, false
}

// columnOf returns the column that a fault of a field is about.
func (r *rowReader) columnOf(f *fault.Error) Column {
	c := colFamily
	if len(f.Args) > 0 {
		if field, ok := f.Args[0].(tournament.Field); ok {
			c = Column(field)
		}
	}
	if !slices.Contains(r.sheet.Columns, c) {
		return r.nameAt()
	}
	return c
}

func (r *rowReader) nameAt() Column {
	if i := slices.IndexFunc(r.sheet.Columns, Column.whole); i >= 0 {
		return r.sheet.Columns[i]
	}
	return colFamily
}
