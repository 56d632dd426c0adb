package sgf

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// A record whose first branch is only an undone move has a finding with the length of the other branch. Variations
// beside a whole game have no finding.
func TestBranches(t *testing.T) {
	const common = "(;GM[1]FF[4]SZ[9];B[ee]"
	moves := func(n int) string { return strings.Repeat(";B[aa];W[bb]", n/2) }
	for _, tt := range []struct{ name, text, found string }{
		{"undone move first", common + ";W[gc](;B[hb])(;B[cc];W[cg];B[gg];W[ec];B[ge];W[eg];B[];W[]))", "sgf.branch.ended warning 2 3 10"},
		{"undone move last", common + ";W[gc](;B[cc];W[cg];B[];W[])(;B[hb]))", ""},
		{"undone move first, resigned", common + "(;W[gc])(;W[cc];B[cg];W[gg]))", "sgf.branch.longer warning 1 2 4"},
		{"undone last move", common + ";W[gc](;B[hb])(;B[hc]))", "sgf.branch.short note 2 3 3"},
		{"two undone moves, then one", common + "(;W[gc];B[hb])(;W[cc]))", "sgf.branch.short note 1 3 2"},
		{"two undone moves in succession", common + "(;W[gc])(;W[gd](;B[aa])(;B[ab];W[];B[])))", "sgf.branch.ended warning 1 2 5"},
		{"a comment in the passes", common + "(;W[gc])(;W[gd];B[]C[x];C[y];W[];C[count]TB[aa]))", "sgf.branch.ended warning 1 2 4"},
		{"a commented game", common + "(" + moves(60) + ")(" + moves(20) + "))", ""},
		{"a variation beyond the end", common + "(" + moves(60) + ";W[];B[])(" + moves(80) + "))", ""},
		{"a longer variation early", common + "(" + moves(60) + ")(" + moves(80) + "))", "sgf.branch.longer note 1 61 81"},
		{"a counted game after a resigned one", common + "(" + moves(60) + ")(" + moves(40) + ";W[];B[]))", "sgf.branch.ended warning 1 61 43"},
		{"a variation without moves", common + "(;W[gc])(;C[or not]))", ""},
		{"no variations", common + ";W[gc])", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, found := Parse([]byte(tt.text), Options{})
			got := ""
			for _, f := range found {
				if b, ok := f.Read.(Branches); ok {
					got = fmt.Sprint(f.Kind, " ", f.Severity, " ", b.Fork, " ", b.Main.Moves, " ", b.Other.Moves)
				}
			}
			if got != tt.found {
				t.Errorf("found %q, want %q; all %v", got, tt.found, found)
			}
		})
	}
}

// played lists the moves of the main line.
func played(g Game) (list []string) {
	for n := range g.MainLine() {
		for m := range n.Moves() {
			list = append(list, m.Color.String()+m.Point.String())
		}
	}
	return list
}

// A game read along another branch has that branch as its main line, with the properties
// about the game there, and is written with it first and nothing left out.
func TestAlong(t *testing.T) {
	c, _ := Parse([]byte("(;SZ[9];B[ee];W[gc](;B[hb]PB[Stub]C[undone])(;B[cc]PB[Aino];W[cg](;B[])(;B[aa];W[];B[]RE[0])))"), Options{})
	g := c.Game(0)
	b, ok := g.Branches()
	if !ok || b.Other.Moves != 7 || !b.Other.Ended || b.Fork != 2 {
		t.Fatalf("branches %+v, %t", b, ok)
	}
	other := g.Along(b.Other)
	const want = "Bee Wgc Bcc Wcg Baa W B"
	if got := strings.Join(played(other), " "); got != want {
		t.Errorf("along the other branch %q, want %q", got, want)
	}
	if r, _ := other.Result(); other.Name(Black) != "Aino" || r.Ending != Jigo || g.Name(Black) != "Stub" {
		t.Errorf("Black is %q and %q, the result %v", other.Name(Black), g.Name(Black), r)
	}
	again, found := Parse([]byte(other.String()), Options{})
	if got := strings.Join(played(again.Game(0)), " "); got != want || strings.Count(other.String(), ";") != 10 {
		t.Errorf("written it is %q: %s %v", got, other.String(), found)
	}
	if _, ok := again.Game(0).Branches(); ok {
		t.Error("the chosen branch is still in doubt")
	}
	if extended := other.Extend(nil, Move{Black, Point{0, 0}}); !strings.Contains(extended, "B[]\n;B[aa]") || strings.Contains(extended, "RE[") {
		t.Errorf("extended along the other branch: %s", extended)
	}
}

// Along any leaf a game has the moves of that leaf, and its text has all nodes.
func TestAlongAnyLeaf(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var drawn []step
		c, _ := Parse([]byte(drawTree(t, 0, &drawn)), Options{})
		if c.Len() != 1 {
			t.Skip()
		}
		g := c.Game(0)
		for n := range g.Nodes() {
			if n.FirstChild().Exists() {
				continue
			}
			along := g.Along(Branch{Leaf: n})
			var path []Node
			for m := n; m.Exists(); m = m.Parent() {
				path = append(path, m)
			}
			slices.Reverse(path)
			if got := slices.Collect(along.MainLine()); !slices.Equal(got, path) {
				t.Fatalf("the main line is %v, want %v", got, path)
			}
			again, _ := Parse([]byte(along.String()), Options{})
			if got, want := played(again.Game(0)), played(along); !slices.Equal(got, want) {
				t.Fatalf("written and read it goes %v, want %v", got, want)
			}
			if got, want := len(slices.Collect(again.Game(0).Nodes())), len(slices.Collect(g.Nodes())); got != want {
				t.Fatalf("%d nodes of %d are written", got, want)
			}
		}
	})
}
