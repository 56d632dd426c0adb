package roster

import (
	"slices"
	"strings"
	"unicode"

	"tourney/internal/fault"
	"tourney/internal/format/file"
	"tourney/internal/tournament"
)

// mostQuestions limits the words that the preview asks about.
const mostQuestions = 20

// readAnswers determines the meaning of the words in columns of yes and no. The columns of all rounds are read
// together.
func (r *rowReader) readAnswers(rows []tableRow) {
	r.answers, r.misses = map[int]*answers{}, map[int]bool{}
	var all []string // cells of rounds
	for i, c := range r.sheet.Columns {
		cells := column(rows, i)
		switch {
		case c.round() > 0 && strings.Join(cells, "") != "":
			r.rounds = append(r.rounds, i)
			all = append(all, cells...)
			_, _, r.misses[i] = roundHeading(r.heading(i))
		case c == colTags || c == colPaid || c == colAbsent || c == colAttends:
			r.answers[i] = newAnswers(cells, r.o.Answers)
		}
	}
	ofRounds := newAnswers(all, r.o.Answers)
	for _, i := range r.rounds {
		r.answers[i] = ofRounds
	}
	if len(r.rounds) > 0 && !ofRounds.yes && !ofRounds.unclear {
		r.sheet.Findings = append(r.sheet.Findings, file.Finding{Severity: file.Warning, Column: r.rounds[0] + 1, Key: "roster.rounds.no"})
	}
}

// absent returns the rounds that a player misses: the rounds that a person has typed, or else the rounds by the
// columns.
func (r *rowReader) absent(row tableRow, findings *rowFindings) (absent tournament.Rounds) {
	rounds := r.t.Settings.Rounds
	if text := r.o.Repairs[row.number][colAbsent]; text != "" {
		absent, ok := readRounds(text, rounds, true)
		if !ok {
			findings.add(file.Error, r.nameAt(), "roster.row.rounds.typed", fault.Clip(text), rounds)
		}
		return absent
	}
	for i, c := range r.sheet.Columns {
		if cell := row.cell(i); (c == colAbsent || c == colAttends) && !isBlank(cell) {
			absent |= r.namedRounds(i, cell, findings)
		}
	}
	return absent | r.presence(row, findings)
}

// namedRounds reads a cell that names the rounds that a player plays or misses.
func (r *rowReader) namedRounds(i int, cell string, findings *rowFindings) tournament.Rounds {
	rounds, missed := r.t.Settings.Rounds, r.sheet.Columns[i] == colAbsent
	absent, ok := readRounds(cell, rounds, missed)
	if ok {
		return absent
	}
	yes, known := r.answers[i].read(cell)
	named, rest := partRounds(cell, rounds)
	switch {
	case named != 0:
		if absent = named; !missed {
			absent = allRoundsOf(rounds) &^ named
		}
		findings.addAt(file.Warning, i, "roster.row.rounds.part", fault.Clip(cell), roundList(named), fault.Clip(rest))
	case len(roundsNamed(cell)) > 0:
		findings.addAt(file.Warning, i, "roster.row.rounds", fault.Clip(cell), rounds)
	case !known:
		findings.addAt(file.Error, i, "roster.row.rounds.word", fault.Clip(cell))
		r.ask(cell)
	case yes == missed:
		absent, _ = readRounds("all", rounds, true)
	}
	return absent
}

// presence reads the columns of single rounds. An empty cell means no, unless the other cells are all no.
func (r *rowReader) presence(row tableRow, findings *rowFindings) (absent tournament.Rounds) {
	var empty tournament.Rounds
	for _, i := range r.rounds {
		n, cell, a := r.sheet.Columns[i].round(), row.cell(i), r.answers[i]
		yes, known := a.read(cell)
		switch {
		case cell == "":
			yes = !a.yes && !a.unclear
			if !yes && (a.no || a.unclear) && !r.misses[i] {
				empty = empty.With(n)
			}
		case !known:
			findings.addAt(file.Error, i, "roster.row.presence", fault.Clip(cell), n)
			r.ask(cell)
			continue
		}
		absent = absent.Put(n, yes == r.misses[i])
	}
	if empty != 0 {
		findings.addAt(file.Warning, r.rounds[0], "roster.row.presence.empty", roundList(empty))
	}
	return absent
}

// ask adds a word to the questions of the preview.
func (r *rowReader) ask(cell string) {
	same := func(word string) bool { return answerKey(word) == answerKey(cell) }
	isWord := fault.Clip(cell) == cell
	if isWord && len(r.sheet.Unclear) < mostQuestions && !slices.ContainsFunc(r.sheet.Unclear, same) {
		r.sheet.Unclear = append(r.sheet.Unclear, cell)
	}
}

// heldBy reports why a row is held back, regardless of its player: its status, a note or its style in the worksheet.
func (r *rowReader) heldBy(row tableRow, findings *rowFindings) (held bool) {
	for i, c := range r.sheet.Columns {
		cell := row.cell(i)
		status := registered
		switch {
		case c == colStatus:
			if status = readStatus(cell); status == registered {
				status = readNote(cell)
			}
		case c == colNotes || c == colIgnored || c == colTags:
			status = readNote(cell)
		case c.whole():
			cell = besideName(cell, !slices.Contains(r.sheet.Columns, colRank))
			status = readNote(cell)
		case c == colRank && strings.ContainsFunc(cell, unicode.IsSpace):
			cell = partRank(cell, 0).note
			status = readNote(cell)
		}
		switch {
		case status == cancelled && c == colStatus:
			findings.addAt(file.Warning, i, "roster.row.cancelled", fault.Clip(cell))
		case status == cancelled:
			findings.addAt(file.Warning, i, "roster.row.note.cancelled", fault.Clip(cell))
		case status == waiting && c == colStatus:
			findings.addAt(file.Warning, i, "roster.row.waiting", fault.Clip(cell))
		case status == waiting:
			findings.addAt(file.Warning, i, "roster.row.note.waiting", fault.Clip(cell))
		case status == doubted && r.o.Repairs[row.number][colAbsent] == "":
			findings.addAt(file.Warning, i, "roster.row.note", fault.Clip(cell))
		}
		held = held || status == cancelled || status == waiting
	}
	if row.hidden {
		findings.add(file.Warning, r.nameAt(), "roster.row.hidden")
	}
	struck := slices.Contains(row.struck, slices.Index(r.sheet.Columns, r.nameAt()))
	if struck {
		findings.add(file.Warning, r.nameAt(), "roster.row.struck")
	}
	return held || row.hidden || struck
}
