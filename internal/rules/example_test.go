package rules_test

import (
	"fmt"
	"strings"

	"tourney/internal/rules"
	"tourney/internal/rules/sgf"
)

// Two black stones in the corner run out of liberties by Black's own move: one
// rule system forbids that, another takes them off.
func ExampleGame_Play() {
	g, err := rules.NewGame(5, 5)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, move := range []struct {
		color rules.Color
		point rules.Point
	}{
		{rules.Black, rules.At(0, 0)}, {rules.White, rules.At(0, 1)},
		{rules.Black, rules.At(4, 4)}, {rules.White, rules.At(1, 1)},
		{rules.Black, rules.At(4, 3)}, {rules.White, rules.At(2, 0)},
	} {
		if offence := g.Play(move.color, move.point); offence != 0 {
			fmt.Println(offence.Rule())
		}
	}
	offence := g.Play(rules.Black, rules.At(1, 0))
	for _, name := range []string{"japanese", "new-zealand"} {
		system, _ := rules.ByName(name)
		fmt.Println(name, "forbids it:", system.Forbids(offence) != 0)
	}
	fmt.Println(offence.First().Rule())
	// Output:
	// japanese forbids it: true
	// new-zealand forbids it: false
	// suicide
}

// Dead stones are proposed, agreed upon, and then counted by the rule system.
func ExampleSystem_Score() {
	board, err := rules.NewBoard(5, 5)
	if err != nil {
		fmt.Println(err)
		return
	}
	for row, line := range []string{
		".X.XO",
		"XXXXO",
		"OOOOO",
		".O.OO",
		".XO.O",
	} {
		for col, sign := range line {
			board.Set(rules.At(col, row), rules.Color(strings.IndexRune(".XO", sign)))
		}
	}
	for _, name := range []string{"japanese", "chinese"} {
		system, _ := rules.ByName(name)
		var dead []rules.Point
		for _, j := range system.Propose(board) {
			if j.Dead {
				dead = append(dead, j.Chain)
				fmt.Println("dead:", j.Chain.Name(board.Rows()))
			}
		}
		score := system.Score(rules.Final{Board: board, Dead: dead, Komi: system.KomiEven})
		fmt.Println(name, score.Black.Total, "to", score.White.Total, score.Outcome())
	}
	// Output:
	// dead: B1
	// japanese 2 to 12.5 W+10.5
	// dead: B1
	// chinese 8 to 24.5 W+16.5
}

// Check judges a whole game record.
func ExampleCheck() {
	records, _ := sgf.Parse([]byte("(;FF[4]GM[1]SZ[9]KM[6.5]RU[Japanese]RE[B+R];B[ee];W[ed];B[dd];W[ed];B[fd])"), sgf.Options{})
	system, _ := rules.ByName("japanese")
	verdict := rules.Check(records.Game(0), system, rules.Options{})
	fmt.Println("legal:", verdict.Legal, "result:", verdict.Outcome())
	for _, f := range verdict.Findings {
		fmt.Println(f.Severity, f.Rule, "at move", f.Move, f.Point.Name(verdict.Rows))
	}
	// Output:
	// legal: false result: B+R
	// error occupied at move 4 E6
	// note illegal.loses at move 4 E6
}
