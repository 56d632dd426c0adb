// Package diagram draws positions of Go as SVG, for the screen and for paper.
// The style sheet sets the colors by the classes of the parts (wood, lines, star,
// b, w, last, wrong, ko, dead, own).
//
//	svg := diagram.Diagram{Board: b, Last: rules.At(3, 3), Title: "Black's 3.5 point win"}.SVG()
package diagram

import (
	"cmp"
	"fmt"
	"html"
	"strconv"
	"strings"

	"tourney/internal/rules"
)

// A Diagram is a position with its marks.
type Diagram struct {
	Board *rules.Board
	// Title describes the position for people who cannot see it.
	Title string
	// Last is the last move, or Pass. Wrong are points of moves that broke a rule.
	Last  rules.Point
	Wrong []rules.Point
	// Kos are points where a ko may not be retaken now.
	Kos []rules.Point
	// Laid are stones that were laid while counting, marked like the last move.
	Laid []rules.Point
	// Dead are dead stones, one for each chain. Owner is the owner of each point of
	// territory or area, by row and column, or nil.
	Dead  []rules.Point
	Owner [][]rules.Color
	// Numbers are move numbers to show on the stones, for paper.
	Numbers map[rules.Point]int
}

// SVG draws the diagram: one unit is the distance of two lines, and 0,0 the
// upper left corner of the board.
func (d Diagram) SVG() string {
	var s strings.Builder
	cols, rows := d.Board.Cols(), d.Board.Rows()
	fmt.Fprintf(&s, `<svg class="board" viewBox="-1.3 -1.3 %d.6 %d.6" role="img" data-cols="%d" data-rows="%d" aria-label="%s">`,
		cols+1, rows+1, cols, rows, html.EscapeString(d.Title))
	fmt.Fprintf(&s, `<rect class="wood" x="-1.3" y="-1.3" width="%d.6" height="%d.6"/>`, cols+1, rows+1)
	lines(&s, cols, rows)
	coordinates(&s, cols, rows)
	heads := Chains(d.Board)
	d.stones(&s, heads)
	d.owners(&s)
	d.crosses(&s, heads)
	d.marks(&s)
	s.WriteString("</svg>")
	return s.String()
}

// lines draws the grid and its star points.
func lines(s *strings.Builder, cols, rows int) {
	s.WriteString(`<path class="lines" d="`)
	for y := range rows {
		fmt.Fprintf(s, "M0 %dH%d", y, cols-1)
	}
	for x := range cols {
		fmt.Fprintf(s, "M%d 0V%d", x, rows-1)
	}
	s.WriteString(`"/>`)
	for _, p := range stars(cols, rows) {
		fmt.Fprintf(s, `<circle class="star" cx="%d" cy="%d" r=".11"/>`, p.Col(), p.Row())
	}
}

// stars returns the points of handicap stones.
func stars(cols, rows int) []rules.Point {
	for _, n := range []int{9, 4} {
		points := rules.Handicap(cols, rows, n)
		if n == 9 && min(cols, rows) < 13 && len(points) == 9 {
			points = append(points[:4:4], points[8]) // only the corners and the centre on small boards
		}
		if len(points) > 0 {
			return points
		}
	}
	return nil
}

func coordinates(s *strings.Builder, cols, rows int) {
	s.WriteString(`<g class="coordinates" aria-hidden="true">`)
	for x := range cols {
		letter := strings.TrimRight(rules.At(x, 0).Name(rows), "0123456789")
		fmt.Fprintf(s, `<text x="%d" y="-.75">%s</text><text x="%d" y="%d.95">%s</text>`, x, letter, x, rows-1, letter)
	}
	for y := range rows {
		fmt.Fprintf(s, `<text x="-.88" y="%s">%d</text><text x="%d.88" y="%s">%d</text>`, down(y), rows-y, cols-1, down(y), rows-y)
	}
	s.WriteString("</g>")
}

// down formats a height a little below row y, where a figure looks centred.
func down(y int) string { return strconv.FormatFloat(float64(y)+.16, 'f', 2, 64) }

