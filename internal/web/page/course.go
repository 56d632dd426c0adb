package page

import (
	"fmt"
	"strings"

	"tourney/internal/i18n"
	"tourney/internal/results"
	"tourney/internal/tournament"
)

// A CourseView is a line drawing of a player's places after each round (partial "course").
type CourseView struct {
	Points string // of the line, in the drawing's own units
	Dots   []CourseDot
	Words  string // the places as text
}

// A CourseDot is one round of the line.
type CourseDot struct{ X, Y, Place, Round int }

// The drawing is 384 wide and 132 high, of which the numbers of the rounds take the last 20.
const (
	courseWidth, courseMargin = 384, 24
	courseTop, courseBottom   = 24, 100
)

// NewCourseView returns the drawing of a player's places in the standings after round 1, 2 and so on, the first place
// at the top.
func NewCourseView(lang *i18n.Language, after []*results.Standings, id tournament.PlayerID) *CourseView {
	c := &CourseView{}
	var points, places []string
	for i, standings := range after {
		place := standings.Row(id).Place
		dot := CourseDot{X: courseWidth / 2, Place: place, Round: i + 1, Y: courseTop}
		if n := len(after); n > 1 {
			dot.X = courseMargin + (courseWidth-2*courseMargin)*i/(n-1)
		}
		if last := len(standings.Rows) - 1; last > 0 {
			dot.Y += (courseBottom - courseTop) * (place - 1) / last
		}
		c.Dots = append(c.Dots, dot)
		points = append(points, fmt.Sprintf("%d,%d", dot.X, dot.Y))
		places = append(places, fmt.Sprint(place))
	}
	c.Points = strings.Join(points, " ")
	c.Words = lang.T("player.course", strings.Join(places, ", "))
	return c
}
