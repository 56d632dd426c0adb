// Package rules plays, judges and counts games of Go.
//
// A System is a rule system as data: kind of ko, suicide, scoring, end of the game and so on. One engine plays them
// all. A Game plays moves on a Board and returns the rules that each offends, under every kind of ko at once;
// System.Forbids selects the offences of one system. Propose suggests which stones of a final position are dead,
// System.Score counts it, a Confirmation is hypothetical play, and Check judges a whole game record.
//
//	sys, _ := rules.ByName("japanese")
//	g, err := rules.NewGame(19, 19)
//	...
//	if offence := g.Play(rules.Black, rules.At(15, 3)); sys.Forbids(offence) != 0 {
//		// refuse the move
//	}
package rules
