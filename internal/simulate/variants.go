package simulate

import (
	"strconv"

	"tourney/internal/fault"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

func tooMany(n int) error { return fault.New(fault.Invalid, "simulate.variants", n, mostVariants) }

// Variations returns every combination of bars, handicap corrections and
// numbers of rounds, the settings being the same in all else. An empty list
// leaves its matter as it is. Names tell what has been varied: "bar 1d,
// correction 2, rounds 5".
func Variations(s tournament.Settings, bars []rank.Rank, corrections, rounds []int) []Variant {
	list := []Variant{{Settings: s}}
	for _, by := range []struct {
		name   string
		count  int
		change func(s *tournament.Settings, k int) string
	}{
		{"bar", len(bars), func(s *tournament.Settings, k int) string {
			s.Bar = bars[k]
			s.Floor = min(s.Floor, s.Bar)
			return s.Bar.String()
		}},
		{"correction", len(corrections), func(s *tournament.Settings, k int) string {
			s.Handicap.Correction = corrections[k]
			return strconv.Itoa(corrections[k])
		}},
		{"rounds", len(rounds), func(s *tournament.Settings, k int) string {
			s.Rounds = rounds[k]
			return strconv.Itoa(rounds[k])
		}},
	} {
		if by.count == 0 {
			continue
		}
		var next []Variant
		for _, v := range list {
			for k := range by.count {
				varied := v
				text := by.name + " " + by.change(&varied.Settings, k)
				if v.Name != "" {
					text = v.Name + ", " + text
				}
				varied.Name = text
				next = append(next, varied)
			}
		}
		list = next
	}
	return list
}
