// Package ratinglist answers who a player is: it reads the rating lists of the
// federations and people's own tables, and finds players in them.
//
// Read recognises the list of a federation by its content. An Index finds players as the
// registration desk asks for them, and Match compares a tournament's players
// with the list:
//
//	list, notes, err := ratinglist.Read(data)
//	index := ratinglist.NewIndex(list)
//	hits := index.Search("aino ah", 10) // any order, no accents, a slip or two
//	for _, m := range index.Match(t.Players) {
//		// m.State, m.Candidates, m.Differences
//	}
//
// A table goes by Rows and FromRows with a Mapping, for a person has to confirm
// what its columns hold.
package ratinglist
