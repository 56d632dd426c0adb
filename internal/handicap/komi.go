package handicap

import (
	"math"
	"strconv"
	"strings"

	"tourney/internal/fault"
)

// Komi is the compensation that White receives, in half points: 13 is 6.5.
// Negative komi goes to Black.
type Komi int

// Valid reports whether the komi is between -400 and 400 points, more than any
// board holds.
func (k Komi) Valid() bool { return k >= -800 && k <= 800 }

// Whole reports whether the komi makes a jigo possible.
func (k Komi) Whole() bool { return k%2 == 0 }

// String writes the points: 6.5, 0, -5.5.
func (k Komi) String() string {
	sign, n := "", int(k)
	if n < 0 {
		sign, n = "-", -n
	}
	text := sign + strconv.Itoa(n/2)
	if n%2 == 1 {
		text += ".5"
	}
	return text
}

// ParseKomi parses points in steps of a half, with a decimal point or comma, or
// ½. It returns a fault "handicap.komi.invalid" or "handicap.komi.range".
func ParseKomi(s string) (Komi, error) {
	text := strings.NewReplacer(",", ".", "½", ".5", "\u2212", "-").Replace(strings.TrimSpace(s))
	points, err := strconv.ParseFloat(text, 64)
	halves := points * 2
	if err != nil || len(text) > 12 || halves != math.Trunc(halves) {
		return 0, fault.New(fault.Invalid, "handicap.komi.invalid", fault.Clip(s))
	}
	if halves < -800 || halves > 800 {
		return 0, fault.New(fault.Invalid, "handicap.komi.range")
	}
	return Komi(halves), nil
}

// MarshalJSON writes the points as a number, such as 6.5.
func (k Komi) MarshalJSON() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalJSON reads a number of points in steps of a half.
func (k *Komi) UnmarshalJSON(text []byte) (err error) {
	*k, err = ParseKomi(string(text))
	return err
}
