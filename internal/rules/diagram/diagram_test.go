package diagram

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tourney/internal/rules"
	"tourney/internal/testkit/golden"
)

func board(t *testing.T, text string) *rules.Board {
	t.Helper()
	lines := strings.Fields(strings.ReplaceAll(text, "/", "\n"))
	b, err := rules.NewBoard(len(lines[0]), len(lines))
	if err != nil {
		t.Fatal(err)
	}
	for row, line := range lines {
		for col, sign := range line {
			b.Set(rules.At(col, row), rules.Color(strings.IndexRune(".XO", sign)))
		}
	}
	return b
}

// elements counts the elements of a drawing by name and first class.
func elements(t *testing.T, svg string) map[string]int {
	t.Helper()
	counts := map[string]int{}
	d := xml.NewDecoder(strings.NewReader(svg))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return counts
		}
		if err != nil {
			t.Fatalf("not XML: %v\n%s", err, svg)
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		name := e.Name.Local
		for _, a := range e.Attr {
			if a.Name.Local == "class" {
				name += "." + a.Value
			}
		}
		counts[name]++
	}
}

func TestSVG(t *testing.T) {
	d := Diagram{
		Board: board(t, "XX.O./.X.OO/.X.O./XXXOO/....."), Title: `<script>"alert(1)"</script>`,
		Last: rules.At(4, 3), Wrong: []rules.Point{rules.At(0, 0)}, Dead: []rules.Point{rules.At(1, 0)},
		Owner: [][]rules.Color{{rules.White, rules.White, rules.Empty, rules.White}}, // the last under its own stone
	}
	svg := d.SVG()
	if strings.Contains(svg, "<script") {
		t.Errorf("the title is not escaped: %.200s", svg)
	}
	got := elements(t, svg)
	for what, want := range map[string]int{
		"circle.b": 7, "circle.w": 6, "circle.last w": 1, "circle.wrong": 1, "path.b": 7, "rect.w": 2, "text": 20, "path.lines": 1,
	} {
		if got[what] != want {
			t.Errorf("%d of %s, want %d", got[what], what, want)
		}
	}
	d.Numbers = map[rules.Point]int{rules.At(0, 0): 1, rules.At(4, 3): 120}
	got = elements(t, d.SVG())
	if got["circle.last w"] != 0 || got["text.number b wide"] != 1 || got["text.number w widest"] != 1 {
		t.Errorf("numbers: %v", got)
	}
}

// The drawings themselves, an element a line. To look at one, put it into a page
// with the classes of static/board.css.
func TestGoldenDiagrams(t *testing.T) {
	marked := Diagram{
		Board: board(t, "XX.O./.X.OO/.X.O./XXXOO/....."), Title: "Black & White",
		Last: rules.At(4, 3), Wrong: []rules.Point{rules.At(0, 0)}, Dead: []rules.Point{rules.At(1, 0)},
		Owner: [][]rules.Color{{rules.Empty, rules.Empty, rules.White}, {rules.Black}},
	}
	numbered := Diagram{
		Board:   board(t, strings.Repeat(".........\n", 2)+"..X...O..\n"+strings.Repeat(".........\n", 3)+"..O...X..\n"+strings.Repeat(".........\n", 2)),
		Numbers: map[rules.Point]int{rules.At(2, 2): 1, rules.At(6, 2): 12, rules.At(2, 6): 123},
	}
	for _, tt := range []struct {
		name    string
		diagram Diagram
	}{{"marked", marked}, {"numbered", numbered}} {
		t.Run(tt.name, func(t *testing.T) {
			golden.Check(t, tt.name+".golden.svg", strings.ReplaceAll(tt.diagram.SVG(), "><", ">\n<")+"\n")
		})
	}
}

// The stones in words and the mark of a ko match the position.
func TestStonesAndKo(t *testing.T) {
	b := board(t, "XO./.../..X")
	if black, white := Stones(b); black != "A3 C1" || white != "B3" {
		t.Errorf("stones %q and %q", black, white)
	}
	if black, white := Stones(board(t, "../../..")); black != "–" || white != "–" {
		t.Errorf("no stones are %q and %q", black, white)
	}
	got := elements(t, Diagram{Board: b, Kos: []rules.Point{rules.At(2, 1)}}.SVG())
	if got["rect.ko"] != 1 {
		t.Errorf("a ko is drawn as %v", got)
	}
}

func TestStars(t *testing.T) {
	for size, want := range map[int]int{2: 0, 6: 0, 7: 4, 8: 4, 9: 5, 13: 9, 14: 4, 19: 9, 25: 9} {
		if got := len(stars(size, size)); got != want {
			t.Errorf("%d star points on %d lines, want %d", got, size, want)
		}
	}
}

// Chains agree with the engine's own.
func TestChains(t *testing.T) {
	b := board(t, "X.X/XXX/O.O")
	var heads []rules.Point
	for _, j := range rules.Systems()[0].Propose(b) {
		heads = append(heads, j.Chain)
	}
	got := Chains(b)
	for p, head := range got {
		if !cmp.Equal(got[head], head) || b.Stone(p) != b.Stone(head) {
			t.Errorf("%s belongs to %s", p.SGF(), head.SGF())
		}
	}
	distinct := map[rules.Point]bool{}
	for _, head := range got {
		distinct[head] = true
	}
	if len(distinct) != len(heads) {
		t.Errorf("%d chains, want %d", len(distinct), len(heads))
	}
	for _, head := range heads {
		if !distinct[head] {
			t.Errorf("no chain begins at %s", head.SGF())
		}
	}
}
