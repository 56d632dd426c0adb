package rank

import (
	"math"
	"regexp"
	"strconv"
	"strings"
)

// A Scale is the form of ratings in a column of a table. The zero Scale has EGF points, whole or with decimals. The
// American one runs from about -50 to 10 with a gap around 0.
type Scale struct {
	// American is true for figures of the American federation.
	American bool
	// Thousands is true if a comma or point separates thousands: 2,105.
	Thousands bool
}

var (
	thousands = regexp.MustCompile(`^[1-9]\d?[.,]\d{3}$`)
	fraction  = regexp.MustCompile(`[.,]\d+$`)
	decimals  = regexp.MustCompile(`\d{3}[.,]\d{3}$`)
	// Blanks and apostrophes separate thousands in any column.
	ungrouped = strings.NewReplacer(" ", "", "\u00a0", "", "\u2009", "", "\u202f", "", "'", "", "’", "", "\u2212", "-", "–", "-")
)

// ScaleOf finds the form of ratings in most cells of a column. A column of whole numbers is American only beside a
// column of numbers of that federation, aga. Cells without a figure do not count.
func ScaleOf(cells []string, aga bool) Scale {
	grouped, long, small, fractions, on, off := 0, 0, 0, 0, 0, 0
	for _, cell := range cells {
		cell = ungrouped.Replace(cell)
		x, ok := figure(cell, false)
		if !ok || x == 0 {
			continue
		}
		isGroup := thousands.MatchString(cell) && 1000*x <= HighestRating
		switch {
		case isGroup:
			grouped++
		case decimals.MatchString(cell):
			long++
		case x > 0 && x < 100 || x < 0 && fraction.MatchString(cell):
			small++
		}
		switch {
		case x <= -50 || x >= 15:
			off++
		case fraction.MatchString(cell):
			fractions++
			on++
		default:
			on++
		}
	}
	if grouped > 3*small && long == 0 {
		return Scale{Thousands: true}
	}
	if aga && off == 0 {
		return Scale{American: true}
	}
	return Scale{American: on > 3*off && (fractions > 0 || aga)}
}

// Rating reads a cell; ok is false where it holds no rating of the scale. The 0
// of American lists marks members never rated: the rating is not stated.
func (s Scale) Rating(cell string) (r Rating, ok bool) {
	cell = ungrouped.Replace(cell)
	x, ok := figure(cell, s.Thousands)
	american := x >= -50 && x <= -1 || x >= 1 && x < 15
	switch {
	case !ok:
	case s.American && x == 0:
		return Rating{}, true
	case s.American && american:
		return FromAGA(x), true
	case s.American, american && fraction.MatchString(cell):
	case x >= LowestRating && x <= HighestRating:
		return Points(int(math.Floor(x))), true
	}
	return Rating{}, false
}

// Text writes a rating on the scale, "" when not stated: 2105; American figures have one or two decimals, as -3.54 and
// 4.5, so that no EGF points look like them. Rating reads it back.
func (s Scale) Text(r Rating) string {
	if !s.American || !r.stated {
		return r.String()
	}
	hundredths := int(r.points) - 1950
	if hundredths < 100 {
		hundredths = int(r.points) - 2150
	}
	text := strconv.FormatFloat(float64(hundredths)/100, 'f', 2, 64)
	return strings.TrimSuffix(text, "0")
}

// Rank reads a rank as Guess does, or a rating of the scale in its place.
func (s Scale) Rank(cell string) (r Rank, rating Rating, doubt Doubt) {
	r, doubt = Guess(cell)
	if n, err := strconv.Atoi(cell); doubt != Unreadable && (err != nil || n <= 30) { // 35 may be anything
		return r, Rating{}, doubt
	}
	switch rating, ok := s.Rating(cell); {
	case ok && !rating.Stated(): // the 0.0 of American lists
		return None, Rating{}, Unranked
	case ok && (s.American && strings.ContainsAny(cell, ".,") || rating.Points() >= 100):
		return rating.Rank(), rating, Rated
	}
	return None, Rating{}, Unreadable
}

// figure reads a number with a decimal comma or point, or with a sign between
// thousands too, as in 2,302.5; of 2,105 it reads the thousands on request.
func figure(s string, grouped bool) (float64, bool) {
	decimal := strings.LastIndexAny(s, ".,")
	if grouped && thousands.MatchString(s) {
		decimal = len(s)
	}
	if decimal >= 0 {
		whole := s[:decimal]
		if i := strings.IndexAny(whole, ".,"); i >= 0 && !thousands.MatchString(strings.TrimPrefix(whole, "-")) {
			return 0, false
		}
		whole = strings.NewReplacer(".", "", ",", "").Replace(whole)
		s = whole + strings.Replace(s[decimal:], ",", ".", 1)
	}
	if strings.Trim(s, "0123456789.-+") != "" { // no word, such as Inf
		return 0, false
	}
	x, err := strconv.ParseFloat(s, 64)
	return x, err == nil
}
