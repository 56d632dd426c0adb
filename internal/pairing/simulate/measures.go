package simulate

// A Measure is a number by which settings are compared.
type Measure struct {
	// Name is one word. The message keys are "simulate.of."+Name for the
	// measure itself and "simulate.says."+Name for the meaning of its numbers.
	Name string
	// Part marks a part of a whole, from 0 to 1; with Uncertain a part of the
	// runs, which Report.Margin applies to.
	Part, Uncertain bool
	Of              func(r *Report) float64
}

// Measures lists the measures by which settings are compared, in the order of
// interest.
func Measures() []Measure {
	return []Measure{
		{"strongest", true, true, func(r *Report) float64 { return r.StrongestWins }},
		{"place", false, false, func(r *Report) float64 { return r.StrongestPlace }},
		{"shared", true, true, func(r *Report) float64 { return r.SharedFirst }},
		{"first", false, false, func(r *Report) float64 { return r.FirstShared }},
		{"gap", false, false, func(r *Report) float64 { return r.RankGap }},
		{"handicap", false, false, func(r *Report) float64 { return r.Handicap }},
		{"even", true, false, func(r *Report) float64 { return r.Even }},
		{"open", true, false, func(r *Report) float64 { return r.Open }},
		{"repeats", false, false, func(r *Report) float64 { return r.Repeats }},
		{"colours", false, false, func(r *Report) float64 { return r.Imbalance }},
	}
}
