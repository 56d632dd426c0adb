package handicap

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"tourney/internal/fault"
	"tourney/internal/rank"
)

func policy(t testing.TB, name string) Policy {
	t.Helper()
	s, err := Named(name)
	if err != nil {
		t.Fatal(err)
	}
	return s.Policy
}

// Finnish rules, Tasoitukset, both directions and far past the ends.
func TestFinnishSystem(t *testing.T) {
	p := policy(t, "finnish")
	for d := -40; d <= 40; d++ {
		want := Terms{Number: min(max(d, -d), 9)}
		if d == 0 {
			want.Komi = 13
		}
		if got := p.Between(d, 0); got != want {
			t.Errorf("difference %d: %+v, want %+v", d, got, want)
		}
	}
	for _, tt := range []struct {
		white, black string
		stones       int
		komi         Komi
	}{
		{"3k", "3k", 0, 13},
		{"1d", "1k", 0, 0}, // one apart, across the border of kyu and dan
		{"1d", "2k", 2, 0},
		{"2d", "5k", 6, 0},
		{"4d", "7k", 9, 0}, // ten apart, capped
		{"5k", "20k", 9, 0},
	} {
		t.Run(tt.white+"–"+tt.black, func(t *testing.T) {
			got := p.Between(index(t, tt.white), index(t, tt.black))
			if got.Stones() != tt.stones || got.Komi != tt.komi {
				t.Errorf("%s – %s: %d stones, komi %v, want %d, %v", tt.white, tt.black, got.Stones(), got.Komi, tt.stones, tt.komi)
			}
		})
	}
}

func index(t testing.TB, s string) int {
	t.Helper()
	r, err := rank.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return r.Index()
}

func TestCorrectionCeilingThreshold(t *testing.T) {
	for correction, want := range []int{9, 9, 8, 7} {
		p := Policy{Basis: ByRank, Correction: correction, Ceiling: 9}
		if got := p.Between(index(t, "3d"), index(t, "8k")).Number; got != want {
			t.Errorf("3d – 8k with correction %d: %d, want %d", correction, got, want)
		}
	}
	p := policy(t, "tournament")
	for _, tt := range []struct{ a, b, number int }{
		{33 - 30, 28 - 30, 1}, // min(33, 30) - 28 - 1: no komi
		{0, -1, 0},            // one apart with correction 1 is even, with komi
		{5, 2, 0},             // both above the threshold
		{-10, -2, 7},
	} {
		t.Run(fmt.Sprint(tt.a, " – ", tt.b), func(t *testing.T) {
			if got := p.Between(tt.a, tt.b); got.Number != tt.number || (got.Number == 0) != (got.Komi == 13) {
				t.Errorf("%d – %d: %+v, want handicap %d", tt.a, tt.b, got, tt.number)
			}
		})
	}
	more := Policy{Basis: ByRank, Correction: -1, Ceiling: 9}
	if got := more.Between(1, 0).Number; got != 2 {
		t.Errorf("correction -1 gives %d for one rank, want 2", got)
	}
	if got := more.Between(4, 4).Number; got != 0 {
		t.Errorf("correction -1 gives %d between equals, want 0", got)
	}
}

// tableSteps are characteristic steps of the tables: an even game, changes of
// the number of stones, and the end.
var tableSteps = map[string]map[int]Terms{
	"hiddema-9":       {0: {0, 13}, 6: {1, -11}, 7: {2, 13}, 10: {2, 1}, 13: {2, -11}, 21: {4, 13}, 27: {4, -11}},
	"hunt-9":          {0: {0, 12}, 5: {1, -8}, 6: {2, 8}, 15: {3, -8}},
	"playstrategy-9":  {0: {0, 11}, 4: {2, 17}, 5: {2, 14}},
	"hunt-13":         {0: {0, 12}, 8: {4, 8}, 15: {6, -8}},
	"sensei-13":       {0: {0, 11}, 3: {1, 1}, 19: {6, -7}},
	"playstrategy-13": {0: {0, 12}, 3: {2, 8}, 6: {3, 4}},
}

