package simulate

import (
	"slices"

	"tourney/internal/fault"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

func tooMany(n int) error { return fault.New(fault.Invalid, "simulate.variants", n, mostVariants) }

// A Label says in a few words what has been varied: its message key and what
// fills its places.
type Label struct {
	Key  string
	Args []any
}

// Message returns key and arguments, so that a label can stand in a sentence.
func (l Label) Message() (key string, args []any) { return l.Key, l.Args }

// Variations returns every combination of bars, handicap corrections and
// numbers of rounds, the settings being the same in all else. An empty list
// leaves its matter as it is, and labels tell what has been varied.
func Variations(s tournament.Settings, bars []rank.Rank, corrections, rounds []int) []Variant {
	list := []Variant{{Settings: s}}
	list = varied(list, bars, "simulate.bar", func(s *tournament.Settings, bar rank.Rank) {
		s.Bar, s.Floor = bar, min(s.Floor, bar)
	})
	list = varied(list, corrections, "simulate.correction", func(s *tournament.Settings, n int) { s.Handicap.Correction = n })
	return varied(list, rounds, "simulate.rounds", func(s *tournament.Settings, n int) { s.Rounds = n })
}

// varied returns every variant with each of the values, or the variants as they
// are when there is none.
func varied[T any](list []Variant, values []T, key string, change func(*tournament.Settings, T)) []Variant {
	if len(values) == 0 {
		return list
	}
	var out []Variant
	for _, v := range list {
		for _, value := range values {
			next := Variant{append(slices.Clone(v.Labels), Label{key, []any{value}}), v.Settings}
			change(&next.Settings, value)
			out = append(out, next)
		}
	}
	return out
}
