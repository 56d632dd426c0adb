package rank

import (
	"encoding/json"
	"strconv"
)

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

// MarshalJSON writes the points as a number, null when not stated.
func (r Rating) MarshalJSON() ([]byte, error) {
	if !r.stated {
		return []byte("null"), nil
	}
	return []byte(r.String()), nil
}

// UnmarshalJSON reads the output of MarshalJSON. It keeps points beyond the scale, so that their reader can report
// them; Points(r.Points()) is the rating at the end of the scale.
func (r *Rating) UnmarshalJSON(text []byte) error {
	var points *int16
	if err := json.Unmarshal(text, &points); err != nil {
		return err
	}
	*r = Rating{}
	if points != nil {
		*r = Rating{*points, true}
	}
	return nil
}
