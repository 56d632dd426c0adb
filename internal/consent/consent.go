// Package consent answers how much of a player's name everybody may see: by what the
// player said, and by what a tournament says of minors.
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

// A Hiding is how much of a player's name everybody may see.
type Hiding string

// The ways of showing a name.
const (
	// Unsaid leaves it to the tournament: the full name, unless its rules hide minors.
	Unsaid Hiding = ""
	// Full is the full name, by the word of the player or, of a minor, of a guardian.
	Full Hiding = "full"
	// Initials are the first letters of the names.
	Initials Hiding = "initials"
	// Anonymous leaves a number in place of the name, and nothing that tells who it is.
	Anonymous Hiding = "anonymous"
)

// Hidings lists the ways of showing a name.
func Hidings() []Hiding { return []Hiding{Unsaid, Full, Initials, Anonymous} }

// Hides reports whether the full name is not for everybody.
func (h Hiding) Hides() bool { return h == Initials || h == Anonymous }

// Message returns the message that names the way.
func (h Hiding) Message() (key string, args []any) {
	return "consent." + cmp.Or(string(h), "unsaid"), nil
}

// Check refuses what is no way of showing a name, with "consent.unknown".
func (h Hiding) Check() error {
	if !slices.Contains(Hidings(), h) {
		return fault.New(fault.Invalid, "consent.unknown", fault.Clip(string(h)))
	}
	return nil
}

// MarshalJSON writes the way as a text, but initials as true: earlier programs knew no
// other.
func (h Hiding) MarshalJSON() ([]byte, error) {
	if h == Initials {
		return []byte("true"), nil
	}
	return json.Marshal(string(h))
}

// UnmarshalJSON reads what MarshalJSON writes. It takes any text: Check refuses what is
// no way of showing a name.
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

// Rules are what a tournament says of minors about whom nothing was said.
type Rules struct {
	// Minors is how they are shown; Unsaid and Full are by their names.
	Minors Hiding `json:"minors,omitzero"`
	// Age is the age from which nobody is a minor, 0 for FullAge.
	Age int `json:"age,omitzero"`
}

// FullAge is the age from which nobody is a minor, unless the rules say otherwise.
// No rule may set one beyond mostAge.
const (
	FullAge = 18
	mostAge = 30
)

// Check refuses rules that cannot be.
func (r Rules) Check() error {
	if r.Age < 0 || r.Age > mostAge {
		return fault.New(fault.Invalid, "consent.age", r.Age, mostAge)
	}
	return r.Minors.Check()
}

// Of returns how a player is shown: as was said, else by the rules. Born is the year of
// birth, first the first day of the tournament. Who may be a minor on that day by the
// year of birth is one; without the year or the day nobody is.
func (r Rules) Of(said Hiding, born int, first time.Time) Hiding {
	switch {
	case said != Unsaid:
		return said
	case r.Minors.Hides() && born != 0 && !first.IsZero() && first.Year()-born <= cmp.Or(r.Age, FullAge):
		return r.Minors
	}
	return Full
}
