package sgf

import "iter"

// A Collection is the content of one file: any number of games. It never
// changes, so goroutines may share it.
type Collection struct {
	text    string // the file as UTF-8; everything below points into it
	charset string
	games   []game
	nodes   []node  // in the order of the file, so a first child follows its parent
	props   []prop  // the properties of a node are adjacent, in order
	values  []value // the values of a property are adjacent, in order
}

type game struct {
	root          int32
	columns, rows int8
	sizeOK        bool
}

type node struct {
	parent int32 // none for a root
	last   int32 // last child so far, none for a leaf; used while reading
	prop   int32 // its first property; all up to the next node's are its own
}

type prop struct {
	key   key
	name  uint32 // offset of its name in the text
	value int32  // its first value; all up to the next property's are its own
	size  uint8  // length of the name
}

type value struct{ start, end uint32 }

const none = -1

// A key is a property name of at most four capitals, packed; longer names
// have key 0 and are compared by their letters.
type key uint32

func keyOf(name string) key {
	if len(name) > 4 {
		return 0
	}
	k := key(0)
	for i := 0; i < len(name); i++ {
		k = k<<8 | key(name[i])
	}
	return k
}

// Len returns the number of games.
func (c *Collection) Len() int { return len(c.games) }

// Game returns game number i, from 0 to Len()-1.
func (c *Collection) Game(i int) Game { return Game{c: c, i: i} }

// Games yields the games in the order of the file.
func (c *Collection) Games() iter.Seq[Game] {
	return func(yield func(Game) bool) {
		for i := range c.games {
			if !yield(c.Game(i)) {
				return
			}
		}
	}
}

// A Game is one game tree of a collection.
type Game struct {
	c    *Collection
	i    int
	leaf int32 // the end of the main line; 0 for the first variation
}

// Root returns the first node.
func (g Game) Root() Node { return Node{g.c, g.c.games[g.i].root, int32(g.i)} }

// MainLine yields the nodes from the root on along the first variation, or along the branch
// that was chosen by [Game.Along].
func (g Game) MainLine() iter.Seq[Node] {
	return func(yield func(Node) bool) {
		if g.leaf != 0 {
			for _, i := range g.line() {
				if !yield(Node{g.c, i, int32(g.i)}) {
					return
				}
			}
			return
		}
		for n := g.Root(); n.Exists(); n = n.FirstChild() {
			if !yield(n) {
				return
			}
		}
	}
}

// Nodes yields every node of the game, each before its children.
func (g Game) Nodes() iter.Seq[Node] {
	return func(yield func(Node) bool) {
		for i := g.c.games[g.i].root; i < g.c.endOf(g.i); i++ {
			if !yield(Node{g.c, i, int32(g.i)}) {
				return
			}
		}
	}
}

// endOf returns the index behind the last node of a game.
func (c *Collection) endOf(game int) int32 {
	if game+1 < len(c.games) {
		return c.games[game+1].root
	}
	return int32(len(c.nodes))
}

// A Node is one step of a game. Two Nodes are the same step when they are equal. The zero Node is not a step; call
// Exists first.
type Node struct {
	c    *Collection
	i    int32
	game int32
}

// Exists reports whether there is such a node.
func (n Node) Exists() bool { return n.c != nil }

// FirstChild returns the node that follows in the first variation.
func (n Node) FirstChild() Node {
	i := n.i + 1
	if int(i) < len(n.c.nodes) && n.c.nodes[i].parent == n.i {
		return Node{n.c, i, n.game}
	}
	return Node{}
}

// Parent returns the node before n, which for a root does not exist.
func (n Node) Parent() Node {
	parent := n.c.nodes[n.i].parent
	if parent == none {
		return Node{}
	}
	return Node{n.c, parent, n.game}
}

func (n Node) props() (first, end int32) {
	first, end = n.c.nodes[n.i].prop, int32(len(n.c.props))
	if int(n.i)+1 < len(n.c.nodes) {
		end = n.c.nodes[n.i+1].prop
	}
	return first, end
}

// Properties yields the properties in the order of the file.
func (n Node) Properties() iter.Seq[Property] {
	return func(yield func(Property) bool) {
		for i, end := n.props(); i < end; i++ {
			if !yield(Property{n.c, i}) {
				return
			}
		}
	}
}

// property returns the first property of that name.
func (n Node) property(name string) (Property, bool) {
	k := keyOf(name)
	for i, end := n.props(); i < end; i++ {
		if n.c.is(i, k, name) {
			return Property{n.c, i}, true
		}
	}
	return Property{}, false
}

func (c *Collection) is(i int32, k key, name string) bool {
	return c.props[i].key == k && (k != 0 || Property{c, i}.Name() == name)
}

// Has reports whether the node has the property, such as "DD", which means
// something even without points.
func (n Node) Has(name string) bool {
	_, ok := n.property(name)
	return ok
}

// Text returns the first value of a property for people: without escapes and soft line breaks. Line breaks stay in the
// texts C and GC and are spaces elsewhere. Without the property it is empty.
func (n Node) Text(name string) string {
	p, ok := n.property(name)
	if !ok {
		return ""
	}
	lineBreak := byte(' ')
	if name == "C" || name == "GC" {
		lineBreak = '\n'
	}
	for v := range p.Values() {
		return plain(v, lineBreak)
	}
	return ""
}

// A Property is one property of a node.
type Property struct {
	c *Collection
	i int32
}

// raw returns the name as written.
func (p Property) raw() string {
	q := p.c.props[p.i]
	return p.c.text[q.name : q.name+uint32(q.size)]
}

// Name returns the name of the property in capitals as in FF[4]: "SZ" for
// "SiZe" in FF[1] to FF[3].
func (p Property) Name() string { return canonical(p.raw()) }

// Values yields the values as written, escapes included.
func (p Property) Values() iter.Seq[string] {
	return func(yield func(string) bool) {
		for i, end := p.values(); i < end; i++ {
			v := p.c.values[i]
			if !yield(p.c.text[v.start:v.end]) {
				return
			}
		}
	}
}

func (p Property) values() (first, end int32) {
	first, end = p.c.props[p.i].value, int32(len(p.c.values))
	if int(p.i)+1 < len(p.c.props) {
		end = p.c.props[p.i+1].value
	}
	return first, end
}
