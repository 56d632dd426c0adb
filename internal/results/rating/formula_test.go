package rating

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"tourney/internal/fault"
	"tourney/internal/handicap"
)

func near(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if !(math.Abs(got-want) <= within) {
		t.Errorf("%s = %.5f, want %v", what, got, want)
	}
}

// alone returns Black's rating after one game of class A.
func alone(f Formula, own, other, scored float64, handicap int) float64 {
	expected, _ := f.Expected(own, other, handicap)
	return own + f.gain(own, scored, expected)
}

// The published values of the programs ERS, skillratings and gorating. Their authors checked them against the official
// calculator.
func TestFormula2021Published(t *testing.T) {
	near(t, "2100 beats 2100", alone(EGF2021, 2100, 2100, 1, 0), 2109.306, 0.0005)
	near(t, "2100 loses to 2100", alone(EGF2021, 2100, 2100, 0, 0), 2091.725, 0.0005)
	near(t, "950 beats 1200", alone(EGF2021, 950, 1200, 1, 0), 988.79, 0.005)
	near(t, "1200 loses to 950", alone(EGF2021, 1200, 950, 0, 0), 1173.17, 0.005)
	near(t, "1000 beats 1300", alone(EGF2021, 1000, 1300, 1, 0), 1039, 0.5)
	near(t, "1300 loses to 1000", alone(EGF2021, 1300, 1000, 0, 0), 1274, 0.5)

	even, _ := EGF2021.Expected(1000, 1300, 0)
	_, giving := EGF2021.Expected(1300, 1000, 1)
	receiving, _ := EGF2021.Expected(1000, 1300, 1)
	near(t, "even", even, 0.27322, 0.000005)
	near(t, "giving one", giving, 0.23948, 0.000005)
	near(t, "receiving one", receiving, 0.30481, 0.000005)

	sum := 220.0
	for _, g := range []struct{ other, scored float64 }{{420, 0}, {40, 1}, {1320, 0.5}} {
		sum += alone(EGF2021, 220, g.other, g.scored, 0) - 220
	}
	near(t, "220 after three games", sum, 273.24, 0.005)
	for r, want := range map[float64]float64{100: 84.449, 2100: 17.581, 2700: 5.800} {
		near(t, "con", con2021(r), want, 0.0005)
	}
}

// The plausibility table of the rank reference: class A, even games.
func TestFormula2021Table(t *testing.T) {
	for _, tt := range []struct{ r, con, bonus, win, loss, up float64 }{
		{-900, 130.482, 8.000, 73.24, -57.24, 0.4579},
		{100, 84.449, 5.500, 47.72, -36.72, 0.4447},
		{1000, 49.787, 3.250, 28.14, -21.64, 0.4228},
		{1500, 33.635, 2.000, 18.82, -14.82, 0.4013},
		{2000, 19.983, 0.755, 10.75, -9.24, 0.3635},
		{2300, 13.133, 0.139, 6.70, -6.43, 0.3235},
		{2700, 5.800, 0.001, 2.90, -2.90, 0.2182},
	} {
		t.Run(fmt.Sprint(tt.r), func(t *testing.T) {
			near(t, "con", con2021(tt.r), tt.con, 0.0005)
			near(t, "bonus", bonus(tt.r), tt.bonus, 0.0005)
			near(t, "win", alone(EGF2021, tt.r, tt.r, 1, 0)-tt.r, tt.win, 0.005)
			near(t, "loss", alone(EGF2021, tt.r, tt.r, 0, 0)-tt.r, tt.loss, 0.005)
			up, _ := EGF2021.Expected(tt.r, tt.r+100, 0)
			near(t, "against 100 more", up, tt.up, 0.00005)
		})
	}
}

// The official examples of the old formula leave the deflation out.
func TestFormula2020Official(t *testing.T) {
	after := func(own, other, scored, boost, otherBoost float64) float64 {
		return own + con2020(own)*(scored-expected2020(own+boost, other+otherBoost, 0))
	}
	near(t, "2400 beats 2400", after(2400, 2400, 1, 0, 0), 2407.5, 0.005)
	near(t, "320 beats 400", after(320, 400, 1, 0, 0), 383, 0.5)
	near(t, "400 loses to 320", after(400, 320, 0, 0, 0), 340, 0.5)
	near(t, "1850 with five stones beats 2400", after(1850, 2400, 1, advantage(5), 0), 1875, 0.5)
	near(t, "2400 giving five stones loses to 1850", after(2400, 1850, 0, 0, advantage(5)), 2389, 0.5)

	black, white := EGF2020.Expected(2400, 2400, 0)
	near(t, "both together", black+white, 1-0.016, 1e-12)
	for r, want := range map[float64]float64{-900: 116, 100: 116, 150: 113, 1000: 70, 2050: 25.5, 2700: 10, 2949: 10} {
		near(t, "con", con2020(r), want, 1e-9)
	}
}

