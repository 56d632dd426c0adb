package sgf

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// syntax lists sound and broken texts with their trees and findings. A tree is
// written without white space, a finding as its kind without "sgf." and its place.
var syntax = []struct {
	name, text string
	want       string
	found      string
}{
	{"smallest", "(;)", "(;)", ""},
	{"moves", "(;SZ[9];B[ee];W[])", "(;SZ[9];B[ee];W[])", ""},
	{"white space", " (\n; B [ee]\r\n[gg]\t; W [cc] ) \n", "(;B[ee][gg];W[cc])", "value.twice 3:2"},
	{"a second komi and name", "(;KM[6.5][7.5]PB[A];B[aa]PB[B];PB[A])", "(;KM[6.5][7.5]PB[A];B[aa]PB[B];PB[A])", "value.twice 1:11, value.twice 1:29"},
	{"parenthesis in a move", "(;B[aa)];W[bb])", "(;B[aa)];W[bb])", "point.bad 1:5"},
	{"semicolon in a move", "(;B[aa;];W[bb])", "(;B[aa;];W[bb])", "point.bad 1:5"},
	{"a second result", "(;RE[B+R]RE[W+R];B[aa])", "(;RE[B+R]RE[W+R];B[aa])", "value.twice 1:13"},
	{"variations", "(;B[aa](;W[bb];B[cc])(;W[dd]))", "(;B[aa](;W[bb];B[cc])(;W[dd]))", "branch.short 1:24"},
	{"variations of one", "(;B[aa](;W[bb](;B[cc])))", "(;B[aa];W[bb];B[cc])", ""},
	{"two games", "(;B[aa]) (;W[bb])", "(;B[aa])(;W[bb])", ""},
	{"two games in one tree", "((;B[aa])(;W[bb]))", "(;B[aa])(;W[bb])", ""},
	{"escapes", `(;C[a\]b\\](;C[c\)d])(;C[;(]))`, `(;C[a\]b\\](;C[c\)d])(;C[;(]))`, ""},
	{"long names", "(;FileFormat[3]SiZe[9];Black[aa])", "(;FileFormat[3]SiZe[9];Black[aa])", ""},
	{"unknown names", "(;KGSDE[aa]VERYLONG2[x])", "(;KGSDE[aa]VERYLONG2[x])", ""},
	{"small names", "(;sz[9];b[aa];w[bb])", "(;sz[9];b[aa];w[bb])", "name.odd 1:3"},
	{"mail", "Dear (all),\nhere it is\n(;B[aa])\n-- me (;)", "(;B[aa])(;)", "text.stray 1:1, text.stray 4:1"},
	{"nothing", "", "", "file.empty 1:1"},
	{"blank", " \n ", "", "file.empty 1:1"},
	{"no tree", "hello (world)", "", "text.stray 1:1, tree.missing 1:1"},
	{"no parenthesis at the end", "(;B[aa](;W[bb]", "(;B[aa];W[bb])", "tree.open 1:15"},
	{"one parenthesis too many", "(;B[aa]))(;W[bb])", "(;B[aa])(;W[bb])", "text.stray 1:9"},
	{"empty variation", "(;B[aa]())", "(;B[aa])", "tree.empty 1:9"},
	{"no semicolon", "(SZ[9];B[aa](W[bb]))", "(;SZ[9];B[aa];W[bb])", "node.missing 1:2, node.missing 1:14"},
	{"property after variations", "(;B[aa](;W[bb])C[x])", "(;B[aa](;W[bb])(;C[x]))", "node.missing 1:16"},
	{"node after variations", "(;B[aa](;W[bb]);W[cc])", "(;B[aa](;W[bb])(;W[cc]))", "node.stray 1:16, branch.short 1:17"},
	{"no value", "(;B;W[bb]C)", "(;;W[bb])", "value.missing 1:3, value.missing 1:10"},
	{"no name", "(;[aa];W[bb])", "(;;W[bb])", "value.stray 1:3"},
	{"bracket too many", "(;B[aa]];W[bb])", "(;B[aa];W[bb])", "text.stray 1:8"},
	{"source text", "for (;;) { a[(;i)] }", "", "tree.missing 1:1, text.stray 1:1, text.stray 1:10, value.missing 1:16, text.stray 1:18"},
	{"junk", "(;B[aa]%1\x01;W[bb])", "(;B[aa];W[bb])", "text.stray 1:8"},
	{"move without bracket", "(;B[aa\n;W[bb]\n(;B[cc)(;B[dd;W[ee]))", "(;B[aa];W[bb](;B[cc])(;B[dd];W[ee]))",
		"value.open 1:4, value.open 3:4, value.open 3:11, branch.longer 3:15"},
	{"comment without bracket", "(;B[aa]C[oh;W[bb)", "(;B[aa]C[oh;W[bb)])", "value.open 1:9, tree.open 1:18"},
	{"backslash at the end", `(;C[oh\`, "(;C[oh])", "value.open 1:4, tree.open 1:8"},
	{"end in a name", "(;B", "", "tree.missing 1:1, value.missing 1:3, tree.open 1:4"},
	{"columns count characters", "(;C[ä\nöö]B[zz])", "(;C[ä\nöö]B[zz])", "charset.guessed 1:1, point.off 2:6"},
}

func TestSyntax(t *testing.T) {
	for _, tt := range syntax {
		t.Run(tt.name, func(t *testing.T) {
			c, found := Parse([]byte(tt.text), Options{})
			if got := compact(c); got != tt.want {
				t.Errorf("%q reads as %s, want %s", tt.text, got, tt.want)
			}
			if got := brief(found); got != tt.found {
				t.Errorf("%q has findings %q, want %q", tt.text, got, tt.found)
			}
			roundTrip(t, c)
		})
	}
}

// compact writes trees in the table's form: by recursion, unlike Write.
func compact(c *Collection) string {
	var b strings.Builder
	var tree func(n Node)
	tree = func(n Node) {
		b.WriteByte(';')
		for p := range n.Properties() {
			b.WriteString(p.raw())
			for v := range p.Values() {
				b.WriteString("[" + v + "]")
			}
		}
		all := children(n)
		if len(all) == 1 {
			tree(all[0])
			return
		}
		for _, child := range all {
			b.WriteByte('(')
			tree(child)
			b.WriteByte(')')
		}
	}
	for g := range c.Games() {
		b.WriteByte('(')
		tree(g.Root())
		b.WriteByte(')')
	}
	return b.String()
}

// children returns the nodes that follow n, one for each variation.
func children(n Node) []Node {
	var all []Node
	for other := range n.c.Game(int(n.game)).Nodes() {
		if other.Parent() == n {
			all = append(all, other)
		}
	}
	return all
}

func brief(found []Finding) string {
	var list []string
	for _, f := range found {
		place, _, _ := strings.Cut(strings.TrimPrefix(f.Error(), "line "), ": ")
		place = strings.Replace(place, ", column ", ":", 1)
		list = append(list, strings.TrimPrefix(string(f.Kind), "sgf.")+" "+place)
	}
	return strings.Join(list, ", ")
}

// TestMeaning reads the properties of Go.
func TestMeaning(t *testing.T) {
	for _, tt := range []struct{ text, found string }{
		{"(;GM[1]SZ[19];B[tt];W[])", ""},
		{"(;SZ[21];B[tt])", ""},
		{"(;SZ[20];B[tt])", ""},
		{"(;SZ[20:19];B[tt])", "point.off 1:15"},
		{"(;SZ[9:13];B[im];W[ii];B[mi])", "point.off 1:26"},
		{"(;SZ[52];B[ZZ])", ""},
		{"(;SZ[53];B[ZZ])", "size.large 1:3"},
		{"(;SZ[60])", "size.large 1:3"},
		{"(;SZ[99999999999999999999])", "size.bad 1:3"},
		{"(;SZ[0])", "size.bad 1:3"},
		{"(;SZ[-9])", "size.bad 1:3"},
		{"(;SZ[9:])", "size.bad 1:3"},
		{"(;SZ[19x19];B[aa])", "size.bad 1:3"},
		{"(;GM[2]SZ[8];B[f4])", "game.other 1:3"},
		{"(;B[a1];W[iem])", "point.bad 1:5, point.bad 1:11"},
		{"(;B[ aa ];W[ ])", ""},
		{"(;AB[aa:cc][dd]AW[ee]AE[ff])", ""},
		{"(;AB[aa:c][x])", "point.bad 1:6, point.bad 1:12"},
		{"(;SZ[9]AB[aa:jj])", "point.off 1:11"},
		{"(;AB[aa:cc]AW[bb])", "setup.overlap 1:3"},
		{"(;AB[aa]B[bb])", "move.setup 1:3"},
		{"(;B[aa]W[bb])", "move.two 1:3"},
		{"(;B[aa]W[bb]B[cc])", "move.two 1:3"},
		{"(;B[aa]B[bb])", "move.two.black 1:3"},
		{"(;W[aa]C[x]W[bb])", "move.two.white 1:3"},
		{"(;KM[375])", "komi.hundredths 1:3, komi.stones 1:3"},
		{"(;KM[3.75])", "komi.stones 1:3"},
		{"(;KM[650])", "komi.hundredths 1:3"},
		{"(;KM[123])", ""},
		{"(;TB[]DD[]VW[];MA[zz])", "point.off 1:19"},
		{"(;KM[6.5]HA[2]RE[B+R])", ""},
		{"(;KM[6,5]HA[1]RE[b+r])", "komi.read 1:3, handicap.bad 1:10, result.read 1:15"},
		{"(;KM[]HA[]RE[])", ""},
	} {
		t.Run(tt.text, func(t *testing.T) {
			_, found := Parse([]byte(tt.text), Options{})
			if got := brief(found); got != tt.found {
				t.Errorf("%s has findings %q, want %q", tt.text, got, tt.found)
			}
		})
	}
}

func TestPoints(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"(;AB[aa][ca])", "aa ca"},
		{"(;AB[aa:cb])", "aa ba ca ab bb cb"},
		{"(;AB[cb:aa])", "aa ba ca ab bb cb"},
		{"(;AB[bb:bb][bb])", "bb"},
		{"(;AB[ca]AB[aa])", "aa ca"},
		{"(;SZ[52]AB[ZZ][aZ][Za])", "Za aZ ZZ"},
		{"(;SZ[9]AB[aa][jj][?][a])", "aa"},
		{"(;AW[aa])", ""},
	} {
		t.Run(tt.text, func(t *testing.T) {
			c, _ := Parse([]byte(tt.text), Options{})
			set := c.Game(0).Root().Points("AB")
			var got []string
			for p := range set.All() {
				got = append(got, p.String())
				if !set.Has(p) {
					t.Errorf("%s: %v is not in its own set", tt.text, p)
				}
			}
			if s := strings.Join(got, " "); s != tt.want || set.Len() != len(got) || set.Has(Pass) {
				t.Errorf("%s: %q (%d), want %q", tt.text, s, set.Len(), tt.want)
			}
		})
	}
}

// TestPlain reads texts without escapes.
func TestPlain(t *testing.T) {
	for _, tt := range []struct{ raw, text, name string }{
		{`a\]b\\c\:d`, `a]b\c:d`, `a]b\c:d`},
		{"one\ntwo\r\nthree\n\rfour\rfive", "one\ntwo\nthree\nfour\nfive", "one two three four five"},
		{"soft\\\nbreak \\\r\nhere", "softbreak here", "softbreak here"},
		{"tab\tand\vmore\f", "tab and more ", "tab and more "},
		{`\\\]`, `\]`, `\]`},
		{"<script>alert(1)</script>", "<script>alert(1)</script>", "<script>alert(1)</script>"},
		{"nul\x00", "nul ", "nul "},
	} {
		t.Run(fmt.Sprintf("%q", tt.raw), func(t *testing.T) {
			c, found := Parse([]byte("(;C["+tt.raw+"]PB["+tt.raw+"])"), Options{})
			root := c.Game(0).Root()
			if root.Text("C") != tt.text || root.Text("PB") != tt.name || len(found) > 0 {
				t.Errorf("%q is text %q, name %q, findings %v", tt.raw, root.Text("C"), root.Text("PB"), found)
			}
		})
	}
}

func TestNode(t *testing.T) {
	c, _ := Parse([]byte("(;SZ[9]PL[White]LB[aa:1][bb:a\\]][zz:x]L[cc][dd](;B[aa])(;W[bb]DD[]))"), Options{})
	g := c.Game(0)
	root := g.Root()
	variations := children(root)
	if len(variations) != 2 || variations[0] != root.FirstChild() || root.Parent().Exists() {
		t.Fatal("the tree does not hang together")
	}
	first, second := variations[0], variations[1]
	if second.FirstChild().Exists() || first.FirstChild().Exists() {
		t.Error("a leaf with children")
	}
	if !second.Has("DD") || first.Has("DD") || first.Text("DD") != "" {
		t.Error("DD is in the second variation only")
	}
	if root.ToPlay() != White || first.ToPlay() != Empty {
		t.Error("PL is White")
	}
	labels := map[string]string{}
	for p, text := range root.Labels() {
		labels[p.String()] = text
	}
	if diff := cmp.Diff(map[string]string{"aa": "1", "bb": "a]", "cc": "a", "dd": "b"}, labels); diff != "" {
		t.Errorf("labels -want +got:\n%s", diff)
	}
	for n := range g.Nodes() {
		if n == root {
			break
		}
		t.Error("the root does not come first")
	}
}
