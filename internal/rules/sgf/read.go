package sgf

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"tourney/internal/i18n/charset"
)

// Options bound the reading. The zero Options suffice for every sensible file.
type Options struct {
	Bytes  int // length of the file; 4 MiB when 0
	Games  int // game trees; 2,500 when 0
	Nodes  int // nodes in all; 250,000 when 0
	Values int // values, each point of a compressed list counted; 600,000 when 0
	Depth  int // variations within variations; 10,000 when 0

	// Charset is the character set of the file instead of the one it names, chosen by
	// a person. Empty leaves it to the file.
	Charset string
}

func (o Options) withDefaults() Options {
	def := func(n, otherwise int) int {
		if n <= 0 {
			n = otherwise
		}
		return min(n, math.MaxInt32/4)
	}
	o.Bytes = def(o.Bytes, 4<<20)
	o.Games = def(o.Games, 2_500)
	o.Nodes = def(o.Nodes, 250_000)
	o.Values = def(o.Values, 600_000)
	o.Depth = def(o.Depth, 10_000)
	return o
}

// Parse parses the text of a file as far as it goes. There is always a
// collection, though it may be empty, and the findings are in the order of the
// text. It keeps nothing of data.
func Parse(data []byte, o Options) (*Collection, []Finding) {
	o = o.withDefaults()
	if len(data) > o.Bytes {
		return &Collection{charset: charset.UTF8}, []Finding{{
			Kind: FileTooLarge, Severity: Error, Text: strconv.Itoa(o.Bytes), Line: 1, Column: 1,
		}}
	}
	p := parser{c: &Collection{}, o: o}
	p.c.text, p.c.charset = p.decode(data, o.Charset)
	if isBinary(p.c.text) {
		return &Collection{charset: p.c.charset}, []Finding{{Kind: FileBinary, Severity: Error, Line: 1, Column: 1}}
	}
	p.c.text = withoutControls(p.c.text)
	p.text = p.c.text
	p.read()
	p.check()
	p.dropChance()
	return p.c, p.locate()
}

// Read is Parse for a reader. It takes no more than Options.Bytes and one byte
// from r, so a file that is too large costs neither time nor memory. The error
// is r's.
func Read(r io.Reader, o Options) (*Collection, []Finding, error) {
	o = o.withDefaults()
	data, err := io.ReadAll(io.LimitReader(r, int64(o.Bytes)+1))
	if err != nil {
		return nil, nil, fmt.Errorf("read game record: %w", err)
	}
	c, found := Parse(data, o)
	return c, found, nil
}

// A parser turns text into the flat lists of a collection. It goes through the
// text once; nesting depth is in open, not on the stack.
type parser struct {
	findings
	c     *Collection
	o     Options
	at    int     // next byte to read
	open  []int32 // for each tree that is open, the node it hangs from
	cur   int32   // the node read last on this path, none before a root
	place place   // the token before p.at
	full  bool    // a bound was reached
	left  int     // values that may still be read
	odd   bool    // an odd name has been noted
}

// A place in a tree decides what may follow.
type place int8

const (
	opened place = iota // behind "(": next is a node
	inNode              // behind ";": properties go to the current node
	closed              // behind ")": next is a variation or the end
)

func (p *parser) read() {
	p.reserve()
	for !p.full && p.findTree() {
		p.cur, p.place = none, opened
		p.open = append(p.open[:0], none)
		p.readTree()
	}
	if len(p.c.games) == 0 && !p.full {
		p.addMissing()
	}
}

// reserve makes the lists as long as they can become, so that none grows.
func (p *parser) reserve() {
	p.left = p.o.Values
	semicolons := strings.Count(p.text, ";")
	brackets := strings.Count(p.text, "[")
	p.c.nodes = make([]node, 0, min(semicolons+1, p.o.Nodes))
	p.c.props = make([]prop, 0, min(brackets, p.o.Values+1)) // one more is taken back at the bound
	p.c.values = make([]value, 0, min(brackets, p.o.Values))
}

