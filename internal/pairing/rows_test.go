package pairing

import (
	"testing"

	"tourney/internal/rank"
	"tourney/internal/tournament"
)

func TestRowsEqualWeights(t *testing.T) {
	type change = func(s *tournament.Settings)
	for name, c := range map[string]struct {
		preset string
		change change
	}{
		"egf":     {"egf", func(*tournament.Settings) {}},
		"swiss":   {"swiss", func(*tournament.Settings) {}},
		"finnish": {"finnish", func(*tournament.Settings) {}},
		"all criteria": {"egf", func(s *tournament.Settings) {
			s.Pairing.Random, s.Pairing.MinimumHandicap = 1_000_000_000, 1_000_000
			s.Pairing.Deterministic, s.Pairing.HalfGroups = false, true
			s.Pairing.First, s.Pairing.SwitchAfter = tournament.SplitRandom, 5
		}},
		"categories": {"swiss", func(s *tournament.Settings) {
			s.System, s.Pairing = tournament.SwissCategories, tournament.DefaultPairing(tournament.SwissCategories)
			s.Categories = []rank.Rank{rank.Dan1, rank.Kyu(5)}
		}},
		"clubs": {"egf", func(s *tournament.Settings) {
			s.Pairing.ClubGroups = []tournament.ClubGroup{{Clubs: []string{"Club 1", "Club 2"}}, {Clubs: []string{"Club 2", "Club 3"}}}
		}},
		"fold": {"egf", func(s *tournament.Settings) {
			s.Pairing.First, s.Pairing.SwitchAfter = tournament.SplitFold, 5
		}},
		"slip": {"egf", func(s *tournament.Settings) {
			s.Pairing.First, s.Pairing.SwitchAfter = tournament.SplitSlip, 5
		}},
		"local club": {"egf", func(s *tournament.Settings) { s.Constraints.LocalClub = 1 }},
		"family":     {"egf", func(s *tournament.Settings) { s.Constraints.Family = tournament.FamilyAvoided }},
	} {
		t.Run(name, func(t *testing.T) {
			tn := openField(t, c.preset, 150, 3)
			c.change(&tn.Settings)
			for i := range tn.Players {
				if p := &tn.Players[i]; i%7 == 0 {
					p.Club, p.Country, p.Family = "", "", "Virtanen"
				}
			}
			checkRows(t, newObjective(tn, 3, 17, nil))
		})
	}
}

// checkRows compares rows with single weights, and the weights of special pairs in the solver.
func checkRows(t *testing.T, o *objective) {
	rows := newRows(o)
	row := make([]int64, len(o.field))
	for i := range o.field {
		special := map[int]bool{}
		for j := range o.special(i) {
			special[j] = true
		}
		for from := i + 1; from < len(o.field); from += 50 {
			part := row[:min(50, len(o.field)-from)]
			rows.fill(i, from, part)
			for k, got := range part {
				w := o.weigh(i, from+k)
				want := w.total()
				if special[from+k] {
					want += o.s.Pairing.Duplicate - w[duplicate] - w[wish]
				} else if w[duplicate] != o.s.Pairing.Duplicate || w[wish] != 0 || o.apart.has(i, from+k) {
					t.Fatalf("%d and %d are special", i, from+k)
				}
				if got != want {
					t.Fatalf("%d and %d: %d, want %d of %v", i, from+k, got, want, w)
				}
			}
		}
		for from := 0; from < i; from += 50 {
			part, one := row[:min(50, i-from)], make([]int64, 1)
			rows.fill(i, from, part)
			for k, got := range part {
				if rows.fill(from+k, i, one); got != one[0] {
					t.Fatalf("%d and %d: %d, but %d the other way", i, from+k, got, one[0])
				}
			}
		}
	}
}
