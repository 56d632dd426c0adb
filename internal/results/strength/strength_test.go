package strength

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"tourney/internal/handicap"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

var (
	none  = tournament.Result{}
	black = tournament.Result{Outcome: tournament.BlackWins}
	white = tournament.Result{Outcome: tournament.WhiteWins}
	jigo  = tournament.Result{Outcome: tournament.Jigo}
)

// fixed is the usual model with a known edge. All strengths are then sums of positive influences.
func fixed() model {
	m := usual
	m.edge.deviation = 0
	return m
}

// ranks draws declared ranks of some of the persons 1 to 6.
var ranks = rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Declared {
	return Declared{
		Person: rapid.IntRange(1, 6).Draw(t, "person"), Day: rapid.IntRange(0, 400).Draw(t, "day"),
		Rank: rank.Rank(rapid.IntRange(1, 39).Draw(t, "rank")), Accepted: rapid.Bool().Draw(t, "accepted"),
	}
}), 0, 8)

// games draws games of the persons 1 to 6.
var games = rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Game {
	return Game{
		Day: rapid.IntRange(0, 400).Draw(t, "day"), Black: rapid.IntRange(1, 6).Draw(t, "black"), White: rapid.IntRange(1, 6).Draw(t, "white"),
		Terms:  handicap.Terms{Number: rapid.IntRange(0, 9).Draw(t, "handicap"), Komi: handicap.Komi(rapid.IntRange(-26, 26).Draw(t, "komi"))},
		Size:   rapid.SampledFrom([]int{0, 9, 13, 19}).Draw(t, "size"),
		Result: rapid.SampledFrom([]tournament.Result{none, white, black, jigo}).Draw(t, "result"),
	}
}), 0, 40)

// near compares the lines of two histories.
func near(t rapid.TB, got, want *History, within float64) {
	t.Helper()
	if diff := cmp.Diff(want.People(), got.People()); diff != "" {
		t.Fatal(diff)
	}
	for _, id := range want.People() {
		a, b := got.Line(id), want.Line(id)
		for i := range b {
			if math.Abs(a[i].Ranks-b[i].Ranks) > within || math.Abs(a[i].Deviation-b[i].Deviation) > within {
				t.Fatalf("person %d: %+v, want %+v", id, a[i], b[i])
			}
		}
	}
}

func TestOrderDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, d := games.Draw(t, "games"), ranks.Draw(t, "ranks")
		seen, one := map[[2]int]bool{}, []Declared(nil)
		for _, r := range d { // the last one of a day counts
			if key := [2]int{r.Person, r.Day}; !seen[key] {
				seen[key], one = true, append(one, r)
			}
		}
		want := Estimate(g, one)
		got := Estimate(rapid.Permutation(g).Draw(t, "order"), rapid.Permutation(one).Draw(t, "order of ranks"))
		near(t, got, want, 0)
	})
}

// A win in place of a loss never lowers the winner's strength on that day, nor raises the loser's.
func TestWinsNeverLowerAStrength(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, d := append(games.Draw(t, "games"), Game{Black: 1, White: 2, Day: 100}), ranks.Draw(t, "ranks")
		last := &g[len(g)-1]
		last.Terms.Number = rapid.IntRange(0, 9).Draw(t, "number")
		var before *History
		for _, last.Result = range []tournament.Result{white, jigo, black} {
			now := fixed().estimate(g, d)
			if before != nil {
				if a, b := before.At(1, 100).Ranks, now.At(1, 100).Ranks; b < a-1e-8 {
					t.Fatalf("the winner falls from %v to %v", a, b)
				}
				if a, b := before.At(2, 100).Ranks, now.At(2, 100).Ranks; b > a+1e-8 {
					t.Fatalf("the loser rises from %v to %v", a, b)
				}
			}
			before = now
		}
	})
}

// The same games with the colours exchanged, and as many points the other way.
func TestColoursAreSymmetric(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, d := games.Draw(t, "games"), ranks.Draw(t, "ranks")
		mirrored := make([]Game, len(g))
		for i := range g {
			g[i].Terms.Number, g[i].Size = 0, 19
			m := g[i]
			m.Black, m.White, m.Terms.Komi = m.White, m.Black, 26-m.Terms.Komi
			m.Result = map[tournament.Result]tournament.Result{black: white, white: black}[m.Result]
			if g[i].Result == jigo {
				m.Result = jigo
			}
			mirrored[i] = m
		}
		near(t, Estimate(mirrored, d), Estimate(g, d), 1e-7)
	})
}

