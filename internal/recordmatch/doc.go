// Package recordmatch assigns a pile of game records to the games of a round: by the
// names of the players, the table, the round and the date that records and their file
// names give.
//
//	files, err := recordmatch.Collect(sent) // single files, and those in archives
//	for _, m := range recordmatch.Assign(t, 2, files) {
//		// m.Clear: m.Games[0] is the game. Else m.Refused or m.Doubts say why not.
//	}
//
// WriteHead is the other way: it writes what a record says of its game.
package recordmatch
