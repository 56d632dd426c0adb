package form

import (
	"net/url"
	"testing"

	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// The field has the rating as the list of its origin has it, and reads it back unchanged. Decimals are American
// figures; whole numbers are for ratings from that list only.
func TestRatingsAreRead(t *testing.T) {
	field := Pick(PlayerFields, "rating")
	for _, tt := range []struct {
		typed, origin string
		want          rank.Rating
		written       string
	}{
		{"1796", "", rank.Points(1796), "1796"},
		{"-3.54", "", rank.Points(1796), "1796"},
		{"−3,54", "AGA", rank.Points(1796), "-3.54"},
		{"4", "AGA", rank.Points(2350), "4.0"},
		{"4", "EGF", rank.Points(4), "4"},
		{"1796", "AGA", rank.Points(1796), "-3.54"},
		{"", "AGA", rank.Rating{}, ""},
	} {
		p := tournament.Player{RatingOrigin: tt.origin}
		wrong, err := Read(field, url.Values{"rating": {tt.typed}}, &p)
		if err != nil || len(wrong) > 0 || p.Rating != tt.want {
			t.Errorf("%q of %q is %v, want %v: %v %v", tt.typed, tt.origin, p.Rating, tt.want, wrong, err)
		}
		if got := field[0].Write(&p); got != tt.written {
			t.Errorf("%v of %q is written %q, want %q", p.Rating, tt.origin, got, tt.written)
		}
	}
	for _, typed := range []string{"0.5", "x.y", "99999"} {
		if wrong, err := Read(field, url.Values{"rating": {typed}}, &tournament.Player{}); err == nil && len(wrong) == 0 {
			t.Errorf("%q is a rating", typed)
		}
	}
}
