package sgf

import "strings"

// A Builder writes a new record: nodes one after the other, each with its
// properties. The zero Builder is ready; it begins with the root.
//
//	var b sgf.Builder
//	b.Set("SZ", "9")
//	b.Set("PB", "Aino")
//	b.Play(sgf.Move{Color: sgf.Black, Point: sgf.Point{Column: 4, Row: 4}})
//	record := b.String()
type Builder struct{ text strings.Builder }

// head begins every root: version, game and character set.
const head = "(;FF[4]GM[1]CA[UTF-8]"

func (b *Builder) begin() {
	if b.text.Len() == 0 {
		b.text.WriteString(head)
	}
}

// Set adds a property with unescaped values to the current node.
// The name must be of capital letters.
func (b *Builder) Set(name string, values ...string) {
	b.begin()
	b.text.WriteString(name)
	for _, v := range values {
		b.text.WriteByte('[')
		_, _ = escaper.WriteString(&b.text, strings.ToValidUTF8(v, "\ufffd")) // never fails
		b.text.WriteByte(']')
	}
}

var escaper = strings.NewReplacer(`\`, `\\`, `]`, `\]`)

// Add adds a list of points, such as "AB" or "TW", to the current node. Without
// points it does nothing.
func (b *Builder) Add(name string, points ...Point) {
	if len(points) == 0 {
		return
	}
	b.begin()
	b.text.WriteString(name)
	for _, p := range points {
		b.text.WriteString("[" + p.String() + "]")
	}
}

// Play begins a node with a move in it.
func (b *Builder) Play(m Move) {
	b.Step()
	b.text.WriteString(m.Color.String() + "[" + m.Point.String() + "]")
}

// Step begins a node without a move.
func (b *Builder) Step() {
	b.begin()
	b.text.WriteString("\n;")
}

// String returns the record so far.
func (b *Builder) String() string {
	b.begin()
	return withoutControls(b.text.String()) + ")\n"
}
