package handicap

import (
	"reflect"
	"slices"
	"strings"

	"tourney/internal/fault"
	"tourney/internal/rank"
)

// A System is a named policy with its board size.
type System struct {
	Name string
	Size int
	// AnySize marks a system that suits boards of every size.
	AnySize bool
	Policy  Policy
	table   []Terms // by difference from 0; nil without a table
}

// Systems lists the named policies, the default first.
func Systems() []System { return slices.Clone(systems) }

// Named returns the system of that name, or a fault "handicap.system" that
// lists the names.
func Named(name string) (System, error) {
	i := slices.IndexFunc(systems, func(s System) bool { return s.Name == name })
	if i < 0 {
		var names []string
		for _, s := range systems {
			names = append(names, s.Name)
		}
		return System{}, fault.New(fault.Invalid, "handicap.system", fault.Clip(name), strings.Join(names, ", "))
	}
	return systems[i], nil
}

// ForSize returns the system to propose for a board size: the named one if it
// is for that size, else the recommended one of the size.
func ForSize(name string, size int) (System, error) {
	s, err := Named(name)
	if err != nil || s.Size == size || s.AnySize {
		return s, err
	}
	for _, other := range systems {
		if other.Size == size {
			return other, nil
		}
	}
	return s, nil
}

// SystemOf returns the system with all values of a policy on a board of that size; false for other values.
func SystemOf(p Policy, size int) (System, bool) {
	for _, s := range systems {
		if (s.AnySize || s.Size == size) && reflect.DeepEqual(p.plain(), s.Policy.plain()) {
			return s, true
		}
	}
	return System{}, false
}

// plain returns the policy without unused values: the basis of differences that do not count.
func (p Policy) plain() Policy {
	if len(p.Steps) == 0 {
		p.Steps = nil
	}
	if p.Ceiling == 0 {
		p.Basis, p.Correction, p.Threshold = ByRank, 0, rank.None
	}
	return p
}

// Suits reports whether a policy suits boards of that size: even games suit all sizes, the scale of one stone a rank
// suits 19 lines, a table suits its size.
func (p Policy) Suits(size int) bool {
	switch {
	case p.Limit() == 0, len(p.Steps) > 0:
		return true
	case p.Table == "":
		return size == 19
	default:
		s, err := Named(string(p.Table))
		return err != nil || s.Size == size
	}
}

// A Table is the name of a system that has a table.
type Table string

// systems are the named systems. Sources: Finnish rules, Tasoitukset (nine
// stones at most, no komi in handicap games); OpenGotha's and Pairgoth's McMahon
// defaults; AGA; and the tables that Sensei's Library, "Handicap for smaller
// board sizes", collects.
var systems = []System{
	{Name: "finnish", Size: 19, Policy: Policy{Basis: ByRank, Ceiling: 9, EvenKomi: 13}},
	{Name: "tournament", Size: 19, Policy: Policy{Basis: ByMMS, Correction: 1, Ceiling: 9, Threshold: rank.Dan1, EvenKomi: 13}},
	{Name: "aga", Size: 19, Policy: Policy{Basis: ByRank, Ceiling: 9, EvenKomi: 15, HandicapKomi: 1}},
	{Name: "even", Size: 19, AnySize: true, Policy: Policy{Basis: ByRank, EvenKomi: 13}},
	// Tim Hunt, used in Britain.
	tabled("hunt-13", 13, []Terms{
		{0, 12}, {1, 4}, {1, -4}, {2, 8}, {2, 0}, {2, -8}, {3, 4}, {3, -4},
		{4, 8}, {4, 0}, {4, -8}, {5, 4}, {5, -4}, {6, 8}, {6, 0}, {6, -8},
	}),
	// Sensei's Library, first possibility.
	tabled("sensei-13", 13, []Terms{
		{0, 11}, {1, 11}, {1, 5}, {1, 1}, {2, 11}, {2, 5}, {2, 1}, {3, 11}, {3, 5}, {3, 1},
		{4, 11}, {4, 5}, {4, 1}, {5, 11}, {5, 5}, {5, 1}, {6, 11}, {6, 5}, {6, 1}, {6, -7},
	}),
	tabled("playstrategy-13", 13, []Terms{{0, 12}, {1, 4}, {2, 16}, {2, 8}, {2, 0}, {3, 12}, {3, 4}}),
	// H. Hiddema: every step is equal.
	tabled("hiddema-9", 9, hiddema9()),
	// Tim Hunt, used in Britain.
	tabled("hunt-9", 9, hunt9()),
	tabled("playstrategy-9", 9, []Terms{{0, 11}, {1, 8}, {1, 5}, {1, 2}, {2, 17}, {2, 14}}),
}

// tabled returns a system with a table of terms by difference of ranks from 0.
func tabled(name string, size int, table []Terms) System {
	policy := Policy{Basis: ByRank, Ceiling: len(table) - 1, EvenKomi: table[0].Komi, Table: Table(name)}
	return System{Name: name, Size: size, Policy: policy, table: table}
}

// tables maps names of systems to their tables.
var tables = tablesOf(systems)

func tablesOf(systems []System) map[Table][]Terms {
	tables := map[Table][]Terms{}
	for _, s := range systems {
		if s.table != nil {
			tables[s.Policy.Table] = s.table
		}
	}
	return tables
}

// hunt9 follows stones = 1 + (d-1) div 5, komi = 4 - 2·((d-1) mod 5).
func hunt9() []Terms {
	rows := []Terms{{0, 12}}
	for d := 1; d <= 15; d++ {
		rows = append(rows, Terms{1 + (d-1)/5, Komi(8 - 4*((d-1)%5))})
	}
	return rows
}

// hiddema9 subtracts two points of komi a rank and adds a stone every seven ranks.
func hiddema9() []Terms {
	rows := []Terms{{0, 13}}
	for d := 1; d <= 27; d++ {
		rows = append(rows, Terms{1 + d/7, Komi(13 - 4*(d%7))})
	}
	return rows
}
