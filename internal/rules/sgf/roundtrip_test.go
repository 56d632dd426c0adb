package sgf

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// A step is a plain copy of a node, to compare trees.
type step struct {
	Depth int // of the parent chain
	Props [][]string
}

// steps lists a game's nodes. CA at the root is left out, since writing
// changes it.
func steps(c *Collection) [][]step {
	var games [][]step
	for g := range c.Games() {
		var list []step
		depth := map[Node]int{}
		for n := range g.Nodes() {
			s := step{Depth: depth[n.Parent()] + 1}
			depth[n] = s.Depth
			for p := range n.Properties() {
				if p.Name() == "CA" && n == g.Root() {
					continue
				}
				one := []string{p.Name()}
				for v := range p.Values() {
					one = append(one, v)
				}
				s.Props = append(s.Props, one)
			}
			list = append(list, s)
		}
		games = append(games, list)
	}
	return games
}

// roundTrip writes c, reads it back and expects the same trees, and the same
// text when it is written once more.
func roundTrip(t interface {
	Helper()
	Fatalf(string, ...any)
}, c *Collection) {
	t.Helper()
	var once, twice bytes.Buffer
	if err := Write(&once, c); err != nil {
		t.Fatalf("write: %v", err)
	}
	if !utf8.Valid(once.Bytes()) {
		t.Fatalf("written text is not UTF-8: %q", once.String())
	}
	again, found := Parse(once.Bytes(), Options{Bytes: 64 << 20, Charset: "utf-8"})
	if diff := cmp.Diff(steps(c), steps(again)); diff != "" {
		t.Fatalf("written and read again, -first +second:\n%s\nfindings: %v\ntext: %q", diff, found, once.String())
	}
	if err := Write(&twice, again); err != nil {
		t.Fatalf("write: %v", err)
	}
	if !bytes.Equal(once.Bytes(), twice.Bytes()) {
		t.Fatalf("written twice, differently:\n%s\n%s", once.String(), twice.String())
	}
}