// stones draws every stone with its point and the first stone of its chain.
func (d Diagram) stones(s *strings.Builder, heads map[rules.Point]rules.Point) {
	s.WriteString(`<g class="stones">`)
	d.Board.Points(func(p rules.Point) {
		c := d.Board.Stone(p)
		if c == rules.Empty {
			return
		}
		fmt.Fprintf(s, `<circle class="%s" cx="%d" cy="%d" r=".47" data-p="%s" data-chain="%s"/>`,
			letter(c), p.Col(), p.Row(), p.SGF(), heads[p].SGF())
	})
	s.WriteString("</g>")
}

func letter(c rules.Color) string { return strings.ToLower(c.String()) }

// owners draws the owners of points, except where a stone of the owner stands.
func (d Diagram) owners(s *strings.Builder) {
	s.WriteString(`<g class="own">`)
	for y, row := range d.Owner {
		for x, c := range row {
			if c != rules.Empty && c != d.Board.Stone(rules.At(x, y)) {
				fmt.Fprintf(s, `<rect class="%s" x="%.2f" y="%.2f" width=".34" height=".34"/>`, letter(c), float64(x)-.17, float64(y)-.17)
			}
		}
	}
	s.WriteString("</g>")
}

// crosses draws a cross on each dead stone.
func (d Diagram) crosses(s *strings.Builder, heads map[rules.Point]rules.Point) {
	dead := map[rules.Point]bool{}
	for _, p := range d.Dead {
		dead[heads[p]] = true
	}
	s.WriteString(`<g class="dead">`)
	d.Board.Points(func(p rules.Point) {
		if d.Board.Stone(p) != rules.Empty && dead[heads[p]] {
			fmt.Fprintf(s, `<path class="%s" d="M%.2f %.2fl.5.5m0-.5l-.5.5"/>`, letter(d.Board.Stone(p)), float64(p.Col())-.25, float64(p.Row())-.25)
		}
	})
	s.WriteString("</g>")
}

// marks draws the last move, wrong moves, kos and numbers.
func (d Diagram) marks(s *strings.Builder) {
	s.WriteString(`<g class="marks">`)
	for _, p := range d.Wrong {
		fmt.Fprintf(s, `<circle class="wrong" cx="%d" cy="%d" r=".5"/>`, p.Col(), p.Row())
	}
	for _, p := range d.Kos {
		fmt.Fprintf(s, `<rect class="ko" x="%.2f" y="%.2f" width=".5" height=".5"/>`, float64(p.Col())-.25, float64(p.Row())-.25)
	}
	marked := d.Laid
	if d.Last != rules.Pass && len(d.Numbers) == 0 {
		marked = append(marked[:len(marked):len(marked)], d.Last)
	}
	for _, p := range marked {
		fmt.Fprintf(s, `<circle class="last %s" cx="%d" cy="%d" r=".22"/>`, letter(d.Board.Stone(p)), p.Col(), p.Row())
	}
	d.Board.Points(func(p rules.Point) {
		if n := d.Numbers[p]; n > 0 {
			size := "wide"
			if n > 99 {
				size = "widest"
			}
			fmt.Fprintf(s, `<text class="number %s %s" x="%d" y="%s">%d</text>`, letter(d.Board.Stone(p)), size, p.Col(), down(p.Row()), n)
		}
	})
	s.WriteString("</g>")
}

// Stones lists the stones of a position in common notation, "–" for none.
func Stones(b *rules.Board) (black, white string) {
	var names [2][]string
	b.Points(func(p rules.Point) {
		if c := b.Stone(p); c != rules.Empty {
			names[c-rules.Black] = append(names[c-rules.Black], p.Name(b.Rows()))
		}
	})
	return cmp.Or(strings.Join(names[0], " "), "–"), cmp.Or(strings.Join(names[1], " "), "–")
}

// Chains returns for every stone the first stone of its chain from the upper
// left, row by row.
func Chains(b *rules.Board) map[rules.Point]rules.Point {
	heads := map[rules.Point]rules.Point{}
	b.Points(func(p rules.Point) {
		if b.Stone(p) != rules.Empty && heads[p] == rules.Pass {
			b.Chain(p, func(q rules.Point) { heads[q] = p })
		}
	})
	return heads
}