// Twice the ranks, handicaps and deviations give twice the strengths; twice the days and half the change a day the same.
func TestScales(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, d := games.Draw(t, "games"), ranks.Draw(t, "ranks")
		for i := range d {
			d[i].Rank = rank.FromIndex(rapid.IntRange(-15, 4).Draw(t, "index"))
		}
		for i := range g {
			g[i].Terms.Number, g[i].Size = 0, 19
		}
		once := usual.estimate(g, d)

		wide := usual
		for _, v := range []*float64{&wide.dan, &wide.kyu, &wide.weak, &wide.top, &wide.strong, &wide.unranked.mean, &wide.unranked.deviation, &wide.edge.mean, &wide.edge.deviation} {
			*v *= 2
		}
		games2, ranks2 := make([]Game, len(g)), make([]Declared, len(d))
		for i := range g {
			games2[i] = g[i]
			games2[i].Terms.Komi = 13 - 2*(13-g[i].Terms.Komi)
		}
		for i := range d {
			ranks2[i] = d[i]
			ranks2[i].Rank = rank.FromIndex(2 * d[i].Rank.Index())
		}
		twice := wide.estimate(games2, ranks2)
		for _, id := range once.People() {
			for i, p := range once.Line(id) {
				q := twice.Line(id)[i]
				if math.Abs(q.Ranks-2*p.Ranks) > 1e-6 || math.Abs(q.Deviation-2*p.Deviation) > 1e-6 {
					t.Fatalf("person %d: %+v on twice the scale, want twice %+v", id, q, p)
				}
			}
		}

		slow := usual
		slow.yearly /= math.Sqrt2
		for i := range g {
			g[i].Day *= 2
		}
		for i := range d {
			d[i].Day *= 2
		}
		near(t, slow.estimate(g, d), shift(once, 2), 1e-7)
	})
}

// shift returns a history with its days multiplied.
func shift(h *History, by int) *History {
	for _, p := range h.people {
		for i := range p.days {
			p.days[i] *= by
		}
	}
	return h
}

func TestExtremes(t *testing.T) {
	even := handicap.Terms{Komi: 13}
	many := make([]Game, 10_000)
	for i := range many {
		many[i] = Game{Day: i / 25, Black: i % 40, White: (i*7 + 1) % 40, Terms: handicap.Terms{Number: i % 10}, Result: []tournament.Result{black, white, jigo}[i*i%3]}
	}
	won := make([]Game, 1000)
	for i := range won {
		won[i] = Game{Day: i, Black: 1, White: 2, Terms: even, Result: black}
	}
	for _, tt := range []struct {
		name  string
		games []Game
		ranks []Declared
	}{
		{"nothing", nil, nil},
		{"a game against oneself", []Game{{Black: 1, White: 1, Result: black}}, nil},
		{"a rank alone", nil, []Declared{{Person: 1, Rank: rank.Dan1}}},
		{"an invalid rank", []Game{{Black: 1, White: 2, Terms: even, Result: jigo}}, []Declared{{Person: 1, Rank: 77}}},
		{"no result", []Game{{Black: 1, White: 2, Terms: even}, {Black: 1, White: 2, Result: tournament.Result{Outcome: tournament.BlackWins, Manner: tournament.ByForfeit}}}, nil},
		{"only wins", won, nil},
		{"9 dan loses with nine stones", []Game{{Black: 1, White: 2, Terms: handicap.Terms{Number: 9}, Result: white}}, []Declared{{Person: 1, Rank: rank.Dan9}, {Person: 2, Rank: rank.Kyu30}}},
		{"10,000 games", many, nil},
		{"absurd days", []Game{{Day: math.MinInt, Black: 1, White: 2, Result: black}, {Day: math.MaxInt, Black: 1, White: 2, Result: white}}, []Declared{{Person: 1, Day: math.MaxInt, Rank: rank.Dan1}}},
		{"absurd terms", []Game{{Black: 1, White: 2, Terms: handicap.Terms{Number: math.MaxInt, Komi: math.MinInt}, Size: -5, Result: black}, {Black: 1, White: 2, Terms: handicap.Terms{Number: -4, Komi: 1 << 60}, Size: math.MaxInt, Result: black}}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := Estimate(tt.games, tt.ranks)
			for _, id := range append(h.People(), 12345) {
				for _, day := range []int{math.MinInt, 0, 17, math.MaxInt} {
					if s := h.At(id, day); !(math.Abs(s.Ranks) < 60 && s.Deviation > 0 && s.Deviation < 70) {
						t.Errorf("person %d on day %d: %+v", id, day, s)
					}
				}
			}
			for _, p := range h.Proposals(math.MaxInt) {
				if !p.Proposed.Valid() || p.Proposed == p.Present || p.Games < fewest || !(p.Wrong >= certain && p.Wrong <= 1) {
					t.Errorf("%+v", p)
				}
			}
			for _, r := range h.Handicaps() {
				if !(r.Low >= 0 && r.Low < r.High && r.High <= 1 && r.Expected >= 0 && r.Expected <= float64(r.Games)) {
					t.Errorf("%+v", r)
				}
			}
			if komi := h.FairKomi(); !komi.Valid() || komi.Whole() {
				t.Errorf("komi %v", komi)
			}
			if c := h.Chance(Game{Black: 1, White: 2, Terms: handicap.Terms{Number: 3}}); !(c > 0 && c < 1) {
				t.Errorf("chance %v", c)
			}
		})
	}
}