// findTree goes to the start of the next game tree, behind its parenthesis.
// It skips mail headers and the like between trees.
func (p *parser) findTree() bool {
	from := p.at
	for i := from; ; i++ {
		d := strings.IndexByte(p.text[i:], '(')
		if d < 0 {
			p.reportStray(from, len(p.text))
			p.at = len(p.text)
			return false
		}
		if i += d; startsTree(p.text[i+1:]) {
			p.reportStray(from, i)
			p.at = i + 1
			return true
		}
	}
}

// startsTree reports whether a parenthesis before s opens a game tree: a node
// follows, or a property whose semicolon was forgotten.
func startsTree(s string) bool {
	s = strings.TrimLeft(s, " \t\r\n\v\f")
	if s == "" {
		return false
	}
	if s[0] == ';' || s[0] == '(' {
		return true
	}
	i := 0
	for i < len(s) && i < maxName && isLetter(s[i]) {
		i++
	}
	return i > 0 && i < len(s) && s[i] == '['
}

// reportStray reports text that belongs to nothing, unless it is blank.
func (p *parser) reportStray(from, to int) {
	text := strings.TrimSpace(p.text[from:to])
	if text != "" {
		f := Finding{Kind: TextStray, Text: text, Offset: from + strings.Index(p.text[from:to], text[:1])}
		if strings.Contains(text, ";B[") || strings.Contains(text, ";W[") { // moves are lost
			f.Severity = Error
		}
		p.add(f)
	}
}

// readTree reads one game tree with all its variations up to the parenthesis
// that closes it.
func (p *parser) readTree() {
	for !p.full {
		if p.at == len(p.text) {
			p.found(TreeOpen, Warning, p.at, "")
			return
		}
		switch c := p.text[p.at]; {
		case c == ';':
			if p.place == closed && p.cur != none {
				p.found(NodeStray, Warning, p.at, "")
			}
			p.newNode()
			p.at++
		case c == '(':
			p.openTree()
		case c == ')':
			if p.closeTree(); len(p.open) == 0 {
				return
			}
		case c == '[':
			p.found(ValueStray, Warning, p.at, "")
			end, _ := p.valueEnd(p.at + 1)
			p.at = min(end+1, len(p.text))
		case isLetter(c):
			p.property()
		case isSpace(c):
			p.at++
		default:
			p.skipJunk()
		}
	}
}

func (p *parser) node() Node {
	if p.cur == none {
		return Node{}
	}
	return Node{p.c, p.cur, int32(len(p.c.games) - 1)}
}

func (p *parser) found(kind Kind, severity Severity, offset int, text string) {
	p.add(Finding{Kind: kind, Severity: severity, Text: text, Node: p.node(), Offset: offset})
}

func (p *parser) stop(kind Kind, bound int) {
	p.full = true
	p.found(kind, Error, p.at, strconv.Itoa(bound))
}

func (p *parser) openTree() {
	if len(p.open) >= p.o.Depth {
		p.stop(TreeTooDeep, p.o.Depth)
		return
	}
	p.open = append(p.open, p.cur)
	p.place = opened
	p.at++
}

func (p *parser) closeTree() {
	last := len(p.open) - 1
	if p.place == opened {
		p.found(TreeEmpty, Warning, p.at, "")
	}
	p.cur = p.open[last]
	p.open = p.open[:last]
	p.place = closed
	p.at++
}

// newNode begins a node behind the current one, or a game if no node is current.
func (p *parser) newNode() {
	switch {
	case len(p.c.nodes) >= p.o.Nodes:
		p.stop(TooManyNodes, p.o.Nodes)
		return
	case p.cur == none && len(p.c.games) >= p.o.Games:
		p.stop(TooManyGames, p.o.Games)
		return
	}
	i := int32(len(p.c.nodes))
	if p.cur == none {
		p.c.games = append(p.c.games, game{root: i})
	} else {
		p.c.nodes[p.cur].last = i
	}
	p.c.nodes = append(p.c.nodes, node{parent: p.cur, last: none, prop: int32(len(p.c.props))})
	p.cur, p.place = i, inNode
}

// maxName bounds the length of a property name.
const maxName = 255

