package file

import (
	"cmp"
	"slices"
)

// A Severity is how much a Finding matters.
type Severity int8

// Info is a report, a Warning needs a review, an Error must be corrected, or its row left out, before the import.
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

// A Finding is a part of a file that a person should review. Its sentence is in the catalogs under Key, like a fault's.
type Finding struct {
	Severity Severity
	// Line and Column are the place in the file, from 1; 0 without a place. In a sheet they are the row and the column.
	Line, Column int
	Key          string
	Args         []any
}

// A Position is a place in a file, from 1; zero without a place.
type Position struct{ Line, Column int }

// MostFindings limits the findings about one file.
const MostFindings = 1000

// Findings collects the findings about one file.
type Findings struct {
	list []Finding
	more int
}

// Add appends a finding, or counts it when there are too many.
func (n *Findings) Add(finding Finding) {
	if len(n.list) >= MostFindings {
		n.more++
		return
	}
	n.list = append(n.list, finding)
}

// Warn adds a warning about a place in the file.
func (n *Findings) Warn(at Position, key string, args ...any) {
	n.Add(Finding{Severity: Warning, Line: at.Line, Column: at.Column, Key: key, Args: args})
}

// All returns the findings, the last one with the number left out.
func (n *Findings) All() []Finding {
	if n.more == 0 {
		return n.list
	}
	return append(n.list, leftOut(n.more))
}

// leftOut is the finding that n others are not in a list.
func leftOut(n int) Finding { return Finding{Severity: Warning, Key: moreKey, Args: []any{n}} }

const moreKey = "import.more"

// Gravest returns at most the given number of findings, the gravest first, and a
// last one with the number left out, if any were.
func Gravest(list []Finding, most int) []Finding {
	list = slices.Clone(list)
	more := 0
	if last := len(list) - 1; last >= 0 && list[last].Key == moreKey {
		more = list[last].Args[0].(int)
		list = list[:last]
	}
	slices.SortStableFunc(list, func(a, b Finding) int { return cmp.Compare(b.Severity, a.Severity) })
	if len(list) > most {
		more += len(list) - most
		list = list[:most]
	}
	if more > 0 {
		list = append(list, leftOut(more))
	}
	return list
}
