// Package paper lays lists, slips, badges and other prints out on sheets of paper. It measures in points for the
// narrower and the shorter of A4 and US Letter, so that every sheet fits both.
package paper

import "html/template"

// A Sheet is one page of paper. One of its contents is filled.
type Sheet struct {
	// ID is the sheet's target for links, "" for none.
	ID          string
	List        *ListSheet
	Slips       []Slip
	Badges      []Badge
	Cards       []Card
	Grid        *Grid
	Welcome     *Welcome
	Certificate *Certificate
}

// A QR is a code as the path of an SVG, in a square of Size units.
type QR struct {
	Path template.HTMLAttr
	Size int
}

// A Slip is the result slip of a game. Without a name it is a blank one; without Used it is an empty place on the last
// sheet.
type Slip struct {
	Used bool
	// Round and Start are the same on all slips of a round.
	Round, Start string
	Table        int
	// Seats are Black's and White's.
	Seats [2]Seat
	// Terms are handicap and komi in words; Open is set if the players choose the colours. Board is the board of a
	// match, 0 without teams.
	Terms string
	Open  bool
	// Jigo is set if the game may end in one.
	Jigo  bool
	Board int
	// Link is the address behind QR, Label its purpose.
	Link, Label, LinkText string
	QR                    QR
}

// A Seat is a player on a slip.
type Seat struct {
	Black            bool
	Name, Rank, Team string
}

// Long reports whether the name needs smaller letters, in two lines.
func (s Seat) Long() bool { return Breadth(s.Name) > 15 }

// Blank reports whether the slip has no players.
func (s *Slip) Blank() bool { return s.Seats[0].Name == "" }

// A Badge is a player's name badge. First and Last are the names in spoken order; the given name is bold.
type Badge struct {
	// Used is false for an empty place on the last sheet.
	Used        bool
	First, Last string
	FamilyFirst bool
	Rank, From  string
	// Squeeze is the size of the names in tenths, 10 for full size.
	Squeeze int
}

// A Card is a table's number, folded to a tent.
type Card struct {
	Number int
	Room   string
}

// A Grid is a table with empty cells for results: Rows are the numbers of the tables. Blocked has the tables without a
// row, such as "21–24".
type Grid struct {
	Title   string
	Rows    []int
	Blocked string
}

// A Welcome is the sheet for the wall and the players on the first morning.
type Welcome struct {
	Where, When string
	// Facts are the rounds, the rules and the director. A fact without a text leaves room to write it.
	Facts   []Fact
	Address string
	QR      QR
}

// A Certificate is a winner's. Won is the place or the number of wins; When, Director and all parts of From may be
// empty.
type Certificate struct {
	Name, From, Won, Prize string
	Where, When, Director  string
	// Draft is set while results are missing.
	Draft bool
}

// A Fact is a line of a welcome sheet: name and value.
type Fact struct{ Name, Text string }

// CutOrder distributes things over sheets with onSheet places each. The stacks of the cut sheets, laid on each other,
// are in order: with m sheets, the first has 1, m+1, 2m+1 and so on. The last places may hold zero values.
func CutOrder[T any](things []T, onSheet int) [][]T {
	sheets := make([][]T, (len(things)+onSheet-1)/onSheet)
	for i := range sheets {
		for place := range onSheet {
			var thing T
			if at := place*len(sheets) + i; at < len(things) {
				thing = things[at]
			}
			sheets[i] = append(sheets[i], thing)
		}
	}
	return sheets
}