// property reads a name and its values.
func (p *parser) property() {
	start := p.at
	for p.at < len(p.text) && p.at-start < maxName && isNamePart(p.text[p.at]) {
		p.at++
	}
	name := p.text[start:p.at]
	p.skipSpace()
	if p.at == len(p.text) || p.text[p.at] != '[' {
		p.found(ValueMissing, Warning, start, name)
		return
	}
	if p.place != inNode {
		p.found(NodeMissing, Warning, start, name)
		if p.newNode(); p.full {
			return
		}
	}
	k := keyOf(name)
	if !isCapitals(name) {
		short := canonical(name)
		k = keyOf(short)
		if !p.odd && strings.EqualFold(short, name) {
			p.odd = true // otherwise every property would have the finding
			p.found(NameOdd, Warning, start, name)
		}
	}
	p.c.props = append(p.c.props, prop{
		key: k, name: uint32(start), size: uint8(len(name)), value: int32(len(p.c.values)),
	})
	p.valuesOf(k, name)
	if last := len(p.c.props) - 1; int(p.c.props[last].value) == len(p.c.values) {
		p.c.props = p.c.props[:last] // its first value reached the bound
	}
}

// valuesOf reads one value or more; p.at is at the first bracket.
func (p *parser) valuesOf(k key, name string) {
	for p.at < len(p.text) && p.text[p.at] == '[' {
		start := p.at + 1
		end := p.openMove(k, start)
		if end > start {
			p.found(ValueOpen, Warning, p.at, name)
			p.at = end
		} else if e, closed := p.valueEnd(start); closed {
			end, p.at = e, e+1
		} else {
			p.found(ValueOpen, Error, p.at, name)
			end, p.at = e, len(p.text)
		}
		if p.left -= cost(p.text[start:end]); p.left < 0 {
			p.stop(TooManyValues, p.o.Values)
			return
		}
		p.c.values = append(p.c.values, value{uint32(start), uint32(end)})
		p.skipSpace()
	}
}

// cost returns how much of Options.Values a value takes: a compressed list one
// for each of its points, anything else one.
func cost(s string) int {
	if len(s) != 5 || s[2] != ':' {
		return 1
	}
	a, b, ok := rectangle(s)
	if !ok {
		return 1
	}
	columns, rows := int(a.Column)-int(b.Column), int(a.Row)-int(b.Row)
	return (max(columns, -columns) + 1) * (max(rows, -rows) + 1)
}

// valueEnd returns where the value that begins at i ends and whether it is
// closed there. A value that runs to the end of the text has no lone backslash
// at its end: closing it would escape the bracket.
func (p *parser) valueEnd(i int) (end int, closed bool) {
	text := p.text
	for ; i < len(text); i++ {
		switch text[i] {
		case ']':
			return i, true
		case '\\':
			i++
		}
	}
	if i > len(text) {
		return len(text) - 1, false
	}
	return len(text), false
}

// openMove returns the end of a move whose bracket was forgotten: two letters
// and then the next node or parenthesis. It returns start for any other value.
func (p *parser) openMove(k key, start int) int {
	i := start + 2
	if k != keyB && k != keyW || i >= len(p.text) || p.text[i] == ']' ||
		!isLetter(p.text[start]) || !isLetter(p.text[start+1]) {
		return start
	}
	for i < len(p.text) && isSpace(p.text[i]) {
		i++
	}
	if i < len(p.text) && strings.IndexByte(";()", p.text[i]) >= 0 && !strings.HasPrefix(strings.TrimLeft(p.text[i:min(i+8, len(p.text))], ";() \t\r\n"), "]") {
		return start + 2
	}
	return start
}

// skipJunk skips bytes that mean nothing inside a tree.
func (p *parser) skipJunk() {
	start := p.at
	for p.at < len(p.text) && !isSpace(p.text[p.at]) && !isLetter(p.text[p.at]) &&
		strings.IndexByte("();[", p.text[p.at]) < 0 {
		p.at++
	}
	p.found(TextStray, Warning, start, p.text[start:p.at])
}

func (p *parser) skipSpace() {
	for p.at < len(p.text) && isSpace(p.text[p.at]) {
		p.at++
	}
}

func isSpace(c byte) bool { return c == ' ' || c-'\t' < 5 }

func isNamePart(c byte) bool { return isLetter(c) || c-'0' < 10 }
