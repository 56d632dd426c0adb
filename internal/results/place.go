package results

import (
	"strconv"

	"tourney/internal/tournament"
)

// PlaceText returns a place as all lists for people show it: "8", or "8=" for a shared place.
func PlaceText(place int, shared bool) string {
	text := strconv.Itoa(place)
	if shared {
		text += "="
	}
	return text
}

// Shared reports whether another row has the place of a row.
func (s *Standings) Shared(r *Row) bool {
	beside := func(line int) bool { return line >= 1 && line <= len(s.Rows) && s.Rows[line-1].Place == r.Place }
	return r.Line > 0 && (beside(r.Line-1) || beside(r.Line+1))
}

// Place returns the place of a row as text.
func (s *Standings) Place(r *Row) string { return PlaceText(r.Place, s.Shared(r)) }

// FinalPlaces returns the places of final standings as texts.
func FinalPlaces(lines []tournament.FinalLine) []string {
	count := map[int]int{}
	for i := range lines {
		count[lines[i].Place]++
	}
	places := make([]string, len(lines))
	for i := range lines {
		places[i] = PlaceText(lines[i].Place, count[lines[i].Place] > 1)
	}
	return places
}
