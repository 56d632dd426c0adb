// Package consent decides which part of a player's name is public: by the player's choice, and by a tournament's rules
// for minors.
//
//	rules := consent.Rules{Minors: consent.Anonymous}
//	shown := rules.Of(consent.Unsaid, 2012, firstDay)
package consent

import (
	"cmp"
	"encoding/json"
	"slices"
	"time"

	"tourney/internal/fault"
)

// A Hiding is the public form of a player's name.
type Hiding string

// The ways of showing a name.
const (
	// Unsaid leaves it to the tournament: the full name, unless its rules hide minors.
	Unsaid Hiding = ""
	// Full is the full name, chosen by the player or, for a minor, by a guardian.
	Full Hiding = "full"
	// Initials are the first letters of the names.
	Initials Hiding = "initials"
	// Anonymous shows a number in place of the name, and no identifying data.
	Anonymous Hiding = "anonymous"
)

// Hidings lists the ways of showing a name.
func Hidings() []Hiding { return []Hiding{Unsaid, Full, Initials, Anonymous} }

// Hides reports whether the full name is private.
func (h Hiding) Hides() bool { return h == Initials || h == Anonymous }

// Stricter returns the one of two ways that publishes less of the name. A stated way goes before Unsaid.
func (h Hiding) Stricter(other Hiding) Hiding {
	all := Hidings() // each publishes less than the ways before it, if stated
	if slices.Index(all, other) > slices.Index(all, h) {
		return other
	}
	return h
}

// Message returns the message that names the way.
func (h Hiding) Message() (key string, args []any) {
	return "consent." + cmp.Or(string(h), "unsaid"), nil
}

// Check refuses an unknown way of showing a name with "consent.unknown".
func (h Hiding) Check() error {
	if !slices.Contains(Hidings(), h) {
		return fault.New(fault.Invalid, "consent.unknown", fault.Clip(string(h)))
	}
	return nil
}

// MarshalJSON writes the way as a text, but initials as true, the only form of earlier programs.
func (h Hiding) MarshalJSON() ([]byte, error) {
	if h == Initials {
		return []byte("true"), nil
	}
	return json.Marshal(string(h))
}

// UnmarshalJSON reads the output of MarshalJSON. It accepts any text: Check refuses unknown ones.
func (h *Hiding) UnmarshalJSON(text []byte) error {
	var initials bool
	if json.Unmarshal(text, &initials) == nil {
		*h = Unsaid
		if initials {
			*h = Initials
		}
		return nil
	}
	var name string
	if err := json.Unmarshal(text, &name); err != nil {
		return err
	}
	*h = Hiding(name)
	return nil
}

// Rules are a tournament's rules for public names.
type Rules struct {
	// All is the public form of every name; a player's choice counts only if it publishes less. Unsaid and Full leave
	// names to the players and to Minors.
	All Hiding `json:"all,omitzero"`
	// Minors is the public form for minors without a choice; Unsaid and Full show their names.
	Minors Hiding `json:"minors,omitzero"`
	// Age is the age of majority, 0 for FullAge.
	Age int `json:"age,omitzero"`
}

// FullAge is the age of majority unless the rules set another one. mostAge is the highest age that rules may set.
const (
	FullAge = 18
	mostAge = 30
)

// Check refuses invalid rules.
func (r Rules) Check() error {
	if r.Age < 0 || r.Age > mostAge {
		return fault.New(fault.Invalid, "consent.age", r.Age, mostAge)
	}
	return cmp.Or(r.All.Check(), r.Minors.Check())
}

// Of returns the public form of a player's name: the player's choice or, without one, the form of the rules. It never
// shows more than All. born is the year of birth, first the first day of the tournament. A player who could be a minor
// on that day by the year of birth counts as one. Without the year or the day the player counts as an adult.
func (r Rules) Of(said Hiding, born int, first time.Time) Hiding {
	shown := Full
	switch {
	case said != Unsaid:
		shown = said
	case r.Minors.Hides() && r.Minor(born, first):
		shown = r.Minors
	}
	return shown.Stricter(r.All)
}

// Minor reports whether a player could be a minor on the first day, by the year of birth.
func (r Rules) Minor(born int, first time.Time) bool {
	return born != 0 && !first.IsZero() && first.Year()-born <= cmp.Or(r.Age, FullAge)
}
