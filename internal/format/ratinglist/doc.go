// Package ratinglist reads the rating lists of the federations and tables that people make, and finds players in them.
//
// Read recognises the list of a federation by its content. Search of an Index
// serves the registration desk, and Match compares a tournament's players with
// the list:
//
//	list, findings, err := ratinglist.Read(data)
//	index := ratinglist.NewIndex(list)
//	hits := index.Search("aino ah", 10) // any order, no accents, a typo or two, nicknames
//	for _, m := range index.Match(t.Players) {
//		// m.State, m.Candidates, m.Differences
//	}
//
// Tables are read by Rows and FromRows with a Mapping that a person has confirmed.
package ratinglist
