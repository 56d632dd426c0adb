package sgf_test

import (
	"fmt"

	"tourney/internal/rules/sgf"
)

func ExampleParse() {
	const record = "(;FF[4]GM[1]SZ[9]KM[6.5]PB[Aino]PW[Jan];B[ee];W[zz];B[])"
	c, findings := sgf.Parse([]byte(record), sgf.Options{})
	g := c.Game(0)
	komi, _ := g.Komi()
	fmt.Println(g.Root().Text("PB"), "-", g.Root().Text("PW"), "komi in half points:", komi)
	for n := range g.MainLine() {
		for m := range n.Moves() {
			fmt.Println(m.Color, m.Point, m.Point == sgf.Pass)
		}
	}
	for _, f := range findings {
		fmt.Println(f.Error())
	}
	// Output:
	// Aino - Jan komi in half points: 13
	// B ee false
	// B  true
	// line 1, column 49: sgf.point.off (W[zz])
}

func ExampleBuilder() {
	var b sgf.Builder
	b.Set("SZ", "9")
	b.Set("PB", "Aino [3k]")
	b.Add("AB", sgf.Point{Column: 2, Row: 6}, sgf.Point{Column: 6, Row: 2})
	b.Play(sgf.Move{Color: sgf.White, Point: sgf.Point{Column: 4, Row: 4}})
	b.Play(sgf.Move{Color: sgf.Black, Point: sgf.Pass})
	b.Set("C", "Black passes")
	fmt.Print(b.String())
	// Output:
	// (;FF[4]GM[1]CA[UTF-8]SZ[9]PB[Aino [3k\]]AB[cg][gc]
	// ;W[ee]
	// ;B[]C[Black passes])
}
