package sgf

import "slices"

// A Branch is a way through the variations of a game, to one of its ends.
type Branch struct {
	Leaf  Node
	Moves int  // on the whole way
	Ended bool // by two passes in succession
}

// Branches are the main line of a game and the other branch that may be the game as it was
// played, which part after Fork moves.
type Branches struct {
	Fork        int
	Main, Other Branch
}

// stub is the greatest number of moves behind a fork that may be moves taken back.
const stub = 10

// Likely reports whether the other branch, rather than the main line, is the game as it was
// played: some programs keep a move that was taken back as the first branch.
func (b *Branches) Likely() bool {
	return b.Other.Ended || b.Other.Moves > b.Main.Moves && b.isStub()
}

func (b *Branches) isStub() bool { return b.Main.Moves-b.Fork <= stub }

// kind returns the finding about the branches.
func (b *Branches) kind() Kind {
	switch {
	case b.Other.Ended:
		return BranchEnded
	case b.Other.Moves > b.Main.Moves:
		return BranchLonger
	}
	return BranchShort
}

// Branches returns the main line and the branch that reaches the end of the game, else the
// longest branch. It is not ok if the main line is the game beyond doubt: it has no
// variations, ends with two passes, or continues for long while the others are shorter.
func (g Game) Branches() (b Branches, ok bool) {
	if !g.forks() {
		return b, false
	}
	ways, first := g.ways(), g.Root().i
	for i, w := range ways {
		n := Node{g.c, first + int32(i), int32(g.i)}
		branch := Branch{n, w.moves, w.passes >= 2}
		switch {
		case w.onMain: // the last of these is the end
			b.Main = branch
		case w.moves == w.fork || n.FirstChild().Exists():
		case b.Other.Leaf == Node{} || branch.beats(b.Other):
			b.Other, b.Fork = branch, w.fork
		}
	}
	ok = b.Other.Leaf.Exists() && !b.Main.Ended && (b.Other.Ended || b.Other.Moves > b.Main.Moves || b.isStub())
	return b, ok
}

// beats reports whether a branch is likelier the game than another.
func (b Branch) beats(other Branch) bool {
	if b.Ended != other.Ended {
		return b.Ended
	}
	return b.Moves > other.Moves
}

// forks reports whether the game has variations.
func (g Game) forks() bool {
	for i := g.c.games[g.i].root; i < g.c.endOf(g.i); i++ {
		if last := g.c.nodes[i].last; last != none && last != i+1 {
			return true
		}
	}
	return false
}

// A way is the moves from the root to a node, how many of them are on the main line, and
// how many passes in succession end it.
type way struct {
	moves, fork, passes int
	onMain              bool
}

// ways returns the way to each node of the game. A parent comes before its children.
func (g Game) ways() []way {
	first := g.Root().i
	ways := make([]way, g.c.endOf(g.i)-first)
	for n := range g.MainLine() {
		ways[n.i-first].onMain = true
	}
	for i := range ways {
		w := &ways[i]
		n := Node{g.c, first + int32(i), int32(g.i)}
		if parent := g.c.nodes[n.i].parent; parent != none {
			before := ways[parent-first]
			w.moves, w.fork, w.passes = before.moves, before.fork, before.passes
		}
		for m := range n.Moves() {
			w.moves++
			if w.passes++; m.Point != Pass {
				w.passes = 0
			}
		}
		if w.onMain {
			w.fork = w.moves
		}
	}
	return ways
}

// Along returns the game with a branch as its main line.
func (g Game) Along(b Branch) Game { return Game{g.c, g.i, b.Leaf.i} }

// line returns the nodes from the root to the leaf that was chosen.
func (g Game) line() []int32 {
	var line []int32
	for i := g.leaf; i != none; i = g.c.nodes[i].parent {
		line = append(line, i)
	}
	slices.Reverse(line)
	return line
}

// order returns the nodes of the game in the order of writing: the main line is the first
// branch at every fork.
func (g Game) order() []int32 {
	first, end := g.c.games[g.i].root, g.c.endOf(g.i)
	order := make([]int32, 0, end-first)
	if g.leaf == 0 {
		for i := first; i < end; i++ {
			order = append(order, i)
		}
		return order
	}
	next := make([]int32, end-first) // the sibling that comes after each node
	child := make([]int32, end-first)
	for i := range child {
		child[i], next[i] = none, none
	}
	link := func(i int32) { // puts a node before its siblings
		if parent := g.c.nodes[i].parent; parent != none {
			next[i-first], child[parent-first] = child[parent-first], i
		}
	}
	chosen := make([]bool, end-first)
	line := g.line()
	for _, i := range line {
		chosen[i-first] = true
	}
	for i := end - 1; i >= first; i-- {
		if !chosen[i-first] {
			link(i)
		}
	}
	for _, i := range line {
		link(i)
	}
	for stack := []int32{first}; len(stack) > 0; {
		i := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		order = append(order, i)
		if n := next[i-first]; n != none {
			stack = append(stack, n)
		}
		if c := child[i-first]; c != none {
			stack = append(stack, c)
		}
	}
	return order
}
