// Package recordmatch assigns a pile of game records to the games of a round: by the names of the players, the table,
// the round and the date in the records and their file names.
//
//	files, err := recordmatch.Collect(sent) // single files, and those in archives
//	for _, m := range recordmatch.Assign(t, 2, files) {
//		// m.Clear: m.Games[0] is the game. Else m.Refused or m.Doubts give the reason.
//	}
//
// WriteHead does the opposite: it writes the data of a game into its record.
package recordmatch
