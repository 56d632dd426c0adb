package handicap

import (
	"slices"
	"strings"

	"tourney/internal/fault"
	"tourney/internal/rank"
)

// A System is a named policy and the board size it is meant for.
type System struct {
	Name   string
	Size   int
	Policy Policy
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

// ForSize returns the system to propose for a board size: the one asked for
// when it is meant for that size, else the recommended one of the size.
func ForSize(name string, size int) (System, error) {
	s, err := Named(name)
	if err != nil || s.Size == size || name == "even" {
		return s, err
	}
	for _, other := range systems {
		if other.Size == size {
			return other, nil
		}
	}
	return s, nil
}

// systems: Finnish rules, Tasoitukset (nine stones at most, no komi in
// handicap games); OpenGotha's and Pairgoth's McMahon defaults; AGA; and the
// tables that Sensei's Library, "Handicap for smaller board sizes", collects.
var systems = []System{
	{"finnish", 19, Policy{Basis: ByRank, Ceiling: 9, EvenKomi: 13}},
	{"tournament", 19, Policy{Basis: ByMMS, Correction: 1, Ceiling: 9, Threshold: rank.Dan1, EvenKomi: 13}},
	{"aga", 19, Policy{Basis: ByRank, Ceiling: 9, EvenKomi: 15, HandicapKomi: 1}},
	{"even", 19, Policy{Basis: ByRank, EvenKomi: 13}},
	{"hunt-13", 13, Policy{Basis: ByRank, Ceiling: 15, EvenKomi: 12, Table: Hunt13}},
	{"sensei-13", 13, Policy{Basis: ByRank, Ceiling: 19, EvenKomi: 11, Table: Sensei13}},
	{"playstrategy-13", 13, Policy{Basis: ByRank, Ceiling: 6, EvenKomi: 12, Table: PlayStrategy13}},
	{"hiddema-9", 9, Policy{Basis: ByRank, Ceiling: 27, EvenKomi: 13, Table: Hiddema9}},
	{"hunt-9", 9, Policy{Basis: ByRank, Ceiling: 15, EvenKomi: 12, Table: Hunt9}},
	{"playstrategy-9", 9, Policy{Basis: ByRank, Ceiling: 5, EvenKomi: 11, Table: PlayStrategy9}},
}

// A Table names the steps of a small board.
type Table string

// The tables of small boards.
const (
	Hunt13         Table = "hunt-13"         // Tim Hunt, used in Britain
	Hunt9          Table = "hunt-9"          // Tim Hunt, used in Britain
	Sensei13       Table = "sensei-13"       // Sensei's Library, first possibility
	Hiddema9       Table = "hiddema-9"       // H. Hiddema: every step is equal
	PlayStrategy13 Table = "playstrategy-13" // PlayStrategy
	PlayStrategy9  Table = "playstrategy-9"  // PlayStrategy
)

// tables hold, for each difference from 0, the handicap number and the komi in
// half points.
var tables = map[Table][]Terms{
	Hunt13: {
		{0, 12}, {1, 4}, {1, -4}, {2, 8}, {2, 0}, {2, -8}, {3, 4}, {3, -4},
		{4, 8}, {4, 0}, {4, -8}, {5, 4}, {5, -4}, {6, 8}, {6, 0}, {6, -8},
	},
	Hunt9: hunt9(),
	Sensei13: {
		{0, 11}, {1, 11}, {1, 5}, {1, 1}, {2, 11}, {2, 5}, {2, 1}, {3, 11}, {3, 5}, {3, 1},
		{4, 11}, {4, 5}, {4, 1}, {5, 11}, {5, 5}, {5, 1}, {6, 11}, {6, 5}, {6, 1}, {6, -7},
	},
	Hiddema9:       hiddema9(),
	PlayStrategy13: {{0, 12}, {1, 4}, {2, 16}, {2, 8}, {2, 0}, {3, 12}, {3, 4}},
	PlayStrategy9:  {{0, 11}, {1, 8}, {1, 5}, {1, 2}, {2, 17}, {2, 14}},
}

// hunt9 follows stones = 1 + (d-1) div 5, komi = 4 - 2·((d-1) mod 5).
func hunt9() []Terms {
	rows := []Terms{{0, 12}}
	for d := 1; d <= 15; d++ {
		rows = append(rows, Terms{1 + (d-1)/5, Komi(8 - 4*((d-1)%5))})
	}
	return rows
}

// hiddema9 takes two points of komi a rank and a stone every seven ranks.
func hiddema9() []Terms {
	rows := []Terms{{0, 13}}
	for d := 1; d <= 27; d++ {
		rows = append(rows, Terms{1 + d/7, Komi(13 - 4*(d%7))})
	}
	return rows
}