// The American model: komi 7.5 is fair to 0.012 of a rank, no komi is worth 0.58, a reverse one of 7.5 1.15 ranks, and
// at that distance the game is even.
func TestFormulaAGA(t *testing.T) {
	for _, tt := range []struct {
		komi  handicap.Komi
		ranks float64
	}{{15, 0.01225}, {0, 0.580}, {-15, 1.14775}, {13, 0.08795}} {
		t.Run(fmt.Sprint("komi ", tt.komi), func(t *testing.T) {
			b, w := AGA.Odds(2000, 2000+100*tt.ranks, 0, tt.komi)
			near(t, "Black, even by the komi", b, 0.5, 1e-9)
			near(t, "White, even by the komi", w, 0.5, 1e-9)
		})
	}
	for stones := 2; stones <= 9; stones++ {
		b, _ := AGA.Odds(1000, 1000+100*float64(stones), stones, 0)
		near(t, "even by the stones", b, 0.5, 1e-9)
	}
	// One spread above even is Φ(1).
	_, w := AGA.Odds(1000, 1000+58+106.49, 0, 0)
	near(t, "one spread", w, 0.841345, 1e-6)
	_, w = AGA.Odds(1000, 1000+400+122.841, 4, 0)
	near(t, "one spread with four stones", w, 0.841345, 1e-6)
	_, w = AGA.Odds(1000, 1000, 9, 361)
	near(t, "all the komi there is", w, 1, 1e-6)
	b, _ := AGA.Expected(2000, 2000, 0)
	near(t, "with the usual komi", b, 0.5, 0.005)
	b, _ = AGA.Expected(2000, 2000, 1)
	near(t, "without komi", b, 0.707, 0.0005)
}

func TestAdvantage(t *testing.T) {
	for handicap, want := range map[int]float64{-3: 0, 0: 0, 1: 50, 2: 150, 4: 350, 9: 850} {
		near(t, "advantage", advantage(handicap), want, 0)
	}
}

// For all ratings and stones: expectations are probabilities and add up, a
// stronger opponent lowers them, and a winner gains more than a loser.
func TestFormulaProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := rapid.SampledFrom(Formulas()).Draw(t, "formula")
		black := rapid.Float64Range(-900, 2949).Draw(t, "black")
		white := rapid.Float64Range(-900, 2949).Draw(t, "white")
		handicap := rapid.IntRange(0, 9).Draw(t, "handicap")
		b, w := f.Expected(black, white, handicap)
		lack := 0.0
		if f == EGF2020 {
			lack = deflation
		}
		if !(b >= -lack && b <= 1 && w >= -lack && w <= 1) || math.Abs(b+w-1+lack) > 1e-9 {
			t.Fatalf("%v: %v and %v expected", f, b, w)
		}
		if stronger, _ := f.Expected(black, white+1, handicap); stronger > b+1e-12 {
			t.Fatalf("%v: %v expected of %v against %v, %v against one point more", f, b, black, white, stronger)
		}
		if more, _ := f.Expected(black, white, handicap+1); more < b {
			t.Fatalf("%v: a stone more lets expect %v, less than %v", f, more, b)
		}
		if win, loss := f.gain(black, 1, b), f.gain(black, 0, b); !(win > loss) && f != AGA || math.IsInf(win, 0) {
			t.Fatalf("%v: a win gives %v, a loss %v", f, win, loss)
		}
	})
}

func TestFormulaNames(t *testing.T) {
	for _, f := range Formulas() {
		text, _ := f.MarshalText()
		var back Formula
		if err := back.UnmarshalText(text); err != nil || back != f {
			t.Errorf("%v reads back as %v, %v", f, back, err)
		}
	}
	if _, err := ParseFormula("elo"); !fault.Is(err, "rating.formula") {
		t.Errorf("elo: %v", err)
	}
}
