package rules

import "strconv"

// HalfPoints is a number of points in halves: 13 is 6.5 points. Komi may be
// negative.
type HalfPoints int

// String writes the number of points, such as "6.5", "7" or "-0.5".
func (h HalfPoints) String() string {
	sign := ""
	if h < 0 {
		sign, h = "-", -h
	}
	s := sign + strconv.Itoa(int(h/2))
	if h%2 != 0 {
		s += ".5"
	}
	return s
}

// parseHalfPoints parses a number of points such as "6.5", "0" or "-3": whole
// or half and below 1,000.
func parseHalfPoints(text string) (HalfPoints, error) {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || x*2 != float64(int(x*2)) || x <= -1000 || x >= 1000 {
		return 0, ParameterError{"points", text}
	}
	return HalfPoints(x * 2), nil
}
