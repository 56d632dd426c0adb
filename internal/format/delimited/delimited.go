// Package delimited splits text into records of cells, with a sign between the cells and with cells in quotation marks,
// as in CSV (RFC 4180). It detects the sign:
//
//	table := delimited.Split(text, ";\t,|")
//	for _, r := range table.Records { … r.Cells … }
//
// People write such text by hand and spreadsheets paste it. A quotation mark that quotes no whole cell is a letter, and
// so is a quotation mark that would swallow rows.
package delimited

import "strings"

// A Table is a text split into records.
type Table struct {
	// Sign is the sign between the cells; 0 when the text has none.
	Sign byte
	// Width is the number of cells that most records have.
	Width   int
	Records []Record
}

// A Record is one row of a table; blank lines are skipped.
type Record struct {
	// Line and Last are the first and the last line, from 1. A quoted cell may have
	// several.
	Line, Last int
	Cells      []string
	// Inner is the largest number of cells that one of its later lines has on its own; from Width on such a line may be
	// a separate row. 0 for a single line.
	Inner int
	// Open is the first cell, from 1, with a quotation mark that opens and quotes no whole cell: it counts as a letter.
	// 0 without one.
	Open int
}

const (
	// looked limits the bytes, lookedLines the lines from which the sign is detected.
	looked, lookedLines = 64 << 10, 200
	// mostCells limits the cells of a record; the last one holds the rest.
	mostCells = 1000
	// mostQuoted limits the lines of a quoted cell that contains signs.
	mostQuoted = 20
)

// Split splits a text whose lines end with \n at the best of the signs, those
// named first preferred. A first line such as "sep=;", as Excel writes it, only names
// the sign.
func Split(text, signs string) Table {
	first, rest, _ := strings.Cut(text, "\n")
	line := 1
	var t Table
	if sign, ok := strings.CutPrefix(strings.ToLower(strings.TrimSpace(first)), "sep="); ok && len(sign) == 1 {
		t.Sign, text, line = sign[0], rest, 2
	} else {
		t.Sign = signOf(text, signs)
	}
	t.Records = split(text, t.Sign, 0)
	if len(t.Records) == 1 && len(t.Records[0].Cells) == 1 && t.Records[0].Inner > 0 {
		// A single cell that was copied: its lines are the rows.
		line += t.Records[0].Line - 1
		t = Split(t.Records[0].Cells[0], signs)
	} else {
		t.Width = width(t.Records)
		t.Records = split(text, t.Sign, t.Width)
	}
	for i := range t.Records {
		t.Records[i].Line += line - 1
		t.Records[i].Last += line - 1
	}
	return t
}

// signOf returns the sign that occurs equally often in most of the first records.
func signOf(text, signs string) (sign byte) {
	head := text[:min(len(text), looked)]
	if lines := strings.SplitAfterN(head, "\n", lookedLines+1); len(lines) > lookedLines {
		head = head[:len(head)-len(lines[lookedLines])]
	}
	best := 0
	for i := range len(signs) {
		records := split(head, signs[i], 0)
		records = split(head, signs[i], width(records))
		often, with := map[int]int{}, 0
		for _, r := range records {
			if n := len(r.Cells) - 1; n > 0 {
				often[n]++
				with++
			}
		}
		if signs[i] == ',' && 2*with < len(records) {
			continue // in a few sentences
		}
		for n, records := range often {
			if score := 1000*records + min(n, 999); score > best {
				best, sign = score, signs[i]
			}
		}
	}
	return sign
}

// width returns the number of cells that most records have, the greatest of
// several.
func width(records []Record) int {
	often := map[int]int{}
	for _, r := range records {
		often[len(r.Cells)]++
	}
	best := 0
	for n, records := range often {
		if records > often[best] || records == often[best] && n > best {
			best = n
		}
	}
	return best
}

// A splitter is a position in a text.
type splitter struct {
	text  string
	sign  byte
	width int // of the table; 0 while it is not known
	line  int
}

