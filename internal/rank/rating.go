package rank

import "strconv"

// A Rating is a number of EGF points, from -900 (30k) to 2949. The zero Rating
// means "not stated"; a rating of 0 points is stated.
type Rating struct {
	points int16
	stated bool
}

// The ends of the EGF scale.
const (
	LowestRating  = -900
	HighestRating = 2949
)

// Points returns the rating of n EGF points, clamped to the scale.
func Points(n int) Rating {
	return Rating{int16(min(max(n, LowestRating), HighestRating)), true}
}

// Rating returns the middle of the rank's class on the EGF scale: 2100 for 1d,
// 100 points a rank; professionals 2700 for 1p and 30 points a rank (EGF
// Official ratings system). A rank not stated has no rating.
func (r Rank) Rating() Rating {
	switch {
	case !r.Valid():
		return Rating{}
	case r.Pro():
		return Points(2700 + 30*int(r-Pro1))
	}
	return Points(100*r.Index() + 2100)
}

// Points returns the EGF points, 0 when not stated.
func (r Rating) Points() int { return int(r.points) }

// Stated reports whether the rating is known.
func (r Rating) Stated() bool { return r.stated }

// Rank returns the rank whose class contains the rating: 1d from 2050 to 2149.
// A rating not stated has no rank.
func (r Rating) Rank() Rank {
	if !r.stated {
		return None
	}
	above := int(r.points) - 2050
	index := above / 100
	if above%100 < 0 {
		index--
	}
	return FromIndex(index)
}

// String writes the points, "" when not stated.
func (r Rating) String() string {
	if !r.stated {
		return ""
	}
	return strconv.Itoa(int(r.points))
}

// MarshalText writes the rating as String does.
func (r Rating) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText parses text of MarshalText; empty text is a rating not stated.
func (r *Rating) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*r = Rating{}
		return nil
	}
	n, err := strconv.Atoi(string(text))
	*r = Points(n)
	return err
}
