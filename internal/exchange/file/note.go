package file

import (
	"cmp"
	"slices"
)

// A Severity says what a Note asks of its reader.
type Severity int8

// Info tells what was done; a Warning should be looked at; an Error must be
// mended, or its row left out, before anything is imported.
const (
	Info Severity = iota
	Warning
	Error
)

var severityNames = []string{"info", "warning", "error"}

// String returns info, warning or error.
func (s Severity) String() string { return severityNames[s] }

// MarshalText writes the severity as String does.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// A Note says something about a file that a person should read. Its sentence
// is in the catalogs under Key, as that of a fault is.
type Note struct {
	Severity Severity
	// Line and Column are where in the file, from 1; 0 when it concerns no
	// place. In a sheet they are the row and the column.
	Line, Column int
	Key          string
	Args         []any
}

// A position is where in a file something stands, from 1; zero for nowhere.
type Position struct{ Line, Column int }

// MostNotes bounds how much is said about one file.
const MostNotes = 1000

// Notes collects what is said about one file.
type Notes struct {
	list []Note
	more int
}

// Add appends a note, or counts it when there are too many.
func (n *Notes) Add(note Note) {
	if len(n.list) >= MostNotes {
		n.more++
		return
	}
	n.list = append(n.list, note)
}

// Warn notes what should be looked at somewhere in the file.
func (n *Notes) Warn(at Position, key string, args ...any) {
	n.Add(Note{Severity: Warning, Line: at.Line, Column: at.Column, Key: key, Args: args})
}

// All returns the notes, the last one telling how many were left out.
func (n *Notes) All() []Note {
	if n.more == 0 {
		return n.list
	}
	return append(n.list, leftOut(n.more))
}

// leftOut notes that n others are not in a list.
func leftOut(n int) Note { return Note{Severity: Warning, Key: moreKey, Args: []any{n}} }

const moreKey = "import.more"

// Gravest returns at most the given number of notes, the gravest first, and a
// last one telling how many were left out if any were.
func Gravest(list []Note, most int) []Note {
	list = slices.Clone(list)
	more := 0
	if last := len(list) - 1; last >= 0 && list[last].Key == moreKey {
		more = list[last].Args[0].(int)
		list = list[:last]
	}
	slices.SortStableFunc(list, func(a, b Note) int { return cmp.Compare(b.Severity, a.Severity) })
	if len(list) > most {
		more += len(list) - most
		list = list[:most]
	}
	if more > 0 {
		list = append(list, leftOut(more))
	}
	return list
}
