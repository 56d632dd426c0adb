// Package handicap computes the stones and komi that the weaker player receives.
//
// Start from a Policy, usually one of the named Systems; Between returns the
// Terms for two strengths:
//
//	policy, _ := handicap.Named("finnish")
//	terms := policy.Between(rank.Dan1.Index(), rank.Kyu(2).Index()) // two stones, no komi
package handicap

import (
	"tourney/internal/fault"
	"tourney/internal/rank"
)

// Terms are the handicap and komi of one game.
type Terms struct {
	// Number is the handicap as tournament lists write it: 0 an even game,
	// 1 no stones but Black moves first without the normal komi, n ≥ 2 stones.
	Number int `json:"handicap"`
	// Komi goes to White; negative komi goes to Black.
	Komi Komi `json:"komi"`
}

// Stones returns the number of stones on the board before White's first move.
func (t Terms) Stones() int {
	if t.Number < 2 {
		return 0
	}
	return t.Number
}

// A Basis is the number that a policy compares to find the difference of two players.
type Basis string

const (
	ByRank Basis = "rank" // the registered ranks
	ByMMS  Basis = "mms"  // the McMahon scores before the round, rounded down
)

// A Policy determines the handicap and komi for the weaker player. The three parameters of tournament practice are
// Correction, Ceiling and Threshold; the Finnish system leaves all three neutral.
type Policy struct {
	Basis Basis `json:"basis"`
	// Correction is subtracted from a difference, never below 0. -1 gives one
	// stone more.
	Correction int `json:"correction,omitzero"`
	// Ceiling is the greatest difference that counts; 0 makes all games even. See Limit for a Ceiling that is too
	// great.
	Ceiling int `json:"ceiling,omitzero"`
	// Threshold is the rank above which all ranks count as equal, so that two
	// players above it play even. None means no threshold.
	Threshold rank.Rank `json:"threshold,omitzero"`
	// EvenKomi is the komi of even games, HandicapKomi of games with handicap
	// 1 and more. A Table replaces both.
	EvenKomi     Komi `json:"evenKomi"`
	HandicapKomi Komi `json:"handicapKomi"`
	// Table names the system whose table applies; "" is the scale of one stone a
	// rank. Steps, if not empty, is the director's own table, row d for a
	// difference of d, and replaces Table.
	Table Table   `json:"table,omitzero"`
	Steps []Terms `json:"steps,omitempty"`
}

// Difference returns by how many steps a is above b after threshold, correction
// and ceiling; negative when b is the stronger. a and b are rank indexes (0 is
// 1d), or McMahon scores rounded down less 30.
func (p Policy) Difference(a, b int) int {
	if p.Threshold.Valid() {
		top := p.Threshold.Index()
		a, b = min(a, top), min(b, top)
	}
	switch d := a - b; {
	case d > 0:
		return min(p.Ceiling, max(0, d-p.Correction))
	case d < 0:
		return -min(p.Ceiling, max(0, -d-p.Correction))
	}
	return 0
}

// MostStones is the greatest number of handicap stones of a game.
const MostStones = 9

// Greatest returns the greatest difference with separate terms: the last row of the table, without one the nine stones
// that a game can have.
func (p Policy) Greatest() int {
	if steps := p.rows(); len(steps) > 0 {
		return len(steps) - 1
	}
	return MostStones
}

// Limit returns the greatest difference that counts in games: the Ceiling, or Greatest if that is less.
func (p Policy) Limit() int { return min(p.Ceiling, p.Greatest()) }

// rows returns the table that applies, nil for none.
func (p Policy) rows() []Terms {
	if len(p.Steps) > 0 {
		return p.Steps
	}
	return tables[p.Table]
}

// Between returns the terms of a game between two strengths, in either order.
// The weaker by Difference takes Black; at no difference the colours are free.
func (p Policy) Between(a, b int) Terms {
	d := p.Difference(a, b)
	return p.At(max(d, -d))
}

// Seat returns the terms of a game between strengths a and b, and whether b takes White. The weaker takes Black; at no
// difference even decides.
func (p Policy) Seat(a, b int, even func() (second bool)) (terms Terms, second bool) {
	d := p.Difference(a, b)
	return p.At(max(d, -d)), d < 0 || d == 0 && even()
}

// At returns the terms for a difference of d ≥ 0 steps. Beyond a table its last
// row applies, beyond nine stones without one these.
func (p Policy) At(d int) Terms {
	steps := p.rows()
	switch {
	case len(steps) > 0:
		return steps[min(d, len(steps)-1)]
	case d == 0:
		return Terms{Komi: p.EvenKomi}
	default:
		return Terms{Number: min(d, MostStones), Komi: p.HandicapKomi}
	}
}

// KomiFor returns the komi for a handicap given by hand.
func (p Policy) KomiFor(number int) Komi {
	if number == 0 {
		return p.At(0).Komi
	}
	return p.HandicapKomi
}

// mostCeiling bounds the Ceiling of a file.
const mostCeiling = 40

// CheckCeiling returns a fault for a Ceiling that no game could use: above nine stones and beyond the last row of a
// table. A short table may keep the usual nine.
func (p Policy) CheckCeiling() error {
	switch most := max(p.Greatest(), MostStones); {
	case p.Ceiling <= most:
		return nil
	case p.rows() != nil:
		return fault.New(fault.Invalid, "handicap.ceiling.table", p.Ceiling, most)
	default:
		return fault.New(fault.Invalid, "handicap.ceiling", p.Ceiling, most)
	}
}

// Check returns a fault for the first invalid field. A Ceiling above Greatest passes, since older files have it; see
// CheckCeiling.
func (p Policy) Check() error {
	switch {
	case p.Basis != ByRank && p.Basis != ByMMS:
		return fault.New(fault.Invalid, "handicap.basis", string(p.Basis))
	case p.Correction < -1 || p.Correction > 9:
		return fault.New(fault.Invalid, "handicap.correction", p.Correction)
	case p.Ceiling < 0 || p.Ceiling > mostCeiling:
		return fault.New(fault.Invalid, "handicap.ceiling", p.Ceiling, max(p.Greatest(), MostStones))
	case !p.EvenKomi.Valid() || !p.HandicapKomi.Valid():
		return fault.New(fault.Invalid, "handicap.komi.range")
	case p.Table != "" && tables[p.Table] == nil:
		return fault.New(fault.Invalid, "handicap.table", string(p.Table))
	case len(p.Steps) > 60:
		return fault.New(fault.Invalid, "handicap.steps", len(p.Steps))
	}
	for _, s := range p.Steps {
		if s.Number < 0 || s.Number > MostStones || !s.Komi.Valid() {
			return fault.New(fault.Invalid, "handicap.step", s.Number, s.Komi)
		}
	}
	return nil
}
