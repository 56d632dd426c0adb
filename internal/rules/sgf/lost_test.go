package sgf

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Whatever words and signs are mixed into what a record states about the game, and into its moves, each value is read as
// written, or a finding reports its property.
func TestNothingVanishes(t *testing.T) {
	stated := map[string]string{"SZ": "9", "KM": "6.5", "HA": "2", "RE": "B+3.5", "PB": "P1X", "PW": "P2X"}
	names := []string{"SZ", "KM", "HA", "RE", "PB", "PW"}
	signs := []string{`"`, "'", ";", ",", "|", "*", "?", "=", "+", "(", ")", " x", "the ", ":", "½", "目", "R", "W"}
	rapid.Check(t, func(t *rapid.T) {
		var b strings.Builder
		b.WriteString("(;GM[1]FF[4]")
		for _, name := range names {
			value := stated[name]
			if rapid.IntRange(0, 2).Draw(t, "mixed") == 0 {
				at := rapid.IntRange(0, len(value)).Draw(t, "at")
				if name[0] == 'P' {
					at = len(value)
				}
				value = value[:at] + rapid.SampledFrom(signs).Draw(t, "sign") + value[at:]
			}
			fmt.Fprintf(&b, "%s[%s]", name, value)
		}
		moves := rapid.IntRange(0, 6).Draw(t, "moves")
		for n := range moves {
			move := fmt.Sprintf("%c%c", 'a'+n, 'a'+n)
			if rapid.IntRange(0, 4).Draw(t, "mixed") == 0 {
				move += rapid.SampledFrom(signs).Draw(t, "sign")
			}
			fmt.Fprintf(&b, ";%c[%s]", "WB"[n%2], move)
		}
		text := b.String() + ")"
		c, findings := Parse([]byte(text), Options{})
		if c.Len() != 1 {
			t.Fatalf("%d games in %s", c.Len(), text)
		}
		g := c.Game(0)
		columns, _, sized := g.Size()
		komi, _ := g.Komi()
		handicap, _ := g.Handicap()
		result, _ := g.Result()
		read := map[string]bool{
			"SZ": columns == 9, "KM": komi == 13, "HA": handicap == 2, "RE": result == Result{Winner: Black, Ending: ByPoints, Margin: 7},
			"PB": strings.Contains(g.Info("PB"), "P1X"), "PW": strings.Contains(g.Info("PW"), "P2X"),
		}
		for _, name := range names {
			at := strings.Index(text, name+"[")
			told := slices.ContainsFunc(findings, func(f Finding) bool { return f.Offset >= at && f.Offset < at+len(name)+12 })
			if !read[name] && !told {
				t.Fatalf("%s is read as another value in silence: %s in\n%s", name, brief(findings), text)
			}
		}
		played := 0
		for n := range g.MainLine() {
			for range n.Moves() {
				played++
			}
		}
		told := slices.ContainsFunc(findings, func(f Finding) bool { return f.Severity == Error && f.Offset > strings.Index(text, "PW[") })
		if sized && played < moves && !told { // without a board no point is compared
			t.Fatalf("%d of %d moves: %s in\n%s", played, moves, brief(findings), text)
		}
	})
}
