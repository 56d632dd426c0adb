package rules

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"tourney/internal/i18n"
	"tourney/internal/rules/sgf"
	"tourney/internal/testkit/golden"
)

// TestGoldenVerdicts writes whole verdicts: the findings, the final position
// with the territory (b and w) and the dead stones (x and o), and the count.
func TestGoldenVerdicts(t *testing.T) {
	const walls = ";B[ca];W[ea];B[cb];W[eb];B[cc];W[ec];B[cd];W[ed];B[ce];W[ee];B[cf];W[ef];B[cg];W[eg];B[db];W[bb]"
	const twoDie = "(;FF[4]GM[1]SZ[5]KM[7];B[aa];W[ab];B[ee];W[bb];B[de];W[ca];B[ba];W[aa])"
	for _, tt := range []struct {
		name, system, record string
		expect               *Expectation
	}{
		{name: "territory", system: "japanese",
			record: "(;FF[4]GM[1]SZ[7]KM[6.5]RU[Japanese]RE[W+3.5]" + walls + ";B[];W[]TB[aa:bg]TW[fa:gg])"},
		{name: "area", system: "chinese",
			record: "(;FF[4]GM[1]SZ[7]KM[7.5]RU[Japanese]RE[W+6.5]" + walls + ";B[];W[]TB[aa:bg]TW[fa:gg])"},
		{name: "unmarked", system: "aga", record: "(;FF[4]GM[1]SZ[7]KM[7.5]RE[W+R]" + walls + ")"},
		{name: "ko", system: "japanese",
			record: "(;FF[4]GM[1]SZ[5]KM[6.5]RU[GOE];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb];B[cb])"},
		{name: "suicide allowed", system: "new-zealand", record: twoDie},
		{name: "suicide forbidden", system: "japanese", record: twoDie},
		{name: "another game", system: "japanese",
			record: "(;FF[4]GM[1]SZ[9]KM[0]HA[2]PB[Jan]PW[Aino]RE[B+R]AB[cg][gc];W[ee];B[ef])",
			expect: &Expectation{Cols: 9, Rows: 9, Komi: 13, Black: "Aino", White: "Jan",
				Result: sgf.Result{Ending: sgf.ByResignation, Winner: sgf.Black}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			records, _ := sgf.Parse([]byte(tt.record), sgf.Options{})
			v := Check(records.Game(0), *system(t, tt.system), Options{Expect: tt.expect})
			golden.Check(t, "verdict-"+strings.ReplaceAll(tt.name, " ", "-")+".golden", tt.record+"\n\n"+format(t, v))
		})
	}
}

// format writes a verdict.
func format(t *testing.T, v *Verdict) string {
	t.Helper()
	catalog, err := i18n.Load(os.DirFS("../../templates"))
	if err != nil {
		t.Fatal(err)
	}
	english := catalog.Language(i18n.Fallback)
	var text strings.Builder
	fmt.Fprintf(&text, "%s, %d moves, legal %v, %s, counted %v\n", v.System.Name, v.Moves, v.Legal, v.Outcome(), v.Counted)
	for _, f := range v.Findings {
		where := ""
		if f.Move > 0 {
			where = fmt.Sprintf(" at move %d, %s", f.Move, f.Point.Name(v.Rows))
		}
		fmt.Fprintf(&text, "%s%s: %s\n", f.Severity, where, english.T(f.Key(), f.Args...))
	}
	text.WriteString("\n")
	for row := range v.Rows {
		for col := range v.Cols {
			text.WriteString(formatPoint(v, At(col, row)))
		}
		text.WriteString("\n")
	}
	fmt.Fprintf(&text, "\nBlack %+v\nWhite %+v\nneutral %d\n", v.Score.Black, v.Score.White, v.Score.Neutral)
	return text.String()
}

// formatPoint returns one point of the final position: a stone, a dead one in a
// small letter, or the owner of the point.
func formatPoint(v *Verdict, p Point) string {
	stone, owner := v.Board.Stone(p), Empty
	if v.Score.Owner != nil {
		owner = v.Score.Owner[p.Row()][p.Col()]
	}
	switch {
	case stone == Black && owner == White:
		return "x"
	case stone == White && owner == Black:
		return "o"
	case stone == Black:
		return "X"
	case stone == White:
		return "O"
	case owner == Black:
		return "b"
	case owner == White:
		return "w"
	}
	return "."
}
