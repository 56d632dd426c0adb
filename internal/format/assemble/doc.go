// Package assemble assembles a tournament from the contents of another program's
// file. It has what such files share: defaults for missing fields, the columns
// of wall lists, and the fields that none of them can hold.
//
// An Assembly resolves contradictions and reports them:
//
//	a := &assemble.Assembly{}
//	err := a.Begin(at, info, settings, "MacMahon")
//	id, err := a.Player(at, player, "5k")
//	a.Round(at, 1).Game(at, game)
//	err = a.Finish() // a.T is the tournament, a.Findings the problems found
package assemble
