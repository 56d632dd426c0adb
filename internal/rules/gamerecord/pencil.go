package gamerecord

import (
	"slices"
	"strings"
	"time"

	"tourney/internal/fault"
	"tourney/internal/rules"
)

// A Pencil holds the corrections that a referee has made by hand in the count of a finished game. The zero Pencil
// corrects nothing.
type Pencil struct {
	// Black, White and Nobody are the points set for each side and for neither, as in records, separated by spaces: "dd
	// ee".
	Black  string `json:"black,omitzero"`
	White  string `json:"white,omitzero"`
	Nobody string `json:"nobody,omitzero"`
	// Reading names the method for points in seki: a key of Readings, "" for practical.
	Reading string `json:"reading,omitzero"`
	// Enforced leaves out moves that broke a rule, as the rules demand.
	Enforced bool `json:"enforced,omitzero"`
	// Reason is the referee's, at most MostReason characters.
	Reason string    `json:"reason,omitzero"`
	By     string    `json:"by,omitzero"`
	At     time.Time `json:"at,omitzero"`
}

// MostReason limits the reason of a referee, in characters.
const MostReason = 300

// Readings are the readings of seki by name.
var Readings = map[string]rules.Reading{"": rules.Practical, "literal": rules.Literal, "group": rules.Group}

// Sets reports whether the pencil changes the count.
func (p *Pencil) Sets() bool { return p.Enforced || p.Black+p.White+p.Nobody+p.Reading != "" }

// Marks returns the points set by hand.
func (p *Pencil) Marks() (marks []rules.Mark) {
	for _, m := range []struct {
		points string
		color  rules.Color
	}{{p.Black, rules.Black}, {p.White, rules.White}, {p.Nobody, rules.Empty}} {
		for name := range strings.FieldsSeq(m.points) {
			if at, ok := rules.ParsePoint(name); ok {
				marks = append(marks, rules.Mark{Point: at, Color: m.color})
			}
		}
	}
	return marks
}

// NamedPoints returns points that WritePoints wrote, in common notation such as "D4".
func NamedPoints(text string, rows int) (names []string) {
	for name := range strings.FieldsSeq(text) {
		if p, ok := rules.ParsePoint(name); ok {
			names = append(names, p.Name(rows))
		}
	}
	return names
}

// WritePoints writes points as Pencil has them, each once.
func WritePoints(points []rules.Point) string {
	var names []string
	for _, p := range points {
		names = append(names, p.SGF())
	}
	slices.Sort(names)
	return strings.Join(slices.Compact(names), " ")
}

// Check returns the fault of a pencil, or nil: "record.pencil.reason" for a reason that is missing or too long,
// "record.pencil" for points or a reading that cannot be read.
func (p *Pencil) Check() error {
	if _, ok := Readings[p.Reading]; !ok {
		return fault.New(fault.Invalid, "record.pencil")
	}
	if len(p.Marks()) != len(strings.Fields(p.Black+" "+p.White+" "+p.Nobody)) {
		return fault.New(fault.Invalid, "record.pencil")
	}
	if n := len([]rune(p.Reason)); p.Sets() && (n == 0 || n > MostReason) {
		return fault.New(fault.Invalid, "record.pencil.reason", MostReason)
	}
	return nil
}
