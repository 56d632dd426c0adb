package fees

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"tourney/internal/fault"
	"tourney/internal/rank"
)

func day(text string) time.Time {
	d, err := time.Parse(time.DateOnly, text)
	if err != nil {
		panic(err)
	}
	return d
}

// town are the fees of an invented weekend tournament.
var town = Rules{
	Currency: "€", Least: 5_00,
	Classes: []Class{
		{Name: "helper", Amount: 0, Choosable: true},
		{Name: "junior", Amount: 10_00, Conditions: Conditions{MaxAge: 17}},
		{Name: "senior", Amount: 20_00, Choosable: true, Conditions: Conditions{MinAge: 65}},
		{Name: "one day", Amount: 18_00, Conditions: Conditions{MostRounds: 3}},
		{Name: "early", Amount: 30_00, Conditions: Conditions{Until: day("2026-05-01")}},
		{Name: "paid in advance", Amount: 35_00, Conditions: Conditions{Until: day("2026-05-20"), ByPayment: true}},
		{Name: "at the door", Amount: 45_00},
	},
	Reductions: []Reduction{
		{Name: "member", Amount: 5_00, Conditions: Conditions{Number: EGD}},
		{Name: "woman", Percent: 50, Conditions: Conditions{Tag: "woman"}},
		{Name: "from afar", Percent: 10, Conditions: Conditions{Country: "FI", Abroad: true}},
		{Name: "beginner", Amount: 3_33, Conditions: Conditions{Strongest: rank.Kyu(20)}},
		{Name: "strong", Amount: 100_00, Conditions: Conditions{Weakest: rank.Dan(6)}},
	},
}

// TestOwed compares the fees with sums computed by hand.
func TestOwed(t *testing.T) {
	own := Money(12_50)
	for _, tt := range []struct {
		name  string
		facts Facts
		want  Money
		class string
		parts int
	}{
		{"nothing is known", Facts{Rounds: 5}, 45_00, "at the door", 1},
		{"on the last early day", Facts{Signed: day("2026-05-01"), Rounds: 5}, 30_00, "early", 1},
		{"a day late, but paid in time", Facts{Signed: day("2026-05-02"), Paid: day("2026-05-20"), Rounds: 5}, 35_00, "paid in advance", 1},
		{"paid a day late", Facts{Signed: day("2026-05-02"), Paid: day("2026-05-21"), Rounds: 5}, 45_00, "at the door", 1},
		{"17 in the year", Facts{Year: 2026, Born: 2009, Rounds: 5}, 10_00, "junior", 1},
		{"18 in the year", Facts{Year: 2026, Born: 2008, Rounds: 5}, 45_00, "at the door", 1},
		{"born in the year", Facts{Year: 2026, Born: 2026, Rounds: 5}, 10_00, "junior", 1},
		{"an age without a year", Facts{Born: 2015, Rounds: 5}, 45_00, "at the door", 1},
		{"three rounds", Facts{Rounds: 3}, 18_00, "one day", 1},
		{"a class by choice", Facts{Rounds: 5, Class: "helper"}, 0, "helper", 1},
		{"a class that is gone", Facts{Rounds: 5, Class: "student"}, 45_00, "at the door", 1},
		{"a class whose conditions fail", Facts{Rounds: 5, Class: "junior"}, 10_00, "junior", 1},
		{"a member", Facts{Rounds: 5, Numbers: []Federation{AGA, EGD}}, 40_00, "at the door", 2},
		{"a member elsewhere", Facts{Rounds: 5, Numbers: []Federation{AGA}}, 45_00, "at the door", 1},
		{"a woman from Sweden: half, a tenth", Facts{Rounds: 5, Tags: []string{"Woman"}, Country: "SE"}, 18_00, "at the door", 3},
		{"at home", Facts{Rounds: 5, Country: "FI"}, 45_00, "at the door", 1},
		{"25k", Facts{Rounds: 5, Rank: rank.Kyu(25)}, 41_67, "at the door", 2},
		{"19k", Facts{Rounds: 5, Rank: rank.Kyu(19)}, 45_00, "at the door", 1},
		{"6d: the least", Facts{Rounds: 5, Rank: rank.Dan(6)}, 5_00, "at the door", 3},
		{"a free class stays free", Facts{Rounds: 5, Rank: rank.Dan(6), Class: "helper"}, 0, "helper", 3},
		{"the director's sum", Facts{Rounds: 5, Own: &own, Class: "helper"}, 12_50, "", 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := town.Owed(tt.facts)
			if got.Sum != tt.want || got.Class() != tt.class || len(got.Parts) != tt.parts {
				t.Errorf("%v of %q in %v; want %v of %q in %d parts", got.Sum, got.Class(), got.Parts, tt.want, tt.class, tt.parts)
			}
		})
	}
	if got := (Rules{}).Owed(Facts{}); got.Sum != 0 || got.Parts != nil {
		t.Errorf("without rules: %+v", got)
	}
}

