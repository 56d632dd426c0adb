package simulate

// A Measure is one number by which settings are compared.
type Measure struct {
	// Name is one word; "simulate.of." and it name the message that says what
	// is measured, "simulate.says." and it the one that says what it means.
	Name string
	// Part says that it is a part of a whole, from 0 to 1. With Uncertain it is
	// one of the runs, of which Report.Margin tells how sure it is.
	Part, Uncertain bool
	Of              func(r *Report) float64
}

// Measures lists what settings are compared by, in the order of interest.
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
