package rank

import "math"

// The federations' scales have no official equivalence. These are the conversions of the programs in use (OpenGotha,
// RatedPlayer).

// FFGUnrated is the French list's figure for a player without rating.
const FFGUnrated = -9999

const ffgBorder = 2050 // the French 0 lies between 1k and 1d

// FromFFG converts a figure of the French scale, where 0 to 99 is 1d and -100
// to -1 is 1k. FFGUnrated has no rating.
func FromFFG(n int) Rating {
	if n == FFGUnrated {
		return Rating{}
	}
	return Points(min(max(n, LowestRating-ffgBorder), HighestRating) + ffgBorder)
}

// FromAGA converts a figure of the American scale, where 1.00 to 1.99 is 1d,
// -1.00 to -1.99 is 1k, and nothing lies between -1 and 1: a figure in between,
// such as the 0.0 of members never rated, has no rating. NaN has none either.
func FromAGA(a float64) Rating {
	switch {
	case a >= 1:
		return Points(int(math.Round(100*min(a, 50))) + 1950)
	case a <= -1:
		return Points(int(math.Round(100*max(a, -50))) + 2150)
	}
	return Rating{}
}