func TestChoices(t *testing.T) {
	names := func(f Facts) (names []string) {
		for _, c := range town.Choices(f) {
			names = append(names, c.Name)
		}
		return names
	}
	if got := names(Facts{Year: 2026, Born: 1961}); !slices.Equal(got, []string{"helper", "senior"}) {
		t.Errorf("at 65: %q", got)
	}
	if got := names(Facts{Year: 2026, Born: 1962}); !slices.Equal(got, []string{"helper"}) {
		t.Errorf("at 64: %q", got)
	}
}

func TestMoney(t *testing.T) {
	for m, want := range map[Money]string{0: "0", 100_00: "100", 33_50: "33.50", 5: "0.05", -5_00: "-5", -5: "-0.05"} {
		if got := m.String(); got != want {
			t.Errorf("%d: %s, want %s", int(m), got, want)
		}
	}
}

func anyConditions(t *rapid.T) Conditions {
	c := Conditions{}
	if rapid.Bool().Draw(t, "dated") {
		c.Until, c.ByPayment = day("2026-05-01").AddDate(0, 0, rapid.IntRange(-5, 5).Draw(t, "until")), rapid.Bool().Draw(t, "pays")
	}
	c.MaxAge = rapid.SampledFrom([]int{0, 0, 18, 30}).Draw(t, "age")
	c.Strongest = rapid.SampledFrom([]rank.Rank{rank.None, rank.Kyu(10), rank.Dan(3)}).Draw(t, "rank")
	c.Number = rapid.SampledFrom([]Federation{"", "", EGD}).Draw(t, "number")
	c.Tag = rapid.SampledFrom([]string{"", "", "woman"}).Draw(t, "tag")
	return c
}

func anyRules(t *rapid.T) Rules {
	r := Rules{Least: Money(rapid.IntRange(0, 20_00).Draw(t, "least"))}
	for i := range rapid.IntRange(0, 5).Draw(t, "classes") {
		r.Classes = append(r.Classes, Class{
			Name: string(rune('a' + i)), Amount: Money(rapid.IntRange(0, 60_00).Draw(t, "amount")),
			Choosable: rapid.Bool().Draw(t, "choosable"), Conditions: anyConditions(t),
		})
	}
	for i := range rapid.IntRange(0, 5).Draw(t, "reductions") {
		r.Reductions = append(r.Reductions, Reduction{
			Name: string(rune('r' + i)), Amount: Money(rapid.IntRange(0, 30_00).Draw(t, "less")),
			Percent: rapid.IntRange(0, 100).Draw(t, "percent"), Conditions: anyConditions(t),
		})
	}
	return r
}

