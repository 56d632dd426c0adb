// Package build puts a tournament together from what another program's file
// says, and has what such files have in common: the defaults of what they leave
// out, the columns of wall lists, and what none of them has room for.
//
// An Assembly resolves what contradicts itself, and notes it:
//
//	a := &build.Assembly{}
//	err := a.Begin(info, settings, "MacMahon")
//	id, err := a.Player(at, player, "5k")
//	a.Round(at, 1).Game(at, game)
//	err = a.Finish() // a.T is the tournament, a.Findings what to look at
package build
