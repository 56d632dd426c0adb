package pairgoth

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"

	"tourney/internal/fault"
	"tourney/internal/format/assemble"
	"tourney/internal/format/file"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// A loose value is a number, a text or a truth value as Pairgoth's versions
// write it: quoted or not, whole numbers with or without a decimal point.
type loose string

// UnmarshalJSON accepts any value; lists and objects become empty.
func (l *loose) UnmarshalJSON(data []byte) error {
	var text string
	if json.Unmarshal(data, &text) == nil {
		*l = loose(text)
		return nil
	}
	if data[0] != '{' && data[0] != '[' {
		*l = loose(data)
	}
	return nil
}

func (l loose) number() (float64, bool) {
	x, err := strconv.ParseFloat(strings.TrimSpace(string(l)), 64)
	return x, err == nil && !math.IsNaN(x) && math.Abs(x) <= tournament.MostWeight
}

// isNumber reports whether the value is a number, or not stated.
func (l loose) isNumber() bool {
	_, ok := l.number()
	return ok || l == "" || l == "null"
}

// check reports a value that should be a number and is not.
func (l loose) check(a *assemble.Assembly, at file.Position, name string) {
	if !l.isNumber() {
		a.Warn(at, "import.value", name, fault.Clip(string(l)))
	}
}

// within returns a stated whole number between the bounds, and reports any other value.
func (l loose) within(a *assemble.Assembly, at file.Position, name string, least, most int) (n int, ok bool) {
	if l == "" || l == "null" {
		return 0, false
	}
	if n = l.whole(most + 1); n < least || n > most {
		a.Warn(at, "import.value", name, fault.Clip(string(l)))
		return 0, false
	}
	return n, true
}

// whole returns a whole number, or otherwise for another text.
func (l loose) whole(otherwise int) int {
	if x, ok := l.number(); ok {
		return int(math.Round(x))
	}
	return otherwise
}

func (l loose) weight(to *int64) {
	if x, ok := l.number(); ok && x >= 0 {
		*to = int64(math.Round(x))
	}
}

func (l loose) flag(to *bool) {
	if b, err := strconv.ParseBool(string(l)); err == nil {
		*to = b
	}
}

// rank returns the rank nearest to a McMahon index.
func (l loose) rank(otherwise rank.Rank) rank.Rank {
	if x, ok := l.number(); ok {
		return rank.FromIndex(int(x))
	}
	return otherwise
}
