package ratinglist

import (
	"slices"

	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// A Mapping says what the columns of a table hold.
type Mapping struct {
	// Skip is how many rows precede the players, headings among them.
	Skip int
	// Columns are the fields of the columns from the left; Ignored for those
	// that are of no use, and for all beyond.
	Columns []tournament.Field
}

// Check returns a fault unless the columns name the players and say nothing
// twice: "list.columns.what" for a field that there is not, "list.columns.twice"
// for two columns of the same, a whole name beside parts of it among them, and
// "list.columns.names".
func (m Mapping) Check() error {
	for i, f := range m.Columns {
		if f == Ignored {
			continue
		}
		if !slices.Contains(Fields(), f) {
			return fault.New(fault.Invalid, "list.columns.what", fault.Clip(string(f)))
		}
		for _, other := range m.Columns[:i] {
			if other == f || whole(other) && naming(f) || whole(f) && naming(other) {
				return fault.New(fault.Invalid, "list.columns.twice", f, i+1)
			}
		}
	}
	if !m.names() {
		return fault.New(fault.Invalid, "list.columns.names")
	}
	return nil
}

// whole reports whether a column holds both parts of a name, naming whether it
// holds any.
func whole(f tournament.Field) bool  { return f == FamilyGiven || f == GivenFamily }
func naming(f tournament.Field) bool { return whole(f) || f == Family || f == Given }

// names reports whether a player can be named.
func (m Mapping) names() bool { return m.has(Family) || slices.ContainsFunc(m.Columns, whole) }

func (m Mapping) has(f tournament.Field) bool { return slices.Contains(m.Columns, f) }
