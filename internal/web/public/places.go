package public

import (
	"fmt"
	"strings"

	"tourney/internal/tournament"
)

// A placesView is a line drawing of a player's places after each round (partial
// "course").
type placesView struct {
	Points string // of the line, in the drawing's own units
	Dots   []placesDot
	Words  string // the places as text
}

// A placesDot is one round of the line.
type placesDot struct{ X, Y, Place, Round int }

// The drawing is 384 wide and 132 high, of which the numbers of the rounds take the last 20.
const (
	placesWidth, placesMargin = 384, 24
	placesTop, placesBottom   = 24, 100
)

// placesOf returns the drawing of a player's places after rounds 1 to n, the first
// place at the top.
func (v *Visit) placesOf(id tournament.PlayerID, n int) *placesView {
	c := &placesView{}
	var points, places []string
	for r := 1; r <= n; r++ {
		standings := v.Standings(r)
		place := standings.Row(id).Place
		dot := placesDot{X: placesWidth / 2, Place: place, Round: r, Y: placesTop}
		if n > 1 {
			dot.X = placesMargin + (placesWidth-2*placesMargin)*(r-1)/(n-1)
		}
		if last := len(standings.Rows) - 1; last > 0 {
			dot.Y += (placesBottom - placesTop) * (place - 1) / last
		}
		c.Dots = append(c.Dots, dot)
		points = append(points, fmt.Sprintf("%d,%d", dot.X, dot.Y))
		places = append(places, fmt.Sprint(place))
	}
	c.Points = strings.Join(points, " ")
	c.Words = v.Lang.T("player.course", strings.Join(places, ", "))
	return c
}
