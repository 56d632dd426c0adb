package sgf

import (
	"bufio"
	"io"
	"strings"

	"tourney/internal/i18n/charset"
)

// Write writes the collection in UTF-8: every property with its name and
// values as they were read, in their order. It changes only CA, to UTF-8, or
// adds it to a root that has none when the text is more than ASCII.
// Text outside the game trees and unreadable parts are lost.
func Write(w io.Writer, c *Collection) error {
	b := writer{Writer: bufio.NewWriter(w), c: c, ascii: charset.IsASCII(c.text)}
	for g := range c.Games() {
		b.game(g)
	}
	return b.Flush()
}

// String returns the record of one game, written as Write does.
func (g Game) String() string {
	var s strings.Builder
	b := writer{Writer: bufio.NewWriter(&s), c: g.c, ascii: charset.IsASCII(g.c.text)}
	b.game(g)
	_ = b.Flush() // a strings.Builder takes everything
	return s.String()
}

// Rewrite returns what String returns, with the values of all properties as change
// returns them: it takes and returns text as it stands between the brackets, with
// its escapes. A root without CA gets one.
func (g Game) Rewrite(change func(name, value string) string) string {
	var s strings.Builder
	b := writer{Writer: bufio.NewWriter(&s), c: g.c, change: change}
	b.game(g)
	_ = b.Flush() // a strings.Builder takes everything
	return s.String()
}

// Extend returns what String returns, with more moves after the last one of the
// main line. The end before stays visible there: stones are marked with crosses,
// unless the record marks some itself. RE, the result of that end, is left out.
func (g Game) Extend(marked []Point, moves ...Move) string {
	var s strings.Builder
	b := writer{Writer: bufio.NewWriter(&s), c: g.c, ascii: charset.IsASCII(g.c.text), more: moves}
	b.ending = map[int32]bool{}
	for n := range g.MainLine() {
		b.last, b.ending[n.i] = n.i, true
		if marks := n.Has("MA") || n.Has("TB") || n.Has("TW"); !marks {
			b.crosses = marked
		} else {
			b.crosses = nil
		}
	}
	b.game(g)
	_ = b.Flush() // a strings.Builder takes everything
	return s.String()
}

// A writer keeps the first error inside its bufio.Writer until Flush.
type writer struct {
	*bufio.Writer
	c     *Collection
	ascii bool
	// change may be nil.
	change func(name, value string) string
	// more are moves to add after node last.
	more    []Move
	last    int32
	crosses []Point
	// ending are the nodes whose RE is left out.
	ending map[int32]bool
}

func (b writer) put(ss ...string) {
	for _, s := range ss {
		_, _ = b.WriteString(s) // Flush returns the error
	}
}

// perLine is the number of nodes on a line.
const perLine = 10

// game writes the nodes with the main line as the first variation, and closes the variations
// that end.
func (b writer) game(g Game) {
	order := g.order()
	b.put("(")
	for k, i := range order {
		switch {
		case b.branches(i):
			b.put("\n(")
		case k > 0 && i%perLine == 0:
			b.put("\n")
		}
		b.node(Node{b.c, i, int32(g.i)})
		if i == b.last && len(b.more) > 0 {
			if len(b.crosses) > 0 {
				b.put("MA")
			}
			for _, p := range b.crosses {
				b.put("[", p.String(), "]")
			}
			for _, m := range b.more {
				b.put("\n;", m.Color.String(), "[", m.Point.String(), "]")
			}
		}
		next := int32(none)
		if k+1 < len(order) {
			next = b.c.nodes[order[k+1]].parent
		}
		for j := i; j != next; j = b.c.nodes[j].parent {
			if b.branches(j) {
				b.put(")")
			}
		}
	}
	b.put(")\n")
}

// branches reports whether node i is one of several variations.
func (b writer) branches(i int32) bool {
	parent := b.c.nodes[i].parent
	return parent != none && b.c.nodes[parent].last != parent+1
}

func (b writer) node(n Node) {
	b.put(";")
	root := !n.Parent().Exists()
	if root && !b.ascii && !n.Has("CA") {
		b.put("CA[UTF-8]")
	}
	for p := range n.Properties() {
		if len(b.more) > 0 && b.ending[n.i] && p.Name() == "RE" {
			continue
		}
		b.put(p.raw())
		if root && p.Name() == "CA" {
			b.put("[UTF-8]")
			continue
		}
		for v := range p.Values() {
			if b.change != nil {
				v = b.change(p.Name(), v)
			}
			b.put("[", v, "]")
		}
	}
}
