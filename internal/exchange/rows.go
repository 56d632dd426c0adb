package exchange

import (
	"cmp"
	"slices"
	"strings"

	"tourney/internal/fault"
	"tourney/internal/lists"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// A rowReader turns the rows of a list into players.
type rowReader struct {
	sheet  *Sheet
	t      *tournament.Tournament
	o      Options
	rounds []int // columns of single rounds in which somebody said something
	// entrants are the tournament's players, then those of the rows read; names
	// are all of theirs, and byKey finds them by name and number.
	entrants []entrant
	names    tournament.Names
	byKey    map[string][]int
	// bounds is an empty tournament that checks every player as registering
	// does.
	bounds tournament.Tournament
}

func newRowReader(s *Sheet, rows []tableRow, t *tournament.Tournament, o Options) *rowReader {
	r := &rowReader{sheet: s, t: t, o: o, byKey: map[string][]int{}}
	for i := range t.Players {
		r.remember(t.Players[i], 0, true)
	}
	for i, c := range s.Columns {
		if c.round() > 0 && strings.Join(column(rows, i), "") != "" {
			r.rounds = append(r.rounds, i)
		}
	}
	return r
}

// An entrant is a player that a row may name again.
type entrant struct {
	player tournament.Player
	row    int // 0 for a player of the tournament
}

// A rowProblems collects what is doubtful about a row.
type rowProblems struct {
	columns []Column
	notes   []Note
}

// add notes something about the column that holds c.
func (p *rowProblems) add(severity Severity, c Column, key string, args ...any) {
	p.notes = append(p.notes, Note{Severity: severity, Column: 1 + slices.Index(p.columns, c), Key: key, Args: args})
}

// row reads one row.
func (r *rowReader) row(row tableRow) Row {
	problems := &rowProblems{columns: r.sheet.Columns}
	p := r.player(row, problems)
	out := Row{Number: row.number, Cells: row.cells, Excluded: slices.Contains(r.o.Exclude, row.number)}
	if i := slices.Index(r.sheet.Columns, colTeam); i >= 0 && strings.Trim(row.cell(i), "-–") != "" {
		out.Team = row.cell(i)
	}
	out.Held = r.heldBy(row, problems)
	checked, ok := r.check(p, problems)
	if ok {
		p = checked
		out.Held = r.compare(p, problems) || out.Held
	}
	out.Player, out.Notes = p, problems.notes
	for i := range out.Notes {
		out.Notes[i].Line = row.number
	}
	switch {
	case out.Held && !slices.Contains(r.o.Include, row.number), r.o.SkipErrors && out.Worst() == Error:
		out.Excluded = true
	}
	if ok && !out.Excluded {
		r.remember(p, row.number, out.Worst() < Error)
	}
	return out
}

// player takes the cells of a row.
func (r *rowReader) player(row tableRow, problems *rowProblems) tournament.Player {
	p := tournament.Player{}
	var contact, notes []string
	rankText := ""
	for i, c := range r.sheet.Columns {
		cell := row.cell(i)
		if isNothing(cell) && c != colFamily && c != colGiven && !c.whole() {
			continue
		}
		switch c {
		case colFamily:
			p.Family = tidyName(&p, cell, c, problems)
		case colGiven:
			p.Given = tidyName(&p, cell, c, problems)
		case colRank:
			rankText = cell
		case colFamilyGiven, colGivenFamily:
			if !slices.Contains(r.sheet.Columns, colRank) {
				line := partLine(cell)
				cell, rankText = line.name, line.rank
				p.Country, p.Club = cmp.Or(p.Country, line.country), cmp.Or(p.Club, line.club)
			}
			splitInto(&p, cell, c, problems)
		case colClub:
			p.Club = cell
		case colEGD:
			p.EGD = strings.TrimSuffix(cell, ".0")
			if strings.Trim(p.EGD, "0123456789") != "" || len(p.EGD) != 8 && p.EGD != "" {
				problems.add(Warning, c, "row.egd", fault.Clip(p.EGD))
			}
		case colFFG:
			p.FFG = cell
		case colAGA:
			p.AGA = cell
		case colContact:
			contact = append(contact, cell)
		case colNotes:
			notes = append(notes, cell)
		case colTags:
			p.Tags = append(p.Tags, tags(cell, r.heading(i))...)
		case colBorn:
			year, ok := readBorn(cell)
			if !ok {
				problems.add(Warning, c, "row.born", fault.Clip(cell))
			}
			p.Born = year
		case colCountry:
			code, ok := Country(cell)
			if !ok {
				problems.add(Warning, c, "row.country", fault.Clip(cell))
			}
			p.Country = code
		case colRating:
			rating, ok := readRating(cell, r.sheet.American)
			if !ok {
				problems.add(Warning, c, "row.rating", fault.Clip(cell))
			}
			if p.Rating = rating; r.sheet.American && rating.Stated() {
				p.RatingOrigin = "AGA"
			}
		case colAbsent, colAttends:
			absent, ok := readRounds(cell, r.t.Settings.Rounds, c == colAbsent)
			if !ok {
				problems.add(Warning, c, "row.rounds", fault.Clip(cell), r.t.Settings.Rounds)
			}
			p.Absent |= absent
		}
	}
	repairs := r.o.Repairs[row.number]
	p.Family, p.Given = cmp.Or(repairs[colFamily], p.Family), cmp.Or(repairs[colGiven], p.Given)
	rankText = cmp.Or(repairs[colRank], rankText)
	p.Contact, p.Notes = strings.Join(contact, "; "), strings.Join(notes, "; ")
	r.presence(&p, row, problems)
	r.rank(&p, rankText, problems)
	return p
}

// heading returns the heading of a column, "" when it has none.
func (r *rowReader) heading(i int) string {
	return tableRow{cells: r.sheet.Headings}.cell(i)
}

// tags parts a cell of categories. A cross under a heading such as "Junior"
// stands for the heading.
func tags(cell, heading string) []string {
	if plays, ok := readPresence(cell); ok && !namesGender(heading) {
		if !plays {
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

// splitInto parts a whole name.
func splitInto(p *tournament.Player, cell string, order Column, problems *rowProblems) {
	var how lists.Parting
	cell = tidyName(p, listMark.ReplaceAllString(cell, ""), order, problems)
	if p.Family, p.Given, how = lists.PartName(cell, order == colGivenFamily); how == lists.ByGuess {
		problems.add(Warning, order, "row.name.split", fault.Clip(p.Family), fault.Clip(p.Given))
	}
}

// tidyName takes number and title off a name.
func tidyName(p *tournament.Player, cell string, at Column, problems *rowProblems) string {
	cell, number := cutNumber(cell)
	if number != "" && p.EGD == "" {
		p.EGD = number
		problems.add(Info, at, "row.name.number", number)
	}
	name, title := cutTitle(cell)
	if name == "" {
		return cell
	}
	if title != "" {
		problems.add(Info, at, "row.name.title", title)
	}
	return name
}

// heldBy notes why a row is held back whoever its player is: what its status
// says, or how its worksheet shows it.
func (r *rowReader) heldBy(row tableRow, problems *rowProblems) (held bool) {
	hold := func(c Column, key string, args ...any) {
		problems.add(Warning, c, key, args...)
		held = true
	}
	if i := slices.Index(r.sheet.Columns, colStatus); i >= 0 {
		switch readStatus(row.cell(i)) {
		case cancelled:
			hold(colStatus, "row.cancelled", fault.Clip(row.cell(i)))
		case waiting:
			hold(colStatus, "row.waiting", fault.Clip(row.cell(i)))
		}
	}
	if row.hidden {
		hold(r.nameAt(), "row.hidden")
	}
	if row.struck {
		hold(r.nameAt(), "row.struck")
	}
	return held
}

// presence reads the columns of single rounds.
func (r *rowReader) presence(p *tournament.Player, row tableRow, problems *rowProblems) {
	for _, i := range r.rounds {
		n := r.sheet.Columns[i].round()
		plays, ok := readPresence(row.cell(i))
		if !ok {
			problems.add(Warning, r.sheet.Columns[i], "row.presence", fault.Clip(row.cell(i)), n)
			continue
		}
		p.Absent = p.Absent.With(n, !plays)
	}
}

// rank reads the rank, which the rating or the options may stand in for.
func (r *rowReader) rank(p *tournament.Player, text string, problems *rowProblems) {
	at := colRank
	if !slices.Contains(r.sheet.Columns, colRank) {
		at = r.nameAt()
	}
	stated, how := readRank(text)
	p.Rank = stated
	switch how {
	case doubtful:
		problems.add(Warning, at, "row.rank.read", fault.Clip(text), stated.String())
	case asRating:
		if !p.Rating.Stated() {
			american := strings.ContainsAny(text, ".,")
			if p.Rating, _ = readRating(text, american); american {
				p.RatingOrigin = "AGA"
			}
		}
		problems.add(Warning, at, "row.rank.read", fault.Clip(text), stated.String())
	case unreadable, missing, newcomer, asDay:
		r.replaceRank(p, at, text, how, problems)
		return
	}
	for _, doubt := range lists.Disagreement(p.Rank, p.Rating) {
		problems.add(Warning, colRating, doubt.Key, doubt.Args...)
	}
}

// proposed is the rank that players without one are mostly lent.
const proposed = rank.Dan1 - 20 // 20k

// replaceRank finds another rank for a player whose own cannot be read.
func (r *rowReader) replaceRank(p *tournament.Player, at Column, text string, how reading, problems *rowProblems) {
	switch {
	case p.Rating.Stated() && how == missing:
		p.Rank = p.Rating.Rank()
		problems.add(Warning, at, "row.rank.rating", p.Rating.String(), p.Rank.String())
	case p.Rating.Stated():
		p.Rank = p.Rating.Rank()
		problems.add(Warning, at, "row.rank.instead", fault.Clip(text), p.Rating.String(), p.Rank.String())
	case r.o.Unranked.Valid():
		p.Rank = r.o.Unranked
		problems.add(Warning, at, "row.rank.unranked", fault.Clip(text), p.Rank.String())
	case how == newcomer:
		p.Rank = proposed
		problems.add(Warning, at, "row.rank.newcomer", fault.Clip(text), p.Rank.String())
	case how == asDay:
		problems.add(Error, at, "row.rank.day", fault.Clip(text))
	case how == missing:
		problems.add(Error, at, "row.rank.missing")
	default:
		problems.add(Error, at, "row.rank.unreadable", fault.Clip(text))
	}
}

// check holds the player against the rules of registration and returns the
// entry with its texts tidied.
func (r *rowReader) check(p tournament.Player, problems *rowProblems) (tournament.Player, bool) {
	entry := p
	if !entry.Rank.Valid() {
		entry.Rank = rank.Kyu30 // that it is missing has been said
	}
	r.bounds.Players = r.bounds.Players[:0]
	_, err := r.bounds.AddPlayer(entry, true)
	if err == nil {
		checked := r.bounds.Players[0]
		checked.ID, checked.Rank = 0, p.Rank
		return checked, true
	}
	f, ok := fault.As(err)
	if !ok {
		panic("exchange: registering gives an error that is no fault: " + err.Error())
	}
	problems.add(Error, r.columnOf(f), f.Key, f.Args...)
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

// compare looks for the same person in the tournament and in the rows before
// that are imported, and reports whether there is one. Numbers come before
// names: two people may have one name.
func (r *rowReader) compare(p tournament.Player, problems *rowProblems) (found bool) {
	at := r.nameAt()
	for _, number := range p.Numbers() {
		if known := r.byKey[number]; len(known) > 0 {
			r.noteSame(p, number, r.entrants[known[0]], problems)
			return true
		}
	}
	namesakes := 0
	for _, i := range r.byKey[p.Key()] {
		e := &r.entrants[i]
		if !e.player.Differs(&p) {
			r.noteSame(p, "", *e, problems)
			return true
		}
		namesakes++
		if e.row == 0 {
			problems.add(Warning, at, "row.namesake", e.player.Name(), strings.Join(e.player.Numbers(), ", "))
		} else {
			problems.add(Warning, at, "row.namesake.row", e.row, strings.Join(e.player.Numbers(), ", "))
		}
	}
	if namesakes > 0 {
		return false
	}
	alike := r.names.Like(p.Family, p.Given)
	for _, i := range alike[:min(len(alike), 3)] {
		if e := &r.entrants[i]; e.row == 0 {
			problems.add(Warning, at, "row.alike", e.player.Name(), e.player.Rank.String(), e.player.Club)
		} else {
			problems.add(Warning, at, "row.alike.row", e.row)
		}
	}
	return false
}

// noteSame notes that a row names the same person as an entrant: by a number of
// a federation, or by the name.
func (r *rowReader) noteSame(p tournament.Player, number string, e entrant, problems *rowProblems) {
	sameName := p.Key() == e.player.Key()
	switch {
	case sameName && e.row == 0:
		problems.add(Warning, r.nameAt(), "row.known", e.player.Name(), e.player.Rank.String())
	case sameName:
		problems.add(Warning, r.nameAt(), "row.twice", e.row)
	case e.row == 0:
		problems.add(Warning, r.nameAt(), "row.number.known", number, e.player.Name(), e.player.Rank.String())
	default:
		problems.add(Warning, r.nameAt(), "row.number.twice", number, e.row, e.player.Name())
	}
}

// remember keeps a player for the rows after it. A row with an error holds no
// other back: it may never be imported.
func (r *rowReader) remember(p tournament.Player, row int, imported bool) {
	i := r.names.Add(p.Family, p.Given)
	r.entrants = append(r.entrants, entrant{p, row})
	if !imported {
		return
	}
	for _, key := range append(p.Numbers(), p.Key()) {
		r.byKey[key] = append(r.byKey[key], i)
	}
}

// nameAt returns the column that holds the name.
func (r *rowReader) nameAt() Column {
	if i := slices.IndexFunc(r.sheet.Columns, Column.whole); i >= 0 {
		return r.sheet.Columns[i]
	}
	return colFamily
}
