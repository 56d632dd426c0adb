package ratinglist

import (
	"slices"

	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// A Mapping assigns fields to the columns of a table.
type Mapping struct {
	// Skip is the number of rows before the players, headings included.
	Skip int
	// Columns are the fields of the columns from the left, Ignored for unused
	// ones. Columns beyond are ignored.
	Columns []tournament.Field
}

// Check returns a fault unless the columns contain names and no field twice:
// "ratinglist.columns.what" for an unknown field, "ratinglist.columns.twice" for two columns
// of the same, a whole name beside parts of it included, and
// "ratinglist.columns.names".
func (m Mapping) Check() error {
	for i, f := range m.Columns {
		if f == Ignored {
			continue
		}
		if !slices.Contains(Fields(), f) {
			return fault.New(fault.Invalid, "ratinglist.columns.what", fault.Clip(string(f)))
		}
		for _, other := range m.Columns[:i] {
			if other == f || isWholeName(other) && isName(f) || isWholeName(f) && isName(other) {
				return fault.New(fault.Invalid, "ratinglist.columns.twice", f, i+1)
			}
		}
	}
	if !slices.Contains(m.Columns, Family) && !slices.ContainsFunc(m.Columns, isWholeName) {
		return fault.New(fault.Invalid, "ratinglist.columns.names")
	}
	return nil
}

// isWholeName reports whether a column holds both parts of a name, isName whether
// it holds any.
func isWholeName(f tournament.Field) bool { return f == FamilyGiven || f == GivenFamily }
func isName(f tournament.Field) bool      { return isWholeName(f) || f == Family || f == Given }