// Every step of a table gives the weaker player more, and its last row applies
// beyond it.
func TestTables(t *testing.T) {
	for name := range tableSteps {
		if !slices.ContainsFunc(Systems(), func(s System) bool { return s.Name == name }) {
			t.Errorf("%s has steps and is no handicap system: add a row to Systems", name)
		}
	}
	for _, s := range Systems() {
		if s.Policy.Table == "" {
			continue
		}
		t.Run(s.Name, func(t *testing.T) {
			p := s.Policy
			if len(tableSteps[s.Name]) < 3 {
				t.Error("tableSteps has too few steps of this table")
			}
			for d, want := range tableSteps[s.Name] {
				if got := p.At(d); got != want {
					t.Errorf("difference %d: %+v, want %+v", d, got, want)
				}
			}
			last := len(tables[p.Table]) - 1
			if _, known := tableSteps[s.Name][last]; !known {
				t.Errorf("tableSteps lacks the last step, %d", last)
			}
			if p.At(0).Number != 0 || p.At(0).Komi != p.EvenKomi {
				t.Errorf("an even game: %+v, want komi %v", p.At(0), p.EvenKomi)
			}
			for d := 1; d <= last; d++ {
				was, now := p.At(d-1), p.At(d)
				if now.Number < max(was.Number, 1) || now.Number == was.Number && now.Komi >= was.Komi {
					t.Errorf("difference %d: %+v does not give more than %+v", d, now, was)
				}
			}
			if p.Ceiling != last || p.At(last+1) != p.At(last) || p.At(100) != p.At(last) {
				t.Errorf("past the last step, %d: %+v and %+v with a ceiling of %d", last, p.At(last+1), p.At(100), p.Ceiling)
			}
		})
	}
}

// On Hiddema's table a stone counts fourteen points, so every step of a rank
// counts two.
func TestHiddemaStepsAreEqual(t *testing.T) {
	p := policy(t, "hiddema-9")
	value := func(d int) int { x := p.At(d); return 14*max(0, x.Stones()-1)*2 - int(x.Komi) }
	for d := 1; d <= 27; d++ {
		if step := value(d) - value(d-1); step != 4 {
			t.Errorf("step from %d to %d is %d half points, want 4", d-1, d, step)
		}
	}
}

func TestBetweenIsSymmetricAndBounded(t *testing.T) {
	all := Systems()
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SampledFrom(all).Draw(t, "system").Policy
		a, b := rapid.IntRange(-60, 60).Draw(t, "a"), rapid.IntRange(-60, 60).Draw(t, "b")
		if p.Between(a, b) != p.Between(b, a) || p.Difference(a, b) != -p.Difference(b, a) {
			t.Fatalf("%v – %v depends on the order", a, b)
		}
		if got := p.Between(a, b); got.Number < 0 || got.Number > 9 || !got.Komi.Valid() {
			t.Fatalf("%v – %v gives %+v", a, b, got)
		}
	})
}

func TestSystemsAreSound(t *testing.T) {
	for _, s := range Systems() {
		if err := s.Policy.Check(); err != nil {
			t.Errorf("%s: %v", s.Name, err)
		}
	}
	if _, err := Named("icelandic"); !fault.Is(err, "handicap.system") {
		t.Errorf("unknown system: %v", err)
	}
	if s, err := ForSize("finnish", 9); err != nil || s.Name != "hiddema-9" {
		t.Errorf("9×9 proposes %q, %v", s.Name, err)
	}
}

func TestKomiText(t *testing.T) {
	for text, want := range map[string]Komi{"6.5": 13, "6,5": 13, "6½": 13, "0": 0, "-5.5": -11, "7": 14, "½": 1, " 0.5 ": 1} {
		t.Run(text, func(t *testing.T) {
			if got, err := ParseKomi(text); err != nil || got != want {
				t.Errorf("ParseKomi(%q) = %v, %v, want %v", text, got, err, want)
			}
		})
	}
	for _, text := range []string{"", "six", "6.25", "1e300", "NaN", "Inf", "401"} {
		t.Run(fmt.Sprintf("refuses %q", text), func(t *testing.T) {
			if got, err := ParseKomi(text); err == nil {
				t.Errorf("ParseKomi(%q) = %v, want a fault", text, got)
			}
		})
	}
	rapid.Check(t, func(t *rapid.T) {
		k := Komi(rapid.IntRange(-800, 800).Draw(t, "komi"))
		if back, err := ParseKomi(k.String()); err != nil || back != k {
			t.Fatalf("%v reads back as %v, %v", k, back, err)
		}
	})
}

