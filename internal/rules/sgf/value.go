package sgf

import (
	"iter"
	"strings"
)

// A Move is a stone played or a pass.
type Move struct {
	Color Color
	Point Point // Pass when no stone is played
}

const (
	keyB  key = 'B'
	keyW  key = 'W'
	keyAB key = 'A'<<8 | 'B'
	keyAW key = 'A'<<8 | 'W'
	keyAE key = 'A'<<8 | 'E'
	keyLB key = 'L'<<8 | 'B'
	keyL  key = 'L'
)

// Moves yields the readable moves of the node, hardly ever more than one. A value that is not a point of the board is
// skipped; Parse has reported it.
func (n Node) Moves() iter.Seq[Move] {
	return func(yield func(Move) bool) {
		for i, end := n.props(); i < end; i++ {
			k := n.c.props[i].key
			if k != keyB && k != keyW {
				continue
			}
			if m, ok := n.move(i); ok && !yield(m) {
				return
			}
		}
	}
}

func (n Node) move(i int32) (Move, bool) {
	m := Move{Color: Black}
	if n.c.props[i].key == keyW {
		m.Color = White
	}
	v := n.c.values[n.c.props[i].value]
	var ok bool
	m.Point, ok = n.c.games[n.game].move(n.c.text[v.start:v.end])
	return m, ok
}

// move parses the value of a move: empty is a pass, and so is tt up to 19×19,
// as in FF[3].
func (g *game) move(s string) (Point, bool) {
	if len(s) != 2 {
		if s = strings.TrimSpace(s); s == "" {
			return Pass, true
		}
	}
	if s == "tt" && g.columns <= 19 && g.rows <= 19 {
		return Pass, true
	}
	p, ok := point(s)
	return p, ok && g.on(p)
}

func (g *game) on(p Point) bool { return p.Column < g.columns && p.Row < g.rows }

// point parses two letters as a point, on any board.
func point(s string) (Point, bool) {
	if len(s) != 2 {
		return Point{}, false
	}
	p := Point{ordinal(s[0]), ordinal(s[1])}
	return p, p.Column < MaxSize && p.Row < MaxSize
}

// rectangle parses a point, or two corners of a compressed list.
func rectangle(s string) (a, b Point, ok bool) {
	if len(s) != 2 && len(s) != 5 {
		s = strings.TrimSpace(s)
	}
	if len(s) == 5 && s[2] == ':' {
		a, okA := point(s[:2])
		b, okB := point(s[3:])
		return a, b, okA && okB
	}
	a, ok = point(s)
	return a, a, ok
}

// Points returns the points of a list such as "AB", "TW" or "MA", compressed lists expanded. A value that is not a
// point of the board is left out; Parse has reported it.
func (n Node) Points(name string) PointSet {
	var set PointSet
	k := keyOf(name)
	for i, end := n.props(); i < end; i++ {
		if n.c.is(i, k, name) {
			n.addPoints(i, &set)
		}
	}
	return set
}

func (n Node) addPoints(i int32, set *PointSet) {
	g := &n.c.games[n.game]
	for v := range (Property{n.c, i}).Values() {
		a, b, ok := rectangle(v)
		if ok && g.on(a) && g.on(b) {
			set.addRectangle(a, b)
		}
	}
}

// HasSetup reports whether the node places or removes stones outside of play:
// the lists "AE", "AB" and "AW", to be executed in this order and before the
// node's move.
func (n Node) HasSetup() bool {
	for i, end := n.props(); i < end; i++ {
		switch n.c.props[i].key {
		case keyAB, keyAW, keyAE:
			return true
		}
	}
	return false
}

// ToPlay returns the colour to play by PL, Empty without it.
func (n Node) ToPlay() Color {
	switch strings.ToLower(strings.TrimSpace(n.Text("PL"))) {
	case "b", "black", "1":
		return Black
	case "w", "white", "2":
		return White
	}
	return Empty
}

// Labels yields the points and texts of LB. For L, its form in FF[1] to FF[3],
// the texts are a, b, c and so on.
func (n Node) Labels() iter.Seq2[Point, string] {
	return func(yield func(Point, string) bool) {
		g := &n.c.games[n.game]
		for p := range n.Properties() {
			k := p.c.props[p.i].key
			if k != keyLB && k != keyL {
				continue
			}
			i := -1
			for v := range p.Values() {
				at, text, _ := strings.Cut(v, ":")
				if i++; k == keyL {
					text = string(letter(int8(i % MaxSize)))
				}
				pt, ok := point(strings.TrimSpace(at))
				if ok && g.on(pt) && !yield(pt, plain(text, ' ')) {
					return
				}
			}
		}
	}
}

// plain removes escapes and soft line breaks from a value. White space other
// than a line break becomes a space, a line break becomes lineBreak.
func plain(s string, lineBreak byte) string {
	if !strings.ContainsAny(s, "\\\n\r\t\v\f") {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '\\' && i+1 < len(s) {
			i++
			if c = s[i]; c == '\n' || c == '\r' {
				i += breakLen(s[i:]) - 1
				continue
			}
		}
		switch c {
		case '\n', '\r':
			i += breakLen(s[i:]) - 1
			b.WriteByte(lineBreak)
		case '\t', '\v', '\f':
			b.WriteByte(' ')
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// breakLen returns the length of the line break that s begins with: LF, CR,
// CR LF or LF CR.
func breakLen(s string) int {
	if len(s) > 1 && (s[1] == '\n' || s[1] == '\r') && s[0] != s[1] {
		return 2
	}
	return 1
}

// canonical returns a property name without the small letters that FF[1] to
// FF[3] allow in it; a name without a capital is converted to capitals.
func canonical(name string) string {
	if isCapitals(name) {
		return name
	}
	b := make([]byte, 0, len(name))
	for i := 0; i < len(name); i++ {
		if !isLower(name[i]) {
			b = append(b, name[i])
		}
	}
	if len(b) == 0 || !isLetter(b[0]) {
		return strings.ToUpper(name)
	}
	return string(b)
}

// isCapitals reports whether a name has no small letter.
func isCapitals(s string) bool {
	for i := 0; i < len(s); i++ {
		if isLower(s[i]) {
			return false
		}
	}
	return true
}

func isLower(c byte) bool  { return c-'a' < 26 }
func isLetter(c byte) bool { return c|0x20-'a' < 26 }
