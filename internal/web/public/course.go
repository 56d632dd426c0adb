package public

import (
	"fmt"
	"strings"

	"tourney/internal/tournament"
)

// A courseView is a player's place through the rounds as a small line drawing
// (partial "course").
type courseView struct {
	Points string // of the line, in the drawing's own units
	Width  int
	Dots   []courseDot
	Words  string
}

// A courseDot is one round of the line.
type courseDot struct{ X, Y, Place, Round int }

const (
	courseStep   = 44 // between two rounds
	courseHeight = 40
	courseMargin = 14
)

// course draws the places of a player after rounds 1 to n, the first place at
// the top.
func (v *Visit) course(id tournament.PlayerID, n int) *courseView {
	c := &courseView{Width: 2*courseMargin + (n-1)*courseStep}
	var points, places []string
	for r := 1; r <= n; r++ {
		standings := v.Standings(r)
		place := standings.Row(id).Place
		dot := courseDot{X: courseMargin + (r-1)*courseStep, Place: place, Round: r, Y: courseMargin}
		if last := len(standings.Rows) - 1; last > 0 {
			dot.Y += courseHeight * (place - 1) / last
		}
		c.Dots = append(c.Dots, dot)
		points = append(points, fmt.Sprintf("%d,%d", dot.X, dot.Y))
		places = append(places, fmt.Sprint(place))
	}
	c.Points = strings.Join(points, " ")
	c.Words = v.Lang.T("player.course", strings.Join(places, ", "))
	return c
}