// A greatest handicap that no game can use is refused, and named with the bound: nine stones, or the end of a table. Where
// an older file has one, games have the greatest possible handicap.
func TestCeilingThatNoGameCanUse(t *testing.T) {
	steps := []Terms{{Komi: 13}, {Number: 1, Komi: 1}, {Number: 2, Komi: 1}}
	for _, tt := range []struct {
		name   string
		policy Policy
		most   int
		key    string
	}{
		{"one stone a rank", Policy{Basis: ByRank}, 9, "handicap.ceiling"},
		{"a table", Policy{Basis: ByRank, Table: "hunt-9"}, 15, "handicap.ceiling.table"},
		{"own steps", Policy{Basis: ByRank, Steps: steps}, 9, "handicap.ceiling.table"},
		{"own steps before a table", Policy{Basis: ByRank, Table: "hunt-9", Steps: steps}, 9, "handicap.ceiling.table"},
	} {
		for ceiling := 0; ceiling <= 40; ceiling++ {
			p := tt.policy
			p.Ceiling = ceiling
			err := p.CheckCeiling()
			if ceiling <= tt.most && err != nil || ceiling > tt.most && (!fault.Is(err, tt.key) || p.Check() != nil) {
				t.Errorf("%s, at most %d: %v", tt.name, ceiling, err)
			}
			if got := p.Between(30, -10).Number; got > MostStones {
				t.Errorf("%s, at most %d: handicap %d", tt.name, ceiling, got)
			}
			if p.Limit() != min(ceiling, p.Greatest()) || p.Between(0, -p.Limit()) != p.Between(0, -40) {
				t.Errorf("%s, at most %d: limit %d", tt.name, ceiling, p.Limit())
			}
		}
	}
	for _, s := range Systems() {
		if err := s.Policy.CheckCeiling(); err != nil {
			t.Errorf("%s: %v", s.Name, err)
		}
	}
}

// Each named system is found by its values, a changed value makes none of them, and even games are even on every board.
func TestSystemInForce(t *testing.T) {
	for _, s := range Systems() {
		if got, ok := SystemOf(s.Policy, s.Size); !ok || got.Name != s.Name {
			t.Errorf("%s is found as %q", s.Name, got.Name)
		}
		changed := s.Policy
		changed.HandicapKomi += 3
		if got, ok := SystemOf(changed, s.Size); ok {
			t.Errorf("%s with another komi is found as %q", s.Name, got.Name)
		}
		if _, ok := SystemOf(s.Policy, s.Size-1); ok != s.AnySize {
			t.Errorf("%s on another board: found %t", s.Name, ok)
		}
		if !s.Policy.Suits(s.Size) || s.Policy.Suits(s.Size-1) != s.AnySize {
			t.Errorf("%s suits its board %t, another %t", s.Name, s.Policy.Suits(s.Size), s.Policy.Suits(s.Size-1))
		}
	}
	for name, p := range map[string]Policy{
		"even by McMahon score": {Basis: ByMMS, Correction: 1, Threshold: rank.Dan1, EvenKomi: 13}, "no steps": {Basis: ByRank, EvenKomi: 13, Steps: []Terms{}},
	} {
		if got, ok := SystemOf(p, 13); !ok || got.Name != "even" {
			t.Errorf("%s is found as %q", name, got.Name)
		}
	}
}

// The worth of terms in ranks: half a rank for the first move, a rank for each further stone, 13 points a rank.
func TestAdvantage(t *testing.T) {
	for _, tt := range []struct {
		size  int
		terms Terms
		want  float64
	}{
		{19, Terms{0, 13}, 0},
		{19, Terms{1, 0}, 0.5},
		{19, Terms{2, 0}, 1.5},
		{19, Terms{9, 0}, 8.5},
		{19, Terms{3, -13}, 3},
		{19, Terms{0, 0}, 0.5},
		{13, Terms{0, 12}, 0},
		{13, Terms{2, 0}, 4},
		{9, Terms{2, 0}, 8},
		{5, Terms{1, 0}, 3},
		{25, Terms{2, 0}, 1.5},
	} {
		if got := tt.terms.Advantage(tt.size); got != tt.want {
			t.Errorf("%d×%d, %+v: %v ranks, want %v", tt.size, tt.size, tt.terms, got, tt.want)
		}
	}
}