func anyFacts(t *rapid.T) Facts {
	return Facts{
		Signed: day("2026-05-01").AddDate(0, 0, rapid.IntRange(-6, 6).Draw(t, "signed")),
		Paid:   day("2026-05-01").AddDate(0, 0, rapid.IntRange(-6, 6).Draw(t, "paid")),
		Year:   2026, Born: rapid.SampledFrom([]int{0, 1980, 2000, 2010}).Draw(t, "born"),
		Rank:    rapid.SampledFrom([]rank.Rank{rank.None, rank.Kyu(15), rank.Kyu(1), rank.Dan(5)}).Draw(t, "rank"),
		Numbers: rapid.SampledFrom([][]Federation{nil, {EGD}, {FFG}}).Draw(t, "numbers"),
		Tags:    rapid.SampledFrom([][]string{nil, {"woman"}}).Draw(t, "tags"), Rounds: 5,
		Class: rapid.SampledFrom([]string{"", "", "a", "c"}).Draw(t, "class"),
	}
}

// TestSumsHold checks properties of every fee: the parts add up to it, it is neither below the floor nor above the
// class, and the order of reductions does not matter.
func TestSumsHold(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, f := anyRules(t), anyFacts(t)
		if err := r.Check(); err != nil {
			t.Fatal(err)
		}
		owed := r.Owed(f)
		sum := Money(0)
		for _, p := range owed.Parts {
			sum += p.Amount
		}
		if sum != owed.Sum {
			t.Fatalf("%v is not the sum of %v", owed.Sum, owed.Parts)
		}
		class := r.Class(owed.Class())
		if class == nil {
			if owed.Sum != 0 {
				t.Fatalf("%v without a class", owed.Sum)
			}
			return
		}
		if owed.Sum > class.Amount || owed.Sum < min(r.Least, class.Amount) {
			t.Fatalf("%v of class %v with least %v", owed.Sum, class.Amount, r.Least)
		}
		for i := range r.Classes { // no earlier class may fit
			if c := &r.Classes[i]; c == class {
				break
			} else if f.Class != class.Name && !c.Choosable && c.Conditions.Hold(f) {
				t.Fatalf("class %s was passed over for %s", c.Name, class.Name)
			}
		}
		rand.New(rand.NewPCG(1, rapid.Uint64().Draw(t, "seed"))).Shuffle(len(r.Reductions), func(i, j int) {
			r.Reductions[i], r.Reductions[j] = r.Reductions[j], r.Reductions[i]
		})
		if again := r.Owed(f); again.Sum != owed.Sum {
			t.Fatalf("%v with the reductions in another order, was %v", again.Sum, owed.Sum)
		}
	})
}

func TestCheckRefuses(t *testing.T) {
	if err := town.Check(); err != nil {
		t.Fatal(err)
	}
	class := func(c Conditions) Rules { return Rules{Classes: []Class{{Name: "x", Conditions: c}}} }
	for key, rules := range map[string]Rules{
		"fee.many":     {Classes: make([]Class, Most+1)},
		"fee.currency": {Currency: "golden ducats"},
		"fee.least":    {Least: -1},
		"fee.name":     {Classes: []Class{{Name: " "}}},
		"fee.twice":    {Reductions: []Reduction{{Name: "x"}, {Name: "x"}}},
		"fee.amount":   {Classes: []Class{{Name: "x", Amount: MostMoney + 1}}},
		"fee.percent":  {Reductions: []Reduction{{Name: "x", Percent: 101}}},
		"fee.days":     class(Conditions{From: day("2026-05-02"), Until: day("2026-05-01")}),
		"fee.ages":     class(Conditions{MinAge: 18, MaxAge: 17}),
		"fee.ranks":    class(Conditions{Weakest: rank.Dan(2), Strongest: rank.Dan(1)}),
		"fee.number":   class(Conditions{Number: "fide"}),
		"fee.country":  class(Conditions{Abroad: true}),
		"fee.rounds":   class(Conditions{MostRounds: -1}),
	} {
		if err := rules.Check(); !fault.Is(err, key) {
			t.Errorf("%s: %v", key, err)
		}
	}
}