// drawTree returns the random text of a game tree and appends its steps.
func drawTree(t *rapid.T, depth int, out *[]step) string {
	var b strings.Builder
	space := rapid.SampledFrom([]string{"", "", " ", "\n", "\r\n", "\t \n"})
	b.WriteString("(" + space.Draw(t, "space"))
	for range rapid.IntRange(1, 3).Draw(t, "nodes") {
		depth++
		s := step{Depth: depth}
		b.WriteString(";" + space.Draw(t, "space"))
		for range rapid.IntRange(0, 3).Draw(t, "properties") {
			name := rapid.SampledFrom([]string{"B", "W", "C", "AB", "TW", "KGSDE", "MULTIGOGM", "XY", "L9"}).Draw(t, "name")
			p := []string{name}
			b.WriteString(name)
			for range rapid.IntRange(1, 3).Draw(t, "values") {
				v := rapid.SampledFrom([]string{
					"", "aa", "tt", "aa:cc", `a\]b`, `\\`, "Ääkkönen", "(;B[aa", "two\nlines", `soft\` + "\nbreak", "囲碁", "%1",
				}).Draw(t, "value")
				p = append(p, v)
				b.WriteString(space.Draw(t, "space") + "[" + v + "]")
			}
			s.Props = append(s.Props, p)
			b.WriteString(space.Draw(t, "space"))
		}
		*out = append(*out, s)
	}
	if depth < 12 {
		for range rapid.SampledFrom([]int{0, 0, 1, 2, 3}).Draw(t, "variations") {
			b.WriteString(drawTree(t, depth, out))
		}
	}
	b.WriteString(")" + space.Draw(t, "space"))
	return b.String()
}

// TestTreeProperty reads random trees: nothing is lost, nothing invented.
func TestTreeProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var text string
		var exp [][]step
		for range rapid.IntRange(1, 3).Draw(t, "games") {
			var list []step
			text += drawTree(t, 0, &list)
			exp = append(exp, list)
		}
		c, found := Parse([]byte(text), Options{})
		if diff := cmp.Diff(exp, steps(c)); diff != "" {
			t.Fatalf("-want +got:\n%s\ntext: %q\nfindings: %v", diff, text, found)
		}
		roundTrip(t, c)
	})
}

// TestBuilderProperty builds records of any text and reads them back.
func TestBuilderProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var b Builder
		name := rapid.String().Draw(t, "name")
		comment := rapid.String().Draw(t, "comment")
		b.Set("PB", name)
		b.Set("SZ", "9")
		moves := rapid.SliceOf(rapid.Custom(func(t *rapid.T) Move {
			m := Move{rapid.SampledFrom([]Color{Black, White}).Draw(t, "color"), Pass}
			if rapid.Bool().Draw(t, "stone") {
				m.Point = Point{rapid.Int8Range(0, 8).Draw(t, "column"), rapid.Int8Range(0, 8).Draw(t, "row")}
			}
			return m
		})).Draw(t, "moves")
		for _, m := range moves {
			b.Play(m)
		}
		b.Set("C", comment)
		c, found := Parse([]byte(b.String()), Options{})
		// A name by chance may look like one with a rank behind it.
		found = slices.DeleteFunc(found, func(f Finding) bool { return f.Kind == NameRank })
		if len(found) > 0 {
			t.Fatalf("own record with findings: %v", found)
		}
		var got []Move
		last := c.Game(0).Root()
		for n := range c.Game(0).MainLine() {
			for m := range n.Moves() {
				got = append(got, m)
			}
			last = n
		}
		if diff := cmp.Diff(moves, got); diff != "" && len(moves)+len(got) > 0 {
			t.Fatalf("moves -want +got:\n%s", diff)
		}
		if got, exp := c.Game(0).Root().Text("PB"), flat(name, " "); got != exp {
			t.Fatalf("name %q, want %q", got, exp)
		}
		if got, exp := last.Text("C"), flat(comment, "\n"); got != exp {
			t.Fatalf("comment %q, want %q", got, exp)
		}
	})
}

// flat is the slow way to convert white space and control characters as reading does.
func flat(s, line string) string {
	for _, br := range []string{"\r\n", "\n\r"} {
		s = strings.ReplaceAll(s, br, "\n")
	}
	s = strings.ReplaceAll(s, "\r", "\n")
	s = strings.ReplaceAll(s, "\n", line)
	return strings.Map(func(c rune) rune {
		if c < ' ' && c != '\n' || c == 0x7f {
			return ' '
		}
		return c
	}, s)
}

func FuzzParse(f *testing.F) {
	for _, s := range syntax {
		f.Add([]byte(s.text))
	}
	f.Add([]byte("\x00(\x00;\x00C\x00[\x30\x42\x00]\x00)"))
	f.Add([]byte("(;CA[Shift_JIS]C[\x83\x5c\x5d])"))
	f.Add([]byte("(;CA[ISO-2022-JP]C[\x1b$B8k\x1b(B])"))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, found := Parse(data, Options{Nodes: 1000, Values: 4000, Depth: 100})
		for _, x := range found {
			if x.Line < 1 || x.Column < 1 || x.Offset < 0 || len(x.Text) > 1000 || x.Error() == "" {
				t.Errorf("finding %+v", x)
			}
		}
		for g := range c.Games() {
			if b, ok := g.Branches(); ok {
				again, _ := Parse([]byte(g.Along(b.Other).String()), Options{Charset: "UTF-8"})
				if again.Len() == 1 && !slices.Equal(played(again.Game(0)), played(g.Along(b.Other))) {
					t.Errorf("along another branch it is %v, written and read %v", played(g.Along(b.Other)), played(again.Game(0)))
				}
			}
			g.Size()
			g.Komi()
			g.Handicap()
			g.Result()
			for n := range g.Nodes() {
				columns, rows, _ := g.Size()
				for m := range n.Moves() {
					if p := m.Point; p != Pass && (int(p.Column) >= columns || int(p.Row) >= rows || p.Column < 0 || p.Row < 0) {
						t.Errorf("move at %v on %d by %d", p, columns, rows)
					}
				}
				for p := range n.Points("AB").All() {
					if int(p.Column) >= columns || int(p.Row) >= rows {
						t.Errorf("stone at %v on %d by %d", p, columns, rows)
					}
				}
				for range n.Labels() {
				}
				n.Text("C")
				n.ToPlay()
			}
		}
		roundTrip(t, c)
	})
}

// TestOneGameOfSeveral writes each game of a file separately.
func TestOneGameOfSeveral(t *testing.T) {
	c, _ := Parse([]byte("(;GM[1]PB[Žižka];B[aa](;W[bb])(;W[cc];B[]))\n(;SZ[9]C[a\\]b];B[dd])"), Options{})
	for i, want := range []string{"(;CA[UTF-8]GM[1]PB[Žižka];B[aa]\n(;W[bb])\n(;W[cc];B[]))\n", "(;CA[UTF-8]SZ[9]C[a\\]b];B[dd])\n"} {
		if got := c.Game(i).String(); got != want {
			t.Errorf("game %d is written as %q, want %q", i+1, got, want)
		}
	}
}

// More moves stand at the end of the main line, whatever variations there are, and all
// else stays; the result of the end before goes, its dead stones are marked.
func TestExtend(t *testing.T) {
	for before, want := range map[string]string{
		"(;SZ[9]RE[B+3]PB[Å];B[aa];W[])":         "(;CA[UTF-8]SZ[9]PB[Å];B[aa];W[]MA[aa]\n;B[cc]\n;W[])\n",
		"(;SZ[9];B[aa](;W[bb]C[x])(;W[cc]))":     "(;SZ[9];B[aa]\n(;W[bb]C[x]MA[aa]\n;B[cc]\n;W[])\n(;W[cc]))\n",
		"(;SZ[9];B[aa];W[]TW[aa])":               "(;SZ[9];B[aa];W[]TW[aa]\n;B[cc]\n;W[])\n",
		"(;SZ[9];B[aa](;W[bb](;B[dd])(;B[]))())": "(;SZ[9];B[aa];W[bb]\n(;B[dd]MA[aa]\n;B[cc]\n;W[])\n(;B[]))\n",
		"(;RE[?])(;SZ[9])":                       "(;MA[aa]\n;B[cc]\n;W[])\n",
	} {
		c, _ := Parse([]byte(before), Options{})
		if got := c.Game(0).Extend([]Point{{0, 0}}, Move{Black, Point{2, 2}}, Move{White, Pass}); got != want {
			t.Errorf("%s becomes %q, want %q", before, got, want)
		}
		if got := c.Game(0).Extend([]Point{{0, 0}}); got != c.Game(0).String() {
			t.Errorf("%s becomes %q without more moves", before, got)
		}
	}
}