// split splits a text into records. With the width of the table, quotation
// marks that would swallow rows are letters.
func split(text string, sign byte, width int) (records []Record) {
	s := &splitter{text: text, sign: sign, width: width, line: 1}
	for s.text != "" {
		r := s.record()
		if len(r.Cells) > 1 || strings.TrimSpace(r.Cells[0]) != "" {
			records = append(records, r)
		}
	}
	return records
}

// record removes one record from the text.
func (s *splitter) record() Record {
	r := Record{Line: s.line, Last: s.line}
	for {
		last := len(r.Cells)+1 == mostCells
		cell, inner, quoted := "", 0, false
		if !last {
			cell, inner, quoted = s.quoted()
		}
		if !quoted {
			end := s.end(last)
			cell, s.text = s.text[:end], s.text[end:]
			if r.Open == 0 && strings.Count(cell, `"`)%2 == 1 && strings.HasPrefix(strings.TrimLeft(cell, " "), `"`) {
				r.Open = len(r.Cells) + 1
			}
		}
		r.Cells, r.Inner = append(r.Cells, cell), max(r.Inner, inner)
		if s.text == "" || s.text[0] == '\n' {
			break
		}
		s.text = s.text[1:] // the sign
	}
	r.Last = s.line
	if s.text != "" {
		s.text = s.text[1:]
	}
	s.line++
	return r
}

// end returns where an unquoted cell ends: at the next sign, unless it is the last
// cell that is kept, or at the end of the line.
func (s *splitter) end(last bool) int {
	stop := string([]byte{s.sign, '\n'})
	if last || s.sign == 0 {
		stop = "\n"
	}
	if end := strings.IndexAny(s.text, stop); end >= 0 {
		return end
	}
	return len(s.text)
}

// quoted removes a cell in quotation marks from the text. inner is the largest number of cells in one of its later
// lines; ok is false if no quoted cell begins here.
func (s *splitter) quoted() (cell string, inner int, ok bool) {
	blank := 0
	for blank < len(s.text) && s.text[blank] == ' ' {
		blank++
	}
	if blank == len(s.text) || s.text[blank] != '"' {
		return "", 0, false
	}
	end := blank + 1 // of the quoted text
	doubled := false
	for {
		i := strings.IndexByte(s.text[end:], '"')
		if i < 0 {
			return "", 0, false
		}
		end += i
		if end+1 == len(s.text) || s.text[end+1] != '"' {
			break
		}
		end, doubled = end+2, true
	}
	after := end + 1
	for after < len(s.text) && s.text[after] == ' ' {
		after++
	}
	if after < len(s.text) && s.text[after] != '\n' && (s.text[after] != s.sign || s.sign == 0) {
		return "", 0, false
	}
	cell = s.text[blank+1 : end]
	if lines := strings.Count(cell, "\n"); lines > 0 {
		if inner, ok = s.inside(lines); !ok {
			return "", 0, false
		}
		s.line += lines
	}
	if doubled {
		cell = strings.ReplaceAll(cell, `""`, `"`)
	}
	s.text = s.text[after:]
	return cell, inner, true
}

// inside returns the largest number of cells in one of the later lines of a quoted cell; ok is false if the lines are
// rows that an open quotation mark would swallow.
func (s *splitter) inside(lines int) (most int, ok bool) {
	_, rest, _ := strings.Cut(s.text, "\n")
	rows := 0
	for range lines {
		line, after, _ := strings.Cut(rest, "\n")
		n := 1
		if s.sign != 0 {
			n = len((&splitter{text: line, sign: s.sign}).record().Cells)
		}
		if most = max(most, n); n == s.width {
			rows++
		}
		rest = after
	}
	switch {
	case s.width == 0:
	case s.width == 2 && s.sign == ',' && lines <= mostQuoted: // a sentence has a comma too
	case 2*rows > lines, lines > mostQuoted && rows > 0:
		return 0, false
	}
	return most, true
}
