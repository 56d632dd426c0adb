package rating

import (
	"math"
	"slices"

	"tourney/internal/fault"
	"tourney/internal/handicap"
	"tourney/internal/rank"
)

// A Formula computes changes of ratings.
type Formula int8

const (
	// EGF2021 is in force since 2021; all events back to 1996 were recomputed
	// with it (EGF Official ratings system).
	EGF2021 Formula = iota
	// EGF2020 is the formula until then, to check old events: no bonus, a
	// deflation of 0.016 (0.014 in its first years, which is a tenth of a point a
	// game at most), a floor of 100 points, and a loss of at most 100 points an
	// event in class A.
	EGF2020
	// AGA is the American system. It rates an event as a whole, with an uncertainty for every player that only the
	// federation has; here it gives expectations, and no player gains or loses.
	AGA
)

var formulaNames = []string{"egf-2021", "egf-2020", "aga"}

// Formulas lists the formulas in the order of the form.
func Formulas() []Formula { return []Formula{EGF2021, EGF2020, AGA} }

// ParseFormula returns the formula with a name, or a fault "rating.formula".
func ParseFormula(name string) (Formula, error) {
	if i := slices.Index(formulaNames, name); i >= 0 {
		return Formula(i), nil
	}
	return EGF2021, fault.New(fault.Invalid, "rating.formula", fault.Clip(name))
}

// String returns egf-2021, egf-2020 or aga.
func (f Formula) String() string { return formulaNames[f] }

// MarshalText writes the name.
func (f Formula) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// UnmarshalText parses the name as ParseFormula does.
func (f *Formula) UnmarshalText(text []byte) (err error) {
	*f, err = ParseFormula(string(text))
	return err
}

// Expected returns the expectations of Black and White, from 0 for a certain
// loss to 1 for a certain win. The ratings are EGF points; stones is the number
// in tournament lists, 1 for Black without komi. The American system assumes
// the usual komi.
//
// The two add up to 1 except in EGF2020, where the deflation is missing.
func (f Formula) Expected(black, white float64, stones int) (forBlack, forWhite float64) {
	const usual = 15 // 7.5
	if stones > 0 {
		return f.Odds(black, white, stones, 0)
	}
	return f.Odds(black, white, 0, usual)
}

// Odds is Expected for a given komi, which only the American system considers.
func (f Formula) Odds(black, white float64, stones int, komi handicap.Komi) (forBlack, forWhite float64) {
	switch f {
	case AGA:
		forWhite = expectedAGA(black, white, stones, float64(komi)/2)
		return 1 - forWhite, forWhite
	case EGF2020:
		black += advantage(stones)
		return expected2020(black, white, deflation), expected2020(white, black, deflation)
	}
	black += advantage(stones)
	return expected2021(black, white), expected2021(white, black)
}

// gain returns the change by one game in class A: scored is 1, ½ or 0, expected
// from Expected.
func (f Formula) gain(rating, scored, expected float64) float64 {
	switch f {
	case AGA:
		return 0
	case EGF2020:
		return con2020(rating) * (scored - expected)
	}
	return con2021(rating)*(scored-expected) + bonus(rating)
}

// floor returns the lowest possible rating.
func (f Formula) floor() float64 {
	if f == EGF2020 {
		return 100
	}
	return rank.LowestRating
}

// worstLoss returns the greatest loss in an event of class A: measured on the lists of 2012 to 2018; no bound is
// published for the present lists.
func (f Formula) worstLoss() float64 {
	if f == EGF2020 {
		return 100
	}
	return math.Inf(1)
}

// advantage returns the points by which a handicap makes Black stronger. The
// first stone counts half because it only replaces the komi.
func advantage(handicap int) float64 {
	if handicap < 1 {
		return 0
	}
	return 100 * (float64(handicap) - 0.5)
}

// top is the end of the scale of the 2021 formula. A strong player with many handicap stones would exceed it.
const top = 3300

func below(rating float64) float64 { return max(top-rating, 1) }

func beta(rating float64) float64 { return -7 * math.Log(below(rating)) }

func expected2021(own, other float64) float64 {
	return 1 / (1 + math.Exp(beta(other)-beta(own)))
}

func con2021(rating float64) float64 { return math.Pow(below(rating)/200, 1.6) }

func bonus(rating float64) float64 { return math.Log(1+math.Exp((2300-rating)/80)) / 5 }

const deflation = 0.016

func expected2020(own, other, deflation float64) float64 {
	a := min(max(205-min(own, other)/20, 70), 200)
	weaker := 1 / (math.Exp(math.Abs(own-other)/a) + 1)
	if own > other {
		return 1 - weaker - deflation/2
	}
	return weaker - deflation/2
}

// cons2020 are the factors at 100, 200 … 2700 points.
var cons2020 = []float64{
	116, 110, 105, 100, 95, 90, 85, 80, 75, 70, 65, 60, 55, 51, 47, 43, 39, 35, 31, 27, 24, 21, 18, 15, 13, 11, 10,
}

func con2020(rating float64) float64 {
	at := min(max(rating/100-1, 0), float64(len(cons2020)-1))
	i := min(int(at), len(cons2020)-2)
	return cons2020[i] + (cons2020[i+1]-cons2020[i])*(at-float64(i))
}

// spreadsAGA are the spreads of even games and of games with two to nine stones.
var spreadsAGA = []float64{2: 1.13672, 1.18795, 1.22841, 1.27457, 1.31978, 1.35881, 1.39782, 1.43614}

// expectedAGA returns White's chance to win by the American model, in which a
// handicap shifts the difference and widens the spread (P. Matthews, "Inside the
// AGA ratings system", and the program BayRate). A hundred EGF points are a
// rank of that scale, whose gap between 1 kyu and 1 dan is closed.
func expectedAGA(black, white float64, stones int, komi float64) float64 {
	const point = 0.0757 // of komi, in ranks
	shift, spread := 0.580-point*komi, 1.0649-0.0021976*komi+0.00014984*komi*komi
	if stones >= 2 {
		shift = float64(stones) - point*komi
		spread = spreadsAGA[min(stones, len(spreadsAGA)-1)] - 0.0035169*komi
	}
	z := ((white-black)/100 - shift) / max(spread, 0.1)
	return math.Erfc(-z/math.Sqrt2) / 2
}