// The strengths at an estimated day, just beside it, and beyond the ends fit together.
func TestAtContinues(t *testing.T) {
	h := Estimate([]Game{
		{Day: 100, Black: 1, White: 2, Terms: handicap.Terms{Komi: 13}, Result: black},
		{Day: 30_000, Black: 1, White: 2, Terms: handicap.Terms{Komi: 13}, Result: white},
	}, []Declared{{Person: 1, Rank: rank.Kyu(5)}, {Person: 2, Rank: rank.Kyu(5)}})
	for _, day := range []int{0, 100, 30_000} {
		at := h.At(1, day)
		for _, beside := range []int{day - 1, day + 1} {
			if s := h.At(1, beside); math.Abs(s.Ranks-at.Ranks) > 0.01 || math.Abs(s.Deviation-at.Deviation) > 0.02 {
				t.Errorf("%+v on day %d, %+v on day %d", at, day, s, beside)
			}
		}
	}
	if a, b := h.At(1, 15_000).Deviation, h.At(1, 100).Deviation; a <= b {
		t.Errorf("deviation %v between games, %v at one", a, b)
	}
}

// Between and after the days of a person the strength equals the strength on a day without evidence there.
func TestAtEqualsADayWithoutEvidence(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := append(games.Draw(t, "games"), Game{Black: 1, White: 2, Result: black})
		d := []Declared{{Person: 1, Rank: rank.Rank(rapid.IntRange(1, 39).Draw(t, "rank"))}}
		h, day := Estimate(g, d), rapid.IntRange(1, 800).Draw(t, "day")
		with := d[0]
		with.Day, with.Accepted = day, true
		got, want := h.At(1, day), Estimate(g, append(d, with)).At(1, day)
		if math.Abs(got.Ranks-want.Ranks) > 1e-7 || math.Abs(got.Deviation-want.Deviation) > 1e-7 {
			t.Fatalf("%+v, want %+v", got, want)
		}
	})
}

// The chance is the mean of the chances over both strengths, within two hundredths.
func TestChanceIsAMean(t *testing.T) {
	h := Estimate([]Game{{Black: 1, White: 2, Terms: handicap.Terms{Komi: 13}, Result: black}}, []Declared{{Person: 1, Rank: rank.Dan(5)}, {Person: 2, Rank: rank.Kyu(20)}})
	for _, number := range []int{0, 1, 5, 9} {
		for _, g := range []Game{{Black: 1, White: 2}, {Black: 2, White: 1}, {Black: 7, White: 8}, {Black: 2, White: 7}} {
			g.Terms.Number = number
			a, b := h.At(g.Black, 0), h.At(g.White, 0)
			d, variance := a.Ranks-b.Ranks+g.Terms.Advantage(19), square(a.Deviation)+square(b.Deviation)
			if number > 0 {
				d, variance = d+h.Edge().Ranks, variance+square(h.Edge().Deviation)
			}
			k, sum, weights := usual.slope((h.level(g.Black, 0)+h.level(g.White, 0))/2), 0.0, 0.0
			for z := -6.0; z <= 6; z += 0.01 {
				weight := math.Exp(-z * z / 2)
				sum, weights = sum+weight/(1+math.Exp(-k*(d+z*math.Sqrt(variance)))), weights+weight
			}
			if got, want := h.Chance(g), sum/weights; math.Abs(got-want) > 0.02 {
				t.Errorf("%d – %d with %d stones: %.4f, want %.4f", g.Black, g.White, number, got, want)
			}
		}
	}
}

// A club of 40 people with 10,000 games on 200 evenings.
func BenchmarkEstimate(b *testing.B) {
	var games []Game
	var declared []Declared
	for id := range 40 {
		declared = append(declared, Declared{Person: id, Rank: rank.FromIndex(-id / 2)})
	}
	for i := range 10_000 {
		games = append(games, Game{Day: i / 50 * 7, Black: (i*7 + 1) % 40, White: i % 39, Terms: handicap.Terms{Number: i % 5}, Result: []tournament.Result{black, white}[i*i%3%2]})
	}
	for b.Loop() {
		Estimate(games, declared)
	}
}
